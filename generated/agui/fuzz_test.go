package agui_test

import (
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// fuzzSeeds are documents that lead into most of the code. They need no reference data.
var fuzzSeeds = [][2]string{
	{"Event", started},
	{"Event", `{"messageId":"m","type":"TEXT_MESSAGE_START","role":"assistant","name":"é\ud83d\ude00\u0000","timestamp":1.7e12}`},
	{"Event", `{"type":"TEXT_MESSAGE_CONTENT","type":"FUTURE","message_id":"m","delta":"<&>"}`},
	{"Event", `{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a~1","value":null,"x":1},{"op":"inc"},{"op":"move","from":"","path":"/b"}]}`},
	{"Event", finished(`{"type":"interrupt","interrupts":[{"id":"i","reason":"r","responseSchema":{"a":[1.0,{}]},"expiresAt":"x"}]}`)},
	{"Event", finished(`null`)},
	{"Event", parts(`{"type":"image","source":{"type":"data","value":"AA==","mimeType":"a/b"}},{"type":"binary"},{"type":"video","source":{"type":"s3"}}`)},
	{"Event", snapshot(`{"role":"assistant","id":"a","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"metadata":{"":{}}}]},{"role":"robot"}`)},
	{"Event", `{"type":"RUN_ERROR","message":"m","usage":[{"inputTokens":3.0,"model":"m"}],"rawEvent":[1e400,-0]}`},
	{"Event", `{"type":"RAW","event":{"a":1,"a":[[[[]]]]},"source":null}`},
	{"RunAgentInput", runInput(`,"state":{"n":9007199254740993},"tools":[{"name":"n","description":"d","parameters":{}}],"context":[{"description":"d","value":"v"}],"resume":[{"interruptId":"i","status":"resolved","payload":0}]`)},
	{"AgentCapabilities", `{"identity":{"name":"n"},"execution":{"maxIterations":1e2},"multiAgent":{"subagents":[{"name":"s"}]},"custom":{"x":1}}`},
	{"JsonPatch", `[{"op":"test","path":"","value":1}]`},
	{"SubagentFinishedOutcome", `{"type":"suspended","interruptIds":["a",""]}`},
}

func addSeeds(f *testing.F, add func(definition string, data []byte)) {
	for _, s := range fuzzSeeds {
		add(s[0], []byte(s[1]))
	}
	if _, err := os.Stat(filepath.Join("..", "..", "..", "shared")); err == nil {
		for _, fixture := range fixtures(f) {
			if len(fixture.data) < 2_000 {
				add(fixture.definition, fixture.data)
			}
		}
	}
}

// hugeNumber is what comparing numbers by value would write out digit by digit.
var hugeNumber = regexp.MustCompile(`[eE][+-]?[0-9]{4,}`)

// FuzzUnmarshalEvent checks what holds for every document read as an event.
func FuzzUnmarshalEvent(f *testing.F) {
	addSeeds(f, func(_ string, data []byte) { f.Add(data) })
	f.Fuzz(func(t *testing.T, data []byte) {
		checkDocument(t, "Event", data)
		if e, err := (&agui.Decoder{AllowNull: true}).Event(data); err == nil {
			dst, err := agui.AppendEvent([]byte("kept"), e)
			if err != nil || !json.Valid(dst[len("kept"):]) {
				t.Errorf("%q became %q (%v)", data, dst, err)
			}
		}
	})
}

// FuzzUnmarshalDefinition does the same for any definition.
func FuzzUnmarshalDefinition(f *testing.F) {
	definitions := agui.Definitions()
	slices.Sort(definitions)
	addSeeds(f, func(definition string, data []byte) { f.Add(byte(slices.Index(definitions, definition)), data) })
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		checkDocument(t, definitions[int(which)%len(definitions)], data)
	})
}

// checkDocument reads a document in every way. Nothing may panic, the verdicts have to agree, and what was read has to
// survive being written.
func checkDocument(t *testing.T, definition string, data []byte) {
	given := slices.Clone(data)
	verdict := agui.ValidateJSON(definition, data)
	checkRules(t, verdict)
	var results []any
	var accepted error // what the default rules say
	for _, d := range []agui.Decoder{{Strict: true}, {}, {Keep: true}, {AllowNull: true}} {
		reports := 0
		d.OnUnknown = func(u agui.Unknown) {
			if u.Kind != agui.UnknownKindText { // which the schema allows
				reports++
			}
		}
		v, ok, err := decodeAs(&d, definition, data)
		if !ok {
			return
		}
		if d.Strict && (err == nil) != (verdict == nil) {
			t.Fatalf("%s: strict decoding says %v, ValidateJSON %v", definition, err, verdict)
		}
		if !d.Strict && verdict == nil && (err != nil || reports != 0) {
			t.Fatalf("%s: it is valid, yet %d reports and %v", definition, reports, err)
		}
		checkRules(t, err)
		switch {
		case !d.Strict && !d.Keep && !d.AllowNull:
			accepted = err
		case !d.Strict && accepted == nil && err != nil:
			t.Fatalf("%s: the default rules read it, with Keep %t, AllowNull %t: %v", definition, d.Keep, d.AllowNull, err)
		}
		if err == nil {
			checkAgain(t, definition, d, v)
			results = append(results, v)
		}
		if err == nil && d.Keep {
			checkKept(t, v, data)
		}
	}
	if verdict == nil && !reflect.DeepEqual(results[0], results[1]) {
		t.Errorf("%s: strict decoding makes another value", definition)
	}
	if !slices.Equal(given, data) {
		t.Errorf("the document was changed")
	}
}

// checkAgain writes a value and reads it.
func checkAgain(t *testing.T, definition string, d agui.Decoder, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%s: does not encode: %v", definition, err)
	}
	d.OnUnknown = nil
	again, _, err := decodeAs(&d, definition, text)
	if err != nil {
		t.Fatalf("%s: %v in %s", definition, err, text)
	}
	second, err := json.Marshal(again)
	if err != nil || string(second) != string(text) {
		t.Fatalf("%s: %s became %s (%v)", definition, text, second, err)
	}
}

// checkKept compares the document with what Keep wrote. JSON text that encoding/json reads otherwise than it stands, a
// key given twice or bytes that are no UTF-8, is read the same way on both sides.
func checkKept(t *testing.T, v any, data []byte) {
	if hugeNumber.Match(data) {
		return
	}
	if got, want := encoded(t, v), canonical(t, data); got != want {
		t.Errorf("%q became\n%s\nwant\n%s", data, got, want)
	}
}

// TestNumbersCompare guards the comparison above: it has to see the last digit.
func TestNumbersCompare(t *testing.T) {
	if a, b := canonical(t, []byte("9007199254740993")), canonical(t, []byte("9007199254740992")); a == b {
		t.Error("the comparison is blind")
	}
	if _, ok := new(big.Rat).SetString("1e400"); !ok || !hugeNumber.MatchString("1e4000") || hugeNumber.MatchString(strings.Repeat("1", 20)) {
		t.Error("the guard is wrong")
	}
}
