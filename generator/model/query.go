package model

import (
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// Resolved is a type with its aliases looked through.
type Resolved struct {
	Type             // never a reference to an alias
	NotNull bool     // null is forbidden,
	NotAt   diag.Pos // by the "not" of this subschema
}

// Resolve looks through aliases. The rules of the innermost type hold, and a "not" beside a reference as well.
func Resolve(t Type) Resolved {
	var r Resolved
	for {
		r.Type = t
		switch x := t.(type) {
		case *Any:
			if x.NotNull {
				r.NotNull, r.NotAt = true, x.Pos
			}
			return r
		case *Ref:
			if x.NotNull {
				r.NotNull, r.NotAt = true, x.Pos
			}
			alias, ok := x.To.(*Alias)
			if !ok {
				return r
			}
			t = alias.Type
		default:
			return r
		}
	}
}

// HasNil reports whether the Go type of a value has a nil that can stand for absence: lists, maps, values of any type
// and interfaces have.
func HasNil(t Type) bool {
	switch t := Resolve(t).Type.(type) {
	case *List, *OpenMap, *Map, *Any:
		return true
	case *Ref:
		u, ok := t.To.(*Union)
		return ok && u.Discriminator != ""
	default:
		return false
	}
}

// AsNullable returns what a type that allows null is, through aliases; nil for other types.
func AsNullable(t Type) *Nullable {
	n, _ := Resolve(t).Type.(*Nullable)
	return n
}

// HasNullable reports whether an optional member may be null.
func (p *Protocol) HasNullable() bool {
	for _, d := range p.Definitions {
		o, ok := d.(*Object)
		if ok && slices.ContainsFunc(o.Fields, func(f *Field) bool { return !f.Required && AsNullable(f.Type) != nil }) {
			return true
		}
	}
	return false
}

// Unions returns the unions that a discriminator tells apart.
func (p *Protocol) Unions() []*Union {
	var list []*Union
	for _, d := range p.Definitions {
		if u, ok := d.(*Union); ok && u.Discriminator != "" {
			list = append(list, u)
		}
	}
	return list
}

// TextOrList reports whether a union is of a string and an array: parts, or a text that stands for them.
func (u *Union) TextOrList() bool {
	if u.Discriminator != "" || len(u.Variants) != 2 || strings.HasSuffix(u.OneOf.Pointer, "/type") {
		return false
	}
	texts, lists := 0, 0
	for _, v := range u.Variants {
		switch t := v.Type.(type) {
		case *Scalar:
			if t.Kind == String {
				texts++
			}
		case *List:
			lists++
		}
	}
	return texts == 1 && lists == 1
}
