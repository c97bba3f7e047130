package agui_test

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/aguigen/aguigen/generated/agui"
)

// Documents that are read one after another share memory: most of these cost no allocation.
func ExampleArena() {
	const lines = `{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hello"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":", world"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}`
	var arena agui.Arena
	var decoder agui.Decoder
	for in := bufio.NewScanner(strings.NewReader(lines)); in.Scan(); {
		event, err := arena.Event(&decoder, in.Bytes())
		if err != nil {
			fmt.Println(err)
			return
		}
		if e, ok := event.(*agui.TextMessageContentEvent); ok {
			fmt.Println(e.MessageID, e.Delta)
		}
	}
	// Output:
	// m1 Hello
	// m1 , world
}
