package diff

import (
	"slices"

	"github.com/aguigen/aguigen/generator/model"
)

// pairing says which definition of the new version a definition of the old one has become.
type pairing struct {
	old, new *model.Protocol
	to, from map[model.Definition]model.Definition
}

// pair finds the partners: by name, then by shape, then by place. The last two repeat, since each pair can show another.
func pair(old, new *model.Protocol) *pairing {
	p := &pairing{old, new, map[model.Definition]model.Definition{}, map[model.Definition]model.Definition{}}
	p.byName()
	for found := true; found; {
		before := len(p.to)
		p.byShape()
		p.byPlace()
		found = len(p.to) > before
	}
	return p
}

func (p *pairing) join(old, new model.Definition) { p.to[old], p.from[new] = new, old }

// byName takes what is called the same. Of an inline definition that name is an accident of its place, so the kind must
// be the same as well.
func (p *pairing) byName() {
	byTitle := map[string]model.Definition{}
	for _, d := range p.new.Definitions {
		byTitle[title(d)] = d
	}
	for _, d := range p.old.Definitions {
		n, ok := byTitle[title(d)]
		if !ok || (d.Base().Inline == "") != (n.Base().Inline == "") {
			continue
		}
		if d.Base().Inline == "" || noun(d) == noun(n) {
			p.join(d, n)
		}
	}
}

// left returns the definitions without a partner.
func left(all []model.Definition, taken map[model.Definition]model.Definition) []model.Definition {
	return slices.DeleteFunc(slices.Clone(all), func(d model.Definition) bool { return taken[d] != nil })
}

// byShape takes a removed and an added definition that differ in their names alone, if neither has a second candidate.
func (p *pairing) byShape() {
	removed, added := left(p.old.Definitions, p.to), left(p.new.Definitions, p.from)
	matches := func(a, b model.Definition) bool { return telling(a) && p.sameShape(a, b) }
	for _, a := range removed {
		only := sole(added, func(b model.Definition) bool { return matches(a, b) })
		if only != nil && sole(removed, func(other model.Definition) bool { return matches(other, only) }) != nil {
			p.join(a, only)
		}
	}
}

// sole returns the one that matches, nil for none or several.
func sole(list []model.Definition, matches func(model.Definition) bool) model.Definition {
	var found model.Definition
	for _, d := range list {
		if !matches(d) {
			continue
		}
		if found != nil {
			return nil
		}
		found = d
	}
	return found
}

// telling says whether a shape says something: many definitions are a mere string or have no fields.
func telling(d model.Definition) bool {
	switch d := d.(type) {
	case *model.Object:
		return len(d.Fields) > 1
	case *model.Union:
		return d.Base().Inline == "" && d.Discriminator != ""
	case *model.Enum:
		return d.Base().Inline == "" && len(d.Values) > 1
	default:
		return false
	}
}

// byPlace follows the pairs into what they hold: what stands in the same place and is much alike is the same thing.
func (p *pairing) byPlace() {
	for _, d := range p.old.Definitions {
		n := p.to[d]
		switch d := d.(type) {
		case *model.Object:
			if n, ok := n.(*model.Object); ok {
				for _, f := range d.Fields {
					if g := field(n, f.Name); g != nil {
						p.places(f.Type, g.Type)
					}
				}
			}
		case *model.Alias:
			if n, ok := n.(*model.Alias); ok {
				p.places(d.Type, n.Type)
			}
		case *model.Union:
			if n, ok := n.(*model.Union); ok {
				p.variants(d, n)
			}
		}
	}
}

func (p *pairing) variants(old, new *model.Union) {
	if old.Tags != nil && new.Tags != nil {
		p.place(old.Tags, new.Tags, alike)
	}
	for _, v := range old.Variants {
		for _, w := range new.Variants {
			switch {
			case v.Object != nil && w.Object != nil && v.Value == w.Value && old.Discriminator == new.Discriminator:
				p.place(v.Object, w.Object, func(a, b model.Definition) bool { return true })
			case v.Type != nil && w.Type != nil:
				p.places(v.Type, w.Type)
			}
		}
	}
}

func (p *pairing) places(old, new model.Type) {
	switch old := old.(type) {
	case *model.Ref:
		if new, ok := new.(*model.Ref); ok {
			p.place(old.To, new.To, alike)
		}
	case *model.List:
		if new, ok := new.(*model.List); ok {
			p.places(old.Elem, new.Elem)
		}
	case *model.Nullable:
		if new, ok := new.(*model.Nullable); ok {
			p.places(old.Elem, new.Elem)
		}
	case *model.Map:
		if new, ok := new.(*model.Map); ok {
			p.places(old.Elem, new.Elem)
		}
	}
}

func (p *pairing) place(old, new model.Definition, enough func(a, b model.Definition) bool) {
	if p.to[old] == nil && p.from[new] == nil && noun(old) == noun(new) && enough(old, new) {
		p.join(old, new)
	}
}
