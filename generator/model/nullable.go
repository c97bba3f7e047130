package model

import (
	"slices"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// Nullable is a value of a type, or null. As a required member, an element of a list or a value of a map it is a pointer in
// Go, nil for null; where the Go type has a nil of its own, that is null. An optional member may be absent as well, so it is
// a pointer to a Nullable, of which nil says that it is absent.
type Nullable struct {
	Elem Type
	Pos  diag.Pos
}

// nullless returns what n allows beside null, nil where n is not the one or the other: a list of types with "null", or a union
// with it.
func nullless(n *load.Node) *load.Node {
	if typ := n.Get("type"); typ != nil && typ.Kind == load.Array {
		return typedNullless(n, typ)
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		union := n.Get(key)
		if union == nil || len(left(n, 0)) > 1 {
			continue
		}
		rest := union.Without(onlyNull)
		switch {
		case len(rest.Elems) == len(union.Elems) || len(rest.Elems) == 0:
			return nil
		case len(rest.Elems) == 1:
			return rest.Elems[0]
		}
		return n.With(key, rest)
	}
	return nil
}

// typedNullless is nullless for a list of types: of one type and null. An enum beside it has to list null.
func typedNullless(n, typ *load.Node) *load.Node {
	null := func(t *load.Node) bool { return t.Text == "null" }
	rest := typ.Without(null)
	if len(rest.Elems) == 0 || len(rest.Elems) == len(typ.Elems) || n.Get("const") != nil {
		return nil
	}
	view := n.With("type", rest)
	if len(rest.Elems) == 1 {
		view = n.With("type", rest.Elems[0])
	}
	values := n.Get("enum")
	if values == nil {
		return view
	}
	isNullValue := func(v *load.Node) bool { return v.Kind == load.Null }
	if !slices.ContainsFunc(values.Elems, isNullValue) {
		return nil
	}
	return view.With("enum", values.Without(isNullValue))
}

// onlyNull reports whether a subschema allows null alone.
func onlyNull(n *load.Node) bool {
	keys := left(n, 0)
	if len(keys) != 1 {
		return false
	}
	switch value := n.Get(keys[0]); keys[0] {
	case "type":
		return value.Text == "null"
	case "const":
		return value.Kind == load.Null
	case "enum":
		return len(value.Elems) == 1 && value.Elems[0].Kind == load.Null
	}
	return false
}

// isNullable reports whether n is of a type that is never null, or null.
func (b *builder) isNullable(n *load.Node, at place) bool {
	inner := nullless(n)
	if inner == nil {
		return false
	}
	f, _ := b.shaped(inner, at)
	if at.whole && f&(formObject|formEnum|formConst|formUnion) != 0 { // which would have no name of its own
		return false
	}
	if f == formRef {
		to, err := b.doc.Resolve(inner.Get("$ref"))
		for range 100 { // through aliases
			if err != nil || to.Get("$ref") == nil {
				break
			}
			to, err = b.doc.Resolve(to.Get("$ref"))
		}
		if err != nil {
			return false
		}
		f, _ = b.shaped(to, definition)
	}
	return f != formAny && f != formNullable
}

func (t *Nullable) At() diag.Pos   { return t.Pos }
func (t *Nullable) Judged() *Judge { return nil }
