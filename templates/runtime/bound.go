package runtime

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// The limits of what errors quote from a document, in bytes, and of the lines of one error text.
const (
	maxPointer = 1000
	maxKey     = 200
	maxLines   = 100
)

// tooMany is the message at the end of a truncated list.
const tooMany = "there is more that breaks the schema: the list ends here"

// shortPointer returns a JSON Pointer, without its middle if it is long.
func shortPointer(p string) string { return shortened(p, maxPointer) }

// shortKey does the same with the name of a property.
func shortKey(name string) string { return shortened(name, maxKey) }

// shortened keeps both ends of a long text.
func shortened(s string, most int) string {
	if len(s) <= most {
		return s
	}
	head, tail := s[:most/2], s[len(s)-most/2:]
	for len(head) > 0 && !utf8.ValidString(head) {
		head = head[:len(head)-1]
	}
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return head + "…" + tail
}

// printable returns a text with invisible characters and line breaks escaped.
func printable(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) || r == utf8.RuneError }) {
		return s
	}
	var b []byte
	for _, r := range s {
		if strconv.IsPrint(r) {
			b = utf8.AppendRune(b, r)
			continue
		}
		quoted := strconv.AppendQuoteRune(nil, r)
		b = append(b, quoted[1:len(quoted)-1]...)
	}
	return string(b)
}
