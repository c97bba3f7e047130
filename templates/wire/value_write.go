package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
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

// value appends any JSON value as a Value; nil is null.
func (w *writer) value(tag uint32, step string, raw json.RawMessage) {
	m := w.open(tag, step)
	w.startGaps()
	w.document(raw)
	w.settle()
	w.close(m)
}

// structure appends an object of free members as a Struct, sorted by key like AppendJSON.
func (w *writer) structure(tag uint32, step string, members map[string]json.RawMessage) {
	m := w.open(tag, step)
	w.startGaps()
	w.members(members)
	w.settle()
	w.close(m)
}

// objectValue appends an object of free members as a Value.
func (w *writer) objectValue(tag uint32, step string, members map[string]json.RawMessage) {
	m := w.open(tag, step)
	w.startGaps()
	g := w.openGap(structTag)
	w.members(members)
	w.closeGap(g)
	w.settle()
	w.close(m)
}

// Values nest as deep as the JSON text. One byte is reserved for the length of a message. Moving a message at once when
// it needs more could move its content once for each level, so a gap is recorded instead, and all gaps are opened
// together at the end.

// gap is a length that may need more than the reserved byte.
type gap struct {
	at   int // of the reserved byte
	late int // valueWriter.late at the start
	size int // of the message, including the added bytes
}

// valueWriter is the state of writing a Value.
type valueWriter struct {
	source []byte // the current JSON text
	gaps   []gap  // of the messages that are open or need more room, by place
	late   int    // bytes that the closed gaps will add
}

// valueWriters is a pool.
var valueWriters = sync.Pool{New: func() any { return new(valueWriter) }}

func (w *writer) startGaps() {
	w.values = valueWriters.Get().(*valueWriter)
}

func (w *writer) openGap(tag byte) int {
	w.out = append(w.out, tag, 0)
	w.values.gaps = append(w.values.gaps, gap{at: len(w.out) - 1, late: w.values.late})
	return len(w.values.gaps) - 1
}

// close ends the message that open started. If its length fits into the reserved byte, so do those inside it,
// and its gap is the last one.
func (w *writer) closeGap(i int) {
	g := &w.values.gaps[i]
	g.size = len(w.out) - g.at - 1 + w.values.late - g.late
	if g.size < 0x80 {
		w.out[g.at] = byte(g.size)
		w.values.gaps = w.values.gaps[:i]
		return
	}
	w.values.late += varintLen(g.size) - 1
}

// settle opens the gaps, from the last to the first.
func (w *writer) settle() {
	end := len(w.out)
	w.out = slices.Grow(w.out, w.values.late)[:end+w.values.late]
	shift := w.values.late
	for i := len(w.values.gaps) - 1; i >= 0 && shift > 0; i-- {
		g := w.values.gaps[i]
		copy(w.out[g.at+1+shift:], w.out[g.at+1:end])
		end = g.at
		shift -= varintLen(g.size) - 1
		putVarint(w.out[end+shift:], uint64(g.size))
	}
	const most = 1 << 12 // of gaps that are kept for the next one
	if v := w.values; cap(v.gaps) <= most {
		*v = valueWriter{gaps: v.gaps[:0]}
		valueWriters.Put(v)
	}
	w.values = nil
}

// members appends the entries of a map.
func (w *writer) members(m map[string]json.RawMessage) {
	var few [32]string
	for _, key := range sortedKeys(m, few[:0]) {
		w.push(key)
		entry := w.openGap(entryTag)
		name := key
		if !utf8.ValidString(key) {
			var whole bool
			if name, whole = joinHalves(key); !whole {
				w.lose(LossKindText, "the key is not valid UTF-8")
			}
		}
		if name != "" { // as the reference encoder does
			w.out = appendVarint(append(w.out, keyTag), uint64(len(name)))
			w.out = append(w.out, name...)
		}
		value := w.openGap(valueTag)
		w.document(m[key])
		w.closeGap(value)
		w.closeGap(entry)
		w.pop()
	}
}

// document appends the content of the Value for a whole JSON text.
func (w *writer) document(raw json.RawMessage) {
	if raw == nil {
		w.out = append(w.out, nullTag, 0)
		return
	}
	w.values.source = raw
	i := w.any(w.space(0), 0)
	if i < 0 {
		return
	}
	if i = w.space(i); i < len(raw) {
		w.fault(i, "there is more after the end of the value")
	}
}

// fault records text that is not JSON and returns -1, which ends the reading.
func (w *writer) fault(i int, message string) int {
	w.fail("type", fmt.Sprintf("the value is not JSON: byte %d: %s", i, message))
	return -1
}

func (w *writer) space(i int) int {
	for i < len(w.values.source) && (w.values.source[i] == ' ' || w.values.source[i] == '\n' || w.values.source[i] == '\t' || w.values.source[i] == '\r') {
		i++
	}
	return i
}

// any appends the content of the Value for the value at i, and returns the end of the value.
func (w *writer) any(i, depth int) int {
	if i >= len(w.values.source) {
		return w.fault(i, "the text ends inside a value")
	}
	switch w.values.source[i] {
	case '{':
		return w.jsonObject(i, depth+1)
	case '[':
		return w.jsonArray(i, depth+1)
	case '"':
		w.out = append(w.out, stringTag)
		return w.string(i)
	case 't':
		return w.literal(i, "true", boolTag, 1)
	case 'f':
		return w.literal(i, "false", boolTag, 0)
	case 'n':
		return w.literal(i, "null", nullTag, 0)
	default:
		end := numberEnd(w.values.source, i)
		if end < 0 {
			return w.fault(i, "expected a value")
		}
		w.out = appendDouble(append(w.out, numberTag), w.double(w.values.source[i:end]))
		return end
	}
}

func (w *writer) literal(i int, literal string, tag, content byte) int {
	if len(w.values.source)-i < len(literal) || string(w.values.source[i:i+len(literal)]) != literal {
		return w.fault(i, "expected a value")
	}
	w.out = append(w.out, tag, content)
	return i + len(literal)
}

// double parses a number, and records a loss if a double does not represent it exactly.
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

// jsonObject appends the Struct of the object at i.
func (w *writer) jsonObject(i, depth int) int {
	if depth > maxDepth {
		return w.fault(i, tooDeep)
	}
	g := w.openGap(structTag)
	i = w.entries(i, depth)
	w.closeGap(g)
	return i
}

func (w *writer) entries(i, depth int) int {
	i = w.space(i + 1)
	if i < len(w.values.source) && w.values.source[i] == '}' {
		return i + 1
	}
	for {
		if i >= len(w.values.source) || w.values.source[i] != '"' {
			return w.fault(i, "expected a quoted key")
		}
		if i = w.entry(i, depth); i < 0 {
			return -1
		}
		i = w.space(i)
		switch {
		case i >= len(w.values.source):
			return w.fault(i, "the text ends inside a value")
		case w.values.source[i] == ',':
			i = w.space(i + 1)
		case w.values.source[i] == '}':
			return i + 1
		default:
			return w.fault(i, "expected ',' or '}'")
		}
	}
}

// entry appends the entry for the member at i.
func (w *writer) entry(i, depth int) int {
	g := w.openGap(entryTag)
	w.out = append(w.out, keyTag)
	start := len(w.out)
	if i = w.string(i); i < 0 {
		return -1
	}
	size, key := readVarint(w.out, start, len(w.out))
	if w.notes != nil {
		w.push(string(w.out[key:]))
	}
	if size == 0 { // an empty key is the default, which is omitted
		w.out = w.out[:start-1]
	}
	if i = w.space(i); i >= len(w.values.source) || w.values.source[i] != ':' {
		return w.fault(i, "expected ':'")
	}
	value := w.openGap(valueTag)
	if i = w.any(w.space(i+1), depth); i < 0 {
		return -1
	}
	w.closeGap(value)
	w.closeGap(g)
	w.pop()
	return i
}

// jsonArray appends the ListValue of the array at i.
func (w *writer) jsonArray(i, depth int) int {
	if depth > maxDepth {
		return w.fault(i, tooDeep)
	}
	g := w.openGap(listTag)
	i = w.elements(i, depth)
	w.closeGap(g)
	return i
}

func (w *writer) elements(i, depth int) int {
	i = w.space(i + 1)
	if i < len(w.values.source) && w.values.source[i] == ']' {
		return i + 1
	}
	for n := 0; ; n++ {
		if w.notes != nil {
			w.push(strconv.Itoa(n))
		}
		g := w.openGap(elementTag)
		if i = w.any(i, depth); i < 0 {
			return -1
		}
		w.closeGap(g)
		w.pop()
		i = w.space(i)
		switch {
		case i >= len(w.values.source):
			return w.fault(i, "the text ends inside a value")
		case w.values.source[i] == ',':
			i = w.space(i + 1)
		case w.values.source[i] == ']':
			return i + 1
		default:
			return w.fault(i, "expected ',' or ']'")
		}
	}
}
