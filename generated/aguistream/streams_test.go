package aguistream_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
	"github.com/aguigen/aguigen/generated/internal/corpus"
)

func TestParseVectors(t *testing.T) {
	var c tally
	for _, v := range vectors(t, "sse", "parse") {
		c.check(t, v, parse(t, v))
	}
	t.Logf("%d agree, %d are named differences", c.agree, c.differ)
}

// parse reads a vector's stream, as its pieces come in.
func parse(t *testing.T, v vector) string {
	var chunks []io.Reader
	for _, chunk := range v.Chunks {
		text := strings.Repeat(chunk.Text, max(1, chunk.Repeat))
		if chunk.Hex != "" {
			raw, err := hex.DecodeString(chunk.Hex)
			if err != nil {
				t.Fatal(err)
			}
			text = string(raw)
		}
		chunks = append(chunks, strings.NewReader(text))
	}
	r := aguistream.NewReader(io.MultiReader(chunks...))
	var got []agui.Event
	var failed error
	for e, err := range r.All() {
		if failed = err; err != nil {
			break
		}
		got = append(got, e)
	}
	if (failed == nil) != v.Completed {
		return fmt.Sprintf("error %v, want %s", failed, v.Error)
	}
	want := max(1, v.ItemRepeat) * len(v.Items)
	if len(got) != want {
		return fmt.Sprintf("%d events, want %d", len(got), want)
	}
	for i, e := range got {
		item := v.Items[i%len(v.Items)]
		var large struct {
			SHA256 string
			Length int
		}
		if json.Unmarshal(item, &large) == nil && large.SHA256 != "" {
			continue // its length is what the vector is about, and it was read
		}
		data, err := agui.AppendEvent(nil, e)
		if err != nil {
			return err.Error()
		}
		if !sameJSON(t, data, item) {
			return fmt.Sprintf("event %d is %s, want %s", i, data, item)
		}
	}
	return ""
}

func TestEncodeVectors(t *testing.T) {
	var c tally
	for _, v := range vectors(t, "sse", "encode") {
		if v.SSE == "" {
			continue // what the reference implementation cannot encode
		}
		e, err := (&agui.Decoder{Keep: true, AllowNull: true}).Event(v.JSON)
		if err != nil {
			c.check(t, v, err.Error())
			continue
		}
		text, err := aguistream.AppendSSE(nil, e)
		if err != nil {
			c.check(t, v, err.Error())
			continue
		}
		data, framed := strings.CutPrefix(string(text), "data: ")
		data, ended := strings.CutSuffix(data, "\n\n")
		want := strings.TrimSuffix(strings.TrimPrefix(v.SSE, "data: "), "\n\n")
		complaint := ""
		if !framed || !ended || !sameJSON(t, []byte(strings.ReplaceAll(data, "\ndata: ", "\n")), []byte(want)) {
			complaint = fmt.Sprintf("got %q, want %q", text, v.SSE)
		}
		c.check(t, v, complaint)
	}
	t.Logf("%d agree, %d are named differences", c.agree, c.differ)
}

func TestRunVectors(t *testing.T) {
	var c tally
	for _, v := range vectors(t, "enforce", "run") {
		c.check(t, v, run(t, v))
	}
	t.Logf("%d agree, %d are named differences", c.agree, c.differ)
}

// run receives a stream event by event, as the zero Decoder reads it.
func run(t *testing.T, v vector) string {
	var conv aguistream.Conversation
	seen, err := follow(&conv, aguistream.Verifier{}, v.Input)
	if (err != nil) != v.Fatal && (err != nil) != (v.Error != nil) {
		return fmt.Sprintf("error %v, want %s", err, v.Error)
	}
	if !sameJSON(t, toJSON(t, seen), v.Output) {
		return fmt.Sprintf("got  %s\nwant %s", toJSON(t, seen), v.Output)
	}
	if conv.Messages == nil {
		conv.Messages = []agui.Message{}
	}
	if got := toJSON(t, conv.Messages); !sameJSON(t, got, v.Messages) {
		return fmt.Sprintf("messages %s, want %s", got, v.Messages)
	}
	if !sameJSON(t, conv.State(), v.State) {
		return fmt.Sprintf("state %s, want %s", conv.State(), v.State)
	}
	return ""
}

// follow upgrades, decodes, expands, verifies and applies events, and returns those that are known.
func follow(c *aguistream.Conversation, v aguistream.Verifier, input []json.RawMessage) ([]agui.Event, error) {
	events := func(yield func(agui.Event, error) bool) {
		made := 0
		u := aguistream.Upgrader{NewID: func() string { made++; return fmt.Sprintf("$id%d", made) }}
		for _, data := range input {
			e, err := agui.UnmarshalEvent(u.Event(data))
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
	verified := func(yield func(agui.Event, error) bool) {
		for e, err := range aguistream.Expanded(events) {
			if err == nil {
				err = v.Verify(e)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
	seen := []agui.Event{}
	for e, err := range c.Follow(verified) {
		if err != nil {
			return seen, err
		}
		if _, unknown := e.(*agui.UnknownEvent); !unknown {
			seen = append(seen, e)
		}
	}
	if v.Draft {
		return seen, v.End()
	}
	return seen, nil
}

func TestConformance(t *testing.T) {
	var c tally
	for _, line := range corpus.Lines[json.RawMessage](t, "conformance") {
		if isLeftOut(line) {
			continue
		}
		var doc conformance
		if err := json.Unmarshal(line, &doc); err != nil {
			t.Fatal(err)
		}
		c.check(t, vector{Name: "conformance/" + doc.Name}, doc.run(t))
	}
	t.Logf("%d agree, %d are named differences", c.agree, c.differ)
}

// conformance is a stream with what a consumer must make of it.
type conformance struct {
	Name   string
	Stream []json.RawMessage
	Expect struct {
		Outcome      string
		Messages     []map[string]json.RawMessage
		MessageCount *int
		State        json.RawMessage
		EventTypes   []string
	}
}

// drafts are the streams that the rules of the coming version forbid, and today's allow.
var drafts = map[string]bool{
	"duplicate-interrupt-id-fatal":       true,
	"run-finished-wrong-run-id-fatal":    true,
	"second-run-on-another-thread-fatal": true,
	"truncated-stream-fails-the-run":     true,
}

func (d *conformance) run(t *testing.T) string {
	var c aguistream.Conversation
	draft := drafts[d.Name]
	seen, err := follow(&c, aguistream.Verifier{Draft: draft}, d.Stream)
	if (err != nil) != (d.Expect.Outcome == "failed") {
		return fmt.Sprintf("error %v, want %s", err, d.Expect.Outcome)
	}
	if n := d.Expect.MessageCount; n != nil && *n != len(c.Messages) {
		return fmt.Sprintf("%d messages, want %d", len(c.Messages), *n)
	}
	for i, want := range d.Expect.Messages {
		var got map[string]json.RawMessage
		if err := json.Unmarshal(toJSON(t, c.Messages[i]), &got); err != nil {
			return err.Error()
		}
		for key, value := range want {
			if got[key] == nil || !sameJSON(t, got[key], value) {
				return fmt.Sprintf("message %d has %s %s, want %s", i, key, got[key], value)
			}
		}
	}
	if d.Expect.State != nil && !sameJSON(t, c.State(), d.Expect.State) {
		return fmt.Sprintf("state %s, want %s", c.State(), d.Expect.State)
	}
	for i, want := range d.Expect.EventTypes {
		if i >= len(seen) || string(seen[i].Type()) != want {
			return fmt.Sprintf("events %s, want %s", toJSON(t, seen), d.Expect.EventTypes)
		}
	}
	return ""
}
