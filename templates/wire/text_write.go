package wire

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// string appends the length and the text of the string at i.
func (w *writer) string(i int) int {
	i++
	start, ascii := i, true
	for ; i < len(w.values.source); i++ {
		switch c := w.values.source[i]; {
		case c == '"':
			s := w.values.source[start:i]
			if !ascii && !utf8.Valid(s) {
				return w.oddString(start)
			}
			w.out = appendVarint(w.out, uint64(len(s)))
			w.out = append(w.out, s...)
			return i + 1
		case c == '\\':
			return w.oddString(start)
		case c < ' ':
			return w.fault(i, "a control character in a string must be escaped")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return w.fault(i, "unterminated string")
}

// oddString appends a string with escapes or invalid UTF-8, whose content starts at i.
func (w *writer) oddString(i int) int {
	at := len(w.out)
	w.out = append(w.out, 0)
	for i < len(w.values.source) {
		switch c := w.values.source[i]; {
		case c == '"':
			if n := len(w.out) - at - 1; n < 0x80 {
				w.out[at] = byte(n)
			} else {
				w.out = insertLength(w.out, at, at+1)
			}
			return i + 1
		case c == '\\':
			r, size := escape(w.values.source[i:])
			if size == 0 {
				return w.fault(i, "invalid escape in a string")
			}
			if r < 0 {
				w.lose(LossKindText, fmt.Sprintf("%s is half of a character", w.values.source[i:i+size]))
				r = utf8.RuneError
			}
			w.out = utf8.AppendRune(w.out, r)
			i += size
		case c < ' ':
			return w.fault(i, "a control character in a string must be escaped")
		default:
			r, size := utf8.DecodeRune(w.values.source[i:])
			if r == utf8.RuneError && size == 1 {
				w.lose(LossKindText, "the text is not valid UTF-8")
			}
			w.out = utf8.AppendRune(w.out, r)
			i += size
		}
	}
	return w.fault(i, "unterminated string")
}

// escape decodes the escape at the start of b. A surrogate pair is one escape; half of one is -1. The size is 0 for
// an invalid escape.
func escape(b []byte) (r rune, size int) {
	if len(b) < 2 {
		return 0, 0
	}
	switch b[1] {
	case '"', '\\', '/':
		return rune(b[1]), 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		return unicodeEscape(b)
	}
	return 0, 0
}

func unicodeEscape(b []byte) (r rune, size int) {
	if r = hex4(b, 2); r < 0 {
		return 0, 0
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if pair := utf16.DecodeRune(r, hex4(b, 8)); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return -1, 6
}

// hex4 parses the four hexadecimal digits at i, and returns -1 if they are invalid.
func hex4(b []byte, i int) rune {
	if len(b) < i+4 {
		return -1
	}
	n, err := strconv.ParseUint(str(b[i:i+4]), 16, 16)
	if err != nil || n > math.MaxUint16 {
		return -1
	}
	return rune(n)
}

// joinHalves converts a Go string to valid UTF-8. Half of a surrogate pair, an escape in JSON, is stored as three
// bytes: two matching halves become the character; a single one becomes U+FFFD, like any invalid byte. whole reports
// whether nothing was lost.
func joinHalves(s string) (text string, whole bool) {
	whole = true
	out := make([]byte, 0, len(s))
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			if first := half(s); first >= 0 {
				size = 3
				if pair := utf16.DecodeRune(first, half(s[3:])); pair != utf8.RuneError {
					r, size = pair, 6
				}
			}
			whole = whole && r != utf8.RuneError
		}
		out = utf8.AppendRune(out, r)
		s = s[size:]
	}
	return string(out), whole
}

// half returns the surrogate stored in the first three bytes of s, or -1.
func half(s string) rune {
	if len(s) < 3 || s[0] != 0xed || s[1] < 0xa0 || s[1] > 0xbf || s[2]&0xc0 != 0x80 {
		return -1
	}
	return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f)
}
