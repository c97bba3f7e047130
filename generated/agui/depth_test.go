package agui_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// nested is so many arrays around a text that must not be taken for brackets.
func nested(n int) json.RawMessage {
	return json.RawMessage(strings.Repeat("[", n) + `"]}\"{["` + strings.Repeat("]", n))
}

// TestDepthOfTheWhole encodes raw values at the limit of nesting, which counts their holders too: what is written can be
// read, and what could not be read is refused.
func TestDepthOfTheWhole(t *testing.T) {
	for name, test := range map[string]struct {
		around int // containers around the raw value
		make   func(raw json.RawMessage) agui.Event
	}{
		"of an event": {1, func(raw json.RawMessage) agui.Event { return agui.NewRawEvent(raw) }},
		"in a map": {2, func(raw json.RawMessage) agui.Event {
			e := agui.NewStepStartedEvent("s")
			e.Metadata = agui.Metadata{"k": raw}
			return e
		}},
		"in a list": {6, func(raw json.RawMessage) agui.Event {
			call := agui.NewToolCall("c", *agui.NewFunctionCall("f", "\"}]{"))
			call.Metadata = agui.Metadata{"k": raw}
			m := agui.NewAssistantMessage("a")
			m.ToolCalls = []agui.ToolCall{*call}
			return agui.NewMessagesSnapshotEvent([]agui.Message{m})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{9_900, 10_000 - test.around, 10_001 - test.around, 10_000} {
				text, err := agui.AppendEvent([]byte(`{"before":"\\"}`+"\n"), test.make(nested(n)))
				if fits := n+test.around <= 10_000; fits != (err == nil) {
					t.Errorf("%d levels in %d: %v", n, test.around, err)
				}
				if err == nil {
					if _, err := agui.UnmarshalEvent(text[len(`{"before":"\\"}`):]); err != nil {
						t.Errorf("%d levels in %d cannot be read: %v", n, test.around, err)
					}
				}
			}
		})
	}
}

// TestNilUnknown asks variants that are nil pointers.
func TestNilUnknown(t *testing.T) {
	var e *agui.UnknownEvent
	var m *agui.UnknownMessage
	var p *agui.UnknownContentPart
	var s *agui.UnknownPartSource
	var o *agui.UnknownJSONPatchOperation
	if e.Type() != "" || m.Role() != "" || p.Type() != "" || s.Type() != "" || o.Op() != "" {
		t.Error("a nil pointer has a discriminator")
	}
	for _, v := range []interface {
		Validate() error
		AppendJSON([]byte) ([]byte, error)
	}{e, m, p, s, o} {
		if err := v.Validate(); err == nil {
			t.Errorf("%T is valid", v)
		}
		if out, err := v.AppendJSON([]byte("before")); err == nil || string(out) != "before" {
			t.Errorf("%T became %q", v, out)
		}
	}
}
