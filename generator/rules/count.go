package rules

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
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
	subject     Subject
}{
	"minItems":  {Items, "element", "least number of elements", Length},
	"maxItems":  {Items, "element", "greatest number of elements", Length},
	"minLength": {Text, "character", "least length", Itself},
	"maxLength": {Text, "character", "greatest length", Itself},
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

func (c count) Changes() []string { return changed(c.keyword) }
func (c count) Loosened() Verdict { return Breaking }

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
	text, isText := value.(string)
	list, isList := value.([]any)
	switch {
	case isText && c.keyword == "minLength":
		return runtime.MinLength(text, c.n)
	case isText && c.keyword == "maxLength":
		return runtime.MaxLength(text, c.n)
	case isList && c.keyword == "minItems":
		return runtime.MinItems(len(list), c.n)
	case isList && c.keyword == "maxItems":
		return runtime.MaxItems(len(list), c.n)
	}
	return ""
}
