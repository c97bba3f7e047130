package agui_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/aguigen/aguigen/generated/agui"
)

func delta(text string) string {
	return `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":` + text + `}`
}

func metadata(m string) string {
	return `{"type":"STEP_STARTED","metadata":` + m + `,"stepName":"s"}`
}

// TestHalvesMeet puts two kept halves together, as one does with the deltas of a message.
func TestHalvesMeet(t *testing.T) {
	keep := agui.Decoder{Keep: true}
	var first, second agui.TextMessageContentEvent
	if err := keep.Unmarshal([]byte(delta(`"a\ud83d"`)), &first); err != nil {
		t.Fatal(err)
	}
	if err := keep.Unmarshal([]byte(delta(`"\ude00b"`)), &second); err != nil {
		t.Fatal(err)
	}
	first.Delta += second.Delta
	if got, err := first.AppendJSON(nil); string(got) != delta(`"a😀b"`) || err != nil {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestEncodesUTF8 encodes values that were built of bytes that are not UTF-8. Keys that would become one are refused.
func TestEncodesUTF8(t *testing.T) {
	step := agui.NewStepStartedEvent("a\xffb")
	if got, err := step.AppendJSON(nil); err != nil || !utf8.Valid(got) {
		t.Errorf("got %q, %v", got, err)
	}
	for name, m := range map[string]agui.Metadata{
		"keys that become one": {"\xff": raw("1"), "\xfe": raw("2")},
		"key that is another":  {"\xff": raw("1"), "�": raw("2")},
	} {
		t.Run(name, func(t *testing.T) {
			step.Metadata = m
			if got, err := step.AppendJSON([]byte("before")); err == nil || string(got) != "before" {
				t.Errorf("%s: got %q, %v", name, got, err)
			}
		})
	}
	step.Metadata = agui.Metadata{"\xff": raw("1"), "b": raw("2"), "\xff\xff": raw("3")}
	if got, err := step.AppendJSON(nil); err != nil || !strings.Contains(string(got), `{"b":2,"�":1,"��":3}`) {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestErrorTexts reads documents whose keys and values would make an error long, or break lines.
func TestErrorTexts(t *testing.T) {
	long, lines := strings.Repeat("k", 1<<20), `\n\u001b[31mERROR forged\u2028\u0000`
	for _, data := range []string{
		`{"` + long + `":`, `{"` + lines + `":`, `{"a":{"` + lines + `":[}}`, `{"type":"` + long + `"`,
		metadata(`{"` + long + `":{"x":[1,}}}`), metadata(`{"` + lines + `":{"x":[1,}}}`), metadata(strings.Repeat(`{"k":`, 9000)),
		`{"type":"STEP_STARTED","stepName":"s","` + long + `":1}`, `{"type":"STEP_STARTED","stepName":"s","` + lines + `":1}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"m","role":"` + long + `"}`, `{"type":"` + lines + `"}`, `{"type":"` + long + `"}`,
		`{"type":"STATE_DELTA","delta":[{"op":"remove","path":"` + long + `"}]}`, `{"type":"STATE_DELTA","delta":[{"op":"remove","path":"` + lines + `"}]}`,
		`{"type":"STEP_STARTED","stepName":"s","timestamp":` + strings.Repeat("9", 1<<20) + `}`,
		`{"type":"MESSAGES_SNAPSHOT","messages":[1` + strings.Repeat(",1", 20_000) + `]}`,
	} {
		_, err := (&agui.Decoder{Strict: true}).Event([]byte(data))
		if err == nil {
			t.Errorf("%.60s: no error", data)
			continue
		}
		if text := err.Error(); len(text) > 64<<10 {
			t.Errorf("%.60s: the error has %d bytes: %.100s", data, len(text), text)
		}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if len(line) > 4<<10 || strings.ContainsFunc(line, func(c rune) bool { return !unicode.IsPrint(c) }) || strings.HasPrefix(line, "ERROR") {
				t.Errorf("%.60s: %d bytes: %.200q", data, len(line), line)
			}
		}
		var syntax *agui.SyntaxError
		if errors.As(err, &syntax) && len(syntax.InstanceLocation) > 4<<10 {
			t.Errorf("%.60s: the error holds a place of %d bytes", data, len(syntax.InstanceLocation))
		}
	}
}
