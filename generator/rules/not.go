package rules

import (
	"errors"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
)

// notNull is "not" with the type null, which keeps a value of any kind from being that.
type notNull struct{}

func (notNull) Keyword() string   { return "not" }
func (notNull) Label() string     { return "null" }
func (notNull) On() On            { return Every }
func (notNull) Changes() []string { return []string{"null-forbidden", "null-allowed"} }
func (notNull) Loosened() Verdict { return Breaking }

func (notNull) Parse(n *load.Node, _ On) (Rule, error) {
	if len(n.Members) != 1 || n.Members[0].Key != "type" || n.Members[0].Value.Text != "null" {
		return nil, errors.New(`"not" is modelled as {"type": "null"} only`)
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
