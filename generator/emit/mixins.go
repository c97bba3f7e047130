package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// mixin is the struct of what several objects have in common, which they embed, and BaseEventOf and its like. It has no
// methods for JSON: it is a part of what its holder reads and writes.
func (g *gen) mixin(m *model.Object) []jen.Code {
	id := g.n.Type(m)
	fields := g.embeds(m.Embeds)
	for _, f := range m.Shared {
		fields = append(fields, g.structField(m, f)...)
	}
	code := []jen.Code{g.documented(m).Type().Id(id).Struct(fields...)}
	for _, f := range m.Shared {
		if f.Default != "" {
			code = append(code, g.defaultAccessor(m, f))
		}
	}
	return append(code, g.mixinOf(m)...)
}

// embeds is the types that a struct embeds.
func (g *gen) embeds(mixins []*model.Object) []jen.Code {
	var code []jen.Code
	for _, m := range mixins {
		code = append(code, jen.Id(g.n.Type(m)))
	}
	return code
}

// mixinOf is the function that returns what a variant embeds. It takes the union whose variants embed it; any value where
// those of several do. Where none do there is no need of it.
func (g *gen) mixinOf(m *model.Object) []jen.Code {
	id, local := g.n.Type(m), g.n.Local(m)
	var unions, others []string
	for _, u := range g.p.Unions() {
		for _, v := range u.Variants {
			if v.Object.Has(m) {
				unions = append(unions, g.n.Type(u))
				break
			}
		}
	}
	for _, d := range g.p.Definitions {
		if o, ok := d.(*model.Object); ok && !o.Mixin && o.Has(m) && g.owner[o] == nil {
			others = append(others, "*"+g.n.Type(o))
		}
	}
	if len(unions) == 0 {
		return nil
	}
	param, what := unions[0], fmt.Sprintf("%s returns the %s of %s", name.Of(id), id, article(unions[0]))
	if len(unions) > 1 {
		param, what = "any", fmt.Sprintf("%s returns the %s of %s", name.Of(id), id, oneOf(append(unions, others...)))
	}
	doc := strings.Join(wrapText(what+" for reading and setting: it is a part of e. It returns nil for a variant without it, an unknown variant, and nil."), "\n// ")
	return []jen.Code{
		source(`
// $D
func $F(e $P) *$M {
	if m, ok := e.(interface{ $m() *$M }); ok && !isNothing(e) {
		return m.$m()
	}
	return nil
}
`, "$D", doc, "$F", name.Of(id), "$P", param, "$M", id, "$m", local),
		source("func (e *$M) $m() *$M { return e }", "$M", id, "$m", local),
	}
}

// oneOf is a list of types in words: "a Message, an Event or an *Interrupt".
func oneOf(types []string) string {
	var list []string
	for _, id := range types {
		list = append(list, strings.Replace(article(strings.TrimPrefix(id, "*")), " "+strings.TrimPrefix(id, "*"), " "+id, 1))
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
