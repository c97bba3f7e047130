package rules

import (
	"errors"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
)

// not is the keyword of that name: what a value must not be.
var not = &family{keyword: "not", label: "what is forbidden", phrase: "(not %)", method: "not", on: Every, nothing: "false"}

// notNull is "not" with the type null, which is part of the Go type.
type notNull struct{}

// NotNull is the rule without a value.
var NotNull Rule = notNull{}

func (notNull) Keyword() string   { return "not" }
func (notNull) Label() string     { return "null" }
func (notNull) On() On            { return Every }
func (notNull) Changes() []string { return []string{"null-forbidden", "null-allowed"} }
func (notNull) Loosened() Verdict { return Breaking }

func (notNull) Parse(n *load.Node, _ On) (Rule, error) {
	if len(n.Members) != 1 || n.Members[0].Key != "type" || n.Members[0].Value.Text != "null" {
		return nil, errors.New(`"not" is not {"type": "null"} here`)
	}
	return notNull{}, nil
}

func (notNull) Value() string  { return "null" }
func (notNull) Phrase() string { return "(not null)" }

func (notNull) Check() Check { return Check{Reader: "notNull"} }

func (notNull) Within(Rule) bool { return true }

func (notNull) Refuses(value any) string {
	if value != nil {
		return ""
	}
	return runtime.NoNull(false)
}
