package emit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/aguigen/aguigen/generator/model"
)

// encode is the functions that write a message.
func (w *wireGen) encode(m *model.WireMessage) []jen.Code {
	switch m.Shape {
	case model.ObjectShape:
		return w.encodeObject(m, m.Definition.(*model.Object), m.Fields, nil)
	case model.OneofShape:
		return []jen.Code{w.encodeUnion(m, func(v *model.Variant) []jen.Code { return w.encodeArm(m, v) })}
	case model.MergedShape:
		code := []jen.Code{w.encodeUnion(m, w.encodeVariant)}
		for _, v := range m.Variants {
			code = append(code, w.encodeObject(m, v.Variant.Object, v.Fields, surplusOf(v))...)
		}
		return code
	default:
		panic(fmt.Sprintf("emit: no encoder for shape %d", m.Shape))
	}
}

// encodeObject writes the fields of an object, in the order of their numbers.
//
//	func encodeToolCall(w *writer, e *agui.ToolCall) {
//		if e == nil {
//			w.isNil("ToolCall")
//			return
//		}
//		w.implicitText(1<<3|2, "id", e.ID)
//		w.raw("\x12\bfunction")
//		...
//		w.extra(e.Extra)
//	}
func (w *wireGen) encodeObject(m *model.WireMessage, o *model.Object, fields, surplus []*model.WireField) []jen.Code {
	leave, result := []jen.Code{jen.Return()}, jen.Null()
	doc := fmt.Sprintf("encode%s writes the fields of %s.", w.n.Type(o), article(w.n.Type(o)))
	if requiresKnownVariant(o) {
		leave, result = []jen.Code{jen.Return(jen.True())}, jen.Params(jen.Id("ok").Bool())
		doc += " ok is false where it has to be left out."
	}
	body := []jen.Code{jen.If(jen.Id("e").Op("==").Nil()).Block(append([]jen.Code{call("w", "isNil", lit(o.Name))}, leave...)...)}
	if requiresKnownVariant(o) {
		body = append(body, jen.Id("ok").Op("=").True())
	}
	var flat []jen.Code
	extra := []jen.Code{jen.Id("e").Dot("Extra")}
	for _, f := range mergeFields(fields, surplus) {
		if slices.Contains(surplus, f) {
			body = append(body, w.putSurplus(f))
			extra = append(extra, lit(f.Field.Name))
			continue
		}
		body = append(body, w.put(o, f)...)
		if f.Part == model.PartFlatTag {
			flat = append(flat, w.encodeTag(o, f))
		}
	}
	for _, f := range uncarried(o, m, fields) {
		lost := call("w", "uncarried", lit(f.Name))
		if f.Required {
			body = append(body, lost)
		} else {
			body = append(body, jen.If(jen.Id("e").Dot(w.n.Field(o, f)).Op("!=").Nil()).Block(lost))
		}
	}
	body = append(body, call("w", "extra", extra...))
	if requiresKnownVariant(o) {
		body = append(body, jen.Return(jen.Id("ok")))
	}
	return append([]jen.Code{comments(wrapText(doc)...).Line().
		Func().Id("encode"+w.n.Type(o)).Params(jen.Id("w").Op("*").Id("writer"), jen.Id("e").Op("*").Add(w.typ(o))).Add(result).Block(body...)}, flat...)
}

// surplusOf returns the fields of other variants that can carry what an open object has beyond its own members.
func surplusOf(v *model.WireVariant) []*model.WireField {
	if v.Variant.Object.Closed != "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.Surplus), func(f *model.WireField) bool {
		return f.Part != model.PartWhole || f.Presence == model.Repeated || f.Form != model.FormString && f.Form != model.FormValue
	})
}

// mergeFields returns both lists by number.
func mergeFields(a, b []*model.WireField) []*model.WireField {
	return slices.SortedFunc(slices.Values(slices.Concat(a, b)), func(a, b *model.WireField) int { return cmp.Compare(a.Number, b.Number) })
}

func (w *wireGen) putSurplus(f *model.WireField) jen.Code {
	method := "surplusText"
	if f.Form == model.FormValue {
		method = "surplusValue"
	}
	return call("w", method, tagOf(f), lit(f.Field.Name), jen.Id("e").Dot("Extra"))
}

// put writes one field of an object.
func (w *wireGen) put(o *model.Object, f *model.WireField) []jen.Code {
	member := func(f *model.Field) *jen.Statement { return jen.Id("e").Dot(w.n.Field(o, f)) }
	switch f.Part {
	case model.PartWhole:
		return w.putMember(f, f.Field, func() *jen.Statement { return member(f.Field) })
	case model.PartText, model.PartList:
		return w.putChoice(f, member(f.Field))
	case model.PartFlatTag:
		tag := jen.Id("encode"+w.n.Type(o)+w.n.Field(o, f.Field)).Call(jen.Id("w"), tagOf(f), member(f.Field))
		if f.Field.Required {
			tag = jen.Id("ok").Op("=").Add(tag).Op("&&").Id("ok")
		}
		return []jen.Code{tag}
	case model.PartPayload:
		return w.putPayload(o, f)
	case model.PartGroup:
		g := w.groupOf(o, f)
		args := []jen.Code{jen.Id("w")}
		for _, inner := range f.Group {
			args = append(args, w.groupArgument(o, inner, member))
		}
		return []jen.Code{
			jen.Id("m").Op(":=").Add(call("w", "begin", tagOf(f))),
			jen.Id("encode" + g.id).Call(args...),
			call("w", "end", jen.Id("m")),
		}
	default:
		panic(fmt.Sprintf("emit: no encoder for part %d", f.Part))
	}
}

// groupArgument is what a group's function is told of a member: a pinned one as its number or word.
func (w *wireGen) groupArgument(o *model.Object, f *model.WireField, member func(*model.Field) *jen.Statement) jen.Code {
	constant, pinned := f.Constant()
	switch {
	case !pinned:
		return member(f.Field)
	case f.Form == model.FormEnum:
		return jen.Lit(int(enumNumber(f, constant)))
	default:
		return lit(constant)
	}
}

// putMember writes a member that may be absent. expr returns the member anew for each use.
func (w *wireGen) putMember(f *model.WireField, field *model.Field, expr func() *jen.Statement) []jen.Code {
	if constant, ok := f.Constant(); ok {
		return w.putConstant(f, constant)
	}
	if f.Presence == model.Repeated {
		return w.putList(f, field.Name, expr())
	}
	value := expr()
	if !field.Required && !model.HasNil(field.Type) && f.Form != model.FormMessage {
		value = jen.Op("*").Add(value)
	}
	code := w.putValue(f, lit(field.Name), value, !field.Required)
	if field.Required {
		return code
	}
	return []jen.Code{jen.If(expr().Op("!=").Nil()).Block(code...)}
}

// putConstant writes a member that is always the same: bytes that are known now.
func (w *wireGen) putConstant(f *model.WireField, constant string) []jen.Code {
	var field []byte
	if f.Form == model.FormEnum {
		n := enumNumber(f, constant)
		if n == 0 && f.Presence == model.Implicit {
			return nil
		}
		field = protowire.AppendVarint(protowire.AppendTag(nil, protowire.Number(f.Number), protowire.VarintType), uint64(n))
	} else {
		field = protowire.AppendString(protowire.AppendTag(nil, protowire.Number(f.Number), protowire.BytesType), constant)
	}
	return []jen.Code{call("w", "raw", jen.Op(fmt.Sprintf("%q", field)))}
}

// putValue writes a value that is there. pointer says that a message is given by its address.
func (w *wireGen) putValue(f *model.WireField, step jen.Code, value *jen.Statement, pointer bool) []jen.Code {
	implicit := func(method string) string {
		if f.Presence == model.Implicit {
			return "implicit" + string(method[0]-'a'+'A') + method[1:]
		}
		return method
	}
	one := func(method string, args ...jen.Code) []jen.Code {
		return []jen.Code{call("w", method, append([]jen.Code{tagOf(f)}, args...)...)}
	}
	switch f.Form {
	case model.FormString:
		return one(implicit("text"), step, value)
	case model.FormEnumName:
		return one(implicit("text"), step, jen.String().Parens(value))
	case model.FormBool:
		return one(implicit("boolean"), value)
	case model.FormInt:
		return one(implicit("integer"), value)
	case model.FormDouble:
		return one(implicit(map[bool]string{true: "number", false: "float"}[isExact(f.Type)]), step, value)
	case model.FormEnum:
		enum := jen.Id("encode"+w.enumOf(f)).Call(jen.Id("w"), step, value)
		return one(implicit("integer"), enum)
	case model.FormStruct:
		return one("structure", step, value)
	case model.FormValue:
		return one("value", step, value)
	case model.FormObjectValue:
		return one("objectValue", step, value)
	case model.FormMessage:
		m := jen.Id("m").Op(":=").Add(call("w", "open", tagOf(f), step))
		return []jen.Code{jen.Block(append([]jen.Code{m}, w.putMessage(f.Type.(*model.Ref).To, value, pointer, f.Field)...)...)}
	default:
		panic(fmt.Sprintf("emit: no encoder for form %d", f.Form))
	}
}

// putMessage writes the inside of a message and closes it. A required one that cannot be written makes its holder one
// that cannot.
func (w *wireGen) putMessage(d model.Definition, value *jen.Statement, pointer bool, field *model.Field) []jen.Code {
	o, isObject := d.(*model.Object)
	if isObject && !pointer {
		value = jen.Op("&").Add(value)
	}
	encode := jen.Id("encode"+w.n.Type(d)).Call(jen.Id("w"), value)
	if isObject && !requiresKnownVariant(o) {
		return []jen.Code{encode, call("w", "close", jen.Id("m"))}
	}
	keep := call("w", "keep", jen.Id("m"), encode)
	if field != nil && field.Required {
		keep = jen.Id("ok").Op("=").Add(keep).Op("&&").Id("ok")
	}
	return []jen.Code{keep}
}

// putList writes the elements of a list.
func (w *wireGen) putList(f *model.WireField, step string, list *jen.Statement) []jen.Code {
	if f.Form == model.FormString {
		return []jen.Code{call("w", "texts", tagOf(f), lit(step), list)}
	}
	var elem []jen.Code
	if f.Form == model.FormMessage {
		elem = append([]jen.Code{jen.Id("m").Op(":=").Add(call("w", "item", tagOf(f), jen.Id("i")))},
			w.putMessage(f.Type.(*model.Ref).To, list.Clone().Index(jen.Id("i")), false, nil)...)
	} else {
		elem = w.putValue(f, call("w", "index", jen.Id("i")), list.Clone().Index(jen.Id("i")), false)
	}
	return []jen.Code{
		call("w", "push", lit(step)),
		jen.For(jen.Id("i").Op(":=").Range().Add(list)).Block(elem...),
		call("w", "pop"),
	}
}

// putChoice writes one of the two forms of a text or list.
func (w *wireGen) putChoice(f *model.WireField, choice *jen.Statement) []jen.Code {
	parts := choice.Clone().Dot("Parts")
	var code []jen.Code
	if f.Part == model.PartText {
		code = []jen.Code{jen.If(parts.Clone().Op("==").Nil()).Block(
			w.putValue(f, lit(f.Field.Name), choice.Clone().Dot("Text"), false)...)}
	} else {
		code = w.putList(f, f.Field.Name, parts)
	}
	if f.Field.Required {
		return code
	}
	return []jen.Code{jen.If(choice.Clone().Op("!=").Nil()).Block(code...)}
}

// alone is a field whose value, if it has to be left out, leaves its holder as it is.
func alone(f *model.WireField) *model.WireField {
	c := *f
	c.Field = nil
	return &c
}

// putPayload writes a member of a flattened union, for each variant that has it.
func (w *wireGen) putPayload(o *model.Object, f *model.WireField) []jen.Code {
	var code []jen.Code
	for _, owner := range f.Owners {
		object := owner.Variant.Object
		inner := w.putMember(alone(f), owner.Field, func() *jen.Statement { return jen.Id("v").Dot(w.n.Field(object, owner.Field)) })
		inner = append(append([]jen.Code{call("w", "push", lit(f.Holder.Name))}, inner...), call("w", "pop"))
		code = append(code, jen.If(
			jen.List(jen.Id("v"), jen.Id("_")).Op(":=").Id("e").Dot(w.n.Field(o, f.Holder)).Assert(jen.Op("*").Add(w.typ(object))),
			jen.Id("v").Op("!=").Nil(),
		).Block(inner...))
	}
	return code
}
