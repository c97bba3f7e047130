package cli

import (
	"strings"
	"testing"
)

// TestExactNumbers generates numbers with the key and without it.
func TestExactNumbers(t *testing.T) {
	const schema = `{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.org/spec/1.0/schema.json",
"$defs": {"Sample": {"type": "object", "properties": {"ratio": {"type": "number"}}, "required": ["ratio"]}}}`
	for key, want := range map[string]string{"": "Ratio float64", "numbers: exact\n": "Ratio json.Number"} {
		t.Run(key, func(t *testing.T) {
			inModule(t)
			put(t, "s.json", schema)
			put(t, "aguigen.yaml", "schema: s.json\nemit: [types]\n"+key)
			if r := call("", "generate"); r.code != exitOK {
				t.Fatalf("%+v", r)
			}
			if text := files(t, ".")["agui/types_gen.go"]; !strings.Contains(text, want) {
				t.Errorf("with %q there is no %s:\n%s", key, want, text)
			}
		})
	}
}
