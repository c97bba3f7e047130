package judge

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
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
				if err := s.Use(filepath.Dir(document)); err != nil { // the schema's root is a definition too
					s.given = s.whole
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
					line = strings.TrimSuffix(line, ": leave the property out instead")
					if f.Pointer != "" {
						line = f.Pointer + ": " + line
					}
					if findings++; !slices.Contains(said, line) && !summed(said, f.Pointer) {
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

// inlineName finds what the library calls an object that the schema does not name.
var inlineName = regexp.MustCompile(`^(/\S*: )(?:[^:/ ]+[-.[][^:/ ]*|[a-z][^:/ ]*): (missing)`)

// summed reports whether the library says of a place, or of one around it, only that none of several forms fits, where validate
// goes on with the form that was meant.
func summed(said []string, pointer string) bool {
	return slices.ContainsFunc(said, func(line string) bool {
		at, ok := strings.CutSuffix(line, runtime.NoForm)
		return ok && strings.HasPrefix(pointer, strings.TrimSuffix(at, ": "))
	})
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
		said = strings.TrimSuffix(said, ": leave the property out instead")
		said = inlineName.ReplaceAllString(said, "$1$2")
		into[document] = append(into[document], said)
	}
	for document := range strict {
		all[document] = strict[document]
	}
	return all
}
