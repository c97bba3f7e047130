package judge

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// uncut is a cut that no array is long enough for.
var uncut = cut{1 << 30, 1}

// agree judges a text with its arrays cut into stretches of one value, and whole.
func agree(t *testing.T, s *Schema, text []byte, most int) Verdict {
	t.Helper()
	d := &Document{Text: text, parts: []part{{0, 1, 1}}}
	s.cut = cut{2, 1}
	got := s.Judge(d, most)
	s.cut = uncut
	if want := s.Judge(d, most); !reflect.DeepEqual(got, want) {
		t.Errorf("%.300s\nin stretches %+v\nwhole        %+v", text, got, want)
	}
	return got
}

// TestStretches judges documents whose arrays nest, repeat and fail at every place.
func TestStretches(t *testing.T) {
	s := official(t, "1.0")
	r := rand.New(rand.NewPCG(3, 4))
	messages := []string{
		`{"role":"user","id":"1","content":[{"type":"text","text":"a"},{"type":"text"},1,{"type":"text","text":"b","x":1}]}`,
		`{"role":"assistant","id":"2","toolCalls":[{"id":"c","type":"function","function":{"name":"f"}},{"id":1},null]}`,
		`{"role":"user","id":"3","content":"text"}`, `{"role":"tool","id":"4","content":"x"}`, `{"role":"none"}`, `1`, `null`, `[]`,
		`{"role":"activity","id":"5","activityType":"t","content":{"deep":[[1,2,3],[4,[5,6]]]}}`, `{"id":"6","role":"user","content":[]}`,
	}
	findings := 0
	for range 300 {
		var list []string
		for range r.IntN(9) {
			list = append(list, messages[r.IntN(len(messages))])
		}
		text := fmt.Sprintf(`{"type":"MESSAGES_SNAPSHOT","messages":[%s],"usage":[{"x":1},{"y":2}],"metadata":{"k":[1,2,3]}}`, strings.Join(list, ","))
		v := agree(t, s, []byte(text), 1+r.IntN(12))
		findings += len(v.Findings) + v.More
	}
	if findings < 1000 {
		t.Errorf("only %d findings", findings)
	}
	agree(t, s, []byte(`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[]}}`), 10) // minItems
	agree(t, s, []byte(`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[1,2,{"id":"x","reason":"y"}]}}`), 10)
}

// TestStretchesOfSharedDocuments does the same with the judged documents.
func TestStretchesOfSharedDocuments(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..", "..", "shared", "upstream", "fixtures")
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "*.json"))
	if err != nil || len(files) == 0 {
		t.Skipf("needs ../shared, the judged documents: %v", err)
	}
	s := official(t, "1.0")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, s, text, 1000)
	}
}

// TestWholeArrays finds the schemas whose arrays are not cut, because a rule looks at several elements.
func TestWholeArrays(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"items": {"type": "string"}, "minItems": 2}`:                                           true,
		`{"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}`:       true,
		`{"not": {"type": "null"}}`:                                                              true,
		`{"uniqueItems": true}`:                                                                  false,
		`{"items": {"properties": {"a": {"maxItems": 3}}}}`:                                      false,
		`{"contains": {"type": "string"}}`:                                                       false,
		`{"prefixItems": [{"type": "string"}]}`:                                                  false,
		`{"minItems": 1000}`:                                                                     false,
		`{"anyOf": [{"items": {"type": "string"}}, {"items": {"type": "integer"}}]}`:             false,
		`{"not": {"items": {"type": "string"}}}`:                                                 false,
		`{"enum": [[1, 2]]}`:                                                                     false,
		`{"if": {"type": "array"}, "then": {"minItems": 1}}`:                                     false,
		`{"$ref": "#/$defs/a", "$defs": {"a": {"additionalProperties": {"uniqueItems": true}}}}`: false,
	} {
		t.Run(schema, func(t *testing.T) {
			if _, got := apart(loaded(t, schema).whole.schema); got != want {
				t.Errorf("%s: %t", schema, got)
			}
		})
	}
}

// allocated returns the bytes that a function allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestLinear judges hostile documents of two sizes: the larger one may cost no more for each byte than the smaller one. The
// findings beyond the first hundred are counted, and not written.
func TestLinear(t *testing.T) {
	s := official(t, "1.0")
	object := func(members string) string {
		return `{"type":"RUN_STARTED","threadId":"t","runId":"r",` + members + `}`
	}
	for _, c := range []struct {
		name string
		text func(n int) string
		want func(n int) int // findings
	}{
		{"unknown keys", func(n int) string {
			var b strings.Builder
			for i := range n / 10 {
				fmt.Fprintf(&b, `"k%05d":1,`, i)
			}
			return object(b.String() + `"z":1`)
		}, func(n int) int { return n/10 + 1 }},
		{"wrong elements", func(n int) string {
			return `{"type":"MESSAGES_SNAPSHOT","messages":[` + strings.Repeat("1,", n/2) + `1]}`
		}, func(n int) int { return n/2 + 1 }},
		{"digits", func(n int) string { return object(`"timestamp":` + strings.Repeat("7", n)) }, func(int) int { return 1 }},
		{"a fraction", func(n int) string { return object(`"timestamp":0.` + strings.Repeat("7", n)) }, func(int) int { return 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			cost := map[int]float64{}
			for _, n := range []int{20_000, 160_000} {
				text := []byte(c.text(n))
				var v Verdict
				cost[n] = float64(allocated(func() { v = s.Judge(&Document{Text: text, parts: []part{{0, 1, 1}}}, 100) })) / float64(len(text))
				if got := len(v.Findings) + v.More; got != c.want(n) || len(v.Findings) > 100 {
					t.Errorf("%d findings, %d of them shown; want %d", got, len(v.Findings), c.want(n))
				}
			}
			if cost[160_000] > 1.5*cost[20_000]+100 {
				t.Errorf("%.0f bytes are allocated for a byte of 20 kB, %.0f for one of 160 kB", cost[20_000], cost[160_000])
			}
		})
	}
}

// TestLargeDocuments refuses what is larger than a document may be, and goes on behind it where its end can be found.
func TestLargeDocuments(t *testing.T) {
	s := loaded(t, `{"type": "object"}`)
	large := `{"a":"` + strings.Repeat("x", 200_000) + `"}`
	const message = "the document is larger than 1000 bytes: raise the limit with --max-document"
	for _, c := range []struct {
		format     Format
		text, want string
	}{
		{JSONL, "{}\n" + large + "\n1\n", " true\n false\n  2:1: : " + message + "\n false\n  3:1: : expected an object, found a number\n"},
		{SSE, "data: {}\n\ndata: " + large + "\n\ndata: {}\n\n", " true\n false\n  3:1: : " + message + "\n true\n"},
		{SSE, "data: {\n" + strings.Repeat("data: \n", 2000) + "data: }\n\ndata: {}\n\n", " false\n  1:7: : " + message + "\n true\n"},
		{JSON, "{}\n" + large + "\n{}", " true\n false\n  2:1: : " + message + "; the rest of the file is not read\n"},
	} {
		if got := judged(t, s, open(strings.NewReader(c.text), "", c.format, 1000)); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.format, got, c.want)
		}
	}
	endless := bytes.Repeat([]byte("["), 50<<20)
	for _, f := range []Format{JSON, JSONL, SSE} { // an endless one ends too
		n := allocated(func() {
			_, err := Next(open(bytes.NewReader(endless), "", f, 1<<20))
			if err != nil && f != SSE {
				t.Errorf("%s: %v", f, err)
			}
		})
		if n > 20<<20 {
			t.Errorf("%s: %d bytes are allocated for one document of at most 1 MiB", f, n)
		}
	}
}

// TestTame compares what is put in the place of long numbers with what it has to be equal to.
func TestTame(t *testing.T) {
	nines := strings.Repeat("9", 900)
	for number, want := range map[string]string{
		"12": "12", "1.5e3": "1.5e3", "1e9999999999999999999": "0.1e5000", "-1E+6000": "-0.1e5000", "1e-6000": "0.1e-5000", "0e99999": "0",
		nines: "0." + nines[:800] + "e900", "-0.000" + strings.Repeat("0", 900): "0", "1" + strings.Repeat("0", 1000): "0.1" + strings.Repeat("0", 799) + "e1001",
		"0." + strings.Repeat("0", 5001) + "1e5002": "0.1e1",
		"1." + nines: "0.1" + nines[:799] + strings.Repeat("0", 800) + "1e1",
		nines + ".5": "1" + strings.Repeat("0", 899) + ".5",
	} {
		t.Run(number, func(t *testing.T) {
			if got := tame(number); got != want {
				t.Errorf("%.40s: got %.60s, want %.60s", number, got, want)
			}
		})
	}
}

// TestKeysThatBecomeOne refuses two keys that are one as soon as halves of surrogate pairs are replaced, but takes one that is
// there twice.
func TestKeysThatBecomeOne(t *testing.T) {
	for text, want := range map[string]bool{
		`{"\ud800":1,"\udfff":2}`: false, "{\"\ufffd\":1,\"\\udfff\":2}": false, `{"\ud800":1,"\ud800":2}`: true, `{"a":1,"a":2}`: true,
		"{\"\ufffd\":1,\"\ufffd\":2}": true,
	} {
		t.Run(text, func(t *testing.T) {
			if _, bad := parse([]byte(text)); (bad == nil) != want {
				t.Errorf("%q: %v", text, bad)
			}
		})
	}
}
