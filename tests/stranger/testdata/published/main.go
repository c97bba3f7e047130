// A program with the published types.
package main

import (
	"fmt"
	"log"

	"github.com/aguigen/aguigen/generated/agui"
)

func main() {
	event, err := agui.UnmarshalEvent([]byte(`{"messageId":"message-1","type":"TEXT_MESSAGE_END"}`))
	if err != nil {
		log.Fatal(err)
	}
	text, err := agui.AppendEvent(nil, event)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %s\n", agui.ProtocolVersion, text)
}
