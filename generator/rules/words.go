package rules

import (
	"fmt"
	"strings"
)

// short leaves out the middle of what a sentence repeats of a document, as the emitted code does.
func short(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most/2], "") + "…" + strings.ToValidUTF8(s[len(s)-most/2:], "")
}

// plural counts things: 1 element, 2 elements.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
