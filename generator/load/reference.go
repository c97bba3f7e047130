package load

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// subschemas returns the schemas directly inside n, a schema, in an order that does not depend on the keywords' order
// in the file. What stands in "default", "enum" or "const" is data.
func subschemas(n *Node) []*Node {
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

// The keywords of JSON Schema 2020-12 that hold schemas.
var (
	schemaLists  = []string{"allOf", "oneOf", "anyOf", "prefixItems"}
	schemaMaps   = []string{"$defs", "properties", "patternProperties", "dependentSchemas"}
	schemaValues = []string{
		"items", "contains", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
		"not", "if", "then", "else", "contentSchema",
	}
)

// references learns the anchors and checks that every $ref leads somewhere.
func (doc *Document) references(d *diag.List) {
	doc.anchors = map[string]*Node{}
	every(doc.Root, func(n *Node) {
		for _, key := range []string{"$anchor", "$dynamicAnchor"} {
			a := n.Get(key)
			if a == nil {
				continue
			}
			if first := doc.anchors[a.Text]; first != nil {
				d.Errorf(a.Pos(), "the anchor %q is taken by the schema at %d:%d: give one of them another name",
					a.Text, first.line, first.column)
				continue
			}
			doc.anchors[a.Text] = n
		}
		if id := n.Get("$id"); id != nil && n != doc.Root {
			d.Errorf(id.Pos(), `an "$id" inside the schema is not supported: remove it, a file has one address`)
		}
	})
	every(doc.Root, func(n *Node) {
		if ref := n.Get("$ref"); ref != nil && ref.Kind == String {
			if _, err := doc.Resolve(ref.Text); err != nil {
				d.Errorf(ref.Pos(), "%v", err)
			}
		}
	})
}

func every(n *Node, do func(*Node)) {
	do(n)
	for _, sub := range subschemas(n) {
		every(sub, do)
	}
}

// Resolve returns the schema that a reference means: "#", "#/$defs/Name", "#Anchor", or one of them behind the
// file's own $id.
func (doc *Document) Resolve(ref string) (*Node, error) {
	address, fragment, _ := strings.Cut(ref, "#")
	if address != "" && !doc.own(address) {
		return nil, fmt.Errorf("the reference %q leads out of this file: copy the definition into $defs, nothing is fetched", ref)
	}
	text, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, fmt.Errorf("the reference %q is not a URI reference: %v", ref, err)
	}
	if text == "" {
		return doc.Root, nil
	}
	if rest, pointer := strings.CutPrefix(text, "/"); pointer {
		steps := strings.Split(rest, "/")
		for i, step := range steps {
			steps[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		}
		if n := doc.Root.find(steps); n != nil {
			return n, nil
		}
		return nil, fmt.Errorf("the reference %q is unresolved: the schema has nothing at that place", ref)
	}
	if n := doc.anchors[text]; n != nil {
		return n, nil
	}
	return nil, fmt.Errorf("the reference %q is unresolved: no $anchor has that name", ref)
}

// own says whether an address, resolved against $id, is this file.
func (doc *Document) own(address string) bool {
	id := doc.Root.Get("$id")
	if id == nil {
		return false
	}
	base, err := url.Parse(strings.TrimSuffix(id.Text, "#"))
	if err != nil {
		return false
	}
	to, err := base.Parse(address)
	return err == nil && to.String() == base.String()
}
