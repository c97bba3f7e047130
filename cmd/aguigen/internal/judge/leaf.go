package judge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/rules"
	"github.com/aguigen/aguigen/templates/runtime"
)

// leaf adds the findings for one broken rule.
func (w *walk) leaf(e *jsonschema.ValidationError, o *owner) {
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		w.missing(e, k.Missing, o)
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			w.unexpected(e.InstanceLocation, name, e.SchemaURL, "additionalProperties")
		}
	case *kind.FalseSchema:
		w.nothing(e)
	case *kind.Type:
		if schema := w.schema.at(e.SchemaURL); schema != nil && schema.Const != nil { // which says more
			want := *schema.Const
			w.note(e, "const", func() string { return runtime.OnlyConstant(spelled(want), w.shown(w.root.find(e.InstanceLocation))) })
			return
		}
		w.note(e, "type", func() string { return w.mismatch(e, k.Want, o) })
	case *kind.Not:
		w.note(e, "not", func() string {
			if w.root.find(e.InstanceLocation).value == nil {
				return runtime.NoNull(optional(e, o))
			}
			return runtime.Forbidden
		})
	case *kind.DependentRequired:
		for _, name := range k.Missing {
			setProperty(name, w.note(e, "dependentRequired", func() string { return runtime.Depends(name, k.Prop) }))
		}
	case *kind.MinContains, *kind.MaxContains: // one rule to the emitted code
		w.note(e, "contains", func() string { return w.sentence(e, k) })
	default:
		keyword := "$ref"
		if path := k.KeywordPath(); len(path) > 0 {
			keyword = path[0]
		}
		w.note(e, keyword, func() string { return w.sentence(e, k) })
	}
}

// sentence returns the message for a violated rule about a single value, as the library does.
func (w *walk) sentence(e *jsonschema.ValidationError, k jsonschema.ErrorKind) string {
	n := w.root.find(e.InstanceLocation)
	value := n.value
	if _, ok := value.(json.Number); ok { // whose exponent may be tamed
		value = json.Number(w.doc.Text[n.at:n.end])
	}
	sentence := ""
	if _, ok := k.(*kind.UniqueItems); ok {
		sentence = runtime.NotUnique(w.doc.Text[n.at:n.end])
	} else {
		sentence = rules.Sentence(k, value)
	}
	if sentence != "" {
		return sentence
	}
	if out := (&jsonschema.ValidationError{ErrorKind: k}).BasicOutput(); out.Error != nil {
		return out.Error.String()
	}
	return "the schema does not allow this"
}

// shown is a value as a message has it: a text or a number as it is, else its type.
func (w *walk) shown(n *node) string { return runtime.Shown(w.doc.Text[n.at:n.end]) }

// spelled is a value of the schema as a message has it.
func spelled(want any) string {
	if s, ok := want.(string); ok {
		return strconv.Quote(s)
	}
	text, err := json.Marshal(want)
	if err != nil {
		return fmt.Sprint(want)
	}
	return string(text)
}

// mismatch reports a value of the wrong type.
func (w *walk) mismatch(e *jsonschema.ValidationError, want []string, o *owner) string {
	n := w.root.find(e.InstanceLocation)
	found := n.kind()
	if _, ok := n.text(); !ok && slices.Contains(want, "integer") {
		found = w.shown(n)
	}
	return rules.Expected(want, found, optional(e, o))
}

// optional reports whether a value is that of an optional property.
func optional(e *jsonschema.ValidationError, o *owner) bool {
	last := len(e.InstanceLocation) - 1
	if last < 0 {
		return false
	}
	holder, name := o.of(e.InstanceLocation[:last]), e.InstanceLocation[last]
	return holder != nil && !required(holder, name)
}

// missing adds a finding for each required property that an object lacks.
func (w *walk) missing(e *jsonschema.ValidationError, names []string, o *owner) {
	for _, name := range names {
		setProperty(name, w.note(e, "required", func() string {
			return runtime.Lacks(nameOf(o.of(e.InstanceLocation)), name, w.undeclared(e, o))
		}))
	}
}

// setProperty sets the property that a hit is about.
func setProperty(name string, h *hit) {
	h.property = name
	plain := h.finding
	h.finding = func() Finding {
		f := plain()
		f.Property = diag.Shorten(name, maxPointer)
		return f
	}
}

// undeclared returns the keys of an object that its schema does not define, or the first of many.
func (w *walk) undeclared(e *jsonschema.ValidationError, o *owner) []string {
	n := w.root.find(e.InstanceLocation)
	declared := w.schema.declared(o.of(e.InstanceLocation))
	var others []string
	for _, key := range n.firstKeys() {
		if !slices.Contains(declared, key) {
			others = append(others, key)
		}
	}
	return others
}

// nothing handles a place where no value is allowed: most often, a property that an object does not have.
func (w *walk) nothing(e *jsonschema.ValidationError) {
	last := len(e.InstanceLocation) - 1
	if location, ok := strings.CutSuffix(e.SchemaURL, "/unevaluatedProperties"); ok && last >= 0 {
		w.unexpected(e.InstanceLocation[:last], e.InstanceLocation[last], location, "unevaluatedProperties")
		return
	}
	location := fragment(e.SchemaURL)
	w.add(int(w.root.find(e.InstanceLocation).at), Finding{
		Pointer: pointer(e.InstanceLocation), Keyword: location[strings.LastIndexByte(location, '/')+1:], Schema: location,
		Message: runtime.NoneAllowed,
	})
}

// unexpected adds a finding for a property that the object at path does not have. Its place is the key.
func (w *walk) unexpected(path []string, name, location, keyword string) {
	schema := w.schema.at(location)
	declared := w.schema.declared(schema)
	object := w.root.find(path)
	at := int(object.at)
	if m := object.members[name]; m != nil {
		at = int(m.key)
	}
	w.found = append(w.found, hit{at: at, keyword: keyword, property: name, doubt: slices.Contains(declared, name), finding: func() Finding {
		return Finding{
			Pointer: pointer(path), Keyword: keyword, Schema: fragment(location) + "/" + keyword, Property: diag.Shorten(name, maxPointer),
			Message: runtime.NoProperty(nameOf(schema), name, declared),
		}
	}})
}
