package config

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml/ast"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
)

// key is a key of the file.
type key struct {
	name string
	read func(r *reader, name string, v ast.Node)
}

// keys are all of them, in the order of the template and the documentation.
var keys = []key{
	{"schema", func(r *reader, name string, v ast.Node) { r.schema(name, v) }},
	{"proto", func(r *reader, name string, v ast.Node) { r.c.Proto = r.text(name, v) }},
	{"out", func(r *reader, name string, v ast.Node) { r.c.Out = r.text(name, v) }},
	{"package", func(r *reader, name string, v ast.Node) { r.pkg(name, v) }},
	{"module", func(r *reader, name string, v ast.Node) { r.c.Module = r.text(name, v) }},
	{"emit", func(r *reader, name string, v ast.Node) { r.emit(name, v) }},
	{"definitions", func(r *reader, name string, v ast.Node) {
		for _, i := range r.list(name, v) {
			r.c.Definitions = append(r.c.Definitions, model.Selection{Name: i.text, Pos: i.pos})
		}
	}},
	{"unchecked", func(r *reader, name string, v ast.Node) { r.unchecked(name, v) }},
	{"initialisms", func(r *reader, name string, v ast.Node) { r.initialisms(name, v) }},
	{"names", func(r *reader, name string, v ast.Node) { r.names(name, v) }},
	{"aliases", func(r *reader, name string, v ast.Node) {
		for _, p := range r.pairs(name, v) {
			r.c.Aliases = append(r.c.Aliases, emit.FormerName{Old: p.key.text, New: p.value.text, OldPos: p.key.pos, NewPos: p.value.pos})
		}
	}},
	{"numbers", func(r *reader, name string, v ast.Node) { r.numbers(name, v) }},
	{"header", func(r *reader, name string, v ast.Node) { r.header(name, v) }},
}

// Keys lists the names of the keys.
func Keys() []string {
	var names []string
	for _, k := range keys {
		names = append(names, k.name)
	}
	return names
}

// reader carries one reading.
type reader struct {
	lines [][]byte
	d     diag.List
	c     *Config
}

// Parse reads the text of a file.
func Parse(file string, text []byte) (*Config, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) // the library counts some of these lines twice
	r := &reader{
		lines: bytes.Split(text, []byte("\n")),
		c: &Config{File: file, Dir: filepath.Dir(file), Names: map[string]string{},
			places: map[string]diag.Pos{}, entryPlaces: map[string]diag.Pos{}},
	}
	for _, p := range r.document(text) {
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == p.key.text })
		if i < 0 {
			r.unknown(p.key)
			continue
		}
		r.c.places[p.key.text] = r.pos(p.node)
		keys[i].read(r, p.key.text, p.node)
	}
	if err := r.d.Err(); err != nil {
		return nil, err
	}
	return r.c, nil
}

func (r *reader) unknown(k item) {
	hint := "the keys are " + strings.Join(Keys(), ", ")
	if near := diag.Nearest(k.text, Keys()); near != "" {
		hint = "did you mean " + near + "?"
	}
	r.d.Errorf(k.pos, "there is no key %q: %s", k.text, hint)
}

// schema may look like a number: 1.0 is a version.
func (r *reader) schema(name string, v ast.Node) {
	switch v.(type) {
	case *ast.FloatNode, *ast.IntegerNode:
		r.c.Schema = v.GetToken().Value
	default:
		r.c.Schema = r.text(name, v)
	}
	scheme, _, isAddress := strings.Cut(r.c.Schema, "://")
	switch {
	case r.c.Schema == "-":
		r.d.Errorf(r.pos(v), "%q cannot be standard input: name a version, a file or an https address", name)
	case isAddress && scheme != "https":
		r.d.Errorf(r.pos(v), "%q is fetched by https only, and this address starts with %s: change it, or fetch the file yourself and name it",
			name, scheme+"://")
	}
}

// IsAddress reports whether a schema has to be fetched.
func IsAddress(schema string) bool { return strings.HasPrefix(schema, "https://") }

func (r *reader) pkg(name string, v ast.Node) {
	if r.c.Package = r.text(name, v); r.c.Package == "" {
		return
	}
	if err := generator.CheckPackage(r.c.Package); err != nil {
		r.d.Errorf(r.pos(v), "%v", err)
	}
}

func (r *reader) emit(name string, v ast.Node) {
	before := len(r.d)
	for _, i := range r.list(name, v) {
		if !slices.Contains(generator.Parts, i.text) {
			hint := "the parts are " + strings.Join(generator.Parts, ", ")
			if near := diag.Nearest(i.text, generator.Parts); near != "" {
				hint = "did you mean " + near + "?"
			}
			r.d.Errorf(i.pos, "there is no part %q: %s", i.text, hint)
			continue
		}
		if slices.Contains(r.c.Emit, i.text) {
			r.d.Errorf(i.pos, "the part %q is there already: remove one of the two", i.text)
			continue
		}
		r.c.Emit = append(r.c.Emit, i.text)
	}
	if len(r.d) > before {
		return
	}
	if _, err := generator.ParseParts(strings.Join(r.c.Emit, ",")); err != nil {
		r.d.Errorf(r.pos(v), "%v", err)
	}
}

// unchecked reads a list of maps with a keyword and its place.
func (r *reader) unchecked(name string, v ast.Node) {
	list, ok := v.(*ast.SequenceNode)
	switch {
	case v.Type() == ast.NullType:
		r.d.Errorf(r.pos(v), "%q has no value: give a list or remove the key", name)
		return
	case !ok:
		r.d.Errorf(r.pos(v), "%q takes a list of entries, each as \"- {keyword: if, at: \"#/$defs/Name\"}\", and this is %s", name, kind(v))
		return
	case len(list.Values) == 0:
		r.d.Errorf(r.pos(v), "%q is empty: add an entry or remove the key", name)
	}
	for _, entry := range list.Values {
		if u, ok := r.uncheckedEntry(name, entry); ok {
			r.c.Unchecked = append(r.c.Unchecked, u)
		}
	}
}

// uncheckedEntry reads an entry. It is false where something is wrong with it.
func (r *reader) uncheckedEntry(name string, v ast.Node) (load.Unchecked, bool) {
	before := len(r.d)
	u := load.Unchecked{Pos: r.pos(v)}
	members, ok := r.entries(v)
	if !ok {
		r.d.Errorf(u.Pos, "an entry of %q takes a keyword and its place, as in {keyword: if, at: \"#/$defs/Name\"}, and this is %s", name, kind(v))
		return u, false
	}
	for _, m := range members {
		switch m.key.text {
		case "keyword":
			u.Keyword = r.text(name+".keyword", m.node)
		case "at":
			u.At = r.text(name+".at", m.node)
		default:
			r.d.Errorf(m.key.pos, "an entry of %q has no key %q: it has keyword and at", name, m.key.text)
		}
	}
	if len(r.d) == before && (u.Keyword == "" || u.At == "") {
		r.d.Errorf(u.Pos, "an entry of %q needs both keyword and at", name)
	}
	if len(r.d) == before && slices.ContainsFunc(r.c.Unchecked, func(o load.Unchecked) bool { return o.Keyword == u.Keyword && o.At == u.At }) {
		r.d.Errorf(u.Pos, "the keyword %q at %s is there already: remove one of the two", u.Keyword, u.At)
	}
	return u, len(r.d) == before
}

func (r *reader) initialisms(name string, v ast.Node) {
	for _, i := range r.list(name, v) {
		if slices.Contains(r.c.Initialisms, i.text) {
			r.d.Errorf(i.pos, "the initialism %q is there already: remove one of the two", i.text)
		}
		r.c.Initialisms = append(r.c.Initialisms, i.text)
		if _, taken := r.c.entryPlaces[i.text]; !taken {
			r.c.entryPlaces[i.text] = i.pos
		}
	}
}

func (r *reader) names(name string, v ast.Node) {
	for _, p := range r.pairs(name, v) {
		r.c.Names[p.key.text] = p.value.text
		r.c.entryPlaces[p.key.text] = p.key.pos
	}
}

// numbers has one value; without the key they are float64.
func (r *reader) numbers(name string, v ast.Node) {
	if text := r.text(name, v); text != "" && text != "exact" {
		r.d.Errorf(r.pos(v), "%q cannot be %q: write exact, which keeps numbers as they are spelled, or remove the key for float64", name, text)
	}
	r.c.ExactNumbers = true
}

// header rejects a text that would not be a comment, or more than one.
func (r *reader) header(name string, v ast.Node) {
	r.c.Header = r.text(name, v)
	for line := range strings.Lines(r.c.Header) {
		if strings.HasPrefix(strings.TrimSpace(line), "+build") {
			r.d.Errorf(r.pos(v), "the header would be a build constraint, because a line starts with +build: change that line")
		}
	}
	odd := func(c rune) bool { return c == '\ufeff' || unicode.IsControl(c) && c != '\n' && c != '\t' }
	if i := strings.IndexFunc(r.c.Header, odd); i >= 0 {
		r.d.Errorf(r.pos(v), "the header holds the control character %s: remove it", fmt.Sprintf("%q", []rune(r.c.Header[i:])[0]))
	}
}
