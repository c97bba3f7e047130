package load

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/aguigen/aguigen/generator/diag"
)

// Unchecked is a keyword that the generated code does not check, at a place in the schema: "#/$defs/Form".
type Unchecked struct {
	Keyword, At string
	Pos         diag.Pos // of the entry
	// Text is the keyword with its related keywords, as JSON, once it has been removed from a schema.
	Text string
}

// All means every keyword that generated code cannot check, in any place.
var All = Unchecked{Keyword: "*"}

// uncheckable holds the keywords that generated code cannot check, each with its related keywords.
var uncheckable = map[string][]string{
	"if":                {"then", "else"},
	"dependentSchemas":  {"dependencies"}, // its name in draft-07
	"$dynamicRef":       nil,
	"$recursiveRef":     {"$recursiveAnchor"}, // its name in 2019-09
	"unevaluatedItems":  nil,
	"pattern":           nil, // those that Go's regular expressions lack
	"patternProperties": nil,
}

// IsUncheckable reports whether generated code cannot check a keyword, so that a schema can only be used
// without it.
func IsUncheckable(m Member) bool {
	_, ok := uncheckable[m.Key]
	return ok && !compiles(m)
}

// compiles reports whether a pattern, or all of several, is a regular expression of Go.
func compiles(m Member) bool {
	var texts []string
	switch m.Key {
	case "pattern":
		texts = append(texts, m.Value.Text)
	case "patternProperties":
		for _, p := range m.Value.Members {
			texts = append(texts, p.Key)
		}
	default:
		return false
	}
	return !slices.ContainsFunc(texts, func(text string) bool {
		_, err := regexp.Compile(text)
		return err != nil
	})
}

// Advice returns what a user can do about a keyword that generated code cannot check, at a place in the
// schema.
func Advice(keyword, at string) string {
	return fmt.Sprintf("to generate without this check, add to aguigen.yaml, below \"unchecked:\", the line\n  - {keyword: %s, at: %s}",
		keyword, strconv.Quote(at))
}

// uncheck removes the keywords from the tree, so that no stage sees them.
func (doc *Document) uncheck(list []Unchecked, d *diag.List) {
	if len(list) == 0 {
		return
	}
	places := map[string]*Node{}
	var all []Unchecked
	every(doc.Root, func(n *Node) {
		places[n.pointer()] = n
		for _, m := range n.Members {
			if IsUncheckable(m) {
				all = append(all, Unchecked{Keyword: m.Key, At: n.pointer()})
			}
		}
	})
	if list[0] == All {
		list = all
	}
	for _, u := range list {
		n := places[u.At]
		if n == nil {
			d.Errorf(u.Pos, "unchecked: there is no %s in the schema: remove the entry", u.At)
			continue
		}
		also, known := uncheckable[u.Keyword]
		names := append([]string{u.Keyword}, also...)
		has := slices.IndexFunc(n.Members, func(m Member) bool {
			return m.Key == u.Keyword || u.Keyword == "dependentSchemas" && m.Key == "dependencies"
		})
		switch {
		case has < 0:
			d.Errorf(u.Pos, "unchecked: there is no keyword %q at %s: remove the entry", u.Keyword, u.At)
		case !known, compiles(n.Members[has]):
			d.Errorf(u.Pos, "unchecked: the keyword %q at %s is checked: remove the entry", u.Keyword, u.At)
		default:
			gone := map[string]any{}
			n.Members = slices.DeleteFunc(n.Members, func(m Member) bool {
				if slices.Contains(names, m.Key) {
					gone[m.Key] = m.Value.Value()
				}
				return slices.Contains(names, m.Key)
			})
			text, err := json.Marshal(gone)
			if err != nil {
				panic("load: what was JSON is none: " + err.Error())
			}
			u.Text = string(text)
			doc.Unchecked = append(doc.Unchecked, u)
		}
	}
}
