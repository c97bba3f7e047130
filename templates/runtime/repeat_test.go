package runtime

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

var withRepeats = []string{
	`{"a":1,"a":2}`, `{"a":1,"b":2,"a":3}`, `{"a":1,"a":2,"a":3}`, `{"a":{"b":1,"b":2},"a":{"b":3,"c":4,"b":5}}`, `[{"a":1,"\u0061":2}]`,
	` { "a" : [ { "a" : 1 , "a" : 2 } ] , "b" : 0 , "a" : [ ] } `, `{"":1,"":2}`, "{\"\xff\":1,\"\ufffd\":2}", `{"a":"x\"}","a":"{"}`,
}

// FuzzRepeated checks that blanking the repeated members changes neither the length nor the value.
func FuzzRepeated(f *testing.F) {
	for _, doc := range append(withRepeats, documents...) {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) { // it is asked for documents that have been read
			return
		}
		before := bytes.Clone(data)
		got := blankRepeated(data)
		switch {
		case !bytes.Equal(before, data):
			t.Fatalf("%q was changed to %q", before, data)
		case len(got) != len(data) || !json.Valid(got):
			t.Fatalf("%q returns %q", data, got)
		case walkTokens(got).repeated:
			t.Fatalf("%q returns %q, which has a key twice", data, got)
		case !reflect.DeepEqual(anyOf(t, data), anyOf(t, got)):
			t.Fatalf("%q returns another value: %q", data, got)
		}
		for i, c := range got {
			if c != data[i] && c != ' ' {
				t.Fatalf("%q returns %q: byte %d", data, got, i)
			}
		}
	})
}

func anyOf(t *testing.T, data []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestBlankRepeated(t *testing.T) {
	for doc, want := range map[string]string{
		`{"a":1,"a":2}`:                   `{      "a":2}`,
		`{"a":1,"b":2,"a":3}`:             `{      "b":2,"a":3}`,
		`{"a":{"b":1,"b":2},"c":0}`:       `{"a":{      "b":2},"c":0}`,
		`{"a":1,"b":2}`:                   `{"a":1,"b":2}`,
		`[{"a":1},{"a":2}]`:               `[{"a":1},{"a":2}]`,
		`{"a":{"a":1},"a":{"a":{"a":1}}}`: `{            "a":{"a":{"a":1}}}`,
	} {
		t.Run(doc, func(t *testing.T) {
			if got := string(blankRepeated([]byte(doc))); got != want {
				t.Errorf("%s\ngot  %s\nwant %s", doc, got, want)
			}
		})
	}
}
