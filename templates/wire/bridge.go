package wire

import (
	"fmt"
	"reflect"

	"google.golang.org/protobuf/proto"
)

// toProto fills in the message of a value, as the zero Encoder does.
func toProto[M proto.Message](as *message, v any, m M) (M, error) {
	if err := new(Encoder).toProto(as, v, m); err != nil {
		var none M
		return none, err
	}
	return m, nil
}

func (c *Encoder) toProto(as *message, v any, m proto.Message) error {
	data, err := c.append(nil, as, v)
	if err != nil {
		return err
	}
	return (proto.UnmarshalOptions{RecursionLimit: 4 * maxDepth}).Unmarshal(data, m)
}

// fromProto reads a message, as the zero Decoder does.
func fromProto[E any](messages []message, which int, m proto.Message) (E, error) {
	v, err := new(Decoder).fromProto(messages, which, m)
	e, _ := v.(E)
	return e, err
}

// fromProto reads a message: fast where all is as expected, else by the transcoder and the JSON decoder.
func (d *Decoder) fromProto(messages []message, which int, m proto.Message) (any, error) {
	definition := messages[which].definition
	if m == nil || !m.ProtoReflect().IsValid() {
		return nil, &MalformedError{Message: "there is no " + definition + ": the message is nil"}
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		return nil, &MalformedError{Message: err.Error()}
	}
	r := reader{messages: messages, data: data}
	v := r.definition(&messages[which], len(data))
	if e, ok := v.(interface{ Validate() error }); ok && !r.odd && e.Validate() == nil {
		return v, nil
	}
	return d.judge(messages, which, data)
}

// judge reads what the reader does not take.
func (d *Decoder) judge(messages []message, which int, data []byte) (any, error) {
	m := &messages[which]
	if m.unknown != nil {
		foreign, err := d.foreign(messages, which, data)
		if foreign {
			return nil, m.unknown
		}
		if err != nil {
			return nil, err
		}
	}
	text, err := d.transcode(messages, which, data)
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

// messageOf returns the place of a message in the table by its Go type.
func messageOf(messages []message, m proto.Message) (int, error) {
	typ := reflect.TypeOf(m)
	for i := range messages {
		if reflect.TypeOf(messages[i].pb) == typ && typ != nil {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%T is not a message of a definition", m)
}

// anyToProto fills in the message of a value of any definition.
func (c *Encoder) anyToProto(messages []message, v any, m proto.Message) error {
	which, err := messageOf(messages, m)
	if err != nil {
		return err
	}
	if !messages[which].is.holds(v) {
		return fmt.Errorf("%T does not carry %T", m, v)
	}
	return c.toProto(&messages[which], v, m)
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

// anyFromProto reads a message of any definition.
func (d *Decoder) anyFromProto(messages []message, m proto.Message) (any, error) {
	which, err := messageOf(messages, m)
	if err != nil {
		return nil, err
	}
	return d.fromProto(messages, which, m)
}
