package generator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewerVersion runs the tests that judge the published package, over all judged documents, in a package that was
// generated for 1.1: beside those of 1.0 it has to judge, decode and encode what 1.1 adds.
func TestNewerVersion(t *testing.T) {
	shared, err := filepath.Abs(filepath.Join("..", "..", "shared"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := embedded(t, "1.1").generate(Types, JSON, Validate)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	writeFiles(t, dir, files)
	for _, name := range []string{"agui/shared_test.go", "agui/fixtures_test.go", "internal/corpus/corpus.go"} {
		text, err := os.ReadFile(filepath.Join("..", "generated", name))
		if err != nil {
			t.Fatal(err)
		}
		here := strings.ReplaceAll(string(text), "github.com/aguigen/aguigen/generated/", "example.org/app/")
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(here), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	corpus, err := filepath.Abs(filepath.Join("..", "tests", "corpus"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("AGUIGEN_CORPUS", corpus)
	t.Setenv("AGUIGEN_SHARED", shared)
	out, err := buildCommand(dir, "test", "-v", "./agui")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range strings.Lines(out) {
		if strings.Contains(line, "documents") || strings.Contains(line, "events") {
			t.Log(strings.TrimSpace(line))
		}
	}
	_, err = os.Stat(shared) // where the recorded runs are
	if !strings.Contains(out, "--- PASS: TestRoundTrip") || err == nil && strings.Contains(out, "--- SKIP") {
		t.Errorf("not all of it ran:\n%s", out)
	}
}
