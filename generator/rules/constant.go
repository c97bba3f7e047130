package rules

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
)

// constant is "const": a value that is the only one.
type constant struct{ value any }

func (constant) Keyword() string   { return "const" }
func (constant) Label() string     { return "constant" }
func (constant) On() On            { return Every }
func (constant) Changes() []string { return []string{"constant-changed", "type-changed"} }
func (constant) Loosened() Verdict { return Breaking }

func (constant) Parse(n *load.Node, _ On) (Rule, error) { return constant{n.Value()}, nil }

func (c constant) Value() string  { return spelled(c.value) }
func (c constant) Phrase() string { return c.Value() }

func (c constant) Check() Check { return Check{Reader: "constant"} }

func (c constant) Within(old Rule) bool { return old.Refuses(c.value) == "" }

func (c constant) Refuses(value any) string {
	if c.Value() == spelled(value) {
		return ""
	}
	return runtime.OnlyConstant(c.Value(), shown(value))
}

// enum is the keyword of that name: the list of the values that are allowed.
type enum struct{ values []any }

func (enum) Keyword() string   { return "enum" }
func (enum) Label() string     { return "values" }
func (enum) On() On            { return Every }
func (enum) Changes() []string { return []string{"value-removed", "value-added", "type-changed"} }
func (enum) Loosened() Verdict { return Breaking }

func (enum) Parse(n *load.Node, _ On) (Rule, error) {
	var e enum
	for _, elem := range n.Elems {
		e.values = append(e.values, elem.Value())
	}
	return e, nil
}

func (e enum) Value() string {
	var texts []string
	for _, v := range e.values {
		texts = append(texts, spelled(v))
	}
	return strings.Join(texts, ", ")
}

func (e enum) Phrase() string { return "one of " + e.Value() }

func (e enum) Check() Check { return Check{Reader: "notInEnum"} }

func (e enum) Within(old Rule) bool {
	return !slices.ContainsFunc(e.values, func(v any) bool { return old.Refuses(v) != "" })
}

func (e enum) Refuses(value any) string {
	if slices.ContainsFunc(e.values, func(v any) bool { return spelled(v) == spelled(value) }) {
		return ""
	}
	word, _ := value.(string)
	return runtime.NotAllowed(shown(value), word, Words(e.values))
}

// Words returns the strings among values.
func Words(values []any) []string {
	var list []string
	for _, v := range values {
		if s, ok := v.(string); ok {
			list = append(list, s)
		}
	}
	return list
}

// Values returns the values of an enum, each once. What is wrong with the list goes to d.
func Values(n *load.Node, d *diag.List) []*load.Node {
	if len(n.Elems) == 0 {
		d.Errorf(n.Pos(), "an enum without values allows nothing: list them")
	}
	seen := map[string]diag.Pos{}
	var list []*load.Node
	for _, v := range n.Elems {
		text := spelled(v.Value())
		if first, double := seen[text]; double {
			d.Errorf(v.Pos(), "the value %s stands twice, first at %d:%d: remove one", text, first.Line, first.Column)
			continue
		}
		seen[text] = v.Pos()
		list = append(list, v)
	}
	return list
}

// spelled is a value as JSON, strings as Go quotes them.
func spelled(value any) string {
	if s, ok := value.(string); ok {
		return strconv.Quote(s)
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic("rules: a value that was JSON is none: " + err.Error())
	}
	return string(text)
}

// shown is a value of a document as a sentence has it.
func shown(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic("rules: a value that was JSON is none: " + err.Error())
	}
	return runtime.Shown(text)
}
