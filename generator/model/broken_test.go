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
	there  = ": teach model/vocabulary.go what it means there first"
	narrow = `s.json:4:21: #/$defs/B/properties/k: B declares "k" again, in another way than 2:45: ` +
		"only a constant that is allowed there can narrow it"
)

// broken are schemas that JSON Schema allows and the model refuses.
var broken = []struct{ defs, want string }{
	// keywords
	{object(`"f": {"dependentRequired": {}}`), `s.json:3:7: #/$defs/A/properties/f/dependentRequired: keyword "dependentRequired" is not modelled` + teach},
	{`"A": {"type": "object", "requird": ["a"]}`, `s.json:2:25: #/$defs/A/requird: keyword "requird" is not modelled: did you mean "required"?`},
	{`"A": {"type": "object", "porperties": {}}`, `s.json:2:25: #/$defs/A/porperties: keyword "porperties" is not modelled: did you mean "properties"?`},
	{object(`"f": {"type": "array", "contains": {}}`), `s.json:3:24: #/$defs/A/properties/f/contains: keyword "contains" is not modelled` + teach},
	{object(`"f": {"type": "string", "contentSchema": {}}`), `s.json:3:25: #/$defs/A/properties/f/contentSchema: keyword "contentSchema" is not modelled` + teach},
	{object(`"f": {"anyOf": [{"type": "string"}]}`), `s.json:3:7: #/$defs/A/properties/f/anyOf: keyword "anyOf" is not modelled` + teach},
	{object(`"f": {"y-note": 1}`), `s.json:3:7: #/$defs/A/properties/f/y-note: keyword "y-note" is not modelled` + teach},
	{object(`"f": {"type": "array", "prefixItems": [{}]}`), `s.json:3:24: #/$defs/A/properties/f/prefixItems: keyword "prefixItems" is not modelled` + teach},
	{object(`"f": {"type": "integer", "pattern": "a"}`), `s.json:3:26: #/$defs/A/properties/f/pattern: keyword "pattern" is not modelled on an integer` + there},
	{object(`"f": {"minItems": 1}`), `s.json:3:7: #/$defs/A/properties/f/minItems: keyword "minItems" is not modelled on a schema for any value` + there},
	{object(`"f": {"$ref": "#/$defs/A", "type": "object"}`), `s.json:3:28: #/$defs/A/properties/f/type: keyword "type" is not modelled on a reference` + there},
	{object(`"f": {"type": "string", "$anchor": "F"}`), `s.json:3:25: #/$defs/A/properties/f/$anchor: keyword "$anchor" is not modelled on a property` + there},
	{object(`"f": {"type": "string", "$defs": {}}`), `s.json:3:25: #/$defs/A/properties/f/$defs: keyword "$defs" is not modelled on a string` + there},
	{`"A": {"type": "string", "default": "x"}`, `s.json:2:25: #/$defs/A/default: keyword "default" is not modelled on a definition` + there},
	{`"A": {"type": "array", "items": {"type": "string", "default": "x"}}`,
		`s.json:2:52: #/$defs/A/items/default: keyword "default" is not modelled on the element of an array` + there},
	{unionOf(`"properties": {}`, `"properties": {}`) + `, "V": {"oneOf": [{"$ref": "#/$defs/A", "not": {"type": "null"}}]}`,
		`s.json:4:82: #/$defs/V/oneOf/0/not: keyword "not" is not modelled on a branch of oneOf` + there},

	// places and forms
	{object(`"f": true`), `s.json:3:6: #/$defs/A/properties/f: true is not modelled as a property: write a schema object`},
	{object(`"f": {"type": "object", "properties": {}}`), `s.json:3:6: #/$defs/A/properties/f: an object with known members is not modelled as a property: ` +
		`move it into $defs and refer to it`},
	{`"A": {"$ref": "#/$defs/B"}, "B": {}`, `s.json:2:6: #/$defs/A: a reference is not modelled as a definition: ` +
		`write "type" and what follows from it, and refer to other definitions where they are needed`},
	{`"A": {"const": "x"}`, `s.json:2:6: #/$defs/A: a constant is not modelled as a definition: ` +
		`write "type" and what follows from it, and refer to other definitions where they are needed`},
	{`"A": {"type": "array", "items": {"const": "x"}}`,
		`s.json:2:33: #/$defs/A/items: a constant is not modelled as the element of an array: move it into $defs and refer to it`},
	{`"A": {"type": "array", "items": {"enum": ["x"]}}`,
		`s.json:2:33: #/$defs/A/items: an enum inside A has no field to be named after: move it into $defs and refer to it`},
	{`"A": {"type": "object", "allOf": [{"type": "object"}]}`,
		`s.json:2:35: #/$defs/A/allOf/0: an open object is not modelled as an entry of allOf: move it into $defs and refer to it`},
	{`"A": {"properties": {"f": {"type": "string"}}}`, `s.json:2:6: #/$defs/A: an object without "type": add "type": "object"`},
	{object(`"f": {"type": ["string", "null"]}`), `s.json:3:15: #/$defs/A/properties/f/type: a list of types is not modelled: ` +
		`write one type, or "oneOf" a string and an array`},
	{object(`"f": {"type": "null"}`), `s.json:3:15: #/$defs/A/properties/f/type: the type "null" is not modelled outside "not"`},
	{object(`"f": {"not": {"type": "string"}}`), `s.json:3:14: #/$defs/A/properties/f/not: "not" is modelled as {"type": "null"} only`},
	{`"A": {"type": "object", "additionalProperties": {"type": "string"}}`,
		`s.json:2:49: #/$defs/A/additionalProperties: "additionalProperties" with a schema is not modelled: write true or false`},
	{`"A": {"type": "object", "additionalProperties": true, "unevaluatedProperties": false}`,
		`s.json:2:80: #/$defs/A/unevaluatedProperties: "unevaluatedProperties" beside "additionalProperties" is not modelled: keep one of them`},
	{object(`"f": {"$ref": "#"}`), `s.json:3:15: #/$defs/A/properties/f/$ref: the reference "#" is not modelled: refer to an entry of $defs`},
	{object(`"f": {"$ref": "#/$defs/A/properties/f"}`), `s.json:3:15: #/$defs/A/properties/f/$ref: the reference "#/$defs/A/properties/f" ` +
		`is not modelled: refer to an entry of $defs`},

	// values
	{`"A": {"enum": ["x", 1]}`, `s.json:2:21: #/$defs/A/enum/1: an enum value that is a number is not modelled: only strings are`},
	{`"A": {"type": "integer", "enum": [1]}`, `s.json:2:15: #/$defs/A/type: an enum of type "integer" is not modelled: only strings are`},
	{`"A": {"enum": []}`, `s.json:2:15: #/$defs/A/enum: an enum without values allows nothing: list them`},
	{`"A": {"enum": ["x", "y", "x"]}`, `s.json:2:26: #/$defs/A/enum/2: the value "x" stands twice, first at 2:16: remove one`},
	{object(`"f": {"const": null}`), `s.json:3:16: #/$defs/A/properties/f/const: a constant that is null is not modelled: only strings are`},
	{object(`"f": {"type": "integer", "minimum": 2, "maximum": 1}`), `s.json:3:37: #/$defs/A/properties/f/minimum: the minimum 2 is above the maximum 1`},
	{object(`"f": {"type": "array", "minItems": 1e10}`), `s.json:3:36: #/$defs/A/properties/f/minItems: 1e10 elements do not fit into memory`},

	// defaults
	{object(`"f": {"enum": ["x"], "default": "y"}`), `s.json:3:33: #/$defs/A/properties/f/default: the default of "f" does not fit its type: it is none of the enum's values`},
	{object(`"f": {"type": "boolean", "default": "true"}`), `s.json:3:37: #/$defs/A/properties/f/default: the default of "f" does not fit its type: it is a string`},
	{object(`"f": {"type": "integer", "default": 1.5}`), `s.json:3:37: #/$defs/A/properties/f/default: the default of "f" does not fit its type: it is not a 64-bit integer`},
	{object(`"f": {"type": "integer", "minimum": 2, "default": 1}`), `s.json:3:51: #/$defs/A/properties/f/default: the default of "f" does not fit its type: 1 is less than the minimum of 2`},
	{object(`"f": {"type": "number", "maximum": 2, "default": 2.5}`), `s.json:3:50: #/$defs/A/properties/f/default: the default of "f" does not fit its type: 2.5 is more than the maximum of 2`},
	{object(`"f": {"type": "string", "pattern": "^a", "default": "b"}`),
		`s.json:3:53: #/$defs/A/properties/f/default: the default of "f" does not fit its type: "b" does not match ^a`},
	{object(`"f": {"const": "x", "default": "y"}`), `s.json:3:32: #/$defs/A/properties/f/default: the default of "f" does not fit its type: it is not the constant "x"`},
	{object(`"f": {"$ref": "#/$defs/A", "default": {}}`), `s.json:3:39: #/$defs/A/properties/f/default: the default of "f" does not fit its type: ` +
		`defaults of objects and unions are not modelled`},
	{object(`"f": {"$ref": "#/$defs/L", "default": []}`) + `, "L": {"type": "array"}`, `s.json:3:39: #/$defs/A/properties/f/default: the default of "f" does not fit its type: ` +
		`defaults of arrays, open objects and any value are not modelled`},
	{object(`"f": {"type": "string", "default": ""}`), `s.json:3:36: #/$defs/A/properties/f/default: an empty default is not modelled: remove it`},
	{`"A": {"type": "object", "properties": {"f": {"type": "boolean", "default": true}}, "required": ["f"]}`,
		`s.json:2:45: #/$defs/A/properties/f: "f" is required, so its default never applies: remove one of the two`},

	// objects and mixins
	{`"A": {"type": "object", "properties": {}, "required": ["f"]}`, `s.json:2:56: #/$defs/A/required/0: "f" is required but not declared: add it to the properties of A`},
	{`"A": {"type": "object", "allOf": [{"$ref": "#/$defs/B"}]}, "B": {"type": "string"}`,
		`s.json:2:44: #/$defs/A/allOf/0/$ref: the reference "#/$defs/B" in allOf is not modelled: it has to mean an object in $defs with known members`},
	{`"A": {"type": "object", "allOf": [{"$ref": "#/$defs/B"}]},
"B": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}]}`,
		`s.json:3:44: #/$defs/B/allOf/0/$ref: the mixins form a cycle (A → B → A): remove one of the references`},
	{`"A": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}]}`,
		`s.json:2:44: #/$defs/A/allOf/0/$ref: the mixins form a cycle (A → A): remove one of the references`},
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
	{unionOf(`"properties": {"t": {"const": "a"}}`, `"properties": {"t": {"const": "b"}}, "required": ["t"]`), `s.json:2:16: #/$defs/U/oneOf: ` +
		`the members of U (A, B) cannot be told apart: pin one required property, such as "type", to a constant in each`},
	{unionOf(`"properties": {"t": {"const": "x"}}, "required": ["t"]`, `"properties": {"t": {"const": "x"}}, "required": ["t"]`),
		`s.json:2:16: #/$defs/U/oneOf: the members of U cannot be told apart: A and B both pin "t" to "x"`},
	{unionOf(`"properties": {"t": {"const": "a"}, "k": {"const": "a"}}, "required": ["t", "k"]`,
		`"properties": {"t": {"const": "b"}, "k": {"const": "b"}}, "required": ["t", "k"]`),
		`s.json:2:16: #/$defs/U/oneOf: both "t" and "k" tell the members of U (A, B) apart: pin one of them only`},
	{unionOf(`"properties": {"t": {"const": "a"}}, "required": ["t"]`, `"properties": {"t": {"const": "b"}}, "required": ["t"]`) +
		`, "E": {"enum": ["a", "b"]}, "F": {"enum": ["b", "a"]}`,
		`s.json:2:16: #/$defs/U/oneOf: both E and F have exactly the values of "t" in U: keep one of them`},
	{`"U": {"oneOf": [{"$ref": "#/$defs/S"}]}, "S": {"type": "string"}`,
		`s.json:2:17: #/$defs/U/oneOf/0: S is no object with known members: a union of it is not modelled`},
	{`"U": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/S"}]}, "S": {"type": "object", "properties": {}}`,
		`s.json:2:16: #/$defs/U/oneOf: this union is not modelled: it has to consist of references to objects, or of a string and an array`},
	{`"U": {"oneOf": [{"type": "string"}, {"type": "integer"}]}`, `s.json:2:37: #/$defs/U/oneOf/1: an integer is not modelled as a branch of oneOf: ` +
		`a union consists of references to objects, or of a string and an array`},
	{object(`"f": {"oneOf": [{"$ref": "#/$defs/A"}]}`), `s.json:3:16: #/$defs/A/properties/f/oneOf: ` +
		`a union of objects inside a property is not modelled: move it into $defs and refer to it`},
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
	const address = `it has to end in "/<version>/schema.json"`
	for _, test := range []struct{ text, want string }{
		{`true`, "s.json:1:1: #: true is not modelled as the schema itself: write a schema object"},
		{`{"$defs": {"A": {}}}`, `s.json:1:1: #: the schema has no "$id": add its address, which ends in "/<version>/schema.json"`},
		{`{"$id": "https://x/schema.json", "$defs": {"A": {}}}`, `s.json:1:9: #/$id: the address "https://x/schema.json" names no version: ` + address},
		{`{"$id": "1.0/schema.json", "$defs": {"A": {}}}`, `s.json:1:9: #/$id: the address "1.0/schema.json" names no version: ` + address},
		{`{"$id": "https://x/1/s.json"}`, `s.json:1:1: #: the schema has no definitions: put them below "$defs"`},
		{`{"$id": "https://x/1/s.json", "$defs": {}}`, `s.json:1:1: #: the schema has no definitions: put them below "$defs"`},
		{`{"$id": "https://x/1/s.json", "$ref": "#", "$defs": {"A": {}}}`,
			`s.json:1:39: #/$ref: the reference "#" is not modelled: refer to an entry of $defs`},
		{`{"$id": "https://x/1/s.json", "type": "object", "$defs": {"A": {}}}`,
			`s.json:1:31: #/type: keyword "type" is not modelled on the schema itself` + there},
	} {
		_, err := build(test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s\ngot  %v\nwant %s", test.text, err, test.want)
		}
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
