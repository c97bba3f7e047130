package load

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// SchemaPrinter prints a schema as JSON. Keywords are printed in alphabetical order, regardless of their order in the
// file; "properties" keep the order of the file. Anchors, addresses and nested definitions are omitted, since
// references use names.
type SchemaPrinter struct {
	Ref  func(ref *Node) string         // what to print for a reference
	Keep func(branchOfOneOf *Node) bool // whether a branch belongs there
}

// namings are the keywords by which references find a schema.
var namings = []string{"$anchor", "$defs", "$dynamicAnchor", "$id", "$schema", "definitions"}

// Append appends n to dst.
func (p SchemaPrinter) Append(dst []byte, n *Node) []byte {
	if n.Kind != Object {
		return appendData(dst, n)
	}
	members := slices.DeleteFunc(slices.Clone(n.Members), func(m Member) bool { return slices.Contains(namings, m.Key) })
	slices.SortFunc(members, func(a, b Member) int { return cmp.Compare(a.Key, b.Key) })
	return appendMembers(dst, members, func(dst []byte, m Member) []byte {
		switch {
		case m.Key == "$ref":
			return appendText(dst, p.Ref(m.Value))
		case slices.Contains(schemaValues, m.Key):
			return p.Append(dst, m.Value)
		case slices.Contains(schemaMaps, m.Key):
			return appendMembers(dst, m.Value.Members, func(dst []byte, m Member) []byte { return p.Append(dst, m.Value) })
		case slices.Contains(schemaLists, m.Key):
			branches := m.Value.Elems
			if m.Key == "oneOf" {
				branches = slices.DeleteFunc(slices.Clone(branches), func(b *Node) bool { return !p.Keep(b) })
			}
			return appendElems(dst, branches, p.Append)
		default:
			return appendData(dst, m.Value)
		}
	})
}

// appendData appends a value that is not a schema.
func appendData(dst []byte, n *Node) []byte {
	switch n.Kind {
	case Object:
		return appendMembers(dst, n.Members, func(dst []byte, m Member) []byte { return appendData(dst, m.Value) })
	case Array:
		return appendElems(dst, n.Elems, appendData)
	case String:
		return appendText(dst, n.Text)
	default:
		return append(dst, n.Text...)
	}
}

func appendMembers(dst []byte, members []Member, value func([]byte, Member) []byte) []byte {
	dst = append(dst, '{')
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = value(append(appendText(dst, m.Key), ':'), m)
	}
	return append(dst, '}')
}

func appendElems(dst []byte, elems []*Node, value func([]byte, *Node) []byte) []byte {
	dst = append(dst, '[')
	for i, elem := range elems {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = value(dst, elem)
	}
	return append(dst, ']')
}

// appendText appends a string, without HTML escaping.
func appendText(dst []byte, s string) []byte {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // no string fails
	}
	return append(dst, strings.TrimSuffix(b.String(), "\n")...)
}
