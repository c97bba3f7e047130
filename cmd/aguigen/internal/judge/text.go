package judge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
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

// node is a JSON value and its place in the text. Of equal keys the last one counts. A document may have millions of them.
type node struct {
	at, end int32
	key     int32 // where the key starts that leads here
	value   any   // as encoding/json has it, numbers as json.Number
	*inner        // never nil
}

// inner is what only objects and arrays have.
type inner struct {
	members map[string]*node // nil for an array
	keys    []string         // of the members, in the text's order
	elems   []node
}

var noInner = &inner{}

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

// text returns the value of a string.
func (n *node) text() (string, bool) {
	if n == nil {
		return "", false
	}
	s, ok := n.value.(string)
	return s, ok
}

// firstKeys returns the keys of an object that are looked at for a likeness.
func (n *node) firstKeys() []string { return n.keys[:min(len(n.keys), longestHint)] }

// find follows a path as far as it leads.
func (n *node) find(path []string) *node {
	for _, step := range path {
		next := n.members[step]
		if i, err := strconv.Atoi(step); err == nil && 0 <= i && i < len(n.elems) {
			next = &n.elems[i]
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
	n := &node{}
	p.node(n)
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
	last  any // the number read last
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

// peek returns the next byte, 0 at the end.
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

// node reads a value into n.
func (p *parser) node(n *node) {
	p.space()
	n.at, n.inner = int32(p.at), noInner
	switch c := p.peek(); {
	case c == '{' || c == '[':
		if p.depth++; p.depth > maxDepth {
			p.fail("nested more than %d levels deep", maxDepth)
			return
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
		n.value = p.number()
	default:
		p.word(n)
	}
	n.end = int32(p.at)
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
	n.inner = &inner{}
	list := []any{}
	for more := !p.closed(']'); more && p.bad == nil; more = p.more(n, ']') {
		n.elems = append(n.elems, node{})
		elem := &n.elems[len(n.elems)-1]
		p.node(elem)
		list = append(list, elem.value)
	}
	n.value = list
}

func (p *parser) object(n *node) {
	object := map[string]any{}
	n.inner = &inner{members: map[string]*node{}}
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
		m := &node{key: int32(start)}
		p.node(m)
		switch before := n.members[key]; {
		case before == nil:
			n.keys = append(n.keys, key)
		case strings.ContainsRune(key, utf8.RuneError) && !bytes.Equal(p.keyAt(int(before.key)), p.keyAt(start)):
			p.at = start
			p.fail("this key and an earlier one differ only in halves of surrogate pairs, which are not text")
			return
		}
		n.members[key] = m
		object[key] = m.value
	}
	n.value = object
}

// keyAt returns the key that starts at i as it is spelled.
func (p *parser) keyAt(i int) []byte {
	look := parser{text: p.text, at: i}
	look.string()
	return p.text[i:look.at]
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

// number reads a number. Its value is that of the one before if it is spelled alike: long lists often repeat.
func (p *parser) number() any {
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
	text := p.text[start:p.at]
	if last, ok := p.last.(json.Number); !ok || string(last) != string(text) {
		p.last = json.Number(tame(string(text)))
	}
	return p.last
}

func (p *parser) digits() {
	if !isDigit(p.peek()) {
		p.fail("found %s where a digit should be", p.found())
	}
	for isDigit(p.peek()) {
		p.at++
	}
}

// The library computes with numbers as fractions, in time by the square of their digits. A longer number is replaced by
// one that is as good: as large as far as a schema's bounds can tell, and an integer if that one was.
const (
	mostDigits = 800
	mostShift  = 5000
)

// tame returns a number whose verdict is that of the given one, with no more digits than can be computed with.
func tame(number string) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	e, err := strconv.Atoi(exponent)
	if len(mantissa) <= mostDigits && (exponent == "" || err == nil && -mostShift <= e && e <= mostShift) {
		return number
	}
	sign := mantissa[:len(mantissa)-len(strings.TrimPrefix(mantissa, "-"))]
	whole, fraction, _ := strings.Cut(mantissa[len(sign):], ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return "0"
	}
	if err != nil { // beyond what an int holds
		e = math.MaxInt32
		if strings.HasPrefix(exponent, "-") {
			e = -e
		}
	}
	if exponent == "" {
		e = 0
	}
	// The value is 0.digits × 10^shift.
	shift := len(whole) + e - (len(whole) + len(fraction) - len(digits))
	integral := shift >= len(strings.TrimRight(digits, "0"))
	shift = max(min(shift, mostShift), -mostShift)
	if integral {
		return sign + "0." + digits[:min(len(digits), mostDigits)] + "e" + strconv.Itoa(shift)
	}
	if shift > mostDigits { // larger than any bound, and still a fraction
		return sign + "1" + strings.Repeat("0", shift-1) + ".5"
	}
	if len(digits) > mostDigits {
		digits = digits[:mostDigits] + strings.Repeat("0", mostDigits) + "1"
	}
	return sign + "0." + digits + "e" + strconv.Itoa(shift)
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
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(p.text[p.at:])
			if r == utf8.RuneError && size == 1 {
				p.fail("found the byte 0x%02x inside a string, which is not UTF-8: send the text as UTF-8", c)
				return ""
			}
			p.at += size - 1
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
	if plain {
		return string(inner)
	}
	var s string
	if json.Unmarshal(text, &s) != nil {
		return string(inner) // the parser has seen that it is a string
	}
	return s
}
