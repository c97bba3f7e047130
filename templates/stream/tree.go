package stream

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// node is a JSON value that is taken apart no further than patches reach. What has not been touched stays text, so a
// change costs what its path costs.
type node struct {
	raw    []byte // the text; nil where the value was taken apart and changed
	hash   uint64 // of the value, where values are compared
	*parts        // nil for a value that was not taken apart
}

// parts is what is in an array or an object.
type parts struct {
	array bool
	items []*node        // of an array; of an object, in order, nil for one that was removed
	names []string       // of an object, beside items
	index map[string]int // of an object: where a name is
	gaps  int            // of an object: how many items were removed
	free  []node         // for items
}

var (
	errDepth     = errors.New("it is nested too deeply")
	maxTreeDepth = 1000   // steps of a path
	mostDepth    = 10_000 // of a document, as deep as JSON is read
)

// newNode returns the value of a text, which must be JSON.
func newNode(raw []byte) *node { return &node{raw: raw} }

// checked returns the value of a text, or what is wrong with it.
func checked(raw []byte) (*node, error) {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	if !json.Valid(raw) {
		return nil, errors.New("it is not JSON")
	}
	return newNode(bytes.TrimRight(raw, " \t\r\n")), nil
}

func (n *node) isObject() bool { return n.parts != nil && !n.array || n.raw != nil && n.raw[0] == '{' }
func (n *node) isArray() bool  { return n.parts != nil && n.array || n.raw != nil && n.raw[0] == '[' }
func (n *node) isNull() bool   { return string(n.raw) == "null" }

// newObject returns an object without members.
func newObject(size int) *node {
	return &node{parts: &parts{index: make(map[string]int, size)}}
}

// open takes a value apart, one level deep.
func (n *node) open() { n.openAlong(nil) }

// openAlong takes a value apart, and what lies in it along a path. Each text is read once, however long the path.
func (n *node) openAlong(path []string) {
	if n.parts == nil && n.opens() {
		n.parse(n.raw, 0, path[:min(len(path), maxTreeDepth)], false)
	}
}

// openAll takes a value apart down to the last one in it.
func (n *node) openAll() {
	if n.parts == nil && n.opens() {
		n.parse(n.raw, 0, nil, true)
	}
}

// opens reports whether a value is an array or an object.
func (n *node) opens() bool { return len(n.raw) > 0 && (n.raw[0] == '{' || n.raw[0] == '[') }

// parse takes apart the array or object that begins at i of a text, and what lies in it along a path, or all. It returns
// where it ends.
func (n *node) parse(b []byte, i int, path []string, all bool) int {
	n.parts = &parts{array: b[i] == '['}
	step, rest := "", path
	if len(path) > 0 {
		step, rest = path[0], path[1:]
	}
	at := -1 // the index that step is
	if n.array {
		if i, err := place(step, len(b)); err == nil {
			at = i
		}
	} else {
		n.index = map[string]int{}
	}
	for i = skipBlank(b, i+1); b[i] != '}' && b[i] != ']'; {
		name, leads := "", len(n.items) == at
		if !n.array {
			end := textEnd(b, i)
			name = nameOf(b[i:end])
			leads = name == step
			i = skipBlank(b, skipBlank(b, end)+1) // the colon
		}
		value, start := n.room(), i
		if (all || len(path) > 0 && leads) && (b[i] == '{' || b[i] == '[') {
			i = value.parse(b, i, rest, all)
		} else {
			i = valueEnd(b, i)
		}
		value.raw = b[start:i:i]
		n.put(name, value)
		if i = skipBlank(b, i); b[i] == ',' {
			i = skipBlank(b, i+1)
		}
	}
	n.free = nil
	return i + 1
}

// room returns room for an item. Many share an allocation.
func (p *parts) room() *node {
	if len(p.free) == 0 {
		p.free = make([]node, min(max(4, len(p.items)), 1024))
	}
	n := &p.free[0]
	p.free = p.free[1:]
	return n
}

func (n *node) put(name string, value *node) {
	if n.array {
		n.items = append(n.items, value)
		return
	}
	if at, is := n.index[name]; is {
		n.items[at] = value
		return
	}
	n.index[name] = len(n.items)
	n.names = append(n.names, name)
	n.items = append(n.items, value)
}

// member returns a member of an object, nil if it has none of that name.
func (n *node) member(name string) *node {
	n.open()
	if at, is := n.index[name]; is {
		return n.items[at]
	}
	return nil
}

// tidy closes the gaps that removals left, when they are most of the object: so the order of what stays is kept, and
// each removal costs little.
func (n *node) tidy() {
	if n.gaps < len(n.index)+8 {
		return
	}
	names, items := n.names, n.items
	n.names, n.items = make([]string, 0, len(n.index)), make([]*node, 0, len(n.index))
	for i, item := range items {
		if item != nil {
			n.index[names[i]] = len(n.items)
			n.names, n.items = append(n.names, names[i]), append(n.items, item)
		}
	}
	n.gaps = 0
}

// append appends the text of a value.
func (n *node) append(dst []byte) []byte {
	if n.raw != nil {
		return append(dst, n.raw...)
	}
	open, closing := byte('{'), byte('}')
	if n.array {
		open, closing = '[', ']'
	}
	dst = append(dst, open)
	some := false
	for i, item := range n.items {
		if item == nil {
			continue
		}
		if some {
			dst = append(dst, ',')
		}
		some = true
		if !n.array {
			dst = append(appendName(dst, n.names[i]), ':')
		}
		dst = item.append(dst)
	}
	return append(dst, closing)
}

func (n *node) text() []byte {
	if n.raw != nil {
		return n.raw
	}
	return n.append(nil)
}

// depth returns how deep a value nests.
func (n *node) depth() int {
	if n.raw != nil {
		return textDepth(n.raw)
	}
	most := 0
	for _, item := range n.items {
		if item != nil {
			most = max(most, item.depth())
		}
	}
	return 1 + most
}

// textDepth returns how deep a text nests that is JSON.
func textDepth(b []byte) int {
	depth, most := 0, 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = textEnd(b, i) - 1
		case '{', '[':
			depth++
			most = max(most, depth)
		case '}', ']':
			depth--
		}
	}
	return most
}

func skipBlank(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// textEnd returns where a string ends that begins at i.
func textEnd(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// valueEnd returns where a value ends that begins at i.
func valueEnd(b []byte, i int) int {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			if i = textEnd(b, i) - 1; depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			} else if depth < 0 {
				return i
			}
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

func unquote(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 {
		return string(b[1 : len(b)-1])
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return string(b)
	}
	return s
}

// nameOf returns what stands for the name of a member. One that is not Unicode, as it has half of a surrogate pair, is
// told by its text, so that two of them stay two; no path leads to it.
func nameOf(b []byte) string {
	if !utf8.Valid(b) || bytes.IndexByte(b, '\\') >= 0 && escapedHalf(b) {
		return asText + string(b)
	}
	return unquote(b)
}

// asText begins what stands for such a name. Nothing that is Unicode begins so.
const asText = "\xff"

func appendName(dst []byte, name string) []byte {
	if text, is := strings.CutPrefix(name, asText); is {
		return append(dst, text...)
	}
	return appendQuoted(dst, name)
}

// appendQuoted appends a string as JSON, without the escapes that are for HTML.
func appendQuoted(dst []byte, s string) []byte {
	plain := !slices.ContainsFunc([]byte(s), func(c byte) bool { return c < 0x20 || c == '"' || c == '\\' || c >= 0x7f })
	if plain {
		return append(append(append(dst, '"'), s...), '"')
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(fmt.Sprintf("a string cannot be encoded: %v", err)) // encoding/json encodes any string
	}
	return append(dst, bytes.TrimRight(b.Bytes(), "\n")...)
}
