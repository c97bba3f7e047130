package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// mapFunctions prints the functions of a map.
func (g *gen) mapFunctions(l list) {
	g.out.Add("maps_decode", l.from, g.decodeMap(l))
	g.out.Add("maps_encode", l.from, g.encodeMap(l))
	if g.o.Parts.Validate {
		g.out.Add("maps_validate", l.from, g.checkMap(l))
	}
}

// decodeMap is the function that reads a map.
//
//	func readLineMap(r *reader, location string) map[string]Line {
//		m := map[string]Line{}
//		at := r.pos
//		for more := r.members(location); more; more = r.next() {
//			key, ok := mapKey(r, m, at, location)
//			if !ok {
//				break
//			}
//			var v Line
//			v.decode(r)
//			m[key] = v
//		}
//		return m
//	}
func (g *gen) decodeMap(l list) jen.Code {
	typ := func() *jen.Statement { return jen.Map(jen.String()).Add(g.goType(l.elem, false)) }
	doc := fmt.Sprintf("read%s reads a map. Values that this version does not know are left out.", l.id)
	body := []jen.Code{
		jen.List(jen.Id("key"), jen.Id("ok")).Op(":=").Id("mapKey").Call(jen.Id("r"), jen.Id("m"), jen.Id("at"), jen.Id("location")),
		jen.If(jen.Op("!").Id("ok")).Block(jen.Break()),
	}
	return comments(wrapText(doc)...).Line().
		Func().Id("read"+l.id).Params(jen.Id("r").Op("*").Id("reader"), jen.Id("location").String()).Add(typ()).Block(
		jen.Id("m").Op(":=").Add(typ()).Values(),
		jen.Id("at").Op(":=").Id("r").Dot("pos"),
		jen.For(jen.Id("more").Op(":=").Id("r").Dot("members").Call(jen.Id("location")), jen.Id("more"),
			jen.Id("more").Op("=").Id("r").Dot("next").Call()).Block(append(body, g.decodeEntry(l)...)...),
		jen.Return(jen.Id("m")))
}

// decodeEntry reads the value of a key, and keeps it unless it is unknown.
func (g *gen) decodeEntry(l list) []jen.Code {
	keep := jen.Id("m").Index(jen.Id("key")).Op("=").Id("v")
	if ref, ok := model.Resolve(l.elem).Type.(*model.Ref); ok {
		switch to := ref.To.(type) {
		case *model.Union:
			if to.Discriminator != "" {
				return g.judgedRead([]jen.Code{jen.If(
					jen.List(jen.Id("v"), jen.Id("known")).Op(":=").Id("read"+g.n.Type(to)).Call(jen.Id("r")), jen.Id("known"),
				).Block(keep)}, l.elem)
			}
		case *model.Object:
			if requiresKnownVariant(to) {
				return g.judgedRead([]jen.Code{
					jen.List(jen.Id("start"), jen.Id("firstNote")).Op(":=").List(jen.Id("r").Dot("pos"), jen.Len(jen.Id("r").Dot("notes"))),
					jen.Var().Id("v").Id(g.n.Type(to)),
					jen.If(jen.Id("v").Dot("decode").Call(jen.Id("r"))).Block(keep).
						Else().Block(jen.Id("r").Dot("drop").Call(jen.Op("&").Id(g.n.Local(to)+"Shape"), jen.Id("start"), jen.Id("firstNote"))),
				}, l.elem)
			}
		}
	}
	if model.AsNullable(l.elem) != nil { // null leaves it as it is
		return append([]jen.Code{jen.Id("m").Index(jen.Id("key")).Op("=").Nil()},
			g.decodeInto(jen.Id("m").Index(jen.Id("key")), l.elem, false, l.id+"Values")...)
	}
	if !isStruct(l.elem) {
		return g.decodeInto(jen.Id("m").Index(jen.Id("key")), l.elem, false, l.id+"Values")
	}
	code := append([]jen.Code{jen.Var().Id("v").Add(g.goType(l.elem, false))}, g.decodeInto(jen.Id("v"), l.elem, false, l.id+"Values")...)
	return append(code, keep)
}

// encodeMap is the function that appends a map, in the order of its keys.
//
//	func appendLineMap(dst []byte, m map[string]Line) ([]byte, error) {
//		keys, err := keysOf(m)
//		if err != nil {
//			return dst, err
//		}
//		out := append(dst, '{')
//		for i, key := range keys {
//			out = appendKey(out, i, key)
//			v := m[key]
//			if out, err = v.AppendJSON(out); err != nil {
//				return dst, atMember(err, key)
//			}
//		}
//		return append(out, '}'), nil
//	}
func (g *gen) encodeMap(l list) jen.Code {
	w := &writer{g: g}
	elem := w.value(jen.Id("v"), l.elem, jen.Id("atMember").Call(jen.Err(), jen.Id("key")), l.id+"Values")
	return comments(fmt.Sprintf("append%s appends a map, in the order of its keys.", l.id)).Line().
		Func().Id("append"+l.id).Params(jen.Id("dst").Index().Byte(), jen.Id("m").Map(jen.String()).Add(g.goType(l.elem, false))).
		Params(jen.Index().Byte(), jen.Error()).Block(
		jen.List(jen.Id("keys"), jen.Err()).Op(":=").Id("keysOf").Call(jen.Id("m")),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Id("dst"), jen.Err())),
		jen.Id("out").Op(":=").Append(jen.Id("dst"), jen.LitRune('{')),
		jen.For(jen.List(jen.Id("i"), jen.Id("key")).Op(":=").Range().Id("keys")).Block(append([]jen.Code{
			jen.Id("out").Op("=").Id("appendKey").Call(jen.Id("out"), jen.Id("i"), jen.Id("key")),
			jen.Id("v").Op(":=").Id("m").Index(jen.Id("key")),
		}, elem...)...),
		jen.Return(jen.Append(jen.Id("out"), jen.LitRune('}')), jen.Nil()))
}

// checkMap is the function that checks a map's values.
func (g *gen) checkMap(l list) jen.Code {
	k := &checks{g: g}
	elem := k.value(jen.Id("v"), l.elem, "", l.id+"Values")
	if len(elem) == 0 {
		elem = []jen.Code{jen.Id("_").Op("=").Id("v")}
	}
	return comments(fmt.Sprintf("check%s adds the violations of the values to c.", l.id)).Line().
		Func().Id("check"+l.id).Params(jen.Id("c").Op("*").Id("checker"), jen.Id("m").Map(jen.String()).Add(g.goType(l.elem, false))).Block(
		jen.For(jen.List(jen.Id("_"), jen.Id("key")).Op(":=").Range().Id("sortedKeys").Call(jen.Nil(), jen.Id("m"))).Block(append(append(
			[]jen.Code{jen.List(jen.Id("since"), jen.Id("v")).Op(":=").List(jen.Len(jen.Id("c").Dot("errs")), jen.Id("m").Index(jen.Id("key")))}, elem...),
			jen.Id("c").Dot("in").Call(jen.Id("since"), jen.Id("key")))...))
}
