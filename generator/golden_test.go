package generator

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
)

var update = flag.Bool("update", false, "rewrite the want folders of the golden cases")

// TestGolden walks testdata: one folder is one idea. in/ holds schema.json and, where the wire matters, .proto files
// with their ledger and table; in/parts.txt, if any, what --emit would say, and definitions.txt, aliases.txt,
// unchecked.txt and header.txt what the configuration would. want/ holds what shows the idea
// of what the stages print: model.txt, names.txt, Go files, or files.txt, which lists all files; or, for a case whose name
// starts with err-, stderr.txt. What is not there is compiled, and vetted by TestLint, but not kept.
func TestGolden(t *testing.T) {
	cases, err := filepath.Glob("testdata/*")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	check := newChecker()
	for _, dir := range cases {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			got, files := results(t, dir)
			if len(files) > 0 {
				check.files(t, files)
			}
			if isError := strings.HasPrefix(filepath.Base(dir), "err-"); isError != (got["stderr.txt"] != "") {
				t.Errorf("a case is called err- if, and only if, it fails:\n%s", got["stderr.txt"])
			}
			compare(t, filepath.Join(dir, "want"), got)
		})
	}
}

// results runs the stages of a case: what want/ should hold, by path, and all files that were generated.
func results(t *testing.T, dir string) (map[string]string, []emit.File) {
	t.Helper()
	c := caseConfig(t, filepath.Join(dir, "in"))
	ctx := context.Background()
	files, err := Generate(ctx, c)
	if err != nil {
		return map[string]string{"stderr.txt": err.Error() + "\n"}, nil
	}
	proto, err := Model(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	names, err := Names(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{"model.txt": proto.Dump(), "names.txt": names.Dump()}
	for _, f := range files {
		got["files.txt"] += f.Path + "\n"
		if !strings.HasPrefix(path.Base(f.Path), "support_") {
			got[f.Path] = string(f.Text)
		}
	}
	return got, files
}

// caseConfig reads in/. Files are named as they are below it.
func caseConfig(t *testing.T, in string) Config {
	t.Helper()
	read := func(name string) *Source {
		text, err := os.ReadFile(filepath.Join(in, name))
		if err != nil {
			return nil
		}
		return &Source{name, text}
	}
	c := Config{Package: "agui", ImportPath: "example.org/golden", Parts: []string{Types, JSON}}
	schema := read("schema.json")
	if schema == nil {
		t.Fatal("in/schema.json is missing")
	}
	c.Schema = *schema
	if parts := read("parts.txt"); parts != nil {
		var err error
		if c.Parts, err = ParseParts(strings.TrimSpace(string(parts.Text))); err != nil {
			t.Fatal(err)
		}
	}
	if list := read("definitions.txt"); list != nil {
		for i, name := range strings.Fields(string(list.Text)) {
			c.Definitions = append(c.Definitions, model.Selection{Name: name, Pos: diag.Pos{File: "definitions.txt", Line: i + 1, Column: 1}})
		}
	}
	if list := read("aliases.txt"); list != nil {
		words := strings.Fields(string(list.Text))
		for i := 0; i < len(words); i += 2 {
			at := diag.Pos{File: "aliases.txt", Line: i/2 + 1, Column: 1}
			c.Aliases = append(c.Aliases, emit.FormerName{Old: words[i], New: words[i+1], OldPos: at, NewPos: at})
		}
	}
	if list := read("unchecked.txt"); list != nil {
		words := strings.Fields(string(list.Text))
		for i := 0; i < len(words); i += 2 {
			at := diag.Pos{File: "unchecked.txt", Line: i/2 + 1, Column: 1}
			c.Unchecked = append(c.Unchecked, load.Unchecked{Keyword: words[i], At: words[i+1], Pos: at})
		}
	}
	c.ExactNumbers = read("exact-numbers.txt") != nil
	if header := read("header.txt"); header != nil {
		c.Header = string(header.Text)
	}
	if protos, _ := filepath.Glob(filepath.Join(in, "*.proto")); len(protos) > 0 {
		c.Wire = &Wire{Protos: os.DirFS(in), Name: "", Ledger: read("wire-numbers.txt"), Table: read("wire-map.txt")}
	}
	return c
}

// compare holds the results against the files of want/, or rewrites those. Where none of them is a result, as in a new
// case, it writes all results: the author keeps those that show the idea.
func compare(t *testing.T, want string, got map[string]string) {
	t.Helper()
	have := readTree(t, want)
	if *update {
		have = rewrite(t, want, have, got)
	}
	if len(have) == 0 {
		t.Error("there is no want: run make golden, and keep of it what shows the idea")
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		text, made := got[name]
		switch {
		case !made:
			t.Errorf("%s is in want but was not made", name)
		case text != have[name]:
			t.Errorf("%s differs: run make golden and read the diff\n%s", name, firstDifference(text, have[name]))
		}
	}
}

func rewrite(t *testing.T, want string, have, got map[string]string) map[string]string {
	t.Helper()
	kept := map[string]string{}
	for name, text := range got {
		if _, keep := have[name]; keep {
			kept[name] = text
		}
	}
	if len(kept) == 0 {
		kept = got
	}
	if err := os.RemoveAll(want); err != nil {
		t.Fatal(err)
	}
	for name, text := range kept {
		file := filepath.Join(want, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return kept
}

// Goldens are for reading, so they hold no more than what shows an idea.
func TestGoldensAreShort(t *testing.T) {
	const most = 8000
	folders, err := filepath.Glob("testdata/*/want")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	lines := 0
	for _, dir := range folders {
		for _, text := range readTree(t, dir) {
			lines += strings.Count(text, "\n")
		}
	}
	if lines > most {
		t.Errorf("want/ has %d lines in all, %d are allowed: keep what shows the idea of a case, and remove the rest", lines, most)
	}
}

func readTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return files
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			return fmt.Sprintf("line %d\ngot  %s\nwant %s", i+1, strings.Join(g[i:min(i+1, len(g))], ""), strings.Join(w[i:min(i+1, len(w))], ""))
		}
	}
	return ""
}

// checker type-checks generated packages. The importer is kept, so that the standard library is read once.
type checker struct {
	fset     *token.FileSet
	outside  types.Importer
	packages map[string]*types.Package // those of the case
}

func newChecker() *checker {
	fset := token.NewFileSet()
	return &checker{fset: fset, outside: importer.ForCompiler(fset, "source", nil)}
}

func (c *checker) Import(p string) (*types.Package, error) {
	if own, ok := c.packages[p]; ok {
		return own, nil
	}
	return c.outside.Import(p)
}

// files checks the packages in the order of their first file: one that imports another stands behind it.
func (c *checker) files(t *testing.T, files []emit.File) {
	t.Helper()
	c.packages = map[string]*types.Package{}
	trees := map[string][]*ast.File{}
	var dirs []string
	for _, f := range files {
		if path.Ext(f.Path) != ".go" {
			continue
		}
		tree, err := parser.ParseFile(c.fset, f.Path, bytes.NewReader(f.Text), parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(f.Path)
		if trees[dir] == nil {
			dirs = append(dirs, dir)
		}
		trees[dir] = append(trees[dir], tree)
	}
	for _, dir := range dirs {
		p := "example.org/golden/" + dir
		conf := types.Config{Importer: c, Error: func(err error) { t.Error(err) }}
		c.packages[p], _ = conf.Check(p, c.fset, trees[dir], nil) // every error goes to conf.Error
	}
}

// Twice the same input must give the same bytes.
func TestGenerateTwice(t *testing.T) {
	c := caseConfig(t, "testdata/union-discriminated/in")
	first, err := Generate(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Generate(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b emit.File) bool { return a.Path == b.Path && bytes.Equal(a.Text, b.Text) }
	if !slices.EqualFunc(first, second, same) {
		t.Error("two runs differ")
	}
}
