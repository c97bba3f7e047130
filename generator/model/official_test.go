package model

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/schema"
)

var officialVersions = append(schema.Versions(), "draft-2026-08-21")

func official(t *testing.T, version string) *load.Document {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "upstream", "spec", version, "schema.json"))
	if err != nil {
		t.Skipf("needs ../shared, the official schemas: %v", err)
	}
	doc, err := load.Schema("schema.json", data)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// counts sums up a protocol in one line.
func counts(p *Protocol) string {
	n := map[string]int{}
	for _, def := range p.Definitions {
		if def.Base().Inline != "" {
			n["inline"]++
		}
		switch def := def.(type) {
		case *Object:
			n["objects"]++
			n["fields"] += len(def.Fields)
			if def.Mixin {
				n["mixins"]++
			}
			if def.Closed != "" {
				n["closed"]++
			}
		case *Union:
			n["unions"]++
			n["variants"] += len(def.Variants)
			if def.Tags != nil {
				n["tagged"]++
			}
		case *Enum:
			n["enums"]++
			n["values"] += len(def.Values)
		case *Alias:
			n["aliases"]++
		}
	}
	return fmt.Sprint(len(p.Definitions), n)
}

func TestOfficialSchemas(t *testing.T) {
	want := map[string]string{
		"1.0":              "101 map[aliases:5 closed:73 enums:6 fields:444 inline:3 mixins:3 objects:82 tagged:2 unions:8 values:47 variants:59]",
		"1.1":              "101 map[aliases:5 closed:73 enums:6 fields:453 inline:3 mixins:3 objects:82 tagged:2 unions:8 values:47 variants:59]",
		"draft-2026-08-21": "85 map[aliases:5 closed:57 enums:6 fields:368 inline:3 mixins:3 objects:66 tagged:2 unions:8 values:47 variants:57]",
	}
	for _, version := range officialVersions {
		p, err := Build(official(t, version))
		if err != nil {
			t.Errorf("%s: %v", version, err)
			continue
		}
		if got, known := counts(p), want[version]; known != "" && got != known {
			t.Errorf("%s: got %s, want %s", version, got, known)
		}
		if p.Root != "Event" || p.Version != strings.Split(version, "-")[0] {
			t.Errorf("%s: root %s, version %s", version, p.Root, p.Version)
		}
	}
}

// TestOfficialDefinitionsAreComplete compares the flat objects with a simple reading of the raw schema: each
// property and each requirement, with those of allOf.
func TestOfficialDefinitionsAreComplete(t *testing.T) {
	for _, version := range officialVersions {
		doc := official(t, version)
		p, err := Build(doc)
		if err != nil {
			t.Fatal(err)
		}
		defs := doc.Root.Get("$defs")
		seen := 0
		for _, def := range p.Definitions {
			if def.Base().Inline != "" {
				continue
			}
			seen++
			o, ok := def.(*Object)
			if !ok {
				continue
			}
			var got []string
			for _, f := range o.Fields {
				got = append(got, fmt.Sprint(f.Name, f.Required))
			}
			slices.Sort(got)
			if want := rawFields(defs, o.Name); !slices.Equal(got, want) {
				t.Errorf("%s %s: got %v, want %v", version, o.Name, got, want)
			}
		}
		if seen != len(defs.Members) {
			t.Errorf("%s: %d definitions of %d", version, seen, len(defs.Members))
		}
	}
}

func rawFields(defs *load.Node, name string) []string {
	properties, required := map[string]bool{}, map[string]bool{}
	var collect func(n *load.Node)
	collect = func(n *load.Node) {
		if all := n.Get("allOf"); all != nil {
			for _, elem := range all.Elems {
				collect(defs.Get(strings.TrimPrefix(elem.Get("$ref").Text, "#/$defs/")))
			}
		}
		if props := n.Get("properties"); props != nil {
			for _, m := range props.Members {
				properties[m.Key] = true
			}
		}
		if names := n.Get("required"); names != nil {
			for _, elem := range names.Elems {
				required[elem.Text] = true
			}
		}
	}
	collect(defs.Get(name))
	var list []string
	for key := range properties {
		list = append(list, fmt.Sprint(key, required[key]))
	}
	slices.Sort(list)
	return list
}

// TestOfficialOrder: a definition stands after everything it is made of, unless they are made of each other.
func TestOfficialOrder(t *testing.T) {
	for _, version := range officialVersions {
		p, err := Build(official(t, version))
		if err != nil {
			t.Fatal(err)
		}
		byName, met := map[string]Definition{}, map[Definition]bool{}
		for _, def := range p.Definitions {
			if def.Base().Inline == "" {
				byName[def.Base().Name] = def
			}
		}
		for _, def := range p.Definitions {
			named, inline := parts(def, byName)
			for _, to := range append(named, inline...) {
				if !met[to] {
					t.Errorf("%s: %s stands before %s", version, Title(def), Title(to))
				}
			}
			met[def] = true
		}
	}
}

// TestKeyOrderDoesNotMatter shuffles the keywords of every schema. The order of $defs and of properties is that of
// the result, so they stay.
func TestKeyOrderDoesNotMatter(t *testing.T) {
	texts := map[string]string{}
	for _, idea := range ideas {
		texts[idea.name] = wrap(idea.defs)
	}
	for _, version := range officialVersions {
		texts[version] = write(official(t, version).Root, "", nil)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			want := mustBuild(t, text).Dump()
			doc, err := load.Schema("s.json", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				shuffled := write(doc.Root, "", random)
				if got := mustBuild(t, shuffled).Dump(); got != want {
					t.Errorf("%s: another order of keywords makes another model", name)
				}
			}
		})
	}
}

// write prints a tree, with the keywords in random order where one is given.
func write(n *load.Node, key string, random *rand.Rand) string {
	var parts []string
	switch n.Kind {
	case load.Object:
		for _, m := range n.Members {
			text, _ := json.Marshal(m.Key)
			parts = append(parts, string(text)+": "+write(m.Value, m.Key, random))
		}
		if random != nil && key != "$defs" && key != "properties" {
			random.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		}
		return "{" + strings.Join(parts, ",\n") + "}"
	case load.Array:
		for _, elem := range n.Elems {
			parts = append(parts, write(elem, "", random))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case load.String:
		text, _ := json.Marshal(n.Text)
		return string(text)
	}
	return n.Text
}

func FuzzBuild(f *testing.F) {
	for _, idea := range ideas {
		f.Add(idea.defs)
	}
	for _, test := range broken {
		f.Add(test.defs)
	}
	f.Fuzz(func(t *testing.T, defs string) {
		p, err := build(wrap(defs))
		if (p == nil) == (err == nil) {
			t.Fatalf("protocol %v, error %v", p, err)
		}
		if err == nil && p.Dump() != mustBuild(t, wrap(defs)).Dump() {
			t.Fatal("two runs give two models")
		}
	})
}
