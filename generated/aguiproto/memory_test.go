package aguiproto

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/aguigen/aguigen/generated/aguipb"
)

// The memory that reading asks for, as docs/binary.md says: so many times the size of the bytes, and what the smallest
// message needs.
const (
	mostTimes = 80
	mostFixed = 8 << 10
)

// TestMemory repeats every field of every message that an event can hold, with everything small that it can hold, and
// counts what is allocated in all.
func TestMemory(t *testing.T) {
	worst, name := 0.0, ""
	for _, h := range repeatedFields() {
		data := h.fill(16 << 10)
		used := allocated(data)
		if used > mostTimes*len(data)+mostFixed {
			t.Errorf("%s: %d bytes of memory for %d", h.name, used, len(data))
		}
		if times := float64(used) / float64(len(data)); times > worst {
			worst, name = times, h.name
		}
	}
	t.Logf("at most %.1f times, for %s", worst, name)
}

// allocated returns how many bytes the package itself asks for: what the JSON decoder makes of the text is its own.
func allocated(data []byte) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var d Decoder
	r := reader{messages: shapes, data: data}
	if decodeEvent(&r, len(data)); r.odd {
		if foreign, err := d.foreign(shapes, eventShape, data); err == nil && !foreign {
			_, _ = d.transcode(shapes, eventShape, data)
		}
	}
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// BenchmarkHostile tells what frames of several sizes ask for.
func BenchmarkHostile(b *testing.B) {
	arm := wrapped(15, append(base(15), wrapped(2, []byte("s"))...))
	for _, h := range []repeated{
		{name: "one arm again and again", unit: arm},
		{name: "empty unknown fields", around: []protowire.Number{3}, before: base(3), unit: []byte{0x7a, 0}},
	} {
		for _, size := range []int{1 << 20, 10 << 20, 50 << 20} {
			b.Run(fmt.Sprintf("%s/%dMB", h.name, size>>20), func(b *testing.B) {
				data := h.fill(size)
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				for b.Loop() {
					_, _ = Unmarshal(data)
				}
			})
		}
	}
}

// repeated is a message, a field of which is there again and again.
type repeated struct {
	name   string
	around []protowire.Number // the fields that the message is in, from the outside
	before []byte             // what the message has once
	holder []byte             // what the message around it has once
	unit   []byte
}

func (h repeated) fill(size int) []byte {
	data := slices.Concat(h.before, bytes.Repeat(h.unit, size/len(h.unit)))
	for i, number := range slices.Backward(h.around) {
		if data = wrapped(number, data); i == 1 {
			data = append(bytes.Clone(h.holder), data...)
		}
	}
	return data
}

// repeatedFields walks through the messages that an event holds, each once.
func repeatedFields() []repeated {
	var list []repeated
	seen := map[protoreflect.FullName]bool{}
	var walk func(m protoreflect.MessageDescriptor, around []protowire.Number)
	walk = func(m protoreflect.MessageDescriptor, around []protowire.Number) {
		if seen[m.FullName()] {
			return
		}
		seen[m.FullName()] = true
		list = append(list, repetitions(m, around)...)
		for i := range m.Fields().Len() {
			if f := m.Fields().Get(i); f.Message() != nil {
				walk(f.Message(), append(slices.Clone(around), f.Number()))
			}
		}
	}
	walk((&aguipb.Event{}).ProtoReflect().Descriptor(), nil)
	return list
}

// repetitions are the fields of one message: with nothing in it, or with one small field of its own.
func repetitions(m protoreflect.MessageDescriptor, around []protowire.Number) []repeated {
	units := map[string][]byte{
		"an unknown varint": {0xf8, 0x3f, 1}, "an unknown field without content": {0xfa, 0x3f, 0}, "an unknown group": {0xfb, 0x3f, 0xfc, 0x3f},
		"two unknown fields": {0xf8, 0x3f, 1, 0xf2, 0x3f, 0}, "unknown fields": everyNumber(),
	}
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		for name, unit := range smallest(f) {
			units[name] = unit
		}
		if f.Message() == nil {
			continue
		}
		for j := range f.Message().Fields().Len() {
			inner := f.Message().Fields().Get(j)
			for name, unit := range smallest(inner) {
				units[string(f.Name())+" with "+name] = wrapped(f.Number(), unit)
				units[string(f.Name())+", empty and with "+name] = append(wrapped(f.Number(), nil), wrapped(f.Number(), unit)...)
			}
		}
	}
	var list []repeated
	for name, unit := range units {
		for i, before := range starts(m) {
			h := repeated{name: fmt.Sprintf("%s: %s, start %d", m.FullName().Name(), name, i), around: around, before: before, unit: unit}
			if len(around) > 1 {
				h.holder = base(around[0])
			}
			list = append(list, h)
		}
	}
	return list
}

// smallest are the shortest bytes that a field can be.
func smallest(f protoreflect.FieldDescriptor) map[string][]byte {
	number := f.Number()
	switch f.Kind() {
	case protoreflect.StringKind:
		return map[string][]byte{string(f.Name()) + ` ""`: wrapped(number, nil), string(f.Name()) + ` "\x01"`: wrapped(number, []byte{1}),
			string(f.Name()) + ` "\xff"`: wrapped(number, []byte{0xff})}
	case protoreflect.MessageKind:
		return map[string][]byte{string(f.Name()): wrapped(number, nil)}
	case protoreflect.DoubleKind:
		return map[string][]byte{string(f.Name()): binary.LittleEndian.AppendUint64(protowire.AppendTag(nil, number, protowire.Fixed64Type), math.Float64bits(-1.2345678901234567e-100))}
	default:
		return map[string][]byte{string(f.Name()): append(protowire.AppendTag(nil, number, protowire.VarintType), 1)}
	}
}

// starts are what a message can begin with, so that it is read as one of its kind.
func starts(m protoreflect.MessageDescriptor) [][]byte {
	list := [][]byte{nil}
	switch m.Name() {
	case "Message":
		for _, role := range []string{"user", "assistant", "tool", "activity", "reasoning", "x"} {
			list = append(list, append(wrapped(1, []byte("m")), wrapped(2, []byte(role))...))
		}
	case "JsonPatchOperation":
		for op := range byte(7) {
			list = append(list, []byte{8, op})
		}
	}
	arms := (&aguipb.Event{}).ProtoReflect().Descriptor().Fields()
	for i := range arms.Len() {
		if f := arms.Get(i); f.Message() == m {
			list = append(list, base(f.Number()))
		}
	}
	return list
}

// base is the field that all events begin with, for one of them.
func base(arm protowire.Number) []byte {
	f := (&aguipb.Event{}).ProtoReflect().Descriptor().Fields().ByNumber(arm)
	for word, number := range aguipb.EventType_value {
		if string(f.Name()) == lower(word) {
			return wrapped(1, protowire.AppendVarint([]byte{8}, uint64(number)))
		}
	}
	return nil
}

// wrapped is a field with bytes.
func wrapped(number protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
}

func lower(s string) string { return string(bytes.ToLower([]byte(s))) }

// everyNumber are fields without content, each of another number.
func everyNumber() []byte {
	var b []byte
	for n := protowire.Number(100); n < 4000; n++ {
		b = append(b, wrapped(n, nil)...)
	}
	return b
}
