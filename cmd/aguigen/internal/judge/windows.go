package judge

import (
	"errors"
	"slices"
	"sort"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The library keeps several kilobytes for each element that breaks a union's rules, until it has seen the whole document. So a
// document with long arrays is shown to it a stretch at a time: each view has the document without the elements of its long
// arrays, but for those of the stretch. What is found in a stretch is taken from its view, what is found elsewhere from the
// first one. That is only done by schemas whose rules look at one element at a time, see apart.

type cut struct {
	long int // elements from which on an array is cut
	view int // values that a view has at least
}

var usualCut = cut{256, 1024}

// mostLeast is the largest minItems with which arrays are cut.
const mostLeast = 100

// unit is an element of a long array without the units inside of it.
type unit struct {
	node   *node
	parent int32 // the unit that holds it, -1 for none
	end    int32 // behind the last unit inside of it
	size   int32 // values in it
}

// windows are the stretches of one document.
type windows struct {
	root   *node
	cut    cut
	least  int // elements that every array keeps
	units  []unit
	arrays map[*node][]int32 // the units of each long array
	above  map[*node]bool    // the values with a long array inside
	base   int32             // values outside of units

	from, to int32 // the current stretch
	shown    map[*node]int
}

// newWindows looks for long arrays. It returns nil where there are none worth cutting.
func newWindows(root *node, least int, c cut) *windows {
	w := &windows{root: root, cut: c, least: least, arrays: map[*node][]int32{}, above: map[*node]bool{}}
	w.base, _ = w.scan(root, -1)
	if len(w.units) == 0 {
		return nil
	}
	return w
}

// scan counts the values of n that are in no unit inside of it, and reports whether n holds long arrays.
func (w *windows) scan(n *node, parent int32) (size int32, holds bool) {
	size = 1
	for _, key := range n.keys {
		more, inside := w.scan(n.members[key], parent)
		size, holds = size+more, holds || inside
	}
	long := len(n.elems) >= w.cut.long
	if long {
		w.arrays[n] = make([]int32, 0, len(n.elems))
	}
	for i := range n.elems {
		elem := &n.elems[i]
		if !long {
			more, inside := w.scan(elem, parent)
			size, holds = size+more, holds || inside
			continue
		}
		id := int32(len(w.units))
		w.units = append(w.units, unit{node: elem, parent: parent})
		w.arrays[n] = append(w.arrays[n], id)
		own, _ := w.scan(elem, id)
		w.units[id].size, w.units[id].end = own, int32(len(w.units))
	}
	if holds = holds || long; holds {
		w.above[n] = true
	}
	return size, holds
}

// next moves to the next stretch, which has about as many values as stand outside of all.
func (w *windows) next() bool {
	w.from = w.to
	for size := int32(0); int(w.to) < len(w.units) && size < max(int32(w.cut.view), w.base); w.to++ {
		size += w.units[w.to].size
	}
	w.shown = map[*node]int{}
	return w.from < w.to
}

// view is the document as the library gets to see it.
func (w *windows) view(n *node) any {
	switch {
	case !w.above[n]:
		return n.value
	case n.members != nil:
		object := make(map[string]any, len(n.keys))
		for _, key := range n.keys {
			object[key] = w.view(n.members[key])
		}
		return object
	}
	first, behind := 0, len(n.elems)
	if units, long := w.arrays[n]; long {
		first = sort.Search(len(units), func(i int) bool { return w.units[units[i]].end > w.from })
		behind = sort.Search(len(units), func(i int) bool { return units[i] >= w.to })
		first = min(first, behind)
		first = max(min(first, len(units)-w.least), 0)
		behind = max(behind, min(first+w.least, len(units)))
		w.shown[n] = first
	}
	list := make([]any, 0, behind-first)
	for i := range n.elems[first:behind] {
		list = append(list, w.view(&n.elems[first+i]))
	}
	return list
}

// restore writes the places of the document in the place of those of the view.
func (w *windows) restore(e *jsonschema.ValidationError) {
	n := w.root
	for i, step := range e.InstanceLocation {
		if n == nil || !w.above[n] {
			break
		}
		if n.members != nil {
			n = n.members[step]
			continue
		}
		index, err := strconv.Atoi(step)
		if err != nil {
			break
		}
		index += w.shown[n]
		e.InstanceLocation[i] = strconv.Itoa(index)
		n = &n.elems[index]
	}
	for _, cause := range e.Causes {
		w.restore(cause)
	}
}

// has reports whether what is found at an offset belongs to the current stretch.
func (w *windows) has(at int) bool {
	id := int32(sort.Search(len(w.units), func(i int) bool { return int(w.units[i].node.at) > at }) - 1)
	for id >= 0 && int(w.units[id].node.end) <= at {
		id = w.units[id].parent
	}
	if id < 0 {
		return w.from == 0
	}
	return w.from <= id && id < w.to
}

// check lets the library judge the document, in stretches where that is possible.
func (w *walk) check(c choice) (valid bool) {
	var views *windows
	if least, ok := apart(c.narrow); ok {
		views = newWindows(w.root, least, w.schema.cut)
	}
	if views == nil {
		return w.judge(c, w.root.value, nil)
	}
	valid = true
	for views.next() {
		valid = w.judge(c, views.view(w.root), views) && valid
		w.settle()
	}
	return valid
}

func (w *walk) judge(c choice, value any, views *windows) (valid bool) {
	var invalid *jsonschema.ValidationError
	if err := c.narrow.Validate(value); !errors.As(err, &invalid) {
		return true
	}
	before := len(w.found)
	if views != nil {
		views.restore(invalid)
	}
	w.visit(invalid, &owner{schema: c.narrow})
	if views != nil {
		kept := slices.DeleteFunc(w.found[before:], func(h hit) bool { return !views.has(h.at) })
		w.found = w.found[:before+len(kept)]
	}
	return false
}

// apart reports whether a schema's rules for arrays look at one element at a time, so that the verdict on an array is that on
// its stretches, and how many elements each of these needs.
func apart(root *jsonschema.Schema) (least int, ok bool) {
	seen := map[*jsonschema.Schema]bool{}
	ok = true
	var visit func(s *jsonschema.Schema)
	visit = func(s *jsonschema.Schema) {
		if s == nil || seen[s] || !ok {
			return
		}
		seen[s] = true
		if s.MinItems != nil {
			least = max(least, *s.MinItems)
		}
		ok = least <= mostLeast && looksAtOne(s) && decided(s.AnyOf, false) && decided(s.OneOf, discriminate(s) != nil)
		for _, sub := range subschemas(s) {
			visit(sub)
		}
	}
	visit(root)
	return least, ok
}

// looksAtOne reports whether a schema lacks the rules that look at several elements, or at a value as a whole.
func looksAtOne(s *jsonschema.Schema) bool {
	whole := s.MaxItems != nil || s.UniqueItems || s.Contains != nil || len(s.PrefixItems) > 0 || s.UnevaluatedItems != nil ||
		s.If != nil || len(s.DependentSchemas) > 0 || s.DynamicRef != nil || s.RecursiveRef != nil || s.Items != nil ||
		s.AdditionalItems != nil || len(s.Dependencies) > 0
	if s.Not != nil && (s.Not.Types == nil || slices.Contains(s.Not.Types.ToStrings(), "array") || slices.Contains(s.Not.Types.ToStrings(), "object")) {
		whole = true
	}
	values := []any{}
	if s.Const != nil {
		values = append(values, *s.Const)
	}
	if s.Enum != nil {
		values = append(values, s.Enum.Values...)
	}
	return !whole && !slices.ContainsFunc(values, func(v any) bool {
		switch v.(type) {
		case []any, map[string]any:
			return true
		}
		return false
	})
}

// decided reports whether the branch of a union does not depend on the elements of arrays: a constant decides, or only one
// branch takes more than scalars.
func decided(branches []*jsonschema.Schema, byTag bool) bool {
	if byTag {
		return true
	}
	open := 0
	for _, b := range branches {
		types := target(b).Types
		if types == nil || slices.Contains(types.ToStrings(), "array") || slices.Contains(types.ToStrings(), "object") {
			open++
		}
	}
	return open < 2
}

// subschemas are the schemas that a schema applies to a value or to what is in it, but for those that looksAtOne refuses.
func subschemas(s *jsonschema.Schema) []*jsonschema.Schema {
	list := slices.Concat([]*jsonschema.Schema{s.Ref, s.Items2020, s.UnevaluatedProperties, s.PropertyNames}, s.AllOf, s.AnyOf, s.OneOf)
	for _, sub := range s.Properties {
		list = append(list, sub)
	}
	for _, sub := range s.PatternProperties {
		list = append(list, sub)
	}
	if sub, ok := s.AdditionalProperties.(*jsonschema.Schema); ok {
		list = append(list, sub)
	}
	return list
}
