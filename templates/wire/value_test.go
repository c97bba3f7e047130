package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// write returns the Value of a JSON text, and what is lost.
func write(text string) ([]byte, []Loss, error) {
	var losses []Loss
	c := &Encoder{AllowLoss: true, OnLoss: func(l Loss) { losses = append(losses, l) }}
	encode := func(w *writer) bool {
		w.value(1<<3|2, "v", json.RawMessage(text))
		return true
	}
	var w writer
	encode(&w)
	if c.flawed(&w) {
		out, err := c.explain(nil, encode)
		if err != nil {
			return nil, losses, err
		}
		if w.out = out; len(losses) == 0 {
			return nil, nil, errors.New("flawed, but nothing is lost")
		}
	}
	b, n := protowire.ConsumeBytes(w.out[1:])
	if n != len(w.out)-1 {
		return nil, nil, fmt.Errorf("not one field: %x", w.out)
	}
	return b, losses, nil
}

func read(data []byte) (string, bool) {
	v := valueReader{data: data}
	text, ok := v.value(nil, 0, len(data), 0)
	return string(text), ok
}

// checkValue writes and reads a JSON text, and compares with protobuf's own Value.
func checkValue(t *testing.T, text string) {
	t.Helper()
	var want any
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		if _, _, err := write(text); err == nil && !json.Valid([]byte(text)) {
			t.Errorf("%s is not JSON, and written", text)
		}
		return
	}
	data, losses, err := write(text)
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return
	}
	m := new(structpb.Value)
	if err := (proto.UnmarshalOptions{RecursionLimit: 4 * maxDepth}).Unmarshal(data, m); err != nil {
		t.Errorf("%s: protobuf: %v", text, err)
		return
	}
	if len(losses) == 0 && !reflect.DeepEqual(m.AsInterface(), want) {
		t.Errorf("%s: protobuf reads %v", text, m.AsInterface())
	}
	got, ok := read(data)
	if !ok {
		if !strings.Contains(text, `"`) { // only a key can be there twice
			t.Errorf("%s: cannot be read", text)
		}
		return
	}
	var back any
	if err := json.Unmarshal([]byte(got), &back); err != nil || !reflect.DeepEqual(back, m.AsInterface()) {
		t.Errorf("%s: read as %s (%v)", text, got, err)
	}
	if len(losses) == 0 {
		again, _, err := write(got)
		if err != nil || !bytes.Equal(again, data) && !strings.Contains(text, "\\") {
			t.Errorf("%s: written again: %x, want %x (%v)", text, again, data, err)
		}
	}
}

var valueTexts = []string{
	`null`, `true`, `false`, `0`, `-0`, `1.5e3`, `""`, `"x"`, `"\u00e9\n\"\\\/"`, `"\ud83d\ude00"`, `[]`, `{}`, `[[],[{}]]`,
	`{"a":{"b":[1,2,{"c":null}]},"":"", "é":"\u0000"}`, ` [ 1 , 2 ] `, `{"a":1,"a":2}`, `"\ud800"`, `{"\udc00":1}`, `9007199254740993`,
	`[`, `{"a"}`, `{"a":}`, `[1,]`, `tru`, `1 2`, `"`, `"\x"`, `"\u12"`, "\"\x01\"", `01`, `-`, `1.`, `1e`, ``, ` `, `{"a":1,}`, `"\u+123"`,
}

func TestValue(t *testing.T) {
	for _, text := range valueTexts {
		checkValue(t, text)
	}
	for _, n := range []int{100, 126, 127, 128, 129, 16383, 16384, 20000, 2 << 20} { // around the sizes of lengths
		s := strings.Repeat("x", n)
		checkValue(t, `"`+s+`"`)
		checkValue(t, `"\n`+s+`"`)
		checkValue(t, `[1,{"a":["`+s+`",2,{"`+s+`":"y"}]},3]`)
	}
}

// Values of any shape, with parts around the sizes where a length takes one more byte.
func TestValueShapes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var value func(depth int) any
	value = func(depth int) any {
		switch k := rnd.IntN(6); {
		case k < 2 && depth > 0:
			m := map[string]any{}
			for range rnd.IntN(5) {
				m[strings.Repeat("k", rnd.IntN(40))] = value(depth - 1)
			}
			return m
		case k < 4 && depth > 0:
			list := []any{}
			for range rnd.IntN(5) {
				list = append(list, value(depth-1))
			}
			return list
		default:
			return strings.Repeat("é", rnd.IntN(70))
		}
	}
	for range 2000 {
		text, err := json.Marshal(value(8))
		if err != nil {
			t.Fatal(err)
		}
		checkValue(t, string(text))
	}
}

func FuzzValue(f *testing.F) {
	for _, text := range valueTexts {
		f.Add(text)
	}
	f.Fuzz(checkValue)
}

func FuzzReadValue(f *testing.F) {
	for _, text := range valueTexts {
		if data, _, err := write(text); err == nil {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, ok := read(data)
		m := new(structpb.Value)
		err := (proto.UnmarshalOptions{RecursionLimit: 4 * maxDepth}).Unmarshal(data, m)
		if !ok || err != nil || got == "" {
			return
		}
		var back any
		if err := json.Unmarshal([]byte(got), &back); err != nil {
			t.Fatalf("%x: %s: %v", data, got, err)
		}
		if again, _, err := write(got); err != nil {
			t.Errorf("%s cannot be written: %v", got, err)
		} else if third, ok := read(again); !ok || third != got {
			t.Errorf("%s becomes %s", got, third)
		}
	})
}

func TestLossesHavePlaces(t *testing.T) {
	_, losses, err := write(`{"a/b":[1,{"~":9007199254740993}],"s":["\ud800"],"\udfff":1, "x":1e999}`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range losses {
		got = append(got, string(l.Kind)+" "+l.InstanceLocation)
	}
	want := []string{"number /v/a~1b/1/~0", "text /v/s/0", "text /v", "number /v/x"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestFaultsHavePlaces(t *testing.T) {
	_, _, err := write(`{"a":[1,{"b":tru}]}`)
	var invalid agui.ValidationErrors
	if !errors.As(err, &invalid) || invalid[0].InstanceLocation != "/v/a/1/b" || !strings.Contains(invalid[0].Message, "byte 13") {
		t.Errorf("%#v", err)
	}
}

// A hostile value costs neither the stack nor more time than its length is worth: a quadratic reader would not come back.
func TestHostileValues(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	if _, _, err := write(deep(maxDepth)); err != nil {
		t.Error(err)
	}
	if _, _, err := write(deep(maxDepth + 1)); err == nil {
		t.Error("nesting has no limit")
	}
	if _, _, err := write(deep(5_000_000)); err == nil {
		t.Error("nesting has no limit")
	}
	objects := strings.Repeat(`{"a":`, maxDepth) + `"` + strings.Repeat("x", 8<<20) + `"` + strings.Repeat("}", maxDepth)
	data, _, err := write(objects)
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := read(data); !ok || text != objects {
		t.Error("a deep value with a long text does not come back")
	}
	if _, ok := read(deepList(20_000)); ok {
		t.Error("reading nests without limit")
	}
	many := "[" + strings.Repeat("9007199254740993,", 20_000) + "0]"
	if _, losses, err := write(many); err != nil || len(losses) != maxReports+1 {
		t.Errorf("%d losses, %v", len(losses), err)
	}
	keys := map[string]int{}
	for i := range 100_000 {
		keys[fmt.Sprint(i)] = i
	}
	text, _ := json.Marshal(keys)
	checkValue(t, string(text))
}

// deepList is a Value of lists in lists.
func deepList(n int) []byte {
	var reversed []byte // the message backwards: what is inside comes first
	prepend := func(b ...byte) {
		for i := len(b) - 1; i >= 0; i-- {
			reversed = append(reversed, b[i])
		}
	}
	for range n {
		prepend(protowire.AppendVarint(nil, uint64(len(reversed)))...)
		prepend(elementTag)
		prepend(protowire.AppendVarint(nil, uint64(len(reversed)))...)
		prepend(listTag)
	}
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	return reversed
}
