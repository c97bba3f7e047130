package emit

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// FormerName is a name that the package of types had, and what bears it now: a type, a constant, a variable or a function.
type FormerName struct {
	Old, New       string
	OldPos, NewPos diag.Pos
}

// deprecated prints the old names.
//
//	// Old is the former name of New.
//	//
//	// Deprecated: use New.
//	type Old = New
func (g *gen) deprecated(files []File) ([]File, error) {
	if len(g.o.Aliases) == 0 {
		return nil, nil
	}
	known, err := g.exported(files)
	if err != nil {
		return nil, err
	}
	aliases := slices.SortedFunc(slices.Values(g.o.Aliases), func(a, b FormerName) int { return strings.Compare(a.Old, b.Old) })
	if err := checkAliases(aliases, known); err != nil {
		return nil, err
	}
	var body bytes.Buffer
	imports := map[string]string{}
	for _, a := range aliases {
		fmt.Fprintf(&body, "\n// %s is the former name of %s.\n//\n// Deprecated: use %s.\n", a.Old, a.New, a.New)
		known[a.New].print(&body, a, imports)
	}
	return []File{g.out.text("deprecated", imports, body.Bytes())}, nil
}

// checkAliases finds old names that are none or are taken, and new names that nothing bears.
func checkAliases(aliases []FormerName, known map[string]*named) error {
	var d diag.List
	names := slices.Sorted(maps.Keys(known))
	for _, a := range aliases {
		if !token.IsIdentifier(a.Old) || !token.IsExported(a.Old) {
			d.Errorf(a.OldPos, "aliases: %q is not an exported Go identifier: start with a capital letter and use letters and digits", a.Old)
		} else if known[a.Old] != nil {
			d.Errorf(a.OldPos, "aliases: the package has a %s of its own: an old name has to be free", a.Old)
		}
		if known[a.New] != nil {
			continue
		}
		hint := "it has to be a type, a constant, a variable or a function"
		if near := diag.Nearest(a.New, names); near != "" {
			hint = "did you mean " + near + "?"
		}
		d.Errorf(a.NewPos, "aliases: the package has no %q that could bear the old name %s: %s", a.New, a.Old, hint)
	}
	return d.Err()
}

// named is an exported declaration: the word that declares it, and the signature of a function.
type named struct {
	keyword string // type, const, var or func
	fset    *token.FileSet
	typ     *ast.FuncType
	imports map[string]string // of its file: name in the code → import path
}

// exported finds what the package of types exports at its top.
func (g *gen) exported(files []File) (map[string]*named, error) {
	known := map[string]*named{}
	for _, f := range files {
		if path.Dir(f.Path) != g.o.Package {
			continue
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, f.Path, f.Text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		imports := map[string]string{}
		for _, spec := range tree.Imports {
			p := strings.Trim(spec.Path.Value, `"`)
			imports[path.Base(p)] = p
		}
		for _, node := range tree.Decls {
			d := declare(node)
			if d == nil || d.receiver != "" {
				continue
			}
			for _, id := range d.declares {
				if !ast.IsExported(id) {
					continue
				}
				known[id] = &named{fset: fset, imports: imports}
				switch node := node.(type) {
				case *ast.GenDecl:
					known[id].keyword = node.Tok.String()
				case *ast.FuncDecl:
					known[id].keyword, known[id].typ = "func", node.Type
				}
			}
		}
	}
	return known, nil
}

// print declares the old name. That of a function calls the new one, so that both show their parameters.
func (n *named) print(w *bytes.Buffer, a FormerName, imports map[string]string) {
	if n.typ == nil {
		fmt.Fprintf(w, "%s %s = %s\n", n.keyword, a.Old, a.New)
		return
	}
	var signature bytes.Buffer
	if err := printer.Fprint(&signature, n.fset, n.typ); err != nil {
		panic(fmt.Sprintf("emit: the signature of %s cannot be printed: %v", a.New, err))
	}
	for id := range identifiers(signature.Bytes()).plain {
		if p, ok := n.imports[id]; ok {
			imports[id] = p
		}
	}
	var args []string
	for _, param := range n.typ.Params.List {
		for _, id := range param.Names {
			arg := id.Name
			if _, variadic := param.Type.(*ast.Ellipsis); variadic {
				arg += "..."
			}
			args = append(args, arg)
		}
	}
	call := fmt.Sprintf("%s(%s)", a.New, strings.Join(args, ", "))
	if n.typ.Results != nil {
		call = "return " + call
	}
	fmt.Fprintf(w, "func %s%s {\n\t%s\n}\n", a.Old, strings.TrimPrefix(signature.String(), "func"), call)
}

// headed puts the user's header behind the first lines of every Go file.
func headed(files []File, text string) []File {
	if text == "" {
		return files
	}
	var b strings.Builder
	b.WriteString("//\n")
	for line := range strings.Lines(strings.TrimRight(text, " \t\r\n")) {
		b.WriteString(strings.TrimRight("// "+strings.TrimRight(line, " \t\r\n"), " ") + "\n")
	}
	for i, f := range files {
		head := 0
		for line := range bytes.Lines(f.Text) {
			if !bytes.HasPrefix(line, []byte("//")) {
				break
			}
			head += len(line)
		}
		if path.Ext(f.Path) == ".go" {
			files[i].Text = slices.Concat(f.Text[:head], []byte(b.String()), f.Text[head:])
		}
	}
	return files
}
