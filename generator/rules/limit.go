package rules

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
)

// limit is minimum or maximum, or an exclusive one of them.
type limit struct {
	low    bool
	strict bool // the value itself is out of bounds
	on     On
	text   string
	value  *big.Rat
}

// limits is the family.
var limits = []Rule{limit{low: true}, limit{}, limit{low: true, strict: true}, limit{strict: true}}

func (limit) On() On { return Integer | Number }

func (l limit) Keyword() string {
	switch {
	case l.low && l.strict:
		return "exclusiveMinimum"
	case l.low:
		return "minimum"
	case l.strict:
		return "exclusiveMaximum"
	}
	return "maximum"
}

func (l limit) Label() string {
	return strings.Replace(l.Keyword(), "exclusiveM", "exclusive m", 1)
}

func (l limit) Parse(n *load.Node, on On) (Rule, error) {
	value, ok := new(big.Rat).SetString(n.Text)
	if !ok {
		return nil, fmt.Errorf("the bound %s is not a number", n.Text)
	}
	l.on, l.text, l.value = on, decimal(value), value
	return l, nil
}

// decimal writes a number of a schema without an exponent. Its denominator has no primes but 2 and 5.
func decimal(x *big.Rat) string {
	places := max(x.Denom().BitLen()-1, 0)
	if x.IsInt() {
		return x.Num().String()
	}
	return strings.TrimRight(x.FloatString(places), "0")
}

func (l limit) Changes() []string { return changed(l.Keyword()) }
func (l limit) Loosened() Verdict { return Breaking }

func (l limit) Value() string { return l.text }

func (l limit) Phrase() string {
	sign := "<"
	if l.low {
		sign = ">"
	}
	if !l.strict {
		sign += "="
	}
	return sign + " " + l.text
}

// Check leaves the bounds of an integer to its reader, which takes them for the range of the Go type.
func (l limit) Check() Check {
	if l.on == Integer && !l.strict && l.value.IsInt() && l.value.Num().IsInt64() {
		return Check{Reader: "integer"}
	}
	return Check{Func: l.Keyword(), Args: []Arg{String(l.text)}}
}

func (l limit) Within(old Rule) bool {
	order := l.value.Cmp(old.(limit).value)
	return order == 0 || order > 0 == l.low
}

func (l limit) Refuses(value any) string {
	n, ok := value.(json.Number)
	if !ok {
		return ""
	}
	switch {
	case l.low && l.strict:
		return runtime.ExclusiveMinimum(n, l.text)
	case l.low:
		return runtime.Minimum(n, l.text)
	case l.strict:
		return runtime.ExclusiveMaximum(n, l.text)
	default:
		return runtime.Maximum(n, l.text)
	}
}

// Range returns the bounds of an integer's reader: those of 64 bits, or narrower ones.
func (l List) Range() (least, most int64) {
	least, most = math.MinInt64, math.MaxInt64
	for _, r := range l {
		bound, ok := r.(limit)
		switch {
		case !ok || bound.Check().Func != "":
		case bound.low:
			least = bound.value.Num().Int64()
		default:
			most = bound.value.Num().Int64()
		}
	}
	return least, most
}
