package agui_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// halfKnown are parts and messages that hold something of a newer protocol and something malformed.
var halfKnown = [][2]string{
	{"Event", parts(`{"type":"image","id":7,"source":{"type":"ether"}}`)},
	{"Event", parts(`{"type":"image","source":{"type":"ether"},"metadata":null}`)},
	{"Event", parts(`{"type":"image","source":{"type":"url","value":1}}`)},
	{"Event", finished(`{"type":"paused","interrupts":1}`)},
	{"ContentPart", `{"type":"image","id":7,"source":{"type":"ether"}}`},
	{"ImagePart", `{"type":"image","id":7,"source":{"type":"ether"}}`},
	{"ImagePart", `{"type":"image","source":{"type":"ether"}}`},
	{"Event", metadata("{\"\xff\":1,\"\xfe\":2}")},
	{"Event", delta("\"\",\"x\":{\"\xff\":1,\"\xfe\":2}")},
	{"Event", delta(`"\ud83d"`)},
	{"Event", metadata(`{"\ud83d":1,"\ud83e":2}`)},
}

// FuzzSubsets holds the Decoders against each other: what Strict reads, the protocol's rules read, and what they read,
// Keep reads.
func FuzzSubsets(f *testing.F) {
	definitions := agui.Definitions()
	slices.Sort(definitions)
	add := func(definition string, data []byte) { f.Add(byte(slices.Index(definitions, definition)), data) }
	addSeeds(f, add)
	for _, s := range halfKnown {
		add(s[0], []byte(s[1]))
	}
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		checkSubsets(t, definitions[int(which)%len(definitions)], data)
	})
}

func checkSubsets(t *testing.T, definition string, data []byte) {
	t.Helper()
	looser := "ValidateJSON"
	before := agui.ValidateJSON(definition, data)
	for _, d := range []struct {
		name string
		agui.Decoder
	}{{"Strict", agui.Decoder{Strict: true}}, {"the zero Decoder", agui.Decoder{}}, {"Keep", agui.Decoder{Keep: true}}} {
		v, ok, err := decodeAs(&d.Decoder, definition, data)
		if !ok {
			return
		}
		if before == nil && err != nil {
			t.Fatalf("%s of %q: %s reads it, %s says %v", definition, data, looser, d.name, err)
		}
		if err == nil {
			if _, err := json.Marshal(v); err != nil {
				t.Fatalf("%s of %q: what %s read cannot be written: %v", definition, data, d.name, err)
			}
		}
		before, looser = err, d.name
	}
}

// TestKeepsHalfKnown keeps a part that is unknown for its source and malformed besides, as it came.
func TestKeepsHalfKnown(t *testing.T) {
	part := `{"type":"image","id":7,"source":{"type":"ether"}}`
	received{"malformed besides", "Event", parts(part), "variant /messages/0/content/0", parts(part)}.check(t, agui.Decoder{Keep: true})
	received{"malformed besides", "Event", parts(part), "variant /messages/0/content/0", parts("")}.check(t, agui.Decoder{})
}

// mutations calls do with the document and with its like that lack a member or an element, or have another value there.
func mutations(data []byte, do func([]byte)) {
	do(data)
	var root any
	if json.Unmarshal(data, &root) != nil {
		return
	}
	emit := func() {
		if text, err := json.Marshal(root); err == nil {
			do(text)
		}
	}
	var walk func(v any, set func(any))
	walk = func(v any, set func(any)) {
		for _, other := range []any{nil, 1.5, -1.0, 1e300, "", "\x00 nope", true, []any{}, []any{nil}, map[string]any{}, map[string]any{"type": "nope", "role": 1.0}} {
			set(other)
			emit()
		}
		set(v)
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				old := v[key]
				delete(v, key)
				emit()
				v[key] = old
				walk(old, func(other any) { v[key] = other })
			}
			v["x-unknown"] = 1.0
			emit()
			delete(v, "x-unknown")
		case []any:
			for i := range v {
				walk(v[i], func(other any) { v[i] = other })
			}
		}
	}
	walk(root, func(other any) { root = other })
}

// TestSchemaLocations looks up every place in the schema that is reported for the judged documents and their mutations.
func TestSchemaLocations(t *testing.T) {
	var schema any
	text, err := os.ReadFile(filepath.Join("..", "..", "schema", agui.ProtocolVersion, "schema.json"))
	if err != nil {
		t.Skip("needs the schema of the repository: ", err)
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	known, documents := map[string]bool{}, 0
	check := func(definition string, data []byte) {
		documents++
		checkSubsets(t, definition, data)
		for _, d := range []agui.Decoder{{Strict: true}, {}, {Keep: true}, {AllowNull: true}} {
			_, _, err := decodeAs(&d, definition, data)
			found, _ := err.(agui.ValidationErrors)
			for _, e := range found {
				rule := e.SchemaLocation + " " + e.Keyword
				if known[rule] {
					continue
				}
				known[rule] = true
				if problem := misplaced(schema, e); problem != "" {
					t.Errorf("%s: %s (%v in %s)", e.SchemaLocation, problem, e, data)
				}
			}
		}
	}
	mutated := map[string]int{} // documents of a definition
	for _, f := range fixtures(t) {
		if len(f.data) > 500 || mutated[f.definition] == 3 {
			check(f.definition, f.data)
			continue
		}
		mutated[f.definition]++
		mutations(f.data, func(data []byte) { check(f.definition, data) })
	}
	t.Logf("%d places in %d documents", len(known), documents)
}

// misplaced says what is wrong with the place of an error, "" for nothing.
func misplaced(schema any, e *agui.ValidationError) string {
	if e.Keyword == "" && e.SchemaLocation == "" {
		return "" // the end of a list that was cut
	}
	steps := strings.Split(e.SchemaLocation, "/")
	if steps[0] != "#" || steps[len(steps)-1] != e.Keyword {
		return fmt.Sprintf("its last segment is not %q", e.Keyword)
	}
	at := schema
	for _, step := range steps[1:] {
		ok := false
		switch v := at.(type) {
		case map[string]any:
			at, ok = v[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
		case []any:
			i, err := strconv.Atoi(step)
			if ok = err == nil && i >= 0 && i < len(v); ok {
				at = v[i]
			}
		}
		if !ok {
			return "it is not in the schema"
		}
	}
	return ""
}
