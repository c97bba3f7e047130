package model

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// sealed returns the names of the types that have a marker method.
func sealed(t *testing.T, marker string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "model.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if ok && f.Name.Name == marker {
			names = append(names, f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
		}
	}
	slices.Sort(names)
	return names
}

// TestEveryKindIsWalked fails when a kind is added that a switch of this package does not know: each of them ends in
// a panic. The kinds are read from model.go, so that none can be left out here.
func TestEveryKindIsWalked(t *testing.T) {
	enum := &Enum{Named: Named{Name: "E"}, Keyword: "enum"}
	types := map[string]Type{
		"Scalar": &Scalar{Kind: String}, "Literal": &Literal{}, "Ref": &Ref{To: enum}, "List": &List{Elem: &Any{}},
		"OpenMap": &OpenMap{}, "Map": &Map{Elem: &Any{}}, "Any": &Any{},
		"Nullable": &Nullable{Elem: &Any{}},
	}
	if got, want := slices.Sorted(maps.Keys(types)), sealed(t, "isType"); !slices.Equal(got, want) {
		t.Fatalf("the test knows the types %v, model.go has %v", got, want)
	}
	for name, typ := range types {
		t.Run(name, func(t *testing.T) {
			if describe(typ) == "" {
				t.Errorf("%s has no description", name)
			}
			allows(typ, "x")
			fit(typ, &load.Node{Kind: load.String, Text: "x"})
			parts(&Alias{Type: typ}, nil)
		})
	}
	definitions := map[string]Definition{
		"Object": &Object{}, "Union": &Union{}, "Enum": enum, "Alias": &Alias{Type: &Any{}},
	}
	if got, want := slices.Sorted(maps.Keys(definitions)), sealed(t, "isDefinition"); !slices.Equal(got, want) {
		t.Fatalf("the test knows the definitions %v, model.go has %v", got, want)
	}
	for name, def := range definitions {
		t.Run(name, func(t *testing.T) {
			def.Base().Name = "Name"
			p := &Protocol{Definitions: []Definition{def}}
			if !strings.Contains(p.Dump(), " Name") {
				t.Errorf("%s is not dumped", name)
			}
			allows(&Ref{To: def}, "x")
			fit(&Ref{To: def}, &load.Node{Kind: load.String, Text: "x"})
			parts(def, nil)
		})
	}
}

// TestEveryFormIsNamed: a form without a name would give a message with a gap.
func TestEveryFormIsNamed(t *testing.T) {
	for f := formRef; f <= formAny; f <<= 1 {
		if formNames[f] == "" {
			t.Errorf("form %b has no name", f)
		}
	}
	for key, forms := range vocabulary {
		if forms&^formEvery != 0 || forms == 0 {
			t.Errorf("%s stands on no form", key)
		}
		if !asserts(key) {
			t.Errorf("%s is said by a type, and no judge knows it", key)
		}
	}
}

func TestNearest(t *testing.T) {
	for key, want := range map[string]string{
		"requird": "required", "Required": "required", "propreties": "properties", "desc": "", "ref": "$ref", "enums": "enum",
		"x": "", "types": "type", "$schemas": "$schema", "unevaluatedPropertis": "unevaluatedProperties",
		strings.Repeat("required", 1000): "",
	} {
		t.Run(key, func(t *testing.T) {
			if got := diag.Nearest(key, known()); got != want {
				t.Errorf("%.20s: got %q, want %q", key, got, want)
			}
		})
	}
}
