package rules

import (
	"strings"
	"unicode"
)

// Verdict is what a change of a rule means for documents.
type Verdict int

// The verdicts.
const (
	Unchanged Verdict = iota
	Additive          // receivers of the old version drop what is new
	Narrowing         // some documents are not valid any more
	Breaking          // receivers of the old version refuse what is new
)

// Compare returns the verdict on a rule that was old and is new. One of them, but not both, is nil for no rule.
func Compare(old, new Rule) Verdict {
	switch {
	case old == nil:
		return Narrowing
	case new == nil:
		return old.Loosened()
	case old.Value() == new.Value(), new.Within(old) && old.Within(new):
		return Unchanged
	case new.Within(old):
		return Narrowing
	default:
		return new.Loosened()
	}
}

// changed is the kind of a change of a keyword: "min-items-changed".
func changed(keyword string) []string {
	var b strings.Builder
	for _, c := range keyword {
		if unicode.IsUpper(c) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return []string{b.String() + "-changed"}
}
