package diff

import (
	"context"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// TestSurface compares what the rules say of the generated API with what is generated, for each golden case and each
// version: every exported name, its kind and its type.
func TestSurface(t *testing.T) {
	cases, err := filepath.Glob("../testdata/*/in/schema.json")
	if err != nil || len(cases) < 20 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	cases = slices.DeleteFunc(cases, func(c string) bool { return strings.Contains(c, "/err-") })
	check := &checker{fset: token.NewFileSet()}
	check.Importer = importer.ForCompiler(check.fset, "source", nil)
	support := check.exported(t, schemaOf(t, []byte(`{"$id": "https://example.org/spec/1.0/schema.json", "$defs": {"A": {"type": "string"}}}`)))
	for _, file := range append(cases, "../../schema/1.0/schema.json", "../../schema/1.1/schema.json", draft) {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Skip("needs ../shared")
			}
			c := schemaOf(t, text)
			got, want := ruled(t, c), check.exported(t, c)
			maps.DeleteFunc(want, func(id, text string) bool { return got[id] == "" && support[id] == text })
			for _, id := range slices.Sorted(maps.Keys(want)) {
				if got[id] != want[id] {
					t.Errorf("%s: the rules say %q, the package has %q", id, got[id], want[id])
				}
				delete(got, id)
			}
			for id, text := range got {
				t.Errorf("%s: the rules say %q, the package has no such thing", id, text)
			}
		})
	}
}

func schemaOf(t *testing.T, text []byte) generator.Config {
	t.Helper()
	return generator.Config{Schema: generator.Source{Name: "schema.json", Text: text}, Package: "agui", ImportPath: "example.org/x",
		Parts: []string{generator.Types, generator.JSON, generator.Validate}, Unchecked: []load.Unchecked{load.All}}
}

// ruled is what the rules say, without the version's constants.
func ruled(t *testing.T, c generator.Config) map[string]string {
	t.Helper()
	p, err := generator.Model(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	n, err := name.Assign(p, name.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, s := range surfaceOf(p, n).list {
		if all[s.id] != "" {
			t.Errorf("%s is there twice", s.id)
		}
		all[s.id] = s.text
	}
	return all
}

type checker struct {
	types.Importer
	fset *token.FileSet
}

// exported generates, type-checks and lists what can be spelled, in the rules' words.
func (c *checker) exported(t *testing.T, config generator.Config) map[string]string {
	t.Helper()
	generated, err := generator.Generate(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	var trees []*ast.File
	for _, f := range generated {
		tree, err := parser.ParseFile(c.fset, f.Path, f.Text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	conf := types.Config{Importer: c.Importer}
	pkg, err := conf.Check("example.org/x/agui", c.fset, trees, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := &lister{pkg: pkg, all: map[string]string{}}
	for _, id := range pkg.Scope().Names() {
		if o := pkg.Scope().Lookup(id); o.Exported() && !slices.Contains([]string{"ProtocolVersion", "SchemaID", "SchemaSHA256"}, id) {
			l.object(id, o)
		}
	}
	return l.all
}

type lister struct {
	pkg *types.Package
	all map[string]string
}

// text is a type in the rules' words: no parameter names, packages by their names.
func (l *lister) text(t types.Type) string {
	if s, ok := t.(*types.Signature); ok {
		t = withoutNames(s)
	}
	return types.TypeString(t, func(p *types.Package) string {
		if p == l.pkg {
			return ""
		}
		return p.Name()
	})
}

func withoutNames(s *types.Signature) *types.Signature {
	bare := func(tuple *types.Tuple) *types.Tuple {
		var list []*types.Var
		for v := range tuple.Variables() {
			list = append(list, types.NewParam(token.NoPos, nil, "", unalias(v.Type())))
		}
		return types.NewTuple(list...)
	}
	return types.NewSignatureType(nil, nil, nil, bare(s.Params()), bare(s.Results()), s.Variadic())
}

// unalias looks through the aliases in a type of fields and parameters.
func unalias(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return types.NewPointer(unalias(t.Elem()))
	case *types.Slice:
		return types.NewSlice(unalias(t.Elem()))
	case *types.Map:
		return types.NewMap(unalias(t.Key()), unalias(t.Elem()))
	default:
		return t
	}
}

func (l *lister) object(id string, o types.Object) {
	switch o := o.(type) {
	case *types.Const:
		l.all[id] = fmt.Sprintf("const %s = %s", l.text(o.Type()), quote(constant.StringVal(constant.ToInt(o.Val()))))
		if o.Val().Kind() == constant.String {
			l.all[id] = fmt.Sprintf("const %s = %s", l.text(o.Type()), quote(constant.StringVal(o.Val())))
		}
	case *types.Func:
		l.all[id] = l.text(o.Type())
	case *types.Var:
		l.all[id] = "var " + l.text(o.Type())
	case *types.TypeName:
		if o.IsAlias() {
			l.all[id] = "type = " + l.text(unalias(o.Type()))
			return
		}
		l.named(id, o.Type().(*types.Named))
	}
}

func (l *lister) named(id string, n *types.Named) {
	switch u := n.Underlying().(type) {
	case *types.Struct:
		l.all[id] = "type struct"
		for f := range u.Fields() {
			if f.Exported() {
				l.all[id+"."+f.Name()] = "field " + l.text(unalias(f.Type()))
			}
		}
	case *types.Interface:
		l.all[id] = "type interface"
	default:
		l.all[id] = "type " + l.text(u)
	}
	for m := range types.NewMethodSet(receiver(n)).Methods() {
		if m.Obj().Exported() {
			l.all[id+"."+m.Obj().Name()] = "method " + l.text(m.Type())
		}
	}
	for _, other := range l.pkg.Scope().Names() {
		o, ok := l.pkg.Scope().Lookup(other).(*types.TypeName)
		if !ok || !o.Exported() || o.IsAlias() || types.IsInterface(n) {
			continue
		}
		if i, ok := o.Type().Underlying().(*types.Interface); ok && types.Implements(types.NewPointer(n), i) {
			l.all[id+" implements "+other] = "implements"
		}
	}
}

// receiver is the type with all methods.
func receiver(n *types.Named) types.Type {
	if types.IsInterface(n) {
		return n
	}
	return types.NewPointer(n)
}

// Every kind of definition and type has its words and its Go type, so that a new one is not skipped quietly.
func TestEveryDefinitionHasItsWords(t *testing.T) {
	for _, d := range []model.Definition{&model.Object{}, &model.Object{Mixin: true}, &model.Union{}, &model.Enum{}, &model.Alias{}} {
		if noun(d) == "" {
			t.Errorf("%T", d)
		}
	}
}
