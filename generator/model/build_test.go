package model

import (
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

const testID = "https://example.com/spec/2.0/schema.json"

// wrap makes a schema of definitions: they start in line 2.
func wrap(defs string) string {
	return `{"$id": "` + testID + `", "$defs": {` + "\n" + defs + "\n}}"
}

func build(text string) (*Protocol, error) {
	doc, err := load.Schema("s.json", []byte(text))
	if err != nil {
		return nil, err
	}
	return Build(doc)
}

func mustBuild(t *testing.T, text string) *Protocol {
	t.Helper()
	p, err := build(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// definitionOf finds a definition by name and, for an inline one, field.
func definitionOf[T Definition](t *testing.T, p *Protocol, name, inline string) T {
	t.Helper()
	for _, def := range p.Definitions {
		if d, ok := def.(T); ok && def.Base().Name == name && def.Base().Inline == inline {
			return d
		}
	}
	t.Fatalf("no definition %s %s", name, inline)
	panic("unreachable")
}

// ideas are small schemas, one for each thing that the model can say.
var ideas = []struct{ name, defs, want string }{
	{
		"scalars",
		`"A": {"type": "object", "properties": {
			"s": {"type": "string", "pattern": "^a+$", "contentEncoding": "base64"},
			"i": {"type": "integer", "minimum": -1, "maximum": 9223372036854775807},
			"j": {"type": "integer", "minimum": 1e3, "default": 2.0e3},
			"n": {"type": "number", "maximum": 5, "default": 1.50},
			"b": {"type": "boolean", "default": false}}, "required": ["s"]}`,
		`object A open
  s: string encoded as base64 matching "^a+$"
  i?: integer >= -1 <= 9223372036854775807
  j?: integer >= 1000, default "2000"
  n?: number <= 5, default "1.50"
  b?: boolean, default "false"`,
	},
	{
		"any value, null or not",
		`"A": {"type": "object", "properties": {
			"a": {}, "b": {"not": {"type": "null"}}, "c": {"$ref": "#/$defs/S", "not": {"type": "null"}},
			"d": {"$ref": "#/$defs/S"}, "e": {"type": "array", "items": {"not": {"type": "null"}}}}},
		"S": {"description": "any"}, "N": {"not": {"type": "null"}}`,
		`alias S = any

object A open
  a?: any
  b?: any (not null)
  c?: S (not null)
  d?: S
  e?: list of any (not null)

alias N = any (not null)`,
	},
	{
		"lists and open objects",
		`"L": {"type": "array"}, "M": {"type": "object", "additionalProperties": true},
		"O": {"type": "object"}, "A": {"type": "object", "properties": {
			"l": {"type": "array", "items": {"type": "array", "items": {"type": "string"}, "minItems": 1}, "minItems": 2},
			"m": {"type": "object"}}, "additionalProperties": true}`,
		`alias L = list of any

alias M = open map

alias O = open map

object A open
  l?: list of list of string (at least 1) (at least 2)
  m?: open map`,
	},
	{
		"open and closed objects",
		`"A": {"type": "object", "unevaluatedProperties": false}, "B": {"type": "object", "additionalProperties": false},
		"C": {"type": "object", "properties": {}}, "D": {"type": "object", "properties": {}, "unevaluatedProperties": true}`,
		`object A closed by unevaluatedProperties

object B closed by additionalProperties

object C open

object D open`,
	},
	{
		"enums",
		`"E": {"enum": ["b", "a"]}, "A": {"type": "object", "properties": {
			"e": {"$ref": "#/$defs/E", "default": "a"}, "i": {"type": "string", "enum": ["x-y", ""], "default": "x-y"},
			"l": {"type": "array", "items": {"enum": ["z"]}}}}`,
		`enum E
  "b"
  "a"

enum A.i
  "x-y"
  ""

enum A.l[]
  "z"

object A open
  e?: E, default "a"
  i?: A.i, default "x-y"
  l?: list of A.l[]`,
	},
	{
		"constants, required and not",
		`"A": {"type": "object", "properties": {
			"r": {"const": "x"}, "o": {"type": "string", "const": "y", "default": "y"}}, "required": ["r"]}`,
		`const A.o
  "y"

object A open
  r: "x"
  o?: A.o, default "y"`,
	},
	{
		"mixins, nested, met twice, one of them also an ordinary object",
		`"Z": {"type": "object", "allOf": [{"$ref": "#/$defs/L"}, {"$ref": "#/$defs/R"}], "properties": {
			"kind": {"const": "z"}, "own": {"$ref": "#/$defs/R"}}, "required": ["own"], "unevaluatedProperties": false},
		"L": {"type": "object", "allOf": [{"$ref": "#Root"}], "properties": {"l": {"type": "string"}}, "required": ["id"]},
		"R": {"type": "object", "allOf": [{"$ref": "#/$defs/Base"}], "properties": {"r": {"type": "string"}}},
		"Base": {"$anchor": "Root", "type": "object", "properties": {"id": {"type": "string"}, "kind": {"type": "string"}},
			"required": ["kind"]}`,
		`mixin Base #Root open
  id?: string
  kind: string

mixin L open, with Base
  id: string (#/$defs/Base/properties/id)
  kind: string (#/$defs/Base/properties/kind) (required by #/$defs/Base/required)
  l?: string

object R open, with Base
  id?: string (#/$defs/Base/properties/id)
  kind: string (#/$defs/Base/properties/kind) (required by #/$defs/Base/required)
  r?: string

object Z closed by unevaluatedProperties, with Base, L, R
  id: string (#/$defs/Base/properties/id) (required by #/$defs/L/required)
  kind: "z", narrows string (required by #/$defs/Base/required)
  l?: string (#/$defs/L/properties/l)
  r?: string (#/$defs/R/properties/r)
  own: R`,
	},
	{
		"narrowing twice",
		`"A": {"type": "object", "properties": {"k": {"$ref": "#/$defs/S"}}},
		"B": {"type": "object", "allOf": [{"$ref": "#/$defs/A"}], "properties": {"k": {"const": "ab"}}},
		"C": {"type": "object", "allOf": [{"$ref": "#/$defs/B"}], "properties": {"k": {"const": "ab"}}, "required": ["k"]},
		"S": {"type": "string", "pattern": "^a"}`,
		`alias S = string matching "^a"

mixin A open
  k?: S

const B.k
  "ab"

mixin B open, with A
  k?: B.k, narrows S

object C open, with A, B
  k: "ab", narrows "ab", narrows S`,
	},
	{
		"a union with tags",
		`"U": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]},
		"A": {"type": "object", "properties": {"same": {"const": "s"}, "t": {"const": "a"}}, "required": ["t", "same"]},
		"B": {"type": "object", "properties": {"t": {"const": "b"}, "same": {"const": "s"}}, "required": ["t", "same"]},
		"T": {"enum": ["b", "a"]}, "Other": {"enum": ["a", "b", "c"]}`,
		`object A open
  same: "s"
  t: "a"

object B open
  t: "b"
  same: "s"

enum T
  "b"
  "a"

union U by "t", tags T
  "a" A
  "b" B

enum Other
  "a"
  "b"
  "c"`,
	},
	{
		"a string or an array, named and inline, shared by shape",
		`"N": {"oneOf": [{"type": "array", "items": {"$ref": "#/$defs/S"}}, {"type": "string"}]}, "S": {"type": "string"},
		"A": {"type": "object", "properties": {
			"c": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/S"}}]},
			"d": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/S"}}]}}},
		"B": {"type": "object", "properties": {
			"c": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/S"}}]}}},
		"C": {"type": "object", "properties": {
			"c": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/S"}, "minItems": 1}]}}}`,
		`alias S = string

union N by JSON type
  list of S
  string

union A.c by JSON type
  string
  list of S

union A.d by JSON type
  string
  list of S

object A open
  c?: A.c
  d?: A.d

object B open
  c?: A.c

union C.c by JSON type
  string
  list of S (at least 1)

object C open
  c?: C.c`,
	},
	{
		"recursion through optional members, lists and unions",
		`"T": {"type": "object", "properties": {"up": {"$ref": "#/$defs/T"}, "down": {"type": "array", "items": {"$ref": "#/$defs/T"}},
			"any": {"$ref": "#/$defs/U"}, "k": {"const": "t"}}, "required": ["down", "any", "k"]},
		"U": {"oneOf": [{"$ref": "#/$defs/T"}]}`,
		`union U by "k"
  "t" T

object T open
  up?: T
  down: list of T
  any: U
  k: "t"`,
	},
}

func TestIdeas(t *testing.T) {
	for _, idea := range ideas {
		t.Run(idea.name, func(t *testing.T) {
			want := "protocol " + testID + "\nversion 2.0\n\n" + idea.want + "\n"
			if got := mustBuild(t, wrap(idea.defs)).Dump(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestBuildKeepsTheAnnotations(t *testing.T) {
	p := mustBuild(t, `{"$id": "https://example.com/spec/2.0/schema.json#", "description": "all", "title": "T", "$ref": "#/$defs/A",
		"$comment": "x", "$defs": {"A": {"type": "object", "description": "an a", "properties": {
		"f": {"title": "an f", "$comment": "c", "enum": ["x"]}, "g": {"$ref": "#/$defs/B", "description": "a g"}}}, "B": {"title": "a b"}}}`)
	if p.ID != testID || p.Version != "2.0" || p.Doc != "all" || p.Root != "A" || len(p.SHA256) != 64 {
		t.Errorf("header: %+v", p)
	}
	a := definitionOf[*Object](t, p, "A", "")
	e := definitionOf[*Enum](t, p, "A", "f")
	docs := []string{a.Doc, a.Fields[0].Doc, a.Fields[1].Doc, definitionOf[*Alias](t, p, "B", "").Doc, e.Doc}
	if got := strings.Join(docs, "; "); got != "an a; an f; a g; a b; an f" {
		t.Errorf("docs: %s", got)
	}
}

// TestPositions checks the places that findings about a document are told with.
func TestPositions(t *testing.T) {
	p := mustBuild(t, wrap(`"M": {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]},
"A": {"type": "object", "allOf": [{"$ref": "#/$defs/M"}], "properties": {"k": {"const": "a"}, "o": {"const": "x"}},
"required": ["k"]}, "U": {"oneOf": [{"$ref": "#/$defs/A"}]}, "E": {"enum": ["p", "q"]}`))
	a, u := definitionOf[*Object](t, p, "A", ""), definitionOf[*Union](t, p, "U", "")
	k, o := a.Fields[0], definitionOf[*Enum](t, p, "A", "o")
	for want, got := range map[string]diag.Pos{
		"s.json:3:6 #/$defs/A":                      a.Pos,
		"s.json:3:79 #/$defs/A/properties/k":        k.Type.At(),
		"s.json:2:45 #/$defs/M/properties/k":        k.Also[0].At(),
		"s.json:4:13 #/$defs/A/required":            k.RequiredAt[0],
		"s.json:2:78 #/$defs/M/required":            k.RequiredAt[1],
		"s.json:4:36 #/$defs/U/oneOf":               u.OneOf,
		"s.json:4:37 #/$defs/U/oneOf/0":             u.Variants[0].Pos,
		"s.json:3:110 #/$defs/A/properties/o/const": o.Values[0].Pos,
		"s.json:4:82 #/$defs/E/enum/1":              definitionOf[*Enum](t, p, "E", "").Values[1].Pos,
	} {
		t.Run(want, func(t *testing.T) {
			if got := got.String() + " " + got.Pointer; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestSharedUnionLosesADocThatIsNotForAll(t *testing.T) {
	const field = `{"type": "object", "properties": {"c": {"description": "DOC", "oneOf": [{"type": "string"}, {"type": "array"}]}}}`
	with := func(a, b string) string {
		p := mustBuild(t, wrap(`"A": `+strings.Replace(field, "DOC", a, 1)+`, "B": `+strings.Replace(field, "DOC", b, 1)))
		return definitionOf[*Union](t, p, "A", "c").Doc
	}
	if got := with("one", "one"); got != "one" {
		t.Errorf("equal texts give %q", got)
	}
	if got := with("one", "two"); got != "" {
		t.Errorf("different texts give %q", got)
	}
}
