package rules

import (
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
	if same(c.value, value) {
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
	if slices.ContainsFunc(e.values, func(v any) bool { return same(v, value) }) {
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

// Values returns the values of an enum, each once. Those that stand twice go to d.
func Values(values []*load.Node, d *diag.List) []*load.Node {
	var list []*load.Node
	for _, v := range values {
		i := slices.IndexFunc(list, func(first *load.Node) bool { return same(first.Value(), v.Value()) })
		if i >= 0 {
			first := list[i].Pos()
			d.Errorf(v.Pos(), "the value %s stands twice, first at %d:%d: remove one", spelled(v.Value()), first.Line, first.Column)
			continue
		}
		list = append(list, v)
	}
	return list
}

// same compares values as JSON Schema does: 1.0 is 1.
func same(a, b any) bool { return runtime.Equal([]byte(jsonOf(a)), []byte(jsonOf(b))) }

// spelled is a value as JSON, strings as Go quotes them.
func spelled(value any) string {
	if s, ok := value.(string); ok {
		return strconv.Quote(s)
	}
	return jsonOf(value)
}
