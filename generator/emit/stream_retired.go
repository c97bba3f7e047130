package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
)

// retired prints what stands today for shapes that the protocol has retired, and nothing where the table says nothing.
func (w *streamGen) retired() {
	r := w.s.Retired
	if r == nil {
		r = &model.Retired{}
	}
	parts := ""
	if u := w.s.PartsOf(); u != nil {
		parts = u.Discriminator
	}
	w.printf("\n// The members that hold the type of an event, and of a part of a message.\nconst (\neventTag = %q\npartTag = %q\n)\n", w.s.Events.Discriminator, parts)
	w.printf("\n// renamings holds the renamed events.\nvar renamings = map[string]renaming{\n")
	for _, e := range r.Events {
		w.printf("%q: {rule: &rules[%d], id: %q", e.Old, w.elseRule(e.New), e.Key)
		if len(e.With) > 0 {
			w.printf(", with: %s", assignments(e.With))
		}
		if len(e.Lost) > 0 {
			w.printf(", lost: %#v", e.Lost)
		}
		w.printf("},\n")
	}
	w.printf("}\n\n// anyEvent describes what has changed in every event, changedEvents what has changed in some.\nvar (\nanyEvent = spot{%s}\n", nulls(r.AnyEvent))
	w.printf("changedEvents = map[string]*spot{\n")
	for _, v := range w.s.Events.Variants {
		for _, s := range r.Places {
			if s.Definition == model.Definition(v.Object) {
				w.printf("%q: %s,\n", v.Value, strings.TrimPrefix(spotOf(s), "&spot"))
			}
		}
	}
	w.printf("}\n)\n\n// changedRequest describes what has changed in the input of a run, or is nil.\nvar changedRequest")
	if r.Request == nil {
		w.printf(" *spot\n")
	} else {
		w.printf(" = %s\n", spotOf(r.Request))
	}
	w.printf("\n// retiredPart describes the retired part of messages.\nvar retiredPart = oldPart{")
	if p := r.Part; p != nil {
		w.printf("\ntag: %q, by: %q, kinds: []partKind{", p.Old, p.By)
		for _, k := range p.Kinds {
			w.printf("{%q, %q}, ", k.Path, k.Value)
		}
		w.printf("},\nfills: [][]assignment{\n")
		for _, fill := range p.Fills {
			w.printf("%s,\n", strings.TrimPrefix(assignments(fill), "[]assignment"))
		}
		w.printf("},\ncarry: %s,\n", assignments(p.Carry))
	}
	w.printf("}\n")
}

func nulls(members []string) string {
	if len(members) == 0 {
		return ""
	}
	return fmt.Sprintf("nulls: %#v", slices.Clone(members))
}

func assignments(list []model.Assignment) string {
	var b strings.Builder
	b.WriteString("[]assignment{")
	for i, a := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "{path: %#v", strings.Split(a.Path, "."))
		if a.Member != "" {
			fmt.Fprintf(&b, ", member: %q}", a.Member)
		} else {
			fmt.Fprintf(&b, ", value: %q}", a.Value)
		}
	}
	return b.String() + "}"
}

// spotOf prints a place with what is inside of it.
func spotOf(s *model.RetiredSpot) string {
	var fields []string
	if s.Definition == nil {
		fields = append(fields, "parts: true")
	}
	if len(s.Nulls) > 0 {
		fields = append(fields, nulls(s.Nulls))
	}
	if len(s.Inside) > 0 {
		var list []string
		for _, in := range s.Inside {
			list = append(list, fmt.Sprintf("{%q, %s}", in.Member, spotOf(in.Spot)))
		}
		fields = append(fields, "inside: []inside{\n"+strings.Join(list, ",\n")+",\n}")
	}
	return "&spot{" + strings.Join(fields, ", ") + "}"
}
