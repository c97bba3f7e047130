package output

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/decl"
)

// Alias prints a former name of something that the package exports at its top, which
// has to be there. That of a function calls the new one, so that both show their parameters.
//
//	// Old is the former name of New.
//	//
//	// Deprecated: use New.
//	type Old = New
func (p *Package) Alias(file, former, current string) {
	d := p.exported()[current]
	text := fmt.Sprintf("// %s is the former name of %s.\n//\n// Deprecated: use %s.\n", former, current, current)
	alias := &declaration{imports: d.imports, declares: []decl.Decl{d.declares[0]}}
	alias.declares[0].Name = former
	if alias.declares[0].Kind == decl.Type {
		alias.declares[0].Text = "= " + current
	}
	if d.function == nil {
		word := map[decl.Kind]token.Token{decl.Type: token.TYPE, decl.Const: token.CONST, decl.Var: token.VAR}[d.declares[0].Kind]
		alias.text = fmt.Sprintf("%s%s %s = %s", text, word, former, current)
	} else {
		alias.text = text + d.forward(former, current)
	}
	alias.mentions = mentions{map[string]bool{}, map[string]bool{}}
	if d.function != nil {
		ast.Inspect(d.function, alias.mentions.visit)
	}
	f := p.file(file)
	f.declarations = append(f.declarations, alias)
}

// Exported returns what the package exports at its top, sorted.
func (p *Package) Exported() []string { return slices.Sorted(maps.Keys(p.exported())) }

func (p *Package) exported() map[string]*declaration {
	known := map[string]*declaration{}
	for _, f := range p.files {
		for _, d := range f.declarations {
			for _, one := range d.declares {
				if one.Of == "" && ast.IsExported(one.Name) {
					known[one.Name] = d
				}
			}
		}
	}
	return known
}

// forward is a function of a former name, which calls the current one.
func (d *declaration) forward(former, current string) string {
	var signature bytes.Buffer
	if err := printer.Fprint(&signature, d.fset, d.function); err != nil {
		panic(fmt.Sprintf("emit: the signature of %s cannot be printed: %v", current, err))
	}
	var args []string
	for _, param := range d.function.Params.List {
		for _, id := range param.Names {
			arg := id.Name
			if _, variadic := param.Type.(*ast.Ellipsis); variadic {
				arg += "..."
			}
			args = append(args, arg)
		}
	}
	call := fmt.Sprintf("%s(%s)", current, strings.Join(args, ", "))
	if d.function.Results != nil {
		call = "return " + call
	}
	return fmt.Sprintf("func %s%s {\n\t%s\n}", former, strings.TrimPrefix(signature.String(), "func"), call)
}
