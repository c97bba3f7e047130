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

	"github.com/aguigen/aguigen/generated/aguipb"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// What reading may allocate: for each byte of a message, as docs/binary.md says, and for the errors, of which there are 10,000
// at most.
const (
	mostPerByte = 300
	mostErrors  = 6 << 20
)

// repeats calls visit with a path to every list and every message, which can come again and are merged, in all that an Event can
// hold. Each field is visited once, on the shortest path.
func repeats(event protoreflect.MessageDescriptor, visit func([]protoreflect.FieldDescriptor)) {
	seen := map[protoreflect.FullName]bool{}
	paths := [][]protoreflect.FieldDescriptor{nil}
	for len(paths) > 0 {
		path := paths[0]
		paths = paths[1:]
		m := event
		if len(path) > 0 {
			m = path[len(path)-1].Message()
		}
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			if seen[f.FullName()] || f.Message() == nil && !f.IsList() {
				continue
			}
			seen[f.FullName()] = true
			next := append(path[:len(path):len(path)], f)
			visit(next)
			if f.Message() != nil {
				paths = append(paths, next)
			}
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

// TestMemory repeats each of these fields for 128 kB, in one message and in messages that are merged, and fills it with unknown
// ones, behind an event that is whole. What is allocated is in proportion to the bytes.
func TestMemory(t *testing.T) {
	const size = 128 << 10
	events := wholeEvents(t)
	var worst float64
	cases := 0
	repeats((&aguipb.Event{}).ProtoReflect().Descriptor(), func(path []protoreflect.FieldDescriptor) {
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
	if cases < 200 {
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
	if per := perByte(bytes.Repeat(piece, 4<<20/len(piece))); per > mostPerByte/4 {
		t.Errorf("%.0f bytes for each byte", per)
	}
}

// perByte is the memory that reading a message allocates for each of its bytes, beside its errors.
func perByte(data []byte) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _ = aguiproto.Unmarshal(data)
	runtime.ReadMemStats(&after)
	return max(float64(after.TotalAlloc-before.TotalAlloc)-mostErrors, 0) / float64(len(data))
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
