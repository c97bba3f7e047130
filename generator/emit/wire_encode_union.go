package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// encodeUnion is the function that writes one of the variants.
//
//	func encodePartSource(w *writer, v agui.PartSource) bool {
//		switch v := v.(type) {
//		case *agui.DataSource:
//			m := w.begin(1<<3|2)
//			encodeDataSource(w, v)
//			w.end(m)
//			return true
//		...
//		case *agui.UnknownPartSource:
//			if v != nil {
//				w.unknownVariant("PartSource", string(v.Discriminator))
//				return false
//			}
//		}
//		w.isNil("PartSource")
//		return true
//	}
func (w *wireGen) encodeUnion(m *model.WireMessage, variant func(*model.Variant) []jen.Code) jen.Code {
	u := m.Definition.(*model.Union)
	var cases []jen.Code
	for _, v := range u.Variants {
		cases = append(cases, jen.Case(jen.Op("*").Add(w.typ(v.Object))).Block(variant(v)...))
	}
	cases = append(cases, jen.Case(jen.Op("*").Qual(w.path, w.n.Unknown(u))).Block(w.strange(u)))
	doc := fmt.Sprintf("encode%s writes %s. It reports false for one that has to be left out.", w.n.Type(u), article(w.n.Type(u)))
	return comments(wrapText(doc)...).Line().
		Func().Id("encode"+w.n.Type(u)).Params(jen.Id("w").Op("*").Id("writer"), jen.Id("v").Add(w.typ(u))).Bool().Block(
		jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...),
		call("w", "isNil", lit(u.Name)),
		jen.Return(jen.True()))
}

// strange leaves an unknown variant out.
func (w *wireGen) strange(u *model.Union) jen.Code {
	return jen.If(jen.Id("v").Op("!=").Nil()).Block(
		call("w", "unknownVariant", lit(u.Name), jen.String().Parens(jen.Id("v").Dot("Discriminator"))),
		jen.Return(jen.False()))
}

// encodeArm writes a variant that has a field of its own.
func (w *wireGen) encodeArm(m *model.WireMessage, v *model.Variant) []jen.Code {
	for _, arm := range m.Arms {
		if arm.Variant != v {
			continue
		}
		begin := jen.Id("m").Op(":=").Add(call("w", "begin", tagCode(arm.Number, 2)))
		encode := jen.Id("encode"+w.n.Type(v.Object)).Call(jen.Id("w"), jen.Id("v"))
		if requiresKnownVariant(v.Object) {
			return []jen.Code{begin, jen.Return(call("w", "done", jen.Id("m"), encode))}
		}
		return []jen.Code{begin, encode, call("w", "end", jen.Id("m")), jen.Return(jen.True())}
	}
	panic("emit: " + v.Value + " has no arm")
}

// encodeVariant writes a variant that shares the message with the others.
func (w *wireGen) encodeVariant(v *model.Variant) []jen.Code {
	encode := jen.Id("encode"+w.n.Type(v.Object)).Call(jen.Id("w"), jen.Id("v"))
	if requiresKnownVariant(v.Object) {
		return []jen.Code{jen.Return(encode)}
	}
	return []jen.Code{encode, jen.Return(jen.True())}
}

// encodeTag is the function that writes which variant a flattened union is.
//
//	func encodeRunFinishedEventOutcome(w *writer, tag uint32, v agui.RunFinishedOutcome) bool {
//		switch v := v.(type) {
//		case nil:
//			return true
//		case *agui.RunFinishedSuccessOutcome:
//			if v != nil {
//				w.text(tag, "type", "success")
//				w.atMember("outcome", v.Extra)
//				return true
//			}
//		...
func (w *wireGen) encodeTag(o *model.Object, f *model.WireField) jen.Code {
	u := f.Union
	absent := []jen.Code{jen.Return(jen.True())}
	if f.Field.Required {
		absent = []jen.Code{call("w", "isNil", lit(u.Name)), absent[0]}
	}
	cases := []jen.Code{jen.Case(jen.Nil()).Block(absent...)}
	for _, v := range u.Variants {
		write := []jen.Code{
			call("w", "text", jen.Id("tag"), lit(u.Discriminator), lit(v.Value)),
			call("w", "atMember", lit(f.Field.Name), jen.Id("v").Dot("Extra")),
			jen.Return(jen.True()),
		}
		cases = append(cases, jen.Case(jen.Op("*").Add(w.typ(v.Object))).Block(jen.If(jen.Id("v").Op("!=").Nil()).Block(write...)))
	}
	cases = append(cases, jen.Case(jen.Op("*").Qual(w.path, w.n.Unknown(u))).Block(jen.If(jen.Id("v").Op("!=").Nil()).Block(
		call("w", "push", lit(f.Field.Name)),
		call("w", "unknownVariant", lit(u.Name), jen.String().Parens(jen.Id("v").Dot("Discriminator"))),
		call("w", "pop"),
		jen.Return(jen.False()))))
	id := "encode" + w.n.Type(o) + w.n.Field(o, f.Field)
	doc := fmt.Sprintf("%s writes which %s it is. It reports false for one that has to be left out.", id, w.n.Type(u))
	return comments(wrapText(doc)...).Line().
		Func().Id(id).Params(jen.Id("w").Op("*").Id("writer"), jen.Id("tag").Uint32(), jen.Id("v").Add(w.typ(u))).Bool().Block(
		jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...),
		call("w", "isNil", lit(u.Name)),
		jen.Return(jen.True()))
}

// encodeGroup is the function that writes the members of a mixin.
//
//	func encodeBaseEvent(w *writer, typ int64, timestamp *int64, ...)
func (w *wireGen) encodeGroup(g group) jen.Code {
	params := []jen.Code{jen.Id("w").Op("*").Id("writer")}
	var body []jen.Code
	for _, f := range g.field.Group {
		id := local(w.n.Param(g.owner, f.Field))
		if _, pinned := f.Constant(); pinned {
			params = append(params, jen.Id(id).Add(constantType(f)))
			method, args := "implicitInteger", []jen.Code{tagOf(f), jen.Id(id)}
			if f.Form != model.FormEnum {
				method, args = "text", []jen.Code{tagOf(f), lit(f.Field.Name), jen.Id(id)}
			} else if f.Presence == model.Explicit {
				method = "integer"
			}
			body = append(body, call("w", method, args...))
			continue
		}
		params = append(params, jen.Id(id).Add(w.goType(f.Field.Type, !f.Field.Required)))
		body = append(body, w.putMember(alone(f), f.Field, func() *jen.Statement { return jen.Id(id) })...)
	}
	doc := fmt.Sprintf("encode%s writes the members that come from %s.", g.id, w.n.Type(g.field.Mixin))
	return comments(wrapText(doc)...).Line().Func().Id("encode" + g.id).Params(params...).Block(body...)
}

// constantType is the type by which a group's functions are told of a pinned member.
func constantType(f *model.WireField) *jen.Statement {
	if f.Form == model.FormEnum {
		return jen.Int64()
	}
	return jen.String()
}

// enumUse is an enum of the schema that an enum of the .proto files numbers.
type enumUse struct {
	enum *model.Enum
	wire *model.WireEnum
}

// enumOf returns the functions' name for the enum of a field.
func (w *wireGen) enumOf(f *model.WireField) string {
	use := enumUse{f.Type.(*model.Ref).To.(*model.Enum), f.Enum}
	known := false
	for _, u := range w.enums {
		known = known || u == use
	}
	if !known {
		w.enums = append(w.enums, use)
	}
	return w.n.Type(use.enum) + w.pb.Type(use.wire.Name)
}

// enumFunctions turn the words of an enum into numbers and back.
func (w *wireGen) enumFunctions(use enumUse) []jen.Code {
	id, typ := w.n.Type(use.enum)+w.pb.Type(use.wire.Name), func() *jen.Statement { return w.typ(use.enum) }
	var to, from []jen.Code
	for _, v := range use.enum.Values {
		n := jen.Lit(int(use.wire.Find(v.Value).Number))
		constant := jen.Qual(w.path, w.n.Value(use.enum, v.Value))
		to = append(to, jen.Case(constant).Block(jen.Return(n)))
		from = append(from, jen.Case(n).Block(jen.Return(constant)))
	}
	return []jen.Code{
		comments(fmt.Sprintf("encode%s returns the number of a word.", id)).Line().
			Func().Id("encode"+id).Params(jen.Id("w").Op("*").Id("writer"), jen.Id("step").String(), jen.Id("v").Add(typ())).Int64().Block(
			jen.Switch(jen.Id("v")).Block(to...),
			call("w", "notInEnum", jen.Id("step"), jen.String().Parens(jen.Id("v"))),
			jen.Return(jen.Lit(0))),
		comments(fmt.Sprintf("decode%s returns the word of a number.", id)).Line().
			Func().Id("decode"+id).Params(jen.Id("r").Op("*").Id("reader"), jen.Id("n").Int64()).Add(typ()).Block(
			jen.Switch(jen.Int32().Parens(jen.Id("n"))).Block(from...),
			call("r", "fail"),
			jen.Return(jen.Lit(""))),
	}
}
