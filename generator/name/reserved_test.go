package name

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/templates"
)

// The lists must name whatever the support code exports, or a definition of that name would break the output.
func TestReservedIsComplete(t *testing.T) {
	names, err := fs.Glob(templates.FS, "runtime/*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("no support code: %v", err)
	}
	var exported, decoder []string
	for _, name := range names {
		text, err := templates.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") || path.Base(name) == "tool.go" { // which is not emitted
			continue
		}
		for _, d := range tree.Decls {
			exported = append(exported, declared(d)...)
			decoder = append(decoder, fieldsOf(d, "Decoder")...)
		}
	}
	if !slices.Contains(exported, "Decoder") || !slices.Contains(decoder, "Strict") {
		t.Fatalf("the test does not see what the support code declares: %q, %q", exported, decoder)
	}
	for _, id := range exported {
		if token.IsExported(id) && !slices.Contains(reservedTop, id) {
			t.Errorf("reservedTop lacks %s", id)
		}
	}
	for _, id := range decoder {
		if token.IsExported(id) && !slices.Contains(decoderMembers, id) {
			t.Errorf("decoderMembers lacks %s", id)
		}
	}
}

// declared returns the names at package level.
func declared(d ast.Decl) []string {
	var names []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// fieldsOf returns the fields that d declares for the struct typ.
func fieldsOf(d ast.Decl, typ string) []string {
	var names []string
	gen, ok := d.(*ast.GenDecl)
	if !ok {
		return nil
	}
	for _, s := range gen.Specs {
		spec, ok := s.(*ast.TypeSpec)
		if !ok || spec.Name.Name != typ {
			continue
		}
		for _, f := range spec.Type.(*ast.StructType).Fields.List {
			for _, id := range f.Names {
				names = append(names, id.Name)
			}
		}
	}
	return names
}
