package aguiproto_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguipb"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// seeds are messages of every type, and the interesting ones among the shared vectors, if they are there.
func seeds(f *testing.F) [][]byte {
	var list [][]byte
	for _, e := range append(samples(), delta()) {
		b, err := aguiproto.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		list = append(list, b)
	}
	for _, hex := range []string{
		"8202030a0178", "1a190a14080222100a0e0a0161120911000000000000f03f12016d1a140a1222100a0e0a01621209110000000000000040",
		"4a200a020808121a0a0175120475736572420532030a017842080a060a046b657074", "4a180a02080812120a017512047573657242070a030a01741200",
		"6a1c0a02080c1201741a01722a0670617573656432080a01691203776879", "3a2a0a02080612242a100a0e0a0161120911000000000000f03f2a100a0e0a01621209110000000000000040",
		"420e0a020807120812022f611a022f62", "b3040801131a017814b4041a070a02080212016d", "62140a02080b1201741a01722a030a01612a03120162",
	} {
		list = append(list, unhex(f, hex))
	}
	return list
}

// FuzzUnmarshal reads any bytes. What can be read can be written, unless something has no binary form, and is the same
// then; and both ways to read agree, but for what protobuf decides before the mapper is asked.
func FuzzUnmarshal(f *testing.F) {
	for _, b := range seeds(f) {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		input := bytes.Clone(data)
		e, err := aguiproto.Unmarshal(data)
		checkError(t, "fuzz", err)
		if !same(data, input) {
			t.Fatal("the input was changed")
		}
		compareReaders(t, data, e, err)
		if err != nil {
			return
		}
		before := text(t, e)
		clear(data)
		if !same(text(t, e), before) {
			t.Fatal("the event holds on to the input")
		}
		if err := e.Validate(); err != nil {
			t.Fatalf("%s is not valid: %v", before, err)
		}
		b, err := aguiproto.Marshal(e)
		var loss *aguiproto.LossError
		if errors.As(err, &loss) {
			return
		}
		if err != nil {
			t.Fatalf("%s cannot be written: %v", before, err)
		}
		back, err := aguiproto.Unmarshal(b)
		if err != nil || !same(text(t, back), before) {
			t.Fatalf("%s comes back as %s: %v", before, text(t, back), err)
		}
	})
}

func compareReaders(t *testing.T, data []byte, direct agui.Event, errDirect error) {
	t.Helper()
	m := new(aguipb.Event)
	if err := (proto.UnmarshalOptions{RecursionLimit: 50_000}).Unmarshal(data, m); err != nil {
		// Protobuf refuses text that is not UTF-8 and group that nests deep; nothing else may be read here alone.
		if errDirect == nil && utf8.Valid(data) && !strings.Contains(err.Error(), "recursion") && !bytes.Contains(data, []byte{0xed}) {
			t.Fatalf("protobuf: %v", err)
		}
		return
	}
	mapped, err := aguiproto.EventFromProto(m)
	if errDirect != nil && strings.Contains(errDirect.Error(), "at once") {
		return // of two arms a message keeps the last
	}
	if (err == nil) != (errDirect == nil) {
		t.Fatalf("directly %v, by message %v", errDirect, err)
	}
	if err == nil && !sameJSON(t, text(t, direct), text(t, mapped)) {
		t.Fatalf("directly %s, by message %s", text(t, direct), text(t, mapped))
	}
}

// FuzzFrameReader cuts a stream at two places: what is read does not depend on how it comes.
func FuzzFrameReader(f *testing.F) {
	var stream []byte
	for _, e := range samples()[:4] {
		stream, _ = aguiproto.AppendFrame(stream, e)
	}
	f.Add(stream, 3, 17)
	f.Add(append([]byte{0, 0, 0, 6}, unhex(f, "8202030a0178")...), 1, 2)
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 1}, 0, 4)
	f.Fuzz(func(t *testing.T, data []byte, a, b int) {
		a, b = min(max(a, 0), len(data)), min(max(b, 0), len(data))
		a, b = min(a, b), max(a, b)
		whole := drain(t, bytes.NewReader(data))
		cut := drain(t, &chunks{[][]byte{data[:a:a], data[a:b:b], data[b:]}})
		if whole != cut {
			t.Fatalf("whole\n%s\ncut\n%s", whole, cut)
		}
	})
}

// drain reads a stream to its end and tells what it had.
func drain(t *testing.T, in io.Reader) string {
	t.Helper()
	var log strings.Builder
	r := (&aguiproto.Decoder{MaxFrame: 1 << 16}).NewFrameReader(in)
	for n := 0; ; n++ {
		e, err := r.Next()
		switch {
		case err == nil:
			log.Write(text(t, e))
		case errors.Is(err, io.EOF), errors.Is(err, aguiproto.ErrTruncated), errors.Is(err, aguiproto.ErrTooLarge):
			return log.String() + err.Error()
		default:
			checkError(t, "fuzz", err)
			log.WriteString(err.Error())
		}
		if log.WriteString("\n"); n > 1<<20 {
			t.Fatal("the stream has no end")
		}
	}
}

// FuzzRoundTrip sends any event from JSON to bytes and back.
func FuzzRoundTrip(f *testing.F) {
	for _, e := range samples() {
		f.Add(text(f, e))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := agui.UnmarshalEvent(data)
		if err != nil {
			return
		}
		b, err := aguiproto.Marshal(e)
		var loss *aguiproto.LossError
		if errors.As(err, &loss) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		back, err := aguiproto.Unmarshal(b)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if x, y := text(t, back), text(t, narrow(e)); !sameJSON(t, x, y) {
			t.Fatalf("%s comes back as %s", y, x)
		}
	})
}
