package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// What is printed about each file that a peer got wrong in the field.
func TestValidateOddProducers(t *testing.T) {
	golden, err := filepath.Abs(filepath.Join("testdata", "odd-producers.txt"))
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join("..", "..", "..", "..", "..", "shared", "field", "odd-producers")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("needs ../shared, the recorded files: %v", err)
	}
	t.Chdir(folder)
	names, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, name := range names {
		r := call("", "validate", name)
		fmt.Fprintf(&b, "$ aguigen validate %s\n%s%sexit %d\n\n", name, r.out, r.err, r.code)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("run the test with -update and read the difference; got\n%s", b.String())
	}
}

const goodTool = `{"name":"n","description":"d"}`

func TestValidate(t *testing.T) {
	inFolder(t)
	put(t, "good.json", goodTool+"\n")
	put(t, "bad.jsonl", "{\"type\":\"CUSTOM\",\"name\":\"n\"}\n{\"type\":\n"+goodTool+"\n")
	put(t, "small.json", small)
	put(t, "path.json", `[{"op":"test","path":"/a","value":1},{"op":"move","path":"a","from":""}]`)
	put(t, "empty.sse", ": nothing\n\n")
	put(t, "empty/notes.txt", "no capture\n")
	const badFindings = "bad.jsonl:1:1: CustomEvent: missing required property \"value\"\nbad.jsonl:2:9: this is not JSON: unexpected end of the document\n"
	for _, c := range []struct {
		args, stdin string
		want        result
	}{
		{"good.json", "", result{exitOK, "1 document: 1 valid, 0 invalid, 0 findings (judged by their members: 1 as Tool)\n", ""}},
		{"good.json --def Tool --schema 1.1", "", result{exitOK, "1 document: 1 valid, 0 invalid, 0 findings\n", ""}},
		{"bad.jsonl good.json", "", result{exitFindings, badFindings + "4 documents: 2 valid, 2 invalid, 2 findings (judged by their members: 2 as Tool)\n", ""}},
		{"-", "data: {\"type\":\r\ndata: 1}\r\n\r\n", result{exitFindings, "<stdin>:2:7: \"type\" is a number, not a string\n1 document: 0 valid, 1 invalid, 1 finding\n", ""}},
		{"- --format jsonl", "data: 1\n", result{exitFindings, "<stdin>:1:1: this looks like a line of server-sent events: read it with the format sse\n1 document: 0 valid, 1 invalid, 1 finding\n", ""}},
		{"--def JsonPatch path.json", "", result{exitFindings, "path.json:1:58: /1/path: \"a\" does not match ^(/([^/~]|~[01])*)*$\n1 document: 0 valid, 1 invalid, 1 finding\n", ""}},
		{"--def JsonPatchOperation path.json", "", result{exitFindings, "path.json:1:58: /path: \"a\" does not match ^(/([^/~]|~[01])*)*$\n2 documents: 1 valid, 1 invalid, 1 finding\n", ""}},
		{"--schema - good.json", `{"required": ["x"]}`, result{exitFindings, "good.json:1:1: missing required property \"x\"\n1 document: 0 valid, 1 invalid, 1 finding\n", ""}},
		{"--schema small.json -", `{"id": 1}`, result{exitFindings, "<stdin>:1:8: /id: expected a string, found a number\n1 document: 0 valid, 1 invalid, 1 finding (judged by their members: 1 as Tool)\n", ""}},
		{"-", "{\"type\":\"STATE_SNAPSHOT\",\"snapshot\":1,\"\\u001b[31m\\n\":{}}", result{exitFindings, "<stdin>:1:39: StateSnapshotEvent has no property \"\\x1b[31m\\n\"\n1 document: 0 valid, 1 invalid, 1 finding\n", ""}},
		{"- --def Metadata", "\n", result{exitFindings, "<stdin>: there is no document in this file\n0 documents: 0 valid, 0 invalid, 1 finding\n", ""}},
		{"empty.sse", "", result{exitFindings, "empty.sse: there is no document in this file\n0 documents: 0 valid, 0 invalid, 1 finding\n", ""}},
		{"none.json bad.jsonl empty", "", result{exitMisuse, badFindings + "3 documents: 1 valid, 2 invalid, 2 findings (judged by their members: 1 as Tool)\n",
			"empty: no file in this folder ends in .json, .jsonl, .ndjson, .sse, .frames: name the files, or give --format\nnone.json: there is no such file\n"}},
	} {
		t.Run(c.args, func(t *testing.T) {
			if got := call(c.stdin, append([]string{"validate"}, strings.Fields(c.args)...)...); got != c.want {
				t.Errorf("%s:\ngot  %+v\nwant %+v", c.args, got, c.want)
			}
		})
	}
}

func TestValidateMisuse(t *testing.T) {
	inFolder(t)
	put(t, "good.json", goodTool)
	put(t, "broken.json", "{\n  \"type\": \"object\",\n}")
	for args, want := range map[string]string{
		"":                                "aguigen validate: name the files to judge, or - for standard input\n",
		"- -":                             "aguigen validate: standard input can be read only once",
		"--schema - -":                    "aguigen validate: standard input can be read only once",
		"--format jsn good.json":          "--format: there is no \"jsn\": did you mean json?\n",
		"--format yaml good.json":         "--format: there is no \"yaml\": it takes auto, json, jsonl, sse, frames\n",
		"--output xml good.json":          "--output: there is no \"xml\": it takes text, json\n",
		"--def Evnt good.json":            "--def: the schema has no definition \"Evnt\": did you mean Event?\n",
		"--def Unheard good.json":         "--def: the schema has no definition \"Unheard\": look into its $defs for the names\n",
		"--schema 9.9 good.json":          "--schema: protocol version \"9.9\" is not embedded",
		"--schema broken.json good.json":  "broken.json:3:1: found '}' where a key in double quotes should start\n",
		"--schema nothing.json good.json": "nothing.json: there is no such file: --schema takes a file",
		"--deff Tool good.json":           "aguigen validate: there is no flag --deff: did you mean --def?\n",
	} {
		t.Run(args, func(t *testing.T) {
			r := call("", append([]string{"validate"}, strings.Fields(args)...)...)
			if r.code != exitMisuse || r.out != "" || !strings.HasPrefix(r.err, want) {
				t.Errorf("%s: %+v\nwant %s", args, r, want)
			}
		})
	}
}

// Tools read one object a line, with the names that the help has.
func TestValidateOutputJSON(t *testing.T) {
	inFolder(t)
	put(t, "c.sse", "event: RAW\ndata: {\"type\":\"CUSTOM\",\"name\":\"<a>\",\"x\":1}\n\ndata: no\n\n")
	r := call(goodTool, "validate", "--output", "json", "c.sse", "-")
	const want = `{"kind":"finding","file":"c.sse","line":2,"column":7,"document":1,"definition":"Event","instanceLocation":"","keyword":"required","schemaLocation":"#/$defs/CustomEvent/required","property":"value","message":"CustomEvent: missing required property \"value\""}
{"kind":"note","file":"c.sse","line":2,"column":15,"document":1,"definition":"Event","instanceLocation":"/type","message":"the event is named \"RAW\", but its \"type\" is \"CUSTOM\": readers go by the latter"}
{"kind":"finding","file":"c.sse","line":2,"column":37,"document":1,"definition":"Event","instanceLocation":"","keyword":"unevaluatedProperties","schemaLocation":"#/$defs/CustomEvent/unevaluatedProperties","property":"x","message":"CustomEvent has no property \"x\""}
{"kind":"finding","file":"c.sse","line":4,"column":7,"document":2,"instanceLocation":"","keyword":"syntax","message":"this is not JSON: found 'n': expected a value"}
{"kind":"summary","documents":3,"valid":1,"invalid":2,"findings":3,"notes":1,"judgedByMembers":{"Tool":1}}
`
	if r.code != exitFindings || r.out != want || r.err != "" {
		t.Errorf("got %+v\nwant %s", r, want)
	}
	help := call("", "help", "validate").out
	for line := range strings.Lines(r.out) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatal(err)
		}
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if !strings.Contains(help, `"`+name+`"`) {
				t.Errorf("the help does not mention %s", name)
			}
		}
	}
}

// The progress line comes after each step of a large input, and is removed before something else is printed.
func TestProgress(t *testing.T) {
	var b bytes.Buffer
	p := &progress{out: &b}
	p.begin("f")
	p.show(1)
	in := p.count(bytes.NewReader(make([]byte, 2*step)))
	if _, err := in.Read(make([]byte, step)); err != nil {
		t.Fatal(err)
	}
	p.show(7)
	p.show(8)
	p.clear()
	p.clear()
	if want := "\r\x1b[Kf: 16 MB read, 7 documents so far\r\x1b[K"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
	if p := newProgress(&b); p.out != nil {
		t.Error("a buffer is no terminal")
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if p := newProgress(file); p.out != nil {
		t.Error("a file is no terminal")
	}
}
