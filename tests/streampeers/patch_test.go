package streampeers

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// outcome is what an implementation makes of a patch.
type outcome struct {
	doc any
	err error
}

func (o outcome) same(p outcome) bool {
	return (o.err == nil) == (p.err == nil) && (o.err != nil || reflect.DeepEqual(o.doc, p.doc))
}

func outcomeOf(t *testing.T, out []byte, err error) (o outcome) {
	t.Helper()
	if err != nil {
		return outcome{err: err}
	}
	if err := json.Unmarshal(out, &o.doc); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	return o
}

// both patches a document with both implementations. ok is false for what one of them does not take for a patch.
func both(t *testing.T, doc, text string) (p agui.JSONPatch, ours, theirs outcome, ok bool) {
	t.Helper()
	if json.Unmarshal([]byte(text), &p) != nil || !json.Valid([]byte(doc)) {
		return nil, ours, theirs, false
	}
	peer, err := jsonpatch.DecodePatch([]byte(text))
	if err != nil {
		return nil, ours, theirs, false
	}
	o := jsonpatch.NewApplyOptions()
	o.SupportNegativeIndices = false
	out, err := peer.ApplyWithOptions([]byte(doc), o)
	theirs = outcomeOf(t, out, err)
	out, err = aguistream.Patch(json.RawMessage(doc), p)
	return p, outcomeOf(t, out, err), theirs, true
}

// differences are where the two may differ, each with an example. In all of them ours follows RFC 6902, or RFC 8259
// where it says nothing of repeated names.
var differences = []struct {
	why, doc, patch string
	in              func(doc, text string, p agui.JSONPatch) bool
}{
	{"theirs patches objects and arrays only", `1`, `[{"op":"replace","path":"","value":2}]`,
		func(doc, _ string, _ agui.JSONPatch) bool {
			return !strings.ContainsAny(strings.TrimSpace(doc)[:1], "{[")
		}},
	{"theirs knows the whole document as a target in some operations only", `{"a":{"x":1}}`, `[{"op":"copy","from":"/a","path":""}]`,
		func(_, _ string, p agui.JSONPatch) bool {
			return anyPath(p, func(path string) bool { return path == "" })
		}},
	{"theirs takes indices with signs and leading zeros", `[1,2]`, `[{"op":"remove","path":"/01"}]`,
		func(_, _ string, p agui.JSONPatch) bool { return anyStep(p, oddIndex) }},
	{"theirs loses what is put below an empty name, and replaces one that is not there", `{"":{}}`, `[{"op":"add","path":"//","value":1}]`,
		func(_, _ string, p agui.JSONPatch) bool {
			return anyPath(p, func(path string) bool { return strings.Contains(path+"/", "//") })
		}},
	{"theirs takes what is not there for null in a test", `{"a":null}`, `[{"op":"test","path":"/b","value":null}]`,
		func(_, _ string, p agui.JSONPatch) bool { return anyTest(p, "null") }},
	{"theirs compares numbers by their spelling", `{"a":1}`, `[{"op":"test","path":"/a","value":1.0}]`,
		func(_, _ string, p agui.JSONPatch) bool { return anyTest(p, "0123456789") }},
	{"theirs knows the first of two members with one name again when the second is gone", `{"x":1,"x":2}`, `[{"op":"remove","path":"/x"}]`,
		func(doc, text string, _ agui.JSONPatch) bool { return repeats(doc) || repeats(text) }},
}

func anyPath(p agui.JSONPatch, is func(path string) bool) bool {
	for _, op := range p {
		switch op := op.(type) {
		case *agui.AddOperation:
			if is(op.Path) {
				return true
			}
		case *agui.RemoveOperation:
			if is(op.Path) {
				return true
			}
		case *agui.ReplaceOperation:
			if is(op.Path) {
				return true
			}
		case *agui.MoveOperation:
			if is(op.Path) || is(op.From) {
				return true
			}
		case *agui.CopyOperation:
			if is(op.Path) || is(op.From) {
				return true
			}
		case *agui.TestOperation:
			if is(op.Path) {
				return true
			}
		}
	}
	return false
}

func anyStep(p agui.JSONPatch, is func(step string) bool) bool {
	return anyPath(p, func(path string) bool {
		for step := range strings.SplitSeq(path, "/") {
			if is(step) {
				return true
			}
		}
		return false
	})
}

// oddIndex reports whether a step is a number that is not spelled as an index.
func oddIndex(step string) bool {
	digits := strings.TrimLeft(step, "+-")
	return digits != "" && strings.Trim(digits, "0123456789") == "" && (digits != step || len(step) > 1 && step[0] == '0')
}

// anyTest reports whether a value that is tested has any of the characters.
func anyTest(p agui.JSONPatch, chars string) bool {
	for _, op := range p {
		if op, ok := op.(*agui.TestOperation); ok && strings.ContainsAny(string(op.Value), chars) {
			return true
		}
	}
	return false
}

// repeats reports whether an object in a document has two members of one name.
func repeats(doc string) bool {
	type level struct {
		names map[string]bool // nil for an array
		key   bool            // comes next
	}
	var open []level
	d := json.NewDecoder(strings.NewReader(doc))
	for {
		token, err := d.Token()
		if err != nil {
			return false
		}
		last := len(open) - 1
		if name, ok := token.(string); ok && last >= 0 && open[last].key {
			if open[last].names[name] {
				return true
			}
			open[last].names[name], open[last].key = true, false
			continue
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{map[string]bool{}, true})
			continue
		case json.Delim('['):
			open = append(open, level{})
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:last]
			last--
		}
		if last >= 0 {
			open[last].key = open[last].names != nil
		}
	}
}

// Each difference is one: where the two have come to agree, its entry is to go.
func TestDifferences(t *testing.T) {
	for _, d := range differences {
		p, ours, theirs, ok := both(t, d.doc, d.patch)
		if !ok || ours.same(theirs) || !d.in(d.doc, d.patch, p) {
			t.Errorf("%s: %s patched by %s is %v for both", d.why, d.doc, d.patch, ours)
		}
	}
}

// The two do the same with a patch, or both refuse it.
func FuzzPatch(f *testing.F) {
	for _, s := range []struct{ doc, patch string }{
		{`{"a":[1,2,{"b":true}],"c":"d"}`, `[{"op":"add","path":"/a/-","value":3},{"op":"move","from":"/c","path":"/a/0"}]`},
		{`{"a":{"b":1}}`, `[{"op":"copy","from":"/a","path":"/c"},{"op":"replace","path":"/c/b","value":"x"},{"op":"remove","path":"/a"}]`},
		{`{"a/b":{"~":"x"}}`, `[{"op":"test","path":"/a~1b/~0","value":"x"},{"op":"add","path":"/a~1b/y","value":{}}]`},
		{`[["x"],{"y":false}]`, `[{"op":"move","from":"/0/0","path":"/1/y"},{"op":"remove","path":"/0"},{"op":"add","path":"/1","value":"z"}]`},
		{`{"a":"b"}`, `[{"op":"test","path":"/a","value":"c"}]`},
		{`{"a":null,"b":[null]}`, `[{"op":"move","from":"/a","path":"/b/0"},{"op":"replace","path":"/b/1","value":null},{"op":"remove","path":"/b/0"}]`},
		{`{"a":{}}`, `[{"op":"move","from":"/a","path":"/a/b"}]`},
		{`[1]`, `[{"op":"add","path":"/2","value":1}]`},
	} {
		f.Add(s.doc, s.patch)
	}
	f.Fuzz(func(t *testing.T, doc, text string) {
		p, ours, theirs, ok := both(t, doc, text)
		if !ok {
			t.Skip("not a patch for both")
		}
		for _, d := range differences {
			if d.in(doc, text, p) {
				t.Skip(d.why)
			}
		}
		if !ours.same(theirs) {
			t.Errorf("%s patched by %s: ours %v, theirs %v", doc, text, ours, theirs)
		}
	})
}
