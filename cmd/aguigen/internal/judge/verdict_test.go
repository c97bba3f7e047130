package judge

import (
	"strings"
	"testing"
)

// Each case is a document, the definition asked for, and what is said.
func TestSentences(t *testing.T) {
	s := loaded(t, small)
	for _, c := range []struct{ def, text, want string }{
		// The union picks the branch, and says what is wrong with the tag.
		{"", `{"kind": "circle", "radius": 1}`, `1:10: : Shape has no variant with kind "circle": did you mean "CIRCLE"?`},
		{"", `{"kind": "SquareBox"}`, `1:10: : Shape has no variant with kind "SquareBox": did you mean "SQUARE_BOX"?`},
		{"", `{"kind": null}`, `1:10: : "kind" is null, not a string`},
		{"", `{"Kind": "CIRCLE"}`, "1:1: : Circle: missing required property \"kind\": it has \"Kind\", did you mean \"kind\"?\n1:1: : Circle: missing required property \"radius\"\n1:2: : Circle has no property \"Kind\": did you mean \"kind\"?"},
		{"", `{"KIND": "x", "y": 1, "z": 1}`, `1:1: : Shape: missing required property "kind": it has "KIND", did you mean "kind"?`},
		{"", `{"seq": 1, "at": 2, "shape": {"kind": "CIRCLE"}}`, `1:1: : Shape: missing required property "kind": it stands inside "shape", is this a wrapper?`},
		{"", `[]`, `1:1: : expected an object with "kind", found an array`},
		{"", `{"kind": "CIRCLE", "radius": 1, "kind": "x"}`, `1:41: : Shape has no variant with kind "x": it belongs to another version or to another protocol`},
		{"", `{"kind": "x", "kind": "CIRCLE", "radius": 1}`, ``},
		// Names in another spelling.
		{"", `{"kind": "CIRCLE", "Radius": 1}`, "1:1: : Circle: missing required property \"radius\": it has \"Radius\", did you mean \"radius\"?\n1:20: : Circle has no property \"Radius\": did you mean \"radius\"?"},
		{"", `{"kind": "CIRCLE", "radius": 1, "outer_radius": 2}`, `1:33: : Circle has no property "outer_radius": did you mean "outerRadius"?`},
		{"", `{"kind": "CIRCLE", "radius": 1, "outerMostRadius": 2}`, `1:33: : Circle has no property "outerMostRadius"`},
		{"", `{"kind": "CIRCLE", "radius": 1, "innerRadius": 2}`, `1:33: : Circle has no property "innerRadius"`},
		// A broken mixin does not make its members unknown.
		{"", `{"kind": "CIRCLE", "radius": 1, "name": 3}`, `1:41: /name: expected a string, found a number`},
		{"", `{"kind": "CIRCLE", "radius": 1, "name": 3, "x": 1}`, "1:41: /name: expected a string, found a number\n1:44: : Circle has no property \"x\""},
		// Types, and null in the place of an optional member.
		{"", `{"kind": "CIRCLE", "radius": 1.5, "outerRadius": null}`, "1:30: /radius: expected an integer, found 1.5\n1:50: /outerRadius: expected an integer, found null: leave the property out instead"},
		{"", `{"kind": "CIRCLE", "radius": null}`, `1:30: /radius: expected an integer, found null`},
		{"", `{"kind": "CIRCLE", "radius": "1"}`, `1:30: /radius: expected an integer, found a string`},
		{"", `{"kind": "CIRCLE", "radius": 1e0, "outerRadius": 1.0}`, ``},
		{"", `{"kind": "CIRCLE", "radius": 1e99999999999999999999}`, ``},
		{"", `{"kind": "CIRCLE", "radius": -1E99999999999999999999}`, `1:30: /radius: -1E99999999999999999999 is less than the minimum of 1`},
		{"", `{"kind": "CIRCLE", "radius": 1e-99999}`, "1:30: /radius: expected an integer, found 1e-99999"},
		{"", `{"kind": "CIRCLE", "radius": 0e99999}`, `1:30: /radius: 0e99999 is less than the minimum of 1`},
		{"", `{"kind": "SQUARE_BOX", "corners": []}`, `1:35: /corners: the array has 0 elements, the minimum is 1`},
		// A union by JSON type: the branch that takes the type is meant.
		{"", `{"kind": "SQUARE_BOX", "corners": [{"label": null}]}`, `1:46: /corners/0/label: expected a string or an array, found null: leave the property out instead`},
		{"", `{"kind": "SQUARE_BOX", "corners": [{"label": ["a", 1]}]}`, `1:52: /corners/0/label/1: expected a string, found a number`},
		{"", `{"kind": "SQUARE_BOX", "corners": [{"a/b~": 1}, {"é": 1}]}`, "1:45: /corners/0/a~1b~0: expected a boolean, found a number\n1:50: /corners/1: Corner has no property \"é\""},
		// Without the tag, the members tell what was meant.
		{"", `{"drawing_id": "d", "shapes": []}`, `1:1: : Drawing: missing required property "drawingId": it has "drawing_id", did you mean "drawingId"?`},
		{"", `{"drawingId": "d", "shapes": [{"kind": "CIRCLE"}, 7], "size": "x"}`, "1:31: /shapes/0: Circle: missing required property \"radius\"\n1:51: /shapes/1: expected an object with \"kind\", found a number\n1:63: /size: expected null or an integer, found a string"},
		{"", `{"radius": 1}`, `1:1: : Circle: missing required property "kind"`},
		{"", `{"radius": 1, "x": 1, "y": 1}`, `1:1: : Shape: missing required property "kind"`},
		{"", `{"label": "x"}`, ``},
		{"", `{"x": 1}`, `1:1: : Shape: missing required property "kind"`},
		// A definition that was asked for.
		{"Circle", `{"kind": "SQUARE_BOX", "radius": 1}`, `1:10: /kind: found "SQUARE_BOX" where only "CIRCLE" is allowed`},
		{"Named", `{"name": 1, "x": 2}`, `1:10: /name: expected a string, found a number`},
		{"Path", `{}`, `1:1: : expected an array, found an object`},
	} {
		t.Run(c.def, func(t *testing.T) {
			s.given = nil
			if c.def != "" {
				if err := s.Use(c.def); err != nil {
					t.Fatal(err)
				}
			}
			_, got, _ := strings.Cut(judged(t, s, open(strings.NewReader(c.text), "", JSONL, 64<<20)), "\n")
			if got = strings.TrimSpace(strings.ReplaceAll(got, "\n  ", "\n")); got != c.want {
				t.Errorf("%s: got\n%s\nwant\n%s", c.text, got, c.want)
			}
		})
	}
}

// The definition is found by the members, in any order of keys, and ties go to what the document's constants allow.
func TestChoice(t *testing.T) {
	s := official(t, "1.0")
	for text, want := range map[string]string{
		`{"type": "RUN_STARTED"}`:                                         "Event",
		`{"type": "NEW_KIND", "threadId": "t", "messages": []}`:           "Event",
		`{"threadId": "t", "runId": "r", "messages": []}`:                 "RunAgentInput by members",
		`{"thread_id": "t", "run_id": "r", "messages": []}`:               "RunAgentInput by members",
		`{"messages": [], "data": {}}`:                                    "RunAgentInput by members",
		`{"messageId": "m", "delta": "x"}`:                                "TextMessageContentEvent by members",
		`{"id": "1", "role": "user", "content": "x"}`:                     "UserMessage by members",
		`{"role": "user"}`:                                                "UserMessage by members",
		`{"id": "1", "role": "robot", "content": "x"}`:                    "Message by members",
		`{"name": "n", "description": "d"}`:                               "Tool by members",
		`{"op": "add", "path": "/a"}`:                                     "AddOperation by members",
		`{"kind": "event", "connId": "c", "seq": 1, "event": {"type":1}}`: "Event",
		`{}`:       "Event",
		`null`:     "Event",
		`"string"`: "Event",
	} {
		t.Run(text, func(t *testing.T) {
			root, bad := parse([]byte(text))
			if bad != nil {
				t.Fatal(bad)
			}
			c := s.choose(root)
			got := c.name
			if c.byMembers {
				got += " by members"
			}
			if got != want {
				t.Errorf("%s: got %s, want %s", text, got, want)
			}
		})
	}
}

// What the generator does not model is judged as well.
func TestOtherSchemas(t *testing.T) {
	for _, c := range []struct{ schema, text, want string }{
		{`{"type": "object", "required": ["a"]}`, `{"b": 1}`, " false\n  1:1: : missing required property \"a\"\n"},
		{`true`, `{"b": 1}`, " true\n"},
		{`{"not": true}`, `{"b": 1}`, " false\n  1:1: : the schema forbids this value\n"},
		{`{"properties": {"a": false}}`, `{"a": 1}`, " false\n  1:7: /a: no value is allowed here\n"},
		{`{"enum": ["one-thing", 2]}`, `"oneThing"`, " false\n  1:1: : \"oneThing\" is not one of the values allowed here: did you mean \"one-thing\"?\n"},
		{`{"const": 3}`, `4`, " false\n  1:1: : found 4 where only 3 is allowed\n"},
		{`{"anyOf": [{"type": "string"}, {"minimum": 3}]}`, `1`, " false\n  1:1: : 1 is less than the minimum of 3\n"},
		{`{"oneOf": [{"minimum": 1}, {"minimum": 3}]}`, `5`, " false\n  1:1: : two of the forms that exclude each other fit this value\n"},
		{`{"oneOf": [{"minimum": 7}, {"minimum": 9}]}`, `5`, " false\n  1:1: : this is none of the forms that are allowed here\n"},
		{`{"not": {"type": "number"}}`, `5`, " false\n  1:1: : the schema forbids this value\n"},
		{`{"$id": "https://example.org/s.json", "items": {"$ref": "#/$defs/a~1b%20c"}, "$defs": {"a/b c": {"additionalProperties": false}}}`, `[{"x": 1}]`, " false\n  1:3: /0: a/b c has no property \"x\"\n"},
		{`{"maxItems": 1, "pattern": "^a$"}`, `[1, 2]`, " false\n  1:1: : the array has 2 elements, the maximum is 1\n"},
		{`{"maxLength": 1, "pattern": "^a$"}`, `"bb"`, " false\n  1:1: : the string has 2 characters, the maximum is 1\n  1:1: : \"bb\" does not match ^a$\n"},
		{`{"$id": "https://example.org/s.json", "$ref": "#/$defs/Loop", "$defs": {"Loop": {"properties": {"next": {"$ref": "#/$defs/Loop"}, "n": {"maximum": 1}}}}}`, `{"next": {"next": {"n": 2}}}`, "Loop false\n  1:25: /next/next/n: 2 is more than the maximum of 1\n"},
	} {
		t.Run(c.schema, func(t *testing.T) {
			got := judged(t, loaded(t, c.schema), open(strings.NewReader(c.text), "", JSONL, 64<<20))
			if got != c.want {
				t.Errorf("%s: got\n%swant\n%s", c.schema, got, c.want)
			}
		})
	}
}

func TestSchemaFaults(t *testing.T) {
	for text, want := range map[string]string{
		"{\n  \"type\" 1}":                "s.json:2:10: found '1' where the ':' after the key \"type\" should be",
		`{"type": "strin"}`:               `s.json:1:10: #/type: this is not JSON Schema 2020-12: "strin" is not one of the allowed words, or found string where array should be`,
		`{"$ref": "other.json"}`:          `s.json:1:10: #/$ref: `,
		`{"$defs": {"A": {"$ref":"#B"}}}`: `s.json:1:25: #/$defs/A/$ref: `,
	} {
		t.Run(text, func(t *testing.T) {
			if _, err := Load("s.json", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: got %v, want %s", text, err, want)
			}
		})
	}
	s := loaded(t, small)
	if err := s.Use("Shap"); err == nil || err.Error() != `the schema has no definition "Shap": did you mean Shape?` {
		t.Error(err)
	}
	if err := s.Use("Rhododendron"); err == nil || err.Error() != `the schema has no definition "Rhododendron": look into its $defs for the names` {
		t.Error(err)
	}
}
