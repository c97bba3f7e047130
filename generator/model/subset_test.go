package model

import (
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

const menagerie = `{
  "$id": "https://example.org/spec/1.0/schema.json",
  "$ref": "#/$defs/Animal",
  "$defs": {
    "Kind": {"enum": ["cat", "dog", "fish"]},
    "Living": {"type": "object", "properties": {"kind": {"$ref": "#/$defs/Kind"}, "home": {"$ref": "#/$defs/Place"}}, "required": ["kind"]},
    "Cat": {"type": "object", "allOf": [{"$ref": "#/$defs/Living"}], "properties": {"kind": {"const": "cat"}}, "required": ["kind"]},
    "Dog": {"type": "object", "allOf": [{"$ref": "#/$defs/Living"}], "properties": {"kind": {"const": "dog"}}, "required": ["kind"]},
    "Fish": {"type": "object", "properties": {"kind": {"const": "fish"}, "water": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Drop"}}]}}, "required": ["kind"]},
    "Animal": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}, {"$ref": "#/$defs/Fish"}]},
    "Zoo": {"type": "object", "properties": {"animals": {"$ref": "#/$defs/Animals"}}},
    "Animals": {"type": "array", "items": {"$ref": "#/$defs/Animal"}},
    "Place": {"type": "object", "properties": {"name": {"type": "string"}}},
    "Drop": {"type": "object", "properties": {"size": {"type": "integer"}}}
  }
}`

func menagerieProtocol(t *testing.T) *Protocol {
	t.Helper()
	doc, err := load.Schema("zoo.json", []byte(menagerie))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Build(doc)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func selections(names string) []Selection {
	var list []Selection
	for i, name := range strings.Fields(names) {
		list = append(list, Selection{name, diag.Pos{File: "c", Line: i + 1, Column: 1}})
	}
	return list
}

func TestSubsetIsTheClosure(t *testing.T) {
	for _, c := range []struct{ asked, want, variants, root string }{
		{"Drop", "Drop", "", ""},
		{"Kind", "Kind", "", ""},
		{"Fish", "Drop Fish Fish/water", "", ""},
		{"Cat", "Cat Kind Living Place", "", ""},
		{"Animal", "Animal Cat Dog Drop Fish Fish/water Kind Living Place", "Cat Dog Fish", "Animal"},
		{"Zoo", "Animal Animals Cat Dog Drop Fish Fish/water Kind Living Place Zoo", "Cat Dog Fish", "Animal"},
		{"Animal Fish", "Animal Drop Fish Fish/water Kind", "Fish", "Animal"},
		{"Dog Zoo Cat", "Animal Animals Cat Dog Kind Living Place Zoo", "Cat Dog", "Animal"},
	} {
		t.Run(c.asked, func(t *testing.T) {
			p := menagerieProtocol(t)
			if err := Subset(p, selections(c.asked)); err != nil {
				t.Fatal(err)
			}
			var names []string
			variants := ""
			for _, d := range p.Definitions {
				name := d.Base().Name
				if d.Base().Inline != "" {
					name += "/" + d.Base().Inline
				}
				names = append(names, name)
				if u, ok := d.(*Union); ok && u.Discriminator != "" {
					variants = strings.ReplaceAll(members(u), ",", "")
					if u.Cut != 3-len(u.Variants) || u.Tags == nil || len(u.Tags.Values) != 3 {
						t.Errorf("%s: %d cut, tags %+v", c.asked, u.Cut, u.Tags)
					}
				}
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != c.want || variants != c.variants || p.Root != c.root {
				t.Errorf("%s returns %s with %q, root %q", c.asked, got, variants, p.Root)
			}
			if got := strings.Join(p.Only, " "); got != c.asked {
				t.Errorf("%s is noted as %s", c.asked, got)
			}
		})
	}
}

func TestSubsetOfNothingIsEverything(t *testing.T) {
	p := menagerieProtocol(t)
	before := p.Dump()
	if err := Subset(p, nil); err != nil || p.Dump() != before {
		t.Errorf("%v\n%s", err, p.Dump())
	}
}

func TestSubsetReportsAllMistakes(t *testing.T) {
	p := menagerieProtocol(t)
	before := p.Dump()
	err := Subset(p, selections("Anmal Cat Unicorn Cat"))
	want := `c:1:1: definitions: the schema has no "Anmal": did you mean Animal?
c:3:1: definitions: the schema has no "Unicorn": aguigen dump model lists what there is
c:4:1: definitions: "Cat" is there already (c:2:1): remove one of the two`
	if err == nil || err.Error() != want || p.Dump() != before {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}
