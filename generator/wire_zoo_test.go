package generator

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/emit"
)

// TestWireShapes generates the binary encoding of a small protocol that has one of every shape, and runs a test inside
// of what came out.
func TestWireShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and runs what it generates")
	}
	const zoo = "emit/wire/testdata/zoo"
	read := func(name string) *Source { return &Source{name, []byte(readFile(t, zoo, name))} }
	wire := &Wire{Protos: os.DirFS(filepath.Join(zoo, "proto")), Name: "proto", Table: read("wire-map.txt")}
	for _, exact := range []bool{false, true} {
		files, err := Generate(context.Background(), Config{
			Schema: *read("schema.json"), Package: "zoo", ImportPath: "example.org/app", NewModule: true, Parts: Parts, Wire: wire, ExactNumbers: exact,
		})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		writeFiles(t, dir, append(files,
			emit.File{Path: "zooproto/zoo_test.go", Text: read("zoo_test.go.txt").Text},
			emit.File{Path: "documents.jsonl", Text: read("documents.jsonl").Text}))
		for _, args := range [][]string{{"vet", "./..."}, {"test", "./zooproto"}} {
			if out, err := buildCommand(dir, args...); err != nil {
				t.Errorf("exact numbers: %t: go %s: %v\n%s", exact, strings.Join(args, " "), err, out)
			}
		}
	}
}
