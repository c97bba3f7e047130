package rules

import (
	"fmt"
	"math/big"
	"strconv"
	"unicode/utf8"

	"github.com/aguigen/aguigen/generator/load"
)

// count is a keyword that bounds how many things a value has: minItems, maxItems, minLength, maxLength.
type count struct {
	keyword string
	low     bool
	n       int
}

// counts is the family.
var counts = []Rule{
	count{keyword: "minItems", low: true},
	count{keyword: "maxItems"},
	count{keyword: "minLength", low: true},
	count{keyword: "maxLength"},
}

// counted is what the keywords of this family differ in.
var counted = map[string]struct {
	on          On
	what, label string
	whole       string // what has them
	subject     Subject
}{
	"minItems":  {Items, "element", "least number of elements", "the array", Length},
	"maxItems":  {Items, "element", "greatest number of elements", "the array", Length},
	"minLength": {Text, "character", "least length", "the string", Itself},
	"maxLength": {Text, "character", "greatest length", "the string", Itself},
}

func (c count) Keyword() string { return c.keyword }
func (c count) On() On          { return counted[c.keyword].on }
func (c count) Label() string   { return counted[c.keyword].label }

func (c count) Parse(n *load.Node, _ On) (Rule, error) {
	value, ok := new(big.Rat).SetString(n.Text)
	if !ok || !value.IsInt() || value.Sign() < 0 {
		return nil, fmt.Errorf("%q has to be a whole number, not %s", c.keyword, n.Text)
	}
	const all = 1<<31 - 1 // more do not fit into memory
	switch fits := value.Cmp(big.NewRat(all, 1)) <= 0; {
	case !fits && c.low:
		return nil, fmt.Errorf("%s %ss do not fit into memory", n.Text, counted[c.keyword].what)
	case !fits, c.low && value.Sign() == 0:
		return nil, nil
	}
	c.n = int(value.Num().Int64())
	return c, nil
}

func (c count) Value() string { return strconv.Itoa(c.n) }

func (c count) Phrase() string {
	if c.low {
		return fmt.Sprintf("(at least %d)", c.n)
	}
	return fmt.Sprintf("(at most %d)", c.n)
}

func (c count) Check() Check {
	return Check{Func: c.keyword, Subject: counted[c.keyword].subject, Args: []Arg{Int(c.n)}}
}

func (c count) Within(old Rule) bool {
	if c.low {
		return c.n >= old.(count).n
	}
	return c.n <= old.(count).n
}

func (c count) Refuses(value any) string {
	n, of := 0, counted[c.keyword]
	switch value := value.(type) {
	case string:
		n = utf8.RuneCountInString(value)
		if of.on != Text {
			return ""
		}
	case []any:
		n = len(value)
		if of.on != Items {
			return ""
		}
	default:
		return ""
	}
	switch {
	case c.low && n < c.n:
		return fmt.Sprintf("%s has %s, the minimum is %d", of.whole, plural(n, of.what), c.n)
	case !c.low && n > c.n:
		return fmt.Sprintf("%s has %s, the maximum is %d", of.whole, plural(n, of.what), c.n)
	}
	return ""
}
