package runtime

import "testing"

func TestSchemaOf(t *testing.T) {
	list := []schemaText{
		{name: "Tree", text: `{"items":{"$ref":"#/$defs/Tree"}}`, refs: []string{"Tree"}},
		{name: "Any", text: `{}`},
		{name: "Pair", text: `{"properties":{"a":{"$ref":"#/$defs/odd \"name\""}}}`, refs: []string{`odd "name"`}},
		{name: `odd "name"`, text: `{"$ref":"#/$defs/Any"}`, refs: []string{"Any"}},
	}
	const head = `{"$schema":"https://json-schema.org/draft/2020-12/schema"`
	for definition, want := range map[string]string{
		"Any":  head + `}`,
		"Tree": head + `,"items":{"$ref":"#/$defs/Tree"},"$defs":{"Tree":{"items":{"$ref":"#/$defs/Tree"}}}}`,
		"Pair": head + `,"properties":{"a":{"$ref":"#/$defs/odd \"name\""}},"$defs":{"Any":{},"odd \"name\"":{"$ref":"#/$defs/Any"}}}`,
	} {
		t.Run(definition, func(t *testing.T) {
			if got, err := schemaOf(list, definition); err != nil || string(got) != want {
				t.Errorf("%s: %v\n%s\nwant\n%s", definition, err, got, want)
			}
		})
	}
	_, err := schemaOf(list, "Pairs")
	if err == nil || err.Error() != `the schema has no definition "Pairs": did you mean "Pair"?` {
		t.Errorf("got %v", err)
	}
}
