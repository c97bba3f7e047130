package apidiff

import (
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/exp/apidiff"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/diff"
	"github.com/aguigen/aguigen/generator/load"
)

const root = "../.."

// made is a schema and the package that is generated from it.
type made struct {
	side diff.Side
	pkg  *types.Package
}

// maker generates packages. The importer is kept, so that the standard library is read once.
type maker struct {
	fset     *token.FileSet
	importer types.Importer
}

func newMaker() *maker {
	fset := token.NewFileSet()
	return &maker{fset, importer.ForCompiler(fset, "source", nil)}
}

func (m *maker) make(t *testing.T, text []byte) made {
	t.Helper()
	c := generator.Config{
		Schema: generator.Source{Name: "schema.json", Text: text}, Package: "agui", ImportPath: "example.org/x",
		Parts: []string{generator.Types, generator.JSON, generator.Validate}, Unchecked: []load.Unchecked{load.All},
	}
	p, err := generator.Model(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	files, err := generator.Generate(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	var trees []*ast.File
	for _, f := range files {
		tree, err := parser.ParseFile(m.fset, f.Path, f.Text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	conf := types.Config{Importer: m.importer, IgnoreFuncBodies: true} // what users see does not depend on them
	pkg, err := conf.Check("example.org/x/agui", m.fset, trees, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made{diff.Side{Protocol: p}, pkg}
}

func (m *maker) file(t *testing.T, name string) made {
	t.Helper()
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && strings.Contains(name, "/shared/") {
		t.Skip("needs ../shared")
	}
	if err != nil {
		t.Fatal(err)
	}
	return m.make(t, text)
}

// meantToDiffer are the constants that tell one version's package from another's, and nothing that code goes by.
var meantToDiffer = []string{"ProtocolVersion", "SchemaID", "SchemaSHA256"}

// theirs is what apidiff finds incompatible: the symbols, and its messages.
func theirs(old, new made) (symbols, messages []string) {
	for _, change := range apidiff.Changes(old.pkg, new.pkg).Changes {
		symbol, _, _ := strings.Cut(change.Message, ":")
		symbol, _, _ = strings.Cut(symbol, ", ") // "(*T).M, method set of"
		if change.Compatible || slices.Contains(meantToDiffer, symbol) {
			continue
		}
		symbols = append(symbols, strings.NewReplacer("(*", "", ")", "").Replace(symbol))
		messages = append(messages, change.Message)
	}
	return symbols, messages
}

// ours is what the report calls breaking: the symbols.
func ours(t *testing.T, r *diff.Report) []string {
	t.Helper()
	var symbols []string
	for _, change := range r.Changes {
		for _, api := range change.API {
			if api.Go == diff.GoBreaking {
				symbols = append(symbols, api.Symbol)
			}
		}
	}
	if (len(symbols) > 0) != (r.Go == diff.GoBreaking) {
		t.Errorf("the verdict on Go is %s, with %d breaking symbols", r.Go, len(symbols))
	}
	return symbols
}

// rehoused is the fields that move between a struct and what it embeds. apidiff looks at what can be selected, which
// stays, and not at literals, which break.
func rehoused(r *diff.Report) []string {
	var symbols []string
	for _, change := range r.Changes {
		for _, api := range change.API {
			if change.Kind == diff.FieldRehoused {
				symbols = append(symbols, api.Symbol)
			}
		}
	}
	return symbols
}

// agree compares the verdicts, and then the symbols: each that apidiff names must be among ours, and the reverse. A type
// that leaves a union is not on apidiff's list, which knows nothing of who implements a sealed interface; it must not be
// all that breaks.
func agree(t *testing.T, old, new made) {
	t.Helper()
	r, err := diff.Compare(old.side, new.side)
	if err != nil {
		t.Fatal(err)
	}
	mine := ours(t, r)
	symbols, messages := theirs(old, new)
	if (r.Go == diff.GoBreaking) != (len(symbols) > 0) {
		t.Errorf("aguigen says %s: %q\napidiff says:\n\t%s", r.Go, mine, strings.Join(messages, "\n\t"))
	}
	for i, s := range symbols {
		if !slices.Contains(mine, s) {
			t.Errorf("apidiff alone says %q; aguigen has %q", messages[i], mine)
		}
	}
	moved := rehoused(r)
	for _, m := range mine {
		if !strings.Contains(m, " implements ") && !slices.Contains(moved, m) && !slices.Contains(symbols, m) {
			t.Errorf("aguigen alone says that %s breaks; apidiff has\n\t%s", m, strings.Join(messages, "\n\t"))
		}
	}
}

func TestVersions(t *testing.T) {
	const v10, v11, draft = root + "/schema/1.0/schema.json", root + "/schema/1.1/schema.json",
		root + "/../shared/upstream/spec/draft-2026-08-21/schema.json"
	m := newMaker()
	for _, c := range []struct{ name, old, new string }{
		{"1.0 to 1.1", v10, v11}, {"1.1 to 1.0", v11, v10}, {"draft to 1.0", draft, v10}, {"1.1 to draft", v11, draft},
	} {
		t.Run(c.name, func(t *testing.T) { agree(t, m.file(t, c.old), m.file(t, c.new)) })
	}
}

// kindCase is a case of generator/diff, which has the expected verdicts.
type kindCase struct {
	Name             string
	Old, New         json.RawMessage
	OldRoot, NewRoot string
	Go               string
	APIDiff          string // its verdict where it is not ours
}

func (c kindCase) schema(version, root string, defs json.RawMessage) []byte {
	text := `{"$id": "https://example.org/spec/` + version + `/schema.json", `
	if root != "" {
		text += `"$ref": "#/$defs/` + root + `", `
	}
	return []byte(text + `"$defs": ` + string(defs) + "}")
}

// TestKinds compares the verdicts on each pair of small schemas. One case has two verdicts: parameters of one type that
// change places. apidiff compares types, so a call with the arguments in the old order is fine for it; it compiles and
// means something else, which no user would call compatible.
func TestKinds(t *testing.T) {
	text, err := os.ReadFile(root + "/generator/diff/testdata/kinds.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []kindCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	m, differing := newMaker(), 0
	var all []made // but those with two verdicts
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			old, new := m.make(t, c.schema("1.0", c.OldRoot, c.Old)), m.make(t, c.schema("1.1", c.NewRoot, c.New))
			if c.APIDiff == "" {
				all = append(all, old, new)
				agree(t, old, new)
				return
			}
			differing++
			r, err := diff.Compare(old.side, new.side)
			if err != nil {
				t.Fatal(err)
			}
			symbols, messages := theirs(old, new)
			if c.APIDiff != "compatible" || len(symbols) > 0 || r.Go != diff.GoBreaking || r.Go.String() != c.Go {
				t.Errorf("aguigen says %s, apidiff %q", r.Go, messages)
			}
			for _, change := range r.Changes {
				for _, api := range change.API {
					if api.Go == diff.GoBreaking && api.Change != "reordered" {
						t.Errorf("%s breaks as well", api.Symbol)
					}
				}
			}
		})
	}
	if len(cases) < 30 || differing != 1 {
		t.Errorf("%d cases, %d with two verdicts", len(cases), differing)
	}
	cross(t, all)
}

// cross compares the verdicts on schemas that have little in common: each against a few others.
func cross(t *testing.T, all []made) {
	breaking := 0
	for i, old := range all {
		for j := i % 7; j < len(all); j += 7 {
			r, err := diff.Compare(old.side, all[j].side)
			if err != nil {
				t.Fatal(err)
			}
			symbols, messages := theirs(old, all[j])
			if (r.Go == diff.GoBreaking) != (len(symbols) > 0) {
				t.Errorf("schema %d to %d: aguigen says %s, apidiff %q", i, j, r.Go, messages)
			}
			if len(symbols) > 0 {
				breaking++
			}
		}
	}
	if breaking < 1000 {
		t.Errorf("only %d of the pairs break", breaking)
	}
}
