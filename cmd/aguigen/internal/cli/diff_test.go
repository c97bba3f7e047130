package cli

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The report on the two embedded versions is what the package's goldens hold.
func TestDiffOfVersions(t *testing.T) {
	for format, ext := range map[string]string{"text": "txt", "markdown": "md", "json": "json"} {
		t.Run(format, func(t *testing.T) {
			want, err := os.ReadFile("../../../../generator/diff/testdata/1.0-1.1." + ext)
			if err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"diff", "1.0", "1.1", "--format", format}, {"diff", "--format", format, "--fail-on", "breaking", "v1.0", "v1.1"}} {
				if r := call("", args...); r.code != exitOK || r.err != "" || r.out != string(want) {
					t.Errorf("%q: %d %q\n%s", args, r.code, r.err, r.out)
				}
			}
		})
	}
	if r := call("", "diff", "1.0", "1.1"); !strings.Contains(r.out, "Wire: additive. Go: compatible.") {
		t.Error(r.out)
	}
}

func TestDiffFailsOnBreaking(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
	}{
		{"1.1 1.0", exitOK}, {"--fail-on breaking 1.1 1.0", exitFindings}, {"--fail-on breaking 1.0 1.1", exitOK}, {"--fail-on=breaking 1.0 1.0", exitOK},
	} {
		t.Run(c.args, func(t *testing.T) {
			if r := call("", append([]string{"diff"}, strings.Fields(c.args)...)...); r.code != c.code || r.out == "" || r.err != "" {
				t.Errorf("%s: %d, want %d: %q", c.args, r.code, c.code, r.err)
			}
		})
	}
}

const (
	oldTool = `{"$id": "https://example.org/spec/1.0/schema.json", "$defs": {"Tool": {"type": "object", "properties": {"id": {"type": "string"}}}}}`
	newTool = `{"$id": "https://example.org/spec/2.0/schema.json", "$defs": {"Tool": {"type": "object", "properties": {"id": {"type": "integer"}}}}}`
)

const toolReport = `https://example.org/spec/1.0/schema.json → https://example.org/spec/2.0/schema.json
Wire: breaking. Go: breaking.

Breaking
  - Tool: field id: string → integer [breaks the wire and Go]
      Go: struct field ID: *string → *int64

No description changed.`

func TestDiffOfFiles(t *testing.T) {
	inFolder(t)
	put(t, "old/schema.json", oldTool)
	put(t, "new/schema.json", newTool)
	want := toolReport + " The binary encoding was not compared: a side has no .proto files.\n"
	if r := call("", "diff", "old/schema.json", "new/schema.json"); r.code != exitOK || r.out != want {
		t.Errorf("%d %s\n%s", r.code, r.err, r.out)
	}
	if r := call(oldTool, "diff", "-", "new/schema.json"); r.code != exitOK || r.out != want {
		t.Errorf("from standard input: %d %s\n%s", r.code, r.err, r.out)
	}
	put(t, "old/proto/a.proto", "syntax = \"proto3\";\npackage x;\nmessage Tool { string id = 1; }\n")
	put(t, "new/proto/a.proto", "syntax = \"proto3\";\npackage x;\nmessage Tool { int64 id = 2; }\n")
	r := call("", "diff", "old/schema.json", "new/schema.json")
	for _, line := range []string{"  - Tool: number of binary field id: 1 → 2 [breaks the wire]\n", "  - Tool: type of binary field id: string → int64 [breaks the wire]\n"} {
		if r.code != exitOK || !strings.Contains(r.out, line) || strings.Contains(r.out, "not compared") {
			t.Errorf("%d %s lacks %q\n%s", r.code, r.err, line, r.out)
		}
	}
}

func TestDiffOfPackages(t *testing.T) {
	inFolder(t)
	put(t, "old.json", oldTool)
	put(t, "known/deep/new.json", newTool)
	put(t, "known/other.json", "{}")
	for out, file := range map[string]string{"a": "old.json", "b": "known/deep/new.json", "c": "1.0"} {
		t.Run(out, func(t *testing.T) {
			if r := call("", "generate", "--schema", file, "--out", out, "--emit", "types"); r.code != exitOK {
				t.Fatal(r.err)
			}
		})
	}
	if r := call("", "diff", "c/agui", "1.1"); r.code != exitOK || !strings.Contains(r.out, "Wire: additive. Go: compatible.") {
		t.Errorf("a package of an embedded version: %d %s\n%s", r.code, r.err, r.out)
	}
	if r := call("", "diff", "old.json", "b", "--schema-dir", "known"); r.code != exitOK || !strings.HasPrefix(r.out, toolReport) {
		t.Errorf("a package of a known file: %d %s\n%s", r.code, r.err, r.out)
	}
	if r := call("", "diff", "a/agui", "b/agui", "--schema-dir", "."); r.code != exitOK || !strings.HasPrefix(r.out, toolReport) {
		t.Errorf("two packages: %d %s\n%s", r.code, r.err, r.out)
	}
	want := regexp.MustCompile(`^a/agui/doc_gen.go:[0-9]+:2: the package was made from https://example.org/spec/1.0/schema.json \(version 1.0\), and no ` +
		`embedded version \(1.0, 1.1\) has the checksum of that file: give the schema file instead of the folder, or a folder that holds it with --schema-dir\n$`)
	if r := call("", "diff", "a", "1.1"); r.code != exitMisuse || !want.MatchString(r.err) {
		t.Errorf("a package of an unknown schema: %d %q", r.code, r.err)
	}
	if r := call("", "diff", "a", "1.1", "--schema-dir", "known"); r.code != exitMisuse ||
		!strings.HasSuffix(r.err, ", nor has any .json file below known: give the schema file instead of the folder\n") {
		t.Errorf("a folder without it: %d %q", r.code, r.err)
	}
}

func TestDiffMisuse(t *testing.T) {
	inFolder(t)
	put(t, "old.json", oldTool)
	put(t, "schema.yaml", "$id: x\n")
	put(t, "empty/x.txt", "")
	put(t, "1.0-folder/schema.json", oldTool)
	put(t, "two/a/doc_gen.go", "package a\n\nconst SchemaSHA256 = \"1\"\n")
	put(t, "two/b/doc_gen.go", "package b\n\nconst SchemaSHA256 = \"1\"\n")
	put(t, "broken/doc_gen.go", "package\n")
	put(t, "bad/schema.json", oldTool)
	put(t, "bad/proto/a.proto", "syntax = \"proto3\";\npackage x;\nmessage {\n")
	for _, c := range []struct{ args, err string }{
		{"", "aguigen diff: it compares two things, not 0: name OLD and NEW"},
		{"1.0", "aguigen diff: it compares two things, not 1: name OLD and NEW"},
		{"1.0 1.1 1.2", "aguigen diff: it compares two things, not 3: name OLD and NEW"},
		{"- -", "aguigen diff: standard input can be read only once"},
		{"1.0 1.1 --format yaml", `--format: there is no "yaml": it takes text, markdown, json`},
		{"1.0 1.1 --format jsn", `--format: there is no "jsn": did you mean json?`},
		{"1.0 1.1 --fail-on narrowing", `--fail-on: there is no "narrowing": it takes breaking`},
		{"1.0 1.1 --fail-on braking", `--fail-on: there is no "braking": did you mean breaking?`},
		{"1.0 1.1 --schema-dir nowhere", "nowhere: there is no such folder: --schema-dir takes one that holds schema files"},
		{"1.0 9.9", `protocol version "9.9" is not embedded: known are 1.0, 1.1; the nearest is 1.1`},
		{"1.0 old.jsn", "old.jsn: there is no such file or folder: give a schema file, the folder of a generated package, or an embedded version (1.0, 1.1); did you mean old.json?"},
		{"schema.yaml 1.0", "schema.yaml:1:1: this is YAML, and a schema is read as JSON"},
		{"empty 1.0", "empty: this folder holds no package with the types that aguigen generates: its doc_gen.go would declare SchemaSHA256"},
		{"broken 1.0", "broken: this folder holds no package"},
		{"1.0-folder 1.0", "1.0-folder: this is a folder: name the schema file in it, 1.0-folder/schema.json"},
		{"two 1.0", "two: this folder holds several generated packages: name one of them, such as two/a"},
		{"bad/schema.json 1.0", "bad/proto/a.proto:3:9: "},
	} {
		t.Run(c.args, func(t *testing.T) {
			r := call("", append([]string{"diff"}, strings.Fields(c.args)...)...)
			if r.code != exitMisuse || r.out != "" || !strings.HasPrefix(r.err, c.err) {
				t.Errorf("%s: %d %q, want %q", c.args, r.code, r.err, c.err)
			}
		})
	}
	r := call("", "diff", "nowhere.json", "empty")
	if lines := strings.Split(r.err, "\n"); len(lines) != 3 || !strings.HasPrefix(lines[0], "empty: ") || !strings.HasPrefix(lines[1], "nowhere.json: ") {
		t.Errorf("both sides are to be explained: %q", r.err)
	}
}

// docs/diff.md is true: its commands print what it shows, it has every kind, and every member of the JSON form.
func TestDiffPage(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/diff.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```console\n\\$ aguigen ([^\n]*)\n(.*?)```").FindAllSubmatch(page, -1)
	if len(blocks) < 2 {
		t.Fatalf("%d commands on the page", len(blocks))
	}
	for _, b := range blocks {
		r := call("", strings.Fields(string(b[1]))...)
		if got := r.out + r.err; r.code == exitMisuse || !strings.Contains(got, strings.TrimSuffix(string(b[2]), "...\n")) {
			t.Errorf("aguigen %s: %d\n%s\nthe page has\n%s", b[1], r.code, got, b[2])
		}
	}
	kinds, err := os.ReadFile("../../../../generator/diff/kinds.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`= "([a-z-]+)"`).FindAllSubmatch(kinds, -1) {
		if !strings.Contains(string(page), "`"+string(m[1])+"`") {
			t.Errorf("the page lacks the kind %s", m[1])
		}
	}
	var report map[string]any
	if err := json.Unmarshal([]byte(call("", "diff", "1.0", "1.1", "--format", "json").out), &report); err != nil {
		t.Fatal(err)
	}
	members(report, func(name string) {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("the page lacks the member %s", name)
		}
	})
}

// members calls visit for each key in a JSON value.
func members(v any, visit func(string)) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			visit(key)
			members(value, visit)
		}
	case []any:
		for _, value := range v {
			members(value, visit)
		}
	}
}
