package wire

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// entry is a message of the table: the definition that names it, and its literal.
type entry struct {
	definition model.Definition
	literal    jen.Code
}

// literal is a composite literal with the entries that are not zero, in order.
type literal []jen.Code

func (l *literal) set(key string, value jen.Code) {
	*l = append(*l, jen.Id(key).Op(":").Add(value))
}

// flag sets what is true.
func (l *literal) flag(key string, on bool) {
	if on {
		l.set(key, jen.True())
	}
}

// lines sets a list of elements, each on a line.
func (l *literal) lines(key, elem string, list []jen.Code) {
	if len(list) == 0 {
		return
	}
	var elements []jen.Code
	for _, e := range list {
		elements = append(elements, jen.Line().Add(e))
	}
	l.set(key, jen.Index().Id(elem).Values(append(elements, jen.Line())...))
}

// offset is where a member lies in its struct.
func (w *codec) offset(d model.Definition, field string) jen.Code {
	return jen.Qual("unsafe", "Offsetof").Call(w.typ(d).Values().Dot(field))
}

// table is the table of all messages, and a name for the place of each.
//
//	const (
//		toolCallShape = iota
//		...
//	)
//
//	var shapes = tabled([]message{
//		toolCallShape: {definition: "ToolCall", ..., fields: []field{...}},
//		...
//	})
func (w *codec) table() []jen.Code {
	for _, m := range w.messages() {
		switch m.Shape {
		case model.ObjectShape:
			w.addObject(m, m.Definition.(*model.Object), m.Fields)
		case model.OneofShape:
			w.addOneof(m)
		case model.MergedShape:
			w.addMerged(m)
		default:
			panic(fmt.Sprintf("wire: no rows for shape %d", m.Shape))
		}
	}
	var names, list []jen.Code
	for i, e := range w.entries {
		name := w.shape(e.definition)
		if i == 0 {
			name.Op("=").Iota()
		}
		names = append(names, name)
		list = append(list, jen.Line().Add(w.shape(e.definition)).Op(":").Add(e.literal))
	}
	code := w.wordLists()
	for _, c := range w.choices {
		code = append(code, w.choiceVar(c))
	}
	for _, g := range w.groups {
		code = append(code, w.groupRow(g))
	}
	return append(code,
		output.Comments("The indices of the messages in shapes.").Line().Const().Defs(names...),
		output.Comments("shapes is the table of the messages.").Line().
			Var().Id("shapes").Op("=").Id("tabled").Call(jen.Index().Id("message").Values(append(list, jen.Line())...)))
}

// add adds the message of a definition, which has one in the .proto files unless m is nil.
func (w *codec) add(d model.Definition, m *model.WireMessage, rest literal) {
	var l literal
	l.set("definition", output.Lit(d.Base().Name))
	if m != nil {
		l.set("pb", jen.Parens(jen.Op("*").Add(w.message(m))).Call(jen.Nil()))
	}
	if u, ok := d.(*model.Union); ok {
		read := jen.Parens(jen.Op("*").Qual(w.path, "Decoder")).Dot(w.n.Type(u))
		l.set("is", jen.Id("unionOf").Call(jen.Id(w.n.Local(u)+"Variant"), read))
	} else {
		l.set("is", jen.Id("objectOf").Types(w.typ(d)).Call())
		l.set("extra", w.offset(d, "Extra"))
	}
	w.placed[d] = true
	w.entries = append(w.entries, entry{d, jen.Values(append(l, rest...)...)})
}

// addObject adds an object with the fields of its message, or of the one that it shares with others.
func (w *codec) addObject(m *model.WireMessage, o *model.Object, fields []*model.WireField) {
	var l literal
	l.flag("open", m.Definition == o && o.Closed == "")
	l.flag("deep", m.HoldsItself())
	if implied := impliedMembers(m); implied != "" {
		l.set("implied", output.Lit(implied))
	}
	var rows, lost []jen.Code
	for _, f := range fields {
		rows = append(rows, w.row(o, m, f))
	}
	for _, f := range m.Uncarried(o, fields) {
		var row literal
		row.set("member", output.Lit(f.Name))
		row.flag("required", f.Required)
		row.set("at", w.offset(o, w.n.Field(o, f)))
		lost = append(lost, jen.Values(row...))
	}
	l.lines("fields", "field", rows)
	l.lines("lost", "field", lost)
	own := m
	if m.Definition != o {
		own = nil
	}
	w.add(o, own, l)
}

func (w *codec) addOneof(m *model.WireMessage) {
	var l literal
	var arms []jen.Code
	for _, a := range m.Arms {
		arms = append(arms, jen.Values(jen.Id("number").Op(":").Lit(int(a.Number)), jen.Id("message").Op(":").Add(w.shape(a.Message.Definition))))
	}
	l.lines("arms", "arm", arms)
	l.set("discriminator", output.Lit(m.Definition.(*model.Union).Discriminator))
	if old := w.retired(m.Definition); old != nil {
		l.set("retired", old)
	}
	if w.wire.Frame == m {
		l.set("unknown", jen.Id(w.frameError(m.Definition.(*model.Union))))
	}
	w.add(m.Definition, m, l)
}

func (w *codec) addMerged(m *model.WireMessage) {
	var l literal
	var rows, variants []jen.Code
	open, tag := true, 0
	for i, f := range m.Fields {
		rows = append(rows, jen.Values(w.carried(f, f.Number == m.Tag.Number)...))
		if f.Number == m.Tag.Number {
			tag = i
		}
	}
	for _, v := range m.Variants {
		w.addObject(m, v.Variant.Object, v.Open())
		var conflicts []jen.Code
		for _, f := range v.Conflicts {
			conflicts = append(conflicts, jen.Lit(int(f.Number)))
		}
		variants = append(variants, w.variantRow(v.Variant, conflicts...))
		open = open && v.Variant.Object.Closed == ""
	}
	l.flag("open", open)
	l.lines("fields", "field", rows)
	l.lines("variants", "variant", variants)
	if tag != 0 {
		l.set("tag", jen.Lit(tag))
	}
	w.add(m.Definition, m, l)
}

// addFlat adds a union that has no message: its members stand beside its discriminator in the message of another.
func (w *codec) addFlat(u *model.Union) {
	if w.placed[u] {
		return
	}
	var l literal
	var variants []jen.Code
	for _, v := range u.Variants {
		w.add(v.Object, nil, nil)
		variants = append(variants, w.variantRow(v))
	}
	l.lines("variants", "variant", variants)
	w.add(u, nil, l)
}

func (w *codec) variantRow(v *model.Variant, conflicts ...jen.Code) jen.Code {
	var l literal
	l.set("value", output.Lit(v.Value))
	l.set("message", w.shape(v.Object))
	if len(conflicts) > 0 {
		l.set("conflicts", jen.Index().Uint64().Values(conflicts...))
	}
	return jen.Values(l...)
}

// wordLists are the words of each enum.
func (w *codec) wordLists() []jen.Code {
	var code []jen.Code
	for _, enum := range w.wire.Enums {
		code = append(code, output.Comments(fmt.Sprintf("%s are the words of the numbers of %s.", w.wordsOf(enum), enum.Name)).Line().
			Var().Id(w.wordsOf(enum)).Op("=").Add(wordList(enum.Only(nil))))
	}
	return code
}

func wordList(values []*model.WireEnumValue) jen.Code {
	var list []jen.Code
	for _, v := range values {
		list = append(list, jen.Line().Values(jen.Lit(int(v.Number)), output.Lit(v.Value)))
	}
	return jen.Index().Id("word").Values(append(list, jen.Line())...)
}

func (w *codec) wordsOf(e *model.WireEnum) string { return "words" + w.pb.Type(e.Name) }
