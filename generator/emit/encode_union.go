package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// encodeUnion is AppendEvent and its like, UnmarshalEvent, and the JSON of the unknown variant.
func (g *gen) encodeUnion(u *model.Union) []jen.Code {
	id, unknown := g.n.Type(u), g.n.Unknown(u)
	e := func() *jen.Statement { return jen.Id("e") }
	return []jen.Code{
		comments(wrapText(fmt.Sprintf("Append%s appends the JSON text of %s. On error it returns dst at its old length.", id, article(id)))...).Line().
			Func().Id(name.Append(id)).Params(jen.Id("dst").Index().Byte(), e().Id(id)).Params(jen.Index().Byte(), jen.Error()).Block(
			jen.If(e().Op("==").Nil()).Block(jen.Return(jen.Id("dst"), jen.Id("noValue").Call(lit(u.Name), lit(u.OneOf.Pointer)))),
			jen.Return(e().Dot("AppendJSON").Call(jen.Id("dst"))),
		),
		comments(wrapText(fmt.Sprintf("Unmarshal%s reads %s by the protocol's receiver rules, with default options. One that this version does not define becomes %s.",
			id, article(id), article(unknown)))...).Line().
			Func().Id(name.Unmarshal(id)).Params(jen.Id("data").Index().Byte()).Params(jen.Id(id), jen.Error()).Block(
			jen.Return(jen.Parens(jen.Op("&").Id("Decoder").Values()).Dot(id).Call(jen.Id("data")))),
		comments("AppendJSON appends the original JSON.").Line().
			Func().Params(e().Op("*").Id(unknown)).Id("AppendJSON").Params(jen.Id("dst").Index().Byte()).Params(jen.Index().Byte(), jen.Error()).Block(
			jen.If(e().Op("==").Nil().Op("||").Id("e").Dot("Raw").Op("==").Nil()).Block(
				jen.Return(jen.Id("dst"), jen.Id("noValue").Call(lit(u.Name), lit(u.OneOf.Pointer)))),
			jen.Return(jen.Id("appendAny").Call(jen.Id("dst"), e().Dot("Raw")))),
		source(`
// MarshalJSON returns the original JSON.
func (e $U) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil) }

// UnmarshalJSON reads any value with a discriminator, even one that this version defines.
func (e *$U) UnmarshalJSON(data []byte) error { return e.unmarshal(&Decoder{}, data) }

// String returns the original JSON.
func (e $U) String() string { return textOf(&e) }

func (e *$U) unmarshal(d *Decoder, data []byte) error {
	var r reader
	var v $U
	for r.begin(d, data); r.pass(); {
		raw, tag := r.whole(&$V)
		v = $U{Discriminator: $D(tag), Raw: raw}
	}
	return store(&r, e, &v)
}`, "$U", unknown, "$V", g.n.Local(u)+"Union", "$D", g.n.TagType(u)),
	}
}

// encodeChoice is the JSON of a union of a string and a list.
func (g *gen) encodeChoice(u *model.Union) []jen.Code {
	if !u.TextOrList() {
		return g.encodeMixed(u)
	}
	id := g.n.Type(u)
	w := &writer{g: g, holder: id}
	parts := w.value(jen.Id("e").Dot("Parts"), choiceList(u), jen.Err(), id+"Parts")
	text := w.value(jen.Id("e").Dot("Text"), choiceText(u), jen.Err(), id+"Text")
	w.code = append([]jen.Code{jen.Id("out").Op(":=").Id("dst"), jen.If(jen.Id("e").Dot("Parts").Op("==").Nil()).Block(
		append(text, jen.Return(jen.Id("out"), jen.Nil()))...)}, parts...)
	w.add(jen.Return(jen.Id("out"), jen.Nil()))
	decode := jen.Id("v").Dot("decode").Call(jen.Op("&").Id("r"), lit(u.Pos.Pointer))
	return append([]jen.Code{comments("AppendJSON appends the parts unless they are nil, and otherwise the text. On error it returns dst at its old length.").Line().
		Func().Params(jen.Id("e").Op("*").Id(id)).Id("AppendJSON").Params(jen.Id("dst").Index().Byte()).
		Params(jen.Index().Byte(), jen.Error()).Block(w.body(id, u.OneOf.Pointer)...)}, marshalers(id, readStruct(id, decode, false)...)...)
}

// encodeList is the function that appends a list.
//
//	func appendToolCallList(dst []byte, list []ToolCall) ([]byte, error) {
//		out := append(dst, '[')
//		for i := range list {
//			if i > 0 {
//				out = append(out, ',')
//			}
//			var err error
//			if out, err = list[i].AppendJSON(out); err != nil {
//				return dst, withinItem(err, i)
//			}
//		}
//		return append(out, ']'), nil
//	}
func (g *gen) encodeList(l list) jen.Code {
	w := &writer{g: g}
	elem := w.value(jen.Id("list").Index(jen.Id("i")), l.elem, jen.Id("withinItem").Call(jen.Err(), jen.Id("i")), l.id+"Items")
	if w.fails {
		elem = append([]jen.Code{jen.Var().Err().Error()}, elem...)
	}
	return comments(fmt.Sprintf("append%s appends a list.", l.id)).Line().
		Func().Id("append"+l.id).Params(jen.Id("dst").Index().Byte(), jen.Id("list").Index().Add(g.goType(l.elem, false))).
		Params(jen.Index().Byte(), jen.Error()).Block(
		jen.Id("out").Op(":=").Append(jen.Id("dst"), jen.LitRune('[')),
		jen.For(jen.Id("i").Op(":=").Range().Id("list")).Block(append([]jen.Code{
			jen.If(jen.Id("i").Op(">").Lit(0)).Block(jen.Id("out").Op("=").Append(jen.Id("out"), jen.LitRune(','))),
		}, elem...)...),
		jen.Return(jen.Append(jen.Id("out"), jen.LitRune(']')), jen.Nil()),
	)
}
