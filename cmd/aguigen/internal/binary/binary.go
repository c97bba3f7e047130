// Package binary converts messages of the binary encoding to JSON, by the .proto files and the table that pairs them
// with the schema. It takes the model of both and the bytes of a message, and returns the JSON of an event.
package binary

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/aguigen/aguigen/generator/model"
)

// Decoder converts the content of a frame to JSON.
type Decoder struct {
	frame *model.WireMessage
	desc  protoreflect.MessageDescriptor
}

// New returns a Decoder for the frames of a protocol.
func New(w *model.Wire) (*Decoder, error) {
	if w.Frame == nil {
		return nil, errors.New("its wire-map.txt does not say what a frame holds: add a line \"frame UNION\"")
	}
	files, err := protodesc.NewFiles(&descriptorpb.FileDescriptorSet{File: w.Files})
	if err != nil {
		return nil, err
	}
	name := protoreflect.FullName(w.Package + "." + w.Frame.Name)
	desc, err := files.FindDescriptorByName(name)
	if err != nil {
		return nil, err
	}
	return &Decoder{w.Frame, desc.(protoreflect.MessageDescriptor)}, nil
}

var errMessage = errors.New("the frame holds no message of the binary encoding")

// JSON returns the JSON of a message.
func (d *Decoder) JSON(data []byte) ([]byte, error) {
	arms, err := topFields(data)
	if err != nil {
		return nil, err
	}
	known := slices.DeleteFunc(slices.Clone(arms), func(n protowire.Number) bool { return d.desc.Fields().ByNumber(n) == nil })
	switch {
	case len(arms) == 0:
		return nil, errors.New("the frame holds no event")
	case len(known) == 0:
		return nil, fmt.Errorf("the frame holds an event that these .proto files do not have, as field %d", arms[0])
	case len(known) > 1 && d.frame.Shape == model.OneofShape:
		return nil, fmt.Errorf("the frame holds several events at once, as fields %d and %d", known[0], known[1])
	}
	m := dynamicpb.NewMessage(d.desc)
	if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(data, m); err != nil {
		return nil, errMessage
	}
	if d.frame.Shape == model.OneofShape && m.WhichOneof(d.desc.Oneofs().ByName(protoreflect.Name(d.frame.Oneof))) == nil {
		return nil, errMessage
	}
	var w writer
	w.message(d.frame, m)
	if w.err != nil {
		return nil, w.err
	}
	return w.buf.Bytes(), nil
}

// topFields lists the numbers of a message's fields, each once.
func topFields(data []byte) (list []protowire.Number, err error) {
	for len(data) > 0 {
		number, _, n := protowire.ConsumeField(data)
		if n < 0 {
			return nil, errMessage
		}
		if !slices.Contains(list, number) {
			list = append(list, number)
		}
		data = data[n:]
	}
	return list, nil
}

// writer writes messages as JSON.
type writer struct {
	buf bytes.Buffer
	err error
}

func (w *writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

func (w *writer) text(s string) { w.value(s) }

func (w *writer) value(v any) {
	e := json.NewEncoder(&w.buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		w.fail("%v", err)
		return
	}
	w.buf.Truncate(w.buf.Len() - 1) // the line's end
}

// object writes an object, whose members are written by the function.
func (w *writer) object(members func(member func(name string))) {
	w.buf.WriteByte('{')
	seen := map[string]bool{}
	members(func(name string) {
		if seen[name] {
			w.fail("the frame holds %s in two forms at once", name)
		}
		if len(seen) > 0 {
			w.buf.WriteByte(',')
		}
		seen[name] = true
		w.text(name)
		w.buf.WriteByte(':')
	})
	w.buf.WriteByte('}')
}

func (w *writer) message(m *model.WireMessage, v protoreflect.Message) {
	switch m.Shape {
	case model.ObjectShape:
		w.object(func(member func(string)) { w.implied(m, member); w.fields(m.Fields, v, "", member) })
	case model.OneofShape:
		w.oneof(m, v)
	case model.MergedShape:
		w.merged(m, v)
	}
}

func (w *writer) implied(m *model.WireMessage, member func(string)) {
	for _, f := range m.Implied {
		if constant, ok := model.Resolve(f.Type).Type.(*model.Literal); ok {
			member(f.Name)
			w.text(constant.Value)
		}
	}
}

func (w *writer) oneof(m *model.WireMessage, v protoreflect.Message) {
	set := v.WhichOneof(v.Descriptor().Oneofs().ByName(protoreflect.Name(m.Oneof)))
	u := m.Definition.(*model.Union)
	if set == nil {
		w.object(func(func(string)) {})
		return
	}
	for _, arm := range m.Arms {
		if arm.Number != int32(set.Number()) {
			continue
		}
		w.object(func(member func(string)) {
			member(u.Discriminator)
			w.text(arm.Variant.Value)
			w.fields(arm.Message.Fields, v.Get(set).Message(), arm.Variant.Value, member)
		})
		return
	}
	w.fail("field %s of %s carries nothing", set.Name(), m.Name)
}

// merged writes the variant that the tag names, and what else is there.
func (w *writer) merged(m *model.WireMessage, v protoreflect.Message) {
	u := m.Definition.(*model.Union)
	tag := w.word(m.Tag, v.Get(w.field(v, m.Tag)))
	has := func(f *model.WireField) bool { return v.Has(w.field(v, f)) }
	fields := slices.DeleteFunc(slices.Clone(m.Fields), func(f *model.WireField) bool { return !has(f) && f.Presence != model.Implicit })
	for _, variant := range m.Variants {
		if variant.Variant.Value != tag {
			continue
		}
		if i := slices.IndexFunc(variant.Conflicts, has); i >= 0 {
			w.fail("the frame holds a %s with the field %s, which it cannot have", tag, variant.Conflicts[i].Name)
		}
		fields = slices.Clone(variant.Fields)
		for _, f := range variant.Surplus {
			if has(f) {
				fields = append(fields, f)
			}
		}
	}
	fields = slices.DeleteFunc(fields, func(f *model.WireField) bool { return f.Number == m.Tag.Number })
	w.object(func(member func(string)) {
		member(u.Discriminator)
		w.text(tag)
		w.fields(fields, v, "", member)
	})
}

func (w *writer) field(v protoreflect.Message, f *model.WireField) protoreflect.FieldDescriptor {
	return v.Descriptor().Fields().ByNumber(protoreflect.FieldNumber(f.Number))
}

// fields writes the members that fields carry. Of a variant that a place has picked, tag is the value.
func (w *writer) fields(fields []*model.WireField, v protoreflect.Message, tag string, member func(string)) {
	texts := map[string]bool{} // members whose text is there
	for _, f := range fields {
		if f.Part == model.PartText && v.Has(w.field(v, f)) {
			texts[f.Field.Name] = true
		}
	}
	for _, f := range fields {
		d := w.field(v, f)
		switch f.Part {
		case model.PartGroup:
			if !v.Has(d) {
				w.fail("%s has no %s", v.Descriptor().Name(), f.Name)
				return
			}
			w.group(f, v.Get(d).Message(), tag, member)
		case model.PartFlatTag:
			w.flat(f, fields, v, member)
		case model.PartPayload: // written with its tag
		case model.PartText:
			if v.Has(d) {
				member(f.Field.Name)
				w.text(v.Get(d).String())
			}
		case model.PartList:
			if full := v.Get(d).List().Len() > 0; full || !texts[f.Field.Name] && f.Field.Required {
				member(f.Field.Name)
				w.list(f, v.Get(d).List())
			}
		default:
			w.whole(f, v, member)
		}
	}
}

// group writes the members of a mixin, of which a constant agrees with the place of the whole.
func (w *writer) group(f *model.WireField, v protoreflect.Message, tag string, member func(string)) {
	var others []*model.WireField
	for _, g := range f.Group {
		if g.Form != model.FormEnum {
			others = append(others, g)
			continue
		}
		if word := w.word(g, v.Get(w.field(v, g))); tag != "" && word != tag {
			w.fail("the frame holds %s, but its %s says %s", tag, g.Name, word)
		}
	}
	w.fields(others, v, tag, member)
}

// flat writes a union whose variant is named by one field, with its members beside.
func (w *writer) flat(f *model.WireField, fields []*model.WireField, v protoreflect.Message, member func(string)) {
	tag := v.Get(w.field(v, f)).String()
	if tag == "" {
		for _, p := range fields { // members of what is not there
			if p.Part == model.PartPayload && p.Union == f.Union && v.Has(w.field(v, p)) {
				member(p.Field.Name)
				w.held(p, v.Get(w.field(v, p)))
			}
		}
		return
	}
	member(f.Field.Name)
	w.object(func(inner func(string)) {
		inner(f.Union.Discriminator)
		w.text(tag)
		for _, p := range fields {
			if p.Part != model.PartPayload || p.Union != f.Union {
				continue
			}
			i := slices.IndexFunc(p.Owners, func(o *model.WireOwner) bool { return o.Variant.Value == tag })
			if v.Has(w.field(v, p)) || i >= 0 && p.Owners[i].Field.Required {
				inner(p.Field.Name)
				w.held(p, v.Get(w.field(v, p)))
			}
		}
	})
}

func (w *writer) whole(f *model.WireField, v protoreflect.Message, member func(string)) {
	d := w.field(v, f)
	if !v.Has(d) && (f.Presence == model.Explicit || f.Presence == model.Nested || !f.Field.Required) {
		return
	}
	member(f.Field.Name)
	w.held(f, v.Get(d))
}

// held writes what a field holds.
func (w *writer) held(f *model.WireField, v protoreflect.Value) {
	if f.Presence == model.Repeated {
		w.list(f, v.List())
		return
	}
	w.one(f, v)
}

func (w *writer) list(f *model.WireField, l protoreflect.List) {
	w.buf.WriteByte('[')
	for i := range l.Len() {
		if i > 0 {
			w.buf.WriteByte(',')
		}
		w.one(f, l.Get(i))
	}
	w.buf.WriteByte(']')
}

func (w *writer) one(f *model.WireField, v protoreflect.Value) {
	switch f.Form {
	case model.FormString, model.FormEnumName, model.FormLiteral:
		w.text(v.String())
	case model.FormBool:
		w.value(v.Bool())
	case model.FormInt:
		w.value(v.Int())
	case model.FormDouble:
		w.value(v.Float())
	case model.FormEnum:
		w.text(w.word(f, v))
	case model.FormMessage:
		w.message(f.Message, v.Message())
	default:
		w.any(v.Message())
	}
}

// word returns the text of an enum's number, or a text.
func (w *writer) word(f *model.WireField, v protoreflect.Value) string {
	if f.Form != model.FormEnum {
		return v.String()
	}
	for _, e := range f.Enum.Values {
		if e.Number == int32(v.Enum()) {
			return e.Value
		}
	}
	return strconv.Itoa(int(v.Enum()))
}

// any writes a Value or Struct.
func (w *writer) any(m protoreflect.Message) {
	text, err := protojson.Marshal(m.Interface())
	if err == nil {
		err = json.Compact(&w.buf, text)
	}
	if err != nil {
		w.fail("a value cannot be written as JSON: it has a number that is none, or nothing in it")
	}
}
