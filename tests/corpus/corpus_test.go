package corpus

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "pack the corpus from ../shared")

// vectors are the files of ../shared/upstream/vectors, which are packed as they are.
var vectors = []string{"proto", "sse", "enforce", "compat", "streams", "random-streams"}

// TestPacked compares the corpus with the reference data that it was packed from, or packs it.
func TestPacked(t *testing.T) {
	t.Setenv("AGUIGEN_CORPUS", ".")
	root := shared(t)
	if root == "" {
		t.Skip("needs ../shared, which the corpus was packed from")
	}
	want := map[string][]byte{"documents": documents(t, root), "conformance": conformance(t, root)}
	for _, name := range vectors {
		want[name] = read(t, filepath.Join(root, "upstream", "vectors", name+".jsonl"))
	}
	for name, text := range want {
		t.Run(name, func(t *testing.T) {
			file := name + ".jsonl.gz"
			if *update {
				pack(t, file, text)
			}
			unpacked, err := gzip.NewReader(bytes.NewReader(read(t, file)))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(unpacked)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, text) {
				t.Errorf("it differs from ../shared: run the test with -update, and read what changed")
			}
		})
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func pack(t *testing.T, file string, text []byte) {
	t.Helper()
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := packed.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// documents are the judged documents that were written for this project, a line each.
func documents(t *testing.T, root string) []byte {
	t.Helper()
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	lines.SetEscapeHTML(false)
	for _, since := range slices.Sorted(maps.Keys(folders)) {
		for _, d := range readFolder(t, filepath.Join(root, "upstream", folders[since]), since) {
			if !d.own {
				continue
			}
			if !utf8.ValidString(d.Text) {
				t.Fatalf("%s is not UTF-8, so a JSON string cannot hold it", d.Path)
			}
			if err := lines.Encode(d); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out.Bytes()
}

// conformance are the recorded streams with what should become of them, a line each.
func conformance(t *testing.T, root string) []byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "upstream", "conformance", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no streams: %v", err)
	}
	var out bytes.Buffer
	for _, file := range files {
		if err := json.Compact(&out, read(t, file)); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// TestCoverage logs what a clone covers, which make test prints.
func TestCoverage(t *testing.T) {
	t.Setenv("AGUIGEN_CORPUS", ".")
	valid, invalid := 0, 0
	definitions := map[string]bool{}
	for _, d := range Lines[Document](t, "documents") {
		definitions[d.Definition()] = true
		if d.Expect == nil {
			valid++
		} else {
			invalid++
		}
		if rejected := strings.Contains(d.Path, "/invalid/"); rejected != (d.Expect != nil) || rejected != (len(d.Errors) > 0) {
			t.Errorf("%s: the path does not fit the verdict", d.Path)
		}
	}
	t.Logf("%d valid and %d invalid documents of %d definitions", valid, invalid, len(definitions))
	if valid < 300 || invalid < 700 || len(definitions) < 90 {
		t.Error("documents are missing")
	}
	for _, name := range append(vectors, "conformance") {
		n := len(Lines[json.RawMessage](t, name))
		t.Logf("%d lines of %s", n, name)
		if n < 50 {
			t.Errorf("%s: lines are missing", name)
		}
	}
	if shared(t) == "" {
		t.Log("without ../shared nothing of the official schemas, the August documents and recorded traffic")
	} else {
		t.Log("from ../shared the official schemas, the August documents and recorded traffic")
	}
}

// The reader is the same text in both modules.
func TestTwins(t *testing.T) {
	if !bytes.Equal(read(t, "corpus.go"), read(t, "../../generated/internal/corpus/corpus.go")) {
		t.Error("corpus.go differs from the one in generated/internal/corpus: copy it there")
	}
}
