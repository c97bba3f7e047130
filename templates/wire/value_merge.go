package wire

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// valueMerger converts Values to JSON text that repeat something: kinds and keys, of which the last counts, or
// messages, which are merged. That is rare, so it may read everything more often than valueReader does. It sorts
// members by key.
type valueMerger struct {
	at      []byte // the data from the fault on
	fault   string
	ignored int // above 0, what is read does not count and only has to be protobuf
}

func (m *valueMerger) fail(at []byte, fault string) bool {
	m.at, m.fault = at, fault
	return false
}

// scan checks that a message is well-formed.
func (m *valueMerger) scan(parts ...[]byte) bool {
	for _, data := range parts {
		for i := 0; i < len(data); {
			_, next, fault := pieceAt(data, i)
			if fault != "" {
				return m.fail(data[i:], fault)
			}
			i = next
		}
	}
	return true
}

// value appends the JSON text of a Value, or nothing if it has no kind.
func (m *valueMerger) value(dst []byte, parts [][]byte, depth int) (out []byte, ok bool) {
	if len(parts) == 0 {
		return dst, true
	}
	if depth > maxDepth {
		return dst, m.fail(parts[0], "values nest more than 10000 deep")
	}
	if !m.scan(parts...) {
		return dst, false
	}
	var kind uint64
	var run [][]byte // the last pieces, which are of the same kind
	var one [1][]byte
	c := content{parts: parts}
	for p := range c.pieces {
		switch tag := p.number<<3 | p.wire; tag {
		case structTag, listTag, nullTag, numberTag, stringTag, boolTag:
			if tag == kind && (tag == structTag || tag == listTag) {
				run = append(run, p.content)
				continue
			}
			if !m.ignore(kind, run, depth) {
				return dst, false
			}
			one[0] = p.content
			run, kind = one[:], tag
		}
	}
	return m.kind(dst, kind, run, depth)
}

// ignore reads a value that does not count, but must be well-formed.
func (m *valueMerger) ignore(kind uint64, run [][]byte, depth int) bool {
	m.ignored++
	_, ok := m.kind(nil, kind, run, depth)
	m.ignored--
	return ok
}

// kind appends the JSON text of a Value's kind.
func (m *valueMerger) kind(dst []byte, kind uint64, run [][]byte, depth int) (out []byte, ok bool) {
	switch kind {
	case nullTag:
		return append(dst, "null"...), true
	case numberTag:
		dst, ok := appendNumber(dst, math.Float64frombits(binary.LittleEndian.Uint64(run[0])))
		if !ok && m.ignored == 0 {
			return dst, m.fail(run[0], "JSON has no number for this double")
		}
		return dst, true
	case stringTag:
		return appendString(dst, run[0]), true
	case boolTag:
		if number(run[0]) != 0 {
			return append(dst, "true"...), true
		}
		return append(dst, "false"...), true
	case structTag:
		return m.structure(dst, run, depth+1)
	case listTag:
		return m.list(dst, run, depth+1)
	}
	return dst, true
}

// list appends the JSON text of a ListValue.
func (m *valueMerger) list(dst []byte, parts [][]byte, depth int) (out []byte, ok bool) {
	if !m.scan(parts...) {
		return dst, false
	}
	dst = append(dst, '[')
	start := len(dst)
	element := make([][]byte, 1)
	c := content{parts: parts}
	for p := range c.pieces {
		if p.number<<3|p.wire != elementTag {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ',')
		}
		at := len(dst)
		element[0] = p.content
		if dst, ok = m.value(dst, element, depth); !ok {
			return dst, false
		}
		if len(dst) == at {
			dst = append(dst, "null"...)
		}
	}
	return append(dst, ']'), true
}

// structure appends the JSON text of a Struct.
func (m *valueMerger) structure(dst []byte, parts [][]byte, depth int) (out []byte, ok bool) {
	if !m.scan(parts...) {
		return dst, false
	}
	entries, ok := m.entries(parts, depth)
	if !ok {
		return dst, false
	}
	dst = append(dst, '{')
	start := len(dst)
	for _, e := range entries {
		at := len(dst)
		if at > start {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, keyOf(e)), ':')
		empty := len(dst)
		if dst, ok = m.valueOf(dst, e, depth); !ok {
			return dst, false
		}
		if len(dst) == empty {
			dst = dst[:at]
		}
	}
	return append(dst, '}'), true
}

// valueOf appends the JSON text of the value of an entry.
func (m *valueMerger) valueOf(dst, entry []byte, depth int) (out []byte, ok bool) {
	var few [1][]byte
	values := few[:0]
	c := content{parts: [][]byte{entry}}
	for p := range c.pieces {
		if p.number<<3|p.wire == valueTag {
			values = append(values, p.content)
		}
	}
	return m.value(dst, values, depth)
}

// entries returns the last entry for each key of a Struct, sorted by key.
func (m *valueMerger) entries(parts [][]byte, depth int) (list [][]byte, ok bool) {
	c := content{parts: parts}
	for p := range c.entries {
		if !m.scan(p) {
			return nil, false
		}
		if i := len(list) - 1; i >= 0 && bytes.Equal(keyOf(list[i]), keyOf(p)) {
			if !m.drop(list[i], depth) {
				return nil, false
			}
			list[i] = p
			continue
		}
		if len(list) == cap(list) {
			list = slices.Grow(list, len(list)+1)
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b []byte) int { return bytes.Compare(keyOf(a), keyOf(b)) })
	last := list[:0]
	for i, e := range list {
		if i+1 == len(list) || !bytes.Equal(keyOf(e), keyOf(list[i+1])) {
			last = append(last, e)
		} else if !m.drop(e, depth) {
			return nil, false
		}
	}
	return last, true
}

// drop reads an entry that does not count.
func (m *valueMerger) drop(entry []byte, depth int) bool {
	m.ignored++
	_, ok := m.valueOf(nil, entry, depth)
	m.ignored--
	return ok
}

// entries ranges over the entries of a scanned Struct.
func (c *content) entries(yield func([]byte) bool) {
	for p := range c.pieces {
		if p.number<<3|p.wire == entryTag && !yield(p.content) {
			return
		}
	}
}

// keyOf returns the key of an entry, the last one if there are several.
func keyOf(entry []byte) (key []byte) {
	for i := 0; i < len(entry); {
		p, next, fault := pieceAt(entry, i)
		if fault != "" {
			break
		}
		if p.number<<3|p.wire == keyTag {
			key = p.content
		}
		i = next
	}
	return key
}
