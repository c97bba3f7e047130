package http

import (
	"mime"
	"strconv"
	"strings"

	aguistream "github.com/aguigen/aguigen/templates/stream"
)

// Negotiate returns the format that an Accept header prefers. The q of a format is that of the most specific range that
// matches it. Among equals the first format wins, and so it does for wildcards and an empty header. Negotiate reports
// false if the header accepts none of the formats.
func Negotiate(accept string, formats ...aguistream.Format) (aguistream.Format, bool) {
	var ranges []mediaRange
	asks := false
	for _, element := range splitHeader(accept, ',') {
		if r, ok := parseRange(element); ok {
			ranges = append(ranges, r)
			asks = asks || r.q > 0
		}
	}
	best, at := 0.0, -1
	for i, f := range formats {
		q, named := qualityOf(ranges, f.MediaType, i == 0)
		if !named && !asks {
			q = 1 // no type is requested, and this one is not excluded
		}
		if q > best {
			best, at = q, i
		}
	}
	if at < 0 {
		return aguistream.Format{}, false
	}
	return formats[at], true
}

// mediaRange is an element of an Accept header.
type mediaRange struct {
	kind, subtype string // "*" for any
	plain         bool   // without parameters, which our types do not have
	q             float64
}

func parseRange(element string) (mediaRange, bool) {
	words := splitHeader(element, ';')
	kind, subtype, ok := strings.Cut(strings.ToLower(strings.TrimSpace(words[0])), "/")
	if !ok || kind == "" || subtype == "" {
		return mediaRange{}, false
	}
	r := mediaRange{kind, subtype, true, 1}
	for _, p := range words[1:] {
		name, value, _ := strings.Cut(p, "=")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		switch {
		case name == "":
		case name == "charset" && strings.EqualFold(strings.Trim(value, `"`), "utf-8"):
		case name != "q":
			r.plain = false
		default:
			q, err := strconv.ParseFloat(value, 64)
			if err != nil || !(q >= 0 && q <= 1) {
				return mediaRange{}, false
			}
			r.q = q
			return r, true // parameters after q do not belong to the range
		}
	}
	return r, true
}

// qualityOf returns the q of the most specific range that matches a media type; named is false if none does. A
// wildcard of another type matches the first format if no other range does.
func qualityOf(ranges []mediaRange, mediaType string, first bool) (q float64, named bool) {
	kind, subtype, _ := strings.Cut(mediaType, "/")
	closest := 0
	for _, r := range ranges {
		fits := 0
		switch {
		case !r.plain:
		case r.kind == kind && r.subtype == subtype:
			fits = 4
		case r.kind == kind && r.subtype == "*":
			fits = 3
		case r.kind == "*" && r.subtype == "*":
			fits = 2
		case first && r.subtype == "*":
			fits = 1
		}
		if fits > closest || fits > 0 && fits == closest && r.q > q {
			closest, q = fits, r.q
		}
	}
	return q, closest > 0
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

// mediaTypeOf returns a media type in lower case, without its parameters, or "".
func mediaTypeOf(header string) string {
	t, _, err := mime.ParseMediaType(header)
	if err != nil && t == "" {
		return ""
	}
	return t
}
