package runtime

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

// said returns what a checker found: place, keyword, schema location and property of each, then its sentence.
func said(c *checker) string {
	var lines []string
	for _, e := range c.errs {
		lines = append(lines, fmt.Sprintf("%s %s %s [%s] %s", e.InstanceLocation, e.Keyword, e.SchemaLocation, e.Property, e.Message))
	}
	return strings.Join(lines, "\n")
}

func TestChecker(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	closed := &shape{definition: "Tool", closed: "unevaluatedProperties", members: []member{{name: "name"}}}
	open := &shape{definition: "Op", members: []member{{name: "path"}}}
	for _, test := range []struct {
		name  string
		check func(*checker)
		want  string
	}{
		{"integer", func(c *checker) { c.integer("n", 5, 0, 9, "#/n") }, ""},
		{"integer, small", func(c *checker) { c.integer("n", -1, 0, 9, "#/n") }, "/n minimum #/n/minimum [] -1 is less than the minimum of 0"},
		{"integer, large", func(c *checker) { c.integer("a/b", 10, math.MinInt64, 9, "#/n") }, "/a~1b maximum #/n/maximum [] 10 is more than the maximum of 9"},
		{"number", func(c *checker) { c.number("n", "1e0", "#/n") }, ""},
		{"rule", func(c *checker) { c.rule("s", "maxLength", "#/s", maxLength("abc", 3)) }, ""},
		{"rule, broken", func(c *checker) { c.rule("s", "maxLength", "#/s", maxLength("abc", 2)) },
			"/s maxLength #/s/maxLength [] the string has 3 characters, the maximum is 2"},
		{"number, none", func(c *checker) { c.number("n", "", "#/n") }, `/n type #/n/type [] "" is not a JSON number`},
		{"any", func(c *checker) { c.any("v", nil, "#/v"); c.any("v", raw("[1]"), "#/v") }, ""},
		{"any, broken", func(c *checker) { c.any("v", raw("["), "#/v") },
			"/v   [] the value is not JSON: byte 1: unexpected end of the document"},
		{"not null", func(c *checker) { c.notNull("v", raw("0"), "#/v") }, ""},
		{"not null, none", func(c *checker) { c.notNull("v", nil, "#/v") }, "/v not #/v/not [] null is not allowed here"},
		{"not null, null", func(c *checker) { c.notNull("v", raw(" null"), "#/v") }, "/v not #/v/not [] null is not allowed here"},
		{"map", func(c *checker) { c.openMap("m", map[string]json.RawMessage{"a": nil, "b": raw("1")}, "#/m") }, ""},
		{"map, broken", func(c *checker) { c.openMap("m", map[string]json.RawMessage{"b": raw("x"), "a": raw("y")}, "#/m") },
			"/m/a   [] the value is not JSON: byte 0: expected a value\n" +
				"/m/b   [] the value is not JSON: byte 0: expected a value"},
		{"absent", func(c *checker) { c.absent("p", "#/$defs/T/required") }, ` required #/$defs/T/required [p] missing required property "p": the value is nil`},
		{"extra, none", func(c *checker) { c.extra(closed, nil) }, ""},
		{"extra, closed", func(c *checker) { c.extra(closed, map[string]json.RawMessage{"x": raw("1")}) },
			` unevaluatedProperties #/$defs/Tool/unevaluatedProperties [x] Tool has no property "x"`},
		{"extra, its own", func(c *checker) { c.extra(open, map[string]json.RawMessage{"path": raw("1"), "x": raw("1")}) },
			`/path type #/$defs/Op/type [] Extra has "path", which is a member of its own`},
		{"extra, broken", func(c *checker) { c.extra(open, map[string]json.RawMessage{"x": raw("-")}) },
			"/x   [] the value is not JSON: byte 0: invalid number"},
		{"unknown", func(c *checker) { c.unknown(&union{definition: "U", tag: "type"}, "new", raw(`{"type":"new"}`)) },
			` oneOf #/$defs/U/oneOf [] U has no variant with type "new": it belongs to another version or to another protocol`},
		{"both", func(c *checker) { c.both("#/c", "Content") }, " oneOf #/c/oneOf [] the Content has a text and parts: leave one of them empty"},
		{"none", func(c *checker) { c.isNil("T", "#/$defs/T/type") }, " type #/$defs/T/type [] T is nil"},
		{"enum", func(c *checker) { c.notInEnum("enum", "#/e", "usr", []string{"user"}) },
			` enum #/e/enum [] "usr" is not one of the values allowed here: did you mean "user"?`},
		{"steps", func(c *checker) {
			c.both("#", "A")
			since := len(c.errs)
			c.both("#", "B")
			c.item(since, 3)
			c.in(since, "l~")
			c.item(len(c.errs), 0)
		}, " oneOf #/oneOf [] the A has a text and parts: leave one of them empty\n" +
			"/l~0/3 oneOf #/oneOf [] the B has a text and parts: leave one of them empty"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var c checker
			test.check(&c)
			if got := said(&c); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.name, got, test.want)
			}
			if (c.err() == nil) != (test.want == "") {
				t.Errorf("%s: the error is %v", test.name, c.err())
			}
		})
	}
}
