// Package corpus reads the judged documents, vectors and streams that lie in tests/corpus of the repository, for the
// tests of its modules. One module cannot reach a package of another that it does not require, so this file is there
// twice, in tests/corpus and in generated/internal/corpus; a test compares the two.
package corpus

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Document is a judged document. Its path is Definition/valid/name.json or Definition/invalid/name.json.
type Document struct {
	Since  string       `json:"since"` // the first version of the protocol for which the verdict holds
	Path   string       `json:"path"`
	Text   string       `json:"text"`
	Errors []Error      `json:"errors,omitempty"` // all that the reference validator reports
	Expect *Expectation `json:"expect,omitempty"` // the one of them that an author means; nil for a valid document
	own    bool
}

// Error is a keyword, the place in the document and the place in the schema.
type Error [3]string

// Expectation is an error, with the name of the property that is missing or surplus.
type Expectation struct {
	Keyword          string `json:"keyword"`
	InstanceLocation string `json:"instanceLocation"`
	SchemaLocation   string `json:"schemaLocation"`
	Property         string `json:"property,omitempty"`
}

// Definition is the name of the definition that the document is judged by.
func (d *Document) Definition() string {
	definition, _, _ := strings.Cut(d.Path, "/")
	return definition
}

// Documents returns the documents that a version of the protocol judges. Where the reference data lies beside the
// repository, those of the August corpus are among them, which are not ours to pack.
func Documents(t testing.TB, version string) []Document {
	t.Helper()
	all := Lines[Document](t, "documents")
	packed := len(all)
	if root := shared(t); root != "" {
		for since, folder := range folders {
			for _, d := range readFolder(t, filepath.Join(root, "upstream", folder), since) {
				if !d.own {
					all = append(all, d)
				}
			}
		}
	}
	list := all[:0]
	for _, d := range all {
		if d.Since == version || less(d.Since, version) {
			list = append(list, d)
		}
	}
	t.Logf("%d documents of the corpus and %d of ../shared, %d of them for %s", packed, len(all)-packed, len(list), version)
	return list
}

func less(a, b string) bool {
	var a1, a2, b1, b2 int
	fmt.Sscanf(a, "%d.%d", &a1, &a2)
	fmt.Sscanf(b, "%d.%d", &b1, &b2)
	return a1 < b1 || a1 == b1 && a2 < b2
}

// Lines decodes a file of the corpus: documents, proto, sse, enforce, compat, streams, random-streams, conformance.
// Numbers keep their spelling.
func Lines[T any](t testing.TB, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder(t), name+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	list, err := decode[T](unpacked)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return list
}

func decode[T any](in io.Reader) ([]T, error) {
	d := json.NewDecoder(in)
	d.UseNumber()
	var list []T
	for {
		var v T
		err := d.Decode(&v)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
}

// folder finds tests/corpus at or above the folder of the test. Where AGUIGEN_CORPUS is set, that is the place.
func folder(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("AGUIGEN_CORPUS"); dir != "" {
		return dir
	}
	const mark = "documents.jsonl.gz"
	for up := "."; len(up) < 20; up = filepath.Join("..", up) {
		if dir := filepath.Join(up, "tests", "corpus"); exists(filepath.Join(dir, mark)) {
			return dir
		}
	}
	t.Skip("needs tests/corpus of the repository, which a downloaded module is without")
	return ""
}

// shared finds the reference data beside the repository, "" where there is none.
func shared(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(folder(t), "..", "..", "..", "shared")
	if !exists(filepath.Join(dir, "upstream")) {
		return ""
	}
	return dir
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

// folders of ../shared/upstream hold what a version judges that none before it does.
var folders = map[string]string{"1.0": "fixtures", "1.1": "fixtures-1.1"}

// readFolder reads judged documents as ../shared has them: a file each, the expectation beside it, and a manifest.
func readFolder(t testing.TB, root, since string) []Document {
	t.Helper()
	manifest, err := os.Open(filepath.Join(root, "MANIFEST.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer manifest.Close()
	entries, err := decode[struct {
		Path, Origin string
		Errors       []Error
	}](manifest)
	if err != nil {
		t.Fatal(err)
	}
	var list []Document
	for _, e := range entries {
		d := Document{Since: since, Path: e.Path, Errors: e.Errors, own: e.Origin == "own" || e.Origin == ""}
		file := filepath.Join(root, filepath.FromSlash(e.Path))
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d.Text = string(text)
		if len(e.Errors) > 0 {
			text, err := os.ReadFile(strings.TrimSuffix(file, ".json") + ".expect.json")
			if err == nil {
				err = json.Unmarshal(text, &d.Expect)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, d)
	}
	return list
}
