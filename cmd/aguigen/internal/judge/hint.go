package judge

import (
	"strings"
	"unicode"

	"github.com/aguigen/aguigen/generator/diag"
)

// longestHint is the longest name that is compared with others: a hostile one is not worth the time.
const longestHint = 64

// fold returns the letters and digits of a name, in lower case: messageId, message_id and MESSAGE-ID are one.
func fold(name string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, name)
}

// otherSpelling returns the name that differs from this one in capitals and separators only.
func otherSpelling(name string, others []string) string {
	for _, other := range others {
		if other != name && fold(other) == fold(name) {
			return other
		}
	}
	return ""
}

// meant is the end of a sentence about a name that nobody knows: what it was meant to be, if that can be told.
func (s *Schema) meant(name string, known []string) string {
	if near := s.nearName(name, known); near != "" {
		return ": did you mean " + quote(near) + "?"
	}
	return ""
}

// nearName returns what a name was meant to be, "" where that cannot be told. The answers are kept, since a stream makes
// the same mistake over and over.
func (s *Schema) nearName(name string, known []string) string {
	const most = 1000
	if len(name) > longestHint {
		return ""
	}
	question := name + "\n" + strings.Join(known, "\n")
	near, asked := s.hints[question]
	if !asked {
		if len(s.hints) == most {
			clear(s.hints)
		}
		near = nearName(name, known)
		if len(question) < most {
			s.hints[question] = near
		}
	}
	return near
}

// nearName looks for another spelling first. The nearest name is not always meant: it has to have the same words, up to
// slips, or one word more or less behind the first.
func nearName(name string, known []string) string {
	if near := otherSpelling(name, known); near != "" {
		return near
	}
	if near := diag.Nearest(name, known); near != name && alike(words(name), words(near)) {
		return near
	}
	return ""
}

func alike(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 || len(b)-len(a) > 1 || diag.Nearest(a[0], b[:1]) == "" {
		return false
	}
	surplus := len(b) - len(a)
	for len(a) > 0 {
		switch {
		case diag.Nearest(a[0], b[:1]) != "":
			a = a[1:]
		case surplus == 0:
			return false
		default:
			surplus = 0
		}
		b = b[1:]
	}
	return true
}

// words splits a name at separators and before capitals: messageId, MESSAGE_ID and message-id give two.
func words(name string) []string {
	var b strings.Builder
	lower := false
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			c = ' '
		case unicode.IsUpper(c) && lower:
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(c)
		b.WriteRune(unicode.ToLower(c))
	}
	return strings.Fields(b.String())
}
