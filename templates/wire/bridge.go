package wire

import (
	"fmt"
	"reflect"

	"google.golang.org/protobuf/proto"
)

// toProto fills in the message of a value, with default options.
func toProto[M proto.Message](which int, v any, m M) (M, error) {
	if err := new(Encoder).toProto(which, v, m); err != nil {
		var none M
		return none, err
	}
	return m, nil
}

func (c *Encoder) toProto(which int, v any, m proto.Message) error {
	data, err := c.append(nil, &shapes[which], v)
	if err != nil {
		return err
	}
	return (proto.UnmarshalOptions{RecursionLimit: 4 * maxDepth}).Unmarshal(data, m)
}

// fromProto reads a message, with default options.
func fromProto[E any](which int, m proto.Message) (E, error) {
	v, err := new(Decoder).fromProto(which, m)
	e, _ := v.(E)
	return e, err
}

// fromProto reads a message: by the reader if everything is as expected, otherwise by the transcoder and the
// JSON decoder.
func (d *Decoder) fromProto(which int, m proto.Message) (any, error) {
	definition := shapes[which].definition
	if m == nil || !m.ProtoReflect().IsValid() {
		return nil, &MalformedError{Message: "there is no " + definition + ": the message is nil"}
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		return nil, &MalformedError{Message: err.Error()}
	}
	r := reader{messages: shapes, data: data}
	v := r.definition(&shapes[which], len(data))
	if e, ok := v.(interface{ Validate() error }); ok && !r.odd && e.Validate() == nil {
		return v, nil
	}
	return d.judge(which, data)
}

// judge reads a message that the reader does not accept.
func (d *Decoder) judge(which int, data []byte) (any, error) {
	m := &shapes[which]
	if m.unknown != nil {
		foreign, err := d.foreign(shapes, which, data)
		if foreign {
			return nil, m.unknown
		}
		if err != nil {
			return nil, err
		}
	}
	text, err := d.transcode(shapes, which, data)
	if err != nil {
		return nil, err
	}
	v, err := m.is.decode(d.Rules, text)
	if m.unknown != nil {
		if which, _ := m.is.variant(v); which == unknownPlace {
			return nil, m.unknown
		}
	}
	return v, verdict(err)
}

// messageOf returns the index in the table of a message, given its Go type.
func messageOf(m proto.Message) (int, error) {
	typ := reflect.TypeOf(m)
	for i := range shapes {
		if reflect.TypeOf(shapes[i].pb) == typ && typ != nil {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%T is not a message of a definition", m)
}

// ToProto fills in the message of a value, like the functions named after definitions. It fails if v and m have
// different definitions.
func (c *Encoder) ToProto(v any, m proto.Message) error {
	which, err := messageOf(m)
	if err != nil {
		return err
	}
	if !shapes[which].is.holds(v) {
		return fmt.Errorf("%T does not carry %T", m, v)
	}
	return c.toProto(which, v, m)
}

// holds reports whether a value is of the type.
func (t *goType) holds(v any) bool {
	if t.variant != nil {
		place, _ := t.variant(v)
		return place != noPlace
	}
	_, own := t.fresh()
	return reflect.TypeOf(v) == reflect.TypeOf(own)
}

// FromProto reads a message and returns the same as the function named after its definition.
func (d *Decoder) FromProto(m proto.Message) (any, error) {
	which, err := messageOf(m)
	if err != nil {
		return nil, err
	}
	return d.fromProto(which, m)
}
