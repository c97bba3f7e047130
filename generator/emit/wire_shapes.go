package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// shapes is the list of all messages for the transcoder, and a name for the place of each.
//
//	const (
//		toolCallShape = iota
//		...
//	)
//
//	var shapes = []message{
//		toolCallShape: {definition: "ToolCall", fields: []field{...}},
//		...
//	}
func (w *wireGen) shapes() []jen.Code {
	var names, list []jen.Code
	for _, m := range w.wire.Messages {
		if isMixin(m) {
			continue
		}
		name := jen.Id(w.shapeOf(m))
		if len(names) == 0 {
			name.Op("=").Iota()
		}
		names = append(names, name)
		list = append(list, jen.Line().Id(w.shapeOf(m)).Op(":").Add(w.shape(m)))
	}
	return append(w.wordLists(),
		comments("The places of the messages in shapes.").Line().Const().Defs(names...),
		comments("shapes are the messages, for the transcoder.").Line().
			Var().Id("shapes").Op("=").Index().Id("message").Values(append(list, jen.Line())...))
}

func (w *wireGen) shapeOf(m *model.WireMessage) string { return w.n.Local(m.Definition) + "Shape" }

// entry is a composite literal with the entries that are not zero, in order.
type entry []jen.Code

func (e *entry) set(key string, value jen.Code) {
	*e = append(*e, jen.Id(key).Op(":").Add(value))
}

func (w *wireGen) shape(m *model.WireMessage) jen.Code {
	var e entry
	e.set("definition", lit(m.Definition.Base().Name))
	o, isObject := m.Definition.(*model.Object)
	if isObject && o.Closed == "" {
		e.set("open", jen.True())
	}
	if implied := impliedMembers(m); implied != "" {
		e.set("implied", lit(implied))
	}
	switch m.Shape {
	case model.ObjectShape:
		object := o
		if !w.tabled(m) {
			object = nil
		}
		w.setFields(&e, "fields", object, m.Fields, nil)
		if object != nil {
			e.setMust(m.Fields)
			if w.holdsItself(m) {
				e.set("deep", jen.True())
			}
		}
	case model.OneofShape:
		var arms []jen.Code
		for _, a := range m.Arms {
			arms = append(arms, jen.Line().Values(jen.Lit(int(a.Number)), jen.Id(w.shapeOf(a.Message))))
		}
		e.set("arms", jen.Index().Id("arm").Values(append(arms, jen.Line())...))
		e.set("discriminator", lit(m.Definition.(*model.Union).Discriminator))
	case model.MergedShape:
		w.setMerged(&e, m)
	}
	return jen.Values(e...)
}

// impliedMembers are the constants that only the place of the message says.
func impliedMembers(m *model.WireMessage) string {
	text := ""
	for _, f := range m.Implied {
		if text != "" {
			text += ","
		}
		text += quoted(f.Name) + ":" + quoted(f.Type.(*model.Literal).Value)
	}
	return text
}

func (w *wireGen) setMerged(e *entry, m *model.WireMessage) {
	w.setFields(e, "fields", nil, m.Fields, m.Tag)
	closed := false
	var variants []jen.Code
	for _, v := range m.Variants {
		var one entry
		one.set("value", lit(v.Variant.Value))
		var own []*model.WireField
		for _, f := range v.Fields {
			if f.Number != m.Tag.Number {
				own = append(own, f)
			}
		}
		w.setFields(&one, "fields", nil, own, nil)
		var conflicts []jen.Code
		for _, f := range v.Conflicts {
			conflicts = append(conflicts, jen.Lit(int(f.Number)))
		}
		if len(conflicts) > 0 {
			one.set("conflicts", jen.Index().Uint64().Values(conflicts...))
		}
		variants = append(variants, jen.Line().Values(one...))
		closed = closed || v.Variant.Object.Closed != ""
	}
	if !closed {
		e.set("open", jen.True())
	}
	e.set("variants", jen.Index().Id("variant").Values(append(variants, jen.Line())...))
	for i, f := range m.Fields {
		if f.Number == m.Tag.Number {
			e.set("tag", jen.Lit(i))
		}
	}
}

// setFields lists fields. object is what has a table for the reader. tag is the one among them whose constant is that of one variant only.
func (w *wireGen) setFields(e *entry, key string, object *model.Object, fields []*model.WireField, tag *model.WireField) {
	var list []jen.Code
	for _, f := range fields {
		list = append(list, jen.Line().Add(w.shapeField(object, f, tag != nil && f.Number == tag.Number)))
	}
	if len(list) > 0 {
		e.set(key, jen.Index().Id("field").Values(append(list, jen.Line())...))
	}
}

var shapeForms = map[model.Form]string{
	model.FormBool: "boolForm", model.FormInt: "integerForm", model.FormDouble: "doubleForm", model.FormEnum: "enumForm",
	model.FormStruct: "structForm", model.FormValue: "valueForm", model.FormObjectValue: "valueForm", model.FormMessage: "messageForm",
}

var shapeParts = map[model.Part]string{
	model.PartText: "textPart", model.PartList: "listPart", model.PartFlatTag: "tagPart", model.PartPayload: "payloadPart",
	model.PartGroup: "groupPart",
}

func (w *wireGen) shapeField(object *model.Object, f *model.WireField, tag bool) jen.Code {
	var e entry
	e.set("number", jen.Lit(int(f.Number)))
	if part := shapeParts[f.Part]; part != "" {
		e.set("part", jen.Id(part))
	}
	if f.Part == model.PartGroup {
		e.set("form", jen.Id("messageForm"))
		w.setFields(&e, "group", object, f.Group, nil)
		if object != nil {
			e.set("op", jen.Id("membersOp"))
			e.setMust(f.Group)
		}
		return jen.Values(e...)
	}
	e.set("member", lit(f.Field.Name))
	if form := shapeForms[f.Form]; form != "" {
		e.set("form", jen.Id(form))
	}
	if f.Presence == model.Repeated {
		e.set("list", jen.True())
	}
	if f.Part != model.PartPayload && f.Field.Required && (f.Presence == model.Repeated || f.Presence == model.Implicit) {
		e.set("required", jen.True())
	}
	if f.Form == model.FormMessage {
		e.set("message", jen.Id(w.shapeOf(f.Message)))
	}
	if f.Form == model.FormEnum {
		e.set("words", jen.Id(w.wordsOf(f.Enum)))
	}
	switch f.Part {
	case model.PartFlatTag:
		e.set("tags", lit(f.Union.Discriminator))
	case model.PartPayload:
		e.set("holder", lit(f.Holder.Name))
		var owners []jen.Code
		for _, o := range f.Owners {
			required := o.Field.Required && f.Presence == model.Repeated
			owners = append(owners, jen.Values(lit(o.Variant.Value), jen.Lit(required)))
		}
		e.set("owners", jen.Index().Id("owner").Values(owners...))
	}
	if constant, pinned := f.Constant(); pinned && f.Form == model.FormEnum && !tag {
		e.set("constant", lit(constant))
	}
	if object != nil {
		w.setRead(&e, object, f)
	}
	return jen.Values(e...)
}

// wordLists are the words of each enum.
func (w *wireGen) wordLists() []jen.Code {
	var code []jen.Code
	for _, enum := range w.wire.Enums {
		var list []jen.Code
		for _, v := range enum.Values {
			if v.Value != "" {
				list = append(list, jen.Line().Values(jen.Lit(int(v.Number)), lit(v.Value)))
			}
		}
		code = append(code, comments(fmt.Sprintf("%s are the words that the numbers of %s stand for.", w.wordsOf(enum), enum.Name)).Line().
			Var().Id(w.wordsOf(enum)).Op("=").Index().Id("word").Values(append(list, jen.Line())...))
	}
	return code
}

func (w *wireGen) wordsOf(e *model.WireEnum) string { return "words" + w.pb.Type(e.Name) }
