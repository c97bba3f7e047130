package wire

import (
	"strconv"
	"strings"
)

// accepts reports whether an Accept header accepts a media type, which has no parameters. The most specific range that
// matches decides; preferences among types are ignored.
func accepts(header, mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, "/")
	closest, admitted := 0, false
	for _, element := range splitHeader(header, ',') {
		words := splitHeader(element, ';')
		close := 0
		switch name := strings.ToLower(strings.TrimSpace(words[0])); name {
		case mediaType:
			close = 3
		case kind + "/*":
			close = 2
		case "*/*":
			close = 1
		}
		q, plain := quality(words[1:])
		if plain && close > closest {
			closest, admitted = close, q > 0
		} else if plain && close == closest {
			admitted = admitted || close > 0 && q > 0
		}
	}
	return admitted
}

// quality parses the parameters of a media range. plain is false if there are any but a valid q: they request a
// special form of the type, which does not exist.
func quality(parameters []string) (q float64, plain bool) {
	q = 1
	for _, p := range parameters {
		name, value, _ := strings.Cut(p, "=")
		if strings.TrimSpace(name) == "" {
			continue
		}
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			return 0, false
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(n >= 0 && n <= 1) {
			return 0, false
		}
		return n, true // parameters after q do not belong to the range
	}
	return q, true
}

// splitHeader splits s at the separators that are not in quotes.
func splitHeader(s string, separator byte) []string {
	var parts []string
	start, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == separator && !quoted:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}
