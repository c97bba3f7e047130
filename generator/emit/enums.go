package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// constant is one value of a string type, and what the schema says of it.
type constant struct {
	id, value string
	doc       []string
}

// enum is a string type with a constant for each value.
func (g *gen) enum(e *model.Enum) []jen.Code {
	var values []constant
	for _, v := range e.Values {
		c := constant{id: g.n.Value(e, v.Value), value: v.Value}
		if v.Doc != "" || v.Deprecated || len(v.Examples) > 0 {
			text := v.Doc
			if text == "" {
				text = fmt.Sprintf("the value %q.", v.Value)
			}
			c.doc = noted(comment(c.id, v.Value, text), v.Notes)
		}
		values = append(values, c)
	}
	return append([]jen.Code{g.documented(e).Type().Id(g.n.Type(e)).String()}, stringType(g.n.Type(e), values)...)
}

// tagType is the type of a union's discriminator, where no enum of the schema has its values.
func (g *gen) tagType(u *model.Union) []jen.Code {
	var values []constant
	for _, v := range u.Variants {
		values = append(values, constant{id: g.n.TagValue(u, v), value: v.Value})
	}
	id := g.n.TagType(u)
	doc := comment(id, "", fmt.Sprintf("%s is the type of the discriminator of %s.", id, g.n.Type(u)))
	return append([]jen.Code{comments(doc...).Line().Type().Id(id).String()}, stringType(id, values)...)
}

// stringType is the constants of a string type, and Valid.
func stringType(id string, values []constant) []jen.Code {
	var defs, cases []jen.Code
	for _, v := range values {
		for _, line := range v.doc {
			defs = append(defs, remark(line))
		}
		defs = append(defs, jen.Id(v.id).Id(id).Op("=").Add(lit(v.value)))
		cases = append(cases, jen.Id(v.id))
	}
	// func (t EventType) Valid() bool
	valid := comments("Valid reports whether t is one of the constants.").Line().
		Func().Params(jen.Id("t").Id(id)).Id("Valid").Params().Bool().Block(
		jen.Switch(jen.Id("t")).Block(
			jen.Case(jen.List(cases...)).Block(jen.Return(jen.True())),
		),
		jen.Return(jen.False()),
	)
	return []jen.Code{comments(fmt.Sprintf("The values of %s.", id)).Line().Const().Defs(defs...), valid}
}

// alias is another name for a type: an alias in Go as well, so that values need no conversion. A list has a type of its
// own, with methods, to which a value of the plain list can be assigned.
//
//	type Metadata = map[string]json.RawMessage
//	type JSONPatch []JSONPatchOperation
func (g *gen) alias(a *model.Alias) []jen.Code {
	if l, ok := a.Type.(*model.List); ok {
		return []jen.Code{g.documented(a).Type().Id(g.n.Type(a)).Add(g.goType(l, false))}
	}
	return []jen.Code{g.documented(a).Type().Id(g.n.Type(a)).Op("=").Add(g.goType(a.Type, false))}
}
