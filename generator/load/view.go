package load

import "slices"

// With returns a copy of an object in which a key has another value. Its values keep their place and their
// parent.
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

// Only returns a copy of an object that has only the keys keep reports.
func (n *Node) Only(keep func(key string) bool) *Node {
	view := *n
	view.Members = slices.DeleteFunc(slices.Clone(n.Members), func(m Member) bool { return !keep(m.Key) })
	return &view
}
