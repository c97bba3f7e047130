package load

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/aguigen/aguigen/generator/diag"
)

// maxDepth bounds the nesting, and with it the stack.
const maxDepth = 1000

// Parse parses a JSON file into a tree in which every key and value has its line and column. The scanner of the emitted
// code does not record these; there are no other JSON scanners. Parse accepts what encoding/json accepts, except text
// that is not UTF-8, an object with two equal keys and nesting beyond maxDepth.
func Parse(file string, data []byte) (*Node, error) {
	s := &scanner{file: file, data: data, line: 1}
	root, err := s.document()
	if err != nil {
		if yaml := s.yaml(); yaml != nil {
			err = yaml
		}
		return nil, diag.List{*err}
	}
	if err := s.doubles.Err(); err != nil {
		return nil, err
	}
	return root, nil
}

// scanner reads one file from left to right. The first syntax error ends it.
type scanner struct {
	file      string
	data      []byte
	at        int // the next byte
	line      int
	lineStart int // where the line begins
	depth     int
	doubles   diag.List // keys met twice
}

// fault is a syntax error: nil or one finding.
type fault = *diag.Diagnostic

// failf is a fault at a byte of the current line.
func (s *scanner) failf(at int, format string, args ...any) fault {
	return &diag.Diagnostic{
		Pos:     diag.Pos{File: s.file, Line: s.line, Column: at - s.lineStart + 1},
		Message: fmt.Sprintf(format, args...),
	}
}

func (s *scanner) document() (*Node, fault) {
	if bytes.HasPrefix(s.data, []byte("\ufeff")) {
		return nil, s.failf(0, "the file starts with a byte order mark: save it as UTF-8 without one")
	}
	root, err := s.value(nil, "")
	if err != nil {
		return nil, err
	}
	if s.space(); s.at < len(s.data) {
		return nil, s.failf(s.at, "found %s after the end of the document: a file holds one JSON value", s.found())
	}
	return root, nil
}

// space skips white space and counts lines.
func (s *scanner) space() {
	for ; s.at < len(s.data); s.at++ {
		switch s.data[s.at] {
		case '\n':
			s.line++
			s.lineStart = s.at + 1
		case ' ', '\t', '\r':
		default:
			return
		}
	}
}

func (s *scanner) peek() byte {
	if s.at < len(s.data) {
		return s.data[s.at]
	}
	return 0
}

// found describes the input at the current place.
func (s *scanner) found() string {
	if s.at >= len(s.data) {
		return "the end of the file"
	}
	r, size := utf8.DecodeRune(s.data[s.at:])
	if r == utf8.RuneError && size <= 1 {
		return fmt.Sprintf("the byte 0x%02x (not UTF-8)", s.data[s.at])
	}
	return strconv.QuoteRune(r)
}

func (s *scanner) value(parent *Node, step string) (*Node, fault) {
	s.space()
	n := &Node{file: s.file, line: s.line, column: s.at - s.lineStart + 1, parent: parent, step: step}
	var err fault
	switch c := s.peek(); {
	case c == '{' || c == '[':
		err = s.nested(n, c)
	case c == '"':
		n.Kind = String
		n.Text, err = s.text()
	case c == '-' || '0' <= c && c <= '9':
		n.Kind = Number
		n.Text, err = s.number()
	case c == 't' || c == 'f' || c == 'n':
		n.Kind, n.Text, err = s.word()
	default:
		err = s.failf(s.at, "found %s where a value should start", s.found())
	}
	return n, err
}

func (s *scanner) nested(n *Node, open byte) fault {
	if s.depth++; s.depth > maxDepth {
		return s.failf(s.at, "nested more than %d levels deep", maxDepth)
	}
	defer func() { s.depth-- }()
	s.at++
	if open == '[' {
		n.Kind = Array
		return s.array(n)
	}
	n.Kind = Object
	return s.object(n)
}

func (s *scanner) array(n *Node) fault {
	if s.space(); s.peek() == ']' {
		s.at++
		return nil
	}
	for {
		elem, err := s.value(n, strconv.Itoa(len(n.Elems)))
		if err != nil {
			return err
		}
		n.Elems = append(n.Elems, elem)
		if more, err := s.more(n, ']'); !more {
			return err
		}
	}
}

func (s *scanner) object(n *Node) fault {
	if s.space(); s.peek() == '}' {
		s.at++
		return nil
	}
	seen := map[string]int{}
	for {
		if err := s.member(n, seen); err != nil {
			return err
		}
		if more, err := s.more(n, '}'); !more {
			return err
		}
	}
}

func (s *scanner) member(n *Node, seen map[string]int) fault {
	s.space()
	m := Member{line: s.line, column: s.at - s.lineStart + 1}
	if s.peek() != '"' {
		return s.failf(s.at, "found %s where a key in double quotes should start", s.found())
	}
	var err fault
	if m.Key, err = s.text(); err != nil {
		return err
	}
	if s.space(); s.peek() != ':' {
		return s.failf(s.at, "found %s where the ':' after the key %q should be", s.found(), m.Key)
	}
	s.at++
	if m.Value, err = s.value(n, m.Key); err != nil {
		return err
	}
	if i, double := seen[m.Key]; double {
		first := n.Members[i]
		s.doubles.Errorf(m.KeyPos(), "the key %q stands twice in this object, first at %d:%d: remove one",
			m.Key, first.line, first.column)
		return nil
	}
	seen[m.Key] = len(n.Members)
	n.Members = append(n.Members, m)
	return nil
}

// more reads what follows an element: a comma, or the end of the object or array n.
func (s *scanner) more(n *Node, end byte) (bool, fault) {
	switch s.space(); {
	case s.at >= len(s.data):
		return false, s.failf(s.at, "the file ends inside %s that begins at %d:%d", n.Kind, n.line, n.column)
	case s.peek() == ',':
		s.at++
		return true, nil
	case s.peek() == end:
		s.at++
		return false, nil
	}
	return false, s.failf(s.at, "found %s where ',' or %q should be", s.found(), end)
}

func (s *scanner) word() (Kind, string, fault) {
	for word, kind := range map[string]Kind{"true": Bool, "false": Bool, "null": Null} {
		if bytes.HasPrefix(s.data[s.at:], []byte(word)) {
			s.at += len(word)
			return kind, word, nil
		}
	}
	return 0, "", s.failf(s.at, "found %s where a value should start", s.found())
}

var numberText = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`)

func (s *scanner) number() (string, fault) {
	text := numberText.Find(s.data[s.at:])
	if text == nil {
		return "", s.failf(s.at, "found '-' without a digit after it")
	}
	start := s.at
	s.at += len(text)
	if strings.IndexByte("+-.0123456789eE", s.peek()) >= 0 && s.at < len(s.data) {
		return "", s.failf(start, "this is not a JSON number: found %s after %q", s.found(), text)
	}
	return string(text), nil
}

// text reads a string, which starts at the current place, and returns its value.
func (s *scanner) text() (string, fault) {
	start := s.at
	s.at++
	var value []byte
	for {
		switch c := s.peek(); {
		case s.at >= len(s.data):
			return "", s.failf(start, "this string has no closing quote")
		case c == '"':
			s.at++
			return string(value), nil
		case c < ' ':
			return "", s.failf(s.at, "found %s inside a string: write it with an escape", s.found())
		case c == '\\':
			r, err := s.escape()
			if err != nil {
				return "", err
			}
			value = utf8.AppendRune(value, r)
		default:
			r, size := utf8.DecodeRune(s.data[s.at:])
			if r == utf8.RuneError && size <= 1 {
				return "", s.failf(s.at, "found %s: save the file as UTF-8", s.found())
			}
			value = append(value, s.data[s.at:s.at+size]...)
			s.at += size
		}
	}
}

var escapes = map[byte]rune{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape reads one escape, two for a surrogate pair. A lone surrogate becomes U+FFFD, as in encoding/json.
func (s *scanner) escape() (rune, fault) {
	s.at++
	if r, ok := escapes[s.peek()]; ok {
		s.at++
		return r, nil
	}
	r, ok := s.hex()
	if !ok {
		return 0, s.failf(s.at-1, "this escape is not JSON: found %s after the backslash", s.found())
	}
	if s.at++; !utf16.IsSurrogate(r) {
		s.at += 4
		return r, nil
	}
	s.at += 4
	if s.peek() == '\\' {
		s.at++
		if low, ok := s.hex(); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			s.at += 5
			return utf16.DecodeRune(r, low), nil
		}
		s.at--
	}
	return utf8.RuneError, nil
}

// hex reads "uXXXX" without advancing.
func (s *scanner) hex() (rune, bool) {
	if s.peek() != 'u' || len(s.data)-s.at < 5 {
		return 0, false
	}
	var r rune
	for _, c := range s.data[s.at+1 : s.at+5] {
		i := strings.IndexByte("0123456789abcdef", c|0x20)
		if i < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | rune(i)
	}
	return r, true
}

var yamlStart = regexp.MustCompile(`^(---|%YAML|#|- |["']?[\w$.-]+["']?:(\s|$))`)

// yaml returns a better message for a file that does not even begin like JSON.
func (s *scanner) yaml() fault {
	from := &scanner{file: s.file, data: s.data, line: 1}
	from.space()
	if !yamlStart.Match(s.data[from.at:]) {
		return nil
	}
	return from.failf(from.at, "this is not JSON (it looks like YAML): convert it first")
}
