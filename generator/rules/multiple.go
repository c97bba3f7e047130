package rules

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
)

// multiple is multipleOf, for which numbers are the decimals that they are spelled as.
type multiple struct{ of *big.Rat }

func (multiple) Keyword() string { return "multipleOf" }
func (multiple) Label() string   { return "step" }
func (multiple) On() On          { return Integer | Number }

func (multiple) Changes() []string { return changed("multipleOf") }
func (multiple) Loosened() Verdict { return Breaking }

func (multiple) Parse(n *load.Node, _ On) (Rule, error) {
	of, ok := new(big.Rat).SetString(n.Text)
	if !ok || of.Sign() <= 0 {
		return nil, fmt.Errorf("%q has to be a number above 0, not %s", "multipleOf", n.Text)
	}
	return multiple{of}, nil
}

func (m multiple) Value() string  { return decimal(m.of) }
func (m multiple) Phrase() string { return "(a multiple of " + m.Value() + ")" }

func (m multiple) Check() Check {
	return Check{Func: "multipleOf", Args: []Arg{String(m.Value())}}
}

func (m multiple) Within(old Rule) bool {
	return new(big.Rat).Quo(m.of, old.(multiple).of).IsInt()
}

func (m multiple) Refuses(value any) string {
	n, ok := value.(json.Number)
	if !ok {
		return ""
	}
	return runtime.MultipleOf(n, m.Value())
}
