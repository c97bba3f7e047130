package judge

import (
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/aguigen/aguigen/templates/runtime"
)

// choice is what a document is judged by.
type choice struct {
	name      string // of the definition
	byMembers bool
	union     *union             // that the definition is, nil for none
	narrow    *jsonschema.Schema // the definition, or the branch that the document's tag selects, with the same verdict
}

// choose finds the definition for a document: the one asked for; the schema as a whole, if that is a union and the
// document has its tag; else the object that has the most members in common with the document.
func (s *Schema) choose(n *node) choice {
	d, byMembers := s.given, false
	if d == nil {
		d = s.whole
		u := s.union(target(d.schema))
		if u != nil && n.members[u.tag] == nil || u == nil && d.name == "" && len(d.schema.Properties) == 0 {
			if best := s.likest(n); best != nil {
				d, byMembers = best, true
			}
		}
	}
	c := choice{name: d.name, byMembers: byMembers, union: s.union(target(d.schema)), narrow: d.schema}
	if c.union != nil {
		if i := c.union.selected(n); i >= 0 {
			c.narrow = c.union.variants[i]
		}
	}
	return c
}

// longestHint is the longest key that is compared with others, and the number of keys: a hostile one is not worth the time.
const longestHint = 64

// mostLikened is how many members of a document are looked at to find out what it is.
const mostLikened = 1000

// likest returns the object definition that a document most likely means, or nil if none is similar.
func (s *Schema) likest(n *node) *definition {
	var best *definition
	var most likeness
	var folded []string
	for _, key := range n.keys[:min(len(n.keys), mostLikened)] {
		folded = append(folded, runtime.Fold(key[:min(len(key), longestHint)]))
	}
	for _, d := range s.defs {
		if d.mixin {
			continue
		}
		if l := d.likeness(n, folded); l.enough(len(folded)) && l.above(most) {
			best, most = d, l
		}
	}
	if best == nil || most.pins {
		return best
	}
	for _, d := range s.defs { // a variant that the tag does not select: the union can say so
		u := s.union(target(d.schema))
		if u == nil || n.members[u.tag] == nil {
			continue
		}
		for _, v := range u.variants {
			if v == best.schema {
				return d
			}
		}
	}
	return best
}

// likeness measures how much a document and an object definition have in common.
type likeness struct {
	known    int  // members, in any spelling
	required int  // of them
	pins     bool // every constant of the definition stands in the document
}

func (d *definition) likeness(n *node, folded []string) likeness {
	l := likeness{pins: true}
	for _, key := range folded {
		if required, known := d.members[key]; known {
			l.known++
			if required {
				l.required++
			}
		}
	}
	for name, value := range d.pins {
		if text, ok := n.members[name].text(); !ok || text != value {
			l.pins = false
		}
	}
	return l
}

// enough requires half of the document's members, and more than that if none of them is required.
func (l likeness) enough(members int) bool {
	return l.known > 0 && (2*l.known > members || 2*l.known == members && l.required > 0)
}

func (l likeness) above(other likeness) bool {
	mine, others := l.known+l.required, other.known+other.required
	return mine > others || mine == others && l.pins && !other.pins
}
