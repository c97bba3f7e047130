package diff

import (
	"slices"

	"github.com/aguigen/aguigen/generator/model"
)

// refs calls visit for every definition that the definition's parts refer to.
func refs(d model.Definition, visit func(model.Definition)) {
	var of func(t model.Type)
	of = func(t model.Type) {
		switch t := t.(type) {
		case *model.Ref:
			visit(t.To)
		case *model.List:
			of(t.Elem)
		}
	}
	switch d := d.(type) {
	case *model.Object:
		for _, f := range d.Fields {
			of(f.Type)
		}
	case *model.Alias:
		of(d.Type)
	case *model.Union:
		if d.Tags != nil {
			visit(d.Tags)
		}
		for _, v := range d.Variants {
			if v.Object != nil {
				visit(v.Object)
			} else {
				of(v.Type)
			}
		}
	}
}

// refersTo says whether anything but the definition itself refers to it.
func refersTo(p *model.Protocol, to model.Definition) bool {
	return slices.ContainsFunc(p.Definitions, func(d model.Definition) bool {
		found := false
		refs(d, func(x model.Definition) { found = found || x == to && d != to })
		return found
	})
}

// tagOnly says whether an enum is nothing but the tags of unions: no member holds a value of it that is not pinned.
func tagOnly(p *model.Protocol, e *model.Enum) bool {
	tags := false
	for _, d := range p.Definitions {
		switch d := d.(type) {
		case *model.Union:
			tags = tags || d.Tags == e
			continue
		case *model.Object:
			if d.Mixin {
				continue
			}
		}
		held := false
		refs(d, func(x model.Definition) { held = held || x == e })
		if held {
			return false
		}
	}
	return tags
}

// stranded says whether a value of d that a receiver does not know can be all that a document is, or what the document
// cannot be without. In a list or an optional member it is left out, and a union takes what holds it for unknown.
func stranded(p *model.Protocol, d model.Definition, seen map[model.Definition]bool) bool {
	if seen[d] {
		return false
	}
	seen[d] = true
	for _, holder := range p.Definitions {
		o, ok := holder.(*model.Object)
		if !ok || o.Mixin || !needs(o, d) {
			continue
		}
		if unions := unionsOf(p, o); len(unions) > 0 {
			if slices.ContainsFunc(unions, func(u model.Definition) bool { return stranded(p, u, seen) }) {
				return true
			}
		} else if !refersTo(p, o) || stranded(p, o, seen) {
			return true
		}
	}
	return false
}

// needs says whether an object has a required member that is a d.
func needs(o *model.Object, d model.Definition) bool {
	return slices.ContainsFunc(o.Fields, func(f *model.Field) bool {
		ref, ok := model.Resolve(f.Type).Type.(*model.Ref)
		return ok && f.Required && ref.To == d
	})
}

func unionsOf(p *model.Protocol, o *model.Object) []model.Definition {
	var list []model.Definition
	for _, d := range p.Definitions {
		if u, ok := d.(*model.Union); ok && slices.ContainsFunc(u.Variants, func(v *model.Variant) bool { return v.Object == o }) {
			list = append(list, u)
		}
	}
	return list
}
