package diff

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestTagsGrow adds values without variants to the enums of tags of the real schema: for both the wire and Go that is no more
// than an addition.
func TestTagsGrow(t *testing.T) {
	text, err := os.ReadFile("../../schema/1.0/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	grown := string(text)
	for old, new := range map[string]string{
		"\"activity\",\n        \"reasoning\"\n": "\"activity\",\n        \"critic\",\n        \"reasoning\"\n",
		`"TEXT_MESSAGE_START",`:                  `"TEXT_MESSAGE_START", "RUN_PAUSED",`,
	} {
		t.Run(old, func(t *testing.T) {
			if strings.Count(grown, old) != 1 {
				t.Fatalf("%q is not in the schema once", old)
			}
			grown = strings.Replace(grown, old, new, 1)
		})
	}
	r := compared(t, sideOf(t, string(text)), sideOf(t, grown))
	if r.Wire != WireAdditive || r.Go != GoCompatible || len(r.Changes) != 2 {
		got, _ := r.Print("text")
		t.Errorf("got\n%s", got)
	}
}

// TestTagStays retires a variant whose value and object stay: the object is no variant any more, and nothing else changes.
func TestTagStays(t *testing.T) {
	const variant = `"NAME": {"type": "object", "allOf": [{"$ref": "#/$defs/Base"}], "properties": {"kind": {"const": "NAME"}}, "required": ["kind"]}`
	schema := func(branches string) Side {
		return sideOf(t, schemaText("1.0", "", json.RawMessage(`{"U": {"oneOf": [`+branches+`]},
			"Base": {"type": "object", "properties": {"kind": {"$ref": "#/$defs/E"}}}, "E": {"type": "string", "enum": ["A", "B"]},
			`+strings.ReplaceAll(variant, "NAME", "A")+", "+strings.ReplaceAll(variant, "NAME", "B")+"}")))
	}
	r := compared(t, schema(`{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}`), schema(`{"$ref": "#/$defs/A"}`))
	got, _ := r.Print("text")
	const want = "  - U: variant \"B\" (B) removed [breaks Go; narrowing on the wire]\n      Go: *B is no U any more\n"
	if len(r.Changes) != 1 || !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
