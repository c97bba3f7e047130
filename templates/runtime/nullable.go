package runtime

import "encoding/json"

// Nullable is an optional property that may be null. A nil pointer to a Nullable is an absent property; a pointer to
// the zero Nullable is null.
type Nullable[T any] struct {
	Value *T // nil for null
}

// NullableOf returns an optional property with a value.
func NullableOf[T any](v T) *Nullable[T] { return &Nullable[T]{Value: &v} }

// MarshalJSON returns the JSON text of the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.Value) }

// UnmarshalJSON reads a value or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	n.Value = nil
	return json.Unmarshal(data, &n.Value)
}

// cloneNullable copies an optional property and its value.
func cloneNullable[T any](n *Nullable[T], clone func(T) T) *Nullable[T] {
	if n == nil || n.Value == nil {
		return clonePtr(n)
	}
	return NullableOf(clone(*n.Value))
}
