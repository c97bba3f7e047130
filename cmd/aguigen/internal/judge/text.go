package judge

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aguigen/aguigen/templates/runtime"
)

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

// parse takes a text apart that is one JSON value, as encoding/json understands JSON. Whether it is JSON, and where it stops being
// that, the scanner of the emitted code says: the tool has no other one for documents. (That of load keeps lines and columns, for
// schemas.)
func parse(text []byte) (*node, *fault) {
	if at, message := runtime.Syntax(text); message != "" {
		return nil, &fault{at, message}
	}
	p := &parser{text: text}
	n := &node{}
	p.node(n)
	if p.bad != nil {
		return nil, p.bad
	}
	return n, nil
}

// parser walks a text that is JSON.
type parser struct {
	text []byte
	at   int
	last any // the number read last
	bad  *fault
}

// space skips white space and commas.
func (p *parser) space() byte {
	for isSpace(p.text[p.at]) || p.text[p.at] == ',' {
		p.at++
	}
	return p.text[p.at]
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// node reads a value into n.
func (p *parser) node(n *node) {
	c := p.space()
	n.at, n.inner = int32(p.at), noInner
	switch c {
	case '{':
		p.object(n)
	case '[':
		p.array(n)
	case '"':
		n.value = p.string()
	default:
		p.scalar(n, c)
	}
	n.end = int32(p.at)
}

// scalar reads a literal or a number. A number is that of the one before if it is spelled alike: long lists often repeat.
func (p *parser) scalar(n *node, c byte) {
	text := string(p.token())
	switch c {
	case 't', 'f':
		n.value = c == 't'
	case 'n':
	default:
		if last, ok := p.last.(json.Number); !ok || string(last) != text {
			p.last = json.Number(tame(text))
		}
		n.value = p.last
	}
}

// token steps over a value that is neither an object nor an array.
func (p *parser) token() []byte {
	start := p.at
	p.at = runtime.EndOfScalar(p.text, start)
	return p.text[start:p.at]
}

func (p *parser) array(n *node) {
	n.inner = &inner{}
	list := []any{}
	for p.at++; p.space() != ']' && p.bad == nil; {
		n.elems = append(n.elems, node{})
		elem := &n.elems[len(n.elems)-1]
		p.node(elem)
		list = append(list, elem.value)
	}
	p.at++
	n.value = list
}

func (p *parser) object(n *node) {
	object := map[string]any{}
	n.inner = &inner{members: map[string]*node{}}
	for p.at++; p.space() != '}' && p.bad == nil; {
		start := p.at
		key := p.string()
		for p.at++; p.text[p.at-1] != ':'; p.at++ { // only white space stands before it
		}
		m := &node{key: int32(start)}
		p.node(m)
		switch before := n.members[key]; {
		case before == nil:
			n.keys = append(n.keys, key)
		case strings.ContainsRune(key, utf8.RuneError) && !bytes.Equal(p.keyAt(int(before.key)), p.keyAt(start)):
			p.bad = &fault{start, "this key and an earlier one differ only in halves of surrogate pairs, which are not text"}
			return
		}
		n.members[key] = m
		object[key] = m.value
	}
	p.at++
	n.value = object
}

// keyAt returns the key that starts at i as it is spelled.
func (p *parser) keyAt(i int) []byte { return p.text[i:runtime.EndOfScalar(p.text, i)] }

// string reads a string, which starts here.
func (p *parser) string() string {
	text := p.token()
	inside := text[1 : len(text)-1]
	var s string
	if bytes.IndexByte(inside, '\\') < 0 || json.Unmarshal(text, &s) != nil {
		return string(inside)
	}
	return s
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
