package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// walk turns what the library says about a document into findings.
type walk struct {
	schema *Schema
	doc    *Document
	root   *node
	found  []hit
}

// hit is a finding whose place is still an offset into the text.
type hit struct {
	Finding
	at    int
	doubt bool // it only follows from another one
}

func (w *walk) add(at int, f Finding) { w.found = append(w.found, hit{Finding: f, at: at}) }

// owner is the schema of a value on the way to the one at hand.
type owner struct {
	path   []string
	schema *jsonschema.Schema
	up     *owner
}

// of gives the schema of the value at a path, nil if it was not met on the way.
func (o *owner) of(path []string) *jsonschema.Schema {
	for ; o != nil; o = o.up {
		if slices.Equal(o.path, path) {
			return o.schema
		}
	}
	return nil
}

// visit goes through the library's tree of causes, in a union only where the document belongs.
func (w *walk) visit(e *jsonschema.ValidationError, o *owner) {
	if !slices.Equal(e.InstanceLocation, o.path) {
		location := e.SchemaURL
		if ref, ok := e.ErrorKind.(*kind.Reference); ok {
			location = ref.URL
		}
		o = &owner{e.InstanceLocation, w.schema.at(location), o}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.OneOf:
		w.oneOf(e, k, o)
	case *kind.AnyOf:
		w.alternatives(e, "anyOf", o)
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
		for _, cause := range e.Causes {
			w.visit(cause, o)
		}
	default:
		w.leaf(e, o)
	}
}

func (w *walk) oneOf(e *jsonschema.ValidationError, k *kind.OneOf, o *owner) {
	if len(k.Subschemas) > 0 {
		w.note(e, "oneOf", "two of the forms that exclude each other fit this value")
		return
	}
	schema := w.schema.at(e.SchemaURL)
	u := w.schema.union(schema)
	if u == nil || len(e.Causes) != len(u.values) {
		w.alternatives(e, "oneOf", o)
		return
	}
	n := w.root.find(e.InstanceLocation)
	if i := u.selected(n); i >= 0 {
		w.visit(e.Causes[i], &owner{e.InstanceLocation, u.variants[i], o.up})
		return
	}
	w.note(e, "oneOf", w.noVariant(nameOf(schema), u, n))
	if tag := n.members[u.tag]; tag != nil {
		w.found[len(w.found)-1].at = tag.at
	}
}

// noVariant says why a value is none of a union's variants.
func (w *walk) noVariant(name string, u *union, n *node) string {
	tag := n.members[u.tag]
	switch text, ok := tag.text(); {
	case n.members == nil:
		return fmt.Sprintf("found %s where an object with %q belongs", n.kind(), u.tag)
	case tag == nil:
		return fmt.Sprintf("%q is missing%s", u.tag, instead(u, n))
	case !ok:
		return fmt.Sprintf("%q is %s, not a string", u.tag, tag.kind())
	default:
		why := cmp.Or(w.schema.meant(text, u.values), ": it belongs to another version or to another protocol")
		return fmt.Sprintf("%s has no variant with %s %s%s", cmp.Or(name, "the union"), u.tag, quote(text), why)
	}
}

// instead is the end of a sentence about an object without tag: what it has in its place.
func instead(u *union, n *node) string {
	if near := otherSpelling(u.tag, n.keys); near != "" {
		return fmt.Sprintf(": it has %s, did you mean %q?", quote(near), u.tag)
	}
	for _, key := range n.keys {
		if u.selected(n.members[key]) >= 0 {
			return fmt.Sprintf(": it stands inside %s, is this a wrapper?", quote(key))
		}
	}
	return ""
}

// alternatives finds the branch that was meant: the only one that takes the JSON type of the value.
func (w *walk) alternatives(e *jsonschema.ValidationError, keyword string, o *owner) {
	var likely []*jsonschema.ValidationError
	var want []string
	for _, cause := range e.Causes {
		if types := wrongType(cause, e.InstanceLocation); types != nil {
			want = append(want, types...)
		} else {
			likely = append(likely, cause)
		}
	}
	switch {
	case len(likely) == 1:
		w.visit(likely[0], o)
	case len(likely) == 0 && len(want) > 0:
		w.note(e, keyword, w.mismatch(e, want, o))
	default:
		w.note(e, keyword, "this is none of the forms that are allowed here")
	}
}

// wrongType gives the types that a branch wants, if the value's type is why it fails.
func wrongType(e *jsonschema.ValidationError, path []string) []string {
	for len(e.Causes) == 1 && len(e.InstanceLocation) == len(path) {
		e = e.Causes[0]
	}
	if k, ok := e.ErrorKind.(*kind.Type); ok && len(e.InstanceLocation) == len(path) {
		return k.Want
	}
	return nil
}

// note adds a finding at the value that e is about.
func (w *walk) note(e *jsonschema.ValidationError, keyword, message string) {
	w.add(w.root.find(e.InstanceLocation).at, Finding{
		Pointer: pointer(e.InstanceLocation), Keyword: keyword, Schema: fragment(e.SchemaURL) + "/" + keyword, Message: message,
	})
}

// suppress drops what only follows from something else: where a part of an allOf fails, the library takes the properties
// of that part for unknown ones.
func (w *walk) suppress() {
	if slices.ContainsFunc(w.found, func(h hit) bool { return !h.doubt }) {
		w.found = slices.DeleteFunc(w.found, func(h hit) bool { return h.doubt })
	}
}

// findings gives what was found in the order of the document, each sentence once.
func (w *walk) findings() []Finding {
	slices.SortStableFunc(w.found, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Message, b.Message))
	})
	w.found = slices.CompactFunc(w.found, func(a, b hit) bool {
		return a.at == b.at && a.Pointer == b.Pointer && a.Message == b.Message
	})
	var list []Finding
	for _, h := range w.found {
		h.Line, h.Column = w.doc.place(h.at)
		list = append(list, h.Finding)
	}
	return list
}

// pointer writes a path as a JSON Pointer (RFC 6901).
func pointer(path []string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1"))
	}
	return b.String()
}
