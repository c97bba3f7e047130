package aguistream_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// readAll returns all events, the notes and what the Decoder reports.
func readAll(t testing.TB, r *aguistream.Reader) (list []agui.Event, notes []string) {
	t.Helper()
	r.OnNote = func(n aguistream.Note) { notes = append(notes, n.String()) }
	r.Decoder.OnUnknown = func(u agui.Unknown) { notes = append(notes, fmt.Sprint(u)) }
	for {
		e, err := r.Next()
		if err == io.EOF {
			return list, notes
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
}

func frames(lines ...string) string {
	return "data: " + strings.Join(lines, "\n\ndata: ") + "\n\n"
}

func content(id, delta string) string {
	return `{"type":"TEXT_MESSAGE_CONTENT","messageId":"` + id + `","delta":"` + delta + `"}`
}

func thought(id, delta string) string {
	return `{"type":"REASONING_MESSAGE_CONTENT","messageId":"` + id + `","delta":"` + delta + `"}`
}

// Characters that are cut in two are joined, of one message, and of nothing else.
func TestHalves(t *testing.T) {
	const alone = "ends in half of a character, of which the other half does not follow"
	for _, tt := range []struct {
		name  string
		lines []string
		want  string // the texts
		notes string
	}{
		{"in two", []string{content("m", `a\ud83d`), content("m", `\ude00b`)}, "a|😀b", ""},
		{"capitals", []string{content("m", `a\uD83D`), content("m", `\uDE00b`)}, "a|😀b", ""},
		{"nothing else", []string{content("m", `\ud83d`), content("m", `\ude00`)}, "|😀", ""},
		{"one after the other", []string{content("m", `\ud83d`), content("m", `\ude00\ud83d`), content("m", `\ude01`)}, "|😀|😁", ""},
		{"an empty text between", []string{content("m", `\ud83d`), content("m", ``), content("m", `\ude00`)}, "||😀", ""},
		{"interleaved", []string{content("m", `\ud83d`), content("n", `x\ud83d`), content("m", `\ude00`), content("n", `\ude01`)}, "|x|😀|😁", ""},
		{"another kind with that id", []string{content("m", `\ud83d`), thought("m", `\ude00`), content("m", `\ude00`)}, "|\ufffd|😀",
			"{/delta ReasoningMessageContentEvent text}"},
		{"no other half", []string{content("m", `a\ud83d`), content("m", `b`)}, "a|\ufffdb", "event 1: TEXT_MESSAGE_CONTENT " + alone},
		{"the end of the message", []string{content("m", `a\ud83d`), `{"type":"TEXT_MESSAGE_END","messageId":"m"}`}, "a|", "event 1: TEXT_MESSAGE_CONTENT " + alone},
		{"the end of the stream", []string{content("m", `a\ud83d`)}, "a", "event 1: TEXT_MESSAGE_CONTENT " + alone},
		{"the end of the run", []string{content("m", `\ud83d`), `{"type":"RUN_ERROR","message":"m"}`, content("m", `\ude00`)}, "||\ufffd",
			"event 1: TEXT_MESSAGE_CONTENT " + alone + " {/delta TextMessageContentEvent text}"},
		{"a second half alone", []string{content("m", `\ude00`)}, "\ufffd", "{/delta TextMessageContentEvent text}"},
		{"a first half within", []string{content("m", `\ud83dx\ud83d`), content("m", `\ude00`)}, "\ufffdx|😀", "{/delta TextMessageContentEvent text}"},
		{"two first halves", []string{content("m", `\ud83d\ud83d`), content("m", `\ude00`)}, "\ufffd|😀", "{/delta TextMessageContentEvent text}"},
		{"an escaped backslash", []string{content("m", `\\ud83d`), content("m", `\ude00`)}, `\ud83d|` + "\ufffd", "{/delta TextMessageContentEvent text}"},
		{"whole pairs", []string{content("m", `\ud83d\ude00`), content("m", `\u00e9`)}, "😀|é", ""},
		{"chunks without id", []string{`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"\ud83d"}`, `{"type":"TEXT_MESSAGE_CHUNK","delta":"\ude00"}`}, "|😀", ""},
		{"chunks of two senders", []string{`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"\ud83d"}`,
			`{"type":"TEXT_MESSAGE_CHUNK","messageId":"n","subagentRunId":"s","delta":"x\ud83d"}`, `{"type":"TEXT_MESSAGE_CHUNK","subagentRunId":"s","delta":"\ude01"}`,
			`{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"\ude00"}`}, "|x|😁|😀", ""},
		{"arguments", []string{`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"\"\ud83d"}`, `{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"\ude00\""}`}, `"|😀"`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, notes := readAll(t, aguistream.NewReader(strings.NewReader(frames(tt.lines...))))
			var texts []string
			for _, e := range list {
				texts = append(texts, deltaOf(e))
			}
			if got := strings.Join(texts, "|"); got != tt.want || len(list) != len(tt.lines) {
				t.Errorf("texts %q, want %q", got, tt.want)
			}
			if got := strings.Join(notes, " "); got != tt.notes {
				t.Errorf("notes %s, want %s", got, tt.notes)
			}
		})
	}
}

func deltaOf(e agui.Event) string {
	switch e := e.(type) {
	case *agui.TextMessageContentEvent:
		return e.Delta
	case *agui.ReasoningMessageContentEvent:
		return e.Delta
	case *agui.ToolCallArgsEvent:
		return e.Delta
	case *agui.TextMessageChunkEvent:
		return *e.Delta
	}
	return ""
}

// With Keep, a half that stays alone is what it was when it is written again.
func TestHalvesKept(t *testing.T) {
	text := frames(content("m", `a\ud83d`), content("m", `b\ude00`), content("m", `\ud83d`), content("m", `\ude00`))
	r := aguistream.NewReader(strings.NewReader(text))
	r.Decoder.Keep = true
	list, _ := readAll(t, r)
	var out []byte
	for _, e := range list {
		var err error
		if out, err = aguistream.AppendSSE(out, e); err != nil {
			t.Fatal(err)
		}
	}
	if want := frames(content("m", `a`), content("m", `\ud83db\ude00`), content("m", ``), content("m", `😀`)); string(out) != want {
		t.Errorf("got %s", out)
	}
}

// However many messages wait, what is held of them is bounded.
func TestManyHalves(t *testing.T) {
	var lines []string
	for i := range 1000 {
		lines = append(lines, content(fmt.Sprint(i), `\ud83d`))
	}
	lines = append(lines, content("999", `\ude00`), content("0", `\ude00`))
	list, notes := readAll(t, aguistream.NewReader(strings.NewReader(frames(lines...))))
	if a, b := deltaOf(list[1000]), deltaOf(list[1001]); a != "😀" || b != "\ufffd" || len(notes) != 1000 {
		t.Errorf("%q, %q, %d notes", a, b, len(notes))
	}
}

// TestReadAllocations counts what reading a stream costs: events share memory, unless that is turned off.
func TestReadAllocations(t *testing.T) {
	text := chat(t, 1000)
	read := func(separate bool) float64 {
		return testing.AllocsPerRun(5, func() {
			r := aguistream.NewReader(bytes.NewReader(text))
			r.Separate = separate
			for _, err := range r.All() {
				if err != nil {
					t.Fatal(err)
				}
			}
		}) / 1004
	}
	if shared := read(false); shared > 0.06 {
		t.Errorf("%.3f allocations an event", shared)
	}
	if separate := read(true); separate < 1.9 {
		t.Errorf("%.3f allocations an event that shares nothing", separate)
	}
}

// Nothing of the buffer that is read into is in an event.
func TestEventsAreOwn(t *testing.T) {
	for _, separate := range []bool{false, true} {
		var lines []string
		for i := range 500 {
			lines = append(lines, content("m", fmt.Sprint(" word", i)))
		}
		r := aguistream.NewReader(strings.NewReader(frames(lines...)))
		r.Separate = separate
		list, _ := readAll(t, r)
		for i, e := range list {
			if got := e.(*agui.TextMessageContentEvent); got.MessageID != "m" || got.Delta != fmt.Sprint(" word", i) {
				t.Fatalf("event %d is %v", i, got)
			}
		}
	}
}

// A limit that is set holds for each event, and the stream ends where it is exceeded.
func TestMaxEvent(t *testing.T) {
	r := aguistream.NewReader(strings.NewReader(frames(content("m", "a"), content("m", strings.Repeat("b", 1000)), content("m", "c"))))
	r.MaxEvent = 500
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := r.Next(); !errors.Is(err, aguistream.ErrTooLarge) {
			t.Errorf("error %v", err)
		}
	}
}
