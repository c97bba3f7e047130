package judge

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting, as the protocol's decoders do.
const maxDepth = 10_000

// fault is where and why a text is not JSON.
type fault struct {
	at      int
	message string
}

// node is a JSON value and its place in the text. Of equal keys the last one counts.
type node struct {
	at, end int
	key     int // where the key starts that leads here
	value   any // as encoding/json gives it, numbers as json.Number
	members map[string]*node
	keys    []string // of the members, in the text's order
	elems   []*node
}

// kind names the value's type as a message does.
func (n *node) kind() string {
	switch n.value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	default:
		return "a number"
	}
}

// text gives the value of a string.
func (n *node) text() (string, bool) {
	if n == nil {
		return "", false
	}
	s, ok := n.value.(string)
	return s, ok
}

// find follows a path as far as it leads.
func (n *node) find(path []string) *node {
	for _, step := range path {
		next := n.members[step]
		if i, err := strconv.Atoi(step); err == nil && 0 <= i && i < len(n.elems) {
			next = n.elems[i]
		}
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

// parse reads a text that is one JSON value, as encoding/json understands JSON.
func parse(text []byte) (*node, *fault) {
	p := &parser{text: text}
	n := p.node()
	if p.space(); p.bad == nil && p.at < len(text) {
		p.fail("found %s after the end of the document", p.found())
	}
	if p.bad != nil {
		return nil, p.bad
	}
	return n, nil
}

// parser reads from left to right. The first fault ends it.
type parser struct {
	text  []byte
	at    int
	depth int
	bad   *fault
}

func (p *parser) fail(format string, args ...any) {
	if p.bad == nil {
		p.bad = &fault{p.at, fmt.Sprintf(format, args...)}
	}
}

func (p *parser) space() {
	for p.at < len(p.text) && isSpace(p.text[p.at]) {
		p.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// peek gives the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// found describes what stands at the current place.
func (p *parser) found() string {
	if p.at >= len(p.text) {
		return "the end of the document"
	}
	r, size := utf8.DecodeRune(p.text[p.at:])
	switch {
	case r == utf8.RuneError && size <= 1:
		return fmt.Sprintf("the byte 0x%02x", p.text[p.at])
	case r == '\ufeff':
		return "a byte order mark"
	}
	return strconv.QuoteRune(r)
}

func (p *parser) node() *node {
	p.space()
	n := &node{at: p.at}
	switch c := p.peek(); {
	case c == '{' || c == '[':
		if p.depth++; p.depth > maxDepth {
			p.fail("nested more than %d levels deep", maxDepth)
			return n
		}
		p.at++
		if c == '{' {
			p.object(n)
		} else {
			p.array(n)
		}
		p.depth--
	case c == '"':
		n.value = p.string()
	case c == '-' || isDigit(c):
		n.value = json.Number(p.number())
	default:
		p.word(n)
	}
	n.end = p.at
	return n
}

func (p *parser) word(n *node) {
	for _, w := range []struct {
		text  string
		value any
	}{{"null", nil}, {"true", true}, {"false", false}} {
		if strings.HasPrefix(string(p.text[p.at:min(p.at+5, len(p.text))]), w.text) {
			p.at += len(w.text)
			n.value = w.value
			return
		}
	}
	p.fail("found %s where a value should start", p.found())
}

func (p *parser) array(n *node) {
	list := []any{}
	for more := !p.closed(']'); more && p.bad == nil; more = p.more(n, ']') {
		elem := p.node()
		n.elems = append(n.elems, elem)
		list = append(list, elem.value)
	}
	n.value = list
}

func (p *parser) object(n *node) {
	object := map[string]any{}
	n.members = map[string]*node{}
	for more := !p.closed('}'); more && p.bad == nil; more = p.more(n, '}') {
		p.space()
		start := p.at
		if p.peek() != '"' {
			p.fail("found %s where a key in double quotes should start", p.found())
			return
		}
		key := p.string()
		if p.space(); p.peek() != ':' {
			p.fail("found %s where the ':' after the key %s should be", p.found(), quote(key))
			return
		}
		p.at++
		m := p.node()
		m.key = start
		if n.members[key] == nil {
			n.keys = append(n.keys, key)
		}
		n.members[key] = m
		object[key] = m.value
	}
	n.value = object
}

// closed steps over the closing bracket of an empty object or array.
func (p *parser) closed(end byte) bool {
	if p.space(); p.peek() == end {
		p.at++
		return true
	}
	return false
}

// more reads what follows an element of n: a comma, or the closing bracket.
func (p *parser) more(n *node, end byte) bool {
	switch p.space(); {
	case p.peek() == ',':
		p.at++
		return true
	case p.peek() == end:
		p.at++
	case p.at >= len(p.text) && n.members != nil:
		p.fail("the document ends inside an object")
	case p.at >= len(p.text):
		p.fail("the document ends inside an array")
	default:
		p.fail("found %s where ',' or %q should be", p.found(), end)
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (p *parser) number() string {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	if p.peek() == '0' {
		p.at++
	} else {
		p.digits()
	}
	if p.peek() == '.' {
		p.at++
		p.digits()
	}
	if p.peek()|0x20 == 'e' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		p.digits()
	}
	return tame(string(p.text[start:p.at]))
}

func (p *parser) digits() {
	if !isDigit(p.peek()) {
		p.fail("found %s where a digit should be", p.found())
	}
	for isDigit(p.peek()) {
		p.at++
	}
}

// tame replaces a number whose exponent would take long to compute with. The verdict stays the same: a schema's bounds
// have at most 400 digits.
func tame(number string) string {
	const most = 5000
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	e, err := strconv.Atoi(exponent)
	switch {
	case exponent == "" || err == nil && -most <= e && e <= most:
		return number
	case strings.Trim(mantissa, "-0.") == "":
		return "0"
	}
	sign := strings.TrimRight(mantissa, "0123456789.")
	if strings.HasPrefix(exponent, "-") {
		return sign + "1e-5000"
	}
	return sign + "1e5000"
}

// string reads a string, which starts here.
func (p *parser) string() string {
	start, plain := p.at, true
	for p.at++; ; p.at++ {
		switch c := p.peek(); {
		case p.at >= len(p.text):
			p.at = start
			p.fail("this string has no closing quote")
			return ""
		case c == '"':
			p.at++
			return unquote(p.text[start:p.at], plain)
		case c < ' ':
			p.fail("found %s inside a string: write it with an escape", p.found())
			return ""
		case c == '\\':
			plain = false
			if !p.escape() {
				return ""
			}
		}
	}
}

// escape steps over an escape but for its last character.
func (p *parser) escape() bool {
	p.at++
	switch c := p.peek(); c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		for range 4 {
			if p.at++; p.at >= len(p.text) || !strings.ContainsRune("0123456789abcdefABCDEF", rune(p.text[p.at])) {
				p.fail("found %s where four hexadecimal digits should be", p.found())
				return false
			}
		}
		return true
	}
	p.fail("found %s after a backslash: this escape is not JSON", p.found())
	return false
}

func unquote(text []byte, plain bool) string {
	inner := text[1 : len(text)-1]
	if plain && utf8.Valid(inner) {
		return string(inner)
	}
	var s string
	if json.Unmarshal(text, &s) != nil {
		return string(inner) // the parser has seen that it is a string
	}
	return s
}
