package model

import (
	"slices"

	"github.com/aguigen/aguigen/generator/load"
)

// branches returns the keyword of a union and what it lists.
func branches(n *load.Node) (keyword string, list []*load.Node) {
	for _, key := range []string{"oneOf", "anyOf"} {
		if union := n.Get(key); union != nil {
			return key, union.Elems
		}
	}
	return "", nil
}

// constants returns the values of an enum that is written as a union of constants, each of which can have a description of
// its own; nil for anything else.
func constants(n *load.Node) []*load.Node {
	if n.Get("oneOf") != nil && n.Get("anyOf") != nil {
		return nil
	}
	var values []*load.Node
	_, list := branches(n)
	for _, elem := range list {
		value := elem.Get("const")
		typ := elem.Get("type")
		if value == nil || value.Kind != load.String || len(left(elem, formConst)) > 0 || typ != nil && typ.Text != "string" {
			return nil
		}
		values = append(values, value)
	}
	return values
}

// isUnion reports whether something tells the branches apart: a member that each object pins to a constant of its own, or the
// JSON type of a string and an array.
func (b *builder) isUnion(n *load.Node) bool {
	if n.Get("oneOf") != nil && n.Get("anyOf") != nil {
		return false
	}
	forms := form(0)
	_, list := branches(n)
	for _, elem := range list {
		f, rest := b.shaped(elem, branch)
		if len(rest) > 0 && f == formRef {
			return false
		}
		if f == formRef {
			to, err := b.doc.Resolve(elem.Get("$ref"))
			if err != nil || !b.isEntry[to] {
				return false
			}
			f, _ = b.shaped(to, definition)
		}
		forms |= f
	}
	if forms == formString|formList && len(list) == 2 {
		return n.Get("oneOf") != nil && n.Get("type") == nil
	}
	return forms == formObject && len(b.tagsOf(list)) > 0
}

// tagsOf returns the members that tell objects apart: each has them required and pins them to a string of its own.
func (b *builder) tagsOf(list []*load.Node) []string {
	var names []string
	for i, elem := range list {
		pins := b.pins(elem)
		if i == 0 {
			for _, p := range pins {
				names = append(names, p.name)
			}
			continue
		}
		names = slices.DeleteFunc(names, func(name string) bool { return pins.value(name) == nil })
	}
	return slices.DeleteFunc(names, func(name string) bool {
		seen := map[string]bool{}
		for _, elem := range list {
			value := b.pins(elem).value(name).Text
			if seen[value] {
				return true
			}
			seen[value] = true
		}
		return false
	})
}

// pin is a required member that is always the same string.
type pin struct {
	name  string
	value *load.Node
}

type pins []pin

func (list pins) value(name string) *load.Node {
	i := slices.IndexFunc(list, func(p pin) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return list[i].value
}

// pins returns those of an object, in the order in which a struct has them: first what allOf adds.
func (b *builder) pins(n *load.Node) pins {
	var required []string
	var found pins
	var visit func(n *load.Node, depth int)
	visit = func(n *load.Node, depth int) {
		if depth > 100 {
			return
		}
		if ref := n.Get("$ref"); ref != nil {
			if to, err := b.doc.Resolve(ref); err == nil {
				visit(to, depth+1)
			}
		}
		if all := n.Get("allOf"); all != nil {
			for _, elem := range all.Elems {
				visit(elem, depth+1)
			}
		}
		required = append(required, texts(n.Get("required"))...)
		if props := n.Get("properties"); props != nil {
			for _, m := range props.Members {
				if c := m.Value.Get("const"); c != nil && c.Kind == load.String {
					found = append(found, pin{m.Key, c})
				}
			}
		}
	}
	visit(n, 0)
	return slices.DeleteFunc(found, func(p pin) bool { return !slices.Contains(required, p.name) })
}
