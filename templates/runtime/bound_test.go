package runtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestShortened(t *testing.T) {
	for _, c := range []struct {
		in   string
		most int
		want string
	}{
		{"abc", 3, "abc"}, {"abcdef", 4, "ab…ef"}, {"éééééé", 6, "é…é"}, {"", 0, ""},
	} {
		t.Run(c.in, func(t *testing.T) {
			if got := shortened(c.in, c.most); got != c.want {
				t.Errorf("%q: got %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"/a/ö/😀": "/a/ö/😀", "/a\nb": `/a\nb`, "\u2028": `\u2028`, "a\x00": `a\x00`, "\xff": "\ufffd", "\"": `"`, "\u202e": `\u202e`,
	} {
		t.Run(in, func(t *testing.T) {
			if got := printable(in); got != want {
				t.Errorf("%q: got %q, want %q", in, got, want)
			}
		})
	}
}

// TestErrorsAreBounded reads documents whose keys, values and nesting would make long or broken lines of errors.
func TestErrorsAreBounded(t *testing.T) {
	long := strings.Repeat("k", 1<<20)
	for name, doc := range map[string]string{
		"a key that the syntax breaks off behind": `{"` + long + `":`,
		"a key with line breaks":                  `{"a\nERROR forged\u2028":`,
		"a key with an error inside":              `{"` + long + `":{"x":1}`,
		"nesting":                                 strings.Repeat(`{"a\nb":`, 9000),
		"a number":                                `{"n":` + strings.Repeat("7", 1<<20),
		"a byte":                                  "{\"\x01\":",
	} {
		t.Run(name, func(t *testing.T) {
			var r reader
			r.begin(&Decoder{}, []byte(doc))
			r.any()
			err := r.done()
			if err == nil || !errors.Is(err, ErrSyntax) {
				t.Fatalf("got %v", err)
			}
			checkLine(t, err)
		})
	}
	r := reader{}
	r.begin(&Decoder{Strict: true}, []byte(`{"`+long+`":1,"a\u0007\n":2}`))
	s := &shape{definition: "Thing", closed: "additionalProperties"}
	var extra map[string]json.RawMessage
	at, _, more := r.object(s, 0)
	for ; more; more = r.next() {
		r.unknownProperty(s, at, &extra)
	}
	var all ValidationErrors
	if err := r.done(); !errors.As(err, &all) || len(all) != 2 || len(all[0].Property) > 300 {
		t.Fatalf("got %.200v", err)
	}
	for _, err := range all {
		checkLine(t, err)
	}
}

// checkLine fails for an error that is long, or that a log would not show as one line.
func checkLine(t *testing.T, err error) {
	t.Helper()
	text := err.Error()
	if len(text) > 4000 || !utf8.ValidString(text) {
		t.Errorf("%d bytes: %.200q", len(text), text)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("%.200q would not show", text)
	}
}

// TestNothingBeyondTheCap reads lists with more faults, and more unknown things, than are recorded. Those beyond cost nothing.
func TestNothingBeyondTheCap(t *testing.T) {
	for name, read := range map[string]func(r *reader){
		"violations": func(r *reader) {
			for more := r.list("#"); more; more = r.more() {
				r.string("#/$defs/Text")
			}
		},
		"unknown": func(r *reader) {
			for more := r.list("#"); more; more = r.more() {
				r.report(r.pos, "name", "Thing", UnknownKindProperty)
				r.skip()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			allocs := func(n int) float64 {
				doc := []byte("[" + strings.Repeat("1,", n) + "1]")
				return testing.AllocsPerRun(1, func() {
					count := 0
					var r reader
					r.begin(&Decoder{OnUnknown: func(Unknown) { count++ }}, doc)
					read(&r)
					err := r.done()
					var all ValidationErrors
					if errors.As(err, &all); max(len(all), count) < maxFindings || max(len(all), count) > maxFindings+1 {
						t.Errorf("%d violations, %d unknown", len(all), count)
					}
				})
			}
			few, many := allocs(2*maxFindings), allocs(20*maxFindings)
			if many > few+10 {
				t.Errorf("%.0f allocations for %d, %.0f for ten times as many", few, 2*maxFindings, many)
			}
		})
	}
}

// TestDepthOfKeptValues counts the depth of a raw value together with the objects and arrays that it is written into.
func TestDepthOfKeptValues(t *testing.T) {
	nested := func(n int) json.RawMessage {
		return json.RawMessage(strings.Repeat("[", n) + strings.Repeat("]", n))
	}
	for _, c := range []struct {
		before string
		depth  int
		ok     bool
	}{
		{"", maxDepth, true}, {"", maxDepth + 1, false}, {`{"a":`, maxDepth - 1, true}, {`{"a":`, maxDepth, false},
		{`{"a\\":[{"x]":"\"{["},[`, maxDepth - 3, true}, {`{"a\\":[{"x]":"\"{["},[`, maxDepth - 2, false},
		{strings.Repeat("[", 4000), maxDepth - 4000, true}, {strings.Repeat("[", 4000), maxDepth - 3999, false},
	} {
		out, err := appendAny([]byte(c.before), nested(c.depth))
		if (err == nil) != c.ok || err != nil && string(out) != c.before {
			t.Errorf("%.40s, %d levels: %v", c.before, c.depth, fmt.Sprint(err))
		}
	}
}

// TestKeysThatBecomeOne refuses an object in which two keys differ only in bytes that are not UTF-8, or in halves of pairs.
func TestKeysThatBecomeOne(t *testing.T) {
	for _, c := range []struct {
		doc        string
		keep, want bool // want an error
	}{
		{"{\"\xff\":1,\"\xfe\":2}", false, true}, {"{\"\xff\":1,\"\xfe\":2}", true, true}, {"{\"\xff\":1,\"\ufffd\":2}", false, true},
		{"{\"\ufffd\":1,\"\xff\":2}", false, true}, {`{"\ud83d":1,"\ud83e":2}`, false, true}, {`{"\ud83d":1,"\ud83e":2}`, true, false},
		{"{\"\xff\":1,\"b\":2,\"b\":3}", false, false}, {`{"a":1,"a":2}`, false, false},
	} {
		t.Run(c.doc, func(t *testing.T) {
			for name, read := range map[string]func(r *reader){
				"members": func(r *reader) { r.openMap("#/$defs/Thing") },
				"raw":     func(r *reader) { r.any() },
			} {
				if name == "raw" && strings.Contains(c.doc, `\u`) {
					continue // escapes are kept as they are
				}
				var r reader
				r.begin(&Decoder{Keep: c.keep}, []byte(c.doc))
				read(&r)
				if err := r.done(); (err != nil) != c.want {
					t.Errorf("%q, %s, keep %t: %v", c.doc, name, c.keep, err)
				}
				if c.keep {
					continue
				}
				r = reader{}
				r.begin(&Decoder{Strict: true}, []byte(c.doc))
				read(&r)
				if err := r.done(); (err != nil) != !utf8.ValidString(c.doc) && !c.want {
					t.Errorf("%q, %s, strict: %v", c.doc, name, err)
				}
			}
		})
	}
}
