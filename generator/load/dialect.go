package load

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/aguigen/aguigen/generator/diag"
)

// dialect is a version of JSON Schema.
type dialect struct {
	name  string
	draft *jsonschema.Draft
	// lists reports that "items" may be a list, with "additionalItems" for the elements after it.
	lists bool
	// lonely reports that keywords beside "$ref" are ignored.
	lonely bool
}

// current is the dialect of a schema without "$schema".
var current = &dialect{name: "2020-12", draft: jsonschema.Draft2020}

// dialects holds the supported dialects by the value of "$schema", without its scheme and fragment.
var dialects = map[string]*dialect{
	"json-schema.org/draft/2020-12/schema": current,
	"json-schema.org/draft/2019-09/schema": {name: "2019-09", draft: jsonschema.Draft2019, lists: true},
	"json-schema.org/draft-07/schema":      {name: "draft-07", draft: jsonschema.Draft7, lists: true, lonely: true},
}

// dialectOf reads "$schema". It returns nil for an unsupported dialect.
func dialectOf(root *Node) *dialect {
	s := root.Get("$schema")
	if s == nil || s.Kind != String {
		return current
	}
	_, rest, _ := strings.Cut(strings.TrimSuffix(s.Text, "#"), "://")
	return dialects[rest]
}

// modernize converts the keywords of an older dialect to those of 2020-12. Every node keeps its place in the
// file.
func (doc *Document) modernize(d *diag.List, of *dialect) {
	if !of.lists {
		return
	}
	doc.Root.remove("$schema") // what follows is 2020-12
	every(doc.Root, func(n *Node) {
		items, more := n.Get("items"), n.Get("additionalItems")
		switch {
		case items != nil && items.Kind == Array:
			n.rename("items", "prefixItems")
			n.rename("additionalItems", "items")
		case more != nil: // without a list it has no meaning
			n.remove("additionalItems")
		}
		if dependencies := n.Get("dependencies"); dependencies != nil {
			n.dependencies(dependencies)
		}
		if anchor := n.Get("$id"); anchor != nil && strings.HasPrefix(anchor.Text, "#") {
			anchor.Text = anchor.Text[1:]
			n.rename("$id", "$anchor")
		}
		for _, m := range n.Members {
			if of.lonely && n.Get("$ref") != nil && !besideRef[m.Key] && !strings.HasPrefix(m.Key, "x-") {
				d.Errorf(m.KeyPos(), `%q beside "$ref" means nothing in %s: remove it, or put the reference into "allOf"`, m.Key, of.name)
			}
		}
	})
}

// besideRef holds the keywords that are allowed beside a reference in a dialect that ignores them.
var besideRef = map[string]bool{
	"$ref": true, "$id": true, "$schema": true, "$comment": true, "definitions": true, "title": true, "description": true,
	"default": true, "examples": true, "readOnly": true, "writeOnly": true, "deprecated": true, "$anchor": true,
}

func (n *Node) rename(from, to string) {
	for i := range n.Members {
		if n.Members[i].Key == from {
			n.Members[i].Key = to
		}
	}
}

func (n *Node) remove(key string) {
	for i, m := range n.Members {
		if m.Key == key {
			n.Members = append(n.Members[:i:i], n.Members[i+1:]...)
			return
		}
	}
}

// dependencies splits the keyword of that name into those that replaced it.
func (n *Node) dependencies(old *Node) {
	names, schemas := *old, *old
	names.Members, schemas.Members = nil, nil
	for _, m := range old.Members {
		if m.Value.Kind == Array {
			names.Members = append(names.Members, m)
		} else {
			schemas.Members = append(schemas.Members, m)
		}
	}
	at := Member{line: old.line, column: old.column}
	n.remove("dependencies")
	for key, part := range map[string]*Node{"dependentRequired": &names, "dependentSchemas": &schemas} {
		if len(part.Members) > 0 {
			n.Members = append(n.Members, Member{key, part, at.line, at.column})
		}
	}
}
