package model

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
)

// walker goes through a graph depth first and names the cycles that it meets.
type walker[T comparable] struct {
	name func(T) string
	// next calls visit for each neighbour. visit returns "A → B → A" if that closes a cycle, else "".
	next func(at T, visit func(T) string)

	path []T
	seen map[T]bool
}

func (w *walker[T]) visit(at T) string {
	if i := slices.Index(w.path, at); i >= 0 {
		var names []string
		for _, step := range append(slices.Clone(w.path[i:]), at) {
			names = append(names, w.name(step))
		}
		return strings.Join(names, " → ")
	}
	if w.seen[at] {
		return ""
	}
	if w.seen == nil {
		w.seen = map[T]bool{}
	}
	w.seen[at] = true
	w.path = append(w.path, at)
	w.next(at, w.visit)
	w.path = w.path[:len(w.path)-1]
	return ""
}

// byValue refuses objects that contain themselves: a required object is a value inside a struct, and a value cannot
// hold itself.
func (b *builder) byValue() {
	w := walker[*Object]{name: func(o *Object) string { return o.Name }}
	w.next = func(o *Object, visit func(*Object) string) {
		for _, f := range o.Fields {
			ref, ok := f.Type.(*Ref)
			if !ok || !f.Required {
				continue
			}
			to, ok := ref.To.(*Object)
			if !ok {
				continue
			}
			if cycle := visit(to); cycle != "" {
				b.d.Errorf(f.Pos, "a value of %s would hold itself (%s): make %q optional", to.Name, cycle, f.Name)
			}
		}
	}
	for o := range b.objects() {
		w.visit(o)
	}
}

// order lists the definitions so that each follows what it is made of, as far as there are no cycles. The schema's
// order breaks ties. An inline definition stands right before the first that holds it.
func (b *builder) order() {
	index := map[Definition]int{}
	byName := map[string]Definition{}
	for i, def := range b.entries {
		index[def] = i
		byName[def.Base().Name] = def
	}
	placed := map[Definition]bool{}
	var place func(Definition)
	place = func(def Definition) {
		placed[def] = true
		named, inline := parts(def, byName)
		slices.SortStableFunc(named, func(x, y Definition) int { return cmp.Compare(index[x], index[y]) })
		for _, to := range named {
			if !placed[to] {
				place(to)
			}
		}
		for _, in := range inline {
			if !placed[in] {
				placed[in] = true
				b.p.Definitions = append(b.p.Definitions, in)
			}
		}
		b.p.Definitions = append(b.p.Definitions, def)
	}
	for _, def := range b.entries {
		if !placed[def] {
			place(def)
		}
	}
}

// parts returns the entries of $defs and the inline definitions that def is made of, those inside inline ones included.
func parts(def Definition, byName map[string]Definition) (named, inline []Definition) {
	var definition func(Definition)
	typ := func(t Type) {
		for {
			elem := elemTypeOf(t)
			if elem == nil {
				break
			}
			t = elem
		}
		if ref, ok := t.(*Ref); ok {
			definition(ref.To)
		}
	}
	inside := func(def Definition) {
		switch def := def.(type) {
		case *Object:
			for _, name := range def.Mixins {
				definition(byName[name])
			}
			for _, f := range def.Fields {
				typ(f.Type)
				for _, t := range f.Also {
					typ(t)
				}
			}
		case *Union:
			for _, v := range def.Variants {
				if v.Object != nil {
					definition(v.Object)
				} else {
					typ(v.Type)
				}
			}
			if def.Tags != nil {
				definition(def.Tags)
			}
		case *Alias:
			typ(def.Type)
		case *Enum:
		default:
			panic("model: unknown definition")
		}
	}
	definition = func(to Definition) {
		if to.Base().Inline == "" {
			named = append(named, to)
			return
		}
		if slices.Contains(inline, to) {
			return
		}
		inside(to)
		inline = append(inline, to)
	}
	inside(def)
	return named, inline
}

// loops refuses references that lead back to where they stand without a step into the value: no value can be held to
// them.
func (b *builder) loops() {
	w := walker[*load.Node]{name: func(n *load.Node) string { return n.Pos().Pointer }}
	w.next = func(n *load.Node, visit func(*load.Node) string) {
		for _, key := range []string{"allOf", "anyOf", "oneOf"} {
			if list := n.Get(key); list != nil {
				for _, elem := range list.Elems {
					visit(elem)
				}
			}
		}
		if not := n.Get("not"); not != nil {
			visit(not)
		}
		ref := n.Get("$ref")
		if ref == nil {
			return
		}
		to, err := b.doc.Resolve(ref)
		if err != nil {
			b.d.Errorf(ref.Pos(), "%v", err)
		} else if cycle := visit(to); cycle != "" {
			b.d.Errorf(ref.Pos(), "the references form a cycle (%s): remove one of them", cycle)
		}
	}
	var every func(*load.Node)
	every = func(n *load.Node) {
		w.visit(n)
		for _, sub := range load.Subschemas(n) {
			every(sub)
		}
	}
	every(b.doc.Root)
}

// elemTypeOf returns the type of the elements of a list or a map, or of what may be null; nil for other types.
func elemTypeOf(t Type) Type {
	switch t := t.(type) {
	case *List:
		return t.Elem
	case *Map:
		return t.Elem
	case *Nullable:
		return t.Elem
	}
	return nil
}
