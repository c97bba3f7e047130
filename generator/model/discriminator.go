package model

import (
	"slices"

	"github.com/aguigen/aguigen/generator/load"
)

// discriminators holds the keyword "discriminator" of OpenAPI, which adds nothing, against what was found: a schema that
// contradicts itself is refused.
func (b *builder) discriminators() {
	for i, def := range b.entries {
		u, ok := def.(*Union)
		d := b.nodes[i].Get("discriminator")
		if !ok || d == nil || u.Discriminator == "" {
			continue
		}
		if name := d.Get("propertyName"); name != nil && name.Text != u.Discriminator {
			b.d.Errorf(name.Pos(), "the discriminator of %s is %q: its variants are told apart by that, not by %q", u.Name, u.Discriminator, name.Text)
			continue
		}
		if mapping := d.Get("mapping"); mapping != nil {
			for _, m := range mapping.Members {
				b.mapping(u, m)
			}
		}
	}
}

// mapping checks one value of a discriminator. What is no reference to a variant says nothing.
func (b *builder) mapping(u *Union, m load.Member) {
	if m.Value.Kind != load.String {
		return
	}
	n, err := b.doc.Resolve(m.Value)
	if err != nil {
		return
	}
	o, ok := b.byNode[n].(*Object)
	if !ok {
		return
	}
	values := []string{}
	for _, v := range u.Variants {
		if v.Object == o {
			values = append(values, v.Value)
		}
	}
	if len(values) > 0 && !slices.Contains(values, m.Key) {
		b.d.Errorf(m.KeyPos(), "%s has the %s %q, not %q: correct the mapping", o.Name, u.Discriminator, values[0], m.Key)
	}
}
