package rules

import (
	"fmt"
	"strings"
)

// short cuts what a sentence repeats of a document, as the emitted code does.
func short(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// plural counts things: 1 element, 2 elements.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
