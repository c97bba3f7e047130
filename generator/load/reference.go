package load

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// Subschemas returns the schemas directly inside the schema n, in an order that does not depend on the order of
// keywords in the file. The values of "default", "enum" and "const" are data.
func Subschemas(n *Node) []*Node {
	var list []*Node
	for _, key := range schemaLists {
		if at := n.Get(key); at != nil {
			list = append(list, at.Elems...)
		}
	}
	for _, key := range schemaMaps {
		if at := n.Get(key); at != nil {
			for _, m := range at.Members {
				list = append(list, m.Value)
			}
		}
	}
	for _, key := range schemaValues {
		if at := n.Get(key); at != nil {
			list = append(list, at)
		}
	}
	return list
}

// The keywords of JSON Schema 2020-12 that contain schemas.
var (
	schemaLists  = []string{"allOf", "oneOf", "anyOf", "prefixItems"}
	schemaMaps   = []string{"$defs", "definitions", "properties", "patternProperties", "dependentSchemas"}
	schemaValues = []string{
		"items", "contains", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
		"not", "if", "then", "else", "contentSchema",
	}
)

// address is the address of a file without "$id".
const address = "schema:///schema.json"

// references collects the addresses and anchors, and checks that every $ref can be resolved.
func (doc *Document) references(d *diag.List) {
	doc.places = map[string]*Node{doc.base(doc.Root).String(): doc.Root}
	every(doc.Root, func(n *Node) {
		if id := n.Get("$id"); id != nil && n != doc.Root && id.Kind == String {
			doc.place(d, id, doc.base(n).String(), n)
		}
	})
	every(doc.Root, func(n *Node) {
		for _, key := range []string{"$anchor", "$dynamicAnchor"} {
			if a := n.Get(key); a != nil {
				doc.place(d, a, doc.base(n).String()+"#"+a.Text, n)
			}
		}
	})
	every(doc.Root, func(n *Node) {
		if ref := n.Get("$ref"); ref != nil && ref.Kind == String {
			if _, err := doc.Resolve(ref); err != nil {
				d.Errorf(ref.Pos(), "%v", err)
			}
		}
	})
}

// place records the node of an address or anchor.
func (doc *Document) place(d *diag.List, by *Node, address string, n *Node) {
	first := doc.places[address]
	switch {
	case first == nil:
		doc.places[address] = n
	case first != n && by.step == "$id":
		d.Errorf(by.Pos(), "the address %q is taken by the schema at %d:%d: give one of them another", by.Text, first.line, first.column)
	case first != n:
		d.Errorf(by.Pos(), "the anchor %q is taken by the schema at %d:%d: give one of them another name", by.Text, first.line, first.column)
	}
}

// References visits the target of each $ref, in the order of the references.
func (doc *Document) References(visit func(to *Node)) {
	every(doc.Root, func(n *Node) {
		if ref := n.Get("$ref"); ref != nil && ref.Kind == String {
			if to, err := doc.Resolve(ref); err == nil {
				visit(to)
			}
		}
	})
}

func every(n *Node, do func(*Node)) {
	do(n)
	for _, sub := range Subschemas(n) {
		every(sub, do)
	}
}

// base returns the base of relative references in n: the address of the innermost schema around it that has
// one.
func (doc *Document) base(n *Node) *url.URL {
	base, _ := url.Parse(address)
	if n.parent != nil {
		base = doc.base(n.parent)
	}
	id := n.Get("$id")
	if id == nil || id.Kind != String || isData(n) {
		return base
	}
	if to, err := base.Parse(strings.TrimSuffix(id.Text, "#")); err == nil {
		to.Fragment = ""
		return to
	}
	return base
}

// isData reports whether n is data rather than a schema, so that "$id" has no meaning there.
func isData(n *Node) bool {
	for at := n; at.parent != nil; at = at.parent {
		switch at.step {
		case "const", "enum", "default", "examples":
			if grand := at.parent.parent; grand == nil || at.parent.step != "properties" && at.parent.step != "$defs" {
				return true
			}
		}
	}
	return false
}

// Resolve returns the schema that the value of a $ref refers to: "#", a pointer or an anchor, possibly after an address
// in this file.
func (doc *Document) Resolve(ref *Node) (*Node, error) { return doc.resolve(ref.Text, doc.base(ref)) }

func (doc *Document) resolve(ref string, base *url.URL) (*Node, error) {
	to, err := base.Parse(ref)
	if err != nil {
		return nil, fmt.Errorf("the reference %q is not a URI reference: %v", ref, err)
	}
	text := to.Fragment
	to.Fragment, to.RawFragment = "", ""
	root := doc.places[to.String()]
	if root == nil {
		return nil, fmt.Errorf("the reference %q leads out of this file: copy the definition into $defs, nothing is fetched", ref)
	}
	if text == "" {
		return root, nil
	}
	if rest, pointer := strings.CutPrefix(text, "/"); pointer {
		steps := strings.Split(rest, "/")
		for i, step := range steps {
			steps[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		}
		if n := root.find(steps); n != nil {
			return n, nil
		}
		return nil, fmt.Errorf("the reference %q is unresolved: the schema has nothing at that place", ref)
	}
	if n := doc.places[to.String()+"#"+text]; n != nil {
		return n, nil
	}
	return nil, fmt.Errorf("the reference %q is unresolved: no $anchor has that name", ref)
}
