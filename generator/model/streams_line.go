package model

import (
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// line reads the line of an event.
func (b *streamBuilder) line(e *load.StreamEvent) {
	i := slices.IndexFunc(b.s.Events.Variants, func(v *Variant) bool { return v.Value == e.Name })
	if i < 0 {
		b.found.Errorf(e.Pos, "%s has no variant %q%s", b.s.Events.Name, e.Name, b.nearest(e.Name))
		return
	}
	line := &StreamLine{Event: e.Name, Object: b.s.Events.Variants[i].Object, Lanes: e.Lanes, Pos: e.Pos}
	line.Order = b.verbs(line, "order", e.Order)
	line.Builds = b.verbs(line, "builds", e.Builds)
	line.Joins = b.verbs(line, "joins", e.Joins)
	if !slices.Contains([]string{"", "own", "all", "none", "tagged"}, e.Lanes) {
		b.found.Errorf(e.Pos, "%q says nothing of lanes: write own, all, none, tagged or -", e.Lanes)
	}
	b.lines[e.Name] = line
	b.s.Lines = append(b.s.Lines, line)
}

func (b *streamBuilder) nearest(name string) string {
	var known []string
	for _, v := range b.s.Events.Variants {
		known = append(known, v.Value)
	}
	if near := diag.Nearest(name, known); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// verbs reads a cell: verbs with semicolons between, or one verb for each of several conditions with commas between.
func (b *streamBuilder) verbs(line *StreamLine, column, cell string) []*StreamVerb {
	if cell == "" {
		return nil
	}
	var list []*StreamVerb
	for clause := range strings.SplitSeq(cell, ";") {
		list = append(list, b.clause(line, column, clause)...)
	}
	return list
}

// clause reads a verb, or what it is about under several conditions.
func (b *streamBuilder) clause(line *StreamLine, column, text string) []*StreamVerb {
	var list []*StreamVerb
	name := ""
	for i, clause := range strings.Split(text, ",") {
		words := strings.Fields(clause)
		if len(words) == 0 {
			continue
		}
		v := &StreamVerb{}
		if n := len(words); n > 2 && (words[n-2] == "if" || words[n-2] == "unless") {
			member, value, _ := strings.Cut(words[n-1], "=")
			v.If = &StreamCondition{member, value, words[n-2] == "unless"}
			b.condition(line, v.If)
			words = words[:n-2]
		}
		if i > 0 {
			words = append([]string{name}, words...) // the verb is said once for all conditions
		}
		name = words[0]
		if !v.read(words, streamForms[column]) {
			b.found.Errorf(line.Pos, "%q is no verb of the column %s: the head of the table lists those there are", clause, column)
			continue
		}
		b.arguments(line, v)
		list = append(list, v)
	}
	return list
}

// condition checks the member and the value of a condition.
func (b *streamBuilder) condition(line *StreamLine, c *StreamCondition) {
	f := line.Object.Field(c.Member)
	if f == nil {
		b.found.Errorf(line.Pos, "%s has no member %q", line.Object.Name, c.Member)
		return
	}
	switch t := Resolve(f.Type).Type.(type) {
	case *Scalar:
		if t.Kind == Boolean && (c.Value == "true" || c.Value == "false") {
			return
		}
	case *Ref:
		if e, ok := t.To.(*Enum); ok && slices.ContainsFunc(e.Values, func(v *EnumValue) bool { return v.Value == c.Value }) {
			return
		}
	}
	b.found.Errorf(line.Pos, "%s of %s cannot be %q", c.Member, line.Object.Name, c.Value)
}

// read finds the form that the words have.
func (v *StreamVerb) read(words, forms []string) bool {
	for _, form := range forms {
		pattern := strings.Fields(form)
		if len(pattern) != len(words) {
			continue
		}
		var args []string
		fits := true
		for i, p := range pattern {
			if isPlaceholder(p) {
				args = append(args, words[i])
			} else if p != words[i] {
				fits = false
			}
		}
		if fits {
			v.Form, v.Args = form, args
			return true
		}
	}
	return false
}

func isPlaceholder(word string) bool { return len(word) == 1 && 'A' <= word[0] && word[0] <= 'Z' }

// arguments checks what a verb is about.
func (b *streamBuilder) arguments(line *StreamLine, v *StreamVerb) {
	i := 0
	for _, p := range strings.Fields(v.Form) {
		if !isPlaceholder(p) {
			continue
		}
		arg := v.Args[i]
		i++
		switch p {
		case "E":
			if at := b.s.Entity(arg); at < 0 {
				b.found.Errorf(line.Pos, "there is no entity %q: add a line \"entity %s\"", arg, arg)
			} else if key := b.s.Entities[at].Key; line.Object.Field(key) == nil {
				b.found.Errorf(line.Pos, "%s has no member %q, by which a %s is known", line.Object.Name, key, arg)
			}
		case "V":
			b.variant(line, arg)
		case "S":
			for name := range strings.SplitSeq(arg, "/") {
				if b.s.Space(name) < 0 {
					b.found.Errorf(line.Pos, "there is no space %q: add a line \"space %s\"", name, name)
				}
			}
		default:
			f := FieldAt(line.Object, arg)
			if f == nil {
				b.found.Errorf(line.Pos, "%s has no member %q", line.Object.Name, arg)
			} else if want := unfit(p, f); want != "" {
				b.found.Errorf(line.Pos, "%s of %s is not %s, as %q needs it", arg, line.Object.Name, want, v.Form)
			}
		}
	}
}

// variant checks "MEMBER=VALUE", where the member is a union.
func (b *streamBuilder) variant(line *StreamLine, arg string) {
	member, value, _ := strings.Cut(arg, "=")
	if line.Object.Field(member) == nil || VariantOf(line.Object, member, value) == nil {
		b.found.Errorf(line.Pos, "%s of %s has no variant %q", member, line.Object.Name, value)
	}
}

// VariantOf returns a variant of the union that a member is, nil for none.
func VariantOf(o *Object, member, value string) *Object {
	f := o.Field(member)
	if f == nil {
		return nil
	}
	if ref, ok := Resolve(f.Type).Type.(*Ref); ok {
		if u, ok := ref.To.(*Union); ok {
			for _, v := range u.Variants {
				if v.Value == value {
					return v.Object
				}
			}
		}
	}
	return nil
}

// unfit returns what a member should be and is not.
func unfit(letter string, f *Field) string {
	t := Resolve(f.Type).Type
	switch t := t.(type) {
	case *Scalar:
		if (letter == "I" || letter == "D") && t.Kind == String {
			return ""
		}
	case *Literal:
		if letter == "R" {
			return ""
		}
	case *Ref:
		if _, ok := t.To.(*Enum); ok && letter == "R" {
			return ""
		}
	case *List:
		if strings.Contains("LHQW", letter) {
			return ""
		}
	case *OpenMap:
		if letter == "O" {
			return ""
		}
	case *Any:
		if letter == "A" {
			return ""
		}
	}
	return map[string]string{"I": "a string", "D": "a string", "R": "a constant or an enum", "O": "an open object",
		"A": "any JSON value"}[letter] + map[bool]string{true: "a list"}[strings.Contains("LHQW", letter)]
}

// missing reports the events without a line.
func (b *streamBuilder) missing(table *load.StreamMap) {
	for _, v := range b.s.Events.Variants {
		if b.lines[v.Value] == nil {
			b.found.Errorf(v.Pos, "%s has no line in %s: add one, with \"-\" where nothing is to be said", v.Value, table.File)
		}
	}
}

// shorts reads the shorthands.
func (b *streamBuilder) shorts(table *load.StreamMap) {
	for _, e := range table.Header {
		if e.Keyword != "short" {
			continue
		}
		s := &StreamShort{Pos: e.Pos}
		for i, into := range []**StreamLine{&s.Chunk, &s.Start, &s.Content, &s.End} {
			if *into = b.lines[e.Args[i]]; *into == nil {
				b.found.Errorf(e.Pos, "there is no line for the event %q", e.Args[i])
				return
			}
		}
		into := (*[]string)(nil)
		for _, word := range e.Args[4:] {
			switch {
			case word == "first":
				into = &s.First
			case word == "same":
				into = &s.Same
			case into == nil:
				b.found.Errorf(e.Pos, "%q stands before \"first\" and \"same\"", word)
				return
			case s.Chunk.Object.Field(word) == nil:
				b.found.Errorf(e.Pos, "%s has no member %q", s.Chunk.Object.Name, word)
			default:
				*into = append(*into, word)
			}
		}
		if len(s.First) == 0 || s.Content.Text() == "" || s.Start.Entity() == "" {
			b.found.Errorf(e.Pos, "the shorthand needs a first member, a start that opens something, and a content that adds text")
			return
		}
		b.s.Shorts = append(b.s.Shorts, s)
	}
}

// Entity returns the entity, by name, that the event opens, continues, closes, starts or stops; "" for none.
func (l *StreamLine) Entity() string {
	for _, v := range l.Order {
		switch v.Form {
		case "opens E", "opens E in S I", "continues E", "closes E", "starts E I", "stops E":
			return v.Args[0]
		}
	}
	return ""
}

// Text returns the member whose text the event adds, "" for none.
func (l *StreamLine) Text() string {
	for _, v := range l.Builds {
		if v.Form == "text I += D" || v.Form == "args I += D" {
			return v.Args[1]
		}
	}
	return ""
}

// closers checks that what can be opened can be closed.
func (b *streamBuilder) closers() {
	opened, closed := map[string]*StreamLine{}, map[string]bool{}
	for _, l := range b.s.Lines {
		for _, v := range l.Order {
			switch v.Form {
			case "opens E", "opens E in S I", "starts E I":
				opened[v.Args[0]] = l
			case "closes E", "stops E":
				closed[v.Args[0]] = true
			}
		}
	}
	for _, e := range b.s.Entities {
		switch l := opened[e.Name]; {
		case l == nil:
			b.found.Errorf(e.Pos, "no event opens %q", e.Name)
		case !closed[e.Name]:
			b.found.Errorf(l.Pos, "%s opens %q, but no event closes it", l.Event, e.Name)
		}
	}
}

// keep leaves the lines of a subset.
func (s *Streams) keep(kept map[Definition]bool) *Streams {
	if !kept[s.Events] || !kept[s.Messages] {
		return nil
	}
	has := func(l *StreamLine) bool {
		return slices.ContainsFunc(s.Events.Variants, func(v *Variant) bool { return v.Value == l.Event })
	}
	s.Lines = slices.DeleteFunc(s.Lines, func(l *StreamLine) bool { return !has(l) })
	s.Shorts = slices.DeleteFunc(s.Shorts, func(h *StreamShort) bool {
		return !has(h.Chunk) || !has(h.Start) || !has(h.Content) || !has(h.End)
	})
	for _, part := range s.Parts {
		if part.Definition != nil && !kept[part.Definition] {
			part.Definition = nil
		}
	}
	if s.Retired != nil {
		s.Retired.keep(s, kept)
	}
	return s
}

// String spells the verb as the table does.
func (v *StreamVerb) String() string {
	words := strings.Fields(v.Form)
	next := 0
	for i, w := range words {
		if isPlaceholder(w) {
			words[i] = v.Args[next]
			next++
		}
	}
	text := strings.Join(words, " ")
	if v.If != nil {
		text += map[bool]string{false: " if ", true: " unless "}[v.If.Not] + v.If.Member + "=" + v.If.Value
	}
	return text
}
