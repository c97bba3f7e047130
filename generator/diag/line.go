package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The limits of what a finding prints, in bytes, since an input may have keys of any length.
const (
	maxPointer = 1000
	maxMessage = 4000
)

// Line returns a text as one line of approximately the given maximum length in bytes: the middle of a longer text is
// removed, and invisible characters and line breaks are escaped.
func Line(s string, most int) string {
	s = Shorten(s, most)
	odd := func(r rune) bool { return !strconv.IsPrint(r) || r == utf8.RuneError }
	if !strings.ContainsFunc(s, odd) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRune(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// Shorten removes the middle of a long text.
func Shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	head, tail := s[:most/2], s[len(s)-most/2:]
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return strings.ToValidUTF8(head, "") + "…" + tail
}
