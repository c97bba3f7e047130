package wire

import (
	"google.golang.org/protobuf/proto"
)

// message fills in the message of a value.
func (c *Encoder) message(m proto.Message, encode func(*writer) bool) error {
	w := writer{}
	if whole := encode(&w); !whole || c.flawed(&w) {
		var err error
		if w.out, err = c.explain(nil, encode); err != nil {
			return err
		}
	}
	return proto.UnmarshalOptions{RecursionLimit: 4 * maxDepth}.Unmarshal(w.out, m)
}

// fromMessage gives the bytes of a message.
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
