package wire

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"
)

// thing is an object as it is emitted.
type thing struct {
	ID     string
	Name   *string
	Count  *int64
	Tags   []string
	Parts  []thing
	Inside *thing
	Extra  map[string]json.RawMessage
}

var thingType = goType{
	size:    unsafe.Sizeof(thing{}),
	grow:    grow[thing],
	fresh:   func() (unsafe.Pointer, any) { e := new(thing); return unsafe.Pointer(e), e },
	address: func(v any) unsafe.Pointer { return unsafe.Pointer(v.(*thing)) },
}

func things() []message {
	return tabled([]message{{definition: "Thing", is: thingType, deep: true, extra: unsafe.Offsetof(thing{}.Extra), fields: []field{
		{number: 1, member: "id", required: true, op: textOp, at: unsafe.Offsetof(thing{}.ID)},
		{number: 2, member: "kind", constant: "thing", op: literalOp},
		{number: 3, member: "name", op: textPtrOp, at: unsafe.Offsetof(thing{}.Name)},
		{number: 5, member: "count", form: integerForm, op: integerPtrOp, at: unsafe.Offsetof(thing{}.Count)},
		{number: 16, member: "tags", list: true, required: true, op: textOp, at: unsafe.Offsetof(thing{}.Tags)},
		{number: 17, member: "parts", form: messageForm, list: true, op: objectOp, at: unsafe.Offsetof(thing{}.Parts)},
		{number: 18, member: "inside", form: messageForm, op: objectPtrOp, at: unsafe.Offsetof(thing{}.Inside)},
	}}})
}

func readThing(messages []message, data []byte) (*thing, bool) {
	r := reader{messages: messages, data: data}
	v := r.definition(&messages[0], len(data))
	return v.(*thing), !r.odd
}

func wholeThing() *thing {
	name, count := "name", int64(-1)
	return &thing{
		ID: "1", Name: &name, Count: &count, Tags: []string{"a", "", "é"},
		Parts: []thing{{ID: "2", Tags: []string{}}, {Tags: []string{}, Inside: &thing{ID: "3", Tags: []string{}}}},
	}
}

// What is written by rows is read by them, and by protobuf's rules.
func TestRows(t *testing.T) {
	messages := things()
	for _, want := range []*thing{{Tags: []string{}}, wholeThing()} {
		data, err := new(Encoder).append(nil, &messages[0], want)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := readThing(messages, data); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%x: %v, %+v", data, ok, got)
		}
		if !wellFormed(data) {
			t.Errorf("%x", data)
		}
	}
	data, _ := new(Encoder).append(nil, &messages[0], &thing{ID: "x"})
	if want := "\x0a\x01x\x12\x05thing"; string(data) != want {
		t.Errorf("%q, want %q", data, want)
	}
}

// Fields may come in any order, and again where the last counts.
func TestRowsInAnyOrder(t *testing.T) {
	messages := things()
	data, err := new(Encoder).append(nil, &messages[0], &thing{ID: "1", Name: new(string), Tags: []string{"a"}, Inside: &thing{Tags: []string{}}})
	if err != nil {
		t.Fatal(err)
	}
	want, ok := readThing(messages, data)
	if !ok {
		t.Fatal("the reader does not take it")
	}
	var fields [][]byte
	for rest := data; len(rest) > 0; {
		_, _, n := protowire.ConsumeField(rest)
		fields = append(fields, rest[:n])
		rest = rest[n:]
	}
	slices.Reverse(fields)
	if got, ok := readThing(messages, slices.Concat(fields...)); !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("backwards: %v, %+v", ok, got)
	}
	if got, ok := readThing(messages, append(slices.Clone(data), "\x0a\x012"...)); !ok || got.ID != "2" {
		t.Errorf("twice: %v, %+v", ok, got)
	}
	for what, more := range map[string]string{
		"a message twice": "\x92\x01\x00", "another constant": "\x12\x01x", "an unknown field": "\x20\x01", "another wire type": "\x08\x01",
	} {
		t.Run(what, func(t *testing.T) {
			if got, ok := readThing(messages, append(slices.Clone(data), more...)); ok {
				t.Errorf("%s is taken: %+v", what, got)
			}
		})
	}
	if _, ok := readThing(messages, []byte("\x0a\x01x")); ok {
		t.Error("a message without what has to be there is taken")
	}
}

// The reader does not take a message with more fields than it has bits for, and the transcoder does.
func TestManyRows(t *testing.T) {
	for _, n := range []int{64, 65} {
		fields := []field{}
		for i := range n {
			fields = append(fields, field{number: uint64(i + 1), member: fmt.Sprint("m", i), op: textOp, at: unsafe.Offsetof(thing{}.ID)})
		}
		messages := tabled([]message{{definition: "Many", is: thingType, extra: unsafe.Offsetof(thing{}.Extra), fields: fields}})
		data := protowire.AppendString(protowire.AppendTag(nil, protowire.Number(n), protowire.BytesType), "last")
		if got, ok := readThing(messages, data); ok != (n <= 64) || ok && got.ID != "last" {
			t.Errorf("%d: %v, %+v", n, ok, got)
		}
		text, err := new(Decoder).transcode(messages, 0, data)
		if want := fmt.Sprintf(`{"m%d":"last"}`, n-1); err != nil || string(text) != want {
			t.Errorf("%s, %v, want %s", text, err, want)
		}
	}
}
