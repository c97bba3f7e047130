package judge

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/load"
)

// TestSameSentences judges the documents of the golden cases, and expects to say of each what the generated library says when it
// reads strictly, in the same words.
func TestSameSentences(t *testing.T) {
	folders, err := filepath.Glob("../../../../generator/testdata/*/run")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	findings := 0
	for _, run := range folders {
		t.Run(filepath.Base(filepath.Dir(run)), func(t *testing.T) {
			schema, err := os.ReadFile(filepath.Join(run, "../in/schema.json"))
			if err != nil {
				t.Fatal(err)
			}
			s, err := Load("schema.json", schema, load.All)
			if err != nil {
				t.Fatal(err)
			}
			for document, said := range library(t, filepath.Join(run, "want.txt")) {
				if err := s.Use(filepath.Dir(document)); err != nil {
					t.Fatal(err)
				}
				text, err := os.ReadFile(filepath.Join(run, document))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range s.Judge(&Document{Text: text}, 100).Findings {
					if f.Note || f.Keyword == Syntax {
						continue
					}
					line := f.Message
					if f.Pointer != "" {
						line = f.Pointer + ": " + line
					}
					if findings++; !slices.Contains(said, line) {
						t.Errorf("%s: the library does not say %q, but\n\t%s", document, line, strings.Join(said, "\n\t"))
					}
				}
			}
		})
	}
	if findings < 100 {
		t.Errorf("only %d findings were compared", findings)
	}
}

// library reads what the library says of each document: when it reads strictly, if that differs, else by the usual rules.
func library(t *testing.T, file string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all, strict := map[string][]string{}, map[string][]string{}
	document := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		said, indented := strings.CutPrefix(line, "  ")
		if !indented {
			document = line
			all[document] = nil
			continue
		}
		into := all
		if rest, ok := strings.CutPrefix(said, "strict: "); ok {
			into, said = strict, rest
		}
		said = strings.TrimSuffix(strings.TrimPrefix(said, "error "), " (a Decoder with AllowNull reads null as absent)")
		into[document] = append(into[document], said)
	}
	for document := range strict {
		all[document] = strict[document]
	}
	return all
}
