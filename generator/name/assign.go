package name

import (
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/model"
)

// Assign names everything in the protocol. The names of $defs are given first, so that they do not depend on what
// stands inside of them; then the inline types, the constants and the members of each object.
func Assign(p *model.Protocol, o Options) (*Table, error) {
	var problems diag.List
	n := &namer{
		protocol: p,
		style:    newStyle(o, &problems),
		chosen:   overrides{options: o, used: map[string]bool{}},
		top:      newScope("the package", reservedTop, &problems),
		local:    newScope("the package", reservedLocal, &problems),
		table: &Table{
			types: map[model.Definition]string{}, locals: map[model.Definition]string{}, fields: map[member]string{},
			params: map[member]string{}, values: map[constant]string{}, tags: map[*model.Union]tag{},
		},
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
	if err := problems.Err(); err != nil {
		return nil, err
	}
	return n.table, nil
}

type namer struct {
	protocol *model.Protocol
	style    *style
	chosen   overrides
	top      *scope   // exported identifiers of the package
	local    *scope   // unexported ones
	keys     []string // everything that Options.Names could rename
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
		if d.Base().Inline != "" {
			n.nameInline(d)
		}
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
	if isMixin(d) {
		n.line(key, "(part of others)")
		return
	}
	n.line(key, id)
	if n.top.claim(id, key, d.Base().Pos) { // else the local one clashes too
		n.local.claim(local, key, d.Base().Pos)
	}
}

// nameInline names a definition that stands inside another: by owner and field, but a union by its field alone, as
// long as no other type has that name. The model has one union for all of one field name and shape.
func (n *namer) nameInline(d model.Definition) {
	b := d.Base()
	words := append(Words(b.Name), Words(b.Inline)...)
	if _, ok := d.(*model.Union); ok {
		if own := Words(b.Inline); !n.top.has(n.style.exported(own)) {
			words = own
		}
	}
	n.nameType(d, words)
}

func (n *namer) override(key string) (string, bool) {
	n.keys = append(n.keys, key)
	return n.chosen.get(key)
}

func isMixin(d model.Definition) bool {
	o, ok := d.(*model.Object)
	return ok && o.Mixin
}
