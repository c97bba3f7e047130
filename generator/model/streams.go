package model

import (
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// Streams is how the events make a stream.
type Streams struct {
	Events, Messages    *Union
	Tag, Folded, Origin string // members
	Parts               map[string]*StreamPart
	Spaces              []*StreamSpace // in which ids have senders; the first is that of all other messages
	Entities            []*StreamEntity
	Shorts              []*StreamShort
	Lines               []*StreamLine
	Retired             *Retired // nil without a table of retired shapes
}

// StreamPart is an entry of the table's header.
type StreamPart struct {
	Definition Definition // nil where the entry names none, or a subset has left it out
	Words      []string   // what stands behind the definition
	Pos        diag.Pos
}

// StreamSpace is a name space of ids, with the messages whose ids are in it.
type StreamSpace struct {
	Name     string
	Messages []string // definitions
}

// StreamEntity is what is opened and closed.
type StreamEntity struct {
	Name, Key, Noun string
	Owners          int // index in Spaces, -1 for none
	Pos             diag.Pos
}

// StreamShort is a shorthand. A subset may lack its events.
type StreamShort struct {
	Chunk, Start, Content, End *StreamLine
	First, Same                []string // members
	Pos                        diag.Pos
}

// StreamLine is what the table says about an event.
type StreamLine struct {
	Event  string
	Object *Object
	Order  []*StreamVerb
	Lanes  string
	Builds []*StreamVerb
	Joins  []*StreamVerb
	Pos    diag.Pos
}

// StreamVerb is a verb with what it is about. Form is its pattern, in which capital letters stand for Args.
type StreamVerb struct {
	Form string
	Args []string
	If   *StreamCondition
}

// StreamCondition is a value that a member must have, or must not have.
type StreamCondition struct {
	Member, Value string
	Not           bool
}

// The forms of the table's verbs. E is an entity, S name spaces with slashes between, and the other letters are
// members: I an id, D a text, R a role, A any value, O an open object, L a list of operations, H a path to messages,
// Q a path to what is asked, W a path to ids;
// V a member and the variant of it that counts, or that it is absent.
var streamForms = map[string][]string{
	"order": {"begins", "ends", "fails", "opens E", "opens E in S I", "continues E", "closes E", "mints S I", "of S I",
		"seeds H", "replaces H", "starts E I", "stops E"},
	"builds": {"adds H", "asks Q", "result A with V", "waits W", "message I by R", "text I", "text I += D", "call I D in I",
		"args I", "args I += D", "answer I to I", "seal S I", "state = A", "state patch L", "history = H", "activity I = O",
		"activity I patch L"},
	"joins": {"first E", "more E", "last E", "state", "edge"},
}

// streamBuilder reads the table against the schema.
type streamBuilder struct {
	p      *Protocol
	s      *Streams
	byName map[string]Definition
	lines  map[string]*StreamLine
	found  diag.List
}

// Stream adds to p how its events make a stream.
func Stream(p *Protocol, table *load.StreamMap) error {
	b := &streamBuilder{p: p, s: &Streams{Parts: map[string]*StreamPart{}}, byName: map[string]Definition{}, lines: map[string]*StreamLine{}}
	for _, d := range p.Definitions {
		if d.Base().Inline == "" {
			b.byName[d.Base().Name] = d
		}
	}
	b.header(table)
	if b.s.Events == nil || b.s.Messages == nil {
		b.found.Errorf(diag.Pos{File: table.File, Line: 1, Column: 1}, "the table says nothing of \"events\" or \"messages\": it has to name both unions")
		return b.found.Err()
	}
	b.spaces(table)
	b.entities(table)
	for _, e := range table.Events {
		b.line(e)
	}
	b.missing(table)
	b.shorts(table)
	b.closers()
	b.runs()
	p.Streams = b.s
	return b.found.Err()
}

// withDefinition are the keywords whose first word is a definition; membersOf those whose other words are its members.
var (
	withDefinition = []string{"request", "calls", "answers", "activities", "patch", "interrupt", "resume", "content"}
	membersOf      = []string{"request", "answers", "activities", "interrupt"}
)

func (b *streamBuilder) header(table *load.StreamMap) {
	for _, e := range table.Header {
		part := &StreamPart{Words: e.Args, Pos: e.Pos}
		switch e.Keyword {
		case "events", "messages":
			u, ok := b.byName[e.Args[0]].(*Union)
			if !ok || u.Discriminator == "" {
				b.found.Errorf(e.Pos, "%q is no union of the schema that a member tells apart", e.Args[0])
			} else if e.Keyword == "events" {
				b.s.Events = u
			} else {
				b.s.Messages = u
			}
		case "tag":
			b.s.Tag = e.Args[0]
		case "folded":
			b.s.Folded = e.Args[0]
		case "origin":
			b.s.Origin = e.Args[0]
		}
		if slices.Contains(withDefinition, e.Keyword) {
			part.Words = e.Args[1:]
			if part.Definition = b.definition(e.Args[0]); part.Definition == nil {
				b.found.Errorf(e.Pos, "there is no definition %q in the schema", e.Args[0])
			}
		}
		if o, ok := part.Definition.(*Object); ok && slices.Contains(membersOf, e.Keyword) {
			for _, word := range part.Words {
				if o.Field(word) == nil {
					b.found.Errorf(e.Pos, "%s has no member %q", o.Name, word)
				}
			}
		}
		b.s.Parts[e.Keyword] = part
	}
	for _, keyword := range []string{"request", "run", "tag", "folded", "origin", "message", "calls", "answers", "activities",
		"sealed", "patch", "interrupt", "resume", "content"} {
		if b.s.Parts[keyword] == nil {
			b.found.Errorf(diag.Pos{File: table.File, Line: 1, Column: 1}, "the table's header lacks %q", keyword)
		}
	}
	if b.found.Err() == nil {
		b.calls(b.s.Parts["calls"])
	}
}

// definition finds a definition by its name; an inline one by the member that holds it: "ToolMessage.content".
func (b *streamBuilder) definition(name string) Definition {
	owner, member, inline := strings.Cut(name, ".")
	d := b.byName[owner]
	o, ok := d.(*Object)
	if !inline || !ok || o.Field(member) == nil {
		return d
	}
	if ref, ok := Resolve(o.Field(member).Type).Type.(*Ref); ok {
		return ref.To
	}
	return nil
}

// calls checks the members of what messages hold.
func (b *streamBuilder) calls(part *StreamPart) {
	holder, ok := part.Definition.(*Object)
	if !ok || ElemOf(holder, part.Words[0]) == nil {
		b.found.Errorf(part.Pos, "%q is no list of objects in what \"calls\" names", part.Words[0])
		return
	}
	call := ElemOf(holder, part.Words[0])
	for _, path := range part.Words[1:] {
		if FieldAt(call, path) == nil {
			b.found.Errorf(part.Pos, "%s has no member %q", call.Name, path)
		}
	}
}

// Field returns a member, nil if the object has none of that name.
func (o *Object) Field(name string) *Field {
	for _, f := range o.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// ElemOf returns the object that a list member holds, nil if it is no such list.
func ElemOf(o *Object, name string) *Object {
	if f := o.Field(name); f != nil {
		if l, ok := Resolve(f.Type).Type.(*List); ok {
			return ObjectOf(l.Elem)
		}
	}
	return nil
}

// ObjectOf returns the object that a type is, nil if it is none.
func ObjectOf(t Type) *Object {
	if ref, ok := Resolve(t).Type.(*Ref); ok {
		if o, ok := ref.To.(*Object); ok {
			return o
		}
	}
	return nil
}

// FieldAt returns the member at the end of a path: "function.name". On the way a union counts for its variants.
func FieldAt(o *Object, path string) *Field {
	name, rest, more := strings.Cut(path, ".")
	f := o.Field(name)
	if f == nil || !more {
		return f
	}
	if inner := ObjectOf(f.Type); inner != nil {
		return FieldAt(inner, rest)
	}
	if ref, ok := Resolve(f.Type).Type.(*Ref); ok {
		if u, ok := ref.To.(*Union); ok {
			for _, v := range u.Variants {
				if v.Object != nil {
					if f := FieldAt(v.Object, rest); f != nil {
						return f
					}
				}
			}
		}
	}
	return nil
}

func (b *streamBuilder) spaces(table *load.StreamMap) {
	b.s.Spaces = []*StreamSpace{{Name: "message"}}
	for _, e := range table.Header {
		if e.Keyword != "space" {
			continue
		}
		for _, name := range e.Args[1:] {
			if !slices.ContainsFunc(b.s.Messages.Variants, func(v *Variant) bool { return v.Object.Name == name }) {
				b.found.Errorf(e.Pos, "%q is none of the variants of %s", name, b.s.Messages.Name)
			}
		}
		b.s.Spaces = append(b.s.Spaces, &StreamSpace{Name: e.Args[0], Messages: e.Args[1:]})
	}
	b.s.Spaces = append(b.s.Spaces, &StreamSpace{Name: "call"})
}

// Space returns the index of a name space, -1 for none of that name.
func (s *Streams) Space(name string) int {
	return slices.IndexFunc(s.Spaces, func(space *StreamSpace) bool { return space.Name == name })
}

// Entity returns the index of an entity, -1 for none of that name.
func (s *Streams) Entity(name string) int {
	return slices.IndexFunc(s.Entities, func(e *StreamEntity) bool { return e.Name == name })
}

func (b *streamBuilder) entities(table *load.StreamMap) {
	for _, e := range table.Header {
		if e.Keyword != "entity" {
			continue
		}
		entity := &StreamEntity{e.Args[0], e.Args[1], strings.Join(e.Args[3:], " "), -1, e.Pos}
		if e.Args[2] != "-" {
			if entity.Owners = b.s.Space(e.Args[2]); entity.Owners < 0 {
				b.found.Errorf(e.Pos, "there is no space %q: add a line \"space %s\"", e.Args[2], e.Args[2])
			}
		}
		b.s.Entities = append(b.s.Entities, entity)
	}
}
