package model

import "testing"

// TestTags says which enum, if any, is the type of a union's tags.
func TestTags(t *testing.T) {
	plain := unionOf(`"properties": {"k": {"const": "a"}}, "required": ["k"]`, `"properties": {"k": {"const": "b"}}, "required": ["k"]`)
	mixed := `"Base": {"type": "object", "properties": {"k": {"$ref": "#/$defs/E"}}},
` + unionOf(`"allOf": [{"$ref": "#/$defs/Base"}], "properties": {"k": {"const": "a"}}, "required": ["k"]`,
		`"allOf": [{"$ref": "#/$defs/Base"}], "properties": {"k": {"const": "b"}}, "required": ["k"]`)
	for name, c := range map[string]struct{ defs, want string }{
		"none":                              {plain, ""},
		"exactly the values":                {plain + `, "E": {"enum": ["b", "a"]}`, "E"},
		"too few":                           {plain + `, "E": {"enum": ["a", "c"]}`, ""},
		"more than the values":              {plain + `, "E": {"enum": ["c", "b", "a"]}`, "E"},
		"more, but of something else":       {plain + `, "E": {"enum": ["c", "b", "a"]}, "O": {"type": "object", "properties": {"x": {"$ref": "#/$defs/E"}}}`, ""},
		"more, held, and called like it":    {plain + `, "K": {"enum": ["c", "b", "a"]}, "O": {"type": "object", "properties": {"x": {"$ref": "#/$defs/K"}}}`, "K"},
		"more, held, and called like both":  {plain + `, "U_k": {"enum": ["c", "b", "a"]}, "O": {"type": "object", "properties": {"x": {"$ref": "#/$defs/U_k"}}}`, "U_k"},
		"two with more":                     {plain + `, "E": {"enum": ["c", "b", "a"]}, "F": {"enum": ["d", "b", "a"]}`, ""},
		"two with more, one by its name":    {plain + `, "E": {"enum": ["c", "b", "a"]}, "K": {"enum": ["d", "b", "a"]}`, "K"},
		"two exact ones, one by its name":   {plain + `, "E": {"enum": ["b", "a"]}, "K": {"enum": ["b", "a"]}`, "K"},
		"an exact one before one with more": {plain + `, "K": {"enum": ["c", "b", "a"]}, "E": {"enum": ["b", "a"]}`, "E"},
		"that of the mixin":                 {mixed + `, "E": {"enum": ["c", "b", "a"]}, "F": {"enum": ["b", "a"]}`, "E"},
		"that of the mixin, held elsewhere": {mixed + `, "E": {"enum": ["c", "b", "a"]}, "O": {"type": "object", "properties": {"x": {"$ref": "#/$defs/E"}}}`, "E"},
	} {
		t.Run(name, func(t *testing.T) {
			p := mustBuild(t, wrap(c.defs))
			got := ""
			if tags := definitionOf[*Union](t, p, "U", "").Tags; tags != nil {
				got = tags.Name
			}
			if got != c.want {
				t.Errorf("%s: the tags are %q, not %q", name, got, c.want)
			}
		})
	}
}
