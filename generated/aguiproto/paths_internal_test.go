package aguiproto

import (
	"math/rand/v2"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/aguigen/aguigen/generated/aguipb"
)

// FuzzPaths compares the reader with the transcoder wherever the reader is at home: they are two ways to the same event.
func FuzzPaths(f *testing.F) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		f.Add(randomEvent(rnd))
	}
	f.Fuzz(comparePaths)
}

func comparePaths(t *testing.T, data []byte) {
	t.Helper()
	r := reader{messages: shapes, data: data}
	fast := decodeEvent(&r, len(data))
	if r.odd || fast.Validate() != nil {
		return
	}
	var d Decoder
	text, err := d.transcode(shapes, eventShape, data)
	if err != nil {
		t.Fatalf("%x: %v", data, err)
	}
	slow, err := d.Rules.Event(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	a, errA := fast.AppendJSON(nil)
	b, errB := slow.AppendJSON(nil)
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Fatalf("%x:\nreader     %s\ntranscoder %s", data, a, b)
	}
}

// TestPaths is FuzzPaths on events made by chance.
func TestPaths(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	fast := 0
	for range 20_000 {
		data := randomEvent(rnd)
		r := reader{messages: shapes, data: data}
		if decodeEvent(&r, len(data)); !r.odd {
			fast++
		}
		comparePaths(t, data)
	}
	if fast < 5000 {
		t.Errorf("the reader took only %d of them", fast)
	}
}

// randomEvent fills the fields of an event by chance, as protobuf's descriptors list them.
func randomEvent(rnd *rand.Rand) []byte {
	arms := new(aguipb.Event).ProtoReflect().Descriptor().Fields()
	arm := arms.Get(rnd.IntN(arms.Len()))
	inner := randomMessage(rnd, arm.Message(), arm.Number(), 0)
	return protowire.AppendBytes(protowire.AppendTag(nil, arm.Number(), protowire.BytesType), inner)
}

func randomMessage(rnd *rand.Rand, m protoreflect.MessageDescriptor, arm protoreflect.FieldNumber, depth int) []byte {
	var b []byte
	fields := m.Fields()
	oneof := -1
	if m.Oneofs().Len() > 0 && !m.Oneofs().Get(0).IsSynthetic() {
		oneof = rnd.IntN(fields.Len())
	}
	for i := range fields.Len() {
		fd := fields.Get(i)
		if oneof >= 0 && i != oneof || oneof < 0 && fd.Name() != "base_event" && fd.Name() != "function" && fd.Name() != "type" && rnd.IntN(4) == 0 {
			continue
		}
		times := 1
		if fd.IsList() {
			times = rnd.IntN(3)
		}
		for range times {
			b = randomField(rnd, b, fd, arm, depth)
		}
	}
	return b
}

func randomField(rnd *rand.Rand, b []byte, fd protoreflect.FieldDescriptor, arm protoreflect.FieldNumber, depth int) []byte {
	words := []string{"", "x", "user", "tool", "assistant", "function", "/a", "success", "interrupt", "reasoning", "message", "activity"}
	switch fd.Kind() {
	case protoreflect.StringKind:
		word := words[rnd.IntN(len(words))]
		if fd.Name() == "type" {
			word = "function"
		}
		return protowire.AppendString(protowire.AppendTag(b, fd.Number(), protowire.BytesType), word)
	case protoreflect.MessageKind:
		if depth > 6 {
			return b
		}
		return protowire.AppendBytes(protowire.AppendTag(b, fd.Number(), protowire.BytesType), randomMessage(rnd, fd.Message(), arm, depth+1))
	case protoreflect.DoubleKind:
		return protowire.AppendFixed64(protowire.AppendTag(b, fd.Number(), protowire.Fixed64Type), 0x3ff8000000000000)
	case protoreflect.EnumKind:
		n := uint64(rnd.IntN(6))
		if fd.Message() == nil && fd.ContainingMessage().Name() == "BaseEvent" {
			n = typeOf(arm)
		}
		return protowire.AppendVarint(protowire.AppendTag(b, fd.Number(), protowire.VarintType), n)
	default:
		return protowire.AppendVarint(protowire.AppendTag(b, fd.Number(), protowire.VarintType), rnd.Uint64N(2))
	}
}

// typeOf returns the number of the event type that belongs to an arm, as the shapes have it.
func typeOf(arm protoreflect.FieldNumber) uint64 {
	for _, a := range shapes[eventShape].arms {
		if a.number != uint64(arm) {
			continue
		}
		for _, f := range shapes[a.message].fields[0].group {
			for _, w := range f.words {
				if w.text == f.constant {
					return uint64(w.number)
				}
			}
		}
	}
	return 0
}

// TestShapesAgree compares the transcoder's table with the descriptors of the messages: numbers, types, lists.
func TestShapesAgree(t *testing.T) {
	seen := map[string]bool{}
	var compare func(which int, m protoreflect.MessageDescriptor)
	compare = func(which int, m protoreflect.MessageDescriptor) {
		if seen[string(m.FullName())] {
			return
		}
		seen[string(m.FullName())] = true
		s := shapes[which]
		if len(s.fields)+len(s.arms) != m.Fields().Len() {
			t.Errorf("%s: %d fields, the message has %d", s.definition, len(s.fields)+len(s.arms), m.Fields().Len())
		}
		for _, a := range s.arms {
			compare(a.message, m.Fields().ByNumber(protowire.Number(a.number)).Message())
		}
		for _, f := range s.fields {
			fd := m.Fields().ByNumber(protowire.Number(f.number))
			if fd == nil || fd.IsList() != f.list || uint64(protowire.BytesType) == f.wireType() != (fd.Kind() == protoreflect.StringKind || fd.Message() != nil) {
				t.Errorf("%s: field %d is %v", s.definition, f.number, fd)
			} else if f.form == messageForm && f.part != groupPart {
				compare(f.message, fd.Message())
			}
		}
	}
	compare(eventShape, new(aguipb.Event).ProtoReflect().Descriptor())
	if len(seen) < 45 {
		t.Errorf("only %d messages are reached", len(seen))
	}
}
