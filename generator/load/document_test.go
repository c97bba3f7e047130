package load

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/diag"
)

func parse(t *testing.T, text string) *Node {
	t.Helper()
	n, err := Parse("f.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestParseKeepsOrderAndPlaces(t *testing.T) {
	root := parse(t, "{\n  \"b\": [1.50, \"é\", {\"x\": null}],\n  \"a/~ %\": true, \"ü\":false\n}")
	var got []string
	var walk func(*Node)
	walk = func(n *Node) {
		got = append(got, fmt.Sprintf("%v %s %q", n.Pos(), n.Pos().Pointer, n.Text))
		for _, elem := range n.Elems {
			walk(elem)
		}
		for _, m := range n.Members {
			got = append(got, fmt.Sprintf("%v key %s", m.KeyPos(), m.Key))
			walk(m.Value)
		}
	}
	walk(root)
	want := []string{
		`f.json:1:1 # ""`,
		`f.json:2:3 key b`,
		`f.json:2:8 #/b ""`,
		`f.json:2:9 #/b/0 "1.50"`,
		`f.json:2:15 #/b/1 "é"`,
		`f.json:2:21 #/b/2 ""`,
		`f.json:2:22 key x`,
		`f.json:2:27 #/b/2/x "null"`,
		`f.json:3:3 key a/~ %`,
		`f.json:3:12 #/a~1~0%20%25 "true"`,
		`f.json:3:18 key ü`,
		`f.json:3:23 #/%C3%BC "false"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if root.Get("b") != root.Members[0].Value || root.Get("c") != nil || root.Get("b").Get("x") != nil {
		t.Error("Get finds something else than the member")
	}
}

func TestParseUnescapes(t *testing.T) {
	for _, text := range []string{
		`"\"\\\/\b\f\n\r\t"`, `"\u00e9\u20AC"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`, `"\ud83d\n"`,
		`"\ude00\ud83d"`, `"\ud83d\ud83d\ude00"`, `"\ufffd\u0000"`, `"plain é 😀"`,
	} {
		var want string
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if got := parse(t, text).Text; got != want {
			t.Errorf("%s reads as %q, want %q", text, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	deep := strings.Repeat("[", maxDepth+1)
	for _, test := range []struct{ text, want string }{
		{"", "f.json:1:1: found the end of the file where a value should start"},
		{"\n \n", "f.json:3:1: found the end of the file where a value should start"},
		{"\ufeff{}", "f.json:1:1: the file starts with a byte order mark: save it as UTF-8 without one"},
		{"{} {}", "f.json:1:4: found '{' after the end of the document: a file holds one JSON value"},
		{"{\"a\": 1,\n \"b\": 2,\n \"a\": 3}",
			`f.json:3:2: #/a: the key "a" stands twice in this object, first at 1:2: remove one`},
		{"[1,]", "f.json:1:4: found ']' where a value should start"},
		{"{\"a\":1,}", "f.json:1:8: found '}' where a key in double quotes should start"},
		{"{a:1}", "f.json:1:2: found 'a' where a key in double quotes should start"},
		{"{\"a\" 1}", `f.json:1:6: found '1' where the ':' after the key "a" should be`},
		{"[\n 1\n 2]", "f.json:3:2: found '2' where ',' or ']' should be"},
		{"[\n {\"a\": 1", "f.json:2:9: the file ends inside an object that begins at 2:2"},
		{"[[1]", "f.json:1:5: the file ends inside an array that begins at 1:1"},
		{"[01]", "f.json:1:2: this is not a JSON number: found '1' after \"0\""},
		{"[1.]", "f.json:1:2: this is not a JSON number: found '.' after \"1\""},
		{"-", "f.json:1:1: found '-' without a digit after it"},
		{"nil", "f.json:1:1: found 'n' where a value should start"},
		{"\"ab", "f.json:1:1: this string has no closing quote"},
		{"\"a\nb\"", "f.json:1:3: found '\\n' inside a string: write it with an escape"},
		{"\"a\\x\"", "f.json:1:3: this escape is not JSON: found 'x' after the backslash"},
		{"\"\\u12g4\"", "f.json:1:2: this escape is not JSON: found 'u' after the backslash"},
		{"\"a\xff\"", "f.json:1:3: found the byte 0xff (not UTF-8): save the file as UTF-8"},
		{"\xc0", "f.json:1:1: found the byte 0xc0 (not UTF-8) where a value should start"},
		{deep, fmt.Sprintf("f.json:1:%d: nested more than %d levels deep", maxDepth+1, maxDepth)},
		{"# a comment\na: 1", "f.json:1:1: this is not JSON (it looks like YAML): convert it first"},
		{"---\na: 1", "f.json:1:1: this is not JSON (it looks like YAML): convert it first"},
		{"\n$schema: x", "f.json:2:1: this is not JSON (it looks like YAML): convert it first"},
		{"\"$schema\": x", "f.json:1:1: this is not JSON (it looks like YAML): convert it first"},
		{"- a\n- b", "f.json:1:1: this is not JSON (it looks like YAML): convert it first"},
	} {
		t.Run(test.text, func(t *testing.T) {
			_, err := Parse("f.json", []byte(test.text))
			if err == nil || err.Error() != test.want {
				t.Errorf("%.40q: got %v, want %s", test.text, err, test.want)
			}
		})
	}
}

func TestParseFindsAllDoubleKeys(t *testing.T) {
	_, err := Parse("f.json", []byte(`{"a": {"x": 1, "x": 2}, "a": 3, "a": 4}`))
	if got := len(diag.Of(err)); got != 3 {
		t.Errorf("%d findings, want 3: %v", got, err)
	}
}

func FuzzDocument(f *testing.F) {
	for _, seed := range []string{
		`{"a": [1, -2.5e+10, "x\u00e9\ud83d\ude00"], "b": {"c": null}}`, "[true,\n false]", `{"a":1,"a":2}`, "a: 1", "\"\xff\"",
		strings.Repeat("[", 1001) + strings.Repeat("]", 1001), "\ufeff1", "--- 1", `"\ud800"`, "1e5 x", "[\x00]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := Parse("f", data)
		lines := strings.Split(string(data), "\n")
		inside := func(pos diag.Pos) {
			if pos.Line < 1 || pos.Line > len(lines) || pos.Column < 1 || pos.Column > len(lines[pos.Line-1])+1 {
				t.Fatalf("%v is outside the file", pos)
			}
		}
		if err == nil {
			places(root, inside)
			agree(t, root, data)
			return
		}
		for _, found := range diag.Of(err) {
			inside(found.Pos)
			stated := slices.ContainsFunc([]string{"stands twice", "levels deep", "not UTF-8"}, func(refusal string) bool {
				return strings.Contains(found.Message, refusal)
			})
			if json.Valid(data) && !stated {
				t.Fatalf("encoding/json accepts this, we say: %v", err)
			}
		}
	})
}

func places(n *Node, inside func(diag.Pos)) {
	inside(n.Pos())
	for _, elem := range n.Elems {
		places(elem, inside)
	}
	for _, m := range n.Members {
		inside(m.KeyPos())
		places(m.Value, inside)
	}
}

// agree compares the tree with what encoding/json makes of the same bytes.
func agree(t *testing.T, root *Node, data []byte) {
	var want any
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	if err := d.Decode(&want); err != nil || !json.Valid(data) {
		t.Fatalf("we accept this, encoding/json does not: %v", err)
	}
	if got := root.Value(); !reflect.DeepEqual(got, want) {
		t.Fatalf("got %#v, want %#v", got, want)
	}
}
