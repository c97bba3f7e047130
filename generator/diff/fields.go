package diff

import (
	"slices"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

func (c *comparer) object(old, new *model.Object) {
	if old.Mixin != new.Mixin {
		c.add(DefinitionRole, "", "", noun(old), noun(new), WireUnchanged)
	}
	if !old.Mixin && !new.Mixin {
		switch {
		case old.Closed != "" && new.Closed == "":
			c.add(DefinitionOpened, "", "", "", "", loosened(old.Closed))
		case old.Closed == "" && new.Closed != "":
			c.add(DefinitionClosed, "", "", "", "", tightened(new.Closed))
		}
	}
	c.judged("", new.Pos.Pointer, old.Judge, new.Judge)
	renamed := c.renamedFields(old, new)
	for _, f := range new.Fields {
		switch was := field(old, f.Name); {
		case was != nil:
			c.field(was, f)
			c.home(old, new, was, f)
		case renamed[f] != nil:
			c.add(FieldRenamed, f.Name, f.Pos.Pointer, renamed[f].Name, f.Name,
				max(removedField(old, renamed[f]), addedField(old, f))).touch(renamed[f].Name, f.Name)
		default:
			c.add(FieldAdded, f.Name, f.Pos.Pointer, "", c.spellField(f), addedField(old, f))
		}
	}
	for _, f := range old.Fields {
		if field(new, f.Name) == nil && !slices.ContainsFunc(new.Fields, func(n *model.Field) bool { return renamed[n] == f }) {
			c.add(FieldRemoved, f.Name, f.Pos.Pointer, c.spellField(f), "", removedField(old, f))
		}
	}
}

// home compares which Go types have a field: the object's own, or that of a mixin.
func (c *comparer) home(old, new *model.Object, was, f *model.Field) {
	from, to := old.Path(was), new.Path(f)
	if slices.EqualFunc(from, to, func(a, b *model.Object) bool { return c.pairs.to[a] == b }) {
		return
	}
	words := func(path []*model.Object) string {
		if len(path) == 0 {
			return "a field of its own"
		}
		return "part of " + path[len(path)-1].Name
	}
	change := c.add(FieldRehoused, f.Name, f.Pos.Pointer, words(from), words(to), WireUnchanged)
	for _, m := range append(from, to...) {
		change.homes = append(change.homes, c.current(m))
	}
}

// addedField is the verdict on a new member. In an open object the name was free for any value.
func addedField(old *model.Object, f *model.Field) Wire {
	a, isAny := model.Resolve(f.Type).Type.(*model.Any)
	free := isAny && !a.NotNull && !model.Resolve(f.Type).NotNull
	if f.Required || old.Closed == "" && !old.Mixin && !free {
		return WireNarrowing
	}
	return WireAdditive
}

// removedField is the verdict on a member that is gone. An open object lets anything stand in its place.
func removedField(old *model.Object, f *model.Field) Wire {
	_, isAny := model.Resolve(f.Type).Type.(*model.Any)
	switch {
	case f.Required:
		return WireBreaking
	case old.Closed == "" && !old.Mixin && !isAny:
		return WireBreaking
	case old.Closed == "" && !old.Mixin:
		return WireUnchanged
	}
	return WireNarrowing
}

// renamedFields returns the new members that were called otherwise: alike in all but the name, in which a word is the same
// or nearly so, and with no second candidate on either side.
func (c *comparer) renamedFields(old, new *model.Object) map[*model.Field]*model.Field {
	s := &shapes{p: c.pairs, assumed: map[model.Definition]model.Definition{}}
	match := func(a, b *model.Field) bool {
		return field(new, a.Name) == nil && field(old, b.Name) == nil && a.Required == b.Required && a.Default == b.Default &&
			s.types(a.Type, b.Type) && akin(a.Name, b.Name)
	}
	found := map[*model.Field]*model.Field{}
	for _, b := range new.Fields {
		var candidates []*model.Field
		for _, a := range old.Fields {
			if match(a, b) {
				candidates = append(candidates, a)
			}
		}
		if len(candidates) != 1 {
			continue
		}
		rivals := 0
		for _, other := range new.Fields {
			if match(candidates[0], other) {
				rivals++
			}
		}
		if rivals == 1 {
			found[b] = candidates[0]
		}
	}
	return found
}

// akin says whether two names share a word, or are spelled nearly alike.
func akin(a, b string) bool {
	other := name.Words(b)
	return diag.Nearest(a, []string{b}) != "" ||
		slices.ContainsFunc(name.Words(a), func(w string) bool { return slices.Contains(other, w) || diag.Nearest(w, other) != "" })
}

func (c *comparer) field(old, new *model.Field) {
	c.description(new.Pos.Pointer, old.Doc, new.Doc)
	c.notes(new.Name, new.Pos.Pointer, old.Notes, new.Notes)
	switch {
	case old.Required && !new.Required:
		c.add(FieldOptional, new.Name, new.Pos.Pointer, "required", "optional", loosened("required"))
	case !old.Required && new.Required:
		c.add(FieldRequired, new.Name, new.Pos.Pointer, "optional", "required", tightened("required"))
	}
	c.types(new.Name, old.Type, new.Type)
	if old.Default != new.Default {
		c.add(DefaultChanged, new.Name, new.Pos.Pointer, defaultOf(old), defaultOf(new), WireUnchanged)
	}
}

// defaultOf spells a default as the schema does.
func defaultOf(f *model.Field) string {
	s, isScalar := model.Resolve(f.Type).Type.(*model.Scalar)
	if f.Default == "" || !isScalar || s.Kind == model.String {
		return orNone(f.Default)
	}
	return f.Default
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return quote(text)
}
