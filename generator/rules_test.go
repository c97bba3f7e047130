package generator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// TestRulesAreShown looks for a golden case of every keyword in the registry, with a document that TestRun has refused for
// it in the rule's own words.
func TestRulesAreShown(t *testing.T) {
	type golden struct {
		schema    *load.Node
		documents []any
		said      string // of the documents
	}
	var cases []golden
	folders, err := filepath.Glob("testdata/*/run")
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range folders {
		g := golden{schema: parsed(t, filepath.Join(run, "../in/schema.json"))}
		said, err := os.ReadFile(filepath.Join(run, "want.txt"))
		if err != nil {
			t.Fatal(err)
		}
		g.said = string(said)
		files, _ := filepath.Glob(filepath.Join(run, "*/*.json"))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if n, err := load.Parse(file, text); err == nil { // others are no JSON, or have a key twice
				g.documents = append(g.documents, n.Value())
			}
		}
		cases = append(cases, g)
	}
	for _, known := range rules.All() {
		t.Run(known.Keyword(), func(t *testing.T) {
			for _, g := range cases {
				for _, r := range rulesIn(g.schema, known) {
					for _, doc := range g.documents {
						for _, value := range parts(doc) {
							s := strings.TrimPrefix(r.Refuses(value), "the object") // the library says which
							if s != "" && strings.Contains(g.said, s+"\n") {
								return
							}
						}
					}
				}
			}
			t.Errorf("no case in testdata has a run/ with a document that breaks a %q: add one", known.Keyword())
		})
	}
}

func parsed(t *testing.T, file string) *load.Node {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	n, err := load.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// rulesIn returns the rules of a keyword, wherever a schema has it.
func rulesIn(n *load.Node, known rules.Rule) []rules.Rule {
	var list []rules.Rule
	for _, m := range n.Members {
		if m.Key == known.Keyword() {
			if r, err := known.Parse(m.Value, known.On()); err == nil && r != nil {
				list = append(list, r)
			}
		}
		list = append(list, rulesIn(m.Value, known)...)
	}
	for _, elem := range n.Elems {
		list = append(list, rulesIn(elem, known)...)
	}
	return list
}

// parts returns a value and all values inside of it. Each member of an object is one of its own too.
func parts(value any) []any {
	list := []any{value}
	switch value := value.(type) {
	case []any:
		for _, elem := range value {
			list = append(list, parts(elem)...)
		}
	case map[string]any:
		for _, member := range value {
			list = append(list, parts(member)...)
		}
		for key, member := range value {
			list = append(list, map[string]any{key: member})
		}
	}
	return list
}
