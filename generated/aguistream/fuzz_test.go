package aguistream_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// seeds are runs with everything in them.
var seeds = []string{
	`{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"a"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"b","subagentRunId":"s"}
{"type":"TOOL_CALL_CHUNK","toolCallId":"c","toolCallName":"f","parentMessageId":"m","delta":"{}"}
{"type":"TOOL_CALL_RESULT","messageId":"r","toolCallId":"c","content":"ok"}
{"type":"STATE_SNAPSHOT","snapshot":{"a":[1]}}
{"type":"STATE_DELTA","delta":[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/a/-","value":2}]}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"x"}]}}`,
	`{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[{"id":"u","role":"user","content":[]}]}}
{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"n"}
{"type":"REASONING_START","messageId":"m"}
{"type":"REASONING_MESSAGE_START","messageId":"m","role":"reasoning"}
{"type":"TEXT_MESSAGE_START","messageId":"x","metadata":{"a":1}}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"x","delta":"1"}
{"type":"ACTIVITY_SNAPSHOT","messageId":"p","activityType":"PLAN","content":{"a":1},"replace":false}
{"type":"ACTIVITY_DELTA","messageId":"p","activityType":"PLAN","patch":[{"op":"remove","path":"/a"}]}
{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m","encryptedValue":"e"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"x","role":"assistant"}],"metadata":{"@ag-ui/client":{"authoritativeActivityTypes":null}}}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"x","delta":"2"}
{"type":"RUN_ERROR","message":"m"}`,
}

// decoded returns the lines that are events.
func decoded(text string) (list []agui.Event) {
	for line := range strings.SplitSeq(text, "\n") {
		if e, err := (&agui.Decoder{Keep: true}).Event([]byte(line)); err == nil {
			list = append(list, e)
		}
	}
	return list
}

// Whatever comes, nothing panics and nothing that came is changed; and what the Expander opens it closes.
func FuzzReceive(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list := decoded(text)
		before := toJSON(t, list)
		var x aguistream.Expander
		var v aguistream.Verifier
		var c aguistream.Conversation
		failed := false
		for _, e := range list {
			out, err := x.Expand(e)
			for _, e := range out {
				failed = failed || v.Verify(e) != nil
				c.Apply(e)
			}
			failed = failed || err != nil
		}
		for _, e := range x.Close() {
			if err := v.Verify(e); err != nil && !failed {
				t.Errorf("an end that the Expander makes: %v", err)
			}
		}
		if !json.Valid(c.State()) {
			t.Errorf("state %s", c.State())
		}
		if a, b := toJSON(t, c.Messages), toJSON(t, c.Clone().Messages); string(a) != string(b) {
			t.Errorf("%s, cloned %s", a, b)
		}
		if after := toJSON(t, list); string(after) != string(before) {
			t.Errorf("the events were changed: %s, now %s", before, after)
		}
	})
}

// A stream in order leaves the same when it is replayed compacted, but for histories, which are documented.
func FuzzCompact(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var list []agui.Event
		var v aguistream.Verifier
		for _, e := range decoded(text) {
			switch e := e.(type) {
			case *agui.MessagesSnapshotEvent, *agui.UnknownEvent, *agui.ActivitySnapshotEvent, *agui.ToolCallResultEvent, *agui.ReasoningEncryptedValueEvent:
				return
			case *agui.RunStartedEvent:
				if e.Input != nil {
					return
				}
			}
			if v.Verify(e) != nil {
				return
			}
			list = append(list, e)
		}
		if v.End() != nil {
			return
		}
		var a, b aguistream.Conversation
		for _, e := range list {
			a.Apply(e)
		}
		for _, e := range aguistream.Compact(list) {
			b.Apply(e)
		}
		if !sameJSON(t, a.State(), b.State()) {
			t.Errorf("state %s, compacted %s", a.State(), b.State())
		}
		texts := func(c *aguistream.Conversation) map[string]string {
			m := map[string]string{}
			for _, message := range c.Messages {
				data := string(toJSON(t, message))
				m[data] = data
			}
			return m
		}
		if x, y := texts(&a), texts(&b); !sameJSON(t, toJSON(t, x), toJSON(t, y)) {
			t.Errorf("messages %s, compacted %s", toJSON(t, x), toJSON(t, y))
		}
	})
}

// Any bytes are read without a panic, and an error that stays ends the stream.
func FuzzReader(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte("data: " + strings.ReplaceAll(s, "\n", "\n\ndata: ") + "\n\n"))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r := aguistream.NewReader(strings.NewReader(string(text)))
		r.MaxEvent = 1000
		for range len(text) + 1 {
			e, err := r.Next()
			var frame *aguistream.FrameError
			switch {
			case err == io.EOF || errors.Is(err, aguistream.ErrTooLarge):
				if _, again := r.Next(); again == nil {
					t.Error("after the end there is an event")
				}
				return
			case err != nil && !errors.As(err, &frame):
				t.Fatalf("%T %v", err, err)
			case err == nil && e == nil:
				t.Fatal("no event and no error")
			}
		}
		t.Error("there is no end")
	})
}
