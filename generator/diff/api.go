package diff

import (
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
)

// apiChange is an API difference and the symbols that it is between, one of them nil where the other was removed or added.
type apiChange struct {
	API
	old, new *symbol
}

// compareAPI compares what users can spell.
func compareAPI(old, new *surface) []apiChange {
	var list []apiChange
	for _, a := range old.list {
		b := new.byID[a.id]
		switch {
		case b == nil && new.couldHold(a.id, old):
			list = append(list, apiChange{API{a.id, "removed", a.show, "", GoBreaking}, a, nil})
		case b == nil: // gone with its type
		case a.text != b.text:
			list = append(list, apiChange{API{a.id, "changed", a.show, b.show, GoBreaking}, a, b})
		case moved(a.order, b.order):
			list = append(list, apiChange{API{a.id, "reordered", a.show, b.show, GoBreaking}, a, b})
		}
	}
	for _, b := range new.list {
		if old.byID[b.id] == nil && old.couldHold(b.id, new) {
			list = append(list, apiChange{API{b.id, "added", "", b.show, GoCompatible}, nil, b})
		}
	}
	return list
}

// couldHold says whether what a symbol of the other side is part of is here too, and is such a thing. If not, that says it
// all.
func (s *surface) couldHold(id string, other *surface) bool {
	typ, _, isMember := strings.Cut(id, ".")
	if t, union, ok := strings.Cut(id, " implements "); ok {
		return s.isThere(t, other) && s.isThere(union, other)
	}
	return !isMember || typ == "Decoder" || s.isThere(typ, other)
}

func (s *surface) isThere(id string, other *surface) bool {
	return s.byID[id] != nil && s.byID[id].text == other.byID[id].text
}

// moved says whether parameters changed places. Where their types are the same no compiler tells.
func moved(old, new []string) bool {
	return !slices.Equal(old, new) && slices.Equal(slices.Sorted(slices.Values(old)), slices.Sorted(slices.Values(new)))
}

// attach returns each API difference to the changes that it comes from. What comes from none becomes a change of its own:
// a clash of names elsewhere can give a type another name.
func (c *comparer) attach(list []apiChange) []Change {
	for _, a := range list {
		origins := c.origins(a)
		if len(origins) == 0 {
			c.at = c.owner(a)
			if a.old != nil && a.new != nil && moved(a.old.order, a.new.order) {
				c.add(FieldsMoved, "", "", strings.Join(a.old.order, ", "), strings.Join(a.new.order, ", "), WireUnchanged)
			} else {
				c.add(GoChanged, "", "", "", "", WireUnchanged)
			}
			origins = []int{len(c.changes) - 1}
		}
		for _, i := range origins {
			c.changes[i].API = append(c.changes[i].API, a.API)
			c.changes[i].Go = max(c.changes[i].Go, a.API.Go)
		}
	}
	c.mixins()
	return c.changes
}

// mixins returns the change of a mixin, which has no type, the verdict of the same change in the objects that it is part of.
func (c *comparer) mixins() {
	for i := range c.changes {
		m := &c.changes[i]
		for _, x := range c.changes {
			if slices.Contains(m.parts, x.Definition) && x.Kind == m.Kind && x.Member == m.Member && x.Old == m.Old && x.New == m.New {
				m.Go = max(m.Go, x.Go)
			}
		}
	}
}

func (a apiChange) symbols() []*symbol {
	return slices.DeleteFunc([]*symbol{a.new, a.old}, func(s *symbol) bool { return s == nil })
}

// owner is the definition that the symbol belongs to.
func (c *comparer) owner(a apiChange) model.Definition { return c.current(a.symbols()[0].owner) }

// current is a definition as the new version has it, if it does.
func (c *comparer) current(d model.Definition) model.Definition {
	if to := c.pairs.to[d]; to != nil {
		return to
	}
	return d
}

// origins returns the indexes of the changes that an API difference comes from: those of its members, else that of another
// definition that it is spelled with, else those of its definition as a whole, or of the member that holds it inline.
func (c *comparer) origins(a apiChange) []int {
	if a.Change == "reordered" {
		return nil
	}
	owner := c.owner(a)
	var members, tags []string
	var via []model.Definition
	for _, s := range a.symbols() {
		members, tags = append(append(members, s.order...), s.member), append(tags, s.value)
		for _, d := range s.via {
			via = append(via, c.current(d))
		}
	}
	sameSpelling := a.Change == "changed" && a.old.show == a.new.show
	tests := []func(*Change) bool{
		func(x *Change) bool { return !sameSpelling && x.owner == owner && x.isAbout(members) && shapesGo(x, a) },
		func(x *Change) bool {
			return slices.Contains(via, x.owner) && (x.isAbout(tags) || len(x.touches) == 0 &&
				(sameSpelling || x.Kind == DefinitionRenamed || x.Kind == GoChanged))
		},
		func(x *Change) bool { return x.owner == owner && len(x.touches) == 0 && x.Kind != FieldsMoved },
		func(x *Change) bool { return slices.Contains(x.homes, owner) },
		func(x *Change) bool {
			b := owner.Base()
			return b.Inline != "" && x.Definition == b.Name && x.isAbout([]string{b.Inline}) && shapesGo(x, a)
		},
	}
	for _, test := range tests {
		var found []int
		for i := range c.changes {
			if test(&c.changes[i]) {
				found = append(found, i)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// isAbout says whether a change is about one of some members or values.
func (change *Change) isAbout(names []string) bool {
	return slices.ContainsFunc(change.touches, func(t string) bool { return slices.Contains(names, t) })
}

// shapesGo says whether a change of a member can be seen in a symbol that comes from it. Bounds and the like are seen in
// none, and a default only in its accessor.
func shapesGo(x *Change, a apiChange) bool {
	switch x.Kind {
	case EncodingChanged, ChecksChanged, DeprecatedNow, DeprecatedBefore:
		return false
	case NullAllowed, NullForbidden: // of a value of any type, it shows nowhere
		return x.New != ""
	case DefaultChanged:
		return a.symbols()[0].accessor && a.Change != "changed"
	}
	return ruleOf(x.Kind) == nil
}
