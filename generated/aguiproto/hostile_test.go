package aguiproto_test

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

func field(number protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
}

// hostile are messages that would cost much if their size were not what they cost.
func hostile() map[string][]byte {
	base := field(1, []byte{8, 8}) // of a MESSAGES_SNAPSHOT
	assistant := append(field(1, []byte("a")), field(2, []byte("assistant"))...)
	snapshot := func(message []byte) []byte { return field(9, append(bytes.Clone(base), field(2, message)...)) }
	deep := []byte{8, 0}
	for range 3000 {
		deep = field(6, field(1, deep)) // a list with the value before
	}
	return map[string][]byte{
		"empty tool calls":     snapshot(append(bytes.Clone(assistant), bytes.Repeat([]byte{0x2a, 0}, 1<<16)...)),
		"empty messages":       field(9, append(bytes.Clone(base), bytes.Repeat([]byte{0x12, 0}, 1<<15)...)),
		"unknown fields":       field(3, append(field(1, []byte{8, 2}), bytes.Repeat([]byte{0x78, 1}, 1<<16)...)),
		"unknown groups":       append(bytes.Repeat([]byte{0xb3, 4}, 9000), bytes.Repeat([]byte{0xb4, 4}, 9000)...),
		"the same arm":         bytes.Repeat(field(3, field(1, []byte{8, 2})), 1<<15),
		"the same text":        field(3, append(field(1, []byte{8, 2}), bytes.Repeat([]byte{0x12, 1, 'x'}, 1<<16)...)),
		"merged metadata":      field(3, field(1, append([]byte{8, 2}, bytes.Repeat([]byte{0x22, 3, 0x0a, 1, 0x0a}, 1<<15)...))),
		"deep value":           field(7, append(field(1, []byte{8, 6}), field(2, deep)...)),
		"deep value, in parts": field(7, bytes.Join([][]byte{field(1, []byte{8, 6}), field(2, deep), field(2, deep)}, nil)),
		"operations":           field(8, append(field(1, []byte{8, 7}), bytes.Repeat([]byte{0x12, 2, 8, 9}, 1<<15)...)),
	}
}

// TestHostileMessages reads them, and asks for memory in proportion.
func TestHostileMessages(t *testing.T) {
	for name, data := range hostile() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		unknown := 0
		d := &aguiproto.Decoder{Rules: agui.Decoder{OnUnknown: func(agui.Unknown) { unknown++ }}}
		_, err := d.Unmarshal(data)
		checkError(t, name, err)
		runtime.ReadMemStats(&after)
		if per := (after.TotalAlloc - before.TotalAlloc) / uint64(len(data)); per > 2500 {
			t.Errorf("%s: %d bytes of memory for each of %d (%v)", name, per, len(data), err)
		}
	}
}

// A value may nest as deep as in JSON, and no deeper.
func TestDepth(t *testing.T) {
	list := func(n int) agui.Event {
		return agui.NewStateSnapshotEvent(raw(strings.Repeat("[", n) + strings.Repeat("]", n)))
	}
	b, err := aguiproto.Marshal(list(9_998))
	if err != nil {
		t.Fatal(err)
	}
	if e, err := aguiproto.Unmarshal(b); err != nil || !same(text(t, e), text(t, list(9_998))) {
		t.Errorf("as deep as in JSON: %v", err)
	}
	if m, err := aguiproto.EventToProto(list(9_998)); err != nil {
		t.Errorf("EventToProto: %v", err)
	} else if _, err := aguiproto.EventFromProto(m); err != nil {
		t.Errorf("EventFromProto: %v", err)
	}
	var invalid agui.ValidationErrors
	if _, err := aguiproto.Marshal(list(10_001)); !errors.As(err, &invalid) || !strings.Contains(err.Error(), "nest") {
		t.Errorf("deeper: %v", err)
	}
	if _, err := list(10_001).AppendJSON(nil); err == nil {
		t.Error("JSON has no limit")
	}
}

// TestText follows the same table as JSON on text that is not UTF-8: it is mended and reported, refused by Strict, and may not make
// two keys one.
func TestText(t *testing.T) {
	base := func(number byte) []byte { return field(1, []byte{8, number}) }
	value := func(s string) []byte { return field(3, []byte(s)) } // a string
	entry := func(key string) []byte { return field(1, append(field(1, []byte(key)), field(2, value("v"))...)) }
	for _, c := range []struct {
		name string
		data []byte
		want string // the JSON
		at   string
	}{
		{"a text", field(2, append(append(base(1), field(2, []byte("m"))...), field(3, []byte("a\xff"))...)),
			`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a` + "\ufffd" + `"}`, "/delta"},
		{"a value", field(7, append(base(6), field(2, value("\xc3"))...)), `{"type":"STATE_SNAPSHOT","snapshot":"` + "\ufffd" + `"}`, "/snapshot"},
		{"a key in a value", field(7, append(base(6), field(2, field(5, entry("\xff")))...)), `{"type":"STATE_SNAPSHOT","snapshot":{"` + "\ufffd" + `":"v"}}`, "/snapshot"},
		{"keys that become one", field(7, append(base(6), field(2, field(5, append(entry("\xff"), entry("\xfe")...)))...)), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var at []string
			d := &aguiproto.Decoder{Rules: agui.Decoder{OnUnknown: func(u agui.Unknown) {
				if u.Kind == agui.UnknownKindText {
					at = append(at, u.InstanceLocation)
				}
			}}}
			e, err := d.Unmarshal(c.data)
			switch {
			case c.want == "":
				if err == nil {
					t.Errorf("got %s", text(t, e))
				}
			case err != nil:
				t.Error(err)
			default:
				if got, _ := e.MarshalJSON(); string(got) != c.want || len(at) != 1 || at[0] != c.at {
					t.Errorf("got %s, reported at %q", got, at)
				}
			}
			strict := &aguiproto.Decoder{Rules: agui.Decoder{Strict: true}}
			if e, err := strict.Unmarshal(c.data); !errors.Is(err, aguiproto.ErrMalformed) {
				t.Errorf("strict: %v, %v", e, err)
			}
		})
	}
}
