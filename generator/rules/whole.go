package rules

import (
	"errors"
	"strings"
	"sync"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// whole is a keyword that looks at a value as a whole: at several elements, at the names of members, or at what a subschema
// says of it. In the emitted code a judge holds it. Here, where no code is emitted, jsonschema/v6 has the verdict, and the
// sentence is that of the emitted code.
type whole struct {
	*family
	text   string // the keyword's value as JSON, its keys in order
	beside string // that of the keyword that it depends on
	holds  func() *jsonschema.Schema
}

// family is what these keywords differ in.
type family struct {
	keyword, label string
	phrase         string // with a place for the value
	method         string // of the judge
	on             On
	needs          string // a keyword without which this one demands nothing
	yields         string // a keyword that says what this one would
	nothing        string // the value that demands nothing
	within         func(new, old whole) bool
}

// wholes is every such keyword, in the order in which they are listed.
var wholes = []Rule{whole{family: uniqueItems}, whole{family: contains}, whole{family: minContains}, whole{family: maxContains},
	whole{family: minProperties}, whole{family: maxProperties}, whole{family: propertyNames}, whole{family: patternProperties},
	whole{family: dependentRequired}, whole{family: not}}

func (w whole) Keyword() string   { return w.keyword }
func (w whole) Label() string     { return w.label }
func (w whole) On() On            { return w.on }
func (w whole) Changes() []string { return changed(w.keyword) }
func (w whole) Loosened() Verdict { return Breaking }

func (w whole) Parse(n *load.Node, _ On) (Rule, error) {
	w.text = Compact(n)
	schema := map[string]any{w.keyword: n.Value()}
	if w.needs != "" {
		other := n.Beside(w.needs)
		if other == nil {
			return nil, nil
		}
		w.beside = Compact(other)
		schema[w.needs] = other.Value()
	}
	if w.text == w.nothing || w.yields != "" && n.Beside(w.yields) != nil {
		return nil, nil
	}
	for _, key := range []string{"$defs", "definitions"} {
		if defs := n.Root().Get(key); defs != nil {
			schema[key] = defs.Value()
		}
	}
	w.holds = sync.OnceValue(func() *jsonschema.Schema { return compiled(schema) })
	return w, nil
}

// compiled returns nil for a schema that needs more of its file than there is.
func compiled(schema map[string]any) *jsonschema.Schema {
	const address = "schema:///rule.json"
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if c.AddResource(address, any(schema)) != nil {
		return nil
	}
	s, err := c.Compile(address)
	if err != nil {
		return nil
	}
	return s
}

func (w whole) Value() string {
	if w.beside != "" {
		return w.text + " of " + w.beside
	}
	return w.text
}

func (w whole) Phrase() string { return strings.Replace(w.phrase, "%", w.Value(), 1) }

func (w whole) Check() Check { return Check{Reader: w.method} }

// Within compares the spelling where the keyword has no better way: what two subschemas have in common is not decided here.
func (w whole) Within(old Rule) bool {
	was := old.(whole)
	if w.beside != was.beside {
		return false
	}
	return w.text == was.text || w.within != nil && w.within(w, was)
}

func (w whole) Refuses(value any) string {
	if w.holds == nil || w.holds() == nil {
		return ""
	}
	var invalid *jsonschema.ValidationError
	if err := w.holds().Validate(value); !errors.As(err, &invalid) {
		return ""
	}
	for len(invalid.Causes) > 0 && Sentence(invalid.ErrorKind, value) == "" {
		invalid = invalid.Causes[0]
	}
	return Sentence(invalid.ErrorKind, at(value, invalid.InstanceLocation))
}
