package wire

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// valueReader turns Values into JSON text. It keeps a note of the fault that stopped it.
type valueReader struct {
	data    []byte
	keys    []span // of the objects at hand
	scratch []byte // for the text

	at     int    // where the fault is,
	fault  string // and what it is
	merges bool   // no fault, but protobuf would merge two messages: that is not done here
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

const cutOff = "the message ends inside a field"

// field reads the tag of the field at i and gives its end. content is where its content starts, behind the length.
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

// value appends the JSON text of the Value from i to end, nothing where it has no kind. Of several kinds the last
// counts.
func (v *valueReader) value(dst []byte, i, end, depth int) (out []byte, ok bool) {
	if depth > maxDepth {
		return dst, v.fail(i, "values nest more than 10000 deep")
	}
	start, kind := len(dst), uint64(0)
	for i < end {
		tag, content, next := v.field(i, end)
		if next < 0 {
			return dst, false
		}
		if tag>>3 <= 6 {
			if dst, ok = v.kind(dst, start, tag, kind, span{content, next}, depth); !ok {
				return dst, false
			}
			kind = tag
		}
		i = next
	}
	return dst, true
}

// kind appends what one field of a Value holds, in the place of what an earlier one held.
func (v *valueReader) kind(dst []byte, start int, tag, earlier uint64, s span, depth int) ([]byte, bool) {
	fresh := dst[:start]
	switch tag {
	case nullTag:
		return append(fresh, "null"...), true
	case numberTag:
		dst, ok := appendNumber(fresh, math.Float64frombits(binary.LittleEndian.Uint64(v.data[s.from:])))
		if !ok {
			v.fail(s.from, "JSON has no number for this double")
		}
		return dst, ok
	case stringTag:
		return appendString(fresh, v.data[s.from:s.to]), true
	case boolTag:
		if n, _ := readVarint(v.data, s.from, s.to); n != 0 {
			return append(fresh, "true"...), true
		}
		return append(fresh, "false"...), true
	case structTag:
		if earlier == tag {
			return dst, v.merge()
		}
		return v.structure(fresh, s.from, s.to, depth+1)
	case listTag:
		if earlier == tag {
			return dst, v.merge()
		}
		return v.list(fresh, s.from, s.to, depth+1)
	}
	return dst, true // another wire type: not the field that it seems to be
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
		if dst, ok = v.entry(dst, at, content, next, depth); !ok {
			return dst, false
		}
	}
	if v.repeated(v.keys[keys:]) {
		return dst, v.merge()
	}
	v.keys = v.keys[:keys]
	return append(dst, '}'), true
}

// entry appends a member of an object. The output ends at at where the entry has no value.
func (v *valueReader) entry(dst []byte, at, i, end, depth int) (out []byte, ok bool) {
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
	if values > 1 {
		return dst, v.merge()
	}
	v.keys = append(v.keys, key)
	dst = append(appendString(dst, v.data[key.from:key.to]), ':')
	start := len(dst)
	if dst, ok = v.value(dst, value.from, value.to, depth); !ok {
		return dst, false
	}
	if len(dst) == start {
		return dst[:at], true
	}
	return dst, true
}

// repeated reports whether a key stands there twice.
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

// appendString appends a JSON string. Bytes that are not UTF-8 stay: the JSON decoder is the judge of them.
func appendString(dst, s []byte) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if i++; c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		dst = appendEscape(append(dst, s[start:i-1]...), c)
		start = i
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
