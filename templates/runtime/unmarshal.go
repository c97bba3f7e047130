package runtime

import (
	"encoding/json"
	"errors"
)

// Value is a pointer to a type of this package that has a JSON form of its own.
type Value interface {
	json.Unmarshaler
	unmarshal(d *Decoder, data []byte) error
}

// Unmarshal reads a document into v, which stays as it is on error. A value of a union has a method of its own, which
// returns the variant.
func (d *Decoder) Unmarshal(data []byte, v Value) error {
	if v == nil {
		return errNoTarget
	}
	return v.unmarshal(d, data)
}

var errNoTarget = errors.New("unmarshal into nil: pass a pointer to a value")

// store ends the reading of a document and moves what was read to its place.
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

// textOf returns the JSON text of a value, or what is wrong with one that has none.
func textOf(v interface {
	AppendJSON(dst []byte) ([]byte, error)
}) string {
	text, err := v.AppendJSON(nil)
	if err != nil {
		return "!(" + err.Error() + ")"
	}
	return string(text)
}
