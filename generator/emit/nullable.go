package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// decodeNullable reads a value or null.
//
//	e.Note = new(Nullable[string])
//	if !r.null() {
//		e.Note.Value = r.stringPtr("#/$defs/Card/properties/note")
//	}
func (g *gen) decodeNullable(target *jen.Statement, n *model.Nullable, optional bool, place string) []jen.Code {
	var code []jen.Code
	plain := model.HasNil(n.Elem)
	if optional {
		code = append(code, target.Clone().Op("=").New(jen.Id("Nullable").Types(g.goType(n.Elem, false))))
		target = target.Clone().Dot("Value")
	}
	var read []jen.Code
	switch {
	case optional && plain:
		read = append([]jen.Code{target.Clone().Op("=").New(g.goType(n.Elem, false))},
			g.decodeInto(jen.Op("*").Add(target), n.Elem, false, place)...)
	default:
		read = g.decodeInto(target, n.Elem, !plain, place)
	}
	return append(code, jen.If(jen.Op("!").Id("r").Dot("null").Call()).Block(read...))
}

// content is the value of a nullable that is not null, and what is nil if it is null.
func content(expr *jen.Statement, n *model.Nullable, optional bool) (value, isNil *jen.Statement) {
	if optional {
		expr = expr.Clone().Dot("Value")
	}
	value = expr.Clone()
	if optional && model.HasNil(n.Elem) || !model.HasNil(n.Elem) && !isStruct(n.Elem) {
		value = jen.Op("*").Add(expr)
	}
	return value, expr
}

// nullable writes a value or null.
func (w *writer) nullable(expr *jen.Statement, n *model.Nullable, optional bool, within *jen.Statement, place string) []jen.Code {
	value, isNil := content(expr, n, optional)
	return []jen.Code{jen.If(isNil.Clone().Op("==").Nil()).Block(
		jen.Id("out").Op("=").Append(jen.Id("out"), jen.Lit("null").Op("...")),
	).Else().Block(w.value(value, n.Elem, within, place)...)}
}

// nullable checks a value that is not null.
func (k *checks) nullable(expr *jen.Statement, n *model.Nullable, optional bool, step, place string) []jen.Code {
	value, isNil := content(expr, n, optional)
	declared := k.since
	k.since = false // in a block of its own
	code := k.value(value, n.Elem, step, place)
	k.since = declared
	if len(code) == 0 {
		return nil
	}
	return []jen.Code{jen.If(isNil.Clone().Op("!=").Nil()).Block(code...)}
}

// cloneNullable is the expression for a copy of a value or null.
func (g *gen) cloneNullable(expr *jen.Statement, n *model.Nullable, optional bool) *jen.Statement {
	if optional {
		return jen.Id("cloneNullable").Call(expr, g.cloneElem(n.Elem))
	}
	return g.cloneValue(expr, n.Elem, !model.HasNil(n.Elem))
}
