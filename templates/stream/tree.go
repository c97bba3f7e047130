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

// node is a JSON value that is parsed only as far as patches reach. The rest stays text, so the cost of a change is
// that of its path.
type node struct {
	raw    []byte // the text; nil if the value was parsed and changed
	hash   uint64 // set only if values are compared
	*parts        // nil for a value that was not parsed
}

// parts is the content of an array or an object.
type parts struct {
	array bool
	items []*node        // of an array or object, in order; nil for a removed member
	names []string       // of an object, parallel to items
	index map[string]int // of an object: the index of a name
	gaps  int            // of an object: how many items were removed
	free  []node         // for items
}

var (
	errDepth     = errors.New("it is nested too deeply")
	maxTreeDepth = 1000   // steps of a path
	mostDepth    = 10_000 // of a document, the limit for decoding JSON
)

// newNode returns the value of a text, which must be JSON.
func newNode(raw []byte) *node { return &node{raw: raw} }

// checked returns the value of a text, or an error if it is not JSON.
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

// open parses a value one level deep.
func (n *node) open() { n.openAlong(nil) }

// openAlong parses a value and the values in it along a path. It reads each text once, however long the path
// is.
func (n *node) openAlong(path []string) {
	if n.parts == nil && n.opens() {
		n.parse(n.raw, 0, path[:min(len(path), maxTreeDepth)], false)
	}
}

// openAll parses a value and all values in it.
func (n *node) openAll() {
	if n.parts == nil && n.opens() {
		n.parse(n.raw, 0, nil, true)
	}
}

// opens reports whether a value is an array or an object.
func (n *node) opens() bool { return len(n.raw) > 0 && (n.raw[0] == '{' || n.raw[0] == '[') }

// parse parses the array or object at i, and the values in it along a path, or all of them. It returns the end of the
// value.
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

// room returns a new item. Many items share an allocation.
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

// member returns the member of an object with the given name, or nil.
func (n *node) member(name string) *node {
	n.open()
	if at, is := n.index[name]; is {
		return n.items[at]
	}
	return nil
}

// tidy removes the gaps that removals left once they are most of the object. This keeps the order of the remaining
// members, and each removal costs little.
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

// textDepth returns how deep a JSON text nests.
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

// textEnd returns the end of the string that begins at i.
func textEnd(b []byte, i int) int {
	for i++; b[i] != '"'; i++ {
		if b[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// valueEnd returns the end of the value that begins at i.
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

// nameOf returns the key for the name of a member. The key of a name with half of a surrogate pair is its JSON text,
// so that different names stay different; no path reaches it.
func nameOf(b []byte) string {
	if !utf8.Valid(b) || bytes.IndexByte(b, '\\') >= 0 && escapedHalf(b) {
		return asText + string(b)
	}
	return unquote(b)
}

// asText is the prefix of such a key. No Unicode text begins with it.
const asText = "\xff"

func appendName(dst []byte, name string) []byte {
	if text, is := strings.CutPrefix(name, asText); is {
		return append(dst, text...)
	}
	return appendQuoted(dst, name)
}

// appendQuoted appends a string as JSON, without HTML escaping.
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
