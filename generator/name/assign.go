package name

import (
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/model"
)

// Declare lists the declarations of the package printed for a protocol with these names.
type Declare func(*model.Protocol, *Table) []decl.Decl

// Assign names everything in the protocol. The definitions of $defs are named first, so that their names do not depend
// on their content; then the inline types, the constants and the members of each object. A name may not be declared
// twice: what the package has beside the names of the schema, declare tells.
func Assign(p *model.Protocol, o Options, declare Declare) (*Table, error) {
	var problems diag.List
	n := &namer{
		protocol: p,
		style:    newStyle(o, &problems),
		chosen:   overrides{options: o, used: map[string]bool{}},
		top:      newScope("the package", &problems),
		parts:    map[string]*scope{},
		fixed:    fixed(declare(&model.Protocol{}, newTable())),
		table:    newTable(),
		problems: &problems,
	}
	n.top.chosen = n.chosen.place
	n.typeNames()
	for _, d := range p.Definitions {
		n.contents(d)
	}
	n.style.reportUnused(o, &problems)
	what := "the schema has"
	if len(p.Only) > 0 {
		what = "the chosen definitions have"
	}
	n.chosen.report(what, n.keys, &problems)
	n.table.declared = declare(p, n.table)
	n.check(n.table.declared)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return n.table, nil
}

type namer struct {
	protocol *model.Protocol
	style    *style
	chosen   overrides
	top      *scope            // what the schema names at the top of the package
	parts    map[string]*scope // and in each type
	fixed    []string          // what each package has
	keys     []string          // everything that Options.Names could rename
	table    *Table
	problems *diag.List
}

func (n *namer) typeNames() {
	for _, d := range n.protocol.Definitions {
		if d.Base().Inline == "" {
			n.nameType(d, Words(d.Base().Name))
		}
	}
	for _, d := range n.protocol.Definitions {
		n.nameInline(d)
	}
}

// nameType returns d its type: the user's choice, or the words.
func (n *namer) nameType(d model.Definition, words []string) {
	key := keyOf(d)
	id, local := n.style.exported(words), n.style.unexported(words)
	if chosen, ok := n.override(key); ok {
		id, local = chosen, n.style.unexported(Words(chosen))
	}
	if taken(local) {
		local += "Def"
	}
	n.table.types[d], n.table.locals[d] = id, local
	if o, ok := d.(*model.Object); ok && o.Mixin && !o.Embedded {
		n.line(key, "(part of others)")
		return
	}
	n.line(key, id)
	n.top.claim(id, key, d.Base().Pos)
}

// nameInline names a definition that stands inside another: by owner and field, an element of a list by the singular; but a
// union by its field alone, as long as no other type has that name. The model has one union for all of one field name and
// shape.
func (n *namer) nameInline(d model.Definition) {
	b := d.Base()
	if _, named := n.table.types[d]; named || b.Inline == "" {
		return
	}
	owner := Words(b.Name)
	if b.Owner != nil && b.Owner.Base().Inline != "" {
		n.nameInline(b.Owner)
		owner = Words(n.table.types[b.Owner])
	}
	field := strings.TrimRight(b.Inline, "[]")
	words := owner
	if field != "" {
		words = slices.Concat(owner, Words(field))
	}
	u, isUnion := d.(*model.Union)
	switch {
	case field != b.Inline:
		words = n.element(words)
	case isUnion && u.TextOrList() && n.free(n.style.exported(Words(field))):
		words = Words(field)
	}
	n.nameType(d, words)
}

// element names an element of what words name: by the singular if there is one that is free.
func (n *namer) element(words []string) []string {
	last := len(words) - 1
	if one := append(slices.Clone(words[:last]), singular(words[last])); one[last] != words[last] && n.free(n.style.exported(one)) {
		return one
	}
	return append(slices.Clone(words), "item")
}

// singular returns an English word without the ending of its plural, or the word itself.
func singular(word string) string {
	for _, ending := range []struct{ plural, singular string }{
		{"ies", "y"}, {"sses", "ss"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""},
	} {
		if stem, ok := strings.CutSuffix(word, ending.plural); ok && len(stem) > 1 {
			return stem + ending.singular
		}
	}
	return word
}

// free reports whether a name is free for a type.
func (n *namer) free(id string) bool {
	_, claimed := n.top.claims[id]
	return !claimed && !slices.Contains(n.fixed, id)
}

func (n *namer) override(key string) (string, bool) {
	n.keys = append(n.keys, key)
	return n.chosen.get(key)
}
