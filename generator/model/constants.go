package model

import (
	"slices"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// constantsOf returns the branches of a union that consists of string constants, and its keyword: an enum whose values can say
// something of themselves. It is nil for any other subschema.
func constantsOf(n *load.Node) (keyword string, branches []*load.Node) {
	for _, key := range []string{"oneOf", "anyOf"} {
		list := n.Get(key)
		if list == nil {
			continue
		}
		if keyword != "" || len(list.Elems) == 0 || slices.ContainsFunc(list.Elems, func(b *load.Node) bool { return !isConstant(b) }) {
			return "", nil
		}
		keyword, branches = key, list.Elems
	}
	for _, key := range []string{"$ref", "const", "enum", "allOf"} {
		if n.Get(key) != nil {
			return "", nil
		}
	}
	return keyword, branches
}

// isConstant reports whether a subschema is a string constant and says nothing else that matters.
func isConstant(n *load.Node) bool {
	if c := n.Get("const"); c == nil || c.Kind != load.String {
		return false
	}
	return !slices.ContainsFunc(n.Members, func(m load.Member) bool {
		return m.Key != "const" && asserts(m.Key) && (m.Key != "type" || m.Value.Text != "string")
	})
}

// branchValues are the texts of the constants.
func branchValues(branches []*load.Node) []*load.Node {
	var list []*load.Node
	for _, b := range branches {
		list = append(list, b.Get("const"))
	}
	return list
}

// constants reads an enum from the branches.
func (b *builder) constants(e *Enum, branches []*load.Node) {
	values := rules.Values(branchValues(branches), &b.d)
	for _, branch := range branches {
		v := branch.Get("const")
		if slices.Contains(values, v) {
			e.Values = append(e.Values, &EnumValue{Value: v.Text, Doc: docOf(branch), Notes: notesOf(branch), Pos: v.Pos()})
		}
	}
}
