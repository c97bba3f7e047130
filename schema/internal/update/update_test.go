package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/schema"
)

// repository is a copy of what update works on, with the given versions only.
type repository struct {
	t     *testing.T
	root  string
	calls []string // the commands that it would have run
	fails string   // the command that fails
}

func newRepository(t *testing.T, versions ...string) *repository {
	t.Helper()
	r := &repository{t: t, root: t.TempDir()}
	for _, v := range versions {
		fsys, err := schema.FS(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(filepath.Join(r.root, "schema", v), fsys); err != nil {
			t.Fatal(err)
		}
	}
	r.write("schema/schema.go", "package schema\n\n//go:embed "+strings.Join(versions, " ")+"\nvar versions embed.FS\n")
	page := "| version | address |\n| --- | --- |\n| 1.0 | x |\n\n| file | sha256 |\n| --- | --- |\n| 1.0/schema.json | x |\n| 1.0/wire-numbers.txt | x |\n\nend\n"
	r.write("schema/SOURCES.md", page)
	return r
}

func (r *repository) write(name, text string) string {
	r.t.Helper()
	file := filepath.Join(r.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
	return file
}

func (r *repository) read(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.root, filepath.FromSlash(name)))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(data)
}

// update runs the program, and returns what it printed and the error. Folders are as seen from the root.
func (r *repository) update(spec, version string) (string, error) {
	r.calls = nil
	var out bytes.Buffer
	u := &updater{root: r.root, spec: spec, version: version, received: "2027-02", out: &out}
	u.run = func(name string, args ...string) error {
		call := name + " " + strings.Join(args, " ")
		r.calls = append(r.calls, call)
		if r.fails != "" && strings.Contains(call, r.fails) {
			return errors.New("exit status 1")
		}
		return nil
	}
	err := u.update()
	return strings.ReplaceAll(out.String(), r.root+"/", ""), err
}

// stops runs the program, which must end with an error that has these parts, and returns it.
func (r *repository) stops(spec, version string, parts ...string) string {
	r.t.Helper()
	out, err := r.update(spec, version)
	if err == nil {
		r.t.Fatalf("it did not stop:\n%s", out)
	}
	message := strings.ReplaceAll(err.Error(), r.root+"/", "")
	for _, part := range append(parts, "Next: ") {
		if !strings.Contains(message, part) {
			r.t.Errorf("%q is missing in\n%s", part, message)
		}
	}
	return message
}

// embedded reads a file of one of our versions.
func embedded(t *testing.T, version, name string) string {
	t.Helper()
	fsys, err := schema.FS(version)
	if err != nil {
		t.Fatal(err)
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestFollowsTheRelease goes from 1.0 to 1.1 as the repository did.
func TestFollowsTheRelease(t *testing.T) {
	const spec = "../../../../shared/upstream/spec/1.1/schema.json"
	if _, err := os.Stat(spec); err != nil {
		t.Skipf("needs ../shared, the official files: %v", err)
	}
	r := newRepository(t, "1.0")
	message := r.stops(spec, "", "5 of 373 descriptions are missing or surplus", "stopped at step 4, words", "schema/1.1/schema.json:792:26: #/$defs/")
	for _, owner := range []string{"ReasoningEncryptedValueEvent", "BaseMessage", "ToolMessage", "ReasoningMessage", "ToolCall"} {
		if part := "#/$defs/" + owner + "/properties/encryptedValueType/description: is to be written"; strings.Count(message, part) != 1 {
			t.Errorf("%q is missing in\n%s", part, message)
		}
	}
	if len(r.calls) > 0 {
		t.Errorf("it ran %q before the words were there", r.calls)
	}

	// What a person adds is what the repository has beyond it.
	ours := embedded(t, "1.1", "schema.json")
	if got := withoutNew(r.read("schema/1.1/schema.json")); got != withoutNew(ours) {
		t.Errorf("the schema it made differs in more than the new descriptions from ours")
	}
	for _, name := range []string{"proto/events.proto", "proto/types.proto", "proto/patch.proto", "wire-numbers.txt", "wire-map.txt"} {
		want := strings.ReplaceAll(embedded(t, "1.1", name), "  // Kind of encrypted data, in the producer's own terms.\n", "")
		if got := r.read("schema/1.1/" + name); got != want {
			t.Errorf("%s is\n%s\nnot\n%s", name, got, want)
		}
	}
	if code := r.read("schema/schema.go"); !strings.Contains(code, "//go:embed 1.0 1.1\n") {
		t.Errorf("schema.go is\n%s", code)
	}
	page, err := os.ReadFile("../../SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(r.read("schema/SOURCES.md")) {
		if strings.HasPrefix(row, "| 1.1/") && !strings.Contains(string(page), row) {
			t.Errorf("SOURCES.md of the repository lacks %s", row)
		}
	}

	r.write("schema/1.1/schema.json", ours)
	out, err := r.update(spec, "1.1")
	if err != nil || !strings.Contains(out, "5 files are the official ones") {
		t.Fatalf("%v\n%s", err, out)
	}
	commands := []string{"go run ./cmd/aguigen generate --schema 1.1 ", "make generate", "make test", "go run ./cmd/aguigen diff 1.0 1.1"}
	if !slices.EqualFunc(r.calls, commands, strings.HasPrefix) {
		t.Errorf("it ran %q, not %q", r.calls, commands)
	}
}

// withoutNew empties the descriptions that 1.0 does not have.
func withoutNew(text string) string {
	var out strings.Builder
	for l := range strings.Lines(text) {
		if strings.Contains(l, `"description": "Kind of encrypted data`) {
			before, _, _ := strings.Cut(l, `"Kind`)
			l = before + "\"\"\n"
		}
		out.WriteString(l)
	}
	return out.String()
}

// next is a made-up official file of version 1.2: Tool has one member more.
func next(t *testing.T) string {
	t.Helper()
	text := strings.Replace(embedded(t, "1.1", "schema.json"), "/1.1/schema.json", "/1.2/schema.json", 1)
	old := `"Tool": {`
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q is not there once", old)
	}
	at := strings.Index(text, old)
	rest := strings.Replace(text[at:], `"properties": {`, `"properties": {
        "cost": {
          "description": "What a call costs, \"<per use>\".",
          "type": "number"
        },`, 1)
	return text[:at] + rest
}

func TestMadeUpVersion(t *testing.T) {
	r := newRepository(t, "1.0", "1.1")
	spec := r.write("official/schema.json", next(t))
	place := "#/$defs/Tool/properties/cost/description"
	message := r.stops(spec, "1.2", "1 of ", "schema/1.2/schema.json:", place+": is to be written: what the official file says is at official/schema.json:")
	if strings.Contains(message, "What a call costs") || strings.Contains(r.read("schema/1.2/schema.json"), "What a call costs") {
		t.Error("it carries the official words")
	}
	// No protos came with the schema, so those of 1.1 stay.
	want := strings.ReplaceAll(embedded(t, "1.1", "proto/events.proto"), "AG-UI 1.1 ", "AG-UI 1.2 ")
	if got := r.read("schema/1.2/proto/events.proto"); got != want || !strings.Contains(got, "AG-UI 1.2 ") {
		t.Errorf("events.proto is\n%s", got)
	}

	made := r.read("schema/1.2/schema.json")
	written := strings.Replace(made, `"description": ""`, `"description": "Price of a call."`, 1)
	r.write("schema/1.2/schema.json", written)
	r.fails = "--schema 1.2"
	r.stops(spec, "", "the generator refuses 1.2", "step 5, generate", "ARCHITECTURE.md")
	r.fails = "make test"
	r.stops(spec, "", "make test: exit status 1", "step 6, test", "make golden")
	r.fails = "diff"
	r.stops(spec, "", "step 7, diff")
	r.fails = ""
	out, err := r.update(spec, "")
	if err != nil || !strings.Contains(out, "1.2 follows 1.1") || !strings.Contains(out, "== done. Next: commit schema/") {
		t.Errorf("%v\n%s", err, out)
	}

	for _, c := range []struct{ name, old, new, message string }{
		{"type", `"type": "number"`, `"type": "integer"`, `#/$defs/Tool/properties/cost/type: is "integer" here, and "number" at official/schema.json:`},
		{"surplus key", `"cost": {`, `"cost": { "minimum": 0,`, `#/$defs/Tool/properties/cost/minimum: is not in the official file`},
		{"missing key", `"type": "number"`, `"title": "x"`, `#/$defs/Tool/properties/cost: lacks "type", which is at official/schema.json:`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.Count(written, c.old) < 1 {
				t.Fatalf("%s: %q is not there", c.name, c.old)
			}
			at := strings.Index(written, `"cost": {`)
			r.write("schema/1.2/schema.json", written[:at]+strings.Replace(written[at:], c.old, c.new, 1))
			r.stops(spec, "", "step 3, structure", c.message)
		})
	}
	r.write("schema/1.2/schema.json", strings.Replace(written, `"description": "Price of a call.",`, ``, 1))
	r.stops(spec, "", "step 4, words", place+": is missing: official/schema.json:")
}

// A version whose official files come anew keeps the words that were written for it.
func TestRefresh(t *testing.T) {
	r := newRepository(t, "1.0", "1.1")
	official := next(t)
	spec := r.write("official/schema.json", official)
	types := strings.ReplaceAll(embedded(t, "1.1", "proto/types.proto"), "AG-UI 1.1 ", "AG-UI 1.2 ")
	r.write("official/proto/types.proto", types)
	r.stops(spec, "", "1 of ", "step 4, words")
	const ours = `"description": "Price of a call."`
	r.write("schema/1.2/schema.json", strings.Replace(r.read("schema/1.2/schema.json"), `"description": ""`, ours, 1))
	edited := strings.Replace(types, "message ToolCall {", "// Words for 1.2.\nmessage ToolCall {", 1)
	r.write("schema/1.2/proto/types.proto", edited)
	if _, err := r.update(spec, ""); err != nil {
		t.Fatal(err)
	}
	page := r.read("schema/SOURCES.md")

	at := strings.Index(official, `"cost": {`)
	official = official[:at] + strings.Replace(official[at:], `"type": "number"`, `"type": "integer"`, 1)
	official = official[:at] + `"unit": { "description": "Of the cost.", "type": "string" }, ` + official[at:]
	r.write("official/schema.json", official)
	r.write("official/proto/types.proto", types+"message More {}\n")
	r.stops(spec, "", "1 of ", "#/$defs/Tool/properties/unit/description: is to be written", "step 4, words")
	made := r.read("schema/1.2/schema.json")
	if !strings.Contains(made, ours) || strings.Contains(made, "Of the cost") || !strings.Contains(made, `"type": "integer"`) {
		t.Error("the schema lacks our words, or has theirs")
	}
	if got := r.read("schema/1.2/proto/types.proto"); !strings.Contains(got, "// Words for 1.2.\nmessage ToolCall {") || !strings.HasSuffix(got, "message More {}\n") {
		t.Errorf("types.proto is\n%s", got)
	}
	r.write("schema/1.2/schema.json", strings.Replace(made, `"description": ""`, `"description": "Its currency."`, 1))
	out, err := r.update(spec, "")
	if err != nil || !strings.Contains(out, "schema/1.2 is there") {
		t.Errorf("%v\n%s", err, out)
	}
	// Of the page two checksums change.
	was, is := strings.Split(page, "\n"), strings.Split(r.read("schema/SOURCES.md"), "\n")
	changed := 0
	for i := range min(len(was), len(is)) {
		if was[i] != is[i] {
			changed++
		}
	}
	if len(was) != len(is) || changed != 2 {
		t.Errorf("of SOURCES.md %d lines changed:\n%s", changed, strings.Join(is, "\n"))
	}
	// What is edited here is no refreshed file: it is reported, not overwritten.
	r.write("schema/1.2/schema.json", strings.Replace(made, `"type": "integer"`, `"type": "boolean"`, 1))
	r.stops(spec, "", "step 3, structure", `is "boolean" here`)
}

func TestMisuse(t *testing.T) {
	r := newRepository(t, "1.0")
	r.stops(r.write("a.json", `{"$id": "https://ag-ui.com/spec/1.1/schema.json"}`), "1.2", "a.json:1:9: ", "it is version 1.1, not 1.2")
	r.stops(r.write("b.json", `{"title": "x"}`), "", "b.json: its $id does not end in /VERSION/schema.json")
	r.stops(r.write("c.json", `{"$id": `), "", "c.json:1:")
	r.stops(filepath.Join(r.root, "d.json"), "", "no such file")
	if entries, err := os.ReadDir(filepath.Join(r.root, "schema")); err != nil || len(entries) != 3 {
		t.Errorf("a folder was made: %v, %v", entries, err)
	}
}

func TestOrderOfKeysCounts(t *testing.T) {
	r := newRepository(t, "1.0")
	official := strings.Replace(embedded(t, "1.0", "schema.json"), "/1.0/", "/1.1/", 1)
	spec := r.write("official/schema.json", official)
	if _, err := r.update(spec, ""); err != nil {
		t.Fatal(err)
	}
	old, swapped := `"$schema": "https://json-schema.org/draft/2020-12/schema",`, ""
	if strings.Count(official, old) != 1 {
		t.Fatal("the schema begins in another way than the test thinks")
	}
	text := strings.Replace(r.read("schema/1.1/schema.json"), old, swapped, 1)
	at := strings.LastIndex(text, "}")
	r.write("schema/1.1/schema.json", strings.TrimRight(text[:at], " \n")+",\n  "+strings.TrimSuffix(old, ",")+"\n}\n")
	r.stops(spec, "", "schema/1.1/schema.json:1:1: #: has its keys in another order than at official/schema.json:1:1", "step 3, structure")
}

func TestWireFilesAreCompared(t *testing.T) {
	r := newRepository(t, "1.0")
	spec := r.write("official/schema.json", strings.Replace(embedded(t, "1.0", "schema.json"), "/1.0/", "/1.1/", 1))
	r.write("official/wire-numbers.txt", embedded(t, "1.0", "wire-numbers.txt"))
	r.write("official/proto/types.proto", "// Their words.\n"+embedded(t, "1.0", "proto/types.proto"))
	if out, err := r.update(spec, ""); err != nil || !strings.Contains(out, "3 files are the official ones") {
		t.Fatalf("%v\n%s", err, out)
	}
	types := r.read("schema/1.1/proto/types.proto")
	if strings.Contains(types, "Their words") || !strings.HasPrefix(types, "// Messages, tools and run input of AG-UI 1.1 in") {
		t.Errorf("types.proto begins with\n%s", types[:200])
	}
	r.write("schema/1.1/proto/types.proto", strings.Replace(types, "string id = 1;", "string id = 9;", 1))
	r.stops(spec, "", "schema/1.1/proto/types.proto:", `"string id = 9;" here is "string id = 1;" in the official file`, "step 3, structure")
	r.write("schema/1.1/proto/types.proto", types+"message More {}\n")
	r.stops(spec, "", `"message More {}" here is "nothing" in the official file`)
	r.write("schema/1.1/proto/types.proto", strings.ReplaceAll(types, "\n  //", "\n\n      // More:"))
	if _, err := r.update(spec, ""); err != nil {
		t.Errorf("comments and layout count: %v", err)
	}
}

func TestVersionsAreOrderedByNumber(t *testing.T) {
	r := newRepository(t, "1.0")
	for _, v := range []string{"1.9", "1.10", "2.0"} {
		r.write("schema/"+v+"/schema.json", "{}")
	}
	for version, want := range map[string]string{"1.11": "1.10", "1.10": "1.9", "0.9": "", "3.0": "2.0"} {
		t.Run(version, func(t *testing.T) {
			u := &updater{root: r.root, version: version}
			if got, err := u.precursor(); got != want || err != nil {
				t.Errorf("before %s comes %q, %v; want %q", version, got, err, want)
			}
		})
	}
}
