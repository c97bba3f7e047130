package model

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// Pair finds the message of every definition and the field of every member, and sets p.Wire. Names decide; the table
// says where names or shapes differ and what is not carried. Whatever is left over on either side is an error, and so
// is a number that is not the ledger's. Both table and ledger may be nil.
func Pair(p *Protocol, protos *load.Protos, ledger *load.Ledger, table *load.WireMap) error {
	w := newPairer(p, protos, table)
	w.assign()
	for _, m := range w.wire.Messages {
		w.build(m)
	}
	w.frame()
	w.leftovers()
	if ledger != nil {
		w.checkNumbers(ledger)
	}
	if len(w.found) == 0 {
		w.unusedEntries()
	}
	if err := w.found.Err(); err != nil {
		return err
	}
	p.Wire = w.wire
	return nil
}

// pairer is the state of one pairing.
type pairer struct {
	protocol *Protocol
	protos   *load.Protos
	table    *wireTable
	wire     *Wire
	found    diag.List

	definitions map[string]Definition // without inline ones
	descriptors map[string]protoreflect.MessageDescriptor
	byDef       map[Definition]*WireMessage
	carried     map[protoreflect.FullName]bool // fields that carry something
	enums       map[protoreflect.FullName]*WireEnum
	broken      map[string]bool // messages whose shape is wrong, so that what they carry says nothing more
}

func newPairer(p *Protocol, protos *load.Protos, table *load.WireMap) *pairer {
	w := &pairer{
		protocol:    p,
		protos:      protos,
		table:       newWireTable(table),
		wire:        &Wire{Package: string(protos.Package), Files: protos.Descriptors()},
		definitions: map[string]Definition{},
		descriptors: map[string]protoreflect.MessageDescriptor{},
		byDef:       map[Definition]*WireMessage{},
		carried:     map[protoreflect.FullName]bool{},
		enums:       map[protoreflect.FullName]*WireEnum{},
		broken:      map[string]bool{},
	}
	for _, d := range p.Definitions {
		if d.Base().Inline == "" {
			w.definitions[d.Base().Name] = d
		}
	}
	for _, m := range protos.Messages() {
		w.descriptors[protos.Name(m)] = m
	}
	for _, e := range protos.Enums() {
		w.addEnum(e)
	}
	for _, file := range protos.Files {
		w.wire.Sources = append(w.wire.Sources, file.Path())
	}
	return w
}

func (w *pairer) addEnum(e protoreflect.EnumDescriptor) {
	enum := &WireEnum{Name: w.protos.Name(e), Pos: w.protos.Pos(e)}
	for i := range e.Values().Len() {
		v := e.Values().Get(i)
		enum.Values = append(enum.Values, &WireEnumValue{Name: string(v.Name()), Number: int32(v.Number()), Pos: w.protos.Pos(v)})
	}
	w.enums[e.FullName()] = enum
	w.wire.Enums = append(w.wire.Enums, enum)
}

// assign returns every definition that needs one its message.
func (w *pairer) assign() {
	elsewhere := w.carriedElsewhere()
	for _, d := range w.protocol.Definitions {
		if !w.needsMessage(d) || elsewhere[d] {
			continue
		}
		name := d.Base().Name
		if gap := w.table.match("no-message", name); gap != nil {
			continue
		}
		message := name
		entry := w.table.get("message", name)
		if entry != nil {
			message = entry.Args[1]
		}
		w.assignTo(d, message, entry)
	}
}

func (w *pairer) assignTo(d Definition, message string, entry *load.WireEntry) {
	name := d.Base().Name
	descriptor := w.descriptors[message]
	switch {
	case descriptor == nil && entry != nil:
		w.found.Errorf(entry.Pos, "there is no message %s in the .proto files", message)
		return
	case descriptor == nil:
		w.found.Errorf(d.Base().Pos, "no message carries %s: add message %s to the .proto files, or to the table "+
			"\"message %s NAME\" or \"no-message %s REASON\"", name, message, name, name)
		return
	}
	for other, m := range w.byDef {
		if m.Name == message {
			w.found.Errorf(d.Base().Pos, "message %s would carry both %s and %s", message,
				min(name, other.Base().Name), max(name, other.Base().Name))
			return
		}
	}
	m := &WireMessage{Name: message, Definition: d, Shape: ObjectShape, Pos: w.protos.Pos(descriptor)}
	if _, isUnion := d.(*Union); isUnion {
		m.Shape = OneofShape
		if w.table.get("merged", name) != nil {
			m.Shape = MergedShape
		}
	}
	w.byDef[d] = m
	w.wire.Messages = append(w.wire.Messages, m)
}

// needsMessage says which kinds of definitions have a message: objects, mixins that travel apart, and unions of
// objects. Enums and aliases are fields, and so are the two forms of a string or list.
func (w *pairer) needsMessage(d Definition) bool {
	switch d := d.(type) {
	case *Object:
		return !d.Mixin || w.table.peek("nested", d.Name) != nil
	case *Union:
		return d.Discriminator != ""
	}
	return false
}

// carriedElsewhere returns the definitions that live in the message of another: the variants of merged unions, and
// flattened unions with their variants.
func (w *pairer) carriedElsewhere() map[Definition]bool {
	elsewhere := map[Definition]bool{}
	add := func(u *Union) {
		for _, v := range u.Variants {
			if v.Object != nil {
				elsewhere[v.Object] = true
			}
		}
	}
	for _, d := range w.protocol.Definitions {
		switch d := d.(type) {
		case *Union:
			if w.table.peek("merged", d.Name) != nil {
				add(d)
			}
		case *Object:
			for _, f := range d.Fields {
				u, ok := Resolve(f.Type).Type.(*Ref)
				if !ok || w.table.peek("flat", d.Name+"."+f.Name) == nil {
					continue
				}
				if u, ok := u.To.(*Union); ok {
					elsewhere[u] = true
					add(u)
				}
			}
		}
	}
	return elsewhere
}

// breakAt reports a message whose shape is wrong.
func (w *pairer) breakAt(message string, pos diag.Pos, format string, args ...any) {
	w.broken[message] = true
	w.found.Errorf(pos, format, args...)
}

func (w *pairer) build(m *WireMessage) {
	descriptor := w.descriptors[m.Name]
	switch d := m.Definition.(type) {
	case *Object:
		members := w.fieldsOf(d, descriptor)
		members.pairAll()
		m.Fields, m.Implied = members.sorted(), members.implied
	case *Union:
		if m.Shape == MergedShape {
			w.buildMerged(m, d, descriptor)
		} else {
			w.buildOneof(m, d, descriptor)
		}
	}
}

// frame finds the message that the table names as the content of a frame.
func (w *pairer) frame() {
	for _, entry := range w.table.all("frame") {
		d := w.definitions[entry.Args[0]]
		switch m := w.byDef[d]; {
		case m == nil:
			w.found.Errorf(entry.Pos, "%s is no definition with a message", entry.Args[0])
		case m.Shape != OneofShape:
			w.found.Errorf(entry.Pos, "message %s is not the oneof of a union: a frame holds one of several variants", m.Name)
		case w.wire.Frame != nil:
			w.found.Errorf(entry.Pos, "a frame holds %s already", w.wire.Frame.Name)
		default:
			w.wire.Frame = m
		}
	}
	for _, entry := range w.table.all("media-type") {
		switch t := entry.Args[0]; {
		case !mediaType.MatchString(t):
			w.found.Errorf(entry.Pos, "%q is no media type: write it as in \"application/x-name\", in small letters and without parameters", t)
		case w.wire.MediaType != "":
			w.found.Errorf(entry.Pos, "a stream of frames is of type %s already", w.wire.MediaType)
		default:
			w.wire.MediaType = t
		}
	}
}

var mediaType = regexp.MustCompile(`^[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+$`)

// enumName is the name that a string of the schema has in an enum: "tool-call" → "TOOL_CALL".
func enumName(value string) string {
	return strings.ToUpper(armName(value))
}

// armName is the name that a discriminator's value has as an arm of a oneof: "RUN_STARTED" → "run_started".
func armName(value string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r == ' ' {
			return '_'
		}
		return r
	}, strings.ToLower(value))
}

func byNumber(fields []*WireField) []*WireField {
	return slices.SortedFunc(slices.Values(fields), func(a, b *WireField) int { return cmp.Compare(a.Number, b.Number) })
}
