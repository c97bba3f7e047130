package name

import (
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/model"
)

// scope is a set of identifiers that must differ: those of the package, or the members of one type.
type scope struct {
	where    string
	reserved []string
	claims   map[string]claim
	problems *diag.List
	// chosen returns the place in the configuration where the user has named a key. It may be nil.
	chosen func(key string) (diag.Pos, bool)
}

type claim struct {
	key string // what has the name
	pos diag.Pos
}

func newScope(where string, reserved []string, problems *diag.List) *scope {
	return &scope{where: where, reserved: reserved, claims: map[string]claim{}, problems: problems}
}

func (s *scope) has(id string) bool {
	_, ok := s.claims[id]
	return ok || slices.Contains(s.reserved, id)
}

// claim takes id for key and says whether it was free. When not, the message names both places and the way out. It
// stands where the user has chosen one of the names, if so.
func (s *scope) claim(id, key string, pos diag.Pos) bool {
	wayOut := "rename one of them with \"names\" in the configuration"
	own, isChosen := s.choice(key, pos)
	pos = own
	if slices.Contains(s.reserved, id) {
		s.problems.Errorf(pos, "%s would be %s in Go, which the generated code of %s needs itself: %s",
			key, id, s.where, strings.Replace(wayOut, "one of them", "it", 1))
		return false
	}
	if first, ok := s.claims[id]; ok {
		if at, ok := s.choice(first.key, first.pos); ok && !isChosen {
			pos, key, first = at, first.key, claim{key, pos}
		}
		s.problems.Errorf(pos, "%s and %s (%s) would both be %s in Go: %s", key, first.key, first.pos, id, wayOut)
		return false
	}
	s.claims[id] = claim{key, pos}
	return true
}

// choice is the place where the user has named key, or else pos.
func (s *scope) choice(key string, pos diag.Pos) (diag.Pos, bool) {
	if s.chosen != nil {
		if at, ok := s.chosen(key); ok {
			return at, true
		}
	}
	return pos, false
}

// derive claims the identifiers that are made from the type of d.
func (n *namer) derive(d model.Definition, spell ...func(typ string) string) {
	for _, derived := range spell {
		id := derived(n.table.types[d])
		n.top.claim(id, id+" of "+keyOf(d), d.Base().Pos)
	}
}

// decoderMethod checks the method of Decoder that is named after the definition.
func (n *namer) decoderMethod(d model.Definition) {
	newScope("Decoder", decoderMembers, n.problems).claim(n.table.types[d], keyOf(d), d.Base().Pos)
}
