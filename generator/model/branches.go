package model

import (
	"slices"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// branches returns the keyword of a union and what it lists.
func branches(n *load.Node) (keyword string, list []*load.Node) {
	for _, key := range []string{"oneOf", "anyOf"} {
		if union := n.Get(key); union != nil {
			return key, union.Elems
		}
	}
	typ := n.Get("type")
	if typ == nil || typ.Kind != load.Array {
		return "", nil
	}
	for _, elem := range typ.Elems { // each type with the keywords that are about it
		list = append(list, n.With("type", elem).Only(func(key string) bool { return isAbout(key, elem.Text) }))
	}
	return "type", list
}

// isAbout reports whether a keyword says something of values of a JSON type.
func isAbout(keyword, typ string) bool {
	if r := rules.Of(keyword); r != nil && slices.Contains(rules.Beside(), r) {
		on := map[string]rules.On{"string": rules.Text, "integer": rules.Integer, "number": rules.Number, "array": rules.Items, "object": rules.Members}
		return r.On()&on[typ] != 0
	}
	only, bound := map[string]string{
		"items": "array", "prefixItems": "array", "contains": "array", "minContains": "array", "maxContains": "array",
		"uniqueItems": "array", "properties": "object", "required": "object", "additionalProperties": "object",
		"patternProperties": "object", "propertyNames": "object", "minProperties": "object", "maxProperties": "object",
		"dependentRequired": "object", "unevaluatedProperties": "object",
	}[keyword]
	return !bound || only == typ
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
	_, list := branches(n)
	return b.isTagged(list) || n.Get("oneOf") == nil && n.Get("anyOf") == nil && b.areTypes(list) ||
		n.Get("type") == nil && b.areTypes(list)
}

// areTypes reports whether each branch is of a JSON type of its own.
func (b *builder) areTypes(list []*load.Node) bool {
	seen := map[string]bool{"": true}
	for _, elem := range list {
		kind := b.jsonType(elem, branch, 0)
		if seen[kind] {
			return false
		}
		seen[kind] = true
	}
	return len(list) > 1
}

// jsonType returns the one JSON type that values of a subschema have, "" where there is none.
func (b *builder) jsonType(n *load.Node, at place, depth int) string {
	f, _ := b.shaped(n, at)
	switch {
	case f == formRef && depth < 100:
		if to, err := b.doc.Resolve(n.Get("$ref")); err == nil {
			return b.jsonType(to, definition, depth+1)
		}
	case f == formUnion:
		if _, list := branches(n); b.isTagged(list) {
			return "object"
		}
	}
	return jsonTypes[f]
}

var jsonTypes = map[form]string{
	formString: "string", formEnum: "string", formInteger: "number", formNumber: "number", formBoolean: "boolean",
	formList: "array", formObject: "object", formMap: "object",
}

// isTagged reports whether all branches are objects that a member tells apart.
func (b *builder) isTagged(list []*load.Node) bool {
	forms := form(0)
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
