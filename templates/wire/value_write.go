package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// The tags of google.protobuf.Value, of its Struct and ListValue, and of the entries of a Struct.
const (
	nullTag   = 1<<3 | varintType
	numberTag = 2<<3 | fixed64Type
	stringTag = 3<<3 | bytesType
	boolTag   = 4<<3 | varintType
	structTag = 5<<3 | bytesType
	listTag   = 6<<3 | bytesType

	entryTag   = 1<<3 | bytesType
	elementTag = 1<<3 | bytesType
	keyTag     = 1<<3 | bytesType
	valueTag   = 2<<3 | bytesType
)

// value appends any JSON value as a Value. None is null.
func (w *writer) value(tag uint32, step string, raw json.RawMessage) {
	m := w.open(tag, step)
	var few [16]gap
	v := valueWriter{writer: w, gaps: few[:0]}
	v.document(raw)
	v.settle()
	w.close(m)
}

// structure appends an object of free members as a Struct, in the order of their keys, as AppendJSON does.
func (w *writer) structure(tag uint32, step string, members map[string]json.RawMessage) {
	m := w.open(tag, step)
	var few [16]gap
	v := valueWriter{writer: w, gaps: few[:0]}
	v.members(members)
	v.settle()
	w.close(m)
}

// objectValue appends an object of free members as a Value.
func (w *writer) objectValue(tag uint32, step string, members map[string]json.RawMessage) {
	m := w.open(tag, step)
	var few [16]gap
	v := valueWriter{writer: w, gaps: few[:0]}
	g := v.open(structTag)
	v.members(members)
	v.close(g)
	v.settle()
	w.close(m)
}

// valueWriter turns JSON text into Values. They nest as deep as the text does, so a message that turns out to need more
// than the one byte that is reserved for its length is not moved at once, which could move its inside once for each
// level. It leaves a gap: all of them are made in one go at the end.
type valueWriter struct {
	*writer
	text []byte
	gaps []gap // of the messages that are open or need more room, by place
	late int   // bytes that the closed ones of them will add
}

// gap is the length of a message.
type gap struct {
	at   int // of the reserved byte
	late int // what valueWriter.late was at the start
	size int // of the message, with all that is added
}

func (v *valueWriter) open(tag byte) int {
	v.out = append(v.out, tag, 0)
	v.gaps = append(v.gaps, gap{at: len(v.out) - 1, late: v.late})
	return len(v.gaps) - 1
}

// close ends the message that open started. One whose length fits has only such inside, so it is the last of the gaps.
func (v *valueWriter) close(i int) {
	g := &v.gaps[i]
	g.size = len(v.out) - g.at - 1 + v.late - g.late
	if g.size < 0x80 {
		v.out[g.at] = byte(g.size)
		v.gaps = v.gaps[:i]
		return
	}
	v.late += varintLen(g.size) - 1
}

// settle makes the gaps, from the last to the first.
func (v *valueWriter) settle() {
	if v.late == 0 {
		return
	}
	end := len(v.out)
	v.out = slices.Grow(v.out, v.late)[:end+v.late]
	shift := v.late
	for _, g := range slices.Backward(v.gaps) {
		copy(v.out[g.at+1+shift:], v.out[g.at+1:end])
		end = g.at
		shift -= varintLen(g.size) - 1
		putVarint(v.out[end+shift:], uint64(g.size))
	}
}

// members appends the entries of a map.
func (v *valueWriter) members(m map[string]json.RawMessage) {
	var few [32]string
	for _, key := range sortedKeys(m, few[:0]) {
		v.push(key)
		entry := v.open(entryTag)
		name := key
		if !utf8.ValidString(key) {
			v.lose(LossKindText, "the key is not valid UTF-8")
			name = string([]rune(key))
		}
		if name != "" { // as the reference encoder does
			v.out = appendVarint(append(v.out, keyTag), uint64(len(name)))
			v.out = append(v.out, name...)
		}
		value := v.open(valueTag)
		v.document(m[key])
		v.close(value)
		v.close(entry)
		v.pop()
	}
}

// document appends the inside of a Value that is a whole JSON text.
func (v *valueWriter) document(raw json.RawMessage) {
	if raw == nil {
		v.out = append(v.out, nullTag, 0)
		return
	}
	v.text = raw
	i := v.any(v.space(0), 0)
	if i < 0 {
		return
	}
	if i = v.space(i); i < len(raw) {
		v.fault(i, "there is more after the end of the value")
	}
}

// fault notes text that is not JSON. It gives -1, which ends the reading.
func (v *valueWriter) fault(i int, message string) int {
	v.fail("type", fmt.Sprintf("the value is not JSON: byte %d: %s", i, message))
	return -1
}

func (v *valueWriter) space(i int) int {
	for i < len(v.text) && (v.text[i] == ' ' || v.text[i] == '\n' || v.text[i] == '\t' || v.text[i] == '\r') {
		i++
	}
	return i
}

// any appends the inside of a Value for the value at i, and gives the value's end.
func (v *valueWriter) any(i, depth int) int {
	if i >= len(v.text) {
		return v.fault(i, "the text ends inside a value")
	}
	switch v.text[i] {
	case '{':
		return v.object(i, depth+1)
	case '[':
		return v.array(i, depth+1)
	case '"':
		v.out = append(v.out, stringTag)
		return v.string(i)
	case 't':
		return v.literal(i, "true", boolTag, 1)
	case 'f':
		return v.literal(i, "false", boolTag, 0)
	case 'n':
		return v.literal(i, "null", nullTag, 0)
	default:
		end := numberEnd(v.text, i)
		if end < 0 {
			return v.fault(i, "a value belongs here")
		}
		v.out = appendDouble(append(v.out, numberTag), v.double(v.text[i:end]))
		return end
	}
}

func (v *valueWriter) literal(i int, literal string, tag, content byte) int {
	if len(v.text)-i < len(literal) || string(v.text[i:i+len(literal)]) != literal {
		return v.fault(i, "a value belongs here")
	}
	v.out = append(v.out, tag, content)
	return i + len(literal)
}

// double reads a number, noting what a double does not hold.
func (w *writer) double(text []byte) float64 {
	f, exact := double(text)
	if !exact {
		most := min(len(text), 40)
		near, _ := appendNumber(nil, f)
		w.lose(LossKindNumber, fmt.Sprintf("the number %s is not one that a double holds: the nearest is %s", text[:most], near))
	}
	return f
}

const tooDeep = "arrays and objects nest more than 10000 deep"

// object appends the Struct of the object at i.
func (v *valueWriter) object(i, depth int) int {
	if depth > maxDepth {
		return v.fault(i, tooDeep)
	}
	g := v.open(structTag)
	i = v.entries(i, depth)
	v.close(g)
	return i
}

func (v *valueWriter) entries(i, depth int) int {
	i = v.space(i + 1)
	if i < len(v.text) && v.text[i] == '}' {
		return i + 1
	}
	for {
		if i >= len(v.text) || v.text[i] != '"' {
			return v.fault(i, "a key in quotes belongs here")
		}
		if i = v.entry(i, depth); i < 0 {
			return -1
		}
		i = v.space(i)
		switch {
		case i >= len(v.text):
			return v.fault(i, "the text ends inside a value")
		case v.text[i] == ',':
			i = v.space(i + 1)
		case v.text[i] == '}':
			return i + 1
		default:
			return v.fault(i, "a comma or the end of the object belongs here")
		}
	}
}

// entry appends the entry for the member at i.
func (v *valueWriter) entry(i, depth int) int {
	g := v.open(entryTag)
	v.out = append(v.out, keyTag)
	start := len(v.out)
	if i = v.string(i); i < 0 {
		return -1
	}
	size, key := readVarint(v.out, start, len(v.out))
	if v.explain {
		v.push(string(v.out[key:]))
	}
	if size == 0 { // an empty key is left out
		v.out = v.out[:start-1]
	}
	if i = v.space(i); i >= len(v.text) || v.text[i] != ':' {
		return v.fault(i, "a colon belongs here")
	}
	value := v.open(valueTag)
	if i = v.any(v.space(i+1), depth); i < 0 {
		return -1
	}
	v.close(value)
	v.close(g)
	v.pop()
	return i
}

// array appends the ListValue of the array at i.
func (v *valueWriter) array(i, depth int) int {
	if depth > maxDepth {
		return v.fault(i, tooDeep)
	}
	g := v.open(listTag)
	i = v.elements(i, depth)
	v.close(g)
	return i
}

func (v *valueWriter) elements(i, depth int) int {
	i = v.space(i + 1)
	if i < len(v.text) && v.text[i] == ']' {
		return i + 1
	}
	for n := 0; ; n++ {
		if v.explain {
			v.push(strconv.Itoa(n))
		}
		g := v.open(elementTag)
		if i = v.any(i, depth); i < 0 {
			return -1
		}
		v.close(g)
		v.pop()
		i = v.space(i)
		switch {
		case i >= len(v.text):
			return v.fault(i, "the text ends inside a value")
		case v.text[i] == ',':
			i = v.space(i + 1)
		case v.text[i] == ']':
			return i + 1
		default:
			return v.fault(i, "a comma or the end of the array belongs here")
		}
	}
}

// string appends the length and the text of the string at i.
func (v *valueWriter) string(i int) int {
	i++
	start, ascii := i, true
	for ; i < len(v.text); i++ {
		switch c := v.text[i]; {
		case c == '"':
			s := v.text[start:i]
			if !ascii && !utf8.Valid(s) {
				return v.oddString(start, start)
			}
			v.out = appendVarint(v.out, uint64(len(s)))
			v.out = append(v.out, s...)
			return i + 1
		case c == '\\':
			return v.oddString(start, i)
		case c < ' ':
			return v.fault(i, "a control character in a string must be escaped")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return v.fault(i, "the string has no end")
}

// oddString appends a string that is not what it looks like.
func (v *valueWriter) oddString(start, i int) int {
	at := len(v.out)
	v.out = append(v.out, 0)
	i = start
	for i < len(v.text) {
		switch c := v.text[i]; {
		case c == '"':
			if n := len(v.out) - at - 1; n < 0x80 {
				v.out[at] = byte(n)
			} else {
				v.out = insertLength(v.out, at, at+1)
			}
			return i + 1
		case c == '\\':
			r, size := escape(v.text[i:])
			if size == 0 {
				return v.fault(i, "this escape is not one that JSON knows")
			}
			if r < 0 {
				v.lose(LossKindText, fmt.Sprintf("%s is half of a character", v.text[i:i+size]))
				r = utf8.RuneError
			}
			v.out = utf8.AppendRune(v.out, r)
			i += size
		case c < ' ':
			return v.fault(i, "a control character in a string must be escaped")
		default:
			r, size := utf8.DecodeRune(v.text[i:])
			if r == utf8.RuneError && size == 1 {
				v.lose(LossKindText, "the text is not valid UTF-8")
			}
			v.out = utf8.AppendRune(v.out, r)
			i += size
		}
	}
	return v.fault(i, "the string has no end")
}

// escape reads the escape that b starts with, a surrogate pair as one: -1 is half of such. The size is 0 where it is
// none that JSON knows.
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

// hex4 reads the four hexadecimal digits at i, -1 if they are none.
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
