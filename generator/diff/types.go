package diff

import (
	"slices"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/rules"
)

// types compares what a member, an element or an alias holds. What a reference leads to has changes of its own if the
// definition still is what it was.
func (c *comparer) types(member string, old, new model.Type) {
	was, is := model.Resolve(old), model.Resolve(new)
	a, isRef := old.(*model.Ref)
	b, alsoRef := new.(*model.Ref)
	samePlace := isRef && alsoRef && c.pairs.to[a.To] == b.To
	if samePlace { // a "not" inside of it is reported there
		was.NotNull, is.NotNull = a.NotNull, b.NotNull
	}
	if nullable(was.Type) && nullable(is.Type) && was.NotNull != is.NotNull {
		if is.NotNull {
			c.add(NullForbidden, member, new.At().Pointer, "", "", tightened("not"))
		} else {
			c.add(NullAllowed, member, new.At().Pointer, "", "", loosened("not"))
		}
	}
	c.judged(member, new.At().Pointer, old.Judged(), new.Judged())
	if !samePlace && c.nulls(member, was.Type, is.Type) {
		return
	}
	if !samePlace {
		c.seen(member, was.Type, is.Type)
	}
}

// nulls compares types of which one allows null as well, and reports whether there was such a one.
func (c *comparer) nulls(member string, old, new model.Type) bool {
	a, wasNullable := old.(*model.Nullable)
	b, isNullable := new.(*model.Nullable)
	_, any := old.(*model.Any)
	if _, alsoAny := new.(*model.Any); any || alsoAny || !wasNullable && !isNullable {
		return false
	}
	switch {
	case !wasNullable:
		c.add(NullAllowed, member, new.At().Pointer, c.spell(old), c.spell(new), WireBreaking)
		c.types(member, old, b.Elem)
	case !isNullable:
		c.add(NullForbidden, member, new.At().Pointer, c.spell(old), c.spell(new), WireNarrowing)
		c.types(member, a.Elem, new)
	default:
		c.types(member, a.Elem, b.Elem)
	}
	return true
}

// judged compares what two places demand beyond their types: by keyword where package rules knows it, and the others as a whole,
// of which it is not decided whether they allow more or less.
func (c *comparer) judged(member, at string, old, new *model.Judge) {
	var was, is rules.List
	if old != nil {
		was = old.Checks
	}
	if new != nil {
		is = new.Checks
	}
	c.rules(member, at, was, is)
	switch a, b := old.Rest(), new.Rest(); {
	case a == b:
	case a == "":
		c.add(ChecksChanged, member, at, "none", b, WireNarrowing)
	case b == "":
		c.add(ChecksChanged, member, at, a, "none", WireBreaking)
	default:
		c.add(ChecksChanged, member, at, a, b, WireBreaking)
	}
}

// nullable says whether a type takes null where nothing forbids it.
func nullable(t model.Type) bool {
	_, ok := t.(*model.Any)
	return ok
}

// seen compares types without aliases.
func (c *comparer) seen(member string, old, new model.Type) {
	switch old := old.(type) {
	case *model.Scalar:
		if new, ok := new.(*model.Scalar); ok && old.Kind == new.Kind {
			c.scalar(member, old, new)
			return
		}
	case *model.Literal:
		if new, ok := new.(*model.Literal); ok {
			if old.Value != new.Value {
				c.add(ConstantChanged, member, new.Pos.Pointer, quote(old.Value), quote(new.Value), loosened("const"))
			}
			return
		}
	case *model.List:
		if new, ok := new.(*model.List); ok {
			c.rules(member, new.Pos.Pointer, old.Rules, new.Rules)
			c.types(member+"[]", old.Elem, new.Elem)
			return
		}
	case *model.Ref:
		if new, ok := new.(*model.Ref); ok && c.pairs.to[old.To] == new.To {
			return
		}
	case *model.Map:
		if new, ok := new.(*model.Map); ok {
			c.types(member+"[]", old.Elem, new.Elem)
			return
		}
	case *model.OpenMap:
		if _, ok := new.(*model.OpenMap); ok {
			return
		}
	case *model.Any:
		if _, ok := new.(*model.Any); ok {
			return
		}
	}
	if slices.Equal(allowed(old), allowed(new)) && allowed(old) != nil {
		return // a constant that became an enum of one value
	}
	c.add(TypeChanged, member, new.At().Pointer, c.spell(old), c.spell(new), c.between(old, new))
}

func (c *comparer) scalar(member string, old, new *model.Scalar) {
	c.rules(member, new.Pos.Pointer, old.Rules, new.Rules)
	if old.Encoding != new.Encoding {
		c.add(EncodingChanged, member, new.Pos.Pointer, orNone(old.Encoding), orNone(new.Encoding), WireUnchanged)
	}
}

// rules compares what two subschemas demand, keyword by keyword.
func (c *comparer) rules(member, at string, old, new rules.List) {
	for _, r := range slices.Concat(rules.Beside(), rules.Judged()) {
		a, b := old.Get(r.Keyword()), new.Get(r.Keyword())
		if a == nil && b == nil {
			continue
		}
		if wire := wireOf(rules.Compare(a, b)); wire != WireUnchanged {
			c.add(Kind(r.Changes()[0]), member, at, valueOf(a), valueOf(b), wire)
		}
	}
}

// valueOf is what a rule says, "none" where there is none.
func valueOf(r rules.Rule) string {
	if r == nil {
		return "none"
	}
	return r.Value()
}

// allowed returns the strings that an enum or a constant allows, sorted; nil for other types.
func allowed(t model.Type) []string {
	switch t := t.(type) {
	case *model.Literal:
		return []string{t.Value}
	case *model.Ref:
		if e, ok := t.To.(*model.Enum); ok {
			return slices.Sorted(slices.Values(values(e)))
		}
	}
	return nil
}

// between is the verdict on a type that stands in the place of another one, whatever they are called.
func (c *comparer) between(old, new model.Type) Wire {
	a, b := model.Resolve(old), model.Resolve(new)
	switch {
	case nullable(a.Type) && nullable(b.Type):
		return WireUnchanged
	case nullable(a.Type):
		return WireNarrowing
	case nullable(b.Type):
		return WireBreaking
	}
	if x, y := allowed(a.Type), allowed(b.Type); x != nil && y != nil {
		return within(y, x)
	}
	switch x := a.Type.(type) {
	case *model.Scalar:
		return c.fromScalar(x, b.Type)
	case *model.OpenMap:
		if isObject(b.Type) { // any object was fine
			return WireNarrowing
		}
	case *model.List:
		if y, ok := b.Type.(*model.List); ok {
			return c.quietly(nil, nil, func(sub *comparer) { sub.types("", x, y) })
		}
	case *model.Ref:
		return c.fromReference(x.To, b.Type)
	}
	return WireBreaking
}

func within(new, old []string) Wire {
	switch {
	case slices.Equal(new, old):
		return WireUnchanged
	case !slices.ContainsFunc(new, func(s string) bool { return !slices.Contains(old, s) }):
		return WireNarrowing
	}
	return WireBreaking
}

func isObject(t model.Type) bool {
	ref, ok := t.(*model.Ref)
	if !ok {
		switch t.(type) {
		case *model.OpenMap, *model.Map:
			return true
		}
		return false
	}
	u, isUnion := ref.To.(*model.Union)
	_, isObject := ref.To.(*model.Object)
	return isObject || isUnion && u.Discriminator != ""
}

// fromScalar is for what a string or number becomes.
func (c *comparer) fromScalar(old *model.Scalar, new model.Type) Wire {
	if new, ok := new.(*model.Scalar); ok {
		rules := c.quietly(nil, nil, func(sub *comparer) { sub.scalar("", old, new) })
		switch {
		case old.Kind == new.Kind:
			return rules
		case old.Kind == model.Number && new.Kind == model.Integer:
			return max(WireNarrowing, rules)
		}
		return WireBreaking
	}
	words := allowed(new)
	refused := func(word string) bool { return old.Rules.Refuses(word) != "" }
	if old.Kind == model.String && words != nil && !slices.ContainsFunc(words, refused) {
		return WireNarrowing
	}
	return WireBreaking
}

// fromReference is for what an object or a union becomes.
func (c *comparer) fromReference(old model.Definition, new model.Type) Wire {
	if u, ok := old.(*model.Union); ok {
		for _, v := range u.Variants { // one of its forms is left
			if v.Type != nil && sameJSON(v.Type, new) || v.Object != nil && isRefTo(new, c.pairs.to[v.Object]) {
				form := v.Type
				if v.Object != nil {
					form = &model.Ref{To: v.Object}
				}
				return max(WireNarrowing, c.quietly(nil, nil, func(sub *comparer) { sub.types("", form, new) }))
			}
		}
	}
	ref, ok := new.(*model.Ref)
	if !ok || noun(old) != noun(ref.To) {
		return WireBreaking
	}
	if a, ok := old.(*model.Union); ok && (a.Discriminator == "") != (ref.To.(*model.Union).Discriminator == "") {
		return WireBreaking
	}
	return c.quietly(old, ref.To, func(sub *comparer) { sub.definition(old, ref.To) })
}

func isRefTo(t model.Type, d model.Definition) bool {
	ref, ok := t.(*model.Ref)
	return ok && d != nil && ref.To == d
}

// sameJSON says whether two forms of a union by JSON type are of one JSON type.
func sameJSON(a, b model.Type) bool { return formOf(a) != "" && formOf(a) == formOf(b) }

// The forms of a union by JSON type stand for members.
const (
	textForm = "(text)"
	listForm = decl.ListForm
)

// formOf returns which form a type is, by its JSON type: a text, a list or another one.
func formOf(t model.Type) string {
	switch t := model.Resolve(t).Type.(type) {
	case *model.Scalar:
		switch t.Kind {
		case model.String:
			return textForm
		case model.Boolean:
			return "(boolean)"
		}
		return "(number)"
	case *model.List:
		return listForm
	case *model.Map, *model.OpenMap:
		return "(object)"
	case *model.Ref:
		if _, isEnum := t.To.(*model.Enum); isEnum {
			return textForm
		}
		if u, isUnion := t.To.(*model.Union); !isUnion || u.Discriminator != "" {
			return "(object)"
		}
	}
	return ""
}

// quietly compares without reporting, and returns the worst verdict. A pair of definitions that is being compared already
// adds nothing.
func (c *comparer) quietly(old, new model.Definition, compare func(sub *comparer)) Wire {
	sub := &comparer{old: c.old, new: c.new, pairs: c.pairs, words: map[string]bool{}, at: c.at, tried: map[[2]model.Definition]bool{}}
	for pair := range c.tried {
		sub.tried[pair] = true
	}
	if old != nil {
		if sub.tried[[2]model.Definition{old, new}] {
			return WireUnchanged
		}
		sub.tried[[2]model.Definition{old, new}] = true
		sub.at = new
	}
	compare(sub)
	worst := WireUnchanged
	for _, change := range sub.changes {
		worst = max(worst, change.Wire)
	}
	return worst
}
