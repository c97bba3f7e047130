package diff

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/rules"
)

// kindCase is a pair of small schemas. tests/apidiff reads the same file.
type kindCase struct {
	Name             string          `json:"name"`
	Old, New         json.RawMessage // of $defs
	OldRoot, NewRoot string
	Wire, Go         string
	Changes          []string // "KIND DEFINITION.MEMBER WIRE GO"
	Descriptions     int
}

func kindCases(t *testing.T) []kindCase {
	t.Helper()
	text, err := os.ReadFile("testdata/kinds.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []kindCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 30 {
		t.Fatalf("only %d cases", len(cases))
	}
	return cases
}

func schemaText(version, root string, defs json.RawMessage) string {
	text := `{"$id": "https://example.org/spec/` + version + `/schema.json", `
	if root != "" {
		text += `"$ref": "#/$defs/` + root + `", `
	}
	return text + `"$defs": ` + string(defs) + "}"
}

// TestKinds compares one pair of small schemas for each thing that can change.
func TestKinds(t *testing.T) {
	for _, c := range kindCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			r := compared(t, sideOf(t, schemaText("1.0", c.OldRoot, c.Old)), sideOf(t, schemaText("1.1", c.NewRoot, c.New)))
			var got []string
			for _, change := range r.Changes {
				at := strings.Trim(change.Definition+"."+change.Member, ".")
				words := strings.Fields(fmt.Sprint(change.Kind, " ", at, " ", change.Wire, " ", change.Go)) // the place may be empty
				got = append(got, strings.Join(words, " "))
				if change.Pointer == "" {
					t.Errorf("%s has no pointer", at)
				}
			}
			slices.Sort(got)
			slices.Sort(c.Changes)
			if !slices.Equal(got, c.Changes) {
				t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(c.Changes, "\n\t"))
			}
			if r.Wire.String() != c.Wire || r.Go.String() != c.Go || r.Descriptions != c.Descriptions {
				t.Errorf("wire %s, Go %s, %d descriptions; want %s, %s, %d", r.Wire, r.Go, r.Descriptions, c.Wire, c.Go, c.Descriptions)
			}
			if r.Breaking() != (c.Wire == "breaking" || c.Go == "breaking") {
				t.Errorf("Breaking() = %v", r.Breaking())
			}
			for _, format := range Formats {
				if text, err := r.Print(format); err != nil || text == "" {
					t.Errorf("%s: %v", format, err)
				}
			}
		})
	}
}

// Every kind that the schema can show is in a case; the binary ones are in TestBinary, those of streams in TestStreams.
func TestKindsAreComplete(t *testing.T) {
	source, err := os.ReadFile("kinds.go")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := os.ReadFile("testdata/kinds.json")
	if err != nil {
		t.Fatal(err)
	}
	var others string
	for _, name := range []string{"protos_test.go", "streams_test.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		others += string(text)
	}
	for _, r := range rules.All() {
		for _, verdict := range []rules.Verdict{rules.Narrowing, r.Loosened()} {
			line := regexp.MustCompile(fmt.Sprintf(`"(%s) (\S+ )?%s `, strings.Join(r.Changes(), "|"), wireOf(verdict)))
			if !line.Match(cases) {
				t.Errorf("no case shows a change of %q that is %s", r.Keyword(), wireOf(verdict))
			}
		}
	}
	docs, err := os.ReadFile("../../docs/diff.md")
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for line := range strings.Lines(string(source)) {
		if _, kind, ok := strings.Cut(line, `Kind = "`); ok {
			kind, _, _ = strings.Cut(kind, `"`)
			kinds = append(kinds, kind)
		}
	}
	for _, r := range slices.Concat(rules.Beside(), rules.Judged()) {
		kinds = append(kinds, r.Changes()...)
	}
	if len(kinds) < 30 {
		t.Fatalf("only %q", kinds)
	}
	for _, kind := range kinds {
		if !strings.Contains(string(docs), "`"+kind+"`") {
			t.Errorf("docs/diff.md does not name %s", kind)
		}
		if !strings.Contains(string(cases), `"`+kind+" ") && !strings.Contains(others, `"`+kind+" ") {
			t.Errorf("no case shows %s", kind)
		}
	}
}
