package aguistream_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// files are those that have streams.
var files = []string{"streams", "random-streams"}

// tally counts what agrees with the reference implementation. What differs is named in differences, with its reason.
type tally struct {
	agree, differ int
}

func (c *tally) check(t *testing.T, v vector, complaint string) {
	t.Helper()
	why, named := differences[v.Name]
	switch {
	case complaint == "" && named:
		t.Errorf("%s agrees, so it is no difference (%s): remove it", v.Name, why)
	case complaint == "":
		c.agree++
	case named:
		c.differ++
	default:
		t.Errorf("%s: %s", v.Name, complaint)
	}
}

func eachVector(t *testing.T, kind string, check func(t *testing.T, v vector) string) {
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			var c tally
			for _, v := range vectors(t, file, kind) {
				c.check(t, v, check(t, v))
			}
			t.Logf("%d agree, %d are named differences", c.agree, c.differ)
		})
	}
}

func TestVerifyVectors(t *testing.T) {
	eachVector(t, "verify", func(t *testing.T, v vector) string {
		var verifier aguistream.Verifier
		accepted := 0
		var err error
		for _, data := range v.Input {
			var e agui.Event
			if e, err = (&agui.Decoder{}).Event(data); err != nil {
				break
			}
			if err = verifier.Verify(e); err != nil {
				break
			}
			accepted++
		}
		if accepted != v.Accepted || (err == nil) != v.OK {
			return fmt.Sprintf("%d accepted, %v; want %d, %s", accepted, err, v.Accepted, v.Error)
		}
		return ""
	})
}

func TestChunkVectors(t *testing.T) {
	eachVector(t, "chunks", func(t *testing.T, v vector) string {
		var x aguistream.Expander
		out := []agui.Event{}
		list, err := events(v.Input)
		for _, e := range list {
			more, failed := x.Expand(e)
			out = append(out, more...)
			if failed != nil {
				err = failed
				break
			}
		}
		if (err == nil) != v.OK {
			return fmt.Sprintf("error %v, want %s", err, v.Error)
		}
		if got := toJSON(t, out); !sameJSON(t, got, v.Output) {
			return fmt.Sprintf("got  %s\nwant %s", got, v.Output)
		}
		return ""
	})
}

func TestCompactVectors(t *testing.T) {
	eachVector(t, "compact", func(t *testing.T, v vector) string {
		list, err := events(v.Input)
		if err != nil {
			return err.Error()
		}
		before := toJSON(t, list)
		out := aguistream.Compact(list)
		if after := toJSON(t, list); string(before) != string(after) {
			return "the input has changed"
		}
		if out == nil {
			out = []agui.Event{}
		}
		if got := toJSON(t, out); !sameJSON(t, got, v.Output) {
			return fmt.Sprintf("got  %s\nwant %s\nfrom %s", got, v.Output, before)
		}
		return ""
	})
}

func TestApplyVectors(t *testing.T) {
	eachVector(t, "apply", func(t *testing.T, v vector) string {
		c := begin(t, v)
		var x aguistream.Expander
		var verifier aguistream.Verifier
		list, err := events(v.Input)
		before := toJSON(t, list)
		err = receive(&x, &verifier, c, list, err)
		if (err == nil) != v.OK {
			return fmt.Sprintf("error %v, want %s", err, v.Error)
		}
		if after := toJSON(t, list); string(before) != string(after) {
			return "the input has changed"
		}
		if c.Messages == nil {
			c.Messages = []agui.Message{}
		}
		if got := toJSON(t, c.Messages); v.Messages != nil && !sameJSON(t, got, v.Messages) {
			return fmt.Sprintf("messages\n  %s\nwant\n  %s\nfrom\n  %s", got, v.Messages, before)
		}
		if v.State != nil && !sameJSON(t, c.State(), v.State) {
			return fmt.Sprintf("state %s, want %s", c.State(), v.State)
		}
		if v.OK && v.Result != nil && !sameJSON(t, orNull(c.Result), v.Result) {
			return fmt.Sprintf("result %s, want %s", c.Result, v.Result)
		}
		if v.PendingInterrupts != nil && !sameJSON(t, toJSON(t, c.Pending), v.PendingInterrupts) {
			return fmt.Sprintf("pending %s, want %s", toJSON(t, c.Pending), v.PendingInterrupts)
		}
		return ""
	})
}

func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// receive does what a consumer does with events, of which the one behind the last cannot be read where err is not nil.
func receive(x *aguistream.Expander, v *aguistream.Verifier, c *aguistream.Conversation, list []agui.Event, err error) error {
	for _, e := range list {
		out, failed := x.Expand(e)
		if failed != nil {
			return failed
		}
		for _, e := range out {
			if failed := v.Verify(e); failed != nil {
				return failed
			}
			c.Apply(e)
		}
	}
	return err
}

func TestCallVectors(t *testing.T) {
	var c tally
	for _, v := range vectors(t, "streams", "call") {
		got, err, ours := call(t, v)
		if !ours {
			continue
		}
		complaint := ""
		switch {
		case (err != nil) != (v.Error != nil):
			complaint = fmt.Sprintf("error %v, want %s", err, v.Error)
		case err == nil && !sameJSON(t, got, v.Output):
			complaint = fmt.Sprintf("got %s, want %s", got, v.Output)
		}
		c.check(t, v, complaint)
	}
	t.Logf("%d agree, %d are named differences", c.agree, c.differ)
	if c.agree == 0 {
		t.Error("no function was called")
	}
}

var errArgument = errors.New("the argument is none of its type")

// call calls the function of a vector, if there is one like it.
func call(t *testing.T, v vector) (got []byte, err error, ours bool) {
	const undefined = `{"$undefined":true}`
	switch v.Function {
	case "mergeMetadata":
		var maps [2]agui.Metadata
		for i, arg := range v.Arguments {
			if string(arg) != undefined && json.Unmarshal(arg, &maps[i]) != nil {
				return nil, errArgument, true
			}
		}
		out := aguistream.MergeMetadata(maps[0], maps[1])
		if out == nil {
			return []byte(undefined), nil, true
		}
		return toJSON(t, out), nil, true
	case "buildResumeArray":
		var asked []agui.Interrupt
		var answers map[string]json.RawMessage
		if json.Unmarshal(v.Arguments[0], &asked) != nil || json.Unmarshal(v.Arguments[1], &answers) != nil {
			return nil, errArgument, true
		}
		given := map[string]agui.ResumeEntry{}
		for id, a := range answers {
			e := agui.ResumeEntry{}
			var plain struct{ Status string }
			if err := json.Unmarshal(a, &plain); err != nil {
				return nil, err, true
			}
			var payload map[string]json.RawMessage
			if err := json.Unmarshal(a, &payload); err != nil {
				return nil, err, true
			}
			e.Status, e.Payload = agui.ResumeEntryStatus(plain.Status), payload["payload"]
			given[id] = e
		}
		out, err := aguistream.Resume(asked, given)
		if err != nil {
			return nil, err, true
		}
		return toJSON(t, out), nil, true
	case "contentToText":
		var c agui.Content
		if string(v.Arguments[0]) != undefined {
			if err := json.Unmarshal(v.Arguments[0], &c); err != nil {
				return nil, err, true
			}
		}
		return toJSON(t, aguistream.PlainText(c)), nil, true
	}
	return nil, nil, false
}
