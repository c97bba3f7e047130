package config

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/aguigen/aguigen/generator/diag"
)

// item is a text and where it stands.
type item struct {
	text string
	pos  diag.Pos
}

// pair is an entry of a map, whose value is a text unless it is the map of the document.
type pair struct {
	key, value item
	node       ast.Node
}

// document returns the entries of the map that the file is; none where there are only comments.
func (r *reader) document(text []byte) []pair {
	if t, why := excess(text); t != nil {
		r.d.Errorf(r.place(t), "%s", why)
		return nil
	}
	file, err := parse(text)
	if err != nil {
		r.syntax(err)
		return nil
	}
	var body ast.Node
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil:
		case doc.Body.Type() == ast.DirectiveType:
			r.d.Errorf(r.pos(doc.Body), "a directive is more YAML than is understood here: remove the line")
		case body != nil:
			r.d.Errorf(r.pos(doc.Body), "a second document starts before this line: put everything into one")
		default:
			body = doc.Body
		}
	}
	if body == nil || body.Type() == ast.NullType {
		return nil
	}
	entries, ok := r.entries(body)
	if !ok {
		r.d.Errorf(r.pos(body), "the file has to hold keys with values, as in \"out: .\", and this is %s", kind(body))
	}
	return entries
}

// parse turns a panic of the library, which no text should be able to cause, into an error.
func parse(text []byte) (file *ast.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("this cannot be read as YAML: %v", p)
		}
	}()
	return parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
}

// syntax reports what the parser stumbled over. A tab is named as such, since nobody sees it.
func (r *reader) syntax(err error) {
	at := diag.Pos{File: r.c.File, Line: 1, Column: 1}
	message := err.Error()
	var wrong *yaml.SyntaxError
	if errors.As(err, &wrong) {
		message = wrong.Message
		if wrong.Token != nil {
			at = r.place(wrong.Token)
		}
	}
	for n := at.Line; n <= min(at.Line+1, len(r.lines)); n++ {
		line := r.lines[n-1]
		indent := line[:len(line)-len(bytes.TrimLeft(line, " \t-"))]
		if tab := bytes.IndexByte(indent, '\t'); tab >= 0 {
			at.Line, at.Column = n, tab+1
			r.d.Errorf(at, "a tab stands in the indentation, where YAML takes spaces only: replace it by spaces")
			return
		}
	}
	r.d.Errorf(at, "this is not YAML: %s", message)
}

// pos is the place of a value.
func (r *reader) pos(n ast.Node) diag.Pos {
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		return r.pos(m.Values[0].Key)
	}
	return r.place(n.GetToken())
}

// place counts columns in bytes, as we do everywhere; the library counts characters, and no tabs.
func (r *reader) place(t *token.Token) diag.Pos {
	at := diag.Pos{File: r.c.File, Line: max(t.Position.Line, 1), Column: max(t.Position.Column, 1)}
	if at.Line > len(r.lines) { // a carriage return alone is a line to the library
		return diag.Pos{File: at.File, Line: len(r.lines), Column: 1}
	}
	line, left := r.lines[at.Line-1], at.Column-1
	i := 0
	for ; left > 0 && i < len(line); left-- {
		_, size := utf8.DecodeRune(line[i:])
		i += size
	}
	if bytes.IndexByte(line[:i], '\t') >= 0 {
		i += max(bytes.Index(line[i:], []byte(t.Value)), 0)
	}
	at.Column = i + 1
	return at
}

// entries returns the entries of a map, each key once. It is false where n is no map.
func (r *reader) entries(n ast.Node) ([]pair, bool) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		return nil, false
	}
	var list []pair
	first := map[string]diag.Pos{}
	for _, v := range m.Values {
		k, ok := v.Key.(ast.ScalarNode)
		if _, merge := v.Key.(*ast.MergeKeyNode); !ok || merge {
			r.d.Errorf(r.pos(v.Key), "this kind of key is more YAML than is understood here: write the key as a plain text")
			continue
		}
		name := item{k.GetToken().Value, r.pos(v.Key)}
		if at, twice := first[name.text]; twice {
			r.d.Errorf(name.pos, "the key %q is there already (%s): remove one of the two", name.text, at)
			continue
		}
		first[name.text] = name.pos
		list = append(list, pair{key: name, node: v.Value})
	}
	return list, true
}

// text reads the value of a key that is one text, "" where it is not.
func (r *reader) text(name string, n ast.Node) string { return r.value(strconv.Quote(name), n) }

// value reads one text. what it is of starts the messages.
func (r *reader) value(what string, n ast.Node) string {
	text, ok := plain(n)
	switch {
	case ok && text != "":
	case ok:
		r.d.Errorf(r.pos(n), "%s is empty: give a value or remove it", what)
	case n.Type() == ast.NullType:
		r.d.Errorf(r.pos(n), "%s has no value: give one or remove it", what)
	case isScalar(n):
		r.d.Errorf(r.pos(n), "%s takes a text, and %s is %s: write it in quotes", what, n.GetToken().Value, kind(n))
	default:
		r.d.Errorf(r.pos(n), "%s takes a text, and this is %s", what, kind(n))
	}
	return text
}

// plain returns the text of a node that is one.
func plain(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	}
	return "", false
}

func isScalar(n ast.Node) bool {
	switch n.Type() {
	case ast.IntegerType, ast.FloatType, ast.BoolType, ast.InfinityType, ast.NanType:
		return true
	}
	return false
}

// list reads a list of texts.
func (r *reader) list(name string, n ast.Node) []item {
	seq, ok := n.(*ast.SequenceNode)
	switch {
	case n.Type() == ast.NullType:
		r.d.Errorf(r.pos(n), "%q has no value: give a list or remove the key", name)
		return nil
	case !ok:
		r.d.Errorf(r.pos(n), "%q takes a list, as in \"%s: [A, B]\", and this is %s", name, name, kind(n))
		return nil
	case len(seq.Values) == 0:
		r.d.Errorf(r.pos(n), "%q is empty: add an entry or remove the key", name)
	}
	var items []item
	for _, v := range seq.Values {
		if text := r.value(fmt.Sprintf("an entry of %q", name), v); text != "" {
			items = append(items, item{text, r.pos(v)})
		}
	}
	return items
}

// pairs reads a map of texts.
func (r *reader) pairs(name string, n ast.Node) []pair {
	entries, ok := r.entries(n)
	switch {
	case n.Type() == ast.NullType:
		r.d.Errorf(r.pos(n), "%q has no value: give entries or remove the key", name)
	case !ok:
		r.d.Errorf(r.pos(n), "%q takes entries, each as \"NAME: OTHER\" on a line of its own, and this is %s", name, kind(n))
	case len(entries) == 0:
		r.d.Errorf(r.pos(n), "%q has no entries: fill it or remove the key", name)
	}
	var list []pair
	for _, p := range entries {
		if p.value.text = r.text(name+"."+p.key.text, p.node); p.value.text != "" {
			p.value.pos = r.pos(p.node)
			list = append(list, p)
		}
	}
	return list
}

// kind is what a value is, in words.
func kind(n ast.Node) string {
	switch n.Type() {
	case ast.MappingType, ast.MappingValueType:
		return "a map"
	case ast.SequenceType:
		return "a list"
	case ast.IntegerType, ast.FloatType, ast.InfinityType, ast.NanType:
		return "a number"
	case ast.BoolType:
		return "a yes or no"
	case ast.StringType, ast.LiteralType:
		return "a text"
	case ast.NullType:
		return "nothing"
	}
	return "more YAML than is understood here"
}
