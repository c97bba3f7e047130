package model

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
)

// Retired is what stands today for shapes that the protocol has retired.
type Retired struct {
	Events   []*RetiredEvent
	AnyEvent []string       // members of any event, unknown ones too, in which null reads as absent
	Places   []*RetiredSpot // of events, and what is inside of them
	Request  *RetiredSpot   // what starts a run; nil where nothing in it has changed
	Part     *RetiredPart   // nil for none
}

// Assignment says what stands at a path.
type Assignment = load.Assignment

// RetiredEvent is an event that has another name today.
type RetiredEvent struct {
	Old  string
	New  *StreamLine
	Key  string   // the member with the id
	Lost []string // members without a place today
	With []Assignment
}

// RetiredSpot is a definition, or the list of parts of a message, in which something has changed or that holds such.
type RetiredSpot struct {
	Definition Definition // nil for the parts of a message
	Nulls      []string   // members in which null reads as absent
	Inside     []RetiredInside
}

// RetiredInside is a member that holds a spot, or a list of them. Of parts, Member is the value of the tag.
type RetiredInside struct {
	Member string
	Spot   *RetiredSpot
}

// RetiredPart is a part of a message that is another one today.
type RetiredPart struct {
	Parts *Union // of today
	Old   string // the value of the tag
	By    string
	Kinds []Assignment
	Fills [][]Assignment
	Carry []Assignment
	// As is the value of the tag of what the binary encoding writes, "" where it does not, and Marks are members of that with
	// JSON.
	As    string
	Marks []Assignment
}

// retiredBuilder reads the table against the schema and the table of streams.
type retiredBuilder struct {
	*streamBuilder
	r     *Retired
	nulls map[Definition]*load.RetiredNull
	used  map[Definition]bool
	parts *Union
}

// Retire adds to p, which has its streams, what stands today for retired shapes.
func Retire(p *Protocol, table *load.RetiredMap) error {
	b := &retiredBuilder{
		streamBuilder: &streamBuilder{p: p, s: p.Streams, byName: map[string]Definition{}, lines: map[string]*StreamLine{}},
		r:             &Retired{}, nulls: map[Definition]*load.RetiredNull{}, used: map[Definition]bool{},
	}
	for _, d := range p.Definitions {
		if d.Base().Inline == "" {
			b.byName[d.Base().Name] = d
		}
	}
	for _, l := range p.Streams.Lines {
		b.lines[l.Event] = l
	}
	b.parts = p.Streams.PartsOf()
	for _, e := range table.Events {
		b.event(e)
	}
	for _, n := range table.Nulls {
		b.null(n)
	}
	b.part(table)
	b.wire(table.Wire)
	b.places()
	for _, n := range table.Nulls {
		if d := b.byName[n.Definition]; d != nil && !b.used[d] {
			b.found.Errorf(n.Pos, "%s is neither an event, nor in what starts a run, nor in the messages of a history", n.Definition)
		}
	}
	p.Streams.Retired = b.r
	return b.found.Err()
}

// PartsOf is the union of what messages are made of where they are not text, nil for none.
func (s *Streams) PartsOf() *Union {
	u, ok := s.Parts["content"].Definition.(*Union)
	if !ok {
		return nil
	}
	for _, v := range u.Variants {
		if l, ok := v.Type.(*List); ok {
			if ref, ok := Resolve(l.Elem).Type.(*Ref); ok {
				parts, _ := ref.To.(*Union)
				return parts
			}
		}
	}
	return nil
}

func (b *retiredBuilder) event(e *load.RetiredEvent) {
	if variantOf(b.s.Events, e.Old) != nil {
		b.found.Errorf(e.Pos, "%s is not retired: %s has it", e.Old, b.s.Events.Name)
	}
	line := b.lines[e.New]
	if line == nil {
		b.found.Errorf(e.Pos, "%s has no variant %q%s", b.s.Events.Name, e.New, b.nearest(e.New))
		return
	}
	at := b.s.Entity(line.Entity())
	if at < 0 {
		b.found.Errorf(e.Pos, "%s neither opens nor continues nor closes anything, so no id of it can be made", e.New)
		return
	}
	r := &RetiredEvent{Old: e.Old, New: line, Key: b.s.Entities[at].Key, Lost: e.Lost, With: e.With}
	b.r.Events = append(b.r.Events, r)
	for _, name := range e.Lost {
		if line.Object.Field(name) != nil {
			b.found.Errorf(e.Pos, "%s is not lost: %s has that member", name, line.Object.Name)
		}
	}
	for _, f := range line.Object.Fields {
		constant, pinned := Resolve(f.Type).Type.(*Literal)
		given := slices.IndexFunc(e.With, func(a Assignment) bool { return a.Path == f.Name })
		switch {
		case !pinned || !f.Required || f.Name == b.s.Events.Discriminator:
		case given < 0:
			b.found.Errorf(e.Pos, "%s needs %s: add with %s=%s", e.New, f.Name, f.Name, constant.Value)
		case e.With[given].Value != constant.Value:
			b.found.Errorf(e.Pos, "%s of %s cannot be %q", f.Name, line.Object.Name, e.With[given].Value)
		}
	}
	for _, a := range e.With {
		if line.Object.Field(a.Path) == nil {
			b.found.Errorf(e.Pos, "%s has no member %q", line.Object.Name, a.Path)
		}
	}
}

func variantOf(u *Union, value string) *Object {
	for _, v := range u.Variants {
		if v.Value == value {
			return v.Object
		}
	}
	return nil
}

func (b *retiredBuilder) null(n *load.RetiredNull) {
	d := b.byName[n.Definition]
	switch d := d.(type) {
	case *Object:
		for _, name := range n.Members {
			b.wasNull(n, d, name)
		}
		b.nulls[d] = n
	case *Union:
		if d != b.s.Events {
			b.found.Errorf(n.Pos, "%s is not the union of events: name its variants", n.Definition)
		}
		for _, name := range n.Members {
			for _, v := range d.Variants {
				b.wasNull(n, v.Object, name)
			}
		}
		b.r.AnyEvent, b.used[d] = n.Members, true
	default:
		b.found.Errorf(n.Pos, "there is no object %q in the schema", n.Definition)
	}
}

// wasNull checks a member in which null is not allowed today.
func (b *retiredBuilder) wasNull(n *load.RetiredNull, o *Object, member string) {
	f := o.Field(member)
	if f == nil {
		b.found.Errorf(n.Pos, "%s has no member %q", o.Name, member)
		return
	}
	r := Resolve(f.Type)
	if _, any := r.Type.(*Any); f.Required || any && !r.NotNull {
		b.found.Errorf(n.Pos, "%s of %s is required or may be null, so null does not read as absent", member, o.Name)
	}
}

func (b *retiredBuilder) part(table *load.RetiredMap) {
	t := table.Part
	if t == nil {
		return
	}
	if b.parts == nil {
		b.found.Errorf(t.Pos, "no message of the schema is made of parts")
		return
	}
	b.r.Part = &RetiredPart{Parts: b.parts, Old: t.Old, By: t.By, Kinds: t.Kinds, Fills: table.Fills, Carry: table.Carry}
	if variantOf(b.parts, t.Old) != nil {
		b.found.Errorf(t.Pos, "%s is not retired: %s has it", t.Old, b.parts.Name)
	}
	if len(table.Fills) == 0 {
		b.found.Errorf(t.Pos, "no line \"fill\" says how the part gets its members")
	}
	for _, k := range t.Kinds {
		o := variantOf(b.parts, k.Value)
		if o == nil {
			b.found.Errorf(t.Pos, "%s has no variant %q", b.parts.Name, k.Value)
			continue
		}
		for _, list := range append(slices.Clone(table.Fills), table.Carry) {
			for _, a := range list {
				b.assignable(o, a, list)
			}
		}
	}
}

// wire reads what the old part is in the binary encoding.
func (b *retiredBuilder) wire(t *load.RetiredWire) {
	if t == nil || b.r.Part == nil {
		return
	}
	o := variantOf(b.parts, t.New)
	if o == nil {
		b.found.Errorf(t.Pos, "%s has no variant %q", b.parts.Name, t.New)
		return
	}
	b.r.Part.As, b.r.Part.Marks = t.New, t.Marks
	for _, m := range t.Marks {
		b.assignable(o, m, t.Marks)
		if !json.Valid([]byte(m.Value)) {
			b.found.Errorf(t.Pos, "%q is not JSON: write PATH=JSON", m.Value)
		}
	}
}

// assignable checks that a path may hold a text: its first steps are members of today, a union on the way has the variant
// that the same line picks, and the last is a text, a constant, or in what may be anything.
func (b *retiredBuilder) assignable(o *Object, a Assignment, list []Assignment) {
	path, done := a.Path, ""
	for {
		head, rest, deeper := strings.Cut(path, ".")
		f := o.Field(head)
		if f == nil {
			b.found.Errorf(a.Pos, "%s has no member %q", o.Name, head)
			return
		}
		done, path = done+head+".", rest
		switch t := Resolve(f.Type).Type.(type) {
		case *Any, *OpenMap:
			return
		case *Scalar:
			if !deeper && t.Kind == String && a.Member != "" {
				return
			}
		case *Literal:
			if !deeper && a.Value == t.Value {
				return
			}
		case *Ref:
			if next := picked(t.To, done, list); deeper && next != nil {
				o = next
				continue
			}
		}
		b.found.Errorf(a.Pos, "%s of %s cannot hold what %s says", head, o.Name, a.Path)
		return
	}
}

// picked is the object that a definition is, of a union the variant whose tag the list assigns.
func picked(d Definition, prefix string, list []Assignment) *Object {
	switch d := d.(type) {
	case *Object:
		return d
	case *Union:
		for _, a := range list {
			if a.Path == prefix+d.Discriminator {
				return variantOf(d, a.Value)
			}
		}
	}
	return nil
}

// places finds where something may have changed.
func (b *retiredBuilder) places() {
	request, _ := b.s.Parts["request"].Definition.(*Object)
	if request != nil {
		b.r.Request = b.spot(request, map[Definition]bool{})
	}
	for _, v := range b.s.Events.Variants {
		s := &RetiredSpot{Definition: v.Object, Nulls: slices.Clone(b.r.AnyEvent)}
		if n := b.nulls[v.Object]; n != nil {
			b.used[v.Object] = true
			s.Nulls = append(s.Nulls, n.Members...)
		}
		for _, f := range v.Object.Fields {
			var inner *RetiredSpot
			if o := ObjectOf(f.Type); o != nil && o == request {
				inner = b.r.Request
			} else if b.isHistory(f.Type) {
				inner = b.history()
			}
			if inner != nil {
				s.Inside = append(s.Inside, RetiredInside{f.Name, inner})
			}
		}
		if len(s.Nulls) > len(b.r.AnyEvent) || len(s.Inside) > 0 {
			b.r.Places = append(b.r.Places, s)
		}
	}
}

func (b *retiredBuilder) isHistory(t Type) bool {
	if l, ok := Resolve(t).Type.(*List); ok {
		ref, ok := Resolve(l.Elem).Type.(*Ref)
		return ok && ref.To == Definition(b.s.Messages)
	}
	return false
}

// history is the spot of messages, nil where nothing in them has changed.
func (b *retiredBuilder) history() *RetiredSpot {
	parts := &RetiredSpot{}
	if b.parts != nil {
		for _, v := range b.parts.Variants {
			if n := b.nulls[v.Object]; n != nil {
				b.used[v.Object] = true
				parts.Inside = append(parts.Inside, RetiredInside{v.Value, &RetiredSpot{Definition: v.Object, Nulls: n.Members}})
			}
		}
	}
	if len(parts.Inside) == 0 && b.r.Part == nil {
		return nil
	}
	return &RetiredSpot{Definition: b.s.Messages, Inside: []RetiredInside{{b.s.Parts["message"].Words[1], parts}}}
}

// spot is an object with what is inside of it, nil where nothing in it has changed.
func (b *retiredBuilder) spot(o *Object, above map[Definition]bool) *RetiredSpot {
	if above[o] {
		return nil
	}
	above[o] = true
	defer delete(above, o)
	s := &RetiredSpot{Definition: o}
	if n := b.nulls[o]; n != nil {
		b.used[o] = true
		s.Nulls = n.Members
	}
	for _, f := range o.Fields {
		var inner *RetiredSpot
		switch at := ElemOf(o, f.Name); {
		case b.isHistory(f.Type):
			inner = b.history()
		case at != nil:
			inner = b.spot(at, above)
		case ObjectOf(f.Type) != nil:
			inner = b.spot(ObjectOf(f.Type), above)
		}
		if inner != nil {
			s.Inside = append(s.Inside, RetiredInside{f.Name, inner})
		}
	}
	if len(s.Nulls)+len(s.Inside) == 0 {
		return nil
	}
	return s
}

// keep leaves what a subset has.
func (r *Retired) keep(s *Streams, kept map[Definition]bool) {
	r.Events = slices.DeleteFunc(r.Events, func(e *RetiredEvent) bool { return !slices.Contains(s.Lines, e.New) })
	r.Places = slices.DeleteFunc(r.Places, func(p *RetiredSpot) bool { return !kept[p.Definition] })
	if r.Request != nil && !kept[r.Request.Definition] {
		r.Request = nil
	}
	if r.Part == nil {
		return
	}
	if !kept[r.Part.Parts] {
		r.Part = nil
		return
	}
	if variantOf(r.Part.Parts, r.Part.As) == nil {
		r.Part.As = ""
	}
	r.Part.Kinds = slices.DeleteFunc(r.Part.Kinds, func(k Assignment) bool { return variantOf(r.Part.Parts, k.Value) == nil })
}
