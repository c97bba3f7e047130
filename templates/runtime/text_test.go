package runtime

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

var texts = []string{
	``, `plain`, `é`, `日本語 and more than a word`, `\"\\\/\b\f\n\r\t`, `\u0041`, `\u00e9`, `\ud83d\ude00`, `\uD83D\uDE00`, `\ud83d`, `\ude00`,
	`\ud83d\ud83d\ude00`, `\ud83dx`, `\ud83d\n`, `\u2028`, "\u2028", "\xff", "a\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", `1234567\n`, `12345678\n9`,
	`\u`, `\u12`, `\q`, `\`, "\n", "\x1f", "\x7f", "\x00", `a"b`, `12345678"`, "1234567é", `\u0000`, `"`, `","`,
}

// FuzzString compares the ways to read a string with encoding/json, for any inside.
func FuzzString(f *testing.F) {
	for _, s := range texts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, inside string) {
		doc := []byte(`"` + inside + `"`)
		var want string
		valid := json.Unmarshal(doc, &want) == nil
		for name, read := range map[string]func(*reader) string{
			"string":    func(r *reader) string { return r.string("#") },
			"stringPtr": func(r *reader) string { return *r.stringPtr("#") },
			"word": func(r *reader) string {
				w, ok := r.word("#")
				if ok != (r.err == nil) {
					t.Errorf("%q: word says %v, the error is %v", doc, ok, r.err)
				}
				return string(w)
			},
			"list": func(r *reader) string {
				list := r.stringList("#", "#")
				return strings.Join(list, "")
			},
		} {
			given := doc
			if name == "list" {
				if !valid { // a quote inside can make two strings
					continue
				}
				given = []byte("[" + string(doc) + "]")
			}
			var r reader
			r.begin(&Decoder{}, given)
			got := read(&r)
			switch err := r.done(); {
			case valid != (err == nil):
				t.Errorf("%s of %q: %v", name, doc, err)
			case valid && got != want:
				t.Errorf("%s of %q: got %q, want %q", name, doc, got, want)
			}
		}
		object := []byte(`{"` + inside + `":0}`)
		var members map[string]int
		if err := json.Unmarshal(object, &members); err != nil || len(members) != 1 {
			return
		}
		for key := range members {
			if list := keys(object, 0); len(list) != 1 || list[0] != key {
				t.Errorf("keys of %q: %q", object, list)
			}
		}
	})
}

func TestNoString(t *testing.T) {
	for _, doc := range []string{`1`, `null`, `{"a":"b"}`, `["a"]`, `true`} {
		var r reader
		r.begin(&Decoder{}, []byte(doc))
		if s := r.string("#/$defs/S"); s != "" {
			t.Errorf("%s returns %q", doc, s)
		}
		var errs ValidationErrors
		if err := r.done(); !errors.As(err, &errs) || len(errs) != 1 || errs[0].SchemaLocation != "#/$defs/S/type" ||
			!strings.HasPrefix(errs[0].Message, "expected a string, ") {
			t.Errorf("%s: %v", doc, err)
		}
	}
}

// hasHalf reports whether s holds half of a surrogate pair.
func hasHalf(s string) bool {
	for i := range len(s) {
		if half([]byte(s[i:])) != 0 {
			return true
		}
	}
	return false
}

// withPairs is a text with the halves that meet joined, and U+FFFD for what is neither UTF-8 nor half a pair.
func withPairs(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if h := half([]byte(s)); h != 0 {
			if pair := utf16.DecodeRune(h, half([]byte(s[3:]))); pair != utf8.RuneError {
				b.WriteRune(pair)
				s = s[6:]
				continue
			}
			b.WriteString(s[:3])
			s = s[3:]
			continue
		}
		b.WriteRune(r)
		s = s[size:]
	}
	return b.String()
}

// TestHalves writes halves of surrogate pairs as escapes, and reads them back where they are to be kept.
func TestHalves(t *testing.T) {
	for _, c := range []struct{ json, plain, kept, written string }{
		{`"\ud83d"`, "\ufffd", "\xed\xa0\xbd", `"\ud83d"`},
		{`"a\uDE00b"`, "a\ufffdb", "a\xed\xb8\x80b", `"a\ude00b"`},
		{`"\ud83d\ud83d\ude00"`, "\ufffd\U0001f600", "\xed\xa0\xbd\U0001f600", `"\ud83d\U0001f600"`},
		{`"\ud83d\u0041"`, "\ufffdA", "\xed\xa0\xbdA", `"\ud83dA"`},
		{"\"\xff\xed\xa0\xbd\"", "\ufffd\ufffd\ufffd\ufffd", "\ufffd\ufffd\ufffd\ufffd", "\"\ufffd\ufffd\ufffd\ufffd\""},
	} {
		t.Run(c.json, func(t *testing.T) {
			for keep, want := range map[bool]string{false: c.plain, true: c.kept} {
				reports := 0
				var r reader
				r.begin(&Decoder{Keep: keep, OnUnknown: func(u Unknown) {
					if reports++; u != (Unknown{"", "Text", UnknownKindText}) {
						t.Errorf("%s: %+v", c.json, u)
					}
				}}, []byte(c.json))
				got := r.string("#/$defs/Text/properties/x")
				if err := r.done(); got != want || err != nil || reports != 1 {
					t.Errorf("%s, keep %t: got %q, want %q; %d reports, %v", c.json, keep, got, want, reports, err)
				}
			}
			if got := appendString(nil, c.kept); string(got) != strings.ReplaceAll(c.written, `\U0001f600`, "\U0001f600") {
				t.Errorf("%q is written as %s", c.kept, got)
			}
		})
	}
	if got := string(appendString(nil, "\xed\xa0\xbd"+"\xed\xb8\x80")); got != "\"\U0001f600\"" {
		t.Errorf("two halves that meet are written as %s", got)
	}
}

// FuzzAppendString compares the text of a string with that of encoding/json, which escapes three characters more.
func FuzzAppendString(f *testing.F) {
	for _, s := range append(texts, "<&>", "\u2028\u2029", "\ufffd", "\"\\\b\f\n\r\t\x01\x7f", strings.Repeat("a", 70)+"\""+"é") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := appendString([]byte("before"), s)
		if !strings.HasPrefix(string(text), "before") {
			t.Fatalf("%q: dst was overwritten: %q", s, text)
		}
		text = text[len("before"):]
		if hasHalf(s) { // encoding/json does not know them
			var r reader
			r.begin(&Decoder{Keep: true}, text)
			if got := r.string("#"); got != withPairs(s) || r.done() != nil {
				t.Errorf("%q is written as %s and comes back as %q", s, text, got)
			}
			return
		}
		var got string
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%q returns %q: %v", s, text, err)
		}
		if want := withoutInvalid(s); got != want {
			t.Errorf("%q comes back as %q", s, got)
		}
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(s); err != nil {
			t.Fatal(err)
		}
		if want := plainer(strings.TrimSuffix(b.String(), "\n")); string(text) != want {
			t.Errorf("%q\ngot  %s\nwant %s", s, text, want)
		}
	})
}

// withoutInvalid puts U+FFFD in the place of each byte that is not UTF-8.
func withoutInvalid(s string) string { return string([]rune(s)) }

// plainer writes out the escapes that encoding/json has and JSON does not need.
func plainer(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			continue
		}
		plain, ok := map[string]string{`\u2028`: "\u2028", `\u2029`: "\u2029", `\ufffd`: "\ufffd"}[text[i:min(i+6, len(text))]]
		if ok {
			b.WriteString(plain)
			i += 5
			continue
		}
		b.WriteString(text[i : i+2])
		i++
	}
	return b.String()
}

// FuzzValidText compares with package utf8.
func FuzzValidText(f *testing.F) {
	for _, s := range append(texts, "a\xff", "\xed\xa0\x80", "\xf4\x90\x80\x80", "é", strings.Repeat("a", 15)+"é", "\xc3") {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if got := validText(b); got != utf8.Valid(b) {
			t.Errorf("%q: %t", b, got)
		}
	})
}
