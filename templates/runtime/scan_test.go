package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// documents are seeds for what reads any bytes.
var documents = []string{
	``, ` `, `null`, `true`, `fals`, `nul`, `0`, `-`, `-0`, `01`, `1.`, `.5`, `1e`, `1E+5`, `-1.5e-7x`, `"`, `"a"`, `"\u00e9\n"`, `"\x"`,
	`"\ud83d\ude00"`, `"\ud83d"`, `"\ud83d\u0041"`, `"\u12g4"`, `"\u12`, "\"a\nb\"", "\"\x00\"", "\"\xff\xc3\"", "\"\u2028\"", "\xef\xbb\xbf{}",
	`{}`, `{ }`, `{"a":1}`, ` { "a" : 1 , "b" : [ ] } `, `{"a":1,}`, `{,}`, `{"a"}`, `{"a":}`, `{"a" 1}`, `{a:1}`, `{"a":1 "b":2}`, `{"a":1]`,
	`[]`, `[ 1 , 2 ]`, `[1,]`, `[,1]`, `[1 2]`, `[1}`, `[`, `[[[]]]`, `{"a":{"a":{"a":[{"a":1}]}}}`, `1 2`, `{}x`, "\t\r\n[]\n", "\v1",
	`{"a":1,"a":2,"\u0061":3}`, `{"key longer than a word":"and a value that is longer than one"}`, "[\"12345678\x01\"]", `["1234567\"8"]`,
	`{"type":"x","a":[1,2.5,-3e10,true,false,null,"s",{"b":"c"}]}`,
}

// FuzzScanner compares the verdict on any bytes with that of encoding/json.
func FuzzScanner(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		message := notJSON(data, 0)
		if valid := json.Valid(data); valid != (message == "") {
			t.Fatalf("%q: valid is %v, the scanner says %q", data, valid, message)
		}
	})
}

// generic reads any value through the methods that emitted code calls.
func generic(r *reader) any {
	switch c := r.peek(); {
	case c == '{':
		m := map[string]any{}
		for more := r.first(); more; more = r.next() {
			key := string(r.key)
			m[key] = generic(r)
		}
		return m
	case c == '[':
		list := []any{}
		for more := r.list("#"); more; more = r.more() {
			list = append(list, generic(r))
		}
		return list
	case c == '"':
		return r.string("#")
	case c == 't' || c == 'f':
		return r.boolean("#")
	case c == '-' || '0' <= c && c <= '9':
		return r.number("#")
	case r.isNull():
		r.any()
		return nil
	default:
		r.any()
		return nil
	}
}

// FuzzReader reads any bytes as a generic value and compares it with what encoding/json returns.
func FuzzReader(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r reader
		r.begin(&Decoder{}, data)
		got := generic(&r)
		err := r.done()
		if valid := json.Valid(data); valid != (err == nil) {
			t.Fatalf("%q: valid is %v, the reader says %v", data, valid, err)
		}
		if err != nil {
			checkFault(t, data, err)
			return
		}
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q\ngot  %#v\nwant %#v", data, got, want)
		}
	})
}

// checkFault checks that a syntax error's offset lies in the document, and that what is before it could go on.
func checkFault(t *testing.T, data []byte, err error) {
	t.Helper()
	e, ok := err.(*SyntaxError)
	if !ok || e.Offset < 0 || e.Offset > int64(len(data)) || e.Message == "" {
		t.Fatalf("%q: %#v", data, err)
	}
}

func TestDepth(t *testing.T) {
	for _, test := range []struct{ name, open, close string }{
		{"arrays", "[", "]"}, {"objects", `{"a":`, "}"}, {"both", `[{"a":`, "}]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			per := strings.Count(test.open, "[") + strings.Count(test.open, "{")
			for _, depth := range []int{10_000, 10_002} {
				n := depth / per
				doc := []byte(strings.Repeat(test.open, n) + "0" + strings.Repeat(test.close, n))
				if !json.Valid(doc) != (depth > 10_000) {
					t.Fatalf("encoding/json has another limit: %d %s", depth, test.name)
				}
				if message := notJSON(doc, 0); (message == "") != (depth <= 10_000) {
					t.Errorf("%d %s, skipped: %q", depth, test.name, message)
				}
				var r reader
				r.begin(&Decoder{}, doc)
				generic(&r)
				err := r.done()
				if (err == nil) != (depth <= 10_000) {
					t.Errorf("%d %s, read: %v", depth, test.name, err)
				}
				if e, ok := err.(*SyntaxError); depth > 10_000 && (!ok || e.Unwrap() != ErrTooDeep || !strings.Contains(e.Message, "10000")) {
					t.Errorf("%d %s: %#v", depth, test.name, err)
				}
			}
		})
	}
}

// A value that is skipped counts from the depth that it stands at.
func TestDepthOfSkipped(t *testing.T) {
	for _, inside := range []int{9_999, 10_000} {
		doc := `{"a":` + strings.Repeat("[", inside) + strings.Repeat("]", inside) + "}"
		var r reader
		r.begin(&Decoder{}, []byte(doc))
		for more := r.first(); more; more = r.next() {
			r.any()
		}
		if err := r.done(); (err == nil) != (inside < 10_000) {
			t.Errorf("%d inside of one: %v", inside, err)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{``, "byte 0: unexpected end of the document"},
		{`{"a":[1,2`, "byte 9 in /a: unexpected end of the document"},
		{`{"a":[1 2]}`, "byte 8 in /a/1: found '2': expected ',' or ']'"},
		{`{"a":1 "b":2}`, `byte 7: found '"': expected ',' or '}'`},
		{`{"a" 1}`, "byte 5: found '1': expected ':'"},
		{`{a:1}`, "byte 1: found 'a': expected a quoted key"},
		{`{"a":x}`, "byte 5 in /a: found 'x': expected a value"},
		{`{"a":"\x"}`, "byte 6 in /a: invalid escape in a string"},
		{"{\"a\":\"b\nc\"}", "byte 7 in /a: found '\\n': a control character in a string must be escaped"},
		{`{"a":"b`, "byte 7 in /a: unterminated string"},
		{`{"a":01}`, "byte 6: found '1': expected ',' or '}'"},
		{`{"a":-}`, "byte 5 in /a: invalid number"},
		{`{} {}`, "byte 3: found '{': unexpected data after the document"},
	} {
		t.Run(test.doc, func(t *testing.T) {
			var r reader
			r.begin(&Decoder{}, []byte(test.doc))
			generic(&r)
			if err := r.done(); fmt.Sprint(err) != test.want {
				t.Errorf("%s\ngot  %v\nwant %s", test.doc, err, test.want)
			}
		})
	}
}

// Every fault has a sentence.
func TestFaults(t *testing.T) {
	for i, sentence := range faults {
		if fault(i) != noFault && sentence == "" {
			t.Errorf("fault %d has no sentence", i)
		}
	}
	if len(faults) != int(badKeys)+1 {
		t.Errorf("%d sentences for %d faults", len(faults), badKeys+1)
	}
}
