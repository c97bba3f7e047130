package wire

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

var formNames = map[model.Form]string{
	model.FormBool: "boolForm", model.FormInt: "integerForm", model.FormDouble: "doubleForm", model.FormEnum: "enumForm",
	model.FormStruct: "structForm", model.FormValue: "valueForm", model.FormObjectValue: "valueForm", model.FormMessage: "messageForm",
}

var partNames = map[model.Part]string{
	model.PartText: "textPart", model.PartList: "listPart", model.PartFlatTag: "tagPart", model.PartPayload: "payloadPart",
	model.PartGroup: "groupPart",
}

// row is the row of a field that carries something of an object, whose message is m.
func (w *codec) row(o *model.Object, m *model.WireMessage, f *model.WireField) jen.Code {
	if f.Part == model.PartGroup {
		return w.groupOf(o, f)
	}
	part := ""
	switch {
	case m.Tag != nil && f.Number == m.Tag.Number:
		part = "kindPart"
	case f.Part == model.PartWhole && o.Field(f.Field.Name) == nil:
		part = "surplusPart"
	}
	l := w.carried(f, false)
	if part != "" {
		l = append(literal{l[0], jen.Id("part").Op(":").Id(part)}, l[1:]...)
	}
	switch {
	case part == "surplusPart":
		l.set("op", jen.Id(opOf(f.Form, f.Type, true)))
		l.set("at", w.offset(o, "Extra"))
	case f.Part == model.PartPayload:
		w.payload(&l, o, f)
	case f.Part == model.PartFlatTag:
		w.addFlat(f.Union)
		l.flag("always", f.Field.Required)
		l.set("at", w.offset(o, w.n.Field(o, f.Field)))
		l.set("union", w.shape(f.Union))
	case f.Part == model.PartText, f.Part == model.PartList:
		l.set("op", jen.Id(opOf(f.Form, f.Type, true)))
		l.set("at", w.offset(o, w.n.Field(o, f.Field)))
		l.set("choice", jen.Op("&").Id(w.choiceOf(f.Field)))
	default:
		w.access(&l, f, w.offset(o, w.n.Field(o, f.Field)))
	}
	return jen.Values(l...)
}

// carried is the part of a row that says what the field carries. kind is the one whose constant is that of one variant
// only.
func (w *codec) carried(f *model.WireField, kind bool) literal {
	var l literal
	l.set("number", jen.Lit(int(f.Number)))
	if part := partNames[f.Part]; part != "" {
		l.set("part", jen.Id(part))
	}
	l.set("member", output.Lit(f.Field.Name))
	if form := formNames[f.Form]; form != "" {
		l.set("form", jen.Id(form))
	}
	l.flag("list", f.Presence == model.Repeated)
	l.flag("required", f.Part != model.PartPayload && f.Field.Required && (f.Presence == model.Repeated || f.Presence == model.Implicit))
	if f.Form == model.FormMessage {
		l.set("message", w.shape(f.Message.Definition))
	}
	if f.Form == model.FormEnum {
		l.set("words", jen.Id(w.wordsOf(f.Enum)))
	}
	switch f.Part {
	case model.PartFlatTag:
		l.set("tags", output.Lit(f.Union.Discriminator))
	case model.PartPayload:
		l.set("holder", output.Lit(f.Holder.Name))
	}
	if constant, pinned := f.Constant(); pinned && !kind {
		l.set("constant", output.Lit(constant))
	}
	return l
}

// access is the part of a row that says how a member is read and written.
func (w *codec) access(l *literal, f *model.WireField, at jen.Code) {
	if constant, pinned := f.Constant(); pinned {
		if f.Form != model.FormEnum {
			l.set("op", jen.Id("literalOp"))
			return
		}
		l.set("op", jen.Id("wordOp"))
		l.flag("always", f.Presence == model.Explicit)
		if n := f.Enum.Find(constant).Number; n != 0 {
			l.set("want", jen.Lit(int(n)))
		}
		return
	}
	if ref, isEnum := f.Type.(*model.Ref); isEnum && f.Form == model.FormEnum {
		if own := f.Enum.Only(ref.To.(*model.Enum)); len(own) < len(f.Enum.Only(nil)) {
			l.set("own", wordList(own))
		}
	}
	l.set("op", jen.Id(opOf(f.Form, f.Type, f.Field.Required || f.Presence == model.Repeated)))
	l.flag("always", f.Field.Required && (f.Presence == model.Nested || f.Presence == model.Explicit))
	l.set("at", at)
}

// payload adds how the variants of a flattened union have a member.
func (w *codec) payload(l *literal, o *model.Object, f *model.WireField) {
	op := func(owner *model.WireOwner) string {
		return opOf(f.Form, f.Type, owner.Field.Required || f.Presence == model.Repeated)
	}
	var owners []jen.Code
	for _, owner := range f.Owners {
		var one literal
		one.set("variant", output.Lit(owner.Variant.Value))
		one.flag("required", owner.Field.Required)
		one.set("op", jen.Id(op(owner)))
		one.set("at", w.offset(owner.Variant.Object, w.n.Field(owner.Variant.Object, owner.Field)))
		owners = append(owners, jen.Values(one...))
	}
	l.set("op", jen.Id(op(f.Owners[0])))
	l.set("at", w.offset(o, w.n.Field(o, f.Holder)))
	l.set("union", w.shape(f.Union))
	l.set("owners", jen.Index().Id("owner").Values(owners...))
}

// opOf is the operation for a value. One that may be absent is a pointer, unless its type has a nil.
func opOf(form model.Form, t model.Type, required bool) string {
	switch form {
	case model.FormStruct:
		return "structOp"
	case model.FormValue:
		return "valueOp"
	case model.FormObjectValue:
		return "objectValueOp"
	case model.FormMessage:
		if _, isUnion := t.(*model.Ref).To.(*model.Union); isUnion {
			return "unionOp"
		}
	}
	base := map[model.Form]string{
		model.FormString: "text", model.FormEnumName: "text", model.FormLiteral: "text", model.FormBool: "bool", model.FormInt: "integer",
		model.FormDouble: "double", model.FormEnum: "enum", model.FormMessage: "object",
	}[form]
	if s, isScalar := t.(*model.Scalar); isScalar && s.Exact {
		base = "number"
	}
	switch {
	case base == "":
		panic(fmt.Sprintf("wire: no operation for form %d", form))
	case required:
		return base + "Op"
	default:
		return base + "PtrOp"
	}
}

// choice is a text or list that a row refers to.
type choice struct {
	union    *model.Union
	optional bool
}

// choiceOf returns the name of what describes the type of a text or list.
func (w *codec) choiceOf(f *model.Field) string {
	c := choice{model.Resolve(f.Type).Type.(*model.Ref).To.(*model.Union), !f.Required}
	if !slices.Contains(w.choices, c) {
		w.choices = append(w.choices, c)
	}
	return w.choiceName(c)
}

func (w *codec) choiceName(c choice) string {
	if c.optional {
		return w.n.Local(c.union) + "ChoicePtr"
	}
	return w.n.Local(c.union) + "Choice"
}

func (w *codec) choiceVar(c choice) jen.Code {
	var l literal
	l.set("text", w.offset(c.union, "Text"))
	l.set("parts", w.offset(c.union, "Parts"))
	if c.optional {
		l.set("fresh", jen.Id("choiceOf").Types(w.typ(c.union)))
	}
	doc := fmt.Sprintf("%s holds the offsets of the text and the list of %s.", w.choiceName(c), output.Article(w.n.Type(c.union)))
	return output.Comments(output.WrapText(doc)...).Line().Var().Id(w.choiceName(c)).Op("=").Id("choice").Values(l...)
}

// group is a mixin whose members travel in a message of their own: a function makes the row, since the members lie
// elsewhere in each object.
type group struct {
	id     string
	owner  *model.Object
	field  *model.WireField
	fields string // what tells two forms of one mixin apart
}

// groupOf is the row of a group: a call of its function.
func (w *codec) groupOf(o *model.Object, f *model.WireField) jen.Code {
	var args []jen.Code
	forms := []string{fmt.Sprint(f.Number)}
	for _, inner := range f.Group {
		form := fmt.Sprintf("%s %d %d %d", inner.Name, inner.Number, inner.Form, inner.Presence)
		if constant, pinned := inner.Constant(); pinned {
			args = append(args, output.Lit(constant))
			if inner.Form == model.FormEnum {
				args = append(args, jen.Lit(int(inner.Enum.Find(constant).Number)))
			}
			form += " pinned"
		} else {
			args = append(args, w.offset(o, w.n.Field(o, inner.Field)))
			form += fmt.Sprintf(" %v", inner.Field.Required)
		}
		forms = append(forms, form)
	}
	return jen.Id(w.groupName(o, f, strings.Join(forms, ", "))).Call(args...)
}

// groupName returns the name of a group's function, the same one where the rows are alike.
func (w *codec) groupName(o *model.Object, f *model.WireField, fields string) string {
	g := &group{id: w.n.Local(f.Mixin) + "Row", owner: o, field: f, fields: fields}
	for _, known := range w.groups {
		if known.field.Mixin != f.Mixin {
			continue
		}
		if known.fields == fields {
			return known.id
		}
		g.id = w.n.Local(f.Mixin) + "RowFor" + w.n.Type(o)
	}
	w.groups = append(w.groups, g)
	return g.id
}

// groupRow is the function that makes the row of a group.
//
//	func baseEventRow(constant string, want int64, timestampAt, rawEventAt, metadataAt uintptr) field
func (w *codec) groupRow(g *group) jen.Code {
	var params, rows []jen.Code
	for _, f := range g.field.Group {
		l := w.carried(f, true)
		at := jen.Id(w.n.Param(g.owner, f.Field) + "At")
		if _, pinned := f.Constant(); pinned {
			constant := w.n.Param(g.owner, f.Field) + "Word"
			params = append(params, jen.Id(constant).String())
			l.set("constant", jen.Id(constant))
			l.set("op", jen.Id("literalOp"))
			if f.Form == model.FormEnum {
				number := w.n.Param(g.owner, f.Field) + "Number"
				params = append(params, jen.Id(number).Int64())
				l[len(l)-1] = jen.Id("op").Op(":").Id("wordOp")
				l.flag("always", f.Presence == model.Explicit)
				l.set("want", jen.Id(number))
			}
		} else {
			params = append(params, at.Clone().Uintptr())
			w.access(&l, f, at)
		}
		rows = append(rows, jen.Values(l...))
	}
	var l literal
	l.set("number", jen.Lit(int(g.field.Number)))
	l.set("part", jen.Id("groupPart"))
	l.set("form", jen.Id("messageForm"))
	l.set("op", jen.Id("membersOp"))
	l.lines("group", "field", rows)
	doc := fmt.Sprintf("%s is the row for the members of %s, which the object embeds.", g.id, w.n.Type(g.field.Mixin))
	return output.Comments(output.WrapText(doc)...).Line().Func().Id(g.id).Params(params...).Id("field").Block(jen.Return(jen.Id("field").Values(l...)))
}

// impliedMembers are the constants that only the place of the message says.
func impliedMembers(m *model.WireMessage) string {
	var members []string
	for _, f := range m.Implied {
		members = append(members, output.Quoted(f.Name)+":"+output.Quoted(f.Type.(*model.Literal).Value))
	}
	return strings.Join(members, ",")
}
