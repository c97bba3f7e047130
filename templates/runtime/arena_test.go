package runtime

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// readStrings reads a list of strings, and says how large the chunk was that each was carved from.
func readStrings(t *testing.T, doc []byte) (list []string, chunks []int) {
	t.Helper()
	var r reader
	r.begin(&Decoder{}, doc)
	for more := r.list("#"); more; more = r.more() {
		list = append(list, r.string("#"))
		chunks = append(chunks, cap(r.arena))
	}
	if err := r.done(); err != nil {
		t.Fatal(err)
	}
	return list, chunks
}

// What was read is the caller's: the buffer that the document came in can be used again.
func TestInputIsFree(t *testing.T) {
	doc := []byte(`{"plain":"text","odd\n":"te\u0078t","é":"日本","number":12.50,"any":{"a": [1]},"map":{"k":"v"}}`)
	var r reader
	r.begin(&Decoder{}, doc)
	var kept []string
	var values []json.RawMessage
	maps := map[string]json.RawMessage{}
	for more := r.first(); more; more = r.next() {
		kept = append(kept, string(r.key))
		switch r.peek() {
		case '"':
			kept = append(kept, r.string("#"))
		case '1':
			kept = append(kept, string(r.number("#")))
		default:
			if string(r.key) == "map" {
				maps = r.openMap("#")
				continue
			}
			values = append(values, r.any())
		}
	}
	if err := r.done(); err != nil {
		t.Fatal(err)
	}
	for i := range doc {
		doc[i] = 'X'
	}
	if got, want := fmt.Sprint(kept), "[plain text odd\n text é 日本 number 12.50 any map]"; got != want {
		t.Errorf("got %s", got)
	}
	if len(values) != 1 || string(values[0]) != `{"a": [1]}` || string(maps["k"]) != `"v"` || len(maps) != 1 {
		t.Errorf("got %s, %s", values, maps)
	}
}

// Members that nothing defines are kept in the same way.
func TestExtraIsFree(t *testing.T) {
	doc := []byte(`{"x":[1],"é":"y"}`)
	var r reader
	r.begin(&Decoder{}, doc)
	var extra map[string]json.RawMessage
	for more := r.first(); more; more = r.next() {
		r.unknownProperty(&shape{definition: "Open"}, 0, &extra)
	}
	if err := r.done(); err != nil {
		t.Fatal(err)
	}
	clear(doc)
	if len(extra) != 2 || string(extra["x"]) != "[1]" || string(extra["é"]) != `"y"` {
		t.Errorf("got %s", extra)
	}
}

// Kept values lie side by side: appending to one must not reach into the next.
func TestAppendToKept(t *testing.T) {
	var r reader
	r.begin(&Decoder{}, []byte(`[1,"two",[3],"f\u006fur",{"five":5}]`))
	var list []json.RawMessage
	for more := r.list("#"); more; more = r.more() {
		list = append(list, r.any())
	}
	if err := r.done(); err != nil {
		t.Fatal(err)
	}
	for _, raw := range list {
		if cap(raw) != len(raw) {
			t.Errorf("%s has room for %d bytes more", raw, cap(raw)-len(raw))
		}
		_ = append(raw, "XXXXXXXX"...)
	}
	if got, want := fmt.Sprintf("%s", list), `[1 "two" [3] "f\u006fur" {"five":5}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A string that is read later does not change one that was read before, whatever their kinds.
func TestStringsKeepApart(t *testing.T) {
	kinds := []string{"plain", `e\u0073caped`, "ünï", "", `\n`, strings.Repeat("long ", 9_000), strings.Repeat(`\u006cong `, 9_000), "\xffinvalid", strings.Repeat("\xff", 300)}
	var inside []string
	for i := range 400 {
		inside = append(inside, kinds[(i*i+i/7)%len(kinds)]+fmt.Sprint(i))
	}
	doc := []byte(`["` + strings.Join(inside, `","`) + `"]`)
	var want []string
	if err := json.Unmarshal(doc, &want); err != nil {
		t.Fatal(err)
	}
	got, _ := readStrings(t, doc)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("string %d is %q, want %q", i, short([]byte(got[i])), short([]byte(want[i])))
		}
	}
}

// A string of a large document that is kept holds on to a chunk at most, not to the document.
func TestPinned(t *testing.T) {
	small := func(s string) string { return strings.Repeat(`"`+s+`",`, 1000) }
	for name, doc := range map[string]string{
		"many small":        "[" + strings.Repeat(small("a little text"), 100) + `""]`,
		"after a long one":  `["` + strings.Repeat("long", 1<<20) + `",` + small("a little text") + `""]`,
		"after an odd one":  `["` + strings.Repeat(`\u0041`, 1<<18) + `",` + small("a little text") + `""]`,
		"odd ones":          "[" + strings.Repeat(small(`\n`), 100) + `""]`,
		"odd, after an odd": `["` + strings.Repeat(`\u0041`, 1<<18) + `",` + small(`\n`) + `""]`,
		"invalid UTF-8":     `["` + strings.Repeat("\xff", 1<<20) + `",` + small("\xff") + `""]`,
	} {
		t.Run(name, func(t *testing.T) {
			list, chunks := readStrings(t, []byte(doc))
			for i, n := range chunks {
				if len(list[i]) < 100 && n > chunk {
					t.Errorf("%s: string %d of %d bytes pins %d", name, i, len(list[i]), n)
					break
				}
			}
		})
	}
}

// What a small document needs is allocated at once, and not a whole chunk.
func TestSmallDocument(t *testing.T) {
	doc := []byte(`["a","bc","def"]`)
	_, chunks := readStrings(t, doc)
	for i, n := range chunks {
		if n > len(doc)+16 {
			t.Errorf("string %d comes from a chunk of %d bytes, the document has %d", i, n, len(doc))
		}
	}
}
