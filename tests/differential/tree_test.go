package differential

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// node is a JSON value that keeps the order and the repetition of its members, so that a mutation can be anything that
// text can be.
type node struct {
	kind    byte     // '{', '[' or 0 for the rest
	scalar  string   // the text of the rest
	keys    []string // the text of the keys, with quotes
	members []*node  // of objects and arrays
}

// parse reads a document that is known to be good.
func parse(data []byte) (*node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return parseValue(d)
}

func parseValue(d *json.Decoder) (*node, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	delimiter, ok := token.(json.Delim)
	if !ok {
		text, err := json.Marshal(token)
		return &node{scalar: string(text)}, err
	}
	n := &node{kind: byte(delimiter)}
	for d.More() {
		if n.kind == '{' {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			n.keys = append(n.keys, quote(key.(string)))
		}
		member, err := parseValue(d)
		if err != nil {
			return nil, err
		}
		n.members = append(n.members, member)
	}
	_, err = d.Token()
	return n, err
}

func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// write spells the tree; space goes where JSON allows some.
func (n *node) write(b *strings.Builder, space string) {
	switch n.kind {
	case 0:
		b.WriteString(n.scalar)
		return
	case '{':
		b.WriteString("{" + space)
	case '[':
		b.WriteString("[" + space)
	default:
		panic(fmt.Sprintf("no kind of node: %q", n.kind))
	}
	for i, member := range n.members {
		if i > 0 {
			b.WriteString(space + "," + space)
		}
		if n.kind == '{' {
			b.WriteString(n.keys[i] + space + ":" + space)
		}
		member.write(b, space)
	}
	b.WriteString(space + string(n.kind+2))
}

func (n *node) text(space string) string {
	var b strings.Builder
	n.write(&b, space)
	return b.String()
}

// clone copies the tree.
func (n *node) clone() *node {
	c := *n
	c.keys = append([]string(nil), n.keys...)
	c.members = make([]*node, len(n.members))
	for i, member := range n.members {
		c.members[i] = member.clone()
	}
	return &c
}

// all lists the node and everything below it.
func (n *node) all() []*node {
	list := []*node{n}
	for _, member := range n.members {
		list = append(list, member.all()...)
	}
	return list
}
