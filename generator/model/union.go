package model

import (
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
)

// union reads the branches of a union: objects, or a string and an array.
func (b *builder) union(u *Union, n *load.Node, h holder) {
	keyword, list := branches(n)
	u.OneOf = n.Get(keyword).Pos()
	var tags []string
	if b.isTagged(list) {
		tags = b.tagsOf(list)
	}
	for _, elem := range list {
		v := &Variant{Pos: elem.Pos()}
		at := h
		if len(tags) > 0 { // an object that stands here is named by its tag
			at = holder{u, b.pins(elem).value(tags[0]).Text}
		}
		if len(tags) == 0 && !isTextOrList(keyword, list) {
			at = holder{u, mixedSteps[b.jsonType(elem, branch, 0)]}
		}
		t := b.typ(elem, at, branch)
		if ref, ok := t.(*Ref); ok && len(tags) > 0 {
			v.Object, _ = ref.To.(*Object)
		} else {
			v.Type = t
		}
		u.Variants = append(u.Variants, v)
	}
	if u.Inline != "" && len(tags) > 0 {
		b.inlineUnions = append(b.inlineUnions, u)
	}
}

// mixedSteps name what stands inside of a union that the JSON type tells apart.
var mixedSteps = map[string]string{"string": "text", "array": "items", "object": "object"}

// isTextOrList reports whether a union is of a plain string and an array.
func isTextOrList(keyword string, list []*load.Node) bool {
	forms := form(0)
	for _, elem := range list {
		forms |= formOf(elem)
	}
	return keyword != "type" && len(list) == 2 && forms == formString|formList
}

// share returns the union that stands for every inline one with the same field name and the same shape.
func (b *builder) share(u *Union) *Union {
	key := u.Inline + ": " + shape(u)
	first := b.shared[key]
	if u.Variants[0].Object != nil || !u.TextOrList() {
		return u
	}
	if first == nil {
		b.shared[key] = u
		return u
	}
	if first.Doc != u.Doc {
		first.Doc = "" // each field has its own
	}
	return first
}

// allUnions returns the unions of $defs and those inside of others.
func (b *builder) allUnions() []*Union {
	var list []*Union
	for _, def := range b.entries {
		if u, ok := def.(*Union); ok {
			list = append(list, u)
		}
	}
	return append(list, b.inlineUnions...)
}

// unions finds out how to tell the members of each union apart.
func (b *builder) unions() {
	for _, u := range b.allUnions() {
		if u.Variants[0].Object != nil {
			b.discriminate(u)
		}
	}
	if len(b.d) == 0 {
		b.variants()
	}
}

// variants refuses an object in two unions that have different methods to tell it apart: Go has no two of one name.
func (b *builder) variants() {
	holder := map[*Object]*Union{}
	for _, u := range b.allUnions() {
		if u.Discriminator == "" {
			continue
		}
		for _, v := range u.Variants {
			first := holder[v.Object]
			holder[v.Object] = u
			if first != nil && (u.Tags == nil || u.Tags != first.Tags || u.Discriminator != first.Discriminator) {
				b.d.Errorf(v.Pos, "%s is a variant of %s already: an object in two unions is not modelled unless one enum holds the values of both",
					v.Object.Name, first.Name)
			}
		}
	}
}

// discriminate finds the member that every variant pins to a constant of its own.
func (b *builder) discriminate(u *Union) {
	candidates := pinned(u.Variants[0].Object)
	for _, v := range u.Variants[1:] {
		here := pinned(v.Object)
		candidates = slices.DeleteFunc(candidates, func(name string) bool { return !slices.Contains(here, name) })
	}
	var distinct []string
	var clash string
	for _, name := range candidates {
		if c := b.clash(u, name); c != "" {
			clash = c
		} else {
			distinct = append(distinct, name)
		}
	}
	switch {
	case len(distinct) > 0:
		u.Discriminator = distinct[0]
		for _, v := range u.Variants {
			v.Value = constant(v.Object, u.Discriminator)
		}
		b.tags(u)
	case clash != "":
		b.d.Errorf(u.OneOf, "the members of %s cannot be told apart: %s", u.Name, clash)
	default:
		b.d.Errorf(u.OneOf, `the members of %s (%s) cannot be told apart: pin one required property, such as "type", to a constant in each`,
			u.Name, members(u))
	}
}

func members(u *Union) string {
	var names []string
	for _, v := range u.Variants {
		names = append(names, v.Object.Name)
	}
	return strings.Join(names, ", ")
}

// pinned returns the names of the required constants of an object.
func pinned(o *Object) []string {
	var names []string
	for _, f := range o.Fields {
		if _, ok := f.Type.(*Literal); ok && f.Required {
			names = append(names, f.Name)
		}
	}
	return names
}

func constant(o *Object, name string) string { return fieldOf(o, name).Type.(*Literal).Value }

// fieldOf returns a field that the object has.
func fieldOf(o *Object, name string) *Field {
	return o.Fields[slices.IndexFunc(o.Fields, func(f *Field) bool { return f.Name == name })]
}

// clash says which two members have one constant, "" for none.
func (b *builder) clash(u *Union, name string) string {
	holders := map[string]string{}
	for _, v := range u.Variants {
		value := constant(v.Object, name)
		if first, taken := holders[value]; taken {
			return first + " and " + v.Object.Name + ` both pin "` + name + `" to "` + value + `"`
		}
		holders[value] = v.Object.Name
	}
	return ""
}

// tags finds the enum that lists the discriminator's values. It may hold more of them: values that have no variant yet, or
// whose variant is gone.
func (b *builder) tags(u *Union) {
	if e := narrowed(u); e != nil {
		u.Tags = e
		return
	}
	var exact, wider []*Enum
	for _, def := range b.entries {
		e, ok := def.(*Enum)
		switch {
		case !ok || !e.lists(u):
		case len(e.Values) == len(u.Variants):
			exact = append(exact, e)
		case !b.used[e] || namedForTags(e, u):
			wider = append(wider, e)
		}
	}
	candidates := exact
	if len(exact) == 0 {
		candidates = wider
	}
	if len(candidates) > 1 {
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(e *Enum) bool { return !namedForTags(e, u) })
	}
	switch {
	case len(candidates) == 1:
		u.Tags = candidates[0]
	case len(exact) > 1:
		b.d.Errorf(u.OneOf, "both %s and %s have exactly the values of %q in %s: keep one of them",
			exact[0].Name, exact[1].Name, u.Discriminator, u.Name)
	}
}

// narrowed returns the enum that every variant's discriminator narrows to a constant, as the declaration in a shared mixin
// says; nil if there is none.
func narrowed(u *Union) *Enum {
	var common *Enum
	for i, v := range u.Variants {
		own := fieldOf(v.Object, u.Discriminator).Narrows()
		if own == nil || i > 0 && own != common {
			return nil
		}
		common = own
	}
	return common
}

// Narrows returns the enum of $defs that a mixin declares for a member which the object pins to one of its values; nil if there is
// none.
func (f *Field) Narrows() *Enum {
	for _, t := range f.Also {
		if ref, ok := Resolve(t).Type.(*Ref); ok {
			if e, ok := ref.To.(*Enum); ok && e.Inline == "" {
				return e
			}
		}
	}
	return nil
}

// lists reports whether the enum has the discriminator's value of each variant.
func (e *Enum) lists(u *Union) bool {
	return !slices.ContainsFunc(u.Variants, func(v *Variant) bool {
		return !slices.ContainsFunc(e.Values, func(have *EnumValue) bool { return have.Value == v.Value })
	})
}

// namedForTags reports whether an enum is called like the discriminator, with or without the union's name in front: Role or
// MessageRole for the role of a Message.
func namedForTags(e *Enum, u *Union) bool {
	plain := strings.NewReplacer("_", "", "-", "").Replace
	name := plain(e.Name)
	return strings.EqualFold(name, plain(u.Discriminator)) || strings.EqualFold(name, plain(u.Name+u.Discriminator))
}
