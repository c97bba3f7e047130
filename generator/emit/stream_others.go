package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
)

// others prints what the fixed code asks of answers, activities, patches, and of what starts a run.
func (w *streamGen) others() {
	w.built("newAnswer", w.object("answers"), "answer I to I")
	w.built("newActivity", w.object("activities"), "activity I = O")
	w.seals()
	w.activities()
	w.patches()
	w.questions()
	w.request()
}

// built prints how an event becomes a message.
func (w *streamGen) built(function string, m *model.Object, form string) {
	w.printf("\nfunc %s(e agui.%s) %s {\n", function, w.n.Type(w.s.Events), w.entry())
	if m != nil {
		id := w.part("message").Words[0]
		w.printf("switch e := e.(type) {\n")
		for _, l := range w.s.Lines {
			for _, v := range l.Builds {
				if v.Form == form {
					w.printf("case *%s:\nm := new(%s)\nm.%s = strings.Clone(e.%s)\n%sreturn m\n", w.typ(l.Object), w.typ(m), w.field(m, id), w.field(l.Object, v.Args[0]),
						w.shared("m", m, l.Object, id))
					break
				}
			}
		}
		w.printf("}\n")
	}
	w.printf("return nil\n}\n")
}

// seals prints what is kept for the model provider.
func (w *streamGen) seals() {
	events := "agui." + w.n.Type(w.s.Events)
	copied := func(to string, into *model.Object) string {
		var b strings.Builder
		for _, l := range w.s.Lines {
			if !slices.ContainsFunc(l.Builds, func(v *model.StreamVerb) bool { return v.Form == "seal S I" }) {
				continue
			}
			text := ""
			for _, m := range w.part("sealed").Words {
				text += w.ownField(to, "e", into, l.Object, m)
			}
			if text != "" {
				fmt.Fprintf(&b, "if e, ok := e.(*%s); ok {\n%s}\n", w.typ(l.Object), text)
			}
		}
		return b.String()
	}
	w.byMessage("sealWith(m "+w.entry()+", e "+events+")", func(o *model.Object) string { return copied("m", o) }, "")
	typ, body := "struct{}", ""
	if call := w.callType(); call != nil {
		typ, body = w.typ(call), copied("c", call)
	}
	w.printf("\nfunc sealCallWith(c *%s, e %s) {\n%s}\n", typ, events, body)
}

func (w *streamGen) activities() {
	o := w.object("activities")
	only := func(text string) func(*model.Object) string {
		return func(m *model.Object) string {
			if m == o {
				return text
			}
			return ""
		}
	}
	kind, content := "", ""
	if o != nil {
		words := w.part("activities").Words
		kind, content = w.field(o, words[0]), w.field(o, words[1])
	}
	w.byMessage("activityType(m "+w.entry()+") string", only("return m."+kind+"\n"), "return \"\"")
	w.byMessage("activityContent(m "+w.entry()+") map[string]json.RawMessage", only("return m."+content+"\n"), "return nil")
	w.byMessage("setActivityContent(m "+w.entry()+", kind string, content map[string]json.RawMessage)",
		only(fmt.Sprintf("m.%s, m.%s = kind, content\n", kind, content)), "")
}

// patches prints the operations of a patch.
func (w *streamGen) patches() {
	u := w.operations()
	typ := "struct{}"
	if u != nil {
		typ = w.typ(u)
	}
	words := w.part("patch").Words // op path from value
	w.printf("\nfunc operation(o %s) (op, path, from string, value []byte) {\n", typ)
	if u != nil {
		w.printf("switch o := o.(type) {\n")
		for _, v := range u.Variants {
			w.printf("case *%s:\nop = %q\n", w.typ(v.Object), v.Value)
			for i, to := range []string{"path", "from", "value"} {
				if id := w.field(v.Object, words[i+1]); id != "" {
					w.printf("%s = o.%s\n", to, id)
				}
			}
		}
		w.printf("}\n")
	}
	w.printf("return\n}\n")
	for _, op := range []string{"add", "remove", "replace"} {
		params := "path string, value []byte"
		if op == "remove" {
			params = "path string"
		}
		w.printf("\nfunc %sOp(%s) %s {\n", op, params, typ)
		w.makeOp(u, op, words)
		w.printf("}\n")
	}
}

func (w *streamGen) makeOp(u *model.Union, op string, words []string) {
	if u != nil {
		for _, v := range u.Variants {
			if v.Value != op {
				continue
			}
			w.printf("m := new(%s)\nm.%s = path\n", w.typ(v.Object), w.field(v.Object, words[1]))
			if id := w.field(v.Object, words[3]); id != "" {
				w.printf("m.%s = value\n", id)
			}
			w.printf("return m\n")
			return
		}
		w.printf("return nil\n")
		return
	}
	w.printf("return struct{}{}\n")
}

// questions prints what a run asks, its answers, and what is text of a content.
func (w *streamGen) questions() {
	asked, body := w.object("interrupt"), "return \"\""
	typ := "struct{}"
	if asked != nil {
		typ, body = w.typ(asked), "return q."+w.field(asked, w.part("interrupt").Words[0])
	}
	w.printf("\nfunc questionID(q *%s) string { %s }\n", typ, body)
	expires := "return nil"
	if asked != nil {
		if part := w.part("deadline"); part != nil {
			expires = "return " + w.text("q", asked, part.Words[0])
		}
	}
	w.printf("\nfunc expiryOf(q *%s) *string { %s }\n", typ, expires)
	if o := w.object("resume"); o != nil {
		words := w.part("resume").Words
		status, value, _ := strings.Cut(words[2], "=")
		w.printf("\nfunc isResolved(a %s) bool { return a.%s == %q }\n", w.typ(o), w.field(o, status), value)
		w.printf("\nfunc answerTo(id string, a %s) %s {\na.%s = id\nif a.%s != %q {\na.%s = nil\n}\nreturn a\n}\n", w.typ(o), w.typ(o),
			w.field(o, words[0]), w.field(o, status), value, w.field(o, words[1]))
	}
	u, ok := w.part("content").Definition.(*model.Union)
	if !ok {
		return
	}
	part := w.variantOf(w.part("content").Words[0])
	w.printf("\nfunc plainText(c %s) (text string, parts []string) {\nif c.Parts == nil {\nreturn c.Text, nil\n}\nparts = []string{}\n", w.typ(u))
	if part != nil {
		w.printf("for _, p := range c.Parts {\nif p, ok := p.(*%s); ok {\nparts = append(parts, p.%s)\n}\n}\n", w.typ(part), w.field(part, w.part("content").Words[1]))
	}
	w.printf("return \"\", parts\n}\n")
}

// variantOf finds a definition among the parts of a content.
func (w *streamGen) variantOf(definition string) *model.Object {
	for _, d := range w.p.Definitions {
		if o, ok := d.(*model.Object); ok && o.Name == definition {
			return o
		}
	}
	return nil
}

// request prints how what starts a run is made. What is empty is sent nevertheless.
func (w *streamGen) request() {
	o := w.object("request")
	if o == nil {
		return
	}
	words := w.part("request").Words
	answer := "struct{}"
	if d := w.object("resume"); d != nil {
		answer = w.typ(d)
	}
	w.printf("\nfunc newRequest(thread, run string, messages []%s, state json.RawMessage, answers []%s) *%s {\nr := new(%s)\n",
		w.entry(), answer, w.typ(o), w.typ(o))
	for i, value := range []string{"thread", "run", "messages", "state"} {
		w.printf("r.%s = %s\n", w.field(o, words[i]), value)
	}
	for _, f := range w.members("version", o) {
		w.printf("version := agui.ProtocolVersion\nr.%s = &version\n", w.n.Field(o, f))
	}
	if part := w.part("deadline"); part != nil {
		w.printf("r.%s = answers\n", w.field(o, part.Words[1]))
	}
	lists := false
	for _, f := range w.members("always", o) {
		if f.Name == words[3] {
			continue
		}
		if _, ok := model.Resolve(f.Type).Type.(*model.List); ok {
			w.printf("r.%s = emptyList(r.%s)\n", w.n.Field(o, f), w.n.Field(o, f))
			lists = true
		} else if _, ok := model.Resolve(f.Type).Type.(*model.Any); ok {
			w.printf("r.%s = json.RawMessage(\"{}\")\n", w.n.Field(o, f))
		} else {
			w.printf("r.%s = map[string]json.RawMessage{}\n", w.n.Field(o, f))
		}
	}
	w.printf("return r\n}\n")
	if lists {
		w.printf("\nfunc emptyList[T any](_ []T) []T { return []T{} }\n")
	}
}

// members returns the members of o that a line of the header names.
func (w *streamGen) members(keyword string, o *model.Object) (list []*model.Field) {
	if part := w.part(keyword); part != nil {
		for _, word := range part.Words {
			if f := o.Field(word); f != nil {
				list = append(list, f)
			}
		}
	}
	return list
}
