package model

import "slices"

// embed decides which mixins have a Go type that others embed: those that are part of several objects. What an object
// declares again, or requires where the mixin does not, is a field of its own there and of all others.
func (b *builder) embed() {
	for m := range b.objects() {
		if m.Mixin && b.users(m) > 1 {
			m.Shared = b.unchanged(m)
		}
	}
	done := map[*Object]bool{}
	for o := range b.objects() {
		b.embedIn(o, done)
	}
}

// users counts the objects whose allOf refers to a mixin.
func (b *builder) users(m *Object) int {
	n := 0
	for o := range b.objects() {
		if slices.Contains(b.own[o].mixins, m) {
			n++
		}
	}
	return n
}

// unchanged returns the own fields of a mixin that all have as it declares them.
func (b *builder) unchanged(m *Object) []*Field {
	var list []*Field
	for _, own := range b.own[m].fields {
		f := m.Field(own.Name)
		if _, pinned := f.Type.(*Literal); pinned || f.Pos != own.Pos {
			continue
		}
		changed := false
		for o := range b.objects() {
			if slices.Contains(o.Mixins, m.Name) {
				in := o.Field(f.Name)
				changed = changed || in.Pos != f.Pos || in.Required != f.Required
			}
		}
		if !changed {
			list = append(list, f)
		}
	}
	return list
}

// embedIn fills o.Embeds. Go would not know which field is meant if a mixin were there twice, so the second one that
// brings it along is taken apart.
func (b *builder) embedIn(o *Object, done map[*Object]bool) {
	if done[o] {
		return
	}
	done[o] = true
	var inside []*Object
	var take func(mixins []*Object)
	take = func(mixins []*Object) {
		for _, m := range mixins {
			b.embedIn(m, done)
			brings := append(m.allEmbeds(), m)
			twice := slices.ContainsFunc(brings, func(x *Object) bool { return slices.Contains(inside, x) })
			if m.Embedded && !twice {
				o.Embeds = append(o.Embeds, m)
				inside = append(inside, brings...)
			} else if !slices.Contains(inside, m) {
				take(b.own[m].mixins)
			}
		}
	}
	take(b.own[o].mixins)
	o.Embedded = o.Mixin && b.users(o) > 1 && len(o.Shared)+len(o.Embeds) > 0
}

// allEmbeds returns what the object embeds, those inside others too.
func (o *Object) allEmbeds() []*Object {
	var list []*Object
	for _, m := range o.Embeds {
		list = append(append(list, m.allEmbeds()...), m)
	}
	return list
}

// Members returns the fields of a mixin's Go type, and of what that embeds, in the order of the schema.
func (o *Object) Members() []*Field {
	return slices.DeleteFunc(slices.Clone(o.Fields), func(f *Field) bool {
		return o.Path(f) == nil && !slices.ContainsFunc(o.Shared, func(s *Field) bool { return s.Name == f.Name })
	})
}

// Has reports whether the object embeds a mixin, directly or in another.
func (o *Object) Has(m *Object) bool { return slices.Contains(o.allEmbeds(), m) }

// Path returns the mixins that lead from an object to a field of one of them, the outermost first; nil for a field of the
// object's own type.
func (o *Object) Path(f *Field) []*Object {
	for _, m := range o.Embeds {
		if slices.ContainsFunc(m.Shared, func(s *Field) bool { return s.Name == f.Name }) {
			return []*Object{m}
		}
		if inner := m.Path(f); inner != nil {
			return append([]*Object{m}, inner...)
		}
	}
	return nil
}

// Own returns the fields that no type has which the object embeds. Those of a mixin that others embed are not its own
// either: they are Shared.
func (o *Object) Own() []*Field {
	return slices.DeleteFunc(slices.Clone(o.Fields), func(f *Field) bool {
		return o.Path(f) != nil || o.Embedded && slices.ContainsFunc(o.Shared, func(s *Field) bool { return s.Name == f.Name })
	})
}
