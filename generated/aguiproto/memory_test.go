package aguiproto_test

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguipb"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// mostPerByte is the memory that reading may allocate for each byte of a message, as docs/binary.md says.
const mostPerByte = 400

// repeats calls visit with the path to every field that can come again, in every message that an Event can hold: from the
// field of the Event on, by number. Each message is on a path once.
func repeats(m protoreflect.MessageDescriptor, path []protoreflect.FieldDescriptor, visit func([]protoreflect.FieldDescriptor)) {
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		next := append(path[:len(path):len(path)], f)
		visit(next)
		inner := f.Message()
		known := inner == nil
		for _, above := range path {
			known = known || above.Message() == inner
		}
		if !known {
			repeats(inner, next, visit)
		}
	}
}

// smallest is the shortest content of a field.
func smallest(f protoreflect.FieldDescriptor) []byte {
	b := protowire.AppendTag(nil, f.Number(), wireType(f))
	switch wireType(f) {
	case protowire.Fixed64Type:
		return protowire.AppendFixed64(b, 0)
	default: // an empty text, list or message, or a number
		return append(b, 0)
	}
}

func wireType(f protoreflect.FieldDescriptor) protowire.Type {
	switch f.Kind() {
	case protoreflect.StringKind, protoreflect.BytesKind, protoreflect.MessageKind:
		return protowire.BytesType
	case protoreflect.DoubleKind:
		return protowire.Fixed64Type
	default:
		return protowire.VarintType
	}
}

// TestMemory repeats each field of each message for 16 kB, once in one message and once in messages that are merged, behind
// an event that is whole. What is allocated is in proportion to the bytes.
func TestMemory(t *testing.T) {
	const size = 16 << 10
	events := wholeEvents(t)
	var worst float64
	cases := 0
	repeats((&aguipb.Event{}).ProtoReflect().Descriptor(), nil, func(path []protoreflect.FieldDescriptor) {
		if len(path) < 2 {
			return
		}
		last := smallest(path[len(path)-1])
		unknown := protowire.AppendTag(nil, 5000, protowire.BytesType)
		for name, content := range map[string][]byte{
			"repeated": bytes.Repeat(last, size/len(last)), "unknown": bytes.Repeat(append(unknown, 0), size/len(unknown)), "merged": last,
		} {
			for i := len(path) - 2; i >= 0; i-- {
				content = field(path[i].Number(), content)
			}
			if name == "merged" {
				content = bytes.Repeat(content, size/len(content))
			}
			data := append(bytes.Clone(events[path[0].Number()]), content...)
			cases++
			if per := perByte(data); per > worst {
				worst = per
				var steps []string
				for _, f := range path {
					steps = append(steps, string(f.Name()))
				}
				t.Logf("%.0f bytes for each byte: %s %s", per, strings.Join(steps, "."), name)
			}
		}
	})
	if worst > mostPerByte {
		t.Errorf("%.0f bytes are allocated for each byte, at most %d are promised", worst, mostPerByte)
	}
	if cases < 500 {
		t.Errorf("only %d cases", cases)
	}
	docs, err := os.ReadFile("../../docs/binary.md")
	if promise := fmt.Sprintf("at most %d times its length", mostPerByte); err == nil && !strings.Contains(string(docs), promise) {
		t.Errorf("docs/binary.md does not say %q", promise)
	}
}

// TestFrameOfRepeatedArms is the frame that once cost 700 MB: one event in a million pieces.
func TestFrameOfRepeatedArms(t *testing.T) {
	piece := []byte("\x7a\x07\x0a\x02\x08\x0e\x12\x01s")
	if per := perByte(bytes.Repeat(piece, 1<<20/len(piece))); per > mostPerByte/4 {
		t.Errorf("%.0f bytes for each byte", per)
	}
}

// perByte is the memory that reading a message allocates for each of its bytes.
func perByte(data []byte) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _ = (&aguiproto.Decoder{Rules: agui.Decoder{OnUnknown: func(agui.Unknown) {}}}).Unmarshal(data)
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc-before.TotalAlloc) / float64(len(data))
}

// wholeEvents returns the bytes of an event for each field of the Event.
func wholeEvents(t *testing.T) map[protoreflect.FieldNumber][]byte {
	t.Helper()
	events := map[protoreflect.FieldNumber][]byte{}
	for _, e := range samples() {
		b, err := aguiproto.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		number, _, _ := protowire.ConsumeTag(b)
		events[number] = b
	}
	return events
}
