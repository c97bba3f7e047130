package aguistream_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// A run stops to ask, and the next one brings the answers.
func ExampleConversation_Input() {
	const stream = `data: {"type":"RUN_STARTED","threadId":"t","runId":"r1"}

data: {"type":"RUN_FINISHED","threadId":"t","runId":"r1","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"approval"}]}}

`
	var c aguistream.Conversation
	for _, err := range c.Follow(aguistream.Received(aguistream.NewReader(strings.NewReader(stream)).All())) {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	c.Answers = map[string]agui.ResumeEntry{"other": {Status: agui.ResumeEntryStatusResolved}}
	_, err := c.Input("r2")
	fmt.Println(err)
	c.Answers = map[string]agui.ResumeEntry{"i": {Status: agui.ResumeEntryStatusResolved, Payload: json.RawMessage(`true`)}}
	in, err := c.Input("r2")
	fmt.Println(in, err)
	// Output:
	// nothing answers "i": all that was asked is to be answered at once
	// {"threadId":"t","runId":"r2","protocolVersion":"1.0","state":{},"messages":[],"tools":[],"context":[],"forwardedProps":{},"resume":[{"interruptId":"i","status":"resolved","payload":true}]} <nil>
}
