package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// decodeOneof reads a union, each variant of which has a field of its own. There is one field, and nothing behind it.
//
//	func decodePartSource(r *reader, end int) (v agui.PartSource) {
//		if r.pos < end {
//			switch r.tag(end) {
//			case 1<<3 | 2:
//				p := new(agui.DataSource)
//				decodeDataSource(r, p, r.enter(end))
//				v = p
//			...
//			}
//		}
//		r.only(v != nil, end)
//		return v
//	}
func (w *wireGen) decodeOneof(m *model.WireMessage) jen.Code {
	var cases []jen.Code
	for _, arm := range m.Arms {
		o := arm.Variant.Object
		if w.tabled(arm.Message) {
			cases = append(cases, jen.Case(tagCode(arm.Number, 2)).Block(jen.Id("v").Op("=").Id("made").Types(w.typ(o)).Call(
				jen.Id("r"), jen.Id(w.shapeOf(arm.Message)), call("r", "enter", jen.Id("end")))))
			continue
		}
		cases = append(cases, jen.Case(tagCode(arm.Number, 2)).Block(
			jen.Id("p").Op(":=").New(w.typ(o)),
			jen.Id("decode"+w.n.Type(o)).Call(jen.Id("r"), jen.Id("p"), call("r", "enter", jen.Id("end"))),
			jen.Id("v").Op("=").Id("p")))
	}
	return w.decodeUnion(m, "v", jen.If(jen.Id("r").Dot("pos").Op("<").Id("end")).Block(
		jen.Switch(call("r", "tag", jen.Id("end"))).Block(cases...)),
		call("r", "only", jen.Id("v").Op("!=").Nil(), jen.Id("end")),
		jen.Return(jen.Id("v")))
}

// decodeMerged reads a union, all variants of which share a message: one field of it says which it is.
//
//	func decodeMessage(r *reader, end int) agui.Message {
//		switch string(r.findText(2<<3|2, end)) {
//		case "user":
//			v := new(agui.UserMessage)
//			decodeUserMessage(r, v, end)
//			return v
//		...
//		}
//		r.fail()
//		return nil
//	}
func (w *wireGen) decodeMerged(m *model.WireMessage) jen.Code {
	tag := jen.String().Parens(call("r", "findText", tagOf(m.Tag), jen.Id("end")))
	if m.Tag.Form == model.FormEnum {
		tag = call("r", "findNumber", tagOf(m.Tag), jen.Id("end"))
	}
	var cases []jen.Code
	for _, v := range m.Variants {
		value := lit(v.Variant.Value)
		if m.Tag.Form == model.FormEnum {
			value = jen.Lit(int(enumNumber(m.Tag, v.Variant.Value)))
		}
		cases = append(cases, jen.Case(value).Block(
			jen.Id("v").Op(":=").New(w.typ(v.Variant.Object)),
			jen.Id("decode"+w.n.Type(v.Variant.Object)).Call(jen.Id("r"), jen.Id("v"), jen.Id("end")),
			jen.Return(jen.Id("v"))))
	}
	return w.decodeUnion(m, "", jen.Switch(tag).Block(cases...), call("r", "fail"), jen.Return(jen.Nil()))
}

func (w *wireGen) decodeUnion(m *model.WireMessage, result string, body ...jen.Code) jen.Code {
	u := m.Definition.(*model.Union)
	typ := w.typ(u)
	if result != "" {
		typ = jen.Params(jen.Id(result).Add(typ))
	}
	return comments(fmt.Sprintf("decode%s reads %s.", w.n.Type(u), article(w.n.Type(u)))).Line().
		Func().Id("decode"+w.n.Type(u)).Params(jen.Id("r").Op("*").Id("reader"), jen.Id("end").Int()).Add(typ).Block(body...)
}

// choice reads one form of a text or list.
func (d *objectReader) choice(f *model.WireField) {
	target := func() *jen.Statement { return jen.Id("e").Dot(d.n.Field(d.object, f.Field)) }
	choice := f.Field.Type
	var room []jen.Code
	if !f.Field.Required {
		room = []jen.Code{jen.If(target().Op("==").Nil()).Block(target().Op("=").New(d.goType(choice, false)))}
	}
	parts := func() *jen.Statement { return target().Dot("Parts") }
	if f.Part == model.PartList {
		d.add(f, append(room, d.list(f, choiceList(unionOf(choice)), parts)...)...)
		return
	}
	bit := d.bit(false)
	d.add(f, append(room,
		jen.Id("has").Op("|=").Add(bit),
		target().Dot("Text").Op("=").Add(call("r", "text", jen.Id("end"))))...)
	elem := d.goType(choiceList(unionOf(choice)), false)
	both := jen.If(jen.Id("has").Op("&").Add(bit).Op("!=").Lit(0)).Block(
		jen.If(parts().Op("!=").Nil()).Block(call("r", "fail")))
	if f.Field.Required {
		d.after = append(d.after, both.Else().If(parts().Op("==").Nil()).Block(parts().Op("=").Add(elem).Values()))
		return
	}
	d.after = append(d.after, jen.If(target().Op("!=").Nil()).Block(both))
}

func unionOf(t model.Type) *model.Union { return model.Resolve(t).Type.(*model.Ref).To.(*model.Union) }

func (d *objectReader) flatVar(f *model.WireField) string {
	return local(d.n.Param(d.object, f.Field)) + "Tag"
}

// payload is a member of a flattened union: the variable that holds it until the variant is known, and its bit of has.
type payload struct {
	field *model.WireField
	id    string
	mask  uint64
}

// flat puts the variant of a flattened union together, of the payloads that the other fields hold.
func (d *objectReader) flat(tag *model.WireField) {
	list, all := d.payloads(tag), uint64(0)
	for _, p := range list {
		all |= p.mask
	}
	none := d.without(all)
	if tag.Field.Required {
		none = []jen.Code{call("r", "fail")}
	}
	cases := []jen.Code{jen.Case(jen.Lit("")).Block(none...)}
	for _, v := range tag.Union.Variants {
		code := []jen.Code{jen.Id("v").Op(":=").New(d.typ(v.Object))}
		foreign := all
		for _, p := range list {
			for _, owner := range p.field.Owners {
				if owner.Variant == v {
					foreign &^= p.mask
					code = append(code, d.handOver(p, owner)...)
				}
			}
		}
		code = append(code, d.without(foreign)...)
		code = append(code, jen.Id("e").Dot(d.n.Field(d.object, tag.Field)).Op("=").Id("v"))
		cases = append(cases, jen.Case(lit(v.Value)).Block(code...))
	}
	cases = append(cases, jen.Default().Block(call("r", "fail")))
	d.after = append(d.after, jen.Switch(jen.Id(d.flatVar(tag))).Block(cases...))
}

// without makes sure that none of the payloads is there.
func (d *objectReader) without(mask uint64) []jen.Code {
	if mask == 0 {
		return nil
	}
	return []jen.Code{call("r", "none", jen.Id("has"), jen.Op(fmt.Sprintf("%#x", mask)))}
}

// payloads reads the members of a flattened union into variables.
func (d *objectReader) payloads(tag *model.WireField) []payload {
	var list []payload
	for _, f := range d.fields {
		if f.Part != model.PartPayload || f.Holder != tag.Field {
			continue
		}
		owner := f.Owners[0]
		p := payload{field: f, id: local(d.n.Param(owner.Variant.Object, owner.Field)) + "Payload", mask: 1 << d.bits}
		bit := d.bit(false)
		list = append(list, p)
		d.vars = append(d.vars, jen.Var().Id(p.id).Add(d.goType(owner.Field.Type, !owner.Field.Required)))
		target := func() *jen.Statement { return jen.Id(p.id) }
		seen := jen.Id("has").Op("|=").Add(bit)
		if f.Presence == model.Nested {
			seen = jen.Id("has").Op("=").Add(call("r", "once", jen.Id("has"), bit))
		}
		if f.Presence == model.Repeated {
			d.add(f, append([]jen.Code{seen}, d.list(f, owner.Field.Type, target)...)...)
		} else {
			d.add(f, append([]jen.Code{seen}, d.value(f, owner.Field, target)...)...)
		}
	}
	return list
}

// handOver returns a payload to its owner. Owners that hold it in another type than the first are left to the transcoder.
func (d *objectReader) handOver(p payload, owner *model.WireOwner) []jen.Code {
	first := p.field.Owners[0].Field
	given := jen.Id("has").Op("&").Op(fmt.Sprintf("%#x", p.mask))
	typ := func(f *model.Field) string { return fmt.Sprintf("%#v", d.goType(f.Type, !f.Required)) }
	same := typ(first) == typ(owner.Field)
	if !same {
		return []jen.Code{jen.If(given.Op("!=").Lit(0)).Block(call("r", "fail"))}
	}
	target := jen.Id("v").Dot(d.n.Field(owner.Variant.Object, owner.Field))
	code := []jen.Code{target.Clone().Op("=").Id(p.id)}
	switch {
	case !owner.Field.Required:
	case p.field.Presence == model.Repeated:
		code = append(code, jen.If(target.Clone().Op("==").Nil()).Block(
			target.Clone().Op("=").Add(d.goType(listType(owner.Field.Type), false)).Values()))
	default:
		code = append(code, jen.If(given.Op("==").Lit(0)).Block(call("r", "fail")))
	}
	return code
}

// decodeGroup is the function that reads the members of a mixin.
//
//	func decodeBaseEvent(r *reader, end int, typ int64, timestamp **int64, ...)
func (w *wireGen) decodeGroup(g group) jen.Code {
	d := &objectReader{wireGen: w, object: g.owner}
	params := []jen.Code{jen.Id("r").Op("*").Id("reader"), jen.Id("end").Int()}
	for _, f := range g.field.Group {
		id := local(w.n.Param(g.owner, f.Field))
		if _, pinned := f.Constant(); pinned {
			params = append(params, jen.Id(id).Add(constantType(f)))
			d.groupConstant(f, id)
			continue
		}
		params = append(params, jen.Id(id).Op("*").Add(w.goType(f.Field.Type, !f.Field.Required)))
		d.add(f, d.member(f, f.Field, func() *jen.Statement { return jen.Parens(jen.Op("*").Id(id)) })...)
	}
	doc := fmt.Sprintf("decode%s reads the members that come from %s.", g.id, w.n.Type(g.field.Mixin))
	return comments(wrapText(doc)...).Line().Func().Id("decode" + g.id).Params(params...).Block(d.body(false)...)
}

// groupConstant reads a pinned member, whose value the caller passes. An enum's zero may be left out.
func (d *objectReader) groupConstant(f *model.WireField, id string) {
	bit := d.bit(false)
	seen := jen.Id("has").Op("|=").Add(bit)
	absent := jen.Id("has").Op("&").Add(bit).Op("==").Lit(0)
	if f.Form == model.FormEnum {
		d.add(f, seen, call("r", "constant", jen.Id("end"), jen.Id(id)))
		if f.Presence == model.Implicit {
			absent = absent.Op("&&").Id(id).Op("!=").Lit(0)
		}
	} else {
		d.add(f, seen, call("r", "literal", jen.Id("end"), jen.Id(id)))
	}
	d.after = append(d.after, jen.If(absent).Block(call("r", "fail")))
}
