// Package load parses the files of one protocol version. It returns an ordered JSON tree that is valid JSON Schema
// 2020-12 and in which every node has its place, the compiled .proto files and the ledger of numbers.
package load

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// Kind is the JSON type of a Node.
type Kind int

// The kinds of nodes.
const (
	Null Kind = iota + 1
	Bool
	Number
	String
	Array
	Object
)

// String returns the name of the kind with its article, for messages.
func (k Kind) String() string {
	return [...]string{"nothing", "null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// Node is a JSON value and its place in the file.
type Node struct {
	Kind    Kind
	Text    string   // a string's value; the spelling of a number, true, false or null
	Members []Member // of an object, in the file's order
	Elems   []*Node  // of an array

	file         string
	line, column int
	parent       *Node
	step         string // the key or index that leads from parent to here
}

// Member is a key of an object and its value.
type Member struct {
	Key   string
	Value *Node

	line, column int
}

// KeyPos is the place of the key, with the pointer of the value.
func (m Member) KeyPos() diag.Pos {
	pos := m.Value.Pos()
	pos.Line, pos.Column = m.line, m.column
	return pos
}

// Pos returns the place of the node. It builds the pointer on demand, since storing one for every node would take
// space quadratic in the size of the file.
func (n *Node) Pos() diag.Pos {
	return diag.Pos{File: n.file, Line: n.line, Column: n.column, Pointer: n.pointer()}
}

// Key returns the key or index that leads to the node, "" for the root.
func (n *Node) Key() string { return n.step }

// Parent returns the node that contains n, or nil for the root.
func (n *Node) Parent() *Node { return n.parent }

// Get returns the value of a key, or nil.
func (n *Node) Get(key string) *Node {
	for _, m := range n.Members {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// Value returns the tree as untyped values of encoding/json, with numbers as json.Number.
func (n *Node) Value() any {
	switch n.Kind {
	case Null:
		return nil
	case Bool:
		return n.Text == "true"
	case Number:
		return json.Number(n.Text)
	case String:
		return n.Text
	case Array:
		list := make([]any, 0, len(n.Elems))
		for _, elem := range n.Elems {
			list = append(list, elem.Value())
		}
		return list
	case Object:
		object := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			object[m.Key] = m.Value.Value()
		}
		return object
	}
	panic("load: node of kind " + strconv.Itoa(int(n.Kind)))
}

// find follows unescaped steps downward. It returns nil if there is no such place.
func (n *Node) find(steps []string) *Node {
	for _, step := range steps {
		next := n.Get(step)
		if n.Kind == Array {
			next = nil
			if i, err := strconv.Atoi(step); err == nil && 0 <= i && i < len(n.Elems) && strconv.Itoa(i) == step {
				next = n.Elems[i]
			}
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return n
}

// Beside returns the value of another key of the object that contains n, or nil.
func (n *Node) Beside(key string) *Node {
	if n.parent == nil {
		return nil
	}
	return n.parent.Get(key)
}

// Root returns the file's root.
func (n *Node) Root() *Node {
	for n.parent != nil {
		n = n.parent
	}
	return n
}

func (n *Node) pointer() string {
	var steps []string
	for at := n; at.parent != nil; at = at.parent {
		steps = append(steps, EscapeStep(at.step))
	}
	if len(steps) == 0 {
		return "#"
	}
	slices.Reverse(steps)
	return "#/" + strings.Join(steps, "/")
}

// EscapeStep escapes one step of a JSON Pointer for a URI fragment: RFC 6901, section 6.
func EscapeStep(step string) string {
	const plain = "-._~!$&'()*+,;=:@?"
	var b strings.Builder
	for _, c := range []byte(step) {
		switch {
		case c == '~':
			b.WriteString("~0")
		case c == '/':
			b.WriteString("~1")
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte(plain, c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte("0123456789ABCDEF"[c>>4])
			b.WriteByte("0123456789ABCDEF"[c&15])
		}
	}
	return b.String()
}
