package model

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// Options is what a user decides about the model.
type Options struct {
	ExactNumbers bool // numbers stay as they are spelled
}

// Build reads a schema into a Protocol, with the zero Options.
func Build(doc *load.Document) (*Protocol, error) { return BuildWith(doc, Options{}) }

// BuildWith reads a schema into a Protocol. Each step reports all it finds; the next one runs only on a sound result.
func BuildWith(doc *load.Document, o Options) (*Protocol, error) {
	b := &builder{
		doc:      doc,
		exact:    o.ExactNumbers,
		p:        &Protocol{SHA256: doc.SHA256, Unchecked: doc.Unchecked, doc: doc},
		byNode:   map[*load.Node]Definition{},
		isEntry:  map[*load.Node]bool{},
		judges:   map[*load.Node]*Judge{},
		own:      map[*Object]*declared{},
		used:     map[Definition]bool{},
		shared:   map[string]*Union{},
		origin:   map[*Literal]origin{},
		constant: map[*Literal]*Enum{},
	}
	for _, step := range []func(){
		func() { b.walk(doc.Root) },
		b.loops, b.header, b.read, b.defaults, b.flatten, b.embed, b.unions, b.discriminators, b.byValue, b.order,
	} {
		if step(); len(b.d) > 0 {
			return nil, b.d.Err()
		}
	}
	return b.p, nil
}

// builder carries one Build from step to step.
type builder struct {
	doc   *load.Document
	exact bool
	d     diag.List
	p     *Protocol

	entries      []Definition // of $defs, in the file's order
	byNode       map[*load.Node]Definition
	nodes        []*load.Node // of entries
	isEntry      map[*load.Node]bool
	inlines      []*Object
	inlineUnions []*Union
	judges       map[*load.Node]*Judge
	own          map[*Object]*declared
	pending      []pending
	used         map[Definition]bool // by something other than allOf
	shared       map[string]*Union   // inline unions by field and shape

	origin   map[*Literal]origin
	constant map[*Literal]*Enum // the enums of optional constants
}

// origin is where a constant stands.
type origin struct {
	owner Definition
	value diag.Pos // of the text
}

// pending is a default that is judged when all types are known.
type pending struct {
	field *Field
	text  *load.Node
}

// header reads what the schema says of itself.
func (b *builder) header() {
	root := b.doc.Root
	b.p.Doc = docOf(root)
	b.p.ID = path.Base(b.doc.File)
	if id := root.Get("$id"); id != nil {
		b.p.ID = strings.TrimSuffix(id.Text, "#")
		b.p.Version = versionOf(b.p.ID)
	}
	list := b.doc.Definitions()
	for _, m := range list {
		b.isEntry[m.Value] = true
	}
	asks := func(m load.Member) bool { return asserts(m.Key) }
	rootAsks := slices.ContainsFunc(root.Members, asks)
	if ref := root.Get("$ref"); ref != nil && len(left(root, formRef)) == 0 {
		if to, err := b.doc.Resolve(ref); err == nil && b.isEntry[to] {
			b.p.Root, rootAsks = to.Key(), false
		}
	}
	if rootAsks {
		b.p.Root = b.rootName(list)
		b.isEntry[root] = true
		list = append(list, load.Member{Key: b.p.Root, Value: root})
	}
	list = append(list, b.promoted(list)...)
	if len(list) == 0 {
		b.d.Errorf(root.Pos(), `the schema has no definitions: put them below "$defs"`)
	}
	b.p.entries = list
	for _, m := range list {
		def := b.shell(m.Key, m.Value)
		b.entries = append(b.entries, def)
		b.nodes = append(b.nodes, m.Value)
		b.byNode[m.Value] = def
	}
}

// placeName names a subschema by the way to it: "Cart-billing" stands at the property "billing" of "Cart".
func (b *builder) placeName(n *load.Node, list []load.Member) string {
	words := []string{n.Key()}
	above := n.Parent()
	for ; above != nil && !b.isEntry[above]; above = above.Parent() {
		switch key := above.Key(); key {
		case "$defs", "definitions":
			return strings.Join(words, "-")
		case "properties", "items", "":
		default:
			words = append([]string{key}, words...)
		}
	}
	for _, m := range list {
		if m.Value == above {
			words = append([]string{m.Key}, words...)
		}
	}
	return strings.Join(words, "-")
}

// promoted returns what references lead to although it is no entry of $defs: its place names it. A scalar needs no name.
func (b *builder) promoted(list []load.Member) []load.Member {
	taken := map[string]bool{}
	for _, m := range list {
		taken[m.Key] = true
	}
	var found []load.Member
	b.doc.References(func(to *load.Node) {
		if b.isEntry[to] || formOf(to)&(formScalar|formAny) != 0 {
			return
		}
		name := b.placeName(to, list)
		for n := 2; taken[name]; n++ {
			name = fmt.Sprint(b.placeName(to, list), n)
		}
		taken[name], b.isEntry[to] = true, true
		found = append(found, load.Member{Key: name, Value: to})
	})
	return found
}

// rootName names the root of a schema, where that is a definition as well: by its title, or else by the file.
func (b *builder) rootName(list []load.Member) string {
	file, _, _ := strings.Cut(path.Base(b.doc.File), ".")
	names := []string{file, file + "-schema"}
	if title := b.doc.Root.Get("title"); title != nil && title.Text != "" {
		names = append([]string{title.Text}, names...)
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(list, func(m load.Member) bool { return m.Key == name })
	}
	for _, name := range names {
		if !taken(name) && strings.ContainsFunc(name, unicode.IsLetter) {
			return name
		}
	}
	b.d.Errorf(b.doc.Root.Pos(), `the schema is a definition of its own and needs a name: add a "title"`)
	return "Schema"
}

// versionOf returns the path segment before the file name of a protocol, which is always the same one. Other schemas have
// no version.
func versionOf(id string) string {
	u, err := url.Parse(id)
	if err != nil || !u.IsAbs() || path.Base(u.Path) != "schema.json" {
		return ""
	}
	version := path.Base(path.Dir(u.Path))
	if version == "." || version == "/" {
		return ""
	}
	return version
}

func docOf(n *load.Node) string {
	for _, key := range []string{"description", "title"} {
		if text := n.Get(key); text != nil {
			return text.Text
		}
	}
	return ""
}

func notesOf(n *load.Node) Notes {
	return Notes{Deprecated: rules.Deprecated(n), Examples: rules.Examples(n)}
}

// shell returns the empty definition that references can point to before it is read.
func (b *builder) shell(name string, n *load.Node) Definition {
	named := Named{Notes: notesOf(n), Name: name, Doc: docOf(n), Pos: n.Pos()}
	if anchor := n.Get("$anchor"); anchor != nil {
		named.Anchor = anchor.Text
	}
	switch f, _ := b.shaped(n, definition); f {
	case formObject:
		return &Object{Named: named}
	case formUnion:
		return &Union{Named: named}
	case formEnum, formConst:
		return &Enum{Named: named}
	}
	return &Alias{Named: named}
}

// resolve returns the definition that a $ref means and marks it as used.
func (b *builder) resolve(ref *load.Node) Definition {
	n, err := b.doc.Resolve(ref)
	if err != nil {
		b.d.Errorf(ref.Pos(), "%v", err)
		return nil
	}
	def := b.byNode[n]
	if def == nil {
		return nil // which typ reads otherwise
	}
	b.used[def] = true
	return def
}

// read fills the shells.
func (b *builder) read() {
	for i, n := range b.nodes {
		switch def := b.entries[i].(type) {
		case *Object:
			b.object(def, n)
		case *Union:
			b.union(def, n, holder{def: def})
		case *Enum:
			b.enum(def, n)
		case *Alias:
			def.Type = b.typ(n, holder{def: def}, definition)
		default:
			panic("model: unknown definition")
		}
	}
}

// object reads an object's own declarations. What its mixins add comes with flatten.
func (b *builder) object(o *Object, n *load.Node) {
	own := &declared{required: n.Get("required")}
	b.own[o] = own
	_, left := b.shaped(n, definition)
	o.Judge = b.rest(n, left)
	if props := n.Get("properties"); props != nil {
		b.count(o, len(props.Members))
		for _, m := range props.Members {
			own.fields = append(own.fields, b.field(m, o))
		}
	}
	b.closed(o, n)
	if all := n.Get("allOf"); all != nil {
		for _, elem := range all.Elems {
			own.mixin(b, elem.Get("$ref"))
		}
	}
}

func (b *builder) field(m load.Member, owner Definition) *Field {
	f := &Field{Notes: notesOf(m.Value), Name: m.Key, Doc: docOf(m.Value), Pos: m.Value.Pos()}
	f.Type = b.typ(m.Value, holder{owner, m.Key}, property)
	if lit, ok := f.Type.(*Literal); ok {
		b.origin[lit] = origin{owner, m.Value.Get("const").Pos()}
	}
	if text := m.Value.Get("default"); text != nil {
		b.pending = append(b.pending, pending{f, text})
	}
	return f
}

// closed finds the keyword that forbids undeclared members.
func (b *builder) closed(o *Object, n *load.Node) {
	additional, unevaluated := n.Get("additionalProperties"), n.Get("unevaluatedProperties")
	if n.Get("patternProperties") != nil { // the judge tells which members these forbid
		return
	}
	switch {
	case additional != nil && additional.Text == "false":
		o.Closed = "additionalProperties"
		if all := n.Get("allOf"); all != nil {
			b.d.Errorf(additional.Pos(),
				`"additionalProperties": false refuses the members that allOf adds: write "unevaluatedProperties": false`)
		}
	case unevaluated != nil && unevaluated.Text == "false":
		o.Closed = "unevaluatedProperties"
	}
}
