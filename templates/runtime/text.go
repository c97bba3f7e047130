package runtime

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// chunk is the most that one kept string can pin: strings of a longer document are carved from chunks of this size,
// and what is longer than a quarter of it is allocated by itself.
const chunk = 64 << 10

// string reads a string.
func (r *reader) string(location string) string {
	if r.peek() != '"' {
		r.mismatch(location, "a string")
		return ""
	}
	start := r.pos + 1
	end, plain := scanString(r.data, start)
	if !plain {
		return text(r.oddString(start, end))
	}
	r.pos = end + 1
	return text(r.hold(r.data[start:end]))
}

// stringPtr reads an optional string.
func (r *reader) stringPtr(location string) *string {
	return r.newString(r.string(location))
}

// matching reads a string that matches a pattern.
func (r *reader) matching(location string, matches func(string) bool, pattern string) string {
	at, found := r.pos, len(r.findings)
	s := r.string(location)
	if len(r.findings) == found && !matches(s) {
		r.noteAt(at, "pattern", location, "", fmt.Sprintf("%q does not match %s", short([]byte(s)), pattern))
	}
	return s
}

// word gives a string's text without keeping it: for constants, which emitted code compares and replaces. ok says
// that there was a string.
func (r *reader) word(location string) (w []byte, ok bool) {
	if r.peek() != '"' {
		r.mismatch(location, "a string")
		return nil, false
	}
	start := r.pos + 1
	end, plain := scanString(r.data, start)
	if !plain {
		w = r.oddString(start, end)
		return w, r.err == nil
	}
	r.pos = end + 1
	return r.data[start:end], true
}

// oddString reads a string that is escaped or not ASCII: the text from start to end is clean.
func (r *reader) oddString(start, end int) []byte {
	end = r.endOfString(end)
	if end < 0 {
		return nil
	}
	r.pos = end + 1
	src := r.data[start:end]
	r.room(len(src))
	free := r.arena[len(r.arena):]
	out := unescape(free, src)
	if cap(out) == cap(free) {
		r.arena = r.arena[:len(r.arena)+len(out)]
	}
	return out[:len(out):len(out)]
}

// endOfString gives the place of the closing quote, or fails and gives -1. There is nothing special before i.
func (r *reader) endOfString(i int) int {
	end, bad := skipString(r.data, i-1)
	if bad != noFault {
		r.pos = end
		r.fail(bad)
		return -1
	}
	return end - 1
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

// room makes the arena fit n more bytes. The first chunk is what the rest of the document can need at most.
func (r *reader) room(n int) {
	if n <= cap(r.arena)-len(r.arena) {
		return
	}
	rest := len(r.data) - r.pos + n
	r.arena = make([]byte, 0, max(n, min(rest, chunk)))
}

// text gives the bytes as a string without copying them. Nobody may write to them later.
func text(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// unescape appends the text of a string's inside, which has only valid escapes. As in encoding/json, invalid UTF-8
// and lone surrogates become U+FFFD.
func unescape(dst, src []byte) []byte {
	for i := 0; i < len(src); {
		end, _ := scanString(src, i)
		dst = append(dst, src[i:end]...)
		if i = end; i == len(src) {
			break
		}
		if src[i] != '\\' {
			c, n := utf8.DecodeRune(src[i:])
			dst = utf8.AppendRune(dst, c)
			i += n
			continue
		}
		c, n := escaped(src[i:])
		dst = utf8.AppendRune(dst, c)
		i += n
	}
	return dst
}

// escaped reads the escape that b starts with: a surrogate pair counts as one.
func escaped(b []byte) (rune, int) {
	switch b[1] {
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
		c := hex4(b[2:6])
		if !utf16.IsSurrogate(c) {
			return c, 6
		}
		if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
			if pair := utf16.DecodeRune(c, hex4(b[8:12])); pair != utf8.RuneError {
				return pair, 12
			}
		}
		return utf8.RuneError, 6
	default:
		return rune(b[1]), 2
	}
}

// newString, newInt and newBool give the address of an optional scalar, several of which share an allocation.
func (r *reader) newString(s string) *string { return slot(&r.strings, s) }
func (r *reader) newInt(n int64) *int64      { return slot(&r.ints, n) }
func (r *reader) newBool(b bool) *bool       { return slot(&r.bools, b) }

func slot[T any](free *[]T, v T) *T {
	s := *free
	if len(s) == cap(s) {
		s = make([]T, 0, min(2*cap(s)+2, 64))
	}
	s = append(s, v)
	*free = s
	return &s[len(s)-1]
}
