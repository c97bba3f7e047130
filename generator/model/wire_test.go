package model

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/schema"
)

// wireFiles are the texts of a pairing by name: schema.json, wire-map.txt, wire-numbers.txt and the .proto files.
type wireFiles map[string]string

// readWireFiles reads a version from a folder laid out as ours or as the official one.
func readWireFiles(t *testing.T, schema, protos, numbers, table string) wireFiles {
	t.Helper()
	files := wireFiles{}
	for name, path := range map[string]string{"schema.json": schema, "wire-numbers.txt": numbers, "wire-map.txt": table} {
		files[name] = readText(t, path)
	}
	for _, name := range []string{"events.proto", "types.proto", "patch.proto"} {
		files[name] = readText(t, protos+"/"+name)
	}
	return files
}

func readText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && strings.Contains(path, "shared") {
		t.Skipf("needs ../shared, the official files: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// ours returns the embedded version, its protos and all that belongs to them those of another version.
func ours(t *testing.T, schema, protos string) wireFiles {
	t.Helper()
	const base = "../../schema/"
	return readWireFiles(t, base+schema+"/schema.json", base+protos+"/proto", base+protos+"/wire-numbers.txt",
		base+protos+"/wire-map.txt")
}

// pair runs the pairing. Errors of an earlier stage end the test.
func (files wireFiles) pair(t *testing.T) (*Protocol, error) {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		if strings.HasSuffix(name, ".proto") {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	p := mustBuild(t, files["schema.json"])
	protos, err := load.CompileProtos(fsys, "proto")
	if err != nil {
		t.Fatal(err)
	}
	ledger, err := load.ReadLedger("wire-numbers.txt", []byte(files["wire-numbers.txt"]))
	if err != nil {
		t.Fatal(err)
	}
	table, err := load.ReadWireMap("wire-map.txt", []byte(files["wire-map.txt"]))
	if err != nil {
		t.Fatal(err)
	}
	return p, Pair(p, protos, ledger, table)
}

// TestOfficialProtosPairLikeOurs pairs our schema with our protos and with the official ones.
func TestOfficialProtosPairLikeOurs(t *testing.T) {
	known := map[string]int{"1.0": 261, "1.1": 264}
	for _, version := range schema.Versions() {
		p, err := ours(t, version, version).pair(t)
		if err != nil {
			t.Fatal(err)
		}
		messages, fields := 0, 0
		for _, file := range p.Wire.Files {
			for _, m := range file.MessageType {
				if file.GetPackage() == p.Wire.Package {
					messages, fields = messages+1+len(m.NestedType), fields+len(m.Field)
					for _, nested := range m.NestedType {
						fields += len(nested.Field)
					}
				}
			}
		}
		if want := known[version]; want != 0 && (messages != 53 || fields != want) || len(p.Wire.Messages) != messages {
			t.Errorf("%s: %d messages with %d fields, %d paired; want 53 with %d", version, messages, fields, len(p.Wire.Messages), want)
		}
		const base = "../../../shared/upstream/spec/"
		official, err := readWireFiles(t, base+version+"/schema.json", base+version+"/proto", base+version+"/wire-numbers.txt",
			"../../schema/"+version+"/wire-map.txt").pair(t)
		if err != nil {
			t.Fatal(err)
		}
		if official.Wire.Dump() != p.Wire.Dump() {
			t.Errorf("%s: the official files pair differently", version)
		}
	}
}

func TestOutOfStepIsRefused(t *testing.T) {
	for _, c := range []struct {
		schema, protos string
		names          []string
	}{
		{"1.1", "1.0", []string{
			"s.json:790:31: ", "no field of message ReasoningEncryptedValueEvent carries encryptedValueType:",
			"no field of message Message carries encryptedValueType:", "no field of message ToolCall carries encryptedValueType:",
		}},
		{"1.0", "1.1", []string{
			"proto/types.proto:24:3: ", "field ReasoningEncryptedValueEvent.encrypted_value_type carries no member",
			"field Message.encrypted_value_type carries no member", "field ToolCall.encrypted_value_type carries no member",
		}},
	} {
		t.Run(c.schema, func(t *testing.T) {
			p, err := ours(t, c.schema, c.protos).pair(t)
			if err == nil || p.Wire != nil {
				t.Fatalf("schema %s went with protos %s", c.schema, c.protos)
			}
			for _, name := range append(c.names, "schema and .proto files must be of one version") {
				if !strings.Contains(err.Error(), name) {
					t.Errorf("no %q in:\n%v", name, err)
				}
			}
			for _, d := range diag.Of(err) {
				if d.Pos.Line == 0 {
					t.Errorf("no place: %s", d)
				}
			}
		})
	}
}

// edit replaces text that stands in a file exactly once.
func (files wireFiles) edit(t *testing.T, name, old, new string) {
	t.Helper()
	if n := strings.Count(files[name], old); n != 1 {
		t.Fatalf("%s has %q %d times, want once", name, old, n)
	}
	files[name] = strings.Replace(files[name], old, new, 1)
}

// TestNewField adds an optional member to schema, protos and ledger of a copy, and then to one of them only.
func TestNewField(t *testing.T) {
	schema := func(files wireFiles) {
		before, after, found := strings.Cut(files["schema.json"], `"ToolCallStartEvent": {`)
		if !found {
			t.Fatal("the schema has no definition to extend")
		}
		after = strings.Replace(after, `"properties": {`, `"properties": {"extraWord": {"type": "string"},`, 1)
		files["schema.json"] = before + `"ToolCallStartEvent": {` + after
	}
	protos := func(files wireFiles) {
		const head = "message ToolCallStartEvent {"
		files.edit(t, "events.proto", head, head+"\n  optional string extra_word = 17;")
		files["wire-numbers.txt"] += "ToolCallStartEvent.extra_word = 17\n"
	}
	both, inSchema, inProtos := ours(t, "1.1", "1.1"), ours(t, "1.1", "1.1"), ours(t, "1.1", "1.1")
	schema(both)
	protos(both)
	p, err := both.pair(t)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(p.Wire.Dump(), "  17 extra_word: extraWord, optional string\n") {
		t.Error("the new field is not in the pairing")
	}
	schema(inSchema)
	if _, err := inSchema.pair(t); err == nil || !strings.Contains(err.Error(), "no field of message ToolCallStartEvent carries extraWord:") {
		t.Errorf("only in the schema: %v", err)
	}
	protos(inProtos)
	if _, err := inProtos.pair(t); err == nil || !strings.Contains(err.Error(), "field ToolCallStartEvent.extra_word carries no member") {
		t.Errorf("only in the protos: %v", err)
	}
}
