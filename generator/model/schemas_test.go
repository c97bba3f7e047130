package model

import (
	"strings"
	"testing"
)

// TestSchemas prints schemas whatever the order of their keywords, with references by name, and without what a subset cut.
func TestSchemas(t *testing.T) {
	const defs = `"U": {"oneOf": [{"$ref": "#A"}, {"$ref": "#/$defs/B%20b"}], "description": "a <b>"},
"A": {"type": "object", "$anchor": "A", "properties": {"k": {"const": "a"}, "$anchor": {"type": "number", "default": 1.50}}, "required": ["k"]},
"B b": {"required": ["k"], "properties": {"k": {"const": "b"}, "e": {"$ref": "schema.json#/$defs/E"}}, "type": "object"},
"E": {"enum": ["x"]}`
	all := []string{
		`U {"description":"a <b>","oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/B%20b"}]} A, B b`,
		`A {"properties":{"k":{"const":"a"},"$anchor":{"default":1.50,"type":"number"}},"required":["k"],"type":"object"} `,
		`B b {"properties":{"k":{"const":"b"},"e":{"$ref":"#/$defs/E"}},"required":["k"],"type":"object"} E`,
		`E {"enum":["x"]} `,
	}
	for _, c := range []struct {
		subset []Selection
		want   []string
	}{
		{nil, all},
		{[]Selection{{Name: "U"}, {Name: "A"}}, []string{`U {"description":"a <b>","oneOf":[{"$ref":"#/$defs/A"}]} A`, all[1]}},
		{[]Selection{{Name: "B b"}}, all[2:]},
	} {
		p := mustBuild(t, wrap(defs))
		if err := Subset(p, c.subset); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range p.Schemas() {
			got = append(got, s.Name+" "+s.Text+" "+strings.Join(s.Refs, ", "))
		}
		if g, w := strings.Join(got, "\n"), strings.Join(c.want, "\n"); g != w {
			t.Errorf("%v: got\n%s\nwant\n%s", c.subset, g, w)
		}
	}
}
