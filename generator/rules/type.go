package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
)

// types is the keyword "type", which a Go type holds.
type types []string

func (types) Keyword() string   { return "type" }
func (types) Label() string     { return "type" }
func (types) On() On            { return Every }
func (types) Changes() []string { return []string{"type-changed"} }
func (types) Loosened() Verdict { return Breaking }

func (types) Parse(n *load.Node, _ On) (Rule, error) {
	switch n.Kind {
	case load.String:
		return types{n.Text}, nil
	case load.Array:
		var list types
		for _, elem := range n.Elems {
			list = append(list, elem.Text)
		}
		return list, nil
	default:
		return nil, fmt.Errorf("%q has to be the name of a type, not %s", "type", n.Kind)
	}
}

func (t types) Value() string  { return strings.Join(t, " or ") }
func (t types) Phrase() string { return t.Value() }

func (t types) Check() Check { return Check{Reader: "mismatch"} }

func (t types) Within(old Rule) bool {
	return !slices.ContainsFunc(t, func(name string) bool { return !old.(types).has(name) })
}

// has reports whether values of a type are allowed. An integer is a number too.
func (t types) has(name string) bool {
	return slices.Contains(t, name) || name == "integer" && slices.Contains(t, "number")
}

func (t types) Refuses(value any) string {
	name := typeOf(value)
	if t.has(name) || name == "number" && slices.Contains(t, "integer") && isWhole(value) {
		return ""
	}
	found := article(name)
	if number, ok := value.(json.Number); ok && slices.Contains(t, "integer") {
		found = runtime.Shown([]byte(number))
	}
	return Expected(t, found, false)
}

// Expected is the sentence for a value of none of the types. Optional is for the value of an optional property.
func Expected(types []string, found string, optional bool) string {
	var want []string
	for _, t := range types {
		if t = article(t); !slices.Contains(want, t) {
			want = append(want, t)
		}
	}
	return runtime.Expected(strings.Join(want, " or "), found, optional)
}

// article names a type as a sentence does.
func article(name string) string {
	switch name {
	case "null":
		return name
	case "array", "integer", "object":
		return "an " + name
	}
	return "a " + name
}

// typeOf is the JSON type of a value: "number" for integers too.
func typeOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	default:
		return "number"
	}
}

// isWhole reports whether a number is an integer, in any spelling.
func isWhole(value any) bool {
	n, ok := value.(json.Number)
	return ok && runtime.MultipleOf(n, "1") == ""
}
