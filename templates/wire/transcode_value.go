package wire

import (
	"encoding/binary"
	"math"
	"strconv"
)

// text returns the word of a field that is a string or an enum. An unknown number of an enum is its own text.
func (f *field) text(s *held) string {
	if f.form != enumForm {
		return string(s.last)
	}
	n := int32(number(s.last))
	if word, known := f.word(n); known {
		return word
	}
	return strconv.Itoa(int(n))
}

// number returns the number in a content, or 0.
func number(content []byte) uint64 {
	n, _ := readVarint(content, 0, len(content))
	return n
}

// whole appends a member that is present or required.
func (t *transcoder) whole(c *content, f *field, s *held, required bool) {
	if s.count == 0 && !required || t.err != nil {
		return
	}
	start := len(t.out)
	t.begin(f.member)
	if f.list {
		t.list(c, f, s)
	} else if !t.value(c, f, s) {
		t.out = t.out[:start]
	}
	t.end()
}

func (t *transcoder) list(c *content, f *field, s *held) {
	t.out = append(t.out, '[')
	start, i := len(t.out), 0
	for content := range c.of(s) {
		t.room()
		if len(t.out) > start {
			t.out = append(t.out, ',')
		}
		t.path = append(t.path, strconv.Itoa(i))
		one := held{number: s.number, wire: s.wire, count: 1, first: content, last: content}
		if at := len(t.out); !t.value(c, f, &one) {
			t.out = append(t.out[:at], "null"...)
		}
		if t.end(); t.err != nil {
			return
		}
		i++
	}
	t.out = append(t.out, ']')
}

// value appends one value. ok is false if the field has none.
func (t *transcoder) value(c *content, f *field, s *held) (ok bool) {
	switch f.form {
	case textForm:
		t.out = appendString(t.out, s.last)
	case enumForm:
		t.out = appendString(t.out, []byte(f.text(s)))
	case boolForm:
		t.out = strconv.AppendBool(t.out, number(s.last) != 0)
	case integerForm:
		t.out = strconv.AppendInt(t.out, int64(number(s.last)), 10)
	case doubleForm:
		t.double(s)
	case messageForm:
		t.message(f.message, t.gather(c, s))
	default:
		return t.open(c, f.form, s)
	}
	return true
}

func (t *transcoder) double(s *held) {
	f := 0.0
	if s.count > 0 {
		f = math.Float64frombits(binary.LittleEndian.Uint64(s.last))
	}
	var ok bool
	if t.out, ok = appendNumber(t.out, f); !ok {
		t.fail(s.last, "JSON has no number for this double")
	}
}

// open appends a Value or a Struct.
func (t *transcoder) open(c *content, f form, s *held) (ok bool) {
	at := len(t.out)
	if s.count == 1 {
		v := valueReader{data: s.last, raw: true}
		if t.read(&v, f) {
			return len(t.out) > at
		}
		if !v.merges {
			t.fail(s.last[v.at:], v.fault)
			return false
		}
	}
	var m valueMerger
	if parts := t.gather(c, s).parts; f == structForm {
		t.out, ok = m.structure(t.out[:at], parts, 0)
	} else {
		t.out, ok = m.value(t.out[:at], parts, 0)
	}
	if !ok {
		t.fail(m.at, m.fault)
	}
	return len(t.out) > at
}

func (t *transcoder) read(v *valueReader, f form) (ok bool) {
	if f == structForm {
		t.out, ok = v.structure(t.out, 0, len(v.data), 0)
	} else {
		t.out, ok = v.value(t.out, 0, len(v.data), 0)
	}
	return ok
}
