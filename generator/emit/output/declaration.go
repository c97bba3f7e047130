package output

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/decl"
)

// declaration is a declaration at the top of a file: its text with its comment, what it declares and what it mentions.
type declaration struct {
	text     string
	declares []decl.Decl
	from     decl.Origin
	receiver string // of a method
	fset     *token.FileSet
	function *ast.FuncType // nil of all but functions and methods
	mentions mentions
	imports  map[string]string // name in the code → import path

	fixed  bool // from templates
	silent bool // printed only if needed, though it is exported
	root   bool // printed in any case
}

// mentions is the identifiers in a text: those behind a dot, which can mean methods, are told from the others.
type mentions struct{ plain, selected map[string]bool }

// exported reports whether it declares something for users. An exported method belongs to its type's users, so it
// stays with any type.
func (d *declaration) exported() bool {
	return slices.ContainsFunc(d.declares, func(one decl.Decl) bool {
		return (one.Of == "" || one.Kind == decl.Method && d.receiver != "") && ast.IsExported(one.Name)
	})
}

// isType reports whether it declares types.
func (d *declaration) isType() bool { return len(d.declares) > 0 && d.declares[0].Kind == decl.Type }

// parse splits a file into its declarations.
func parse(text []byte) ([]*declaration, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	imports := map[string]string{}
	for _, spec := range tree.Imports {
		to := strings.Trim(spec.Path.Value, `"`)
		id := path.Base(to)
		if spec.Name != nil {
			id = spec.Name.Name
		}
		imports[id] = to
	}
	var list []*declaration
	for _, node := range tree.Decls {
		d := &declaration{declares: decl.Read(node), imports: imports, fset: fset}
		start := node.Pos()
		switch node := node.(type) {
		case *ast.FuncDecl:
			d.function = node.Type
			if d.declares[0].Kind == decl.Method {
				d.receiver = d.declares[0].Of
			}
			if node.Doc != nil {
				start = node.Doc.Pos()
			}
		case *ast.GenDecl:
			if node.Tok == token.IMPORT {
				continue
			}
			if node.Doc != nil {
				start = node.Doc.Pos()
			}
		}
		d.text = string(text[fset.Position(start).Offset:fset.Position(node.End()).Offset])
		d.mentions = mentioned(node)
		list = append(list, d)
	}
	return list, nil
}

// need finds out which declarations are needed.
type need struct {
	byName map[string][]*declaration
	wanted map[*declaration]bool
	called map[string]bool // names behind a dot
}

func newNeed(files []*file) *need {
	n := &need{byName: map[string][]*declaration{}, wanted: map[*declaration]bool{}, called: map[string]bool{}}
	for _, f := range files {
		for _, d := range f.declarations {
			for _, one := range d.declares {
				if one.Of == "" || one.Of == d.receiver {
					n.byName[one.Name] = append(n.byName[one.Name], d)
				}
			}
		}
	}
	return n
}

// want marks a declaration, and what it refers to. Methods wait for methods.
func (n *need) want(d *declaration) {
	if n.wanted[d] {
		return
	}
	n.wanted[d] = true
	for id := range d.mentions.plain {
		for _, other := range n.byName[id] {
			if other.receiver == "" {
				n.want(other)
			}
		}
	}
	maps.Copy(n.called, d.mentions.selected)
}

// methods marks the methods that are called, of the types that are wanted, until nothing is added.
func (n *need) methods() {
	for before := -1; before < len(n.wanted); {
		before = len(n.wanted)
		for id := range maps.Clone(n.called) {
			for _, d := range n.byName[id] {
				if d.receiver != "" && n.isWanted(d.receiver) {
					n.want(d)
				}
			}
		}
	}
}

func (n *need) isWanted(id string) bool {
	return slices.ContainsFunc(n.byName[id], func(d *declaration) bool { return d.receiver == "" && n.wanted[d] })
}

// mentioned returns what a declaration mentions, but for the variables of a function in its body.
func mentioned(node ast.Decl) mentions {
	m := mentions{map[string]bool{}, map[string]bool{}}
	fn, ok := node.(*ast.FuncDecl)
	if !ok {
		ast.Inspect(node, m.visit)
		return m
	}
	if fn.Body != nil {
		ast.Inspect(fn.Body, m.visit)
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		var names []ast.Expr
		switch n := n.(type) {
		case *ast.Field:
			for _, id := range n.Names {
				names = append(names, id)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				names = n.Lhs
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				names = []ast.Expr{n.Key, n.Value}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names = append(names, id)
			}
		}
		for _, x := range names {
			if id, ok := x.(*ast.Ident); ok {
				delete(m.plain, id.Name)
			}
		}
		return true
	})
	if fn.Recv != nil {
		ast.Inspect(fn.Recv, m.visit)
	}
	ast.Inspect(fn.Type, m.visit)
	return m
}

// visit adds the identifiers of a node.
func (m mentions) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		m.selected[n.Sel.Name] = true
		ast.Inspect(n.X, m.visit)
		return false
	case *ast.Field:
		ast.Inspect(n.Type, m.visit)
		return false
	case *ast.CompositeLit:
		switch n.Type.(type) {
		case *ast.ArrayType, *ast.MapType:
			return true
		}
		if n.Type != nil {
			ast.Inspect(n.Type, m.visit)
		}
		for _, x := range n.Elts {
			if pair, ok := x.(*ast.KeyValueExpr); ok {
				x = pair.Value
			}
			ast.Inspect(x, m.visit)
		}
		return false
	case *ast.Ident:
		m.plain[n.Name] = true
	}
	return true
}

// Replace puts other text in the place of identifiers, also where a comment mentions them.
func Replace(src string, names map[string]string) string {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), nil, scanner.ScanComments)
	var out strings.Builder
	done := 0
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		to, ok := names[text]
		if tok == token.COMMENT {
			to, ok = words.ReplaceAllStringFunc(text, func(word string) string { return cmp.Or(names[word], word) }), true
		}
		if at := file.Offset(pos); ok && (tok == token.IDENT || tok == token.COMMENT) {
			out.WriteString(src[done:at])
			out.WriteString(to)
			done = at + len(text)
		}
	}
	out.WriteString(src[done:])
	return out.String()
}

var words = regexp.MustCompile(`\w+`)
