package wire

import (
	agui "github.com/aguigen/aguigen/templates/runtime"

	"google.golang.org/protobuf/proto"
)

// toProto fills in the message of a value.
func toProto[M proto.Message, E any](c *Encoder, m M, e E, encode func(*writer, E) bool) (M, error) {
	var none M
	var w writer
	if whole := encode(&w, e); !whole || c.flawed(&w) {
		var err error
		if w.out, err = c.explain(nil, func(w *writer) bool { return encode(w, e) }); err != nil {
			return none, err
		}
	}
	if err := (proto.UnmarshalOptions{RecursionLimit: 4 * maxDepth}).Unmarshal(w.out, m); err != nil {
		return none, err
	}
	return m, nil
}

// always is an encoder for what is never left out.
func always[E any](encode func(*writer, E)) func(*writer, E) bool {
	return func(w *writer, e E) bool {
		encode(w, e)
		return true
	}
}

// fromProto reads a message: fast where all is as expected, else by the transcoder and the JSON decoder, which is read.
func fromProto[E interface{ Validate() error }](
	d *Decoder, messages []message, which int, m proto.Message, decode func(*reader, int) E, read func([]byte) (E, error),
) (E, error) {
	var none E
	data, err := fromMessage(m, messages[which].definition)
	if err != nil {
		return none, err
	}
	r := newReader(messages, data)
	e := decode(r, len(data))
	if odd := r.free(); !odd && e.Validate() == nil {
		return e, nil
	}
	text, err := d.transcode(messages, which, data)
	if err != nil {
		return none, err
	}
	e, err = read(text)
	return e, verdict(err)
}

// asObject is the JSON decoder of an object.
func asObject[T any, P interface {
	*T
	agui.Value
}](rules *agui.Decoder) func([]byte) (*T, error) {
	return func(text []byte) (*T, error) {
		v := new(T)
		if err := rules.Unmarshal(text, P(v)); err != nil {
			return nil, err
		}
		return v, nil
	}
}

// fresh is a decoder that makes the object into which it reads.
func fresh[T any](decode func(*reader, *T, int)) func(*reader, int) *T {
	return func(r *reader, end int) *T {
		e := new(T)
		decode(r, e, end)
		return e
	}
}

// fromMessage returns the bytes of a message.
func fromMessage(m proto.Message, definition string) ([]byte, error) {
	if m == nil || !m.ProtoReflect().IsValid() {
		return nil, &MalformedError{Message: "there is no " + definition + ": the message is nil"}
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		return nil, &MalformedError{Message: err.Error()}
	}
	return data, nil
}
