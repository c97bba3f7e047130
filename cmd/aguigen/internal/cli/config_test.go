package cli

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/config"
)

// shapes is a small schema with a union.
const shapes = `{
  "$id": "https://example.org/spec/1.0/schema.json",
  "$defs": {
    "Circle": {"type": "object", "properties": {"kind": {"const": "circle"}, "skuId": {"type": "string"}}, "required": ["kind"]},
    "Square": {"type": "object", "properties": {"kind": {"const": "square"}}, "required": ["kind"]},
    "Shape": {"oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square"}]},
    "Tool": {"type": "object", "properties": {"id": {"type": "string"}}}
  }
}
`

// inModule moves the test into an empty module.
func inModule(t *testing.T) {
	t.Helper()
	inFolder(t)
	put(t, "go.mod", "module example.org/app\n\ngo 1.24\n")
}

func TestInit(t *testing.T) {
	for _, c := range []struct {
		files map[string]string
		dir   string
		want  string // the package
	}{
		{nil, "My-App2", "myapp2"},
		{nil, "3d", "d"},
		{nil, "func", "gen"},
		{map[string]string{"a/main.go": "package main\n"}, "a", "main"},
		{map[string]string{"a/x_test.go": "package shapes_test\n"}, "a", "shapes"},
		{map[string]string{"a/a.go": "//go:build ignore\n\npackage main\n", "a/b.go": "package events\n", "a/c.go": "not Go"}, "a", "events"},
	} {
		t.Run(c.dir, func(t *testing.T) {
			inModule(t)
			for name, text := range c.files {
				put(t, name, text)
			}
			if err := os.MkdirAll(c.dir, 0o777); err != nil {
				t.Fatal(err)
			}
			t.Chdir(c.dir)
			r := call("", "init")
			want := "aguigen.yaml and generate.go written. Next:\n\n  go get -tool github.com/aguigen/aguigen/cmd/aguigen@latest\n  go generate ./...\n"
			if r != (result{exitOK, want, ""}) {
				t.Errorf("%+v", r)
			}
			got := files(t, ".")
			if want := "package " + c.want + "\n\n//go:generate go tool aguigen generate\n"; got["generate.go"] != want {
				t.Errorf("in %s: %q", c.dir, got["generate.go"])
			}
			if got["aguigen.yaml"] != config.Template("1.0", defaultParts) {
				t.Errorf("in %s: another configuration", c.dir)
			}
			again := call("", "init")
			if again.code != exitMisuse || !strings.HasPrefix(again.err, "aguigen init: aguigen.yaml and generate.go are in the way: nothing was written") {
				t.Errorf("%+v", again)
			}
			if !maps.Equal(files(t, "."), got) {
				t.Error("the second init wrote something")
			}
		})
	}
}

func TestInitWritesAllOrNothing(t *testing.T) {
	inModule(t)
	put(t, "generate.go", "package x\n")
	before := files(t, ".")
	r := call("", "init")
	if r.code != exitMisuse || !strings.HasPrefix(r.err, "aguigen init: generate.go is in the way: nothing was written") {
		t.Errorf("%+v", r)
	}
	if !maps.Equal(files(t, "."), before) {
		t.Error("init wrote something")
	}
}

func TestInitOutsideOfAModule(t *testing.T) {
	inFolder(t)
	if r := call("", "init"); r != (result{exitMisuse, "", "aguigen init: there is no go.mod at or above this folder: run go mod init MODULE first\n"}) {
		t.Errorf("%+v", r)
	}
	if got := files(t, "."); len(got) != 0 {
		t.Errorf("init wrote %v", slices.Sorted(maps.Keys(got)))
	}
}

const everything = `schema: in/shapes.json
out: gen
package: shapes
emit: [types, json]
definitions: [Shape, Circle]
initialisms: [SKU]
names:
  Circle: Disc
  Circle.skuId: SKU
aliases:
  Round: Disc
  NewRound: NewDisc
header: |
  Copyright the authors.
`

// From any folder of the module, the file says what is written where.
func TestConfigFromAnyFolder(t *testing.T) {
	inModule(t)
	put(t, "aguigen.yaml", everything)
	put(t, "in/shapes.json", shapes)
	put(t, "deep/down/x.txt", "")
	t.Chdir("deep/down")
	r := call("", "generate")
	if r.code != exitOK || r.err != "" || !strings.HasSuffix(r.out, " files written to ../../gen\n") {
		t.Fatalf("%+v", r)
	}
	made := files(t, "../../gen")
	text := strings.Join(slices.Collect(maps.Values(made)), "\n")
	for _, want := range []string{
		"package shapes\n", "type Disc struct", "\tSKU *string", "type Round = Disc", "func NewRound() *Disc", "// Copyright the authors.\n",
		"UnknownShape is a Shape that this package does not define",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q", want)
		}
	}
	for _, unwanted := range []string{"Square", "type Tool ", "Validate()"} {
		if strings.Contains(text, unwanted) {
			t.Errorf("there is a %q", unwanted)
		}
	}
	if r := call("", "check"); r.code != exitOK || !strings.HasPrefix(r.out, "../../gen/shapes is up to date: ") {
		t.Errorf("%+v", r)
	}
	if r := call("", "dump", "names"); r.code != exitOK || !strings.Contains(r.out, "Circle.skuId → SKU\n") || strings.Contains(r.out, "Tool") {
		t.Errorf("%+v", r)
	}
	if r := call("", "check", "--config", "no.yaml"); r != (result{exitMisuse, "", "no.yaml: there is no such file: aguigen init writes one\n"}) {
		t.Errorf("%+v", r)
	}
}

func TestFlagsGoBeforeTheFile(t *testing.T) {
	inModule(t)
	put(t, "sub/aguigen.yaml", everything)
	put(t, "sub/in/shapes.json", shapes)
	put(t, "small.json", small)
	if r := call("", "generate", "--config", "sub/aguigen.yaml", "--out", "here", "--package", "mine"); r.code != exitOK || !strings.HasSuffix(r.out, " to here\n") {
		t.Fatalf("%+v", r)
	}
	if got := files(t, "here"); got["here/mine/types_gen.go"] == "" && got["here/mine/shape_gen.go"] == "" {
		t.Errorf("made %v", slices.Sorted(maps.Keys(got)))
	}
	// The rest of the file stays in force, so what it asks of the other schema is wrong.
	r := call("", "dump", "names", "--config", "sub/aguigen.yaml", "--schema", "small.json")
	if r.code != exitMisuse || !strings.HasPrefix(r.err, "sub/aguigen.yaml:5:15: definitions: the schema has no \"Shape\"") {
		t.Errorf("%+v", r)
	}
}

// Each message stands at the line of the file that has to change.
func TestBadConfig(t *testing.T) {
	inModule(t)
	put(t, "in/shapes.json", shapes)
	put(t, "broken.json", strings.Replace(shapes, `"type": "object"`, `"typ": "object"`, 1))
	for _, c := range []struct{ text, want string }{
		{"schema: in/shape.json\n", "aguigen.yaml:1:9: in/shape.json: there is no such file: schema takes a file, - for standard input, or an embedded version (1.0, 1.1); did you mean in/shapes.json?\n"},
		{"schema: in\n", "aguigen.yaml:1:9: in: this is a folder: name the schema file in it, such as in/schema.json\n"},
		{"schema: 9.9\n", "aguigen.yaml:1:9: protocol version \"9.9\" is not embedded: known are 1.0, 1.1; the nearest is 1.1\n"},
		{"schema: broken.json\n", "broken.json:4:"},
		{"proto: no/protos\n", "aguigen.yaml:1:8: no/protos: cannot read the folder of .proto files: no such file or directory\n"},
		{"schema: in/shapes.json\nemit: [types, json, validate, proto]\n", "aguigen.yaml:1:9: there are no .proto files beside the schema: name their folder with proto, or leave the part \"proto\" out of emit\n"},
		{"module: other\n", "aguigen.yaml:1:9: the output folder belongs to the module example.org/app"},
		{"out: a b\n", "aguigen.yaml:1:6: \"example.org/app/a b\" cannot be imported by a Go program, because of \"a b\" in it: choose another folder with out\n"},
		{"definitions: [RunAgentInputs]\n", "aguigen.yaml:1:15: definitions: the schema has no \"RunAgentInputs\": did you mean RunAgentInput?\n"},
		{"names:\n  Tool.nam: X\n", "aguigen.yaml:2:3: names: the schema has no \"Tool.nam\": did you mean Tool.name?\n"},
		{"definitions: [Tool]\nnames:\n  Event: X\n", "aguigen.yaml:3:3: names: the chosen definitions have no \"Event\": aguigen dump names lists what can be named\n"},
		{"names:\n  Tool: tool\n", "aguigen.yaml:2:3: names: \"tool\" for \"Tool\" is not an exported Go identifier"},
		{"names:\n  Tool: Event\n", "aguigen.yaml:2:3: Tool and Event (schema/1.0/schema.json:"},
		{"names:\n  Event: X\n  Tool: X\n", "aguigen.yaml:2:3: Event and Tool (aguigen.yaml:3:3) would both be X in Go: rename one of them with \"names\" in the configuration\n"},
		{"initialisms: [ID, XYZ]\n", "aguigen.yaml:1:19: initialism \"XYZ\" is in no name of this schema: remove it or correct its spelling\n"},
		{"aliases:\n  Old: Frob\n", "aguigen.yaml:2:8: aliases: the package has no \"Frob\" that could bear the old name Old: it has to be"},
		{"aliases:\n  Old: RunAgentInputs\n  Tool: Event\n", "aguigen.yaml:2:8: aliases: the package has no \"RunAgentInputs\" that could bear the old name Old: did you mean RunAgentInput?\n" +
			"aguigen.yaml:3:3: aliases: the package has a Tool of its own: an old name has to be free\n"},
		{"definitions: [Tol, Event]\nnames:\n  Tool.nam: X\n", "aguigen.yaml:1:15: definitions: the schema has no \"Tol\": did you mean Tool?\n" +
			"aguigen.yaml:3:3: names: the schema has no \"Tool.nam\": did you mean Tool.name?\n"},
		{"outt: x\n", "aguigen.yaml:1:1: there is no key \"outt\": did you mean out?\n"},
	} {
		t.Run(c.text, func(t *testing.T) {
			text := c.text
			if !strings.Contains(text, "emit:") {
				text += "emit: [types]\n"
			}
			put(t, "aguigen.yaml", text)
			before := files(t, ".")
			for _, command := range []string{"generate", "check"} {
				if r := call("", command); r.code != exitMisuse || r.out != "" || !strings.HasPrefix(r.err, c.want) {
					t.Errorf("%s of %q: exit %d, stdout %.200q, stderr\n%swant\n%s", command, c.text, r.code, r.out, r.err, c.want)
				}
			}
			if !maps.Equal(files(t, "."), before) {
				t.Errorf("%q: a failed run changed the folder", c.text)
			}
		})
	}
}

func TestSchemaConfig(t *testing.T) {
	if r := call("", "schema", "config"); r != (result{exitOK, config.JSONSchema, ""}) {
		t.Errorf("%+v", r)
	}
}

// server serves what is in answer over TLS, and is what fetch trusts.
func server(t *testing.T, answer http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewTLSServer(answer)
	t.Cleanup(s.Close)
	s.Config.ErrorLog = nil
	before := transport
	transport = s.Client().Transport
	t.Cleanup(func() { transport = before })
	return s.URL
}

func TestFetch(t *testing.T) {
	text := shapes
	asked := 0
	address := server(t, func(w http.ResponseWriter, _ *http.Request) { asked++; fmt.Fprint(w, text) }) + "/s.json"
	inModule(t)
	put(t, "c/aguigen.yaml", "schema: "+address+"\nemit: [types, json]\n")
	put(t, "c/d/x", "")
	t.Chdir("c/d")
	r := call("", "generate")
	if want := "../aguigen.yaml:1:9: the schema at this address is not here yet, and generation does not use the network: run aguigen schema fetch"; r.code != exitMisuse || !strings.HasPrefix(r.err, want) || asked != 0 {
		t.Fatalf("%+v, asked %d times", r, asked)
	}
	if r = call("", "schema", "fetch"); r.code != exitOK || !strings.HasPrefix(r.out, "../aguigen.schema.json stored: ") {
		t.Fatalf("%+v", r)
	}
	lock := files(t, "..")["../aguigen.lock"]
	if !strings.Contains(lock, "address "+address+"\nsha256 ") {
		t.Errorf("%q", lock)
	}
	if r = call("", "schema", "fetch"); r.code != exitOK || !strings.HasPrefix(r.out, "../aguigen.schema.json is up to date: sha256 ") {
		t.Errorf("%+v", r)
	}
	asked = 0
	if r = call("", "generate"); r.code != exitOK || asked != 0 {
		t.Errorf("%+v, asked %d times", r, asked)
	}
	if r = call("", "check"); r.code != exitOK {
		t.Errorf("%+v", r)
	}
	// git may have changed the line ends of what was stored.
	stored := files(t, "..")
	for _, name := range []string{"../aguigen.yaml", "../aguigen.schema.json", "../aguigen.lock"} {
		put(t, name, strings.ReplaceAll(stored[name], "\n", "\r\n"))
	}
	if r = call("", "check"); r.code != exitOK {
		t.Errorf("with other line ends: %+v", r)
	}
	if r = call("", "schema", "fetch"); r.code != exitOK || !strings.HasPrefix(r.out, "../aguigen.schema.json is up to date: sha256 ") {
		t.Errorf("with other line ends: %+v", r)
	}
	text = strings.Replace(shapes, "skuId", "skuNumber", 1)
	if r = call("", "schema", "fetch"); r.code != exitOK || !strings.Contains(r.out, " stored: ") {
		t.Errorf("%+v", r)
	}
	if r = call("", "check"); r.code != exitFindings {
		t.Errorf("after another schema: %+v", r)
	}
	// What is stored must be what was fetched, from where the file says.
	put(t, "../aguigen.schema.json", text+" ")
	if r = call("", "check"); r.code != exitMisuse || !strings.HasPrefix(r.err, "../aguigen.schema.json: the file has changed since it was fetched") {
		t.Errorf("%+v", r)
	}
	put(t, "../aguigen.yaml", "schema: "+address+"2\n")
	if r = call("", "check"); r.code != exitMisuse || !strings.HasPrefix(r.err, "../aguigen.yaml:1:9: ../aguigen.schema.json holds the schema of another address, "+address+": run") {
		t.Errorf("%+v", r)
	}
	put(t, "../aguigen.lock", "nonsense\n")
	if r = call("", "check"); r.code != exitMisuse || r.err != "../aguigen.lock:1:1: this line is not what aguigen schema fetch writes: run it again\n" {
		t.Errorf("%+v", r)
	}
}

// A fetch that fails leaves what was fetched before.
func TestFetchFails(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"status": {http.NotFound, "the server answers \"404 Not Found\": check the address\n"},
		"page":   {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, "/s.json:1:1: "},
		"model":  {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "{\"$defs\":{}}") }, "/s.json:1:1: "},
		"empty":  {func(http.ResponseWriter, *http.Request) {}, "is empty: check the address\n"},
		"large":  {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 17<<20)) }, "is larger than 16 MiB: check the address\n"},
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		}, "only https is followed\n"},
		"loop": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, "redirects more than 5 times\n"},
	} {
		t.Run(name, func(t *testing.T) {
			address := server(t, c.answer)
			inModule(t)
			put(t, "aguigen.yaml", "schema: "+address+"/s.json\n")
			put(t, "aguigen.lock", "kept\n")
			put(t, "aguigen.schema.json", "kept\n")
			before := files(t, ".")
			r := call("", "schema", "fetch")
			if r.code != exitMisuse || !strings.Contains(r.err, c.want) {
				t.Errorf("%s: %+v", name, r)
			}
			if !maps.Equal(files(t, "."), before) {
				t.Errorf("%s: something was written", name)
			}
		})
	}
}

func TestFetchMisuse(t *testing.T) {
	inModule(t)
	if r := call("", "schema", "fetch"); r.code != exitMisuse || r.err != "aguigen schema fetch: there is no aguigen.yaml at or above this folder: run aguigen init first\n" {
		t.Errorf("%+v", r)
	}
	put(t, "aguigen.yaml", "schema: 1.0\n")
	if r := call("", "schema", "fetch"); r.code != exitMisuse || r.err != "aguigen.yaml:1:9: there is nothing to fetch: schema names no https address\n" {
		t.Errorf("%+v", r)
	}
	for _, command := range []string{"generate", "check"} {
		r := call("", command, "--schema", "https://example.org/schema.json")
		if r.code != exitMisuse || !strings.HasPrefix(r.err, "--schema: generation does not use the network: put the address into aguigen.yaml") {
			t.Errorf("%+v", r)
		}
	}
}

// A stranger's module, from init to a program that uses what was generated.
func TestModuleThatUsesTheResult(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a module")
	}
	inModule(t)
	if r := call("", "init"); r.code != exitOK {
		t.Fatalf("%+v", r)
	}
	put(t, "generate.go", "package main\n")
	made := files(t, ".")["aguigen.yaml"]
	put(t, "aguigen.yaml", strings.Replace(made, "emit: ["+strings.Join(defaultParts, ", ")+"]", "emit: [types, json]\ndefinitions: [RunAgentInput]", 1))
	if r := call("", "generate"); r.code != exitOK {
		t.Fatalf("%+v", r)
	}
	put(t, "main.go", `package main

import "example.org/app/agui"

func main() {
	in := agui.NewRunAgentInput("t", "r", nil)
	text, err := in.MarshalJSON()
	println(string(text), err == nil)
}
`)
	cmd := exec.Command("go", "run", ".")
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -trimpath")
	out, err := cmd.CombinedOutput()
	want := `{"threadId":"t","runId":"r","messages":[]} true` + "\n"
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}
