package load

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/schema"
)

func TestSchemaAcceptsTheOfficialFiles(t *testing.T) {
	for _, version := range append(schema.Versions(), "draft-2026-08-21") {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "upstream", "spec", version, "schema.json"))
		if err != nil {
			t.Skipf("needs ../shared, the official schemas: %v", err)
		}
		doc, err := Schema(version, data)
		if err != nil {
			t.Errorf("%s: %v", version, err)
			continue
		}
		sum := sha256.Sum256(data)
		if doc.SHA256 != hex.EncodeToString(sum[:]) || doc.File != version {
			t.Errorf("%s: SHA256 %s, File %s", version, doc.SHA256, doc.File)
		}
	}
}

func TestResolve(t *testing.T) {
	doc, err := Schema("f.json", []byte(`{"$id": "https://example.com/v/1/schema.json#",
		"$defs": {"A": {"$anchor": "First"}, "b/ ~": {"oneOf": [true, {"title": "x"}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{
		"":                         "#",
		"#":                        "#",
		"#/$defs/A":                "#/$defs/A",
		"#/%24defs/A":              "#/$defs/A",
		"#First":                   "#/$defs/A",
		"schema.json#First":        "#/$defs/A",
		"#/$defs/b~1%20~0":         "#/$defs/b~1%20~0",
		"#/$defs/b~1%20~0/oneOf/1": "#/$defs/b~1%20~0/oneOf/1",
		"https://example.com/v/1/schema.json#/$defs/A": "#/$defs/A",
	} {
		t.Run(ref, func(t *testing.T) {
			n, err := doc.resolve(ref, doc.base(doc.Root))
			if err != nil || n.Pos().Pointer != want {
				t.Errorf("%s: got %v, %v, want %s", ref, n, err, want)
			}
		})
	}
	for _, ref := range []string{"#/$defs/b~1%20~0/oneOf/01", "#/$defs/b~1%20~0/oneOf/2", "#Second", "#/$defs/A/", "other.json", "#%"} {
		if n, err := doc.resolve(ref, doc.base(doc.Root)); err == nil {
			t.Errorf("%s leads to %v", ref, n.Pos())
		}
	}
}

const notSchema = "this is not JSON Schema 2020-12: "

func TestSchemaErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`a: 1`, "s.json:1:1: this is not JSON (it looks like YAML): convert it first"},
		{`5`, "s.json:1:1: #: " + notSchema + "found number where boolean or object should be"},
		{`{"$id": 5}`, "s.json:1:9: #/$id: " + notSchema + "found number where string should be"},
		{`{"$id": "https://x/a#b"}`, "s.json:1:9: #/$id: " + notSchema + `"https://x/a#b" does not match ^[^#]*#?$`},
		{`{"$id": "https://[::1"}`, `s.json:1:9: #/$id: the schema cannot be compiled: error in parsing id at "schema:///schema.json#"`},
		{`{"$defs": []}`, "s.json:1:11: #/$defs: " + notSchema + "found array where object should be"},
		{`{"$defs": {"A": {"type": "strng"}}}`, "s.json:1:26: #/$defs/A/type: " + notSchema +
			`"strng" is not one of the allowed words, or found string where array should be`},
		{`{"$defs": {"A": {"type": []}}}`, "s.json:1:26: #/$defs/A/type: " + notSchema + "minItems: got 0, want 1"},
		{`{"$defs": {"A": {"pattern": "("}}}`, "s.json:1:29: #/$defs/A/pattern: " + notSchema +
			"\"(\" is not a valid regex: error parsing regexp: missing closing ): `(`"},
		{`{"items": [{}]}`, "s.json:1:11: #/items: " + notSchema + "found array where boolean or object should be"},
		{`{"$defs": {"A": {"$ref": "#/$defs/B"}}}`,
			`s.json:1:26: #/$defs/A/$ref: the reference "#/$defs/B" is unresolved: the schema has nothing at that place`},
		{`{"$defs": {"A": {"items": {"$ref": "#B"}}}}`,
			`s.json:1:36: #/$defs/A/items/$ref: the reference "#B" is unresolved: no $anchor has that name`},
		{`{"$ref": "x.json"}`, `s.json:1:10: #/$ref: the reference "x.json" leads out of this file: ` +
			"copy the definition into $defs, nothing is fetched"},
		{`{"minimum": 1e999}`, "s.json:1:13: #/minimum: a number of more than 400 digits has no use in a schema"},
		{`{"maximum": 1e-99999999999999999999}`, "s.json:1:13: #/maximum: a number of more than 400 digits has no use in a schema"},
		{`{"$schema": "http://json-schema.org/draft-04/schema#"}`, "s.json:1:13: #/$schema: the dialect " +
			`"http://json-schema.org/draft-04/schema#" is not supported: write the schema for https://json-schema.org/draft/2020-12/schema`},
		{`{"$schema": "http://json-schema.org/draft-07/schema#", "items": {"$ref": "#", "minLength": 1}}`,
			`s.json:1:79: #/items/minLength: "minLength" beside "$ref" means nothing in draft-07: remove it, or put the reference into "allOf"`},
		{`{"$schema": "http://json-schema.org/draft-07/schema#", "items": 1}`,
			"s.json:1:65: #/items: this is not JSON Schema draft-07: found number where array should be, or found number where boolean or object should be"},
		{`{"$defs": {"A": {"$anchor": "x"}, "B": {"$anchor": "x"}}}`, `s.json:1:52: #/$defs/B/$anchor: ` +
			`the anchor "x" is taken by the schema at 1:17: give one of them another name`},
		{`{"$defs": {"A": {"$id": "https://x/y"}, "B": {"$id": "https://x/y"}}}`, `s.json:1:54: #/$defs/B/$id: ` +
			`the address "https://x/y" is taken by the schema at 1:17: give one of them another`},
	} {
		t.Run(test.text, func(t *testing.T) {
			doc, err := Schema("s.json", []byte(test.text))
			if err == nil || err.Error() != test.want {
				t.Errorf("%s\ngot  %v\nwant %s", test.text, err, test.want)
			}
			if doc != nil {
				t.Errorf("%s: a document in spite of the error", test.text)
			}
		})
	}
}

func TestSchemaReportsAllFindings(t *testing.T) {
	_, err := Schema("s.json", []byte(`{"$defs": {"A": {"minItems": -1, "required": ["a", "a"]}, "B": {"title": 1}}}`))
	if got := len(diag.Of(err)); got != 3 {
		t.Errorf("%d findings, want 3: %v", got, err)
	}
}

func TestSchemaLeavesDataAlone(t *testing.T) {
	_, err := Schema("s.json", []byte(`{"$defs": {"A": {"default": {"$ref": "#/no"}, "enum": [{"$id": "x"}]}},
		"properties": {"$ref": {"const": {"$anchor": "x"}}}}`))
	if err != nil {
		t.Error(err)
	}
}

func FuzzSchema(f *testing.F) {
	f.Add([]byte(`{"$id": "https://x/1/s.json", "$ref": "#A", "$defs": {"A": {"$anchor": "A", "type": "object",
		"allOf": [{"$ref": "#/$defs/B"}], "properties": {"x": {"enum": ["a"]}}}, "B": {"minimum": 1e3}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if doc, err := Schema("s.json", data); (doc == nil) == (err == nil) {
			t.Fatalf("document %v, error %v", doc, err)
		}
	})
}

// TestSchemaWithoutID compiles references in a file that has no address of its own.
func TestSchemaWithoutID(t *testing.T) {
	const text = `{"$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"type": "string"}}}`
	if _, err := Schema("s.json", []byte(text)); err != nil {
		t.Error(err)
	}
}
