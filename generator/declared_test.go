package generator

import (
	"context"
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/emit"
)

// TestDeclared compares what emit says that it declares with what the type checker finds in the packages, for each case
// and each version: every name, exported or not, its kind and its type.
func TestDeclared(t *testing.T) {
	cases, err := filepath.Glob("testdata/*/in")
	if err != nil || len(cases) < 20 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	cases = slices.DeleteFunc(cases, func(c string) bool { return strings.Contains(c, "/err-") })
	check := newChecker()
	for _, dir := range append(cases, "../schema/1.0", "../schema/1.1") {
		t.Run(dir, func(t *testing.T) {
			c := caseConfig(t, dir)
			if strings.HasPrefix(dir, "../schema") {
				c = streamConfig(t, filepath.Base(dir), "agui")
				c.Parts = append(c.Parts, Validate)
			}
			proto, names, err := named(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			printed, err := emit.All(proto, names, emit.Options{
				Package: c.Package, ImportPath: "example.org/golden", Parts: c.emitParts(), Aliases: c.Aliases})
			if err != nil {
				t.Fatal(err)
			}
			check.files(t, printed.Files)
			for name, list := range printed.Declared {
				compareDeclared(t, list, check.packages["example.org/golden/"+name])
			}
		})
	}
}

func compareDeclared(t *testing.T, list []decl.Decl, pkg *types.Package) {
	t.Helper()
	want := found(pkg)
	for _, d := range list {
		got := d.Kind.String() + " " + d.Text
		if d.Value != "" {
			got += " = " + d.Value
		}
		switch is, ok := want[d.ID()]; {
		case d.Name == "_":
			continue
		case !ok:
			t.Errorf("%s: %s is listed as %q and not declared", pkg.Name(), d.ID(), got)
		case is != got && is != anyText(d.Kind) && !untyped(d):
			t.Errorf("%s: %s is listed as %q and is %q", pkg.Name(), d.ID(), got, is)
		}
		delete(want, d.ID())
	}
	for _, id := range slices.Sorted(maps.Keys(want)) {
		t.Errorf("%s: %s is %q and not listed", pkg.Name(), id, want[id])
	}
}

// untyped reports whether Go infers the type, which the list does not have then.
func untyped(d decl.Decl) bool { return (d.Kind == decl.Var || d.Kind == decl.Const) && d.Text == "" }

// anyText is what stands for a type that has no short spelling: one with a function or a struct inside.
func anyText(k decl.Kind) string { return k.String() + " ..." }

// found lists what a package declares.
func found(pkg *types.Package) map[string]string {
	all := map[string]string{}
	text := func(k decl.Kind, t types.Type) string {
		s := types.TypeString(withoutNames(t), func(p *types.Package) string {
			if p == pkg {
				return ""
			}
			return p.Name()
		})
		if strings.Contains(s, "struct{") || strings.Contains(s, "interface{") || strings.Count(s, "func(") > 1 || k != decl.Method && k != decl.Func && strings.Contains(s, "func(") {
			return anyText(k)
		}
		return k.String() + " " + s
	}
	for _, id := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(id).(type) {
		case *types.Const:
			all[id] = text(decl.Const, o.Type())
			if o.Val().Kind() == constant.String && constant.StringVal(o.Val()) != "" {
				all[id] += " = " + constant.StringVal(o.Val())
			}
		case *types.Var:
			all[id] = text(decl.Var, o.Type())
		case *types.Func:
			all[id] = text(decl.Func, o.Type())
		case *types.TypeName:
			if o.IsAlias() {
				all[id] = text(decl.Type, types.Unalias(o.Type()))
				if rhs, ok := o.Type().(*types.Alias); ok {
					all[id] = strings.Replace(text(decl.Type, rhs.Rhs()), "type ", "type = ", 1)
				}
				continue
			}
			typeParts(all, id, o.Type().(*types.Named), text)
		}
	}
	return all
}

func typeParts(all map[string]string, id string, n *types.Named, text func(decl.Kind, types.Type) string) {
	switch u := n.Underlying().(type) {
	case *types.Struct:
		all[id] = "type struct"
		for f := range u.Fields() {
			kind := decl.Field
			if f.Embedded() {
				kind = decl.Embed
			}
			all[id+"."+f.Name()] = text(kind, f.Type())
		}
	case *types.Interface:
		all[id] = "type interface"
		for m := range u.ExplicitMethods() {
			all[id+"."+m.Name()] = text(decl.Method, m.Type())
		}
		for e := range u.EmbeddedTypes() {
			name := fmt.Sprint(e)
			all[id+"."+name[strings.LastIndexAny(name, "./")+1:]] = text(decl.Embed, e)
		}
	default:
		all[id] = text(decl.Type, u)
	}
	for m := range n.Methods() {
		all[id+"."+m.Name()] = text(decl.Method, m.Type())
	}
}

// withoutNames is a function's type without the names and the type parameters.
func withoutNames(t types.Type) types.Type {
	s, ok := t.(*types.Signature)
	if !ok {
		return t
	}
	bare := func(tuple *types.Tuple) *types.Tuple {
		var list []*types.Var
		for v := range tuple.Variables() {
			list = append(list, types.NewParam(v.Pos(), nil, "", v.Type()))
		}
		return types.NewTuple(list...)
	}
	return types.NewSignatureType(nil, nil, nil, bare(s.Params()), bare(s.Results()), s.Variadic())
}
