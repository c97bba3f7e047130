package agui_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// TestKindsOfErrors checks that a caller can branch on what went wrong.
func TestKindsOfErrors(t *testing.T) {
	kinds := map[string]error{
		"malformed": agui.ErrMalformed, "missing": agui.ErrMissing, "unknown": agui.ErrUnknown,
		"syntax": agui.ErrSyntax, "too deep": agui.ErrTooDeep, "too many": agui.ErrTooMany,
	}
	for _, c := range []struct {
		kind, data, at string
		strict         bool
	}{
		{"malformed", `{"type":"STEP_STARTED","stepName":5}`, "/stepName", false},
		{"malformed", finished(`{"type":"interrupt","interrupts":[]}`), "/outcome/interrupts", false},
		{"malformed", `{"type":"STATE_DELTA","delta":[{"op":"remove","path":"a"}]}`, "/delta/0/path", false},
		{"malformed", `{"type":"STEP_STARTED","stepName":"s","timestamp":1e20}`, "/timestamp", false},
		{"malformed", `{"type":"TEXT_MESSAGE_START","messageId":"m","role":"x"}`, "/role", false},
		{"malformed", `{"type":"STEP_STARTED","stepName":"s","rawEvent":null}`, "/rawEvent", false},
		{"missing", snapshot(user + `,{"role":"user","content":""}`), "/messages/1", false},
		{"unknown", `{"type":"STEP_STARTED","stepName":"s","x":1}`, "", true},
		{"unknown", snapshot(`{"role":"robot"}`), "/messages/0", true},
		{"unknown", `{"type":"FUTURE"}`, "", true},
		{"syntax", `{"type":"RAW","event":[1,]}`, "/event", false},
		{"too deep", `{"type":"RAW","event":` + strings.Repeat("[", 10_000), "/event" + strings.Repeat("/0", 247) + "…" + strings.Repeat("/0", 250), false},
	} {
		_, err := (&agui.Decoder{Strict: c.strict}).Event([]byte(c.data))
		for name, kind := range kinds {
			if is := errors.Is(err, kind); is != (name == c.kind) && (name != "malformed" || c.kind != "unknown") {
				t.Errorf("%.80s: errors.Is(%s) is %v: %.200v", c.data, name, is, err)
			}
		}
		var syntax *agui.SyntaxError
		var one *agui.ValidationError
		var all agui.ValidationErrors
		if c.kind == "syntax" || c.kind == "too deep" {
			if !errors.As(err, &syntax) || errors.As(err, &one) || syntax.InstanceLocation != c.at {
				t.Errorf("%.80s: got %#v", c.data, err)
			}
			continue
		}
		if !errors.As(err, &one) || !errors.As(err, &all) || errors.As(err, &syntax) {
			t.Errorf("%s: got %#v", c.data, err)
			continue
		}
		if one != all[0] || one.InstanceLocation != c.at || one.Message == "" || !strings.HasPrefix(one.SchemaLocation, "#/$defs/") ||
			!strings.HasSuffix(one.SchemaLocation, "/"+one.Keyword) {
			t.Errorf("%s: got %+v", c.data, *one)
		}
	}
}

// TestSeveralKinds checks that one error can be of several kinds.
func TestSeveralKinds(t *testing.T) {
	_, err := (&agui.Decoder{Strict: true}).Event([]byte(`{"type":"TEXT_MESSAGE_CONTENT","messageId":5,"x":1}`))
	for _, kind := range []error{agui.ErrMalformed, agui.ErrMissing, agui.ErrUnknown} {
		if !errors.Is(err, kind) {
			t.Errorf("%v is not %v", err, kind)
		}
	}
	var all agui.ValidationErrors
	if !errors.As(err, &all) || len(all) != 3 {
		t.Errorf("got %d violations: %v", len(all), err)
	}
	for _, e := range all {
		if e.Keyword != "type" && e.Property == "" {
			t.Errorf("%s has no property: %v", e.Keyword, e)
		}
	}
}

// TestTooMany checks that a hostile document does not make the list long.
func TestTooMany(t *testing.T) {
	err := agui.ValidateJSON("JsonPatch", []byte("["+strings.Repeat("1,", 20_000)+"1]"))
	var all agui.ValidationErrors
	if !errors.As(err, &all) || len(all) > 10_001 || !errors.Is(err, agui.ErrTooMany) {
		t.Errorf("got %d violations, ErrTooMany %v", len(all), errors.Is(err, agui.ErrTooMany))
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct {
		data   string
		offset int64
		at     string
	}{
		{`{"type":"RAW","event":{"a":[1,2,tru]}}`, 32, "/event/a/2"},
		{`{"type":"RAW","event":{"a/b":"\x"}}`, 30, "/event/a~1b"},
		{"{\"type\":\"RAW\",\"event\":\"a\nb\"}", 24, "/event"},
		{`{"type":"RAW" "event":1}`, 14, ""},
		{`{"type":"RAW","event" 1}`, 22, ""},
		{`{"type":"RAW",event:1}`, 14, ""},
		{`{"type":"RAW","event":1,}`, 24, ""},
		{`{"type":"RAW","event":"a`, 24, "/event"},
		{`{"type":"RAW","event":"\ud80`, 23, "/event"},
		{`{"type":"RAW","event":[1 2]}`, 25, "/event/1"},
		{`{"type":"RAW","event":[1,]}`, 25, "/event"},
		{`[DONE]`, 1, "/0"},
		{`{'type':1}`, 1, ""},
		{`{"type":"STEP_STARTED","stepName":"s","x":{"y":nul}}`, 47, "/x/y"},
		{`{"type":"FUTURE","x":[{"y":-}]}`, 27, "/x/0/y"},
		{"hello", 0, ""},
	} {
		t.Run(c.data, func(t *testing.T) {
			for _, d := range []agui.Decoder{{}, {Strict: true}, {Keep: true}} {
				_, err := d.Event([]byte(c.data))
				var e *agui.SyntaxError
				switch {
				case !errors.As(err, &e):
					t.Errorf("%s: got %v", c.data, err)
				case e.Offset != c.offset || e.InstanceLocation != c.at || !strings.HasPrefix(e.Error(), fmt.Sprintf("byte %d", c.offset)):
					t.Errorf("%s: got byte %d at %q, want %d at %q: %v", c.data, e.Offset, e.InstanceLocation, c.offset, c.at, e)
				}
			}
		})
	}
}

// TestHints checks what a message suggests, and that it does not where nothing is near.
func TestHints(t *testing.T) {
	for _, c := range []struct{ definition, data, hint string }{
		{"Event", `{"type":"TEXT_MESSAGE_CONTENT","message_id":"m","delta":"d"}`, `did you mean "messageId"?`},
		{"Event", `{"type":"TEXT_MESSAGE_CONTENT","MessageID":"m","delta":"d"}`, `did you mean "messageId"?`},
		{"Event", `{"type":"TextMessageStart","messageId":"m"}`, `did you mean "TEXT_MESSAGE_START"?`},
		{"Event", `{"type":"text-message-start","messageId":"m"}`, `did you mean "TEXT_MESSAGE_START"?`},
		{"Event", `{"type":"TEXT_MESAGE_START","messageId":"m"}`, `did you mean "TEXT_MESSAGE_START"?`},
		{"Event", `{"Type":"RAW","event":1}`, `did you mean "type"?`},
		{"Event", `{"type":"TEXT_MESSAGE_START","messageId":"m","role":"Assistant"}`, `did you mean "assistant"?`},
		{"RunAgentInput", runInput(`,"forwarded_props":{}`), `did you mean "forwardedProps"?`},
		{"AgentCapabilities", `{"multiAgent":{"subAgents":[]}}`, `did you mean "subagents"?`},
		{"Event", `{"type":"ERROR","message":"m"}`, ""},
		{"Event", `{"type":"STEP_STARTED","stepName":"s","zzz":1}`, ""},
	} {
		t.Run(c.definition, func(t *testing.T) {
			err := agui.ValidateJSON(c.definition, []byte(c.data))
			switch {
			case err == nil:
				t.Errorf("%s is accepted", c.data)
			case c.hint == "" && strings.Contains(err.Error(), "did you mean"):
				t.Errorf("%s: no name is near: %v", c.data, err)
			case !strings.Contains(err.Error(), c.hint):
				t.Errorf("%s: want %s in: %v", c.data, c.hint, err)
			}
			if err != nil && len(err.Error()) > 400 {
				t.Errorf("%s: the message is %d bytes long", c.data, len(err.Error()))
			}
		})
	}
	if err := agui.ValidateJSON("textMessageStartEvent", []byte("{}")); err == nil || !strings.Contains(err.Error(), `did you mean "TextMessageStartEvent"?`) {
		t.Errorf("got %v", err)
	}
	// What is quoted is cut.
	long := strings.Repeat("é", 100_000)
	for _, data := range []string{`{"type":"` + long + `"}`, `{"type":"STEP_STARTED","stepName":"s","` + long + `":1}`, `{"type":"STATE_DELTA","delta":[{"op":"remove","path":"` + long + `"}]}`} {
		if err := agui.ValidateJSON("Event", []byte(data)); err == nil || len(err.Error()) > 1_000 {
			t.Errorf("a message of %d bytes", len(fmt.Sprint(err)))
		}
	}
}
