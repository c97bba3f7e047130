package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// eventLayer prints what the fixed code asks of events.
func (w *streamGen) eventLayer() {
	events := w.n.Type(w.s.Events)
	w.printf("\n// decode reads an event, using the shared memory of a unless that is nil.\nfunc decode(d *agui.Decoder, a *agui.Arena, data []byte) (agui.%s, error) {\n"+
		"if a == nil {\nreturn d.%s(data)\n}\nreturn a.%s(d, data)\n}\n", events, events, events)
	w.printf("\nfunc appendItem(dst []byte, e agui.%s) ([]byte, error) { return agui.%s(dst, e) }\n", events, name.Append(events))
	w.printf("\nfunc isEmpty(e agui.%s) bool { return e.%s() == \"\" }\n", events, w.n.Tag(w.s.Events))
	w.printf("\n// look sets the facts of an event.\nfunc look(e agui.%s, f *facts) {\nswitch e := e.(type) {\n", events)
	for _, l := range w.s.Lines {
		w.printf("case *%s:\n*f = facts{rule: &rules[%d]%s}\n", w.typ(l.Object), w.elseRule(l), w.facts(l))
		for _, b := range w.at[l.Event] {
			if b.cond != "" {
				w.printf("if %s {\nf.rule = &rules[%d]\n}\n", b.cond, b.rule)
			}
		}
	}
	w.printf("default:\n*f = facts{}\n}\n}\n")
	w.printf("\n// detail sets the details of an event that builds more than text.\nfunc detail(e agui.%s, d *details) {\n*d = details{}\nswitch e := e.(type) {\n", events)
	for _, l := range w.s.Lines {
		if code := w.details(l); code != "" {
			w.printf("case *%s:\n%s", w.typ(l.Object), code)
		}
	}
	w.printf("}\n}\n")
}

func (w *streamGen) elseRule(l *model.StreamLine) int {
	list := w.at[l.Event]
	return list[len(list)-1].rule
}

// text is a pointer to a string member, nil where it is absent.
func (w *streamGen) text(x string, o *model.Object, member string) string {
	f := o.Field(member)
	if f == nil {
		return ""
	}
	expr := x + "." + w.n.Field(o, f)
	if f.Required {
		expr = "&" + expr
	}
	if ref, ok := model.Resolve(f.Type).Type.(*model.Ref); ok {
		if _, ok := ref.To.(*model.Enum); ok {
			return "(*string)(" + expr + ")"
		}
	}
	return expr
}

// facts prints what look says of an event.
func (w *streamGen) facts(l *model.StreamLine) string {
	id, other := w.s.IDs(l)
	for _, s := range w.s.Shorts {
		if s.Chunk == l {
			id = s.First[0]
		}
	}
	out := ""
	put := func(name, member string) {
		if member != "" && l.Object.Field(member) != nil {
			out += fmt.Sprintf(", %s: %s", name, w.text("e", l.Object, member))
		}
	}
	put("id", id)
	put("other", other)
	put("tag", w.s.Tag)
	put("text", w.added(l))
	if f := l.Object.Field(w.s.Folded); f != nil {
		out += ", meta: e." + w.n.Field(l.Object, f)
	}
	return out
}

// details prints the statements that fill in details, "" for none.
func (w *streamGen) details(l *model.StreamLine) string {
	var b strings.Builder
	done := map[string]bool{}
	put := func(to, path string) {
		if !done[to+path] {
			done[to+path] = true
			b.WriteString(w.path(l.Object, to, path))
		}
	}
	for _, v := range slices.Concat(l.Order, l.Builds) {
		switch v.Form {
		case "seeds H", "replaces H", "adds H", "history = H":
			put("d.list", v.Args[0])
		case "asks Q":
			put("d.asked", v.Args[0])
		case "waits W":
			put("d.waits", v.Args[0])
		case "state = A":
			put("d.value", v.Args[0])
		case "state patch L":
			put("d.patch", v.Args[0])
		case "activity I patch L":
			put("d.patch", v.Args[1])
			put("d.name", w.part("activities").Words[0])
		case "call I D in I":
			put("d.name", v.Args[1])
		case "result A with V":
			b.WriteString(w.result(l.Object, v))
		}
	}
	return b.String()
}

func (w *streamGen) result(o *model.Object, v *model.StreamVerb) string {
	member, value, _ := strings.Cut(v.Args[1], "=")
	x := "e." + w.field(o, member)
	variant := model.VariantOf(o, member, value)
	if variant == nil {
		return fmt.Sprintf("if %s == nil {\nd.value = e.%s\n}\n", x, w.field(o, v.Args[0]))
	}
	return fmt.Sprintf("if _, ok := %s.(*%s); ok || %s == nil {\nd.value = e.%s\n}\n", x, w.typ(variant), x, w.field(o, v.Args[0]))
}

// path prints an assignment of what is at a path, which may be absent on the way.
func (w *streamGen) path(o *model.Object, to, path string) string {
	head, rest, deep := strings.Cut(path, ".")
	f := o.Field(head)
	if f == nil {
		return ""
	}
	x := "e." + w.n.Field(o, f)
	if !deep {
		return fmt.Sprintf("%s = %s\n", to, x)
	}
	if inner := model.ObjectOf(f.Type); inner != nil {
		text := fmt.Sprintf("%s = %s.%s\n", to, x, w.field(inner, rest))
		if f.Required {
			return text
		}
		return fmt.Sprintf("if %s != nil {\n%s}\n", x, text)
	}
	u := model.Resolve(f.Type).Type.(*model.Ref).To.(*model.Union)
	var b strings.Builder
	for _, v := range u.Variants {
		if v.Object != nil && v.Object.Field(rest) != nil {
			fmt.Fprintf(&b, "if o, ok := %s.(*%s); ok {\n%s = o.%s\n}\n", x, w.typ(v.Object), to, w.field(v.Object, rest))
		}
	}
	return b.String()
}

// copyField prints how a member goes from one object to another, "" where one lacks it. An absent one stays absent.
func (w *streamGen) copyField(to, from string, into, of *model.Object, member string) string {
	a, b := into.Field(member), of.Field(member)
	if a == nil || b == nil || isPinned(a) || isPinned(b) {
		return ""
	}
	x, y := to+"."+w.n.Field(into, a), from+"."+w.n.Field(of, b)
	switch {
	case a.Required == b.Required || model.HasNil(a.Type):
		return fmt.Sprintf("%s = %s\n", x, y)
	case a.Required:
		return fmt.Sprintf("if %s != nil {\n%s = *%s\n}\n", y, x, y)
	default:
		return fmt.Sprintf("%s := %s\n%s = &%s\n", w.n.Param(of, b), y, x, w.n.Param(of, b))
	}
}

// ownField is copyField for what is kept: strings are copied, so that the memory that events share is not kept with them.
func (w *streamGen) ownField(to, from string, into, of *model.Object, member string) string {
	text := w.copyField(to, from, into, of, member)
	if text == "" {
		return ""
	}
	a := into.Field(member)
	x := to + "." + w.n.Field(into, a)
	switch t := model.Resolve(a.Type).Type.(type) {
	case *model.Scalar:
		if t.Kind == model.String && a.Required {
			return text + fmt.Sprintf("%s = strings.Clone(%s)\n", x, x)
		} else if t.Kind == model.String {
			return text + fmt.Sprintf("%s = ownString(%s)\n", x, x)
		}
	case *model.Ref:
		if u, ok := t.To.(*model.Union); ok && u.Discriminator == "" && a.Required {
			return text + fmt.Sprintf("%s.Text = strings.Clone(%s.Text)\n", x, x)
		}
	}
	return text
}

// shorthands prints how shorthands become starts, contents and ends.
func (w *streamGen) shorthands() {
	events := "agui." + w.n.Type(w.s.Events)
	w.printf("\nfunc hasOrigin(e %s) bool {\nswitch e := e.(type) {\n", events)
	for _, s := range w.s.Shorts {
		if id := w.field(s.Chunk.Object, w.s.Origin); id != "" {
			w.printf("case *%s:\nreturn e.%s != nil\n", w.typ(s.Chunk.Object), id)
		}
	}
	w.printf("}\nreturn false\n}\n")
	w.byShort("complete(short int, e "+events+") bool", w.complete, "return false")
	w.byShort("repeated(short, i int, e "+events+") *string", w.repeated, "return nil")
	w.byShort("startOf(short int, e "+events+", alone bool) "+events, w.start, "return nil")
	w.byShort("moreOf(short int, e "+events+", id string, tag *string) "+events, w.more, "return nil")
	w.byShort("endOf(short int, id string, tag *string) "+events, w.end, "return nil")
}

// byShort prints a function with a case for each shorthand.
func (w *streamGen) byShort(signature string, body func(*model.StreamShort) string, otherwise string) {
	w.printf("\nfunc %s {\nswitch short {\n", signature)
	for i, s := range w.s.Shorts {
		if text := body(s); text != "" {
			w.printf("case %d:\n%s", i, text)
		}
	}
	w.printf("}\n%s\n}\n", otherwise)
}

func (w *streamGen) asChunk(s *model.StreamShort) string {
	return fmt.Sprintf("e := e.(*%s)\n", w.typ(s.Chunk.Object))
}

func (w *streamGen) complete(s *model.StreamShort) string {
	var tests []string
	for _, m := range s.First {
		if f := s.Chunk.Object.Field(m); !f.Required {
			tests = append(tests, "e."+w.n.Field(s.Chunk.Object, f)+" != nil")
		}
	}
	if len(tests) == 0 {
		return "return true\n"
	}
	return w.asChunk(s) + "return " + strings.Join(tests, " && ") + "\n"
}

func (w *streamGen) repeated(s *model.StreamShort) string {
	if len(s.Same) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(w.asChunk(s) + "switch i {\n")
	for i, m := range s.Same {
		fmt.Fprintf(&b, "case %d:\nreturn %s\n", i, w.text("e", s.Chunk.Object, m))
	}
	return b.String() + "}\n"
}

func (w *streamGen) start(s *model.StreamShort) string {
	var b strings.Builder
	o := s.Start.Object
	fmt.Fprintf(&b, "%ss := &%s{}\n", w.asChunk(s), w.typ(o))
	done := map[string]bool{}
	for _, m := range slices.Concat(s.First, s.Same, []string{w.s.Tag, w.s.Folded}) {
		if !done[m] {
			b.WriteString(w.copyField("s", "e", o, s.Chunk.Object, m))
		}
		done[m] = true
		if f := o.Field(m); f != nil && f.Default != "" && !f.Required && slices.Contains(s.Same, m) {
			id := w.n.Field(o, f)
			fmt.Fprintf(&b, "if s.%s == nil {\nvalue := s.%s()\ns.%s = &value\n}\n", id, name.DefaultAccessor(id), id)
		}
	}
	return b.String() + "if alone {\ns.Extra = e.Extra\n}\nreturn s\n"
}

// tagged prints the assignment of a tag.
func (w *streamGen) tagged(x string, o *model.Object) string {
	if id := w.field(o, w.s.Tag); id != "" {
		return fmt.Sprintf("%s.%s = tag\n", x, id)
	}
	return "_ = tag\n"
}

func (w *streamGen) keyOf(l *model.StreamLine) string {
	return w.field(l.Object, w.s.Entities[w.s.Entity(l.Entity())].Key)
}

func (w *streamGen) more(s *model.StreamShort) string {
	var b strings.Builder
	o := s.Content.Object
	fmt.Fprintf(&b, "%sm := new(%s)\nm.%s, m.Extra = id, e.Extra\n", w.asChunk(s), w.typ(o), w.keyOf(s.Content))
	for _, m := range []string{s.Content.Text(), w.s.Folded, w.s.Origin} {
		b.WriteString(w.copyField("m", "e", o, s.Chunk.Object, m))
	}
	return b.String() + w.tagged("m", o) + "return m\n"
}

func (w *streamGen) end(s *model.StreamShort) string {
	o := s.End.Object
	return fmt.Sprintf("m := new(%s)\nm.%s = id\n%sreturn m\n", w.typ(o), w.keyOf(s.End), w.tagged("m", o))
}

// joins prints how a Compacter makes events.
func (w *streamGen) joins() {
	events := "agui." + w.n.Type(w.s.Events)
	folded := func(x string, o *model.Object) string {
		if id := w.field(o, w.s.Folded); id != "" {
			return fmt.Sprintf("%s.%s = meta\n", x, id)
		}
		return ""
	}
	w.printf("\nfunc joined(kind agui.%s, id, text string, meta %s, tag *string) %s {\nswitch kind {\n", w.n.TagType(w.s.Events), "map[string]json.RawMessage", events)
	for _, l := range w.joining("more E") {
		w.printf("case %q:\nm := new(%s)\nm.%s, m.%s = id, text\n%s%sreturn m\n", l.Event, w.typ(l.Object), w.keyOf(l), w.field(l.Object, l.Text()),
			folded("m", l.Object), w.tagged("m", l.Object))
	}
	w.printf("}\nreturn nil\n}\n")
	w.printf("\nfunc stateSnapshot(state json.RawMessage, meta map[string]json.RawMessage, tag *string) %s {\n", events)
	w.snapshot(folded)
	w.printf("}\n\nfunc withMeta(e %s, meta map[string]json.RawMessage) %s {\nswitch e := e.(type) {\n", events, events)
	for _, l := range w.joining("first E") {
		w.printf("case *%s:\nm := *e\n%sreturn &m\n", w.typ(l.Object), folded("m", l.Object))
	}
	w.printf("}\nreturn e\n}\n")
}

func (w *streamGen) snapshot(folded func(string, *model.Object) string) {
	for _, l := range w.joining("state") {
		for _, v := range l.Builds {
			if v.Form == "state = A" {
				w.printf("m := new(%s)\nm.%s = state\n%s%sreturn m\n", w.typ(l.Object), w.field(l.Object, v.Args[0]), folded("m", l.Object), w.tagged("m", l.Object))
				return
			}
		}
	}
	w.printf("return nil\n")
}

// joining returns the lines with that word in the last column.
func (w *streamGen) joining(form string) []*model.StreamLine {
	var list []*model.StreamLine
	for _, l := range w.s.Lines {
		if slices.ContainsFunc(l.Joins, func(v *model.StreamVerb) bool { return v.Form == form }) {
			list = append(list, l)
		}
	}
	return list
}
