package name

import (
	"go/token"
	"strings"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/diag"
)

// scope is a set of identifiers that must differ: those at the top of the package, or the parts of one type. What the
// schema names claims its identifier; what else is declared there is met by check.
type scope struct {
	where    string
	claims   map[string]claim
	clashed  map[string]bool // that a message is about already
	problems *diag.List
	// chosen returns the place in the configuration where the user has named a key. It may be nil.
	chosen func(key string) (diag.Pos, bool)
}

// claim is the thing that has a name.
type claim struct {
	key string
	pos diag.Pos
}

func newScope(where string, problems *diag.List) *scope {
	return &scope{where: where, claims: map[string]claim{}, clashed: map[string]bool{}, problems: problems}
}

// claim takes id for key and reports whether it was free.
func (s *scope) claim(id, key string, pos diag.Pos) bool {
	if first, ok := s.claims[id]; ok {
		s.clash(id, first, claim{key, pos})
		return false
	}
	s.claims[id] = claim{key, pos}
	return true
}

// clash reports two things with one name, with both places and advice. The place of the error is where the user has
// chosen one of the names, if so.
func (s *scope) clash(id string, first, second claim) {
	s.clashed[id] = true
	pos, isChosen := s.choice(second)
	if at, ok := s.choice(first); ok && !isChosen {
		pos, first, second = at, second, first
	}
	other, _ := s.choice(first)
	s.problems.Errorf(pos, "%s and %s (%s) would both be %s in Go: rename one of them with \"names\" in the configuration",
		second.key, first.key, other, id)
}

// needed reports a name that the generated code declares itself.
func (s *scope) needed(id string, c claim) {
	s.clashed[id] = true
	pos, _ := s.choice(c)
	s.problems.Errorf(pos, "%s would be %s in Go, which the generated code of %s needs itself: rename it with \"names\" in the configuration",
		c.key, id, s.where)
}

// choice is the place where the user has named a thing, or else its own.
func (s *scope) choice(c claim) (diag.Pos, bool) {
	if s.chosen != nil {
		if at, ok := s.chosen(c.key); ok {
			return at, true
		}
	}
	return c.pos, false
}

// members returns the scope of the parts of a type.
func (n *namer) members(typ, where string) *scope {
	s := n.parts[typ]
	if s == nil {
		s = newScope(where, n.problems)
		s.chosen = n.chosen.place
		n.parts[typ] = s
	}
	return s
}

// check finds names that are declared twice.
func (n *namer) check(list []decl.Decl) {
	seen := map[string]decl.Decl{}
	twice := func(d decl.Decl) (decl.Decl, bool) {
		first, ok := seen[d.ID()]
		if !ok {
			seen[d.ID()] = d
		}
		return first, ok && d.Name != "_" && !n.told(first) && !n.told(d)
	}
	for _, d := range list {
		if d.Of != "" {
			continue
		}
		if first, ok := twice(d); ok {
			n.topClash(first, d)
		}
	}
	for _, d := range list {
		if d.Of == "" {
			continue
		}
		if _, ok := twice(d); ok {
			n.partClash(d)
		}
	}
	for _, d := range list {
		if d.Kind == decl.Embed && token.IsExported(d.Of) {
			n.hidden(d.Of, d.Name, list, seen)
		}
	}
}

// hidden finds what a type embeds and cannot be seen behind a part of its own.
func (n *namer) hidden(typ, embedded string, list []decl.Decl, seen map[string]decl.Decl) {
	for _, d := range list {
		if d.Of != embedded || d.Kind != decl.Field && d.Kind != decl.Embed {
			continue
		}
		if own, ok := seen[typ+"."+d.Name]; ok && !n.told(own) {
			n.partClash(own)
		}
		if d.Kind == decl.Embed {
			n.hidden(typ, d.Name, list, seen)
		}
	}
}

// told reports whether a message says already that the name, or that of the type behind it, is taken.
func (n *namer) told(d decl.Decl) bool {
	if n.top.clashed[d.Name] && d.Of == "" || n.top.clashed[d.Of] {
		return true
	}
	if s := n.parts[d.Of]; s != nil && s.clashed[d.Name] {
		return true
	}
	return d.From.Definition != nil && n.top.clashed[n.table.types[d.From.Definition]]
}

// topClash reports a name that the package has twice: of two things of the schema, or of one and what each package has.
func (n *namer) topClash(a, b decl.Decl) {
	first, second := n.source(a), n.source(b)
	switch {
	case first.key == "":
		n.top.needed(b.Name, second)
	case second.key == "":
		n.top.needed(a.Name, first)
	case n.isClaimed(b):
		n.top.clash(a.Name, second, first)
	default:
		n.top.clash(a.Name, first, second)
	}
}

// source is what of the schema a declaration comes from, the zero claim for nothing.
func (n *namer) source(d decl.Decl) claim {
	switch {
	case n.isClaimed(d):
		return n.top.claims[d.Name]
	case d.From.Definition == nil:
		return claim{}
	}
	return claim{d.Name + " of " + keyOf(d.From.Definition), d.From.Definition.Base().Pos}
}

// isClaimed reports whether the schema names the declaration: a type or a constant.
func (n *namer) isClaimed(d decl.Decl) bool {
	c, ok := n.top.claims[d.Name]
	if !ok || d.From.Definition == nil {
		return false
	}
	key := keyOf(d.From.Definition)
	switch d.Kind {
	case decl.Type:
		return c.key == key || c.key == tagKey(key)
	case decl.Const:
		return strings.HasPrefix(c.key, key+".")
	default:
		return false
	}
}

// tagKey is what claims the type of a union's discriminator.
func tagKey(union string) string { return "the discriminator of " + union }

// partClash reports a name that a type has twice.
func (n *namer) partClash(d decl.Decl) {
	s := n.members(d.Of, d.Of)
	c, ok := s.claims[d.Name]
	if !ok {
		c = claim{key: d.ID()}
		if d.From.Definition != nil {
			c = claim{keyOf(d.From.Definition), d.From.Definition.Base().Pos}
		}
	}
	s.needed(d.Name, c)
}

// fixed returns the names that each package exports at its top.
func fixed(list []decl.Decl) []string {
	var names []string
	for _, d := range list {
		if d.Of == "" && token.IsExported(d.Name) {
			names = append(names, d.Name)
		}
	}
	return names
}
