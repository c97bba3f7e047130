package runtime

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// readAll reads a list of objects as often as the reader wants, and tells what they had and lacked.
func readAll(d *Decoder, doc string) (members []string, err error) {
	var r reader
	for r.begin(d, []byte(doc)); r.pass(); {
		members = nil
		for more := r.list("#"); more; more = r.more() {
			at, seen, more := r.object(&wide, 0)
			for ; more; more = r.next() {
				for i, m := range wide.members {
					if m.name == string(r.key) {
						seen = r.mark(seen, 1<<i)
					}
				}
				members = append(members, string(r.key)+"="+r.string("#"))
			}
			if seen&3 != 3 {
				r.missing(&wide, at, seen)
			}
		}
	}
	return members, r.done()
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestOnMissing(t *testing.T) {
	for _, test := range []struct {
		doc, asked, read, told, err string
	}{
		{`[{"messageId":"a","toolCallId":"b"}]`, "", "messageId=a toolCallId=b", "", ""},
		{`[{"messageId":"a"}]`, "/0.toolCallId", "toolCallId=new messageId=a", "missing /0/toolCallId", ""},
		{`[{},{ "delta":"d" }]`, "/0.messageId /0.toolCallId /1.messageId /1.toolCallId",
			"messageId=new toolCallId=new messageId=new toolCallId=new delta=d",
			"missing /0/messageId missing /0/toolCallId missing /1/messageId missing /1/toolCallId", ""},
		{`[{"messageId":"a","messageId":"c"}]`, "/0.toolCallId", "toolCallId=new messageId=c", "missing /0/toolCallId", ""},
		{`[{"messageId":"refuse"}]`, "/0.toolCallId", "messageId=refuse", "", `/0: Wide: missing required property "toolCallId"`},
		{`[{"messageId":"broken"},{"toolCallId":"x"}]`, "/0.toolCallId /1.messageId", "messageId=broken messageId=new toolCallId=x",
			"missing /1/messageId", "/0: OnMissing returned no value of toolCallId: the value is not JSON: byte 1: unterminated string\n" +
				`/0: Wide: missing required property "toolCallId"`},
		{`[{"messageId":"wrong"}]`, "/0.toolCallId", "toolCallId= messageId=wrong", "missing /0/toolCallId",
			"/0/toolCallId: expected a string, found a number"},
		{`[{"messageId":"a"}]x`, "/0.toolCallId", "toolCallId=new messageId=a", "missing /0/toolCallId",
			"byte 19: found 'x': unexpected data after the document"},
		{`[{"messageId":"a"]`, "", "messageId=a", "", "byte 17 in /0: found ']': expected ',' or '}'"},
	} {
		t.Run(test.doc, func(t *testing.T) {
			var asked, told []string
			d := Decoder{
				OnMissing: func(m Missing) (json.RawMessage, bool) {
					asked = append(asked, m.InstanceLocation+"."+m.Property)
					switch {
					case strings.Contains(test.doc, "refuse"):
						return json.RawMessage(`"unused"`), false
					case strings.Contains(test.doc, "broken") && m.InstanceLocation == "/0":
						return json.RawMessage(`"`), true
					case strings.Contains(test.doc, "wrong"):
						return json.RawMessage(` 7 `), true
					}
					return json.RawMessage(`"new"`), true
				},
				OnUnknown: func(u Unknown) { told = append(told, string(u.Kind)+" "+u.InstanceLocation) },
			}
			members, err := readAll(&d, test.doc)
			for _, c := range []struct{ what, got, want string }{
				{"asked for", strings.Join(asked, " "), test.asked},
				{"read", strings.Join(members, " "), test.read},
				{"reported", strings.Join(told, " "), test.told},
				{"the error", message(err), test.err},
			} {
				if c.got != c.want {
					t.Errorf("%s: %s\n%s\nwant\n%s", test.doc, c.what, c.got, c.want)
				}
			}
		})
	}
}

// TestOnMissingStrict makes sure that a strict Decoder asks for nothing.
func TestOnMissingStrict(t *testing.T) {
	_, err := readAll(&Decoder{Strict: true, OnMissing: func(Missing) (json.RawMessage, bool) {
		t.Error("asked")
		return nil, true
	}}, `[{}]`)
	if !errors.Is(err, ErrMissing) {
		t.Errorf("got %v", err)
	}
}

// TestOnMissingMany heals more objects than a list of findings holds.
func TestOnMissingMany(t *testing.T) {
	const n = 3 * maxFindings
	calls, told := 0, 0
	d := Decoder{
		OnMissing: func(Missing) (json.RawMessage, bool) { calls++; return json.RawMessage(`"x"`), true },
		OnUnknown: func(Unknown) { told++ },
	}
	members, err := readAll(&d, "["+strings.Repeat("{},", n-1)+"{}]")
	if err != nil || calls != 2*n || len(members) != 2*n || told != maxFindings {
		t.Errorf("%d calls, %d members, %d reports, %v", calls, len(members), told, err)
	}
}
