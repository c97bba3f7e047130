package judge

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	embedded "github.com/aguigen/aguigen/schema"
)

// official loads an embedded version.
func official(t testing.TB, version string) *Schema {
	t.Helper()
	fsys, err := embedded.FS(version)
	if err != nil {
		t.Fatal(err)
	}
	f, err := fsys.Open("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return loaded(t, string(text))
}

func loaded(t testing.TB, text string) *Schema {
	t.Helper()
	s, err := Load("schema.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// judged gives a line for each document and each finding.
func judged(t testing.TB, s *Schema, r Reader) string {
	t.Helper()
	var b strings.Builder
	for {
		d, err := Next(r)
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		v := s.Judge(d, 1000)
		fmt.Fprintf(&b, "%s %t\n", v.Definition, v.Valid)
		for _, f := range v.Findings {
			note := ""
			if f.Note {
				note = "note: "
			}
			fmt.Fprintf(&b, "  %d:%d: %s: %s%s\n", f.Line, f.Column, f.Pointer, note, f.Message)
		}
	}
}

// ajvError is a line of the manifest: keyword, instance location, schema location.
type ajvError [3]string

// Every shared document gets the verdict of the reference validator. Each finding is one that it has too, and the one
// that an author expects is among them.
func TestSharedDocuments(t *testing.T) {
	for folder, version := range map[string]string{"fixtures": "1.0", "fixtures-1.1": "1.1"} {
		root := filepath.Join("..", "..", "..", "..", "..", "shared", "upstream", folder)
		manifest, err := os.ReadFile(filepath.Join(root, "MANIFEST.jsonl"))
		if err != nil {
			t.Skipf("needs ../shared, the judged documents: %v", err)
		}
		s := official(t, version)
		documents := 0
		for line := range strings.Lines(string(manifest)) {
			var entry struct {
				Path   string
				Errors []ajvError
			}
			if err := json.Unmarshal([]byte(line), &entry); err != nil {
				t.Fatal(err)
			}
			documents++
			shared(t, s, root, entry.Path, entry.Errors)
		}
		t.Logf("%s: %d documents", folder, documents)
		if documents < 50 {
			t.Errorf("%s: only %d documents", folder, documents)
		}
	}
}

// elsewhere lists documents whose wrong tag the older corpus expects to be reported against the union's first variant.
// It is reported as the union's, since no variant was meant.
var elsewhere = map[string]bool{"StateDeltaEvent/invalid/patch-unknown-op.json": true}

func shared(t *testing.T, s *Schema, root, path string, errors []ajvError) {
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	definition, _, _ := strings.Cut(filepath.ToSlash(path), "/")
	if err := s.Use(definition); err != nil {
		t.Fatal(err)
	}
	v := s.Judge(&Document{Text: text, parts: []part{{0, 1, 1}}}, 1000)
	if v.Valid != (len(errors) == 0) || v.Valid != (len(v.Findings) == 0) || v.Definition != definition {
		t.Errorf("%s: %+v", path, v)
	}
	for _, f := range v.Findings {
		if !slices.Contains(errors, ajvError{f.Keyword, f.Pointer, f.Schema}) {
			t.Errorf("%s: the reference does not find %+v", path, f)
		}
	}
	if v.Valid {
		return
	}
	var want struct{ Keyword, InstanceLocation, SchemaLocation, Property string }
	expect, err := os.ReadFile(filepath.Join(root, strings.TrimSuffix(path, ".json")+".expect.json"))
	if err == nil {
		err = json.Unmarshal(expect, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	if elsewhere[path] {
		want.Keyword, want.InstanceLocation = "oneOf", strings.TrimSuffix(want.InstanceLocation, "/op")
	}
	if !slices.ContainsFunc(v.Findings, func(f Finding) bool {
		return f.Keyword == want.Keyword && f.Pointer == want.InstanceLocation && f.Property == want.Property
	}) {
		t.Errorf("%s: want %+v\ngot %+v", path, want, v.Findings)
	}
}
