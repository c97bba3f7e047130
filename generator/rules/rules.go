// Package rules holds the keywords of JSON Schema that demand something of a value, one file for each keyword or family. A node of the schema comes in; out go the rule's words, its place in the emitted code and its
// verdicts, for which the stages, diff and judge ask here. A keyword that lacks one of the parts does not compile.
package rules

import (
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// On is a set of JSON types.
type On uint

// The types that a rule can stand beside.
const (
	Text On = 1 << iota
	Integer
	Number
	Items   // of an array
	Members // of an object

	Every = Members<<1 - 1
)

// Rule is what a keyword demands in one place of the schema. The registry holds a Rule of each keyword without a value,
// of which Keyword, On, Label and Parse are of use.
type Rule interface {
	// Keyword is the name in the schema.
	Keyword() string
	// On is the types that the keyword can stand beside.
	On() On
	// Label is what a comparison of versions calls the keyword: "minimum".
	Label() string
	// Parse reads the keyword's value, for a type. A rule that demands nothing is nil.
	Parse(n *load.Node, on On) (Rule, error)

	// Value spells the keyword's value on one line.
	Value() string
	// Phrase describes the rule behind the type in a dump: ">= 5".
	Phrase() string
	// Check is what holds the rule in the emitted code: a function, or the reader of the type.
	Check() Check
	// Changes names the kinds of diff that report a change of the rule.
	Changes() []string
	// Loosened is what it means for the wire if the rule goes or allows more: whether a receiver of the old version refuses
	// what is new, or drops it.
	Loosened() Verdict
	// Within reports whether every value that the rule allows is one that old allows, a rule of the same keyword.
	Within(old Rule) bool
	// Refuses returns the sentence for a value that breaks the rule, "" for any other. Values are as encoding/json
	// decodes them, numbers as json.Number. The emitted code has the same sentence.
	Refuses(value any) string
}

// The registry is every keyword: values in the order in which the rules of a type are listed and checked, shapes, which are part
// of the type itself, and wholes, which no type says.
var (
	values = slices.Concat([]Rule{pattern{}}, limits, []Rule{multiple{}}, counts)
	shapes = slices.Concat([]Rule{types{}, constant{}, enum{}, required{}}, closings)
)

// All returns a rule of each keyword, without a value.
func All() []Rule { return slices.Concat(shapes, values, wholes) }

// Beside returns a rule of each keyword that stands beside a type and leaves it what it is, without a value.
func Beside() []Rule { return slices.Clone(values) }

// Judged returns a rule of each keyword that looks at a value as a whole, without a value.
func Judged() []Rule { return slices.Clone(wholes) }

// Of returns the keyword's rule without a value, nil for a keyword that is no rule.
func Of(keyword string) Rule {
	for _, r := range All() {
		if r.Keyword() == keyword {
			return r
		}
	}
	return nil
}

// Check says what holds a rule. Func is a function of templates/runtime: it takes the subject and the arguments, and returns
// the sentence for what it refuses, or "". Where there is none, Reader is the method that holds the rule: of the
// reader, or of the judge for a rule that looks at a value as a whole.
type Check struct {
	Func    string
	Reader  string
	Subject Subject
	Args    []Arg
}

// Subject is what a check looks at.
type Subject int

// The subjects of checks.
const (
	Itself Subject = iota // the value in Go
	Length                // the number of elements in the document, unknown ones included
)

// Arg is an argument of a check: an Int, a String or a Matcher.
type Arg any

// The arguments of checks.
type (
	Int     int64
	String  string
	Matcher string // the function that matches this pattern
)

// List is the rules of one subschema, in the order of the registry.
type List []Rule

// Read reads the rules beside a type. What is wrong with them goes to d.
func Read(n *load.Node, on On, d *diag.List) List {
	var list List
	for _, known := range values {
		value := n.Get(known.Keyword())
		if value == nil || known.On()&on == 0 {
			continue
		}
		switch r, err := known.Parse(value, on); {
		case err != nil:
			d.Errorf(value.Pos(), "%v", err)
		case r != nil:
			list = append(list, r)
		}
	}
	if keyword, why := contradiction(list); why != "" {
		d.Errorf(n.Get(keyword).Pos(), "%s", why)
	}
	return list
}

// Get returns the rule of a keyword, nil if there is none.
func (l List) Get(keyword string) Rule {
	for _, r := range l {
		if r.Keyword() == keyword {
			return r
		}
	}
	return nil
}

// Phrase describes the rules behind a type: "" for none, else a text that starts with a space.
func (l List) Phrase() string {
	var b strings.Builder
	for _, r := range l {
		b.WriteString(" " + r.Phrase())
	}
	return b.String()
}

// Refuses returns the sentence of the first rule that a value breaks.
func (l List) Refuses(value any) string {
	for _, r := range l {
		if sentence := r.Refuses(value); sentence != "" {
			return sentence
		}
	}
	return ""
}

// Equal reports whether two lists demand the same in the same words.
func (l List) Equal(other List) bool {
	return slices.EqualFunc(l, other, func(a, b Rule) bool {
		return a.Keyword() == b.Keyword() && a.Value() == b.Value()
	})
}

// Checked returns the rules that are held by a function.
func (l List) Checked() List {
	return slices.DeleteFunc(slices.Clone(l), func(r Rule) bool { return r.Check().Func == "" })
}
