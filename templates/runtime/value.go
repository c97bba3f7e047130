package runtime

import (
	"bytes"
	"slices"
)

// jsonValue is a parsed JSON value, for keywords that the Go type does not express.
type jsonValue struct {
	at      int    // where it starts
	raw     []byte // as it is spelled
	text    string // of a string, unescaped
	members []jsonMember
	elems   []*jsonValue
	class   int // the same for equal values of a document, 0 while nobody has asked
}

// jsonMember is a member of an object. Of duplicate keys the last one is kept.
type jsonMember struct {
	key   string
	value *jsonValue
}

// The kinds of values, as bits.
const (
	kindNull = 1 << iota
	kindBoolean
	kindInteger // a number without a fraction, however it is spelled
	kindNumber
	kindString
	kindArray
	kindObject
)

// parseValue parses the value at i of a valid JSON text, and returns its end too. values, unless it is nil, learns
// where each value starts.
func parseValue(data []byte, i int, values map[int]*jsonValue) (*jsonValue, int) {
	v := &jsonValue{at: i}
	if values != nil {
		values[i] = v
	}
	switch data[i] {
	case '{':
		i = v.parseMembers(data, i+1, values)
	case '[':
		for i = skipSpace(data, i+1); data[i] != ']'; i = skipSpace(data, i) {
			if data[i] == ',' {
				i = skipSpace(data, i+1)
			}
			var elem *jsonValue
			elem, i = parseValue(data, i, values)
			v.elems = append(v.elems, elem)
		}
		i++
	case '"':
		i, _ = skipString(data, i)
		v.text = string(unescaped(data[v.at+1 : i-1]))
	default:
		i, _ = skipValue(data, i, 0)
	}
	v.raw = data[v.at:i]
	return v, i
}

func (v *jsonValue) parseMembers(data []byte, i int, values map[int]*jsonValue) int {
	places := map[string]int{}
	for i = skipSpace(data, i); data[i] != '}'; i = skipSpace(data, i) {
		if data[i] == ',' {
			i = skipSpace(data, i+1)
		}
		start := i + 1
		i, _ = skipString(data, i)
		key := string(unescaped(data[start : i-1]))
		i = skipSpace(data, i) // at the colon
		var member *jsonValue
		member, i = parseValue(data, skipSpace(data, i+1), values)
		if at, double := places[key]; double {
			v.members[at].value = member
			continue
		}
		places[key] = len(v.members)
		v.members = append(v.members, jsonMember{key, member})
	}
	return i + 1
}

// kind returns the kinds of the value: an integer is a number too.
func (v *jsonValue) kind() int {
	switch v.raw[0] {
	case '{':
		return kindObject
	case '[':
		return kindArray
	case '"':
		return kindString
	case 't', 'f':
		return kindBoolean
	case 'n':
		return kindNull
	}
	if d := parsed(v.raw); d.point < int64(len(d.digits)) {
		return kindNumber
	}
	return kindNumber | kindInteger
}

// is reports whether the value is of one of the kinds.
func (v *jsonValue) is(kinds int) bool { return v.kind()&kinds != 0 }

// keys returns the names of the first members, which are looked at for a likeness.
func (v *jsonValue) keys() []string {
	var list []string
	for _, m := range v.members[:min(len(v.members), longestHint)] {
		list = append(list, m.key)
	}
	return list
}

// member returns the index of the member with a name, or -1.
func (v *jsonValue) member(name string) int {
	return slices.IndexFunc(v.members, func(p jsonMember) bool { return p.key == name })
}

// equal compares values as JSON Schema does: numbers by value, objects regardless of the order of their
// members.
func (v *jsonValue) equal(w *jsonValue) bool {
	kind := v.kind()
	switch {
	case kind != w.kind() || len(v.members) != len(w.members) || len(v.elems) != len(w.elems):
		return false
	case kind == kindString:
		return v.text == w.text
	case kind&kindNumber != 0:
		return parsed(v.raw) == parsed(w.raw)
	case kind == kindObject:
		for _, p := range v.members {
			if i := w.member(p.key); i < 0 || !p.value.equal(w.members[i].value) {
				return false
			}
		}
		return true
	case kind == kindArray:
		return slices.EqualFunc(v.elems, w.elems, (*jsonValue).equal)
	}
	return bytes.Equal(v.raw, w.raw)
}
