package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// decode is the functions that read a message.
func (w *wireGen) decode(m *model.WireMessage) []jen.Code {
	switch m.Shape {
	case model.ObjectShape:
		if w.tabled(m) {
			return nil
		}
		return []jen.Code{w.decodeObject(m.Definition.(*model.Object), m.Fields, w.holdsItself(m))}
	case model.OneofShape:
		return []jen.Code{w.decodeOneof(m)}
	case model.MergedShape:
		code := []jen.Code{w.decodeMerged(m)}
		for _, v := range m.Variants {
			code = append(code, w.decodeObject(v.Variant.Object, v.Fields, w.holdsItself(m)))
		}
		return code
	default:
		panic(fmt.Sprintf("emit: no decoder for shape %d", m.Shape))
	}
}

// holdsItself reports whether a message can be found inside of another of its kind.
func (w *wireGen) holdsItself(m *model.WireMessage) bool {
	seen := map[*model.WireMessage]bool{}
	var reach func(from *model.WireMessage)
	reach = func(from *model.WireMessage) {
		var next []*model.WireMessage
		for _, a := range from.Arms {
			next = append(next, a.Message)
		}
		for _, f := range from.Fields {
			if f.Form == model.FormMessage && f.Part != model.PartGroup {
				next = append(next, f.Message)
			}
		}
		for _, n := range next {
			if !seen[n] {
				seen[n] = true
				reach(n)
			}
		}
	}
	reach(m)
	return seen[m]
}

// objectReader builds the body of a function that reads an object's fields.
type objectReader struct {
	*wireGen
	object *model.Object
	fields []*model.WireField
	vars   []jen.Code
	cases  []jen.Code
	after  []jen.Code
	bits   int
	must   uint64 // the bits that have to be set in the end
}

// decodeObject reads the fields of an object in any order.
//
//	func decodeToolCall(r *reader, e *agui.ToolCall, end int) {
//		has := uint64(0)
//		for r.pos < end {
//			switch r.tag(end) {
//			case 1<<3 | 2:
//				e.ID = r.text(end)
//			case 3<<3 | 2:
//				has = r.once(has, 1<<1)
//				decodeFunctionCall(r, &e.Function, r.enter(end))
//			...
//			default:
//				r.fail()
//			}
//		}
//		if has&0x3 != 0x3 {
//			r.fail()
//		}
//	}
func (w *wireGen) decodeObject(o *model.Object, fields []*model.WireField, recursive bool) jen.Code {
	d := &objectReader{wireGen: w, object: o, fields: fields}
	for _, f := range fields {
		d.field(f)
	}
	for _, f := range fields {
		if f.Part == model.PartFlatTag {
			d.flat(f)
		}
	}
	id := w.n.Type(o)
	doc := fmt.Sprintf("decode%s reads the fields of %s.", id, article(id))
	return comments(wrapText(doc)...).Line().
		Func().Id("decode"+id).Params(jen.Id("r").Op("*").Id("reader"), jen.Id("e").Op("*").Add(w.typ(o)), jen.Id("end").Int()).
		Block(d.body(recursive)...)
}

// body is the loop over the fields, and what is checked behind it.
func (d *objectReader) body(recursive bool) []jen.Code {
	var code []jen.Code
	if recursive {
		code = append(code, call("r", "deeper"))
	}
	if d.bits > 0 {
		code = append(code, jen.Id("has").Op(":=").Uint64().Parens(jen.Lit(0)))
	}
	code = append(code, d.vars...)
	code = append(code, jen.For(jen.Id("r").Dot("pos").Op("<").Id("end")).Block(
		jen.Switch(call("r", "tag", jen.Id("end"))).Block(append(d.cases, jen.Default().Block(call("r", "fail")))...)))
	if d.must != 0 {
		mask := jen.Op(fmt.Sprintf("%#x", d.must))
		code = append(code, jen.If(jen.Id("has").Op("&").Add(mask).Op("!=").Add(mask)).Block(call("r", "fail")))
	}
	code = append(code, d.after...)
	if recursive {
		code = append(code, jen.Id("r").Dot("depth").Op("--"))
	}
	return code
}

// bit takes a bit of has, which says that a field was there.
func (d *objectReader) bit(must bool) *jen.Statement {
	bit := uint64(1) << d.bits
	if must {
		d.must |= bit
	}
	d.bits++
	return jen.Op(fmt.Sprintf("%#x", bit))
}

func (d *objectReader) once(must bool) jen.Code {
	return jen.Id("has").Op("=").Add(call("r", "once", jen.Id("has"), d.bit(must)))
}

func (d *objectReader) add(f *model.WireField, code ...jen.Code) {
	d.cases = append(d.cases, jen.Case(tagOf(f)).Block(code...))
}

func (d *objectReader) field(f *model.WireField) {
	switch f.Part {
	case model.PartWhole:
		target := func() *jen.Statement { return jen.Id("e").Dot(d.n.Field(d.object, f.Field)) }
		if _, pinned := f.Constant(); pinned {
			target = nil
		}
		d.add(f, d.member(f, f.Field, target)...)
	case model.PartText, model.PartList:
		d.choice(f)
	case model.PartFlatTag:
		d.vars = append(d.vars, jen.Var().Id(d.flatVar(f)).String())
		d.add(f, jen.Id(d.flatVar(f)).Op("=").Add(call("r", "text", jen.Id("end"))))
	case model.PartPayload: // flat reads them
	case model.PartGroup:
		g := d.groupOf(d.object, f)
		args := []jen.Code{jen.Id("r"), call("r", "enter", jen.Id("end"))}
		for _, inner := range f.Group {
			args = append(args, d.groupArgument(d.object, inner, func(f *model.Field) *jen.Statement {
				return jen.Op("&").Id("e").Dot(d.n.Field(d.object, f))
			}))
		}
		d.add(f, d.once(true), jen.Id("decode"+g.id).Call(args...))
	default:
		panic(fmt.Sprintf("emit: no decoder for part %d", f.Part))
	}
}

// member reads a field into a member. What must be there gets a bit.
func (d *objectReader) member(f *model.WireField, field *model.Field, target func() *jen.Statement) []jen.Code {
	if constant, pinned := f.Constant(); pinned {
		if f.Form == model.FormEnum {
			n := enumNumber(f, constant)
			return []jen.Code{d.once(n != 0 || f.Presence == model.Explicit), call("r", "constant", jen.Id("end"), jen.Lit(int(n)))}
		}
		return []jen.Code{d.once(true), call("r", "literal", jen.Id("end"), lit(constant))}
	}
	switch f.Presence {
	case model.Repeated:
		if field.Required {
			d.after = append(d.after, jen.If(target().Op("==").Nil()).Block(
				target().Op("=").Add(d.goType(listType(field.Type), false)).Values()))
		}
		return d.list(f, field.Type, target)
	case model.Nested:
		return append([]jen.Code{d.once(field.Required)}, d.value(f, field, target)...)
	case model.Explicit:
		if field.Required {
			return append([]jen.Code{d.once(true)}, d.value(f, field, target)...)
		}
	}
	return d.value(f, field, target)
}

// listType looks through the aliases of a list, whose literal is spelled out.
func listType(t model.Type) model.Type { return model.Resolve(t).Type }

// value reads a value into a member.
func (d *objectReader) value(f *model.WireField, field *model.Field, target func() *jen.Statement) []jen.Code {
	optional := !field.Required
	read := func(method string) *jen.Statement {
		if optional {
			method += "Ptr"
		}
		return call("r", method, jen.Id("end"))
	}
	set := func(v *jen.Statement) []jen.Code { return []jen.Code{target().Op("=").Add(v)} }
	switch f.Form {
	case model.FormString:
		return set(read("text"))
	case model.FormEnumName:
		if optional {
			return set(jen.Parens(d.goType(field.Type, true)).Parens(read("text")))
		}
		return set(d.goType(field.Type, false).Parens(read("text")))
	case model.FormBool:
		return set(read("boolean"))
	case model.FormInt:
		return set(read("integer"))
	case model.FormDouble:
		return set(read(map[bool]string{true: "number", false: "double"}[isExact(f.Type)]))
	case model.FormEnum:
		word := jen.Id("decode"+d.enumOf(f)).Call(jen.Id("r"), call("r", "integer", jen.Id("end")))
		if optional {
			return set(jen.Id("address").Call(word))
		}
		return set(word)
	case model.FormStruct:
		return set(call("r", "structure", jen.Id("end")))
	case model.FormObjectValue:
		return set(call("r", "objectValue", jen.Id("end")))
	case model.FormValue:
		return set(call("r", "value", jen.Id("end")))
	case model.FormMessage:
		return d.message(f, optional, target)
	default:
		panic(fmt.Sprintf("emit: no decoder for form %d", f.Form))
	}
}

func (d *objectReader) message(f *model.WireField, optional bool, target func() *jen.Statement) []jen.Code {
	to := f.Type.(*model.Ref).To
	in := call("r", "enter", jen.Id("end"))
	decode := func(e *jen.Statement) jen.Code {
		if d.tabled(f.Message) {
			return jen.Id("into").Call(jen.Id("r"), jen.Id(d.shapeOf(f.Message)), e, in)
		}
		return jen.Id("decode"+d.n.Type(to)).Call(jen.Id("r"), e, in)
	}
	if _, isUnion := to.(*model.Union); isUnion {
		return []jen.Code{target().Op("=").Id("decode"+d.n.Type(to)).Call(jen.Id("r"), in)}
	}
	if optional {
		return []jen.Code{target().Op("=").New(d.typ(to)), decode(target())}
	}
	return []jen.Code{decode(jen.Op("&").Add(target()))}
}

// list reads an element into a list. The first one makes room for all.
func (d *objectReader) list(f *model.WireField, t model.Type, target func() *jen.Statement) []jen.Code {
	tag := tagOf(f)
	if f.Form == model.FormString {
		return []jen.Code{target().Op("=").Add(call("r", "texts", target(), tag, jen.Id("end")))}
	}
	list := listType(t).(*model.List)
	elem := d.goType(list.Elem, false)
	room := target().Op("=").Id("room").Call(jen.Id("r"), target(), tag, jen.Id("end"))
	last := func() *jen.Statement { return target().Index(jen.Len(target()).Op("-").Lit(1)) }
	required := &model.Field{Required: true, Type: list.Elem}
	if ref, ok := f.Type.(*model.Ref); ok && f.Form == model.FormMessage {
		if _, isObject := ref.To.(*model.Object); isObject {
			return append([]jen.Code{room, target().Op("=").Append(target(), elem.Clone().Values())}, d.value(f, required, last)...)
		}
	}
	one := d.value(f, required, func() *jen.Statement { return jen.Id("v") })
	assign := one[0].(*jen.Statement)
	return []jen.Code{room, jen.Var().Id("v").Add(elem), assign, target().Op("=").Append(target(), jen.Id("v"))}
}
