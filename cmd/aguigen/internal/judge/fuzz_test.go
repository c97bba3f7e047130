package judge

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"unicode/utf8"
)

// whole judges a file and checks what holds for any bytes: every place lies in the file, every invalid document has a
// finding, and only invalid ones have more than notes.
func whole(t *testing.T, s *Schema, data []byte, f Format) {
	text := bytes.TrimPrefix(data, []byte(bom))
	text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	lines := bytes.Split(text, []byte("\n"))
	r := open(bytes.NewReader(data), "", f, 64<<20)
	for n := 0; ; n++ {
		d, err := Next(r)
		if err == io.EOF {
			return
		}
		if err != nil || n > len(data) {
			t.Fatalf("document %d: %v", n, err)
		}
		v := s.Judge(d, 1000)
		for _, f := range v.Findings {
			if f.Line < 1 || f.Line > len(lines) || f.Column < 1 || f.Column > len(lines[f.Line-1])+1 {
				t.Errorf("%d:%d is outside the file: %+v", f.Line, f.Column, f)
			}
			if f.Message == "" || (f.Keyword == "") != f.Note {
				t.Errorf("%+v", f)
			}
		}
		if v.Valid != !slices.ContainsFunc(v.Findings, func(f Finding) bool { return !f.Note }) {
			t.Errorf("valid %t with %+v", v.Valid, v.Findings)
		}
	}
}

// seeds are recorded files and the ends that lines can have.
func seeds(f *testing.F) {
	found, _ := filepath.Glob(filepath.Join("..", "..", "..", "..", "..", "shared", "field", "odd-producers", "*"))
	for _, name := range found {
		if text, err := os.ReadFile(name); err == nil && len(text) < 2_000 {
			f.Add(text)
		}
	}
	for _, text := range []string{
		"", bom, "data: {\r\ndata:\"kind\"\rdata::3}\n\n", "data\ndata\n\n{}\n DATA: {}\n", `[{"kind":"CIRCLE"},{"kind": "\ud800\u00e9","` + "\xff" + `":1e9}]`,
		`{"a":[1,-0.5e+3,tru]}` + "\n" + `"\x"`, "[1,]", "[[[", "]", "{}{}[]", `{"name":null,"Name":1}`,
	} {
		f.Add([]byte(text))
	}
}

func FuzzEvents(f *testing.F) {
	seeds(f)
	s := official(f, "1.0")
	f.Fuzz(func(t *testing.T, data []byte) { whole(t, s, data, SSE) })
}

func FuzzValues(f *testing.F) {
	seeds(f)
	s := official(f, "1.0")
	f.Fuzz(func(t *testing.T, data []byte) {
		whole(t, s, data, JSON)
		whole(t, s, data, JSONL)
		whole(t, s, data, Auto)
	})
}

// FuzzParse compares with encoding/json: the same verdict, the same value, and the places of the values.
func FuzzParse(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		n, bad := parse(data)
		if want := json.Valid(data) && utf8.Valid(data); (bad == nil) != want { // encoding/json replaces what is not UTF-8
			t.Fatalf("got %v, encoding/json says %t", bad, want)
		}
		if bad != nil {
			if bad.at < 0 || bad.at > len(data) || bad.message == "" {
				t.Errorf("%+v", bad)
			}
			return
		}
		same(t, data, n)
	})
}

// enormous finds numbers that are replaced before they are judged.
var enormous = regexp.MustCompile(`[0-9][eE][+-]?[0-9]{4}|[0-9.]{800}`)

// same checks a node against the text that it stands for.
func same(t *testing.T, data []byte, n *node) {
	d := json.NewDecoder(bytes.NewReader(data[n.at:n.end]))
	d.UseNumber()
	var want any
	if err := d.Decode(&want); err != nil {
		t.Fatalf("%q: %v", data[n.at:n.end], err)
	}
	got, err1 := json.Marshal(n.value)
	expected, err2 := json.Marshal(want)
	if (string(got) != string(expected) || err1 != nil || err2 != nil) && !enormous.Match(data) {
		t.Fatalf("%q: got %s, %v", data[n.at:n.end], got, err1)
	}
	for _, key := range n.keys {
		var name string
		if m := n.members[key]; json.NewDecoder(bytes.NewReader(data[m.key:])).Decode(&name) != nil || name != key {
			t.Fatalf("%q is not the key %q", data[m.key:m.at], key)
		}
		same(t, data, n.members[key])
	}
	for i := range n.elems {
		same(t, data, &n.elems[i])
	}
}
