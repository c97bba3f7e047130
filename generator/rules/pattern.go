package rules

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
)

// pattern is the keyword of that name: a regular expression that a string has to match somewhere.
type pattern struct {
	text string
	re   *regexp.Regexp
}

func (pattern) Keyword() string { return "pattern" }
func (pattern) Label() string   { return "pattern" }
func (pattern) On() On          { return Text }

func (pattern) Changes() []string { return changed("pattern") }
func (pattern) Loosened() Verdict { return Breaking }

func (pattern) Parse(n *load.Node, _ On) (Rule, error) {
	re, err := regexp.Compile(n.Text)
	if err != nil {
		return nil, fmt.Errorf("the pattern cannot be used by Go: %w", err)
	}
	return pattern{n.Text, re}, nil
}

func (p pattern) Value() string  { return strconv.Quote(p.text) }
func (p pattern) Phrase() string { return "matching " + p.Value() }

func (p pattern) Check() Check {
	return Check{Func: "pattern", Args: []Arg{Matcher(p.text), String(p.text)}}
}

// Within compares the spelling: what two expressions have in common is not decided here.
func (p pattern) Within(old Rule) bool { return p.text == old.(pattern).text }

func (p pattern) Refuses(value any) string {
	s, ok := value.(string)
	if !ok {
		return ""
	}
	return runtime.Pattern(s, p.re.MatchString, p.text)
}
