package wire

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// variants are the functions that tell which variant a value of a union is. Which one has which place is the order of
// the rows: that of the arms, or that of the union.
func (w *codec) variants() []jen.Code {
	var code []jen.Code
	for _, e := range w.entries {
		u, ok := e.definition.(*model.Union)
		if !ok {
			continue
		}
		variants := u.Variants
		for _, m := range w.wire.Messages {
			if m.Definition == u && m.Shape == model.OneofShape {
				variants = nil
				for _, a := range m.Arms {
					variants = append(variants, a.Variant)
				}
			}
		}
		code = append(code, w.variantOf(u, variants))
	}
	return code
}

// variantOf is such a function.
//
//	func eventVariant(v any) (place int, e unsafe.Pointer) {
//		switch v := v.(type) {
//		case *agui.TextMessageStartEvent:
//			return 0, unsafe.Pointer(v)
//		...
//		case *agui.UnknownEvent:
//			if v != nil {
//				return unknownPlace, unsafe.Pointer(&v.Discriminator)
//			}
//		}
//		return noPlace, nil
//	}
func (w *codec) variantOf(u *model.Union, variants []*model.Variant) jen.Code {
	pointer := func(to jen.Code) jen.Code { return jen.Qual("unsafe", "Pointer").Call(to) }
	var cases []jen.Code
	for i, v := range variants {
		cases = append(cases, jen.Case(jen.Op("*").Add(w.typ(v.Object))).Block(jen.Return(jen.Lit(i), pointer(jen.Id("v")))))
	}
	cases = append(cases, jen.Case(jen.Op("*").Qual(w.path, w.n.Unknown(u))).Block(jen.If(jen.Id("v").Op("!=").Nil()).Block(
		jen.Return(jen.Id("unknownPlace"), pointer(jen.Op("&").Id("v").Dot("Discriminator"))))))
	id := w.n.Local(u) + "Variant"
	doc := fmt.Sprintf("%s returns the place of a variant of %s in its row, and its address.", id, w.n.Type(u))
	return output.Comments(output.WrapText(doc)...).Line().
		Func().Id(id).Params(jen.Id("v").Any()).Params(jen.Id("place").Int(), jen.Id("e").Qual("unsafe", "Pointer")).Block(
		jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...),
		jen.Return(jen.Id("noPlace"), jen.Nil()))
}
