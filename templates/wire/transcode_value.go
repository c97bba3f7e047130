package wire

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// text gives what a field that is a string or an enum says. An enum's number that stands for nothing is its text.
func (f *field) text(contents [][]byte) string {
	if f.form != enumForm {
		if len(contents) == 0 {
			return ""
		}
		return string(contents[len(contents)-1])
	}
	n := int32(number(contents))
	if i := slices.IndexFunc(f.words, func(w word) bool { return w.number == n }); i >= 0 {
		return f.words[i].text
	}
	return strconv.Itoa(int(n))
}

// number gives what the last of the contents says, or 0.
func number(contents [][]byte) uint64 {
	if len(contents) == 0 {
		return 0
	}
	last := contents[len(contents)-1]
	n, _ := readVarint(last, 0, len(last))
	return n
}

// whole appends a member that is there, or has to be.
func (t *transcoder) whole(f *field, contents [][]byte, required bool) {
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
func (t *transcoder) value(f *field, contents [][]byte) (ok bool) {
	switch f.form {
	case textForm, enumForm:
		t.out = appendString(t.out, []byte(f.text(contents)))
	case boolForm:
		t.out = strconv.AppendBool(t.out, number(contents) != 0)
	case integerForm:
		t.out = strconv.AppendInt(t.out, int64(number(contents)), 10)
	case doubleForm:
		t.double(contents)
	case messageForm:
		t.message(f.message, contents)
	default:
		return t.open(f.form, contents)
	}
	return true
}

func (t *transcoder) double(contents [][]byte) {
	f := 0.0
	if len(contents) > 0 {
		f = math.Float64frombits(binary.LittleEndian.Uint64(contents[len(contents)-1]))
	}
	var ok bool
	if t.out, ok = appendNumber(t.out, f); !ok {
		t.fail(contents[len(contents)-1], "JSON has no number for this double")
	}
}

// open appends a Value or a Struct.
func (t *transcoder) open(f form, contents [][]byte) (ok bool) {
	data := contents[0]
	if len(contents) > 1 {
		data = bytes.Join(contents, nil)
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
		t.fail(contents[0][v.at:], v.fault)
	default:
		t.fail(contents[0], v.fault)
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
