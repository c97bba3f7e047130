package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

var (
	comment     = regexp.MustCompile(`(?:^|\s+)(?://|#).*`) // no string of these files holds a comment sign
	declaration = regexp.MustCompile(`^(?:message|enum|oneof)\s+(\w+)|([\w.]+)\s*=\s*-?\d+`)
)

// uncommented returns a line without its comment and what is white at its end.
func uncommented(line string) string {
	return strings.TrimRight(comment.ReplaceAllString(line, ""), " \t\r\n")
}

// head is the key of the comment that a file begins with.
const head = "head"

// scope follows the lines of code of a .proto file or a ledger, to know what each declares.
type scope struct {
	begun bool
	names []string // of the messages, enums and oneofs around
}

// declares returns the full name of what a line declares, empty where it declares nothing.
func (s *scope) declares(code string) string {
	key, name := "", ""
	if m := declaration.FindStringSubmatch(code); m != nil {
		name = m[1] + m[2]
		key = strings.Join(append(slices.Clone(s.names), name), " ")
	}
	if !s.begun {
		s.begun, key = true, head
	}
	switch {
	case strings.HasSuffix(code, "{"):
		s.names = append(s.names, name)
	case strings.HasPrefix(code, "}") && len(s.names) > 0:
		s.names = s.names[:len(s.names)-1]
	}
	return key
}

// comments returns those of a file, by what they stand above.
func comments(text []byte) map[string][]string {
	above := map[string][]string{}
	var block []string
	var at scope
	for l := range strings.Lines(string(text)) {
		l = strings.TrimSpace(l)
		if code := uncommented(l); code != "" {
			above[at.declares(code)] = block
			block = nil
		} else if l != "" {
			block = append(block, l)
		}
	}
	return above
}

// carryComments returns an official .proto file or ledger with our comments in place of its own: the head of the file, and
// those above a declaration that ours have, of which the last that are any count.
func carryComments(official []byte, ours ...[]byte) []byte {
	mine := map[string][]string{}
	for _, text := range ours {
		for place, lines := range comments(text) {
			if len(lines) > 0 {
				mine[place] = lines
			}
		}
	}
	var out bytes.Buffer
	var at scope
	for l := range strings.Lines(string(official)) {
		code := uncommented(l)
		bare := strings.TrimSpace(code)
		if bare == "" && (strings.TrimSpace(l) != "" || !at.begun) {
			continue // nothing but a comment
		}
		if bare != "" {
			for _, c := range mine[at.declares(bare)] {
				out.WriteString(code[:len(code)-len(bare)] + c + "\n")
			}
		}
		out.WriteString(code + "\n")
	}
	return out.Bytes()
}
