package output

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/model"
)

func made(t *testing.T, source string) *Package {
	t.Helper()
	p := &Package{Name: "made", Path: "example.org/made", Header: []string{"// Head"}, Known: map[string]string{"json": "encoding/json", "strings": "strings"}}
	p.AddText("all", decl.Origin{}, []byte(source))
	if err := p.Finish(); err != nil {
		t.Fatal(err)
	}
	return p
}

// What users cannot see stays only where something needs it: a variable of the same name is no need, nor is a field.
func TestFinish(t *testing.T) {
	p := made(t, `
type Shown struct{ text string }

func (s *Shown) Print() string { return join(s.text) }

func join(s string) string { return strings.Join(parts{s}, "") }

type parts []string

func text() string { return "" }

func Quoted(quote string) string { return quote }

func quote() string { return text() }

func lost() string { return found() }

func found() string { return lost() }
`)
	var names []string
	for _, d := range p.Declared() {
		names = append(names, d.ID())
	}
	const want = "Shown Shown.text Shown.Print join parts Quoted"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	text := string(p.Files()[0].Text)
	if !strings.HasPrefix(text, "// Head\n\npackage made\n\nimport \"strings\"\n") {
		t.Error(text)
	}
}

// What is declared has its type without the names of parameters, and says where it comes from.
func TestDeclared(t *testing.T) {
	origin := decl.Origin{Definition: &model.Object{Named: model.Named{Name: "Tool"}}}
	p := &Package{Name: "made", Path: "example.org/made"}
	p.Add("tool", origin, Source(`
type $T struct {
	A, B []int
	Other
}

func New(a int, b ...json.RawMessage) (*$T, error) { return nil, nil }

const Kind Word = "x"

type Alias = map[string]*$T`, "$T", "Tool"), jen.Null())
	want := map[string]string{
		"Tool": "type struct", "Tool.A": "field []int", "Tool.B": "field []int", "Tool.Other": "embedded Other",
		"New": "func func(int, ...json.RawMessage) (*Tool, error)", "Kind": "const Word", "Alias": "type = map[string]*Tool",
	}
	for _, d := range p.Declared() {
		if got := d.Kind.String() + " " + d.Text; got != want[d.ID()] || d.From.Definition != origin.Definition {
			t.Errorf("%s is %q, of %v; want %q", d.ID(), got, d.From, want[d.ID()])
		}
		if d.Name == "New" && d.Signature() != "func(a int, b ...json.RawMessage) (*Tool, error)" {
			t.Error(d.Signature())
		}
		delete(want, d.ID())
	}
	if len(want) > 0 {
		t.Errorf("not declared: %v", want)
	}
}

func TestAlias(t *testing.T) {
	p := made(t, "type Now struct{}\n\nfunc Make(n int, data ...json.RawMessage) (Now, error) { return Now{}, nil }\n")
	p.Alias("old", "Then", "Now")
	p.Alias("old", "Made", "Make")
	text := string(p.Files()[1].Text)
	for _, want := range []string{
		"// Then is the former name of Now.\n//\n// Deprecated: use Now.\ntype Then = Now\n",
		"func Made(n int, data ...json.RawMessage) (Now, error) {\n\treturn Make(n, data...)\n}",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks\n%s", text, want)
		}
	}
}

// A file that editors would be slow with is printed as two.
func TestLongFile(t *testing.T) {
	p := made(t, strings.Repeat("func F() {\n"+strings.Repeat("\tF()\n", 100)+"}\n\n", 40))
	files := p.Files()
	if len(files) != 2 || files[0].Path != "made/all_gen.go" || files[1].Path != "made/all_more_gen.go" {
		t.Errorf("%d files, the first is %s", len(files), files[0].Path)
	}
}

// What would be too long for two files as well goes into more, and none takes the place of another.
func TestVeryLongFile(t *testing.T) {
	p := made(t, strings.Repeat("func F() {\n"+strings.Repeat("\tF()\n", 100)+"}\n\n", 200))
	paths := map[string]bool{}
	functions := 0
	for _, f := range p.Files() {
		paths[f.Path] = true
		functions += strings.Count(string(f.Text), "func F()")
	}
	if len(paths) != len(p.Files()) || len(paths) < 5 || functions != 200 {
		t.Errorf("%d files of %d names with %d functions", len(p.Files()), len(paths), functions)
	}
}

func TestReplace(t *testing.T) {
	got := Replace(`a := xItem{s: "xItem"} // xItem`, map[string]string{"xItem": "agui.Event"})
	if got != `a := agui.Event{s: "xItem"} // agui.Event` {
		t.Error(got)
	}
}
