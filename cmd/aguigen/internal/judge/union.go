package judge

import (
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// union is a oneOf whose branches are told apart by a member that each requires and pins to a constant of its own.
type union struct {
	tag      string
	values   []string // of the tag, one for each branch
	variants []*jsonschema.Schema
}

// union returns the union of a schema, or nil.
func (s *Schema) union(schema *jsonschema.Schema) *union {
	u, known := s.unions[schema]
	if !known {
		u = discriminate(schema)
		s.unions[schema] = u
	}
	return u
}

// forms are the branches of a union, nil for any other schema.
func forms(schema *jsonschema.Schema) []*jsonschema.Schema {
	if len(schema.OneOf) > 0 && len(schema.AnyOf) > 0 {
		return nil
	}
	return slices.Concat(schema.OneOf, schema.AnyOf)
}

func discriminate(schema *jsonschema.Schema) *union {
	if len(forms(schema)) == 0 {
		return nil
	}
	var pins []map[string]string
	u := &union{}
	for _, branch := range forms(schema) {
		u.variants = append(u.variants, target(branch))
		pins = append(pins, pinned(target(branch)))
	}
	var tags []string
	for tag := range pins[0] {
		tags = append(tags, tag)
	}
	slices.Sort(tags)
	for _, u.tag = range tags {
		u.values = nil
		for _, p := range pins {
			if value, ok := p[u.tag]; ok && !slices.Contains(u.values, value) {
				u.values = append(u.values, value)
			}
		}
		if len(u.values) == len(pins) {
			return u
		}
	}
	return nil
}

// pinned returns the required string constants of an object.
func pinned(schema *jsonschema.Schema) map[string]string {
	pins := map[string]string{}
	each(schema, func(part *jsonschema.Schema) {
		for name, p := range part.Properties {
			if p.Const == nil {
				continue
			}
			if value, ok := (*p.Const).(string); ok {
				pins[name] = value
			}
		}
	})
	for name := range pins {
		if !required(schema, name) {
			delete(pins, name)
		}
	}
	return pins
}

// selected returns the branch that an object's tag selects, or -1.
func (u *union) selected(n *node) int {
	tag, ok := n.members[u.tag].text()
	if !ok {
		return -1
	}
	return slices.Index(u.values, tag)
}
