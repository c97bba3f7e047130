package runtime

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// appendString appends s as a JSON string, a word at a time. Nothing is escaped for HTML. Invalid UTF-8 becomes
// U+FFFD, as in encoding/json.
func appendString(dst []byte, s string) []byte {
	b := unsafe.Slice(unsafe.StringData(s), len(s))
	n := len(dst)
	out := withRoom(dst, n, len(b))
	out[n] = '"'
	n++
	for i := 0; i < len(b); {
		if i+word <= len(b) {
			w := binary.LittleEndian.Uint64(b[i:])
			binary.LittleEndian.PutUint64(out[n:], w)
			m := special(w)
			if m == 0 {
				i, n = i+word, n+word
				continue
			}
			clean := bits.TrailingZeros64(m) >> 3
			i, n = i+clean, n+clean
		}
		c := b[i]
		size := 1
		switch {
		case c >= utf8.RuneSelf:
			if size = runeLen(b[i:]); size > 0 {
				copyRune(out[n:], b[i:], size)
				n += size
				break
			}
			size, n = putOdd(out, n, b[i:])
			out = withRoom(out, n, len(b)-i)
		case c < ' ' || c == '"' || c == '\\':
			n += putEscape(out[n:], c)
			out = withRoom(out, n, len(b)-i)
		default:
			out[n] = c
			n++
		}
		i += size
	}
	out[n] = '"'
	return out[:n+1]
}

// putOdd writes the start of b, which is not UTF-8, to out at n: half of a surrogate pair as its escape, two adjacent
// halves as their character, anything else as U+FFFD. It returns the number of bytes of b that it used.
func putOdd(out []byte, n int, b []byte) (size, after int) {
	h := half(b)
	if h == 0 {
		return 1, n + copy(out[n:], "\ufffd")
	}
	if pair := utf16.DecodeRune(h, half(b[3:])); pair != utf8.RuneError {
		return 6, n + utf8.EncodeRune(out[n:], pair)
	}
	const hex = "0123456789abcdef"
	n += copy(out[n:], `\ud`)
	return 3, n + copy(out[n:], []byte{hex[h>>8&15], hex[h>>4&15], hex[h&15]})
}

// copyRune copies the first size bytes of src, up to four. dst has room for four.
func copyRune(dst, src []byte, size int) {
	if len(src) >= utf8.UTFMax {
		binary.LittleEndian.PutUint32(dst, binary.LittleEndian.Uint32(src))
		return
	}
	copy(dst, src[:size])
}

// withRoom returns dst extended to its capacity, with n bytes used and room for the given number of bytes and
// a few words.
func withRoom(dst []byte, n, more int) []byte {
	more += 2 * word
	if cap(dst)-n < more {
		dst = slices.Grow(dst[:n], more)
	}
	return dst[:cap(dst)]
}

// shortEscapes holds the letter of each character's two-letter escape.
var shortEscapes = [256]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// putEscape writes the escape of an ASCII character that needs one, and returns its length.
func putEscape(out []byte, c byte) int {
	if letter := shortEscapes[c]; letter != 0 {
		out[0], out[1] = '\\', letter
		return 2
	}
	const hex = "0123456789abcdef"
	copy(out, `\u00`)
	out[4], out[5] = hex[c>>4], hex[c&15]
	return 6
}

// appendFloat appends a number as encoding/json and JavaScript write it. It fails for infinities and NaN,
// which JSON lacks.
func appendFloat(dst []byte, f float64) ([]byte, error) {
	if message := notFinite(f); message != "" {
		return dst, &ValidationError{Message: message, kind: ErrMalformed}
	}
	format := byte('f')
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	out := strconv.AppendFloat(dst, f, format, -1, 64)
	if n := len(out); format == 'e' && out[n-2] == '0' && out[n-3] == '-' { // e-09 is e-9
		out[n-2] = out[n-1]
		out = out[:n-1]
	}
	return out, nil
}

// notFinite returns the message for a float64 that JSON cannot express, or "".
func notFinite(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return fmt.Sprintf("%v is not a JSON number", f)
	}
	return ""
}

// appendNumber appends a number in its own spelling.
func appendNumber(dst []byte, n json.Number) ([]byte, error) {
	if !isNumber(string(n)) {
		return dst, &ValidationError{Message: fmt.Sprintf("%q is not a JSON number", short([]byte(n))), kind: ErrMalformed}
	}
	return append(dst, n...), nil
}

func appendInteger(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }
func appendBoolean(dst []byte, b bool) []byte  { return strconv.AppendBool(dst, b) }

// appendAny appends a JSON value unchanged, after checking that it is valid; nil is null. Invalid UTF-8
// becomes U+FFFD.
func appendAny(dst []byte, raw json.RawMessage) ([]byte, error) {
	if raw == nil {
		return append(dst, "null"...), nil
	}
	message := notJSON(raw, mostHolders)
	if message != "" {
		message = notJSON(raw, openContainers(dst)) // the nesting is a fault only if the value itself is that deep inside
	}
	if message != "" {
		return dst, &ValidationError{Message: message, kind: ErrMalformed}
	}
	if !validText(raw) {
		raw, _ = mendRaw(raw)
	}
	return append(dst, raw...), nil
}

// mostHolders is more than the number of containers around a typical value. A value so deep that it exceeds the limit
// with them is checked again, with the actual number.
const mostHolders = maxDepth / 2

// openContainers returns how many objects and arrays are open at the end of a JSON text that is being written.
func openContainers(dst []byte) int {
	open, closed := 0, 0
	for i := len(dst) - 1; i >= 0; i-- {
		switch dst[i] {
		case '"': // the end of a string: go to its start, which no backslash escapes
			for i--; i > 0 && (dst[i] != '"' || escapesIn(dst[:i])%2 == 1); i-- {
			}
		case '}', ']':
			closed++
		case '{', '[':
			if closed > 0 {
				closed--
			} else {
				open++
			}
		case ',':
			if closed == 0 && (i == 0 || strings.IndexByte(":[,\n\r\t ", dst[i-1]) >= 0) {
				open++ // closeObject has yet to make it a brace
			}
		}
	}
	return open
}

// escapesIn returns the number of backslashes at the end of b.
func escapesIn(b []byte) int { return len(b) - len(bytes.TrimRight(b, `\`)) }

// notJSON returns why raw is not a JSON value, or nests too deep inside the given number of containers; "" if
// it is fine.
func notJSON(raw json.RawMessage, depth int) string {
	end, bad := skipValue(raw, skipSpace(raw, 0), depth)
	if end = skipSpace(raw, end); bad == noFault && end < len(raw) {
		bad = badTail
	}
	if bad == noFault {
		return ""
	}
	return fmt.Sprintf("the value is not JSON: byte %d: %s", end, faults[bad])
}

// appendMap appends an object of free members, in the order of their keys.
func appendMap(dst []byte, m map[string]json.RawMessage) ([]byte, error) {
	out, err := appendMembers(dst, m)
	if err != nil {
		return dst, err
	}
	return closeObject(out, len(dst)), nil
}

// closeObject ends an object whose members were appended from start on, each after a comma. The first comma becomes
// the brace.
func closeObject(out []byte, start int) []byte {
	if len(out) == start {
		return append(out, "{}"...)
	}
	out[start] = '{'
	return append(out, '}')
}

// appendExtra appends the extra members of an object. It fails for a name that the object defines, since it would
// be written twice.
func appendExtra(dst []byte, s *shape, extra map[string]json.RawMessage) ([]byte, error) {
	for key := range extra {
		if s.has(key) {
			return dst, &ValidationError{Keyword: "type", SchemaLocation: s.location() + "/type",
				InstanceLocation: "/" + escapePointer(key),
				Message:          fmt.Sprintf("Extra has %q, which is a member of its own", key)}
		}
	}
	return appendMembers(dst, extra)
}

// appendMembers appends members to those that an object has already, in the order of their keys.
func appendMembers(dst []byte, m map[string]json.RawMessage) ([]byte, error) {
	var few [32]string
	out, odd := dst, false
	for _, key := range sortedKeys(few[:0], m) {
		if !odd && !utf8.ValidString(key) {
			odd = true
			if key, found := twin(m); found {
				return dst, atMember(&ValidationError{Message: faults[badKeys], kind: ErrMalformed}, key)
			}
		}
		out = append(appendString(append(out, ','), key), ':')
		var err error
		if out, err = appendAny(out, m[key]); err != nil {
			return dst, atMember(err, key)
		}
	}
	return out, nil
}

// keysOf returns the keys of a map in their order, unless two of them come out as the same text.
func keysOf[T any](m map[string]T) ([]string, error) {
	keys := sortedKeys(make([]string, 0, len(m)), m)
	for _, key := range keys {
		if utf8.ValidString(key) {
			continue
		}
		if key, found := twin(m); found {
			return nil, atMember(&ValidationError{Message: faults[badKeys], kind: ErrMalformed}, key)
		}
	}
	return keys, nil
}

// appendKey appends the key of the member i, and the colon.
func appendKey(dst []byte, i int, key string) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return append(appendString(dst, key), ':')
}

// twin returns a key that is written like another one, because bytes of either are not UTF-8.
func twin[T any](m map[string]T) (key string, found bool) {
	written := make(map[string]bool, len(m))
	var b []byte
	for key := range m {
		b = appendString(b[:0], key)
		if written[string(b)] {
			return key, true
		}
		written[string(b)] = true
	}
	return "", false
}

// sortedKeys appends the keys of m to few, which has room for those of most objects, and sorts them.
func sortedKeys[T any](few []string, m map[string]T) []string {
	for key := range m {
		few = append(few, key)
	}
	slices.Sort(few)
	return few
}

// appendStrings appends a list of strings.
func appendStrings(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, s)
	}
	return append(dst, ']')
}

// noValue is the error for a required union that is nil, or a nil pointer in an interface.
func noValue(definition, rule string) error { return isNil(definition, rule) }

// atMember prepends a step to the error's place.
func atMember(err error, step string) error {
	if e, ok := err.(*ValidationError); ok {
		e.InstanceLocation = shortPointer("/" + escapePointer(step) + e.InstanceLocation)
	}
	return err
}

// withinItem is atMember for an element of a list.
func withinItem(err error, i int) error {
	return atMember(err, strconv.Itoa(i))
}
