package model

import (
	"slices"

	"github.com/aguigen/aguigen/generator/diag"
)

// Selection is something that a user has named, and where.
type Selection struct {
	Name string
	Pos  diag.Pos
}

// Subset leaves in p the definitions that are asked for and what they are made of. A union of objects brings all of
// its variants, unless variants of it are asked for by name: then it keeps those alone, and to the code that is printed
// the others are unknown. Enums keep all of their values, which are the wire's. On an error p stays whole.
func Subset(p *Protocol, asked []Selection) error {
	if len(asked) == 0 {
		return nil
	}
	byName := map[string]Definition{}
	for _, d := range p.Definitions {
		if d.Base().Inline == "" {
			byName[d.Base().Name] = d
		}
	}
	if err := checkSelections(p, asked, byName); err != nil {
		return err
	}
	named := map[Definition]bool{}
	for _, wish := range asked {
		named[byName[wish.Name]] = true
		p.Only = append(p.Only, wish.Name)
	}
	for _, d := range p.Definitions {
		if u, ok := d.(*Union); ok {
			u.cut(named)
		}
	}
	kept := closure(named, byName)
	p.Definitions = slices.DeleteFunc(p.Definitions, func(d Definition) bool { return !kept[d] })
	if root := byName[p.Root]; root == nil || !kept[root] {
		p.Root = ""
	}
	if p.Wire != nil {
		p.Wire.keep(kept)
	}
	if p.Streams != nil {
		p.Streams = p.Streams.keep(kept)
	}
	return nil
}

// checkSelections finds the names that the schema does not have, and those that stand there twice.
func checkSelections(p *Protocol, asked []Selection, byName map[string]Definition) error {
	var d diag.List
	var known []string
	for _, def := range p.Definitions {
		if def.Base().Inline == "" {
			known = append(known, def.Base().Name)
		}
	}
	first := map[string]diag.Pos{}
	for _, wish := range asked {
		if at, twice := first[wish.Name]; twice {
			d.Errorf(wish.Pos, "definitions: %q is there already (%s): remove one of the two", wish.Name, at)
			continue
		}
		first[wish.Name] = wish.Pos
		if byName[wish.Name] != nil {
			continue
		}
		hint := "aguigen dump model lists what there is"
		if near := diag.Nearest(wish.Name, known); near != "" {
			hint = "did you mean " + near + "?"
		}
		d.Errorf(wish.Pos, "definitions: the schema has no %q: %s", wish.Name, hint)
	}
	return d.Err()
}

// cut removes the variants that were not named from a union that has one that was.
func (u *Union) cut(named map[Definition]bool) {
	wanted := func(v *Variant) bool { return v.Object != nil && named[v.Object] }
	if !slices.ContainsFunc(u.Variants, wanted) {
		return
	}
	all := len(u.Variants)
	u.Variants = slices.DeleteFunc(u.Variants, func(v *Variant) bool { return !wanted(v) })
	u.Cut = all - len(u.Variants)
}

// closure returns the named definitions and everything that they are made of.
func closure(named map[Definition]bool, byName map[string]Definition) map[Definition]bool {
	kept := map[Definition]bool{}
	var keep func(Definition)
	keep = func(d Definition) {
		if kept[d] {
			return
		}
		kept[d] = true
		others, inline := parts(d, byName)
		for _, in := range inline {
			kept[in] = true
		}
		for _, other := range others {
			keep(other)
		}
	}
	for d := range named {
		keep(d)
	}
	return kept
}
