package stream

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func patchOf(t testing.TB, text string) xOperations {
	t.Helper()
	var p xOperations
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPatch(t *testing.T) {
	for _, tt := range []struct{ name, doc, patch, want string }{
		{"add a member", `{"a":1}`, `[{"op":"add","path":"/b","value":2}]`, `{"a":1,"b":2}`},
		{"add replaces", `{"a":1}`, `[{"op":"add","path":"/a","value":2}]`, `{"a":2}`},
		{"add an item", `[1,3]`, `[{"op":"add","path":"/1","value":2}]`, `[1,2,3]`},
		{"add at the end", `[1]`, `[{"op":"add","path":"/-","value":2},{"op":"add","path":"/2","value":3}]`, `[1,2,3]`},
		{"add beyond the end", `[1]`, `[{"op":"add","path":"/2","value":2}]`, ""},
		{"a leading zero", `[1,2]`, `[{"op":"replace","path":"/01","value":2}]`, ""},
		{"a sign", `[1,2]`, `[{"op":"replace","path":"/+1","value":2}]`, ""},
		{"the root", `1`, `[{"op":"replace","path":"","value":[2]},{"op":"add","path":"/-","value":3}]`, `[2,3]`},
		{"remove the root", `1`, `[{"op":"remove","path":""}]`, `null`},
		{"remove", `{"a":1,"b":2}`, `[{"op":"remove","path":"/a"}]`, `{"b":2}`},
		{"remove what is not there", `{}`, `[{"op":"remove","path":"/a"}]`, ""},
		{"replace what is not there", `{}`, `[{"op":"replace","path":"/a","value":1}]`, ""},
		{"escapes", `{"a/b":{"~":1}}`, `[{"op":"replace","path":"/a~1b/~0","value":2}]`, `{"a/b":{"~":2}}`},
		{"move", `{"a":{"x":1}}`, `[{"op":"move","from":"/a/x","path":"/b"}]`, `{"a":{},"b":1}`},
		{"move into itself", `{"a":{}}`, `[{"op":"move","from":"/a","path":"/a/b"}]`, ""},
		{"move to its place", `{"a":1}`, `[{"op":"move","from":"/a","path":"/a"}]`, `{"a":1}`},
		{"copy does not share", `{"a":[1]}`, `[{"op":"copy","from":"/a","path":"/b"},{"op":"add","path":"/b/-","value":2}]`, `{"a":[1],"b":[1,2]}`},
		{"test", `{"a":1.0,"b":"\u0061"}`, `[{"op":"test","path":"","value":{"b":"a","a":1e0}}]`, `{"a":1.0,"b":"\u0061"}`},
		{"test fails", `{"a":1}`, `[{"op":"add","path":"/b","value":1},{"op":"test","path":"/a","value":"1"}]`, ""},
		{"into a number", `{"a":1}`, `[{"op":"add","path":"/a/b","value":1}]`, ""},
		{"null", `null`, `[{"op":"add","path":"/a","value":1}]`, ""},
		{"a name of JavaScript", `{}`, `[{"op":"add","path":"/__proto__","value":1}]`, `{"__proto__":1}`},
		{"names with halves of characters", `{"\ud83d":1,"\ud83e":2,"\ufffd":3}`, `[{"op":"add","path":"/b","value":4}]`, `{"\ud83d":1,"\ud83e":2,"�":3,"b":4}`},
		{"a name that is not UTF-8", "{\"\xffa\":1}", `[{"op":"add","path":"/b","value":4}]`, "{\"\xffa\":1,\"b\":4}"},
		{"a repeated key", `{"a":1,"a":2}`, `[{"op":"add","path":"/b","value":3}]`, `{"a":2,"b":3}`},
		{"no path", `{"a":1}`, `[{"op":"remove","path":"a"}]`, ""},
		{"no operation", `{"a":1}`, `[{"op":"increment","path":"/a"}]`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Patch(json.RawMessage(tt.doc), patchOf(t, tt.patch))
			var failed *PatchError
			if tt.want == "" && !errors.As(err, &failed) || tt.want != "" && (err != nil || string(got) != tt.want) {
				t.Errorf("%s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

// A patch that fails leaves the state as it was, to the byte.
func TestPatchUndo(t *testing.T) {
	const doc = `{"a":[1,2,{"x":1}],"b":{"c":"d"},"e":null}`
	var c Conversation
	c.SetState(json.RawMessage(doc))
	for _, op := range []string{
		`{"op":"add","path":"/a/0","value":0}`, `{"op":"remove","path":"/a/2/x"}`, `{"op":"move","from":"/b","path":"/a/-"}`,
		`{"op":"copy","from":"/a","path":"/f"}`, `{"op":"replace","path":"","value":1}`, `{"op":"remove","path":"/e"}`,
		`{"op":"add","path":"/g","value":1},{"op":"remove","path":"/g"},{"op":"add","path":"/g","value":2}`,
	} {
		before := string(c.State())
		c.Apply(&happening{Kind: "delta", Patch: patchOf(t, "["+op+`,{"op":"remove","path":"/missing"}]`)})
		if got := string(c.State()); got != before {
			t.Errorf("after %s: %s", op, got)
		}
	}
}

// A document that doubles again and again stops at the limit.
func TestPatchBomb(t *testing.T) {
	var p xOperations
	for range 60 {
		p = append(p, &change{Op: "copy", From: "", Path: "/-"})
	}
	_, err := Patch(json.RawMessage(`["`+strings.Repeat("x", 1000)+`"]`), p)
	if err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("error %v", err)
	}
}

// A path that is not UTF-8 leads nowhere, and is not written into the document.
func TestPatchPath(t *testing.T) {
	if out, err := Patch(json.RawMessage(`{}`), xOperations{{Op: "add", Path: "/\xff1", Value: json.RawMessage("1")}}); err == nil {
		t.Errorf("%s", out)
	}
}

func TestSameNumber(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"1", "1.0", true}, {"100", "1e2", true}, {"0", "-0.0", true}, {"0", "0e999999999999999999999", true}, {"1", "-1", false},
		{"1e99999999999999999999", "10e99999999999999999998", true}, {"0.10", "1e-1", true}, {"9007199254740993", "9007199254740992", false},
	} {
		t.Run(tt.a, func(t *testing.T) {
			if sameNumber([]byte(tt.a), []byte(tt.b)) != tt.same {
				t.Errorf("%s and %s", tt.a, tt.b)
			}
		})
	}
}

func TestDiff(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{`{"a":1}`, `{"a":1.0}`, `[]`},
		{`{"a":1,"b":{"c":"a long text that stays as it is, and so is not sent","d":2}}`, `{"a":1,"b":{"c":"a long text that stays as it is, and so is not sent","d":3}}`,
			`[{"op":"replace","path":"/b/d","value":3}]`},
		{`[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]`, `[1,2,3,4,5,6,7,8,10,11,12,13,14,15,16,17,18,19,20]`, `[{"op":"remove","path":"/8"}]`},
		{`{"a":1}`, `[1]`, `[{"op":"replace","path":"","value":[1]}]`},
	} {
		t.Run(tt.from, func(t *testing.T) {
			p, err := Diff(json.RawMessage(tt.from), json.RawMessage(tt.to))
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(p)
			if err != nil || string(got) != tt.want {
				t.Errorf("from %s to %s: %s, %v; want %s", tt.from, tt.to, got, err, tt.want)
			}
		})
	}
}

// A difference makes the target, and is never longer than replacing the whole.
func FuzzDiff(f *testing.F) {
	f.Add([]byte(`{"a":[1,2,{"b":null}],"c":"d"}`), []byte(`{"a":[1,{"b":true}],"e":"d"}`))
	f.Add([]byte(`[1,2,3]`), []byte(`[3,2,1]`))
	f.Add([]byte(`{"a":1,"a":2}`), []byte(`{"a~/":1e2}`))
	f.Fuzz(func(t *testing.T, from, to []byte) {
		p, err := Diff(from, to)
		if (err == nil) != (json.Valid(from) && json.Valid(to)) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		got, err := Patch(from, p)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := checked(got)
		b, _ := checked(to)
		if !equal(a, b) {
			t.Errorf("from %s to %s: got %s", from, to, got)
		}
		size := 0
		for _, op := range p {
			size += len(op.Path) + editSize(nil, op.Value)
		}
		if len(p) > 1 && size > editSize(nil, b.raw) {
			t.Errorf("from %s to %s: %d operations of %d bytes", from, to, len(p), size)
		}
	})
}
