package aguistream_test

import (
	"fmt"
	"strings"

	"github.com/aguigen/aguigen/generated/aguistream"
)

// An older producer says that it thinks, ends its stream with [DONE], and writes null for what is absent.
func ExampleReader_upgrade() {
	const stream = `data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}

data: {"type":"THINKING_TEXT_MESSAGE_START"}

data: {"type":"THINKING_TEXT_MESSAGE_CONTENT","delta":"hm"}

data: {"type":"THINKING_TEXT_MESSAGE_END"}

data: {"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":null}

data: [DONE]

`
	r := aguistream.NewReader(strings.NewReader(stream))
	r.Upgrade = true
	r.OnNote = func(n aguistream.Note) { fmt.Println(n) }
	var c aguistream.Conversation
	for _, err := range c.Follow(aguistream.Received(r.All())) {
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(c.Messages[0].Role(), len(c.Messages))
	// Output:
	// event 2: THINKING_TEXT_MESSAGE_START is REASONING_MESSAGE_START today
	// event 3: THINKING_TEXT_MESSAGE_CONTENT is REASONING_MESSAGE_CONTENT today
	// event 4: THINKING_TEXT_MESSAGE_END is REASONING_MESSAGE_END today
	// event 5: RUN_FINISHED: /outcome is null, which reads as absent
	// event 6: [DONE] is taken as the end of the stream
	// reasoning 1
}

// A server translates what an older client sends, before it is decoded.
func ExampleUpgrader_Input() {
	const input = `{"threadId":"t","runId":"r","forwardedProps":null,"messages":[{"id":"m","role":"user","content":[` +
		`{"type":"binary","mimeType":"image/png","url":"https://example.org/a.png"}]}]}`
	u := aguistream.Upgrader{OnNote: func(n aguistream.Note) { fmt.Println(n) }}
	fmt.Println(string(u.Input([]byte(input))))
	// Output:
	// /forwardedProps is null, which reads as absent
	// /messages/0/content/0 is binary, which is image today
	// {"threadId":"t","runId":"r","messages":[{"id":"m","role":"user","content":[{"type":"image","source":{"type":"url","value":"https://example.org/a.png","mimeType":"image/png"}}]}]}
}

// An event that did not come in a stream of text is translated by itself.
func ExampleUpgrader_Event() {
	var u aguistream.Upgrader
	fmt.Println(string(u.Event([]byte(`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"look","parentMessageId":null}`))))
	// Output: {"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"look"}
}
