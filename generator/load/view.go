package load

import "slices"

// With returns a copy of an object in which a key has another value. What stands inside keeps its place and its parent.
func (n *Node) With(key string, value *Node) *Node {
	view := *n
	view.Members = slices.Clone(n.Members)
	for i, m := range view.Members {
		if m.Key == key {
			view.Members[i].Value = value
		}
	}
	return &view
}

// Without returns a copy of an array that lacks the elements drop reports.
func (n *Node) Without(drop func(*Node) bool) *Node {
	view := *n
	view.Elems = slices.DeleteFunc(slices.Clone(n.Elems), drop)
	return &view
}
