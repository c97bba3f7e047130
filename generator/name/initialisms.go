package name

import (
	"strings"
	"unicode"

	"github.com/aguigen/aguigen/generator/diag"
)

// initialisms are written in capitals if they are a whole word: "id" becomes ID, "ids" IDs, "identity" Identity.
// A user adds to them with Options.Initialisms.
var initialisms = []string{
	"ACL", "API", "ASCII", "CPU", "CSS", "CSV", "DNS", "EOF", "GUID", "HTML", "HTTP", "HTTPS", "ID", "IP", "JSON", "JWT",
	"MIME", "PDF", "RAM", "RPC", "SQL", "SSE", "SSH", "TCP", "TLS", "TTL", "UDP", "UI", "UID", "URI", "URL", "URN", "UTF8",
	"UUID", "VM", "XML", "YAML",
}

// newStyle joins the list above with the user's. One of theirs that is not a single word could never match.
func newStyle(o Options, problems *diag.List) *style {
	s := &style{initialisms: map[string]string{}, used: map[string]bool{}}
	for _, i := range initialisms {
		s.initialisms[strings.ToLower(i)] = i
	}
	for _, i := range o.Initialisms {
		if len(split([]rune(strings.ToLower(i)))) != 1 || strings.ContainsFunc(i, notInWord) {
			problems.Errorf(o.at(i), "initialism %q is not one word: give letters and digits only, as in \"URL\"", i)
			continue
		}
		s.initialisms[strings.ToLower(i)] = i
	}
	return s
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// reportUnused finds the user's initialisms that no name holds: most likely a typing mistake.
func (s *style) reportUnused(o Options, problems *diag.List) {
	for _, i := range o.Initialisms {
		low := strings.ToLower(i)
		if _, ok := s.initialisms[low]; ok && !s.used[low] {
			problems.Errorf(o.at(i), "initialism %q is in no name of this schema: remove it or correct its spelling", i)
		}
	}
}
