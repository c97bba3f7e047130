package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/goccy/go-yaml"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
)

const full = `# all keys
schema: 1.10
proto: a/proto # behind it
out: "my out"
package: 'agui'
module: example.org/m
emit: [types, json]
definitions:
  - RunAgentInput
  - Tool
unchecked:
  - {keyword: if, at: "#/$defs/Form"}
  - keyword: pattern
    at: "#/$defs/Name"
initialisms: [SKU]
names:
  Tool.id: Key
  "Role.user": RoleHuman
aliases: {Old: New}
header: |
  Copyright ü
    us
`

func TestParse(t *testing.T) {
	at := func(line, column int) diag.Pos { return diag.Pos{File: "d/aguigen.yaml", Line: line, Column: column} }
	for _, text := range []string{full, "\ufeff" + full, strings.ReplaceAll(full, "\n", "\r\n")} {
		c, err := Parse("d/aguigen.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		want := &Config{
			File: "d/aguigen.yaml", Dir: "d", Schema: "1.10", Proto: "a/proto", Out: "my out", Package: "agui", Module: "example.org/m",
			Emit: []string{"types", "json"}, Definitions: []model.Selection{{Name: "RunAgentInput", Pos: at(9, 5)}, {Name: "Tool", Pos: at(10, 5)}},
			Unchecked: []load.Unchecked{
				{Keyword: "if", At: "#/$defs/Form", Pos: at(12, 5)}, {Keyword: "pattern", At: "#/$defs/Name", Pos: at(13, 5)},
			},
			Initialisms: []string{"SKU"}, Names: map[string]string{"Tool.id": "Key", "Role.user": "RoleHuman"},
			Aliases: []emit.FormerName{{Old: "Old", New: "New", OldPos: at(19, 11), NewPos: at(19, 16)}},
			Header:  "Copyright ü\n  us\n", places: c.places,
			entryPlaces: map[string]diag.Pos{"SKU": at(15, 15), "Tool.id": at(17, 3), "Role.user": at(18, 3)},
		}
		if !reflect.DeepEqual(c, want) {
			t.Errorf("got\n%+v\nwant\n%+v", c, want)
		}
		if got, ok := c.At("proto"); !ok || got != at(3, 8) {
			t.Errorf("proto is at %v", got)
		}
	}
}

func TestParseNothing(t *testing.T) {
	for _, text := range []string{"", "# only a comment\n", "---\n", "~\n", "{}\n", "\n\n"} {
		c, err := Parse("aguigen.yaml", []byte(text))
		if err != nil || c.Schema != "" || len(c.places) != 0 || c.Dir != "." {
			t.Errorf("%q: %+v, %v", text, c, err)
		}
	}
}

const allKeys = "schema, proto, out, package, module, emit, definitions, unchecked, initialisms, names, aliases, numbers, header"

// bad are files that are refused, with the whole message. Those that a JSON Schema can refuse as well are marked.
var bad = []struct {
	text   string
	schema bool
	want   string
}{
	{"shcema: x\n", true, `1:1: there is no key "shcema": did you mean schema?`},
	{"# c\nfrobnicate: x\n", true, `2:1: there is no key "frobnicate": the keys are ` + allKeys},
	{"Out: x\n", true, `1:1: there is no key "Out": did you mean out?`},
	{"names:\n\tTool: X\n", false, `2:1: a tab stands in the indentation, where YAML takes spaces only: replace it by spaces`},
	{"\tout: x\n", false, `1:1: a tab stands in the indentation, where YAML takes spaces only: replace it by spaces`},
	{"names:\n  A: B\n\t  C: D\n", false, `3:1: a tab stands in the indentation, where YAML takes spaces only: replace it by spaces`},
	{"out: 3\n", true, `1:6: "out" takes a text, and 3 is a number: write it in quotes`},
	{"package: true\n", true, `1:10: "package" takes a text, and true is a yes or no: write it in quotes`},
	{"out: [a]\n", true, `1:6: "out" takes a text, and this is a list`},
	{"out:\n  a: b\n", true, `2:3: "out" takes a text, and this is a map`},
	{"out:\n", true, `1:5: "out" has no value: give one or remove it`},
	{"out: \"\"\n", true, `1:6: "out" is empty: give a value or remove it`},
	{"schema: -\n", false, `1:9: this is not YAML: block sequence entries are not allowed in this context`},
	{"schema: \"-\"\n", true, `1:9: "schema" cannot be standard input: name a version, a file or an https address`},
	{"schema: http://example.org/s.json\n", true, `1:9: "schema" is fetched by https only, and this address starts with http://: change it, or fetch the file yourself and name it`},
	{"package: Agui\n", true, `1:10: "Agui" cannot be the name of the packages: choose a word in small letters, as in "agui"`},
	{"emit: types\n", true, `1:7: "emit" takes a list, as in "emit: [A, B]", and this is a text`},
	{"emit: [types, jsn, types, json, frob]\n", true, "1:15: there is no part \"jsn\": did you mean json?\n" +
		"1:20: the part \"types\" is there already: remove one of the two\n" +
		"1:33: there is no part \"frob\": the parts are types, json, validate, proto, stream, http"},
	{"emit: [json]\n", false, `1:7: the part "json" needs "types", which "json" lacks: add it`},
	{"emit: []\n", true, `1:7: "emit" is empty: add an entry or remove the key`},
	{"definitions:\n  - Tool\n  - [x]\n  - 3\n  -\n", true, "3:5: an entry of \"definitions\" takes a text, and this is a list\n" +
		"4:5: an entry of \"definitions\" takes a text, and 3 is a number: write it in quotes\n" +
		"5:4: an entry of \"definitions\" has no value: give one or remove it"},
	{"definitions:\n", true, `1:13: "definitions" has no value: give a list or remove the key`},
	{"unchecked:\n", true, `1:11: "unchecked" has no value: give a list or remove the key`},
	{"unchecked: []\n", true, `1:12: "unchecked" is empty: add an entry or remove the key`},
	{"unchecked: {a: b}\n", true, `1:12: "unchecked" takes a list of entries, each as "- {keyword: if, at: "#/$defs/Name"}", and this is a map`},
	{"unchecked: [if, {keyword: if}, {keyword: if, at: 3}, {keyword: if, where: x}]\n", true,
		"1:13: an entry of \"unchecked\" takes a keyword and its place, as in {keyword: if, at: \"#/$defs/Name\"}, and this is a text\n" +
			"1:17: an entry of \"unchecked\" needs both keyword and at\n" +
			"1:50: \"unchecked.at\" takes a text, and 3 is a number: write it in quotes\n" +
			"1:68: an entry of \"unchecked\" has no key \"where\": it has keyword and at"},
	{"unchecked:\n  - {keyword: if, at: \"#\"}\n  - {at: \"#\", keyword: if}\n", true, `3:5: the keyword "if" at # is there already: remove one of the two`},
	{"initialisms: [URN, URN]\n", true, `1:20: the initialism "URN" is there already: remove one of the two`},
	{"names: [a]\n", true, `1:8: "names" takes entries, each as "NAME: OTHER" on a line of its own, and this is a list`},
	{"names: {}\n", true, `1:8: "names" has no entries: fill it or remove the key`},
	{"names:\n", true, "1:7: \"names\" has no value: give entries or remove the key"},
	{"names:\n  Tool: X\n  Tool: Y\n", false, `3:3: the key "Tool" is there already (aguigen.yaml:2:3): remove one of the two`},
	{"out: a\nschema: x\nout: b\n", false, `3:1: the key "out" is there already (aguigen.yaml:1:1): remove one of the two`},
	{"names:\n  Ä.ö: [x]\n", true, `2:10: "names.Ä.ö" takes a text, and this is a list`},
	{"- a\n", true, `1:1: the file has to hold keys with values, as in "out: .", and this is a list`},
	{"out\n", true, `1:1: the file has to hold keys with values, as in "out: .", and this is a text`},
	{"out: a\n---\nout: b\n", false, `3:1: a second document starts before this line: put everything into one`},
	{"%YAML 1.2\n---\nout: b\n", false, `1:1: a directive is more YAML than is understood here: remove the line`},
	{"out: &x a\nschema: *x\n", false, "1:6: \"out\" takes a text, and this is more YAML than is understood here\n" +
		"2:9: \"schema\" takes a text, and this is more YAML than is understood here"},
	{"out: a: b\n", false, `1:6: this is not YAML: mapping value is not allowed in this context`},
	{"out: \"a\n", false, `1:6: this is not YAML: could not find end character of double-quoted text`},
	{"numbers: float\n", true, `1:10: "numbers" cannot be "float": write exact, which keeps numbers as they are spelled, or remove the key for float64`},
	{"header: \"a\\0b\"\n", false, `1:9: the header holds the control character '\x00': remove it`},
	{"header: |\n  MIT\n  +build ignore\n", false, `1:9: the header would be a build constraint, because a line starts with +build: change that line`},
	{"shcema: x\nout: 3\nemit: [jsn]\n", true, "1:1: there is no key \"shcema\": did you mean schema?\n" +
		"2:6: \"out\" takes a text, and 3 is a number: write it in quotes\n3:8: there is no part \"jsn\": did you mean json?"},
}

func TestParseRefuses(t *testing.T) {
	for _, c := range bad {
		_, err := Parse("aguigen.yaml", []byte(c.text))
		want := "aguigen.yaml:" + strings.ReplaceAll(c.want, "\n", "\naguigen.yaml:")
		if err == nil || err.Error() != want {
			t.Errorf("%q returns\n%v\nwant\n%s", c.text, err, want)
		}
	}
}

// The JSON Schema for editors says the same as Parse, as far as a schema can.
func TestSchemaAgrees(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(JSONSchema))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	var properties []string
	for name := range schema.Properties {
		properties = append(properties, name)
	}
	slices.Sort(properties)
	if known := Keys(); !slices.Equal(properties, slices.Sorted(slices.Values(known))) {
		t.Errorf("the schema has %v, the reader %v", properties, known)
	}
	judge := func(text string) error {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return schema.Validate(value)
	}
	for _, text := range []string{full, Template("1.0", generator.Parts), "schema: https://example.org/s.json", "schema: 1.0", ""} {
		if err := judge(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, c := range bad {
		if c.schema && judge(c.text) == nil {
			t.Errorf("the schema takes %q", c.text)
		}
	}
}

// The template holds every key, and what stands in it is what holds without it.
func TestTemplate(t *testing.T) {
	text := Template("1.0", generator.Parts)
	c, err := Parse(Name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if c.Schema != "1.0" || c.Out != "." || c.Package != "agui" || !slices.Equal(c.Emit, generator.Parts) || len(c.places) != 4 {
		t.Errorf("%+v", c)
	}
	var lines []string
	for line := range strings.Lines(text) { // take the comment signs from the examples
		line = strings.TrimSuffix(line, "\n")
		word, _, _ := strings.Cut(strings.TrimPrefix(line, "# "), ":")
		if slices.Contains(Keys(), word) || strings.HasPrefix(line, "#   ") {
			line = strings.TrimPrefix(line, "# ")
		}
		lines = append(lines, line)
	}
	c, err = Parse(Name, []byte(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Keys() {
		if _, ok := c.At(name); !ok {
			t.Errorf("the template does not show %q", name)
		}
	}
}

// The table of the documentation has a row for each key, in this order.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| key | value | default |\n| --- | --- | --- |\n")
	var rows []string
	for line := range strings.Lines(table) {
		row, ok := strings.CutPrefix(line, "| `")
		if !ok {
			break
		}
		name, _, _ := strings.Cut(row, "`")
		rows = append(rows, name)
	}
	if !slices.Equal(rows, Keys()) {
		t.Errorf("the table has %q, the keys are %q", rows, Keys())
	}
}

func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{
		"outer/aguigen.yaml", "outer/a/b/x", "outer/inner/go.mod", "outer/inner/c/x", "outer/own/go.mod", "outer/own/aguigen.yaml",
		"outer/yml/aguigen.yml", "outer/folder/aguigen.yaml/x",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{
		"outer": "outer/aguigen.yaml", "outer/a/b": "outer/aguigen.yaml", "outer/inner": "", "outer/inner/c": "",
		"outer/own": "outer/own/aguigen.yaml", "outer/folder": "outer/aguigen.yaml",
		"outer/yml": "outer/yml/aguigen.yml: the configuration is read from aguigen.yaml: rename the file",
	} {
		t.Run(dir, func(t *testing.T) {
			got, err := Find(dir)
			if err != nil {
				got = err.Error()
			}
			if filepath.ToSlash(got) != want {
				t.Errorf("from %s: %q, want %q", dir, got, want)
			}
		})
	}
}

func TestReadExplains(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("d", 0o777); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"x.yaml": "x.yaml: there is no such file: aguigen init writes one",
		"d":      "d: this is a folder: name the file in it, such as " + filepath.Join("d", Name),
	} {
		t.Run(file, func(t *testing.T) {
			if _, err := Read(file); err == nil || err.Error() != want {
				t.Errorf("%s: %v", file, err)
			}
		})
	}
}

// No text makes the reader panic, and every place lies in the file.
func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte(Template("1.0", generator.Parts)))
	for _, c := range bad {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("f", text)
		if (c == nil) != (err != nil) {
			t.Fatal(c, err)
		}
		lines := strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n")
		for _, d := range diag.Of(err) {
			if d.Pos.File != "f" || d.Pos.Line < 1 || d.Pos.Line > len(lines) || d.Pos.Column < 1 || d.Pos.Column > len(lines[d.Pos.Line-1])+1 {
				t.Fatal(fmt.Sprint(d))
			}
		}
	})
}
