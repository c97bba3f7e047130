package aguiproto_test

import (
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// Appending to a buffer that is large enough allocates nothing, values of any type included.
func TestAppendAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 1<<20)
	for _, e := range append(samples(), longHistory()) {
		n := testing.AllocsPerRun(100, func() {
			if _, err := aguiproto.AppendFrame(buf, e); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", e.Type(), n)
		}
	}
}

// A delta costs the event, its texts together, and the timestamp.
func TestDeltaAllocations(t *testing.T) {
	b, err := aguiproto.Marshal(delta())
	if err != nil {
		t.Fatal(err)
	}
	n := testing.AllocsPerRun(100, func() {
		if _, err := aguiproto.Unmarshal(b); err != nil {
			t.Fatal(err)
		}
	})
	if n > 3 {
		t.Errorf("%v allocations", n)
	}
}

// delta is the event of which there are most.
func delta() *agui.TextMessageContentEvent {
	timestamp := int64(1700000000000)
	return &agui.TextMessageContentEvent{MessageID: "msg-0f3a9c1e", Delta: " the next few words", BaseEvent: agui.BaseEvent{Timestamp: &timestamp}}
}

// longHistory has messages that are longer than one byte can say, in a message that is longer than two can.
func longHistory() *agui.MessagesSnapshotEvent {
	e := agui.NewMessagesSnapshotEvent(nil)
	for i := range 200 {
		text := make([]byte, 10*(i%40))
		for j := range text {
			text[j] = 'a' + byte(j%26)
		}
		e.Messages = append(e.Messages, agui.NewUserMessage("u", agui.NewContentText(string(text))),
			&agui.AssistantMessage{BaseMessage: agui.BaseMessage{ID: "a"}, ToolCalls: []agui.ToolCall{*agui.NewToolCall("c", *agui.NewFunctionCall("f", string(text)))}})
	}
	return e
}
