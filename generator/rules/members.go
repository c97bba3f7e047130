package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
)

// required is the keyword of that name: the properties that an object has to have.
type required []string

func (required) Keyword() string   { return "required" }
func (required) Label() string     { return "required properties" }
func (required) On() On            { return Members }
func (required) Changes() []string { return []string{"field-required", "field-optional"} }
func (required) Loosened() Verdict { return Breaking }

func (required) Parse(n *load.Node, _ On) (Rule, error) {
	var list required
	for _, name := range n.Elems {
		list = append(list, name.Text)
	}
	if len(list) == 0 {
		return nil, nil
	}
	return list, nil
}

func (r required) Value() string {
	var names []string
	for _, name := range r {
		names = append(names, strconv.Quote(name))
	}
	return strings.Join(names, ", ")
}

func (r required) Phrase() string { return "(with " + r.Value() + ")" }

func (r required) Check() Check { return Check{Reader: "missing"} }

func (r required) Within(old Rule) bool {
	return !slices.ContainsFunc(old.(required), func(name string) bool { return !slices.Contains(r, name) })
}

func (r required) Refuses(value any) string {
	object, ok := value.(map[string]any)
	if !ok {
		return ""
	}
	for _, name := range r {
		if _, has := object[name]; !has {
			return runtime.Lacks("", name, slices.Sorted(maps.Keys(object)))
		}
	}
	return ""
}

// closed is "additionalProperties" or "unevaluatedProperties" where it forbids other properties than those declared. Which
// those are, the definition says: a receiver drops the others, so that allowing them adds to the protocol.
type closed struct{ keyword string }

// closings is the family.
var closings = []Rule{closed{"unevaluatedProperties"}, closed{"additionalProperties"}}

func (c closed) Keyword() string { return c.keyword }
func (closed) Label() string     { return "other properties" }
func (closed) On() On            { return Members }
func (closed) Changes() []string { return []string{"definition-closed", "definition-opened"} }
func (closed) Loosened() Verdict { return Additive }

func (c closed) Parse(n *load.Node, _ On) (Rule, error) {
	switch {
	case n.Kind != load.Bool:
		return nil, fmt.Errorf("%q with a schema is not modelled: write true or false", c.keyword)
	case n.Text == "true":
		return nil, nil
	}
	return c, nil
}

func (closed) Value() string    { return "false" }
func (c closed) Phrase() string { return "closed by " + c.keyword }

func (closed) Check() Check { return Check{Reader: "unknownProperty"} }

func (closed) Within(Rule) bool { return true }

// Refuses takes the first property for one that is not declared.
func (closed) Refuses(value any) string {
	object, ok := value.(map[string]any)
	if !ok || len(object) == 0 {
		return ""
	}
	return runtime.NoProperty("", slices.Sorted(maps.Keys(object))[0], nil)
}
