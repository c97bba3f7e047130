package model

import (
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// Schema is an entry of $defs as JSON, without white space.
type Schema struct {
	Name string
	Text string
	Refs []string // the entries that it refers to, in their order in the text
}

// Schemas returns the schemas of the definitions, and of what those refer to, in the file's order. A union has the variants
// that a subset left to it.
func (p *Protocol) Schemas() []Schema {
	if p.doc == nil { // the protocol without definitions
		return nil
	}
	entries := slices.Clone(p.entries)
	byNode := map[*load.Node]string{}
	for _, m := range entries {
		byNode[m.Value] = m.Key
	}
	wanted := map[string]bool{}
	for _, d := range p.Definitions {
		if d.Base().Inline == "" {
			wanted[d.Base().Name] = true
		}
	}
	cut := p.cutBranches()
	printed := map[string]Schema{}
	for before := -1; before < len(printed); {
		before = len(printed)
		for _, m := range entries {
			if _, done := printed[m.Key]; done || !wanted[m.Key] {
				continue
			}
			s := Schema{Name: m.Key}
			printer := load.SchemaPrinter{
				Ref: func(ref *load.Node) string {
					to, _ := p.doc.Resolve(ref) // load has made sure that it can
					name, ok := byNode[to]
					if !ok { // it has no name of its own
						name = strings.TrimPrefix(to.Pos().Pointer, "#/")
						byNode[to] = name
						entries = append(entries, load.Member{Key: name, Value: to})
					}
					wanted[name] = true
					if !slices.Contains(s.Refs, name) {
						s.Refs = append(s.Refs, name)
					}
					return "#/$defs/" + load.EscapeStep(name)
				},
				Keep: func(branch *load.Node) bool { return !cut[branch.Pos()] },
			}
			s.Text = string(printer.Append(nil, m.Value))
			printed[m.Key] = s
		}
	}
	var list []Schema
	for _, m := range entries {
		if s, ok := printed[m.Key]; ok {
			list = append(list, s)
		}
	}
	return list
}

// cutBranches returns the places of the variants that a subset left out.
func (p *Protocol) cutBranches() map[diag.Pos]bool {
	cut := map[diag.Pos]bool{}
	for _, d := range p.Definitions {
		u, ok := d.(*Union)
		if !ok || u.Cut == 0 {
			continue
		}
		i := slices.IndexFunc(p.entries, func(m load.Member) bool { return m.Key == u.Name })
		if i < 0 {
			continue
		}
		for _, branch := range p.entries[i].Value.Get("oneOf").Elems {
			if !slices.ContainsFunc(u.Variants, func(v *Variant) bool { return v.Pos == branch.Pos() }) {
				cut[branch.Pos()] = true
			}
		}
	}
	return cut
}
