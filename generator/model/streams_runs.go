package model

import "slices"

// Line returns the line of the event with a verb that has no arguments, such as the one that begins a run; nil where a
// subset lacks it.
func (s *Streams) Line(verb string) *StreamLine {
	i := slices.IndexFunc(s.Lines, func(l *StreamLine) bool {
		return slices.ContainsFunc(l.Order, func(v *StreamVerb) bool { return v.Form == verb })
	})
	if i < 0 {
		return nil
	}
	return s.Lines[i]
}

// Served reports whether there is what a run over HTTP takes: a request, and events that begin, end and fail it.
func (s *Streams) Served() bool {
	return s.Parts["failure"] != nil && s.Parts["request"].Definition != nil && s.Line("begins") != nil && s.Line("ends") != nil && s.Line("fails") != nil
}

// runs checks what the header says of the requests and events of whole runs.
func (b *streamBuilder) runs() {
	request, _ := b.s.Parts["request"].Definition.(*Object)
	asked, _ := b.s.Parts["interrupt"].Definition.(*Object)
	of := func(l *StreamLine) *Object {
		if l == nil {
			return nil
		}
		return l.Object
	}
	check := func(keyword string, i int, o *Object, fits func(*Field) string) {
		part := b.s.Parts[keyword]
		if part == nil || o == nil {
			return
		}
		f := o.Field(part.Words[i])
		if f == nil {
			b.found.Errorf(part.Pos, "%s has no member %q", o.Name, part.Words[i])
		} else if want := fits(f); want != "" {
			b.found.Errorf(part.Pos, "%s of %s is not %s", part.Words[i], o.Name, want)
		}
	}
	isText := func(f *Field) string { return unfit("D", f) }
	check("version", 0, request, isText)
	check("version", 0, of(b.s.Line("begins")), isText)
	check("failure", 0, of(b.s.Line("fails")), isText)
	check("failure", 1, of(b.s.Line("fails")), isText)
	check("deadline", 0, asked, isText)
	check("deadline", 1, request, func(f *Field) string {
		if l, ok := Resolve(f.Type).Type.(*List); ok && ObjectOf(l.Elem) == b.s.Parts["resume"].Definition {
			return ""
		}
		return "a list of what \"resume\" names"
	})
	if part := b.s.Parts["always"]; part != nil {
		for i := range part.Words {
			check("always", i, request, func(f *Field) string {
				if HasNil(f.Type) {
					return ""
				}
				return "a list, an object or any JSON value"
			})
		}
	}
}
