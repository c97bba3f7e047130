package aguistream_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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

// pieces is a reader that returns as much at a time as sizes say, and one byte behind them.
type pieces struct {
	text, sizes []byte
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.text) == 0 {
		return 0, io.EOF
	}
	n := 1
	if len(p.sizes) > 0 {
		n, p.sizes = 1+int(p.sizes[0]), p.sizes[1:]
	}
	n = copy(b, p.text[:min(n, len(p.text))])
	p.text = p.text[n:]
	return n, nil
}

// told is all that a Reader returns and tells, up to its end.
func told(t *testing.T, r *aguistream.Reader, most int) string {
	var b strings.Builder
	r.MaxEvent = 1000
	r.Decoder.OnUnknown = func(u agui.Unknown) { fmt.Fprintln(&b, u) }
	r.OnNote = func(n aguistream.Note) { fmt.Fprintln(&b, n) }
	for range most {
		e, err := r.Next()
		var frame *aguistream.FrameError
		switch {
		case err == io.EOF || errors.Is(err, aguistream.ErrTooLarge):
			if _, again := r.Next(); again == nil {
				t.Error("after the end there is an event")
			}
			fmt.Fprintln(&b, err)
			return b.String()
		case err != nil && !errors.As(err, &frame):
			t.Fatalf("%T %v", err, err)
		case err == nil && e == nil:
			t.Fatal("no event and no error")
		}
		fmt.Fprintln(&b, e, err)
	}
	t.Error("there is no end")
	return ""
}

// Any bytes are read without a panic, in whatever pieces they come, and whether or not events share memory.
func FuzzReader(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte("data: "+strings.ReplaceAll(s, "\n", "\n\ndata: ")+"\n\n"), []byte{40, 3})
	}
	f.Add([]byte("\xef\xbb\xbfdata: {\r\ndata: \"type\":\"RAW\",\"event\":1}\r\rdata:[DONE]\n\n: x\ndata: \xff\n\n"), []byte{1, 1, 0})
	f.Add([]byte(frames(content("m", `a\ud83d`), content("m", `\ude00`), content("n", `\ud83d`), content("n", "x"))), []byte{100, 100})
	f.Fuzz(func(t *testing.T, text, sizes []byte) {
		want := told(t, aguistream.NewReader(bytes.NewReader(text)), len(text)+1)
		if got := told(t, aguistream.NewReader(&pieces{text, sizes}), len(text)+1); got != want {
			t.Errorf("in pieces %s\nat once %s", got, want)
		}
		r := aguistream.NewReader(bytes.NewReader(text))
		r.Separate = true
		if got := told(t, r, len(text)+1); got != want {
			t.Errorf("separate %s\nshared   %s", got, want)
		}
	})
}

// patchSeeds are documents and patches of them.
var patchSeeds = [][2]string{
	{`{"a":[1,2,{"b":null}],"c":"d"}`, `[{"op":"add","path":"/a/-","value":3},{"op":"move","from":"/c","path":"/a/0"},{"op":"copy","from":"/a","path":"/e"},{"op":"remove","path":"/a/1"}]`},
	{`{"a/b":{"~":1}}`, `[{"op":"test","path":"/a~1b/~0","value":1.0},{"op":"replace","path":"/a~1b","value":[]}]`},
	{`[1,2]`, `[{"op":"replace","path":"","value":{}},{"op":"add","path":"/","value":null},{"op":"test","path":"","value":{"":null}}]`},
	{`{"a":1,"a":2}`, `[{"op":"remove","path":"/a"},{"op":"add","path":"/\u00e9","value":"\ud83d\ude00"}]`},
}

// A patch leaves JSON or an error, and neither the document nor the patch is changed. A conversation does the same with it.
func FuzzPatch(f *testing.F) {
	for _, s := range patchSeeds {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, doc, text string) {
		var p agui.JSONPatch
		if json.Unmarshal([]byte(text), &p) != nil {
			return
		}
		before := toJSON(t, p)
		out, err := aguistream.Patch(json.RawMessage(doc), p)
		if err == nil && !json.Valid(out) {
			t.Errorf("%s patched by %s is %s", doc, text, out)
		}
		if after := toJSON(t, p); string(after) != string(before) {
			t.Errorf("the patch has changed to %s", after)
		}
		if !json.Valid([]byte(doc)) {
			if err == nil {
				t.Error("what is not JSON was patched")
			}
			return
		}
		var c aguistream.Conversation
		c.SetState(json.RawMessage(doc))
		c.Apply(agui.NewStateDeltaEvent(p))
		want := out
		if err != nil {
			want = json.RawMessage(doc)
		}
		if !sameJSON(t, c.State(), want) {
			t.Errorf("the state is %s, the document %s", c.State(), want)
		}
	})
}

// A difference makes the target, and is never longer than replacing the whole.
func FuzzDiff(f *testing.F) {
	for _, s := range patchSeeds {
		f.Add(s[0], s[1])
	}
	f.Add(`[1,2,3,4,5]`, `[2,3,4,5,1]`)
	f.Add(`{"a":{"b":{"c":[1,2,3]}}}`, `{"a":{"b":{"c":[1,3]}}}`)
	f.Fuzz(func(t *testing.T, from, to string) {
		p, err := aguistream.Diff(json.RawMessage(from), json.RawMessage(to))
		if (err == nil) != (json.Valid([]byte(from)) && json.Valid([]byte(to))) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		got, err := aguistream.Patch(json.RawMessage(from), p)
		if err != nil {
			t.Fatal(err)
		}
		if rest, err := aguistream.Diff(got, json.RawMessage(to)); err != nil || len(rest) != 0 {
			t.Errorf("from %s to %s: got %s", from, to, got)
		}
		whole := agui.JSONPatch{agui.NewReplaceOperation("", json.RawMessage(strings.TrimSpace(to)))}
		if a, b := toJSON(t, p), toJSON(t, whole); len(p) > 0 && len(a) > len(b) {
			t.Errorf("from %s to %s: %s", from, to, a)
		}
	})
}
