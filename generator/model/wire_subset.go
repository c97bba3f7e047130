package model

import (
	"slices"
	"strings"
)

// keep leaves the messages that carry the definitions of a subset. What carried the rest goes from the .proto files as
// well, so that it arrives as what a later version would add.
func (w *Wire) keep(kept map[Definition]bool) {
	w.Messages = slices.DeleteFunc(w.Messages, func(m *WireMessage) bool { return !kept[m.Definition] })
	if w.Frame != nil && !kept[w.Frame.Definition] {
		w.Frame = nil
	}
	p := newPruner(w)
	for _, m := range w.Messages {
		before := m.fieldNames()
		m.cut()
		after := m.fieldNames()
		for name := range before {
			if !after[name] {
				p.drop(m.Name, name)
			}
		}
	}
	for _, m := range w.Messages {
		p.reach(m.Name)
	}
	w.Files, w.Sources = p.files(w.Files, w.Sources)
	w.Enums = slices.DeleteFunc(w.Enums, func(e *WireEnum) bool { return !p.reached[p.full(e.Name)] })
	names := map[string]bool{}
	for d := range kept {
		names[d.Base().Name] = true
	}
	w.Gaps = slices.DeleteFunc(w.Gaps, func(g *WireGap) bool {
		head, _, _ := strings.Cut(g.Name, ".")
		return !names[head] && !p.reached[p.full(head)] && !strings.Contains(head, "*")
	})
}

// fieldNames are the names of the fields that carry something.
func (m *WireMessage) fieldNames() map[string]bool {
	names := map[string]bool{}
	for _, a := range m.Arms {
		names[a.Name] = true
	}
	for _, f := range m.Fields {
		names[f.Name] = true
	}
	return names
}

// cut removes what carried variants that the subset has cut.
func (m *WireMessage) cut() {
	switch m.Shape {
	case ObjectShape:
		m.Fields = cutFields(m.Fields)
	case OneofShape:
		u := m.Definition.(*Union)
		m.Arms = slices.DeleteFunc(m.Arms, func(a *WireArm) bool { return !slices.Contains(u.Variants, a.Variant) })
	case MergedShape:
		m.cutMerged(m.Definition.(*Union))
	default:
		panic("model: unknown shape of a message")
	}
}

// cutMerged finds the shared fields again, each as the first variant that is left carries it.
func (m *WireMessage) cutMerged(u *Union) {
	tag := m.Tag.Number
	m.Variants = slices.DeleteFunc(m.Variants, func(v *WireVariant) bool { return !slices.Contains(u.Variants, v.Variant) })
	m.Fields = nil
	for _, v := range m.Variants {
		v.Fields = cutFields(v.Fields)
		v.Conflicts, v.Surplus = nil, nil
		for _, f := range v.Fields {
			same := func(have *WireField) bool { return have.Number == f.Number }
			if !slices.ContainsFunc(m.Fields, same) {
				m.Fields = append(m.Fields, f)
			}
			if f.Number == tag && m.Tag != nil {
				m.Tag = m.Fields[slices.IndexFunc(m.Fields, same)]
			}
		}
	}
	m.Fields = byNumber(m.Fields)
	m.strangers()
}

// cutFields removes the owners of payloads that were cut, and the payloads that nobody owns any more.
func cutFields(fields []*WireField) []*WireField {
	return slices.DeleteFunc(fields, func(f *WireField) bool {
		f.Group = cutFields(f.Group)
		if f.Part != PartPayload {
			return false
		}
		f.Owners = slices.DeleteFunc(f.Owners, func(o *WireOwner) bool { return !slices.Contains(f.Union.Variants, o.Variant) })
		if len(f.Owners) == 0 {
			return true
		}
		f.Field = f.Owners[0].Field
		f.Type = Resolve(f.Field.Type).Type
		if list, ok := f.Type.(*List); ok {
			f.Type = Resolve(list.Elem).Type
		}
		return false
	})
}
