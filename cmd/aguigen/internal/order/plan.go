// Package order checks whether the events of a capture may come in their order, and follows what they leave behind. The
// tables of a schema and the events come in; findings with the other end's place, and a conversation, go out. It works
// by the code that aguigen prints for streams, over a layer that reads the tables at run time.
package order

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/templates/stream"
)

// planner reads the model of streams into a Plan.
type planner struct {
	s *model.Streams
	p *stream.Plan
}

// Plan returns how the streams of a schema are read.
func Plan(s *model.Streams) *stream.Plan {
	w := &planner{s, &stream.Plan{
		EventTag: s.Events.Discriminator, Tag: s.Tag, Folded: s.Folded, Origin: s.Origin, Events: map[string]*stream.PlanEvent{},
		Spaces: len(s.Spaces), EntryTag: s.Messages.Discriminator, Entries: map[string]*stream.PlanEntry{},
		Sealed: s.Parts["sealed"].Words,
	}}
	for _, e := range s.Entities {
		w.p.Entities = append(w.p.Entities, stream.PlanEntity{Name: e.Name, Noun: e.Noun, Owners: e.Owners})
	}
	for _, l := range s.Lines {
		w.p.Events[l.Event] = w.event(l)
	}
	for _, h := range s.Shorts {
		w.p.Shorts = append(w.p.Shorts, w.short(h))
		w.p.Events[h.Chunk.Event].Text = h.Content.Text()
	}
	w.parts()
	w.entries()
	w.calls()
	return w.p
}

func (w *planner) event(l *model.StreamLine) *stream.PlanEvent {
	e := &stream.PlanEvent{Members: map[string]bool{}, Text: l.Text(), Details: w.details(l)}
	for _, f := range l.Object.Fields {
		e.Members[f.Name] = true
	}
	e.ID, e.Other = w.s.IDs(l)
	for _, r := range w.s.Rules(l) {
		rule := stream.PlanRule{Order: r.Order, Lanes: r.Lanes, Builds: r.Builds, Entity: r.Entity, Parent: r.Parent, Short: r.Short,
			Owners: r.Owners, Seeds: r.Seeds, Kept: r.Kept}
		if r.If != nil {
			rule.Member, rule.Value = r.If.Member, r.If.Value
		}
		e.Rules = append(e.Rules, rule)
	}
	for _, v := range l.Builds {
		if v.Form != "message I by R" {
			continue
		}
		f := l.Object.Field(v.Args[1])
		e.Role, e.RoleOrDefault = f.Name, f.Default
		if constant, ok := model.Resolve(f.Type).Type.(*model.Literal); ok {
			e.RoleOrDefault = constant.Value
		}
	}
	return e
}

// details are the members of what builds more than text.
func (w *planner) details(l *model.StreamLine) (list []stream.PlanDetail) {
	put := func(into, path string) *stream.PlanDetail {
		list = append(list, stream.PlanDetail{Into: into, Path: strings.Split(path, ".")})
		return &list[len(list)-1]
	}
	for _, v := range slices.Concat(l.Order, l.Builds) {
		switch v.Form {
		case "seeds H", "replaces H", "adds H", "history = H":
			if !slices.ContainsFunc(list, func(d stream.PlanDetail) bool { return d.Into == "list" }) {
				put("list", v.Args[0])
			}
		case "asks Q":
			put("asked", v.Args[0])
		case "waits W":
			put("waits", v.Args[0])
		case "state = A":
			put("value", v.Args[0])
		case "state patch L":
			put("patch", v.Args[0])
		case "activity I patch L":
			put("patch", v.Args[1])
			put("name", w.s.Parts["activities"].Words[0])
		case "call I D in I":
			put("name", v.Args[1])
		case "result A with V":
			d := put("value", v.Args[0])
			d.Union, d.Variant, _ = strings.Cut(v.Args[1], "=")
			if ref, ok := model.Resolve(l.Object.Field(d.Union).Type).Type.(*model.Ref); ok {
				d.Tag = ref.To.(*model.Union).Discriminator
			}
		}
	}
	return list
}

func (w *planner) short(h *model.StreamShort) stream.PlanShort {
	out := stream.PlanShort{Noun: w.s.Entities[w.s.Entity(h.Start.Entity())].Noun, Start: h.Start.Event, Content: h.Content.Event,
		End: h.End.Event, First: h.First, Same: h.Same}
	for _, m := range h.Same {
		var value *string
		if f := h.Start.Object.Field(m); f != nil && f.Default != "" {
			value = &f.Default
		}
		out.Defaults = append(out.Defaults, value)
	}
	return out
}

// parts reads the table's header.
func (w *planner) parts() {
	words := func(part string) []string { return w.s.Parts[part].Words }
	p := w.p
	p.AuthorityKey, p.AuthorityMember = words("authority")[0], words("authority")[1]
	p.ID, p.Text = words("message")[0], words("message")[1]
	p.Activity.Role, p.Activity.Type, p.Activity.Content = w.role("activities"), words("activities")[0], words("activities")[1]
	p.Answer = w.role("answers")
	p.Question = words("interrupt")[0]
	patch := words("patch")
	p.Patch.Op, p.Patch.Path, p.Patch.From, p.Patch.Value = patch[0], patch[1], patch[2], patch[3]
	if a, ok := w.s.Parts["patch"].Definition.(*model.Alias); ok {
		if l, ok := model.Resolve(a.Type).Type.(*model.List); ok {
			if ref, ok := model.Resolve(l.Elem).Type.(*model.Ref); ok {
				if u, ok := ref.To.(*model.Union); ok {
					for _, v := range u.Variants {
						p.Ops = append(p.Ops, v.Value)
					}
				}
			}
		}
	}
}

// role is the value of the tag that selects the message of a part.
func (w *planner) role(part string) string {
	for _, v := range w.s.Messages.Variants {
		if model.Definition(v.Object) == w.s.Parts[part].Definition {
			return v.Value
		}
	}
	return ""
}

func (w *planner) entries() {
	for _, v := range w.s.Messages.Variants {
		e := &stream.PlanEntry{}
		for _, f := range v.Object.Fields {
			e.Members = append(e.Members, f.Name)
		}
		if i := slices.Index(e.Members, w.p.EntryTag); i > 0 {
			e.Members = slices.Insert(slices.Delete(e.Members, i, i+1), 0, w.p.EntryTag)
		}
		e.Space = max(0, slices.IndexFunc(w.s.Spaces, func(s *model.StreamSpace) bool { return slices.Contains(s.Messages, v.Object.Name) }))
		if f := v.Object.Field(w.p.Text); f != nil {
			switch t := model.Resolve(f.Type).Type.(type) {
			case *model.Scalar:
				e.Text = true
			case *model.Ref:
				u, ok := t.To.(*model.Union)
				e.Text = ok && u.Discriminator == ""
			}
		}
		w.p.Entries[v.Value] = e
	}
}

func (w *planner) calls() {
	holder, ok := w.s.Parts["calls"].Definition.(*model.Object)
	if !ok {
		return
	}
	words := w.s.Parts["calls"].Words
	call := model.ElemOf(holder, words[0])
	path := func(i int) []string { return strings.Split(words[i], ".") }
	w.p.Calls = stream.PlanCalls{Role: w.role("calls"), List: words[0], ID: path(1), Name: path(2), Arguments: path(3), Empty: empty(call)}
	for _, f := range call.Fields {
		w.p.Calls.Members = append(w.p.Calls.Members, f.Name)
	}
}

// empty is an object with its required members, as JSON: constants, empty texts, and objects of such.
func empty(o *model.Object) string {
	var members []string
	for _, f := range o.Fields {
		if !f.Required {
			continue
		}
		value := `""`
		if constant, ok := model.Resolve(f.Type).Type.(*model.Literal); ok {
			value = quoteJSON(constant.Value)
		} else if inner := model.ObjectOf(f.Type); inner != nil {
			value = empty(inner)
		}
		members = append(members, quoteJSON(f.Name)+":"+value)
	}
	return "{" + strings.Join(members, ",") + "}"
}

func quoteJSON(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string can always be encoded
	}
	return string(text)
}
