// What only protocol 1.1 has: a program that a stranger writes after the upgrade.
package main

import (
	"fmt"
	"log"

	"example.com/stranger/agui"
)

func main() {
	message := agui.NewReasoningMessage("message-1", "hm")
	message.EncryptedValue, message.EncryptedValueType = agui.Ptr("c2VjcmV0"), agui.Ptr("signature")
	text, err := agui.AppendMessage(nil, message)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %s\n", agui.ProtocolVersion, text)
}
