package runtime

import (
	"encoding/json"
	"errors"
)

// Value is implemented by pointers to the types of this package, other than unions.
type Value interface {
	json.Unmarshaler
	unmarshal(d *Decoder, data []byte) error
}

// Unmarshal decodes a document into v, which is unchanged on error. For a union, use its own method, which returns
// the variant.
func (d *Decoder) Unmarshal(data []byte, v Value) error {
	if v == nil {
		return errNoTarget
	}
	return v.unmarshal(d, data)
}

var errNoTarget = errors.New("unmarshal into nil: pass a pointer to a value")

// store ends the reading of a document and stores the result.
func store[T any](r *reader, to, from *T) error {
	if err := r.done(); err != nil {
		return err
	}
	if to == nil {
		return errNoTarget
	}
	*to = *from
	return nil
}

// textOf returns the JSON text of a value, or the error if it cannot be encoded.
func textOf(v interface {
	AppendJSON(dst []byte) ([]byte, error)
}) string {
	text, err := v.AppendJSON(nil)
	if err != nil {
		return "!(" + err.Error() + ")"
	}
	return string(text)
}
