package wire

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// text returns what a field that is a string or an enum says. An enum's number that stands for nothing is its text.
func (t *transcoder) text(f *field, contents []stretch) string {
	if f.form != enumForm {
		if len(contents) == 0 {
			return ""
		}
		return string(t.bytes(contents[len(contents)-1]))
	}
	n := int32(t.number(contents))
	if i := slices.IndexFunc(f.words, func(w word) bool { return w.number == n }); i >= 0 {
		return f.words[i].text
	}
	return strconv.Itoa(int(n))
}

// number returns what the last of the contents says, or 0.
func (t *transcoder) number(contents []stretch) uint64 {
	if len(contents) == 0 {
		return 0
	}
	last := contents[len(contents)-1]
	n, _ := readVarint(t.data, int(last.from), int(last.to))
	return n
}

// member appends a member that is there, or has to be.
func (t *transcoder) member(f *field, contents []stretch, required bool) {
	if len(contents) == 0 && !required || t.err != nil {
		return
	}
	start := len(t.out)
	t.begin(f.member)
	if f.list {
		t.out = append(t.out, '[')
		for i := range contents {
			if i > 0 {
				t.out = append(t.out, ',')
			}
			t.path = append(t.path, strconv.Itoa(i))
			if at := len(t.out); !t.value(f, contents[i:i+1]) {
				t.out = append(t.out[:at], "null"...)
			}
			t.end()
		}
		t.out = append(t.out, ']')
	} else if !t.value(f, contents) {
		t.out = t.out[:start]
	}
	t.end()
}

// value appends one value. ok is false where there is none in the field.
func (t *transcoder) value(f *field, contents []stretch) (ok bool) {
	switch f.form {
	case textForm, enumForm:
		t.out = appendString(t.out, []byte(t.text(f, contents)))
	case boolForm:
		t.out = strconv.AppendBool(t.out, t.number(contents) != 0)
	case integerForm:
		t.out = strconv.AppendInt(t.out, int64(t.number(contents)), 10)
	case doubleForm:
		t.double(contents)
	case messageForm:
		t.message(f.message, contents)
	default:
		return t.open(f.form, contents)
	}
	return true
}

func (t *transcoder) double(contents []stretch) {
	f := 0.0
	if len(contents) > 0 {
		f = math.Float64frombits(binary.LittleEndian.Uint64(t.bytes(contents[len(contents)-1])))
	}
	var ok bool
	if t.out, ok = appendNumber(t.out, f); !ok {
		t.failAt(contents[len(contents)-1], "JSON has no number for this double")
	}
}

// open appends a Value or a Struct.
func (t *transcoder) open(f form, contents []stretch) (ok bool) {
	data := t.bytes(contents[0])
	if len(contents) > 1 {
		data = t.joined(contents)
	}
	v := valueReader{data: data}
	at := len(t.out)
	if ok = t.read(&v, f); !ok && v.merges {
		if data, ok = normal(f, data); ok {
			v = valueReader{data: data}
			t.out = t.out[:at]
			ok = t.read(&v, f)
		} else {
			v.fault = "protobuf cannot merge this value"
		}
	}
	switch {
	case ok:
	case len(contents) == 1 && !v.merges:
		t.fail(t.bytes(contents[0])[v.at:], v.fault)
	default:
		t.failAt(contents[0], v.fault)
	}
	return len(t.out) > at
}

// joined returns the bytes of several stretches: that is how messages are merged.
func (t *transcoder) joined(contents []stretch) []byte {
	n := 0
	for _, s := range contents {
		n += int(s.to - s.from)
	}
	data := make([]byte, 0, n)
	for _, s := range contents {
		data = append(data, t.bytes(s)...)
	}
	return data
}

func (t *transcoder) read(v *valueReader, f form) (ok bool) {
	if f == structForm {
		t.out, ok = v.structure(t.out, 0, len(v.data), 0)
	} else {
		t.out, ok = v.value(t.out, 0, len(v.data), 0)
	}
	return ok
}

// normal gives the same Value or Struct with everything merged that belongs together: seldom needed, so it is left to
// protobuf itself.
func normal(f form, data []byte) ([]byte, bool) {
	var m proto.Message = &structpb.Value{}
	if f == structForm {
		m = &structpb.Struct{}
	}
	if err := (proto.UnmarshalOptions{RecursionLimit: 4 * maxDepth}).Unmarshal(data, m); err != nil {
		return nil, false
	}
	out, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	return out, err == nil
}
