package model

import (
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/aguigen/aguigen/generator/load"
)

// fieldPairer pairs the members of one object with the fields of one message.
type fieldPairer struct {
	*pairer
	object  *Object
	message protoreflect.MessageDescriptor
	only    map[string]bool // the members to pair, nil for all
	merged  bool            // the message serves other objects too, so a required member may need presence
	placed  string          // the discriminator, where the place of the message says its value
	fields  []*WireField
	implied []*Field
}

// fieldsOf prepares the pairing of an object with a message of its own.
func (w *pairer) fieldsOf(o *Object, message protoreflect.MessageDescriptor) *fieldPairer {
	return &fieldPairer{pairer: w, object: o, message: message, placed: w.placedDiscriminator(o)}
}

// placedDiscriminator returns the member by which a union tells the object from its other variants where that union is
// a oneof: there the arm says it.
func (w *pairer) placedDiscriminator(o *Object) string {
	for _, m := range w.wire.Messages {
		if u, ok := m.Definition.(*Union); ok && m.Shape == OneofShape {
			for _, v := range u.Variants {
				if v.Object == o {
					return u.Discriminator
				}
			}
		}
	}
	return ""
}

func (m *fieldPairer) sorted() []*WireField { return byNumber(m.fields) }

func (m *fieldPairer) pairAll() {
	apart := map[string]bool{} // members that travel in a message of their own
	for _, name := range m.object.Mixins {
		if entry := m.table.get("nested", name); entry != nil && m.only == nil {
			m.group(name, entry, apart)
		}
	}
	for _, f := range m.object.Fields {
		if !apart[f.Name] && (m.only == nil || m.only[f.Name]) {
			m.pair(f)
		}
	}
}

// group pairs the members that the object has from a mixin with the message of that mixin.
func (m *fieldPairer) group(name string, entry *load.WireEntry, apart map[string]bool) {
	mixin, ok := m.definitions[name].(*Object)
	carrier := m.byDef[m.definitions[name]]
	if !ok || carrier == nil {
		m.found.Errorf(entry.Pos, "%s is no mixin with a message", name)
		return
	}
	for _, f := range mixin.Fields {
		apart[f.Name] = true
	}
	if m.merged {
		m.found.Errorf(entry.Pos, "%s shares a message with other variants, where members cannot travel apart", m.object.Name)
		return
	}
	fd := m.message.Fields().ByName(protoreflect.Name(entry.Args[1]))
	if fd == nil || fd.Message() == nil || fd.IsList() || m.protos.Name(fd.Message()) != carrier.Name {
		m.breakAt(m.protos.Name(m.message), m.protos.Pos(m.message), "message %s has no field %s of message %s for the members that %s has from %s",
			m.protos.Name(m.message), entry.Args[1], carrier.Name, m.object.Name, name)
		return
	}
	inner := &fieldPairer{pairer: m.pairer, object: m.object, message: fd.Message(), only: apart, placed: ""}
	inner.pairAll()
	w := m.newField(fd, nil, PartGroup)
	w.Form, w.Message, w.Mixin, w.Group = FormMessage, carrier, mixin, inner.sorted()
}

// pair finds the field or fields of one member.
func (m *fieldPairer) pair(f *Field) {
	key := m.object.Name + "." + f.Name
	if m.table.get("no-field", key) != nil {
		return
	}
	if entry := m.table.get("split", key); entry != nil {
		if m.spreads(entry) {
			m.split(f, entry)
		}
		return
	}
	if entry := m.table.get("flat", key); entry != nil {
		if m.spreads(entry) {
			m.flat(f, entry)
		}
		return
	}
	fd := m.lookup(f, key)
	if fd == nil {
		return
	}
	w := m.newField(fd, f, PartWhole)
	m.carry(w, fd, key)
	m.checkPresence(w)
}

// spreads reports whether a member may go into several fields. One that travels in the message of a mixin may not.
func (m *fieldPairer) spreads(entry *load.WireEntry) bool {
	if m.only == nil {
		return true
	}
	m.breakAt(m.protos.Name(m.message), entry.Pos, "%s comes from a mixin whose members travel in a message of their own, where each has to be "+
		"one field: take the entry out, or have the member outside of the mixin", entry.Args[0])
	return false
}

// lookup finds the field that carries a member: the one the table names, or the one whose JSON name it is. It
// reports a member that has none, unless the place of the message implies its value.
func (m *fieldPairer) lookup(f *Field, key string) protoreflect.FieldDescriptor {
	name := m.protos.Name(m.message)
	if entry := m.table.get("field", key); entry != nil {
		fd := m.message.Fields().ByName(protoreflect.Name(entry.Args[1]))
		if fd == nil {
			m.found.Errorf(entry.Pos, "message %s has no field %s", name, entry.Args[1])
		}
		return fd
	}
	if fd := m.message.Fields().ByJSONName(f.Name); fd != nil {
		return fd
	}
	if _, constant := f.Type.(*Literal); constant && f.Name == m.placed {
		m.implied = append(m.implied, f)
		return nil
	}
	m.found.Errorf(f.Pos, "no field of message %s carries %s: add one to the .proto files and its number to wire-numbers.txt, or "+
		"to the table \"no-field DEFINITION.%s REASON\"; schema and .proto files must be of one version", name, f.Name, f.Name)
	return nil
}

// newField notes that a field is carried. Two members of one object in one field are an error.
func (m *fieldPairer) newField(fd protoreflect.FieldDescriptor, f *Field, part Part) *WireField {
	w := &WireField{
		Name: string(fd.Name()), Number: int32(fd.Number()), Presence: presence(fd), Pos: m.protos.Pos(fd),
		Part: part, Field: f,
	}
	if f != nil {
		w.Type = Resolve(f.Type).Type
	}
	if i := slices.IndexFunc(m.fields, func(o *WireField) bool { return o.Number == w.Number }); i >= 0 {
		m.found.Errorf(w.Pos, "field %s.%s would carry two members of %s", m.protos.Name(m.message), w.Name, m.object.Name)
	}
	m.carried[fd.FullName()] = true
	m.fields = append(m.fields, w)
	return w
}

func presence(fd protoreflect.FieldDescriptor) Presence {
	switch {
	case fd.IsList(), fd.IsMap():
		return Repeated
	case fd.Message() != nil:
		return Nested
	case fd.HasPresence():
		return Explicit
	}
	return Implicit
}

// checkPresence compares what the schema and the field say about absence. A message always has presence and a list
// never does, so neither can disagree.
func (m *fieldPairer) checkPresence(w *WireField) {
	name := m.protos.Name(m.message) + "." + w.Name
	switch {
	case w.Presence == Implicit && !w.Field.Required:
		m.found.Errorf(w.Pos, "field %s has no presence, but %s is optional in the schema (%s): write \"optional\" before "+
			"its type, or absent and empty become one", name, w.Field.Name, w.Field.Pos)
	case w.Presence == Explicit && w.Field.Required && !m.merged:
		m.found.Errorf(w.Pos, "field %s is optional, but the schema requires %s (%s): remove \"optional\", which changes the "+
			"bytes of an empty value", name, w.Field.Name, w.Field.Pos)
	}
}

// split pairs a string or list with the two fields that carry one of them each.
func (m *fieldPairer) split(f *Field, entry *load.WireEntry) {
	text, list := stringOrList(f.Type)
	if text == nil {
		m.breakAt(m.protos.Name(m.message), entry.Pos, "%s is not a string or list", entry.Args[0])
		return
	}
	for i, part := range []Part{PartText, PartList} {
		fd := m.message.Fields().ByName(protoreflect.Name(entry.Args[1+i]))
		if fd == nil {
			m.found.Errorf(entry.Pos, "message %s has no field %s", m.protos.Name(m.message), entry.Args[1+i])
			continue
		}
		w := m.newField(fd, f, part)
		w.Type = []Type{text, list}[i]
		m.carry(w, fd, entry.Args[0])
		if part == PartText && w.Presence == Implicit {
			m.found.Errorf(w.Pos, "field %s.%s has no presence, so an empty string cannot be told from a list: write \"optional\" "+
				"before its type", m.protos.Name(m.message), w.Name)
		}
	}
}

// stringOrList returns the two forms of a union that the JSON type tells apart, nil if the type is none.
func stringOrList(t Type) (text, list Type) {
	ref, ok := Resolve(t).Type.(*Ref)
	if !ok {
		return nil, nil
	}
	u, ok := ref.To.(*Union)
	if !ok || !u.TextOrList() {
		return nil, nil
	}
	for _, v := range u.Variants {
		if _, isList := Resolve(v.Type).Type.(*List); isList {
			list = Resolve(v.Type).Type
		} else {
			text = Resolve(v.Type).Type
		}
	}
	if text == nil || list == nil {
		return nil, nil
	}
	return text, list
}

// carry decides the form of the field's values.
func (m *fieldPairer) carry(w *WireField, fd protoreflect.FieldDescriptor, key string) {
	if oneof := fd.ContainingOneof(); oneof != nil && !oneof.IsSynthetic() {
		m.found.Errorf(w.Pos, "field %s.%s is in oneof %s, but %s is an object, whose members do not exclude each other",
			m.protos.Name(m.message), w.Name, oneof.Name(), m.object.Name)
	}
	t := w.Type
	list, isList := t.(*List)
	if isList {
		t = Resolve(list.Elem).Type
	}
	w.Type = t
	complaint := m.form(w, fd, key)
	if isList && complaint == "" && packed(w.Form) {
		complaint = "a list of numbers is packed into one field, which is not modelled: teach model/wire_fields.go and the emitters first"
	}
	if isList != fd.IsList() || fd.IsMap() || complaint != "" {
		if complaint == "" {
			complaint = "one of them is a list"
		}
		m.found.Errorf(w.Pos, "field %s.%s of type %s cannot carry %s (%s): %s", m.protos.Name(m.message), w.Name, m.fieldWords(fd),
			key, w.Field.Pos, complaint)
	}
}

// packed reports whether the elements of a list stand behind each other without a tag for each.
func packed(f Form) bool {
	return f == FormBool || f == FormInt || f == FormDouble || f == FormEnum
}

// fieldWords is the type of a field as its file spells it, without the package.
func (m *fieldPairer) fieldWords(fd protoreflect.FieldDescriptor) string {
	words := fd.Kind().String()
	if fd.Message() != nil {
		words = m.protos.Name(fd.Message())
	}
	if fd.Enum() != nil {
		words = m.protos.Name(fd.Enum())
	}
	if fd.IsList() {
		words = "repeated " + words
	}
	return words
}
