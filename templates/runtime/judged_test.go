package runtime

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// findings holds a document to a subschema.
func findings(t *testing.T, doc string, strict bool, s subschema) []string {
	t.Helper()
	known := judgedDocument([]byte(doc))
	v := known.values[skipSpace([]byte(doc), 0)]
	if v == nil {
		t.Fatalf("%.60s is not JSON", doc)
	}
	var list []string
	for _, f := range known.judgement(v, strict, s) {
		list = append(list, fmt.Sprintf("%d %s %s", f.at, f.keyword, f.message))
	}
	return list
}

func TestUnique(t *testing.T) {
	unique := func(j *judge, v *jsonValue) { j.unique(v, "#") }
	for doc, want := range map[string]string{
		`[]`: "", `[1, 2, "1", true, null, [1], {"a": 1}]`: "", `3`: "",
		`[1, 2, 1.0]`:     "the elements 0 and 2 are equal",
		`[0.1, 1e-1]`:     "the elements 0 and 1 are equal",
		`[0, -0, 0.0]`:    "the elements 0 and 1 are equal",
		`["a", "\u0061"]`: "the elements 0 and 1 are equal",
		`[{"a": 1, "b": [2]}, {"b": [2.0], "a": 1}]`: "the elements 0 and 1 are equal",
		`[{"a": 1, "a": 2}, {"a": 2}]`:               "the elements 0 and 1 are equal", // the last one counts
		`[[1], [[1]], {"": [1]}]`:                    "",
		`[[12], [1, 2]]`:                             "",
		`[{"a": "b"}, {"a:b": ""}, ["a", "b"]]`:      "",
		`[12e1, 1e12, 120]`:                          "the elements 0 and 2 are equal",
		`[1e999999999999, 1e999999999998]`:           "",
		`[9007199254740993, 9007199254740992]`:       "",
	} {
		t.Run(doc, func(t *testing.T) {
			got := strings.Join(findings(t, doc, true, unique), "\n")
			if got != want && got != "0 uniqueItems "+want {
				t.Errorf("%s: got %q", doc, got)
			}
		})
	}
}

// A hostile document takes no longer than it is large.
func TestHostileJudging(t *testing.T) {
	start := time.Now()
	visits := 0
	var tree subschema
	tree = func(j *judge, v *jsonValue) { // two rules lead from each level to the next, and one into a judge of its own
		if j.knows(v, "#") {
			return
		}
		visits++
		j.items(v, 0, tree)
		j.contains(v, "#", 0, -1, tree)
		j.anyOf(v, "#", tree2(&tree), anything)
		j.unique(v, "#")
		j.left(v, "#")
	}
	const deep = 5000
	if got := findings(t, strings.Repeat("[", deep)+"1"+strings.Repeat("]", deep), true, tree); got != nil {
		t.Error(got)
	}
	if visits > 3*deep {
		t.Errorf("%d visits of %d values", visits, deep)
	}
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, `{"n":%d,"s":"%d"},`, i, i)
	}
	if got := findings(t, "["+b.String()+`{"s":"7","n":7.0}]`, true, func(j *judge, v *jsonValue) { j.unique(v, "#") }); len(got) != 1 ||
		got[0] != "0 uniqueItems the elements 7 and 100000 are equal" {
		t.Error(got)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

// tree2 goes to the elements again.
func tree2(tree *subschema) subschema {
	return func(j *judge, v *jsonValue) { j.items(v, 0, *tree) }
}

// TestVisits holds a value to the same subschema by several ways: what is wrong is said once, and counts each time.
func TestVisits(t *testing.T) {
	var small subschema = func(j *judge, v *jsonValue) {
		if j.knows(v, "#/small") {
			return
		}
		j.rule(v, "maximum", "#/small", maximum(mustNumber(v), "5"))
		j.left(v, "#/small")
	}
	for _, test := range []struct {
		name string
		s    subschema
		want string
	}{
		{"twice", func(j *judge, v *jsonValue) { j.same(v, small); j.same(v, small) }, "0 maximum 7 is more than the maximum of 5"},
		{"silent first", func(j *judge, v *jsonValue) { j.not(v, "#", small); j.same(v, small) }, "0 maximum 7 is more than the maximum of 5"},
		{"aloud first", func(j *judge, v *jsonValue) { j.same(v, small); j.not(v, "#", small) }, "0 maximum 7 is more than the maximum of 5"},
		{"in two forms", func(j *judge, v *jsonValue) { j.anyOf(v, "#", small, small) }, "0 anyOf " + noForm},
		{"what failed before does not count", func(j *judge, v *jsonValue) {
			j.refuse(v, "x", "#", "", func() string { return "x" })
			j.not(v, "#", func(j *judge, v *jsonValue) { j.same(v, small) })
		}, "0 x x"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Join(findings(t, "7", true, test.s), "\n"); got != test.want {
				t.Errorf("%s: got %q, want %q", test.name, got, test.want)
			}
		})
	}
}

func mustNumber(v *jsonValue) json.Number { return json.Number(v.raw) }
