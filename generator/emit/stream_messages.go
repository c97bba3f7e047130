package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

func (w *streamGen) entry() string { return w.typ(w.s.Messages) }

// byMessage prints a function with a case for each message for which there is something to say.
func (w *streamGen) byMessage(signature string, body func(*model.Object) string, otherwise string) {
	w.printf("\nfunc %s {\n", signature)
	var cases strings.Builder
	for _, v := range w.s.Messages.Variants {
		if text := body(v.Object); text != "" {
			fmt.Fprintf(&cases, "case *%s:\n%s", w.typ(v.Object), text)
		}
	}
	if cases.Len() > 0 {
		assign := ""
		if strings.Contains(cases.String(), "m.") || strings.Contains(cases.String(), "*m") {
			assign = "m := "
		}
		w.printf("switch %sm.(type) {\n%s}\n", assign, cases.String())
	}
	w.printf("%s\n}\n", otherwise)
}

// messages prints what the fixed code asks of messages.
func (w *streamGen) messages() {
	words := w.part("message").Words
	id, content := words[0], words[1]
	w.byMessage("describe(m "+w.entry()+") entryFacts", func(o *model.Object) string {
		if o.Field(id) == nil {
			return ""
		}
		space := slices.IndexFunc(w.s.Spaces, func(s *model.StreamSpace) bool { return slices.Contains(s.Messages, o.Name) })
		text := fmt.Sprintf("return entryFacts{id: m.%s, space: %d, known: true", w.field(o, id), max(space, 0))
		if tag := w.text("m", o, w.s.Tag); tag != "" {
			text += ", tag: " + tag
		}
		return text + "}\n"
	}, "return entryFacts{}")
	is := func(part string) func(*model.Object) string {
		return func(o *model.Object) string {
			if o == w.object(part) {
				return "return true\n"
			}
			return ""
		}
	}
	w.byMessage("isActivity(m "+w.entry()+") bool", is("activities"), "return false")
	w.byMessage("holdsCalls(m "+w.entry()+") bool", is("calls"), "return false")
	w.byMessage("isAnswer(m "+w.entry()+") bool", is("answers"), "return false")
	w.byMessage("metaOf(m "+w.entry()+") *map[string]json.RawMessage", func(o *model.Object) string {
		if f := w.field(o, w.s.Folded); f != "" {
			return "return &m." + f + "\n"
		}
		return ""
	}, "return nil")
	w.printf("\n// textAt returns the address of a message's text, creating it if it is absent; nil for a message without text.")
	w.byMessage("textAt(m "+w.entry()+") *string", func(o *model.Object) string { return w.textAt(o, content) }, "return nil")
	w.byMessage("copyEntry(m "+w.entry()+") "+w.entry(), func(o *model.Object) string { return w.copyEntry(o, content) }, "return m")
	w.newMessage(id, content)
}

// textForm tells how a message holds its text.
func textForm(o *model.Object, content string) (f *model.Field, choice *model.Union) {
	f = o.Field(content)
	if f == nil {
		return nil, nil
	}
	switch t := model.Resolve(f.Type).Type.(type) {
	case *model.Scalar:
		return f, nil
	case *model.Ref:
		if u, ok := t.To.(*model.Union); ok && u.TextOrList() {
			return f, u
		}
	}
	return nil, nil
}

func (w *streamGen) textAt(o *model.Object, content string) string {
	f, choice := textForm(o, content)
	if f == nil {
		return ""
	}
	x := "m." + w.n.Field(o, f)
	switch {
	case choice != nil && f.Required:
		return fmt.Sprintf("if %s.Parts != nil {\n%s = %s{}\n}\nreturn &%s.Text\n", x, x, w.typ(choice), x)
	case choice != nil:
		return fmt.Sprintf("if %s == nil || %s.Parts != nil {\n%s = new(%s)\n}\nreturn &%s.Text\n", x, x, x, w.typ(choice), x)
	case f.Required:
		return fmt.Sprintf("return &%s\n", x)
	default:
		return fmt.Sprintf("if %s == nil {\n%s = new(string)\n}\nreturn %s\n", x, x, x)
	}
}

func (w *streamGen) copyEntry(o *model.Object, content string) string {
	text := "c := *m\n"
	if o == w.object("calls") {
		id := w.field(o, w.part("calls").Words[0])
		text += fmt.Sprintf("c.%s = slices.Clone(c.%s)\n", id, id)
	}
	if f, _ := textForm(o, content); f != nil && !f.Required {
		id := w.n.Field(o, f)
		text += fmt.Sprintf("if c.%s != nil {\ncontent := *c.%s\nc.%s = &content\n}\n", id, id, id)
	}
	return text + "return &c\n"
}

// shared prints the members that an event shares with what it builds: those that both have.
func (w *streamGen) shared(to string, into, of *model.Object, without ...string) string {
	var b strings.Builder
	for _, f := range into.Fields {
		if f.Name != w.s.Folded && !slices.Contains(without, f.Name) {
			b.WriteString(w.ownField(to, "e", into, of, f.Name))
		}
	}
	return b.String()
}

// newMessage prints how a start becomes a message of its role.
func (w *streamGen) newMessage(id, content string) {
	events := "agui." + w.n.Type(w.s.Events)
	w.printf("\nfunc newMessage(e %s) %s {\nswitch e := e.(type) {\n", events, w.entry())
	for _, l := range w.s.Lines {
		for _, v := range l.Builds {
			if v.Form == "message I by R" {
				w.printf("case *%s:\n%s", w.typ(l.Object), w.byRole(l.Object, v, id, content))
			}
		}
	}
	w.printf("}\nreturn nil\n}\n")
}

func (w *streamGen) byRole(o *model.Object, v *model.StreamVerb, id, content string) string {
	role := o.Field(v.Args[1])
	build := func(value string) string {
		for _, variant := range w.s.Messages.Variants {
			if variant.Value == value {
				m := variant.Object
				text := fmt.Sprintf("m := new(%s)\nm.%s = strings.Clone(e.%s)\n", w.typ(m), w.field(m, id), w.field(o, v.Args[0]))
				if f, _ := textForm(m, content); f != nil {
					text += "textAt(m)\n"
				}
				return text + w.shared("m", m, o, id, content) + "return m\n"
			}
		}
		return "return nil\n"
	}
	if literal, ok := role.Type.(*model.Literal); ok {
		return build(literal.Value)
	}
	e := model.Resolve(role.Type).Type.(*model.Ref).To.(*model.Enum)
	x := "e." + w.n.Field(o, role)
	switch {
	case role.Default != "":
		x = "e." + name.DefaultAccessor(w.n.Field(o, role)) + "()"
	case !role.Required:
		x = "*" + x
	}
	var b strings.Builder
	fmt.Fprintf(&b, "switch %s {\n", x)
	for _, value := range e.Values {
		fmt.Fprintf(&b, "case %q:\n%s", value.Value, build(value.Value))
	}
	return b.String() + "}\n"
}

// calls prints what the fixed code asks of calls.
func (w *streamGen) calls() {
	holder, call := w.object("calls"), w.callType()
	typ := "struct{}"
	if call != nil {
		typ = w.typ(call)
	}
	words := w.part("calls").Words
	give := func(signature, body, otherwise string) {
		if call == nil {
			body = otherwise
		}
		w.printf("\nfunc %s {\n%s\n}\n", signature, body)
	}
	at := func(path string) string {
		text := ""
		o := call
		for step := range strings.SplitSeq(path, ".") {
			if o == nil {
				return ""
			}
			text += "." + w.field(o, step)
			if f := o.Field(step); f != nil {
				o = model.ObjectOf(f.Type)
			}
		}
		return text
	}
	list, held := "", ""
	if call != nil {
		list, held = w.field(holder, words[0]), w.typ(holder)
	}
	give("callsOf(m "+w.entry()+") []"+typ, fmt.Sprintf("if m, ok := m.(*%s); ok {\nreturn m.%s\n}\nreturn nil", held, list), "return nil")
	give("addCall(m "+w.entry()+", c "+typ+")", fmt.Sprintf("if m, ok := m.(*%s); ok {\nm.%s = append(m.%s, c)\n}", held, list, list), "")
	give("callID(c *"+typ+") string", "return c"+at(words[1]), "return \"\"")
	give("callName(c *"+typ+") *string", "return &c"+at(words[2]), "return new(string)")
	give("callArguments(c *"+typ+") *string", "return &c"+at(words[3]), "return new(string)")
	meta := "return new(map[string]json.RawMessage)"
	if call != nil && call.Field(w.s.Folded) != nil {
		meta = "return &c." + w.field(call, w.s.Folded)
	}
	give("callMeta(c *"+typ+") *map[string]json.RawMessage", meta, "return new(map[string]json.RawMessage)")
	events := "agui." + w.n.Type(w.s.Events)
	w.printf("\nfunc newCall(e %s) %s {\nvar c %s\n", events, typ, typ)
	if call != nil {
		w.printf("switch e := e.(type) {\n")
		for _, l := range w.s.Lines {
			for _, v := range l.Builds {
				if v.Form == "call I D in I" {
					w.printf("case *%s:\nc%s = strings.Clone(e.%s)\nc%s = strings.Clone(e.%s)\n", w.typ(l.Object), at(words[1]), w.field(l.Object, v.Args[0]), at(words[2]), w.field(l.Object, v.Args[1]))
				}
			}
		}
		w.printf("}\n")
	}
	w.printf("return c\n}\n")
	caller := "return nil"
	if call != nil {
		caller = fmt.Sprintf("m := new(%s)\nm.%s = strings.Clone(id)\ntag = ownString(tag)\n%sreturn m", held, w.field(holder, w.part("message").Words[0]), w.tagged("m", holder))
	}
	give("newCaller(id string, tag *string) "+w.entry(), caller, "return nil")
}
