package runtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// hostile are documents that are meant to be expensive, of about n bytes, and what is done with them.
var hostile = []struct {
	name string
	doc  func(n int) string
	read func(r *reader)
}{
	{"deep", func(n int) string { n = min(n/2, maxDepth); return strings.Repeat("[", n) + strings.Repeat("]", n) }, readGeneric},
	{"too deep", func(n int) string { return strings.Repeat("[", n) }, readGeneric},
	{"deep, broken off", func(n int) string { return strings.Repeat(`{"a":[`, n/6) }, readGeneric},
	{"tiny elements", func(n int) string { return "[" + strings.Repeat("0,", n/2) + "0]" }, readGeneric},
	{"tiny strings", func(n int) string { return "[" + strings.Repeat(`"a",`, n/4) + `""]` }, readGeneric},
	{"all escapes", func(n int) string { return `"` + strings.Repeat(`\u0041`, n/6) + `"` }, readGeneric},
	{"escapes that break off", func(n int) string { return `"` + strings.Repeat(`\u0041`, n/6) }, readGeneric},
	{"invalid UTF-8", func(n int) string { return `"` + strings.Repeat("\xff", n) + `"` }, readGeneric},
	{"odd strings", func(n int) string { return "[" + strings.Repeat(`"\n",`, n/5) + `""]` }, readGeneric},
	{"one key again and again", func(n int) string { return "{" + strings.Repeat(`"a":0,`, n/6) + `"a":1}` }, readRepeated},
	{"repeats inside of repeats", func(n int) string {
		doc := "0"
		for range min(n/20, 2000) {
			doc = `{"a":0,"a":` + doc + `}`
		}
		return doc
	}, readRepeated},
	{"unknown keys", func(n int) string { return "{" + strings.Repeat(`"unknown":0,`, n/12) + `"a":1}` }, readClosed},
	{"keys nearly right", func(n int) string { return "{" + strings.Repeat(`"mesageId":0,`, n/13) + `"a":1}` }, readStrict},
	{"long keys", func(n int) string { return `{"` + strings.Repeat("k", n) + `":0}` }, readStrict},
	{"objects that lack all", func(n int) string { return "[" + strings.Repeat(`{"message_id":0},`, n/17) + "{}]" }, readMissing},
	{"one object that lacks all", func(n int) string {
		return `[{"a":` + strings.Repeat("[", 500) + strings.Repeat(`"xxxx",`, n/7) + `0` + strings.Repeat("]", 500) + "}]"
	}, readMissing},
	{"wrong everywhere", func(n int) string { return "[" + strings.Repeat("{},", n/3) + "0]" }, readNumbers},
	{"long numbers", func(n int) string {
		return "[" + strings.Repeat("9", n) + "," + strings.Repeat("9", n) + "e-" + fmt.Sprint(n) + "]"
	}, readNumbers},
	{"exponents", func(n int) string { return "[" + strings.Repeat("1e999999999,", n/12) + "0]" }, readNumbers},
}

var wide = shape{definition: "Wide", closed: "unevaluatedProperties", members: []member{
	{name: "messageId", requiredAt: "#/$defs/Wide/required"}, {name: "toolCallId", requiredAt: "#/$defs/Wide/required"}, {name: "delta"},
}}

func readGeneric(r *reader) { generic(r) }

func readRepeated(r *reader) {
	r.repeated = true
	for r.pass() {
		generic(r)
	}
}

// readObject reads an object none of whose members is known.
func readObject(r *reader) {
	at, seen, more := r.object(&wide, 0)
	var extra map[string]json.RawMessage
	for ; more; more = r.next() {
		r.unknownProperty(&wide, at, &extra)
	}
	r.missing(&wide, at, seen)
}

func readClosed(r *reader) { readObject(r) }
func readStrict(r *reader) { r.strict = true; readObject(r) }

func readMissing(r *reader) {
	for more := r.list("#"); more; more = r.more() {
		readObject(r)
	}
}

func readNumbers(r *reader) {
	for more := r.list("#"); more; more = r.more() {
		r.integer("#", 0, 9)
	}
}

// allocated returns the bytes that reading a document allocates.
func allocated(doc []byte, read func(*reader)) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var r reader
	r.begin(&Decoder{OnUnknown: func(Unknown) {}}, doc)
	read(&r)
	_ = r.done() // the fault that some have is not what counts here
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Four times the document may take four times the memory, and a little more: what grows with the square takes 16 times.
func TestHostile(t *testing.T) {
	const n = 100_000
	for _, test := range hostile {
		small, large := []byte(test.doc(n)), []byte(test.doc(4*n))
		one, four := allocated(small, test.read), allocated(large, test.read)
		if grown := uint64(len(large)) * 7 / uint64(len(small)) / 4; four > (one+100_000)*max(grown, 2) {
			t.Errorf("%s: %d bytes take %d, %d take %d", test.name, len(small), one, len(large), four)
		}
		if most := uint64(len(large)) * 100; four > most+1<<20 {
			t.Errorf("%s: %d bytes take %d", test.name, len(large), four)
		}
	}
}

// A list of violations is cut, and the last one says so.
func TestTooManyViolations(t *testing.T) {
	doc := "[" + strings.Repeat("true,", maxFindings+1000) + "0]"
	var r reader
	r.begin(&Decoder{}, []byte(doc))
	readNumbers(&r)
	err := r.done()
	var errs ValidationErrors
	if !errors.As(err, &errs) || len(errs) != maxFindings+1 {
		t.Fatalf("%d violations", len(errs))
	}
	isOnly(t, errs[maxFindings], ErrTooMany)
	isOnly(t, errs[0], ErrMalformed)
	if got := errs[maxFindings-1].InstanceLocation; got != fmt.Sprint("/", maxFindings-1) {
		t.Errorf("the last one is at %s", got)
	}
	r = reader{}
	r.begin(&Decoder{}, []byte("["+strings.Repeat("true,", maxFindings-1)+"true]"))
	readNumbers(&r)
	if err := r.done(); errors.Is(err, ErrTooMany) {
		t.Error("as many as allowed are too many")
	}
}

// A word that is compared with an enum's values is not copied.
func TestWordAllocates(t *testing.T) {
	doc := []byte(`["one","two","three"]`)
	if n := testing.AllocsPerRun(100, func() {
		var r reader
		r.begin(&Decoder{}, doc)
		for more := r.list("#"); more; more = r.more() {
			if w, ok := r.word("#"); !ok || len(w) < 3 {
				t.Error("no word")
			}
		}
	}); n > 1 { // the reader itself
		t.Errorf("%v allocations", n)
	}
}

// Strings share allocations, and appending into a buffer that has room makes none.
func TestAllocations(t *testing.T) {
	doc := []byte("[" + strings.Repeat(`"a string",`, 1000) + `""]`)
	if n := testing.AllocsPerRun(20, func() {
		var r reader
		r.begin(&Decoder{}, doc)
		for more := r.list("#"); more; more = r.more() {
			r.string("#")
		}
	}); n > 4 {
		t.Errorf("reading 1001 strings: %v allocations", n)
	}
	buffer := make([]byte, 0, 1000)
	text := "clean, \"escaped\", é and \xff"
	raw := json.RawMessage(`{"a":[1,2,3]}`)
	if n := testing.AllocsPerRun(20, func() {
		out := appendString(buffer, text)
		out, _ = appendAny(out, raw)
		appendInteger(out, 1<<60)
	}); n != 0 {
		t.Errorf("appending: %v allocations", n)
	}
}
