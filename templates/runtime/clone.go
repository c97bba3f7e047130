package runtime

import (
	"encoding/json"
	"reflect"
)

// clonePtr copies what an optional field points to.
func clonePtr[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// cloneRaw copies a JSON value.
func cloneRaw(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return nil
	}
	return append(json.RawMessage{}, raw...)
}

// cloneMap copies a map and its values.
func cloneMap(m map[string]json.RawMessage) map[string]json.RawMessage {
	if m == nil {
		return nil
	}
	c := make(map[string]json.RawMessage, len(m))
	for key, raw := range m {
		c[key] = cloneRaw(raw)
	}
	return c
}

// cloneList copies a list, each element with clone.
func cloneList[S ~[]E, E any](list S, clone func(E) E) S {
	if list == nil {
		return nil
	}
	c := make(S, len(list))
	for i, v := range list {
		c[i] = clone(v)
	}
	return c
}

// cloneMapOf copies a map and its values.
func cloneMapOf[M ~map[string]E, E any](m M, clone func(E) E) M {
	if m == nil {
		return nil
	}
	c := make(M, len(m))
	for key, v := range m {
		c[key] = clone(v)
	}
	return c
}

// isNothing reports whether v is nil or a nil pointer.
func isNothing(v any) bool {
	p := reflect.ValueOf(v)
	return !p.IsValid() || p.Kind() == reflect.Pointer && p.IsNil()
}
