package runtime

import (
	"encoding/binary"
	"math/bits"
)

// The word-at-a-time tests: ones and tops repeat a byte in every byte of a word. Each sets the top bit in the lowest
// byte that it looks for; bits above the lowest one mean nothing.
const (
	ones = 0x0101010101010101
	tops = 0x8080808080808080
)

// special looks for a quote, a backslash, a control character, or a byte that is not ASCII.
func special(w uint64) uint64 {
	quote := w ^ '"'*ones
	slash := w ^ '\\'*ones
	return ((quote - ones) | (slash - ones) | (w - ' '*ones) | w) & tops
}

// specialASCII looks for a quote, a backslash or a control character.
func specialASCII(w uint64) uint64 {
	quote := w ^ '"'*ones
	slash := w ^ '\\'*ones
	return ((quote - ones) | (slash - ones) | (w - ' '*ones)) &^ w & tops
}

// scanString returns the first byte from i on that is special. plain reports that it is a quote: the string then
// needs no decoding.
func scanString(data []byte, i int) (end int, plain bool) {
	for i+8 <= len(data) {
		if m := special(binary.LittleEndian.Uint64(data[i:])); m != 0 {
			i += bits.TrailingZeros64(m) >> 3
			return i, data[i] == '"'
		}
		i += 8
	}
	for ; i < len(data); i++ {
		if c := data[i]; c == '"' || c == '\\' || c < ' ' || c >= 0x80 {
			return i, c == '"'
		}
	}
	return i, false
}

// scanText returns the first byte from i on that is a quote, a backslash or a control character, or the end of data.
func scanText(data []byte, i int) int {
	for i+8 <= len(data) {
		if m := specialASCII(binary.LittleEndian.Uint64(data[i:])); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for ; i < len(data); i++ {
		if c := data[i]; c == '"' || c == '\\' || c < ' ' {
			return i
		}
	}
	return i
}

// fault is a reason why bytes are not JSON.
type fault uint8

const (
	noFault fault = iota
	badValue
	badEnd
	badKey
	badColon
	badComma
	badElement
	badNumber
	badControl
	badEscape
	badString
	badDepth
	badTail
	badText
	badKeys
)

// faults holds the message of each fault.
var faults = [...]string{
	badValue:   "expected a value",
	badEnd:     "unexpected end of the document",
	badKey:     "expected a quoted key",
	badColon:   "expected ':'",
	badComma:   "expected ',' or '}'",
	badElement: "expected ',' or ']'",
	badNumber:  "invalid number",
	badControl: "a control character in a string must be escaped",
	badEscape:  "invalid escape in a string",
	badString:  "unterminated string",
	badDepth:   "arrays and objects nest more than 10000 deep",
	badTail:    "unexpected data after the document",
	badText:    "the text is not UTF-8",
	badKeys:    "two keys of this object differ only in bytes that are not text",
}

// skipValue returns the end of the value that starts at i, depth containers down. On a fault it returns its place.
func skipValue(data []byte, i, depth int) (int, fault) {
	if i < len(data) && (data[i] == '{' || data[i] == '[') {
		return skipContainer(data, i, depth)
	}
	return skipScalar(data, i)
}

// skipScalar is skipValue for everything but objects and arrays.
func skipScalar(data []byte, i int) (int, fault) {
	if i >= len(data) {
		return i, badEnd
	}
	switch c := data[i]; {
	case c == '"':
		return skipString(data, i)
	case c == '-' || '0' <= c && c <= '9':
		return skipNumber(data, i)
	case c == 't':
		return skipLiteral(data, i, "true")
	case c == 'f':
		return skipLiteral(data, i, "false")
	case c == 'n':
		return skipLiteral(data, i, "null")
	default:
		return i, badValue
	}
}

// skipContainer is skipValue for an object or array. It does not recurse, so that no document makes the stack grow.
func skipContainer(data []byte, i, depth int) (int, fault) {
	var in nesting
	for {
		opening := byte(0)
		if i < len(data) {
			opening = data[i]
		}
		var bad fault
		switch opening {
		case '{', '[':
			if depth+in.n >= maxDepth {
				return i, badDepth
			}
			in.push(opening == '{')
			i = skipSpace(data, i+1)
			if i < len(data) && data[i] == opening+2 { // an empty one
				in.pop()
				i++
				break
			}
			if opening == '{' {
				if i, bad = skipKey(data, i); bad != noFault {
					return i, bad
				}
			}
			continue
		default:
			if i, bad = skipScalar(data, i); bad != noFault {
				return i, bad
			}
		}
		if i, bad = in.afterValue(data, i); bad != noFault || in.n == 0 {
			return i, bad
		}
	}
}

// nesting holds the containers around a place: a bit for each, set for an object.
type nesting struct {
	n      int
	object bool // the innermost container is an object
	few    [4]uint64
	large  []uint64 // for containers deeper than few has bits
}

// word returns the word that has the bit of the container n.
func (in *nesting) word(n int) *uint64 {
	k := n >> 6
	if k < len(in.few) {
		return &in.few[k]
	}
	if in.large == nil {
		in.large = make([]uint64, maxDepth>>6+1)
	}
	return &in.large[k]
}

// push enters a container.
func (in *nesting) push(object bool) {
	w, bit := in.word(in.n), uint64(1)<<(in.n&63)
	*w &^= bit
	if object {
		*w |= bit
	}
	in.n++
	in.object = object
}

// pop leaves the innermost container.
func (in *nesting) pop() {
	if in.n--; in.n > 0 {
		in.object = *in.word(in.n - 1)>>((in.n-1)&63)&1 != 0
	}
}

// afterValue skips what follows a value, up to the next value or the end of the outermost container.
func (in *nesting) afterValue(data []byte, i int) (int, fault) {
	for in.n > 0 {
		object := in.object
		i = skipSpace(data, i)
		switch {
		case i >= len(data):
			return i, badEnd
		case data[i] == ',':
			if i = skipSpace(data, i+1); object {
				return skipKey(data, i)
			}
			return i, noFault
		case object && data[i] == '}' || !object && data[i] == ']':
			in.pop()
			i++
		case object:
			return i, badComma
		default:
			return i, badElement
		}
	}
	return i, noFault
}

// skipKey returns the place of the value that belongs to the key at i.
func skipKey(data []byte, i int) (int, fault) {
	if i >= len(data) || data[i] != '"' {
		return i, badKey
	}
	i, bad := skipString(data, i)
	if bad != noFault {
		return i, bad
	}
	if i = skipSpace(data, i); i >= len(data) || data[i] != ':' {
		return i, badColon
	}
	return skipSpace(data, i+1), noFault
}

// skipSpace returns the first byte from i on that is not white space.
func skipSpace(data []byte, i int) int {
	if i < len(data) && data[i] <= ' ' {
		for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
			i++
		}
	}
	return i
}

// skipString returns the end of the string whose quote is at i.
func skipString(data []byte, i int) (int, fault) {
	for i++; i+word <= len(data); {
		m := specialASCII(binary.LittleEndian.Uint64(data[i:]))
		if m == 0 {
			i += word
			continue
		}
		i += bits.TrailingZeros64(m) >> 3
		if data[i] == '"' {
			return i + 1, noFault
		}
		n, bad := skipEscape(data, i)
		if bad != noFault {
			return i, bad
		}
		i += n
	}
	for i < len(data) {
		switch c := data[i]; {
		case c == '"':
			return i + 1, noFault
		case c == '\\' || c < ' ':
			n, bad := skipEscape(data, i)
			if bad != noFault {
				return i, bad
			}
			i += n
		default:
			i++
		}
	}
	return i, badString
}

// skipEscape returns the length of the escape at i, where a special byte is.
func skipEscape(data []byte, i int) (int, fault) {
	if data[i] != '\\' {
		return 0, badControl
	}
	if n := escapeLen(data, i); n > 0 {
		return n, noFault
	}
	return 0, badEscape
}

// escapeLen returns the length of the escape at i, or 0 if it is invalid.
func escapeLen(data []byte, i int) int {
	if i+1 >= len(data) {
		return 0
	}
	switch data[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if i+6 > len(data) || hex4(data[i+2:i+6]) < 0 {
			return 0
		}
		return 6
	}
	return 0
}

// badEscapeIn returns the place of the first invalid escape in a string.
func badEscapeIn(inside []byte) (int, bool) {
	for i := 0; i < len(inside); {
		if inside[i] != '\\' {
			i++
			continue
		}
		n := escapeLen(inside, i)
		if n == 0 {
			return i, true
		}
		i += n
	}
	return 0, false
}

// hex4 parses four hexadecimal digits, and returns -1 if they are invalid.
func hex4(b []byte) rune {
	var r rune
	for _, c := range b {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// literalAt reports whether the literal is at i.
func literalAt(data []byte, i int, literal string) bool {
	return len(data)-i >= len(literal) && string(data[i:i+len(literal)]) == literal
}

func skipLiteral(data []byte, i int, literal string) (int, fault) {
	if !literalAt(data, i, literal) {
		return i, badValue
	}
	return i + len(literal), noFault
}

// skipNumber returns the end of the number that starts at i.
func skipNumber(data []byte, i int) (int, fault) {
	start := i
	if data[i] == '-' {
		i++
	}
	switch {
	case i < len(data) && data[i] == '0':
		i++
	default:
		digits := i
		if i = skipDigits(data, i); i == digits {
			return start, badNumber
		}
	}
	if i < len(data) && data[i] == '.' {
		digits := i + 1
		if i = skipDigits(data, digits); i == digits {
			return start, badNumber
		}
	}
	if i < len(data) && data[i]|0x20 == 'e' {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		digits := i
		if i = skipDigits(data, digits); i == digits {
			return start, badNumber
		}
	}
	return i, noFault
}

func skipDigits(data []byte, i int) int {
	for i < len(data) && '0' <= data[i] && data[i] <= '9' {
		i++
	}
	return i
}
