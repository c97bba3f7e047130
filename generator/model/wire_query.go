package model

import (
	"cmp"
	"slices"
)

// HoldsItself reports whether a message can be found inside of another of its kind.
func (m *WireMessage) HoldsItself() bool {
	seen := map[*WireMessage]bool{}
	var reach func(from *WireMessage)
	reach = func(from *WireMessage) {
		var next []*WireMessage
		for _, a := range from.Arms {
			next = append(next, a.Message)
		}
		for _, f := range from.Fields {
			if f.Form == FormMessage && f.Part != PartGroup {
				next = append(next, f.Message)
			}
		}
		for _, n := range next {
			if !seen[n] {
				seen[n] = true
				reach(n)
			}
		}
	}
	reach(m)
	return seen[m]
}

// Only returns the values that stand for a string of the schema; of an enum if it is not nil.
func (e *WireEnum) Only(enum *Enum) []*WireEnumValue {
	return slices.DeleteFunc(slices.Clone(e.Values), func(v *WireEnumValue) bool {
		own := func(o *EnumValue) bool { return o.Value == v.Value }
		return v.Value == "" || enum != nil && !slices.ContainsFunc(enum.Values, own)
	})
}

// Uncarried returns the members of an object that none of the fields carries, by declaration of the table.
func (m *WireMessage) Uncarried(o *Object, fields []*WireField) []*Field {
	carried := map[string]bool{}
	for _, f := range m.Implied {
		carried[f.Name] = true
	}
	for _, f := range fields {
		for _, inner := range slices.Concat(f.Group, []*WireField{f}) {
			if inner.Part != PartPayload && inner.Field != nil {
				carried[inner.Field.Name] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(o.Fields), func(f *Field) bool {
		_, pinned := f.Type.(*Literal)
		return carried[f.Name] || pinned
	})
}

// Open returns the fields of the variant by number, with those of other variants that can carry what an open object has
// beyond its own members.
func (v *WireVariant) Open() []*WireField {
	list := slices.Clone(v.Fields)
	for _, f := range v.Surplus {
		if v.Variant.Object.Closed == "" && f.Part == PartWhole && f.Presence != Repeated && (f.Form == FormString || f.Form == FormValue) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *WireField) int { return cmp.Compare(a.Number, b.Number) })
	return list
}
