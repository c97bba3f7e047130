package judge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/rules"
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
		w.note(e, "type", func() string { return w.mismatch(e, k.Want, o) })
	case *kind.Not:
		w.note(e, "not", func() string {
			if w.root.find(e.InstanceLocation).value == nil {
				return "null is not allowed here" + leaveOut(e, o)
			}
			return "the schema forbids this value"
		})
	default:
		keyword := "$ref"
		if path := k.KeywordPath(); len(path) > 0 {
			keyword = path[0]
		}
		w.note(e, keyword, func() string { return w.sentence(e, k) })
	}
}

// sentence says what a rule about a single value found.
func (w *walk) sentence(e *jsonschema.ValidationError, k jsonschema.ErrorKind) string {
	n := w.root.find(e.InstanceLocation)
	switch k := k.(type) {
	case *kind.Const:
		return fmt.Sprintf("found %s where only %s is allowed", w.shown(n), spelled(k.Want))
	case *kind.Enum:
		return fmt.Sprintf("%s is not one of the values allowed here%s", w.shown(n), w.meantValue(n, k.Want))
	}
	if sentence := w.ruled(n, k); sentence != "" {
		return sentence
	}
	if out := (&jsonschema.ValidationError{ErrorKind: k}).BasicOutput(); out.Error != nil {
		return out.Error.String()
	}
	return "the schema does not allow this"
}

// ruled is the sentence of a rule that the generator knows, which is the one that the library has too.
func (w *walk) ruled(n *node, k jsonschema.ErrorKind) string {
	var want any
	switch k := k.(type) {
	case *kind.Pattern:
		want = k.Want
	case *kind.Minimum:
		want = k.Want
	case *kind.Maximum:
		want = k.Want
	case *kind.ExclusiveMinimum:
		want = k.Want
	case *kind.ExclusiveMaximum:
		want = k.Want
	case *kind.MultipleOf:
		want = k.Want
	case *kind.MinItems:
		want = k.Want
	case *kind.MaxItems:
		want = k.Want
	case *kind.MinLength:
		want = k.Want
	case *kind.MaxLength:
		want = k.Want
	default:
		return ""
	}
	sentence := rules.Sentence(k.KeywordPath()[0], want, n.value)
	if number, ok := n.value.(json.Number); ok { // whose exponent may be tamed
		sentence = strings.Replace(sentence, string(number), w.shown(n), 1)
	}
	return sentence
}

// shown is a value as a message has it: a text or a number as it is, else its type.
func (w *walk) shown(n *node) string {
	switch v := n.value.(type) {
	case string:
		return quote(v)
	case nil, bool, []any, map[string]any:
		return n.kind()
	}
	text := string(w.doc.Text[n.at:n.end])
	if len(text) > 40 {
		text = text[:40] + "…"
	}
	return text
}

func spelled(want any) string {
	if s, ok := want.(string); ok {
		return quote(s)
	}
	return fmt.Sprint(want)
}

func (w *walk) meantValue(n *node, want []any) string {
	text, ok := n.text()
	if !ok {
		return ""
	}
	var words []string
	for _, v := range want {
		if s, ok := v.(string); ok {
			words = append(words, s)
		}
	}
	return w.schema.meant(text, words)
}

// mismatch says that a value has the wrong type.
func (w *walk) mismatch(e *jsonschema.ValidationError, want []string, o *owner) string {
	n := w.root.find(e.InstanceLocation)
	found := n.kind()
	if slices.Contains(want, "integer") {
		if _, ok := n.text(); !ok {
			found = w.shown(n)
		}
	}
	var types []string
	for _, t := range want {
		if t = article(t); !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	message := fmt.Sprintf("expected %s, found %s", strings.Join(types, " or "), found)
	if n.value == nil {
		message += leaveOut(e, o)
	}
	return message
}

func article(t string) string {
	switch t {
	case "null":
		return t
	case "array", "integer", "object":
		return "an " + t
	}
	return "a " + t
}

// leaveOut is what to do about a null in the place of an optional property.
func leaveOut(e *jsonschema.ValidationError, o *owner) string {
	last := len(e.InstanceLocation) - 1
	if last < 0 {
		return ""
	}
	holder, name := o.of(e.InstanceLocation[:last]), e.InstanceLocation[last]
	if holder == nil || required(holder, name) {
		return ""
	}
	return ": leave the property out instead"
}

// missing adds a finding for each required property that an object lacks.
func (w *walk) missing(e *jsonschema.ValidationError, names []string, o *owner) {
	for _, name := range names {
		w.note(e, "required", func() string {
			message := fmt.Sprintf("missing required property %q", name)
			if near := w.schema.nearName(name, w.undeclared(e, o)); near != "" {
				message += fmt.Sprintf(": it has %s, did you mean %q?", quote(near), name)
			}
			return message
		}).asProperty(name)
	}
}

// asProperty says which property a hit is about.
func (h *hit) asProperty(name string) {
	h.property = name
	plain := h.finding
	h.finding = func() Finding {
		f := plain()
		f.Property = diag.Shorten(name, maxPointer)
		return f
	}
}

// undeclared returns the keys of an object that its schema does not know, the first ones where there are many.
func (w *walk) undeclared(e *jsonschema.ValidationError, o *owner) []string {
	n := w.root.find(e.InstanceLocation)
	declared := w.schema.declared(o.of(e.InstanceLocation))
	var others []string
	for _, key := range n.keys[:min(len(n.keys), longestHint)] {
		if len(key) <= longestHint && !slices.Contains(declared, key) {
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
		Message: "no value is allowed here",
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
		message := "there is no property " + quote(name) + " here"
		if def := nameOf(schema); def != "" {
			message = def + " has no property " + quote(name)
		}
		return Finding{
			Pointer: pointer(path), Keyword: keyword, Schema: fragment(location) + "/" + keyword, Property: diag.Shorten(name, maxPointer),
			Message: message + w.schema.meant(name, declared),
		}
	}})
}
