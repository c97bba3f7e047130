package decl

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// Read lists what a top-level declaration declares: a type before its parts. An import declares nothing.
func Read(node ast.Decl) []Decl {
	switch node := node.(type) {
	case *ast.FuncDecl:
		d := Decl{Name: node.Name.Name, Kind: Func}
		if node.Recv != nil {
			d.Kind, d.Of = Method, Base(node.Recv.List[0].Type)
		}
		d.Text, d.Params = signature(node.Type)
		return []Decl{d}
	case *ast.GenDecl:
		var list []Decl
		for _, spec := range node.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				list = append(list, readType(spec)...)
			case *ast.ValueSpec:
				list = append(list, values(node.Tok, spec)...)
			}
		}
		return list
	}
	return nil
}

// Base returns the name of a type without its package, its pointer and its parameters.
func Base(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return Base(t.X)
	case *ast.IndexExpr:
		return Base(t.X)
	case *ast.IndexListExpr:
		return Base(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.Ident:
		return t.Name
	}
	return types.ExprString(t)
}

func values(tok token.Token, spec *ast.ValueSpec) []Decl {
	var list []Decl
	for i, id := range spec.Names {
		d := Decl{Name: id.Name, Kind: Var}
		if tok == token.CONST {
			d.Kind = Const
		}
		if spec.Type != nil {
			d.Text = types.ExprString(spec.Type)
		}
		if i < len(spec.Values) {
			if lit, ok := spec.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				d.Value, _ = strconv.Unquote(lit.Value)
			}
		}
		list = append(list, d)
	}
	return list
}

func readType(spec *ast.TypeSpec) []Decl {
	d := Decl{Name: spec.Name.Name, Kind: Type}
	switch t := spec.Type.(type) {
	case *ast.StructType:
		d.Text = "struct"
		return append([]Decl{d}, parts(d.Name, t.Fields, Field)...)
	case *ast.InterfaceType:
		d.Text = "interface"
		return append([]Decl{d}, parts(d.Name, t.Methods, Method)...)
	default:
		d.Text = types.ExprString(t)
		if spec.Assign.IsValid() {
			d.Text = "= " + d.Text
		}
		return []Decl{d}
	}
}

// parts are the fields of a struct, or the methods of an interface, and what either embeds.
func parts(of string, fields *ast.FieldList, kind Kind) []Decl {
	var list []Decl
	for _, f := range fields.List {
		if len(f.Names) == 0 {
			list = append(list, Decl{Of: of, Name: Base(f.Type), Kind: Embed, Text: types.ExprString(f.Type)})
		}
		for _, id := range f.Names {
			d := Decl{Of: of, Name: id.Name, Kind: kind, Text: types.ExprString(f.Type)}
			if fn, ok := f.Type.(*ast.FuncType); ok && kind == Method {
				d.Text, d.Params = signature(fn)
			}
			list = append(list, d)
		}
	}
	return list
}

// signature is a function's type without the names of parameters and results, and the parameters that have names.
func signature(t *ast.FuncType) (text string, params []Param) {
	list := func(fields *ast.FieldList) []string {
		var out []string
		if fields == nil {
			return nil
		}
		for _, f := range fields.List {
			out = append(out, slices.Repeat([]string{types.ExprString(f.Type)}, max(1, len(f.Names)))...)
		}
		return out
	}
	for _, f := range t.Params.List {
		for _, id := range f.Names {
			params = append(params, Param{id.Name, types.ExprString(f.Type)})
		}
	}
	text = "func(" + strings.Join(list(t.Params), ", ") + ")"
	switch results := list(t.Results); len(results) {
	case 0:
	case 1:
		text += " " + results[0]
	default:
		text += " (" + strings.Join(results, ", ") + ")"
	}
	return text, params
}
