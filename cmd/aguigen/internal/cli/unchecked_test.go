package cli

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// conditional is a schema with rules that no generated code checks.
const conditional = `{
  "$id": "https://example.org/spec/1.0/schema.json",
  "$defs": {
    "Form": {
      "type": "object",
      "properties": {"kind": {"type": "string", "pattern": "^(?=a)"}, "size": {"type": "integer"}},
      "required": ["kind"],
      "if": {"properties": {"kind": {"const": "box"}}},
      "then": {"required": ["size"]}
    }
  }
}
`

// A schema is stored whose rules nobody checks: what to do without is said where it is used.
func TestFetchUnchecked(t *testing.T) {
	inModule(t)
	address := server(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, conditional) })
	put(t, "aguigen.yaml", "schema: "+address+"/s.json\nemit: [types]\n")
	if r := call("", "schema", "fetch"); r.code != exitOK {
		t.Errorf("%+v", r)
	}
	if r := call("", "generate"); r.code != exitMisuse || !strings.Contains(r.err, "{keyword: pattern, at:") {
		t.Errorf("%+v", r)
	}
}

// TestUnchecked adds the lines that the errors print to the configuration, and expects all commands to do without the rules.
func TestUnchecked(t *testing.T) {
	inModule(t)
	put(t, "form.json", conditional)
	put(t, "box.json", `{"kind": "box"}`)
	config := "schema: form.json\nemit: [types, json, validate]\n"
	var lines []string
	for range 2 { // the pattern is found before the condition
		put(t, "aguigen.yaml", config)
		r := call("", "generate")
		if r.code != exitMisuse {
			t.Fatalf("%+v", r)
		}
		for line := range strings.Lines(r.err) {
			if strings.HasPrefix(line, "  - ") {
				lines = append(lines, line)
			}
		}
		config = "schema: form.json\nemit: [types, json, validate]\nunchecked:\n" + strings.Join(lines, "")
	}
	if want := []string{"  - {keyword: pattern, at: \"#/$defs/Form/properties/kind\"}\n", "  - {keyword: if, at: \"#/$defs/Form\"}\n"}; strings.Join(lines, "") != strings.Join(want, "") {
		t.Errorf("got %q", lines)
	}
	put(t, "aguigen.yaml", config)
	for _, args := range [][]string{{"generate"}, {"check"}, {"validate", "--def", "Form", "box.json"}, {"dump", "model"}, {"diff", "form.json", "form.json"}} {
		if r := call("", args...); r.code != exitOK || r.err != "" {
			t.Errorf("%s: %+v", args, r)
		}
	}
	put(t, "aguigen.yaml", config+"  - {keyword: else, at: \"#/$defs/Form\"}\n  - {keyword: required, at: \"#/$defs/Form\"}\n")
	want := `aguigen.yaml:6:5: unchecked: there is no keyword "else" at #/$defs/Form: remove the entry
aguigen.yaml:7:5: unchecked: the keyword "required" at #/$defs/Form is checked: remove the entry
`
	if r := call("", "check"); r != (result{exitMisuse, "", want}) {
		t.Errorf("%+v", r)
	}
	if r := call("", "validate", "--schema", "form.json", "box.json"); r.code != exitMisuse || !strings.Contains(r.err, "keyword: pattern") {
		t.Errorf("a schema of the command line: %+v", r)
	}
}
