package generator

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/schema"
)

// edited is an embedded version with its companions, to edit.
type edited map[string]string

func embedded(t *testing.T, v string) edited {
	t.Helper()
	fsys, err := schema.FS(v)
	if err != nil {
		t.Fatal(err)
	}
	files := edited{}
	err = fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(fsys, p)
		files[p] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// generate makes a module of its own of the version.
func (v edited) generate(parts ...string) ([]emit.File, error) {
	protos := fstest.MapFS{}
	for name, text := range v {
		if p, ok := strings.CutPrefix(name, "proto/"); ok {
			protos[p] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	source := func(name string) *Source { return &Source{name, []byte(v[name])} }
	return Generate(context.Background(), Config{
		Schema: *source("schema.json"), Package: "agui", ImportPath: "example.org/app", NewModule: true, Parts: parts,
		Wire: &Wire{Protos: protos, Name: "proto", Ledger: source("wire-numbers.txt"), Table: source("wire-map.txt")},
	})
}

// A field that a later version adds, on both sides.
const (
	newMember = `"mood": { "type": "string", "description": "How the tool is." }, `
	newField  = "  optional string mood = 5;\n"
	newNumber = "Tool.mood = 5\n"
)

func (v edited) addMember(t *testing.T) {
	t.Helper()
	at := strings.Index(v["schema.json"], `"Tool": {`)
	properties := strings.Index(v["schema.json"][at:], `"properties": {`) + at + len(`"properties": {`)
	v["schema.json"] = v["schema.json"][:properties] + newMember + v["schema.json"][properties:]
}

func (v edited) addField(t *testing.T) {
	t.Helper()
	at := strings.Index(v["proto/types.proto"], "message Tool {")
	end := strings.Index(v["proto/types.proto"][at:], "\n}") + at + 1
	v["proto/types.proto"] = v["proto/types.proto"][:end] + newField + v["proto/types.proto"][end:]
	v["wire-numbers.txt"] += newNumber
}

const moodProgram = `package main

import (
	"fmt"

	"example.org/app/agui"
	"example.org/app/aguipb"
	"example.org/app/aguiproto"
)

func main() {
	tool := agui.NewTool("n", "d")
	mood := "good"
	tool.Mood = &mood
	input := agui.NewRunAgentInput("t", "r", []agui.Message{})
	input.Tools = []agui.Tool{*tool}
	var e agui.Event = &agui.RunStartedEvent{ThreadID: "t", RunID: "r", Input: input}
	text, err := e.AppendJSON(nil)
	fmt.Println(string(text), err)
	b, err := aguiproto.Marshal(e)
	back, err2 := aguiproto.Unmarshal(b)
	text, err3 := back.AppendJSON(nil)
	fmt.Println(string(text), err, err2, err3)
	m, err := aguiproto.ToolToProto(tool)
	fmt.Println(m.GetMood(), err)
	read, err := aguiproto.ToolFromProto(&aguipb.Tool{Name: "n", Description: "d", Mood: m.Mood})
	fmt.Println(*read.Mood, err)
	fmt.Println(agui.ValidateJSON("Tool", []byte(` + "`" + `{"name":"n","description":"d","mood":1}` + "`" + `)))
}
`

const moodOutput = `{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[],"tools":[{"mood":"good","name":"n","description":"d"}]}} <nil>
{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[],"tools":[{"mood":"good","name":"n","description":"d"}]}} <nil> <nil> <nil>
good <nil>
good <nil>
/mood: expected a string, found a number
`

// TestNewField adds an optional field to a copy of 1.1: it is in everything that is generated, which builds as it is,
// with protobuf as its only requirement.
func TestNewField(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the three packages")
	}
	v := embedded(t, "1.1")
	v.addMember(t)
	v.addField(t)
	files, err := v.generate(Parts...)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	writeFiles(t, dir, append(files, emit.File{Path: "cmd/main.go", Text: []byte(moodProgram)}))
	before := readFile(t, dir, "go.mod") + readFile(t, dir, "go.sum")
	if strings.Count(before, "require") != 1 {
		t.Errorf("more than one requirement:\n%s", before)
	}
	out, err := buildCommand(dir, "run", "./cmd")
	if err != nil || out != moodOutput {
		t.Errorf("%v\n%swant\n%s", err, out, moodOutput)
	}
	if out, err := buildCommand(dir, "vet", "./..."); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
	if after := readFile(t, dir, "go.mod") + readFile(t, dir, "go.sum"); after != before {
		t.Errorf("the module was not complete: it became\n%s", after)
	}
}

// One side without the other is refused, with the name of what is missing.
func TestNewFieldOnOneSide(t *testing.T) {
	schemaOnly, protoOnly, mixed := embedded(t, "1.1"), embedded(t, "1.1"), embedded(t, "1.1")
	schemaOnly.addMember(t)
	protoOnly.addField(t)
	for name, text := range embedded(t, "1.0") { // the schema of 1.1 with the messages of 1.0
		if name != "schema.json" {
			mixed[name] = text
		}
	}
	for _, c := range []struct {
		files edited
		want  []string
	}{
		{schemaOnly, []string{"no field of message Tool carries mood"}},
		{protoOnly, []string{"field Tool.mood carries no member of the schema"}},
		{mixed, []string{"carries encryptedValueType", "schema and .proto files must be of one version"}},
	} {
		_, err := c.files.generate(Parts...)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}

// TestTypesLinkNoProtobuf builds what --emit types,json returns: it depends on the standard library alone.
func TestTypesLinkNoProtobuf(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	for _, parts := range [][]string{{Types}, {Types, JSON}, {Types, JSON, Validate}, Parts} {
		files, err := embedded(t, "1.0").generate(parts...)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		writeFiles(t, dir, files)
		out, err := buildCommand(dir, "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./agui")
		if got := strings.Fields(out); err != nil || !slices.Equal(got, []string{"example.org/app/agui"}) {
			t.Errorf("%v: the types depend on %s (%v)", parts, out, err)
		}
		_, err = os.Stat(filepath.Join(dir, "aguiproto"))
		if wanted := slices.Contains(parts, Proto); wanted != (err == nil) {
			t.Errorf("%v: aguiproto is there: %v", parts, err == nil)
		}
	}
}

func readFile(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// buildCommand runs the go command in a folder as a user would: nothing is added to go.mod and go.sum.
func buildCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly -trimpath")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
