package agui_test

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/aguigen/aguigen/generated/agui"
)

// What is read into shared memory is what is read by itself, and belongs to the caller.
func TestArena(t *testing.T) {
	for _, c := range corpora(t) {
		if _, ok := c.values[0].(agui.Event); !ok {
			continue
		}
		var a agui.Arena
		var d agui.Decoder
		var got []agui.Event
		var buf []byte
		for _, doc := range c.docs {
			buf = append(buf[:0], doc...)
			e, err := a.Event(&d, buf)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e)
			clear(buf)
		}
		for i, e := range got {
			want, err := d.Event(c.docs[i])
			if err != nil {
				t.Fatal(err)
			}
			if x, y := fmt.Sprint(e), fmt.Sprint(want); x != y {
				t.Fatalf("%s %d: %s, by itself %s", c.name, i, x, y)
			}
		}
	}
}

// Errors leave what was read before as it is.
func TestArenaErrors(t *testing.T) {
	var a agui.Arena
	var d agui.Decoder
	docs := []string{
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"one"}`, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"two`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","messageId":"n","delta":"\u0061"}`, `{"type":"TEXT_MESSAGE_CONTENT","messageId":1,"delta":"x"}`,
		`{"type":"FUTURE","x":"y"}`, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"` + strings.Repeat("long", 1000) + `"}`, `{"type":"STEP_STARTED","stepName":"s","timestamp":5}`,
	}
	var got, want []string
	var kept []agui.Event
	for range 300 {
		for _, doc := range docs {
			e, err := a.Event(&d, []byte(doc))
			alone, failed := d.Event([]byte(doc))
			if fmt.Sprint(err) != fmt.Sprint(failed) {
				t.Fatalf("%s: error %v, by itself %v", doc, err, failed)
			}
			if err == nil {
				kept, want = append(kept, e), append(want, fmt.Sprint(alone))
			}
		}
	}
	for _, e := range kept {
		got = append(got, fmt.Sprint(e))
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Error("kept events have changed")
	}
}

// An id that repeats is there once, in each chunk.
func TestArenaRepeats(t *testing.T) {
	var a agui.Arena
	var d agui.Decoder
	const id = "message-0123456789-0123456789"
	places := map[*byte]int{}
	for i := range 1000 {
		e, err := a.Event(&d, fmt.Appendf(nil, `{"type":"TEXT_MESSAGE_CONTENT","messageId":%q,"delta":"%d"}`, id, i))
		if err != nil {
			t.Fatal(err)
		}
		places[unsafe.StringData(e.(*agui.TextMessageContentEvent).MessageID)]++
	}
	if len(places) > 5 {
		t.Errorf("the id was copied %d times", len(places))
	}
}

// TestArenaAllocations counts what events cost in a stream.
func TestArenaAllocations(t *testing.T) {
	for _, doc := range []string{
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"message-1","delta":" word"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","timestamp":1790000000000,"messageId":"message-1","subagentRunId":"s","delta":" naïve\n"}`,
		`{"type":"TOOL_CALL_ARGS","toolCallId":"call-1","delta":"{\"a\":"}`,
		`{"type":"STEP_STARTED","stepName":"s"}`,
	} {
		var a agui.Arena
		var d agui.Decoder
		data := []byte(doc)
		const n = 1000
		each := testing.AllocsPerRun(10, func() {
			for range n {
				if _, err := a.Event(&d, data); err != nil {
					t.Fatal(err)
				}
			}
		}) / n
		t.Logf("%.3f allocations for each of %s", each, doc)
		if each > 0.05 {
			t.Errorf("%s: %.3f allocations", doc, each)
		}
	}
}
