package generator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewerVersion runs the tests that judge the published package, over all shared documents, in a package that was
// generated for 1.1: beside those of 1.0 it has to judge, decode and encode what 1.1 adds.
func TestNewerVersion(t *testing.T) {
	shared, err := filepath.Abs(filepath.Join("..", "..", "shared"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(shared, "upstream", "fixtures-1.1")); err != nil {
		t.Skipf("needs ../shared, the judged documents: %v", err)
	}
	files, err := embedded(t, "1.1").generate(Types, JSON, Validate)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	writeFiles(t, dir, files)
	for _, name := range []string{"shared_test.go", "fixtures_test.go"} {
		text, err := os.ReadFile(filepath.Join("..", "generated", "agui", name))
		if err != nil {
			t.Fatal(err)
		}
		here := strings.ReplaceAll(string(text), "github.com/aguigen/aguigen/generated/agui", "example.org/app/agui")
		if err := os.WriteFile(filepath.Join(dir, "agui", name), []byte(here), 0o666); err != nil {
			t.Fatal(err)
		}
	}
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
	if !strings.Contains(out, "--- PASS: TestRoundTrip") || strings.Contains(out, "--- SKIP") {
		t.Errorf("not all of it ran:\n%s", out)
	}
}
