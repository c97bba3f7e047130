package runtime

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// chunk is the most memory that one retained string can keep alive: strings of a longer document are allocated in
// chunks of this size, and strings longer than a quarter of it separately.
const chunk = 64 << 10

// string reads a string. The usual case, a plain one that fits into the arena, is handled here.
func (r *reader) string(location string) string {
	data, i := r.data, r.pos
	if i >= len(data) || data[i] != '"' {
		r.mismatch(location, "a string")
		return ""
	}
	i++
	end, plain := scanString(data, i)
	if !plain {
		return text(r.oddString(i, end, location))
	}
	if r.recent != nil {
		r.pos = end + 1
		return r.recent.recall(r, data[i:end])
	}
	n := len(r.arena)
	if end-i > cap(r.arena)-n {
		s := r.hold(data[i:end])
		r.pos = end + 1
		return text(s)
	}
	r.arena = append(r.arena, data[i:end]...)
	r.pos = end + 1
	return text(r.arena[n:])
}

// stringPtr reads an optional string.
func (r *reader) stringPtr(location string) *string {
	return r.newString(r.string(location))
}

// word returns a string's text without copying it, for constants, which emitted code compares and replaces. ok
// reports whether there was a string.
func (r *reader) word(location string) (w []byte, ok bool) {
	if r.peek() != '"' {
		r.mismatch(location, "a string")
		return nil, false
	}
	start := r.pos + 1
	end, plain := scanString(r.data, start)
	if !plain {
		w = r.oddString(start, end, location)
		return w, r.err == nil
	}
	r.pos = end + 1
	return r.data[start:end], true
}

// wordOf is word for a subschema without "type", where a value that is not a string violates the given
// keyword.
func (r *reader) wordOf(keyword, location string, values []string) (w []byte, ok bool) {
	if r.peek() != '"' {
		r.malformed(r.pos, keyword, location, func() string { return notListed(keyword, shown(r.data[r.pos:]), "", values) })
		r.skip()
		return nil, false
	}
	return r.word(location)
}

// oddString reads a string that is escaped or not ASCII. The text from start to end is plain.
func (r *reader) oddString(start, end int, location string) []byte {
	clean := end - start
	if end = r.endOfString(end); end < 0 {
		return nil
	}
	src := r.data[start:end]
	r.pos = start
	n, free := 0, []byte(nil)
	large := len(src) > chunk/4 // it is allocated separately, as in hold
	if large {
		free = make([]byte, len(src)+word)
	} else {
		r.room(len(src) + word)
		n = len(r.arena)
		free = r.arena[n:cap(r.arena)]
	}
	size, bad := unescape(free, src, clean)
	if bad == badString { // a bad escape may still follow
		if i, found := badEscapeIn(src); found {
			size, bad = i, badEscape
		} else {
			return r.mendedString(start, end, location)
		}
	}
	if bad == badEscape {
		r.failAt(start+size, badEscape)
		return nil
	}
	if !large {
		r.arena = r.arena[:n+size]
	}
	r.pos = end + 1
	return free[:size:size]
}

// mendedString reads a string that is not valid Unicode.
func (r *reader) mendedString(start, end int, location string) []byte {
	s, changed, bad := mend(r.data[start:end], r.keep)
	if bad >= 0 && r.strict {
		r.failAt(start+bad, badText)
		return nil
	}
	if changed {
		r.report(start-1, "", definitionOf(location), UnknownKindText)
	}
	r.pos = end + 1
	return s
}

// definitionOf returns the definition that a place in the schema belongs to.
func definitionOf(location string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(location, "#/$defs/"), "/")
	return name
}

// endOfString returns the place of the closing quote, or fails and returns -1. The text before i is plain.
func (r *reader) endOfString(i int) int {
	for {
		i = scanText(r.data, i)
		switch {
		case i >= len(r.data):
			r.failAt(len(r.data), badString)
			return -1
		case r.data[i] == '"':
			return i
		case r.data[i] != '\\':
			r.failAt(i, badControl)
			return -1
		}
		for i < len(r.data) && r.data[i] == '\\' {
			i += 2
		}
	}
}

// hold copies b into the arena.
func (r *reader) hold(b []byte) []byte {
	n := len(r.arena)
	if len(b) > cap(r.arena)-n {
		if len(b) > chunk/4 {
			return append(make([]byte, 0, len(b)), b...)
		}
		r.room(len(b))
		n = len(r.arena)
	}
	r.arena = append(r.arena, b...)
	return r.arena[n:len(r.arena):len(r.arena)]
}

// room makes room for n more bytes in the arena. The first chunk has what the rest of the document can need
// at most.
func (r *reader) room(n int) {
	if n <= cap(r.arena)-len(r.arena) {
		return
	}
	rest := len(r.data) - r.pos + n
	r.arena = make([]byte, 0, max(n, min(rest, chunk)))
}

// text returns the bytes as a string without copying them. They must not be modified later.
func text(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// word is the number of bytes that are examined together.
const word = 8

// unescape writes the text of src, a string without its quotes, to dst, which must be longer by a word, and returns its
// length. The first bytes of src are known to be plain. On a bad escape it returns its place in src instead. badString
// means that src is not valid Unicode, so that its text may be longer.
func unescape(dst, src []byte, clean int) (n int, bad fault) {
	n = copy(dst, src[:clean])
	for i := n; i < len(src); {
		if i+word <= len(src) {
			w := binary.LittleEndian.Uint64(src[i:])
			binary.LittleEndian.PutUint64(dst[n:], w)
			m := special(w)
			if m == 0 {
				i, n = i+word, n+word
				continue
			}
			clean := bits.TrailingZeros64(m) >> 3
			i, n = i+clean, n+clean
		}
		switch c := src[i]; {
		case c == '\\':
			for i+1 < len(src) && src[i] == '\\' && simpleEscapes[src[i+1]] != 0 {
				dst[n] = simpleEscapes[src[i+1]]
				i, n = i+2, n+1
			}
			if i == len(src) || src[i] != '\\' {
				continue
			}
			r, size := escaped(src[i:])
			if size == 0 {
				return i, badEscape
			}
			if utf16.IsSurrogate(r) {
				return i, badString
			}
			if r < utf8.RuneSelf {
				dst[n] = byte(r)
				n++
			} else {
				n += utf8.EncodeRune(dst[n:], r)
			}
			i += size
		case c < utf8.RuneSelf:
			dst[n] = c
			i, n = i+1, n+1
		default:
			size := runeLen(src[i:])
			if size == 0 {
				return i, badString
			}
			copyRune(dst[n:], src[i:], size)
			i, n = i+size, n+size
		}
	}
	return n, noFault
}

// runeLen returns the length of the character at the start of b, which is not ASCII, or 0 if it is not valid
// UTF-8.
func runeLen(b []byte) int {
	switch c := b[0]; {
	case c < 0xc2:
		return 0
	case c < 0xe0:
		if len(b) > 1 && b[1]&0xc0 == 0x80 {
			return 2
		}
	case c < 0xf0:
		if len(b) > 2 && b[1]&0xc0 == 0x80 && b[2]&0xc0 == 0x80 && (c != 0xe0 || b[1] >= 0xa0) && (c != 0xed || b[1] < 0xa0) {
			return 3
		}
	default:
		if r, size := utf8.DecodeRune(b); r != utf8.RuneError {
			return size
		}
	}
	return 0
}

// mend returns the text of a string, given without its quotes, that is not valid Unicode but has valid escapes. Every
// byte that is not UTF-8 becomes U+FFFD, as in encoding/json, and so does half of a surrogate pair, unless keep is set,
// which preserves it as three bytes. bad is the first such byte, or -1.
func mend(src []byte, keep bool) (dst []byte, changed bool, bad int) {
	dst, bad = make([]byte, 0, len(src)+utf8.UTFMax), -1
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		switch {
		case r == '\\':
			if r, size = escaped(src[i:]); utf16.IsSurrogate(r) {
				changed = true
			}
		case r == utf8.RuneError && size == 1:
			if changed = true; bad < 0 {
				bad = i
			}
		}
		if keep && utf16.IsSurrogate(r) {
			dst = append(dst, byte(0xe0|r>>12), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f))
		} else {
			dst = utf8.AppendRune(dst, r)
		}
		i += size
	}
	return dst, changed, bad
}

// half returns the half of a surrogate pair at the start of b, in the three bytes of mend, or 0.
func half(b []byte) rune {
	if len(b) < 3 || b[0] != 0xed || b[1] < 0xa0 || b[1] > 0xbf || b[2]&0xc0 != 0x80 {
		return 0
	}
	return rune(b[0]&0x0f)<<12 | rune(b[1]&0x3f)<<6 | rune(b[2]&0x3f)
}

// unescaped returns the text of a string, given without its quotes, whose escapes are known to be valid. The result is
// newly allocated. Halves of surrogate pairs are kept, so that different keys stay different.
func unescaped(src []byte) []byte {
	dst := make([]byte, len(src)+word)
	n, bad := unescape(dst, src, 0)
	if bad != noFault {
		dst, _, _ = mend(src, true)
		return dst
	}
	return dst[:n]
}

// validText reports whether b is UTF-8. It is optimized for text that is mostly ASCII.
func validText(b []byte) bool {
	for len(b) >= word {
		if len(b) >= 4*word && (binary.LittleEndian.Uint64(b)|binary.LittleEndian.Uint64(b[word:])|
			binary.LittleEndian.Uint64(b[2*word:])|binary.LittleEndian.Uint64(b[3*word:]))&tops == 0 {
			b = b[4*word:]
			continue
		}
		high := binary.LittleEndian.Uint64(b) & tops
		if high == 0 {
			b = b[word:]
			continue
		}
		n := bits.TrailingZeros64(high) >> 3
		size := runeLen(b[n:])
		if size == 0 {
			return false
		}
		b = b[n+size:]
	}
	for i, c := range b {
		if c >= utf8.RuneSelf {
			return utf8.Valid(b[i:])
		}
	}
	return true
}

// mendRaw returns a copy of a JSON text with U+FFFD instead of invalid UTF-8. ok is false if two keys of an object
// become equal.
func mendRaw(raw []byte) (mended []byte, ok bool) {
	mended = make([]byte, 0, len(raw)+utf8.UTFMax)
	for _, r := range string(raw) {
		mended = utf8.AppendRune(mended, r)
	}
	return mended, !clashes(&reader{data: mended, pos: skipSpace(mended, 0)})
}

// clashes reports whether an object in the current value has a key with U+FFFD twice. It skips the value.
func clashes(r *reader) bool {
	found := false
	switch r.peek() {
	case '{':
		seen := map[string]bool{}
		for more := r.first(); more; more = r.next() {
			if key := string(r.key); strings.ContainsRune(key, utf8.RuneError) {
				found = found || seen[key]
				seen[key] = true
			}
			found = clashes(r) || found
		}
	case '[':
		for more := r.list(""); more; more = r.more() {
			found = clashes(r) || found
		}
	default:
		r.skip()
	}
	return found
}

// simpleEscapes holds the character of each two-letter escape.
var simpleEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escaped decodes the escape at the start of b. A surrogate pair counts as one escape; half of one is returned as it
// is. The length is 0 for an invalid escape.
func escaped(b []byte) (r rune, size int) {
	if len(b) < 2 {
		return 0, 0
	}
	if c := simpleEscapes[b[1]]; c != 0 {
		return rune(c), 2
	}
	if len(b) < 6 || b[1] != 'u' {
		return 0, 0
	}
	r = hex4(b[2:6])
	switch {
	case r < 0:
		return 0, 0
	case !utf16.IsSurrogate(r):
		return r, 6
	case len(b) >= 12 && b[6] == '\\' && b[7] == 'u':
		if pair := utf16.DecodeRune(r, hex4(b[8:12])); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return r, 6
}
