package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/templates/runtime"
)

// walk converts the library's errors about a document to findings.
type walk struct {
	schema *Schema
	doc    *Document
	root   *node
	most   int   // findings that are kept
	found  []hit // since the last settle
	sure   hits
	doubts hits // what only follows from something else
	notes  []hit

	misnamed []misnamed // what badName has found
}

// hits are the first of their kind in a document, in its order, and the number of all.
type hits struct {
	first []hit
	count int
}

// hit is a finding that is not written out yet: a document can have millions, and few of them are shown.
type hit struct {
	at       int // offset into the text
	keyword  string
	property string
	doubt    bool // it only follows from another one
	finding  func() Finding
}

// sameHit reports whether two hits are one finding: several parts of an allOf may find the same.
func sameHit(h, other hit) bool {
	return h.at == other.at && h.keyword == other.keyword && h.property == other.property
}

func (w *walk) add(at int, f Finding) {
	h := hit{at: at, keyword: f.Keyword, finding: func() Finding { return f }}
	if f.Note {
		w.notes = append(w.notes, h)
		return
	}
	w.found = append(w.found, h)
}

// owner is the schema of a value on the way to the current one.
type owner struct {
	path   []string
	schema *jsonschema.Schema
	up     *owner
}

// of returns the schema of the value at a path, nil if it was not met on the way.
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
	if k, ok := e.ErrorKind.(*kind.PropertyNames); ok { // whose place is not to be trusted
		w.badName(e, k, o)
		return
	}
	if !slices.Equal(e.InstanceLocation, o.path) {
		location := e.SchemaURL
		if ref, ok := e.ErrorKind.(*kind.Reference); ok {
			location = ref.URL
		}
		o = &owner{e.InstanceLocation, w.schema.at(location), o}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.OneOf:
		if len(k.Subschemas) > 0 {
			w.note(e, "oneOf", always(runtime.TwoForms))
			return
		}
		w.union(e, "oneOf", o)
	case *kind.AnyOf:
		w.union(e, "anyOf", o)
	case *kind.Schema, *kind.Group, *kind.AllOf, *kind.Reference:
		for _, cause := range e.Causes {
			w.visit(cause, o)
		}
	default:
		w.leaf(e, o)
	}
}

// union handles a value that matches no branch of a oneOf or anyOf.
func (w *walk) union(e *jsonschema.ValidationError, keyword string, o *owner) {
	schema := w.schema.at(e.SchemaURL)
	if schema != nil && w.constants(e, keyword, forms(schema)) {
		return
	}
	u := w.schema.union(schema)
	if u == nil || len(e.Causes) != len(u.values) {
		w.alternatives(e, keyword, o)
		return
	}
	n := w.root.find(e.InstanceLocation)
	if i := u.selected(n); i >= 0 {
		w.visit(e.Causes[i], &owner{e.InstanceLocation, u.variants[i], o.up})
		return
	}
	h := w.note(e, keyword, func() string { return w.noVariant(nameOf(schema), u, n) })
	if tag := n.members[u.tag]; tag != nil {
		h.at = int(tag.at)
	}
}

// noVariant reports why a value matches no variant of a union.
func (w *walk) noVariant(name string, u *union, n *node) string {
	tag := n.members[u.tag]
	switch text, ok := tag.text(); {
	case n.members == nil:
		return runtime.Expected(runtime.ObjectWith(u.tag), n.kind(), false)
	case tag == nil:
		return runtime.Lacks(name, u.tag, n.firstKeys()) + wrapped(u, n)
	case !ok:
		return runtime.NoTag(u.tag, tag.kind())
	default:
		if today := w.schema.today(u, text); today != "" {
			return fmt.Sprintf("%s has no variant with %s %s any more: it is %s today, and readers that upgrade translate it",
				cmp.Or(name, "the union"), u.tag, quote(text), today)
		}
		return runtime.NoVariant(name, u.tag, text, u.values)
	}
}

// wrapped is what the sentence about an object without tag says beside what the library says: that a member has it.
func wrapped(u *union, n *node) string {
	if runtime.OtherSpelling(u.tag, n.firstKeys()) != "" {
		return ""
	}
	for _, key := range n.keys {
		if u.selected(n.members[key]) >= 0 {
			return fmt.Sprintf(": it stands inside %s, is this a wrapper?", quote(key))
		}
	}
	return ""
}

// constants handles an enum that is written as a union of string constants, and reports whether it is one.
func (w *walk) constants(e *jsonschema.ValidationError, keyword string, branches []*jsonschema.Schema) bool {
	var words []string
	for _, b := range branches {
		if b.Const == nil {
			return false
		}
		word, ok := (*b.Const).(string)
		if !ok {
			return false
		}
		words = append(words, word)
	}
	n := w.root.find(e.InstanceLocation)
	w.note(e, keyword, func() string {
		text, _ := n.text()
		return runtime.NotAllowed(w.shown(n), text, words)
	})
	return len(words) > 0
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
		if ref, ok := likely[0].ErrorKind.(*kind.Reference); ok {
			o = &owner{e.InstanceLocation, w.schema.at(ref.URL), o.up}
		}
		w.visit(likely[0], o)
	case len(likely) == 0 && len(want) > 0:
		w.note(e, keyword, func() string { return w.mismatch(e, want, o) })
	default:
		w.note(e, keyword, always(runtime.NoForm))
	}
}

// wrongType returns the types that a branch wants, if the value's type is why it fails.
func wrongType(e *jsonschema.ValidationError, path []string) []string {
	for len(e.Causes) == 1 && len(e.InstanceLocation) == len(path) {
		e = e.Causes[0]
	}
	if k, ok := e.ErrorKind.(*kind.Type); ok && len(e.InstanceLocation) == len(path) {
		return k.Want
	}
	return nil
}

// note adds a finding at the value that e is about. The sentence is written where the finding is shown.
func (w *walk) note(e *jsonschema.ValidationError, keyword string, sentence func() string) *hit {
	w.found = append(w.found, hit{at: int(w.root.find(e.InstanceLocation).at), keyword: keyword, finding: func() Finding {
		return Finding{Pointer: pointer(e.InstanceLocation), Keyword: keyword, Schema: fragment(e.SchemaURL) + "/" + keyword, Message: sentence()}
	}})
	return &w.found[len(w.found)-1]
}

// always is a sentence that depends on nothing.
func always(sentence string) func() string { return func() string { return sentence } }

// settle counts what was found, and keeps no more of it than can be shown.
func (w *walk) settle() {
	slices.SortStableFunc(w.found, compareHits)
	w.found = slices.CompactFunc(w.found, sameHit)
	for _, h := range w.found {
		into := &w.sure
		if h.doubt {
			into = &w.doubts
		}
		into.first = append(into.first, h)
		into.count++
	}
	for _, h := range []*hits{&w.sure, &w.doubts} {
		slices.SortStableFunc(h.first, compareHits)
		h.first = slices.Clip(h.first[:min(w.most, len(h.first))])
	}
	w.found = nil
}

func compareHits(h, other hit) int {
	return cmp.Or(cmp.Compare(h.at, other.at), cmp.Compare(h.keyword, other.keyword), cmp.Compare(h.property, other.property))
}

// findings returns the first findings in the order of the document, each once, at most as many as asked for, and how many
// more there are. Where a part of an allOf fails, the library takes the properties of that part for unknown ones: such
// doubts count only where there is nothing else.
func (w *walk) findings() (list []Finding, more int) {
	w.settle()
	shown := w.sure
	if shown.count == 0 {
		shown = w.doubts
	}
	all := slices.Concat(shown.first, w.notes)
	slices.SortStableFunc(all, compareHits)
	cursor := w.doc.cursor()
	for _, h := range all {
		f := h.finding()
		f.Line, f.Column = cursor.place(h.at)
		list = append(list, f)
	}
	return list, shown.count - len(shown.first)
}

// maxPointer is how long a place may get, in bytes, before its middle is left out.
const maxPointer = 1000

// pointer writes a path as a JSON Pointer (RFC 6901).
func pointer(path []string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1"))
	}
	return diag.Shorten(b.String(), maxPointer)
}
