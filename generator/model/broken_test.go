package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/diag"
)

// object wraps properties into a definition A.
func object(properties string) string {
	return `"A": {"type": "object", "properties": {` + "\n" + properties + "}}"
}

// unionOf makes a union U of A and B.
func unionOf(a, b string) string {
	return `"U": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]},
"A": {"type": "object", ` + a + `},
"B": {"type": "object", ` + b + `}`
}

// mixinWith makes an object B whose mixin A declares k in one way, and which declares it in another.
func mixinWith(a, b string) string {
	return `"A": {"type": "object", "properties": {"k": ` + a + `}}, "E": {"enum": ["x"]}, "N": {"type": "integer"},
"B": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}],
"properties": {"k": ` + b + `}}`
}

const (
	teach  = ": teach model/vocabulary.go what it means first"
	narrow = `s.json:4:21: #/$defs/B/properties/k: B declares "k" again, in another way than 2:45: ` +
		"only a constant that is allowed there can narrow it"
)

// broken are schemas that JSON Schema allows and the model refuses.
var broken = []struct{ defs, want string }{
	// keywords
	{`"A": {"type": "object", "requird": ["a"]}`, `s.json:2:25: #/$defs/A/requird: keyword "requird" is not modelled: did you mean "required"?`},
	{`"A": {"type": "object", "porperties": {}}`, `s.json:2:25: #/$defs/A/porperties: keyword "porperties" is not modelled: did you mean "properties"?`},
	{object(`"f": {"y-note": 1}`), `s.json:3:7: #/$defs/A/properties/f/y-note: keyword "y-note" is not modelled` + teach},

	// places and forms
	{object(`"f": {"$ref": "#/$defs/A/properties/f"}`), `s.json:3:15: #/$defs/A/properties/f/$ref: the references form a cycle ` +
		`(#/$defs/A/properties/f → #/$defs/A/properties/f): remove one of them`},

	// values
	{`"A": {"enum": ["x", "y", "x"]}`, `s.json:2:26: #/$defs/A/enum/2: the value "x" stands twice, first at 2:16: remove one`},
	{object(`"f": {"type": "integer", "minimum": 2, "maximum": 1}`), `s.json:3:37: #/$defs/A/properties/f/minimum: the minimum 2 is above the maximum 1`},
	{object(`"f": {"type": "array", "minItems": 1e10}`), `s.json:3:36: #/$defs/A/properties/f/minItems: 1e10 elements do not fit into memory`},

	// objects and mixins
	{`"A": {"type": "object", "properties": {"threadId": {}}, "required": ["threadID"]}`,
		`s.json:2:70: #/$defs/A/required/0: "threadID" is required but not declared: did you mean "threadId"?`},
	{`"A": {"type": "object", "allOf": [{"$ref": "#/$defs/B"}]}, "B": {"type": "string"}`,
		`s.json:2:44: #/$defs/A/allOf/0/$ref: the reference "#/$defs/B" in allOf is not modelled: it has to mean an object in $defs with known members`},
	{`"A": {"type": "object", "allOf": [{"$ref": "#/$defs/B"}]},
"B": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}]}`,
		`s.json:3:44: #/$defs/B/allOf/0/$ref: the references form a cycle (#/$defs/A → #/$defs/A/allOf/0 → #/$defs/B → #/$defs/B/allOf/0 → #/$defs/A): remove one of them`},
	{`"A": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}]}`,
		`s.json:2:44: #/$defs/A/allOf/0/$ref: the references form a cycle (#/$defs/A → #/$defs/A/allOf/0 → #/$defs/A): remove one of them`},
	{`"A": {"type": "object", "allOf": [{"$ref": "#/$defs/B"}], "additionalProperties": false}, "B": {"type": "object", "properties": {}}`,
		`s.json:2:83: #/$defs/A/additionalProperties: "additionalProperties": false refuses the members that allOf adds: write "unevaluatedProperties": false`},
	{`"A": {"type": "object", "allOf": [{"$ref": "#/$defs/B"}]}, "B": {"type": "object", "unevaluatedProperties": false}`,
		`s.json:2:44: #/$defs/A/allOf/0/$ref: B forbids other members ("unevaluatedProperties"), so allOf cannot add it to an object`},
	{mixinWith(`{"type": "string"}`, `{"type": "string"}`), narrow},
	{mixinWith(`{"type": "integer"}`, `{"const": "x"}`), narrow},
	{mixinWith(`{"$ref": "#/$defs/E"}`, `{"const": "y"}`), narrow},
	{mixinWith(`{"$ref": "#/$defs/N"}`, `{"const": "x"}`), narrow},
	{mixinWith(`{"$ref": "#/$defs/A"}`, `{"const": "x"}`), narrow},
	{mixinWith(`{"type": "string", "pattern": "^a$"}`, `{"const": "x"}`), narrow},
	{mixinWith(`{"const": "x"}`, `{"const": "y"}`), narrow},
	{mixinWith(`{}`, `{"const": "y"}`), narrow},
	{`"A": {"type": "object", "properties": {"k": {"type": "string"}}}, "B": {"type": "object", "properties": {"k": {"type": "string"}}},
"C": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}`, `s.json:3:67: #/$defs/C/allOf/1/$ref: ` +
		`C declares "k" again, in another way than 2:45: only a constant that is allowed there can narrow it`},
	{`"A": {"type": "object", "properties": {"a": {"$ref": "#/$defs/B"}}, "required": ["a"]},
"B": {"type": "object", "properties": {"b": {"$ref": "#/$defs/A"}}, "required": ["b"]}`,
		`s.json:3:45: #/$defs/B/properties/b: a value of A would hold itself (A → B → A): make "b" optional`},

	// unions
	{unionOf(`"properties": {"t": {"const": "a"}}, "required": ["t"]`, `"properties": {"t": {"const": "b"}}, "required": ["t"]`) +
		`, "E": {"enum": ["a", "b"]}, "F": {"enum": ["b", "a"]}`,
		`s.json:2:16: #/$defs/U/oneOf: both E and F have exactly the values of "t" in U: keep one of them`},
}

// read are schemas that no type says, at least in part. What is left is judged.
var read = []string{
	unionOf(`"properties": {"t": {"const": "a"}}`, `"properties": {"t": {"const": "b"}}, "required": ["t"]`),
	unionOf(`"properties": {"t": {"const": "x"}}, "required": ["t"]`, `"properties": {"t": {"const": "x"}}, "required": ["t"]`),
	unionOf(`"properties": {"t": {"const": "a"}, "k": {"const": "a"}}, "required": ["t", "k"]`,
		`"properties": {"t": {"const": "b"}, "k": {"const": "b"}}, "required": ["t", "k"]`),
	object(`"f": {"oneOf": [{"$ref": "#/$defs/A"}]}`),
	`"A": {"type": "object", "additionalProperties": true, "unevaluatedProperties": false}`,
	object(`"f": {"dependentRequired": {}}`),
	object(`"f": {"type": "array", "contains": {}}`),
	object(`"f": {"type": "string", "contentSchema": {}}`),
	object(`"f": {"anyOf": [{"type": "string"}]}`),
	object(`"f": {"type": "array", "prefixItems": [{}]}`),
	object(`"f": {"type": "integer", "pattern": "a"}`),
	object(`"f": {"minItems": 1}`),
	object(`"f": {"$ref": "#/$defs/A", "type": "object"}`),
	object(`"f": {"type": "string", "$anchor": "F"}`),
	object(`"f": {"type": "string", "$defs": {}}`),
	`"A": {"type": "string", "default": "x"}`,
	`"A": {"type": "array", "items": {"type": "string", "default": "x"}}`,
	object(`"f": true`),
	object(`"f": {"type": "object", "properties": {}}`),
	`"A": {"$ref": "#/$defs/B"}, "B": {}`,
	`"A": {"const": "x"}`,
	`"A": {"type": "array", "items": {"const": "x"}}`,
	`"A": {"type": "array", "items": {"enum": ["x"]}}`,
	`"A": {"type": "object", "allOf": [{"type": "object"}]}`,
	`"A": {"properties": {"f": {"type": "string"}}}`,
	object(`"f": {"type": ["string", "null"]}`),
	object(`"f": {"type": "null"}`),
	object(`"f": {"not": {"type": "string"}}`),
	`"A": {"type": "object", "additionalProperties": {"type": "string"}}`,
	object(`"f": {"$ref": "#"}`),
	`"A": {"enum": ["x", 1]}`,
	`"A": {"type": "integer", "enum": [1]}`,
	`"A": {"enum": []}`,
	object(`"f": {"const": null}`),
	object(`"f": {"enum": ["x"], "default": "y"}`),
	object(`"f": {"type": "boolean", "default": "true"}`),
	object(`"f": {"type": "integer", "default": 1.5}`),
	object(`"f": {"type": "integer", "minimum": 2, "default": 1}`),
	object(`"f": {"type": "number", "maximum": 2, "default": 2.5}`),
	object(`"f": {"type": "string", "pattern": "^a", "default": "b"}`),
	object(`"f": {"const": "x", "default": "y"}`),
	object(`"f": {"$ref": "#/$defs/A", "default": {}}`),
	object(`"f": {"$ref": "#/$defs/L", "default": []}`) + `, "L": {"type": "array"}`,
	object(`"f": {"type": "string", "default": ""}`),
	`"A": {"type": "object", "properties": {"f": {"type": "boolean", "default": true}}, "required": ["f"]}`,
	`"U": {"oneOf": [{"$ref": "#/$defs/S"}]}, "S": {"type": "string"}`,
	`"U": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/S"}]}, "S": {"type": "object", "properties": {}}`,
	`"U": {"oneOf": [{"type": "string"}, {"type": "integer"}]}`,
}

func TestEverySchemaIsRead(t *testing.T) {
	for _, defs := range read {
		if _, err := build(wrap(defs)); err != nil {
			t.Errorf("%s\ngot  %v", defs, err)
		}
	}
}

func TestBrokenSchemas(t *testing.T) {
	for _, test := range broken {
		_, err := build(wrap(test.defs))
		if err == nil || err.Error() != test.want {
			t.Errorf("%s\ngot  %v\nwant %s", test.defs, err, test.want)
		}
	}
}

func TestBrokenHeaders(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`true`, `s.json:1:1: #: the schema has no definitions: put them below "$defs"`},
		{`{"$id": "https://x/1/s.json"}`, `s.json:1:1: #: the schema has no definitions: put them below "$defs"`},
		{`{"$id": "https://x/1/s.json", "$defs": {}}`, `s.json:1:1: #: the schema has no definitions: put them below "$defs"`},
		{`{"$id": "https://x/1/s.json", "$ref": "#", "$defs": {"A": {}}}`,
			`s.json:1:39: #/$ref: the references form a cycle (# → #): remove one of them`},
		{`{"type": "object", "title": "s", "properties": {}, "$defs": {"s": {}, "s-schema": {}}}`,
			`s.json:1:1: #: the schema is a definition of its own and needs a name: add a "title"`},
	} {
		t.Run(test.text, func(t *testing.T) {
			_, err := build(test.text)
			if err == nil || err.Error() != test.want {
				t.Errorf("%s\ngot  %v\nwant %s", test.text, err, test.want)
			}
		})
	}
}

func TestTooManyFields(t *testing.T) {
	with := func(n int) string {
		var fields []string
		for i := range n {
			fields = append(fields, fmt.Sprintf(`"f%d": {}`, i))
		}
		return `{"type": "object", "properties": {` + strings.Join(fields, ", ") + `}}`
	}
	mustBuild(t, wrap(`"A": `+with(64)))
	_, err := build(wrap(`"A": ` + with(65)))
	if want := "s.json:2:6: #/$defs/A: A has 65 members: more than 64 fields are not modelled"; err == nil || err.Error() != want {
		t.Errorf("own fields: got %v", err)
	}
	_, err = build(wrap(`"A": {"type": "object", "allOf": [{"$ref": "#/$defs/M"}], "properties": {"own": {}}}, "M": ` + with(64)))
	if want := "s.json:2:6: #/$defs/A: A has 65 members: more than 64 fields are not modelled"; err == nil || err.Error() != want {
		t.Errorf("with a mixin: got %v", err)
	}
}

func TestAllFindingsOfAStep(t *testing.T) {
	_, err := build(wrap(`"A": {"foo": 1, "bar": 2}, "B": {"type": "object", "properties": {"x": {"baz": 1}}}`))
	if got := len(diag.Of(err)); got != 3 {
		t.Errorf("%d findings, want 3: %v", got, err)
	}
}
