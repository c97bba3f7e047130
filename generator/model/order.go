package model

import (
	"cmp"
	"slices"
	"strings"
)

// byValue refuses objects that contain themselves: a required object is a value inside a struct, and a value cannot
// hold itself.
func (b *builder) byValue() {
	states := map[*Object]state{}
	var path []string
	var visit func(*Object)
	visit = func(o *Object) {
		states[o] = underway
		path = append(path, o.Name)
		for _, f := range o.Fields {
			ref, ok := f.Type.(*Ref)
			if !ok || !f.Required {
				continue
			}
			to, ok := ref.To.(*Object)
			switch {
			case !ok:
			case states[to] == underway:
				cycle := append(slices.Clone(path[slices.Index(path, to.Name):]), to.Name)
				b.d.Errorf(f.Pos, "every %s holds another one without end (%s): make %q optional",
					to.Name, strings.Join(cycle, " → "), f.Name)
			case states[to] == untouched:
				visit(to)
			}
		}
		path = path[:len(path)-1]
		states[o] = done
	}
	for _, def := range b.entries {
		if o, ok := def.(*Object); ok && states[o] == untouched {
			visit(o)
		}
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

// parts gives the entries of $defs and the inline definitions that def is made of, those inside inline ones included.
func parts(def Definition, byName map[string]Definition) (named, inline []Definition) {
	var definition func(Definition)
	typ := func(t Type) {
		for {
			list, ok := t.(*List)
			if !ok {
				break
			}
			t = list.Elem
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
		inside(to)
		inline = append(inline, to)
	}
	inside(def)
	return named, inline
}
