package emit

import (
	"slices"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// list is an array type that the output has functions for. Lists of one definition share them; a list of anything
// else has its own.
type list struct {
	key  string
	id   string // the functions are read, append and check with this name behind
	elem model.Type
	from decl.Origin
	// isMap says that it is no list, but a map from strings.
	isMap bool
}

// listOf returns the functions' name for lists of elem, and sees to it that they are emitted. place names the holder,
// for lists that share nothing.
func (g *gen) listOf(elem model.Type, place string) string {
	return g.collection(list{key: "at " + at(elem), id: place, elem: elem}, "List")
}

// mapOf is listOf for maps.
func (g *gen) mapOf(elem model.Type, place string) string {
	return g.collection(list{key: "at " + at(elem), id: place, elem: elem, isMap: true}, "Map")
}

func (g *gen) collection(l list, kind string) string {
	l.from = decl.Origin{Definition: g.current}
	if ref, ok := l.elem.(*model.Ref); ok && !ref.NotNull && ref.Judge == nil {
		l.id = g.n.Type(ref.To)
		l.key = "of " + l.id
		l.from.Definition = ref.To
	}
	l.key = kind + " " + l.key
	for _, known := range g.lists {
		if known.key == l.key {
			return known.id
		}
	}
	l.id = output.Distinct(l.id+kind, g.hasListName)
	g.lists = append(g.lists, l)
	return l.id
}

// hasListName reports whether another list, or a definition, has functions of that name.
func (g *gen) hasListName(id string) bool {
	return slices.ContainsFunc(g.lists, func(l list) bool { return l.id == id }) ||
		slices.ContainsFunc(g.p.Definitions, func(d model.Definition) bool { return g.n.Type(d) == id })
}

// plainStrings reports whether a list holds strings without further rules: the support code has functions for those.
func plainStrings(t *model.List) bool {
	s, ok := model.Resolve(t.Elem).Type.(*model.Scalar)
	return ok && s.Kind == model.String && len(s.Rules) == 0 && len(judgesOf(t.Elem)) == 0
}

// growth is how many elements a list has room for at first: one allocation serves most lists.
func growth(elem model.Type) int {
	if ref, ok := model.Resolve(elem).Type.(*model.Ref); ok {
		if _, ok := ref.To.(*model.Object); ok {
			return 2
		}
	}
	return 4
}
