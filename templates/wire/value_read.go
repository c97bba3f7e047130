package wire

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"
)

// valueReader converts Values to JSON text. It records the fault that stopped it.
type valueReader struct {
	data    []byte
	raw     bool   // text that is not UTF-8 is kept, for the reader of the JSON text to judge; otherwise it is a fault
	keys    []span // of the current objects
	scratch []byte // for the text

	at     int    // the place of the fault
	fault  string // its message
	merges bool   // something is repeated: valueMerger has to read the Value
}

// span is a part of data.
type span struct{ from, to int }

func (v *valueReader) fail(at int, fault string) bool {
	v.at, v.fault = at, fault
	return false
}

func (v *valueReader) merge() bool {
	v.merges = true
	return false
}

// field reads the tag of the field at i and returns its end. content is the start of its content, after the
// length.
func (v *valueReader) field(i, end int) (tag uint64, content, next int) {
	tag, content = readVarint(v.data, i, end)
	if content < 0 || !validTag(tag) {
		v.fail(i, "no field starts here")
		return 0, 0, -1
	}
	if next = skipField(v.data, tag, content, end); next < 0 {
		v.fail(i, cutOff)
		return 0, 0, -1
	}
	if tag&7 == bytesType {
		_, content = readVarint(v.data, content, end)
	}
	return tag, content, next
}

// value appends the JSON text of the Value from i to end, or nothing if it has no kind.
func (v *valueReader) value(dst []byte, i, end, depth int) (out []byte, ok bool) {
	if depth > maxDepth {
		return dst, v.fail(i, "values nest more than 10000 deep")
	}
	kind := uint64(0)
	for i < end {
		tag, content, next := v.field(i, end)
		if next < 0 {
			return dst, false
		}
		if tag>>3 <= 6 && wireOfKind[tag>>3] == tag&7 {
			if kind != 0 {
				return dst, v.merge()
			}
			if dst, ok = v.kind(dst, tag, span{content, next}, depth); !ok {
				v.merges = v.merges || tag == numberTag && next < end // the first may not count
				return dst, false
			}
			kind = tag
		}
		i = next
	}
	return dst, true
}

// wireOfKind are the wire types of the fields of a Value.
var wireOfKind = [7]uint64{0: groupType, 1: varintType, 2: fixed64Type, 3: bytesType, 4: varintType, 5: bytesType, 6: bytesType}

// kind appends what one field of a Value holds.
func (v *valueReader) kind(dst []byte, tag uint64, s span, depth int) ([]byte, bool) {
	switch tag {
	case nullTag:
		return append(dst, "null"...), true
	case numberTag:
		dst, ok := appendNumber(dst, math.Float64frombits(binary.LittleEndian.Uint64(v.data[s.from:])))
		if !ok {
			v.fail(s.from, "JSON has no number for this double")
		}
		return dst, ok
	case stringTag:
		return v.text(dst, s)
	case boolTag:
		if n, _ := readVarint(v.data, s.from, s.to); n != 0 {
			return append(dst, "true"...), true
		}
		return append(dst, "false"...), true
	case structTag:
		return v.structure(dst, s.from, s.to, depth+1)
	default:
		return v.list(dst, s.from, s.to, depth+1)
	}
}

// text appends a string.
func (v *valueReader) text(dst []byte, s span) ([]byte, bool) {
	b := v.data[s.from:s.to]
	if !v.raw && !utf8.Valid(b) {
		return dst, v.fail(s.from, "the text is not UTF-8")
	}
	return appendString(dst, b), true
}

// list appends the JSON text of a ListValue.
func (v *valueReader) list(dst []byte, i, end, depth int) (out []byte, ok bool) {
	dst = append(dst, '[')
	start := len(dst)
	for i < end {
		tag, content, next := v.field(i, end)
		if next < 0 {
			return dst, false
		}
		if i = next; tag != elementTag {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ',')
		}
		at := len(dst)
		if dst, ok = v.value(dst, content, next, depth); !ok {
			return dst, false
		}
		if len(dst) == at {
			dst = append(dst, "null"...)
		}
	}
	return append(dst, ']'), true
}

// structure appends the JSON text of a Struct.
func (v *valueReader) structure(dst []byte, i, end, depth int) (out []byte, ok bool) {
	dst = append(dst, '{')
	start, keys := len(dst), len(v.keys)
	for i < end {
		tag, content, next := v.field(i, end)
		if next < 0 {
			return dst, false
		}
		if i = next; tag != entryTag {
			continue
		}
		at := len(dst)
		if at > start {
			dst = append(dst, ',')
		}
		if dst, ok = v.entry(dst, at, keys, content, next, depth); !ok {
			return dst, false
		}
	}
	if v.repeated(v.keys[keys:]) {
		return dst, v.merge()
	}
	v.keys = v.keys[:keys]
	return append(dst, '}'), true
}

// entry appends a member of an object, whose keys start at first. If the entry has no value, it appends
// nothing after the place where that would be.
func (v *valueReader) entry(dst []byte, at, first, i, end, depth int) (out []byte, ok bool) {
	var key, value span
	values := 0
	for i < end {
		tag, content, next := v.field(i, end)
		if next < 0 {
			return dst, false
		}
		switch i = next; tag {
		case keyTag:
			key = span{content, next}
		case valueTag:
			value = span{content, next}
			values++
		}
	}
	if values > 1 || len(v.keys) > first && v.sameKey(v.keys[len(v.keys)-1], key) {
		return dst, v.merge()
	}
	v.keys = append(v.keys, key)
	if dst, ok = v.text(dst, key); !ok {
		return dst, false
	}
	dst = append(dst, ':')
	start := len(dst)
	if dst, ok = v.value(dst, value.from, value.to, depth); !ok {
		return dst, false
	}
	if len(dst) == start {
		return dst[:at], true
	}
	return dst, true
}

func (v *valueReader) sameKey(a, b span) bool {
	return bytes.Equal(v.data[a.from:a.to], v.data[b.from:b.to])
}

// repeated reports whether an object has a key twice.
func (v *valueReader) repeated(keys []span) bool {
	text := func(s span) []byte { return v.data[s.from:s.to] }
	if len(keys) <= 8 {
		for i, a := range keys {
			for _, b := range keys[i+1:] {
				if bytes.Equal(text(a), text(b)) {
					return true
				}
			}
		}
		return false
	}
	slices.SortFunc(keys, func(a, b span) int { return bytes.Compare(text(a), text(b)) })
	for i, s := range keys[1:] {
		if bytes.Equal(text(keys[i]), text(s)) {
			return true
		}
	}
	return false
}

// appendString appends a JSON string. Bytes that are not UTF-8 are kept, for the reader of the text to judge.
func appendString(dst, s []byte) []byte {
	dst = append(dst, '"')
	start := 0
	for i, c := range s {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = appendEscape(append(dst, s[start:i]...), c)
		start = i + 1
	}
	return append(append(dst, s[start:]...), '"')
}

// appendEscape appends the escape of an ASCII character that needs one.
func appendEscape(dst []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	default:
		return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
	}
}
