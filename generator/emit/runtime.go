package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/templates"
)

// support is a package of fixed code, by declarations.
type support struct {
	files  []*supportFile
	byName map[string][]*declaration
	wanted map[*declaration]bool
	called map[string]bool // names behind a dot
}

type supportFile struct {
	name         string
	imports      map[string]string // name in the code → import path
	declarations []*declaration
}

// declaration is a top-level declaration: its text with its comment, what it declares and what it mentions.
type declaration struct {
	text     string
	declares []string
	receiver string // of a method
	mentions mentions
	exported bool
}

// mentions is the identifiers in a text: those behind a dot, which can mean methods, are told from the others.
type mentions struct{ plain, selected map[string]bool }

func newSupport() *support {
	return &support{byName: map[string][]*declaration{}, wanted: map[*declaration]bool{}, called: map[string]bool{}}
}

// readSupport parses a folder of templates.
func readSupport(folder string) (*support, error) {
	s := newSupport()
	names, err := fs.Glob(templates.FS, path.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := templates.FS.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := s.parse(path.Base(name), text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// exported marks what belongs to the users of the output.
func (s *support) exported() {
	for _, f := range s.files {
		for _, d := range f.declarations {
			if d.exported {
				s.want(d)
			}
		}
	}
}

func (s *support) parse(name string, text []byte) error {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	file := &supportFile{name: name, imports: map[string]string{}}
	for _, spec := range tree.Imports {
		p := strings.Trim(spec.Path.Value, `"`)
		id := path.Base(p)
		if spec.Name != nil {
			id = spec.Name.Name
		}
		file.imports[id] = p
	}
	for _, node := range tree.Decls {
		d := declare(node)
		if d == nil {
			continue
		}
		start := node.Pos()
		if doc := docOf(node); doc != nil {
			start = doc.Pos()
		}
		d.text = string(text[fset.Position(start).Offset:fset.Position(node.End()).Offset])
		d.mentions = identifiers([]byte(d.text))
		file.declarations = append(file.declarations, d)
		for _, id := range d.declares {
			s.byName[id] = append(s.byName[id], d)
		}
	}
	s.files = append(s.files, file)
	return nil
}

func docOf(node ast.Decl) *ast.CommentGroup {
	switch node := node.(type) {
	case *ast.FuncDecl:
		return node.Doc
	case *ast.GenDecl:
		return node.Doc
	}
	return nil
}

// declare says what a declaration declares; nil for imports. An exported method belongs to its type's users, so it
// stays with any type.
func declare(node ast.Decl) *declaration {
	d := &declaration{}
	switch node := node.(type) {
	case *ast.FuncDecl:
		d.declares = []string{node.Name.Name}
		if node.Recv != nil {
			typ := node.Recv.List[0].Type
			if star, ok := typ.(*ast.StarExpr); ok {
				typ = star.X
			}
			if generic, ok := typ.(*ast.IndexExpr); ok {
				typ = generic.X
			}
			d.receiver = fmt.Sprint(typ)
		}
	case *ast.GenDecl:
		if node.Tok == token.IMPORT {
			return nil
		}
		for _, spec := range node.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				d.declares = append(d.declares, spec.Name.Name)
			case *ast.ValueSpec:
				for _, id := range spec.Names {
					d.declares = append(d.declares, id.Name)
				}
			}
		}
	}
	d.exported = slices.ContainsFunc(d.declares, ast.IsExported)
	return d
}

// need marks what the identifiers refer to, and what that refers to in turn. Methods wait for methods.
func (s *support) need(ids mentions) {
	for id := range ids.plain {
		for _, d := range s.byName[id] {
			if d.receiver == "" {
				s.want(d)
			}
		}
	}
	maps.Copy(s.called, ids.selected)
}

// methods marks the methods that are called, of the types that are wanted, until nothing is added.
func (s *support) methods() {
	for before := -1; before < len(s.wanted); {
		before = len(s.wanted)
		for id := range maps.Clone(s.called) {
			for _, d := range s.byName[id] {
				if d.receiver != "" && s.isWanted(d.receiver) {
					s.want(d)
				}
			}
		}
	}
}

func (s *support) isWanted(id string) bool {
	return slices.ContainsFunc(s.byName[id], func(d *declaration) bool { return d.receiver == "" && s.wanted[d] })
}

func (s *support) want(d *declaration) {
	if !s.wanted[d] {
		s.wanted[d] = true
		s.need(d.mentions)
	}
}

// identifiers returns the identifiers in Go source, but for those in comments and strings.
func identifiers(src []byte) mentions {
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("", -1, len(src)), src, nil, 0)
	ids := mentions{map[string]bool{}, map[string]bool{}}
	before := token.ILLEGAL
	for {
		_, tok, text := s.Scan()
		switch {
		case tok == token.EOF:
			return ids
		case tok == token.IDENT && before == token.PERIOD:
			ids.selected[text] = true
		case tok == token.IDENT:
			ids.plain[text] = true
		}
		before = tok
	}
}
