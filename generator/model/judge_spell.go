package model

import (
	"fmt"
	"strings"
)

// Spell writes on one line what a judge demands, with what it refers to. Two that are spelled alike demand the same.
func (j *Judge) Spell() string {
	if j == nil {
		return "none"
	}
	s := &speller{numbers: map[*Judge]int{}}
	return s.judge(j)
}

// Rest spells what is left of a judge without its Checks, whose changes are told one by one. It is "" for nothing.
func (j *Judge) Rest() string {
	if j == nil {
		return ""
	}
	rest := *j
	rest.Shared = false
	rest.Rules, rest.Dependent, rest.Patterns, rest.Names, rest.Contains = nil, nil, nil, nil, nil
	rest.Unique, rest.Sizes, rest.Not = false, nil, nil
	if rest.Trivial() {
		return ""
	}
	return rest.Spell()
}

// speller numbers what something refers to, so that recursion ends.
type speller struct{ numbers map[*Judge]int }

func (s *speller) judge(j *Judge) string {
	if n, known := s.numbers[j]; known {
		return fmt.Sprintf("#%d", n)
	}
	if j.Shared {
		s.numbers[j] = len(s.numbers)
	}
	var parts []string
	add := func(keyword string, values ...string) {
		parts = append(parts, keyword+" "+strings.Join(values, ", "))
	}
	if j.Never {
		add("false")
	}
	if j.Kinds != nil {
		add("type", j.Kinds...)
	}
	if j.Values != nil {
		add("values", j.Values...)
	}
	for _, on := range judged {
		for _, r := range j.Rules[on] {
			add(r.Keyword(), r.Value())
		}
	}
	if j.Required != nil {
		add("required", j.Required...)
	}
	for _, d := range j.Dependent {
		add("dependentRequired "+d.Name, d.Others...)
	}
	for _, size := range j.Sizes {
		add(size.Keyword, fmt.Sprint(size.N))
	}
	if j.Unique {
		add("uniqueItems")
	}
	if j.Contains != nil {
		add("contains", fmt.Sprint(j.Least), fmt.Sprint(j.Most), s.judge(j.Contains))
	}
	return "{" + strings.Join(append(parts, s.subschemas(j)...), "; ") + "}"
}

func (s *speller) subschemas(j *Judge) []string {
	var parts []string
	for keyword, members := range inOrder("properties", j.Members, "patternProperties", j.Patterns) {
		for _, m := range members {
			parts = append(parts, fmt.Sprintf("%s %q %s", keyword, m.Name, s.judge(m.Judge)))
		}
	}
	for keyword, sub := range inOrder("additionalProperties", j.Additional, "unevaluatedProperties", j.Others,
		"propertyNames", j.Names, "items", j.Items, "not", j.Not, "$ref", j.Ref) {
		if sub != nil {
			parts = append(parts, keyword+" "+s.judge(sub))
		}
	}
	for keyword, list := range inOrder("prefixItems", j.Prefix, "allOf", j.AllOf, "anyOf", j.AnyOf, "oneOf", j.OneOf) {
		for _, sub := range list {
			parts = append(parts, keyword+" "+s.judge(sub))
		}
	}
	return parts
}

// inOrder pairs keywords with what they hold.
func inOrder[T any](keyword string, first T, more ...any) func(yield func(string, T) bool) {
	return func(yield func(string, T) bool) {
		if !yield(keyword, first) {
			return
		}
		for i := 0; i < len(more); i += 2 {
			if !yield(more[i].(string), more[i+1].(T)) {
				return
			}
		}
	}
}
