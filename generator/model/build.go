package model

import (
	"net/url"
	"path"
	"strings"

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
		own:      map[*Object]*declared{},
		used:     map[Definition]bool{},
		shared:   map[string]*Union{},
		origin:   map[*Literal]origin{},
		constant: map[*Literal]*Enum{},
	}
	for _, step := range []func(){
		func() { b.walk(doc.Root, rootPlace) },
		b.header, b.read, b.defaults, b.mixinCycles, b.flatten, b.embed, b.unions, b.byValue, b.order,
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

	entries []Definition // of $defs, in the file's order
	byNode  map[*load.Node]Definition
	own     map[*Object]*declared
	pending []pending
	used    map[Definition]bool // by something other than allOf
	shared  map[string]*Union   // inline unions by field and shape

	origin   map[*Literal]origin
	constant map[*Literal]*Enum // the enums of optional constants
}

// origin is where a constant stands.
type origin struct {
	owner string   // the definition
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
	id := root.Get("$id")
	if id == nil {
		b.d.Errorf(root.Pos(), `the schema has no "$id": add its address, which ends in "/<version>/schema.json"`)
	} else {
		b.p.ID = strings.TrimSuffix(id.Text, "#")
		if b.p.Version = versionOf(b.p.ID); b.p.Version == "" {
			b.d.Errorf(id.Pos(), `the address %q names no version: it has to end in "/<version>/schema.json"`, id.Text)
		}
	}
	defs := root.Get("$defs")
	if defs == nil || len(defs.Members) == 0 {
		b.d.Errorf(root.Pos(), `the schema has no definitions: put them below "$defs"`)
		return
	}
	for _, m := range defs.Members {
		def := shell(m)
		b.entries = append(b.entries, def)
		b.byNode[m.Value] = def
	}
	if ref := root.Get("$ref"); ref != nil {
		if def := b.resolve(ref); def != nil {
			b.p.Root = def.Base().Name
		}
	}
}

// versionOf returns the path segment before the file name.
func versionOf(id string) string {
	u, err := url.Parse(id)
	if err != nil || !u.IsAbs() || u.Path == "" {
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
func shell(m load.Member) Definition {
	named := Named{Notes: notesOf(m.Value), Name: m.Key, Doc: docOf(m.Value), Pos: m.Value.Pos()}
	if anchor := m.Value.Get("$anchor"); anchor != nil {
		named.Anchor = anchor.Text
	}
	switch formOf(m.Value) {
	case formObject:
		return &Object{Named: named}
	case formUnion:
		return &Union{Named: named}
	case formEnum:
		return &Enum{Named: named}
	}
	return &Alias{Named: named}
}

// resolve returns the definition that a $ref means and marks it as used.
func (b *builder) resolve(ref *load.Node) Definition {
	n, err := b.doc.Resolve(ref.Text)
	if err != nil {
		b.d.Errorf(ref.Pos(), "%v", err)
		return nil
	}
	def := b.byNode[n]
	if def == nil {
		b.d.Errorf(ref.Pos(), "the reference %q is not modelled: refer to an entry of $defs", ref.Text)
		return nil
	}
	b.used[def] = true
	return def
}

// read fills the shells.
func (b *builder) read() {
	for i, m := range b.doc.Root.Get("$defs").Members {
		switch def := b.entries[i].(type) {
		case *Object:
			b.object(def, m.Value)
		case *Union:
			b.union(def, m.Value, holder{name: m.Key})
		case *Enum:
			b.enum(def, m.Value)
		case *Alias:
			def.Type = b.typ(m.Value, holder{name: m.Key})
		default:
			panic("model: unknown definition")
		}
	}
}

// object reads an object's own declarations. What its mixins add comes with flatten.
func (b *builder) object(o *Object, n *load.Node) {
	own := &declared{required: n.Get("required")}
	b.own[o] = own
	if props := n.Get("properties"); props != nil {
		b.count(o, len(props.Members))
		for _, m := range props.Members {
			own.fields = append(own.fields, b.field(m, o.Name))
		}
	}
	b.closed(o, n)
	if all := n.Get("allOf"); all != nil {
		for _, elem := range all.Elems {
			own.mixin(b, elem.Get("$ref"))
		}
	}
}

func (b *builder) field(m load.Member, owner string) *Field {
	f := &Field{Notes: notesOf(m.Value), Name: m.Key, Doc: docOf(m.Value), Pos: m.Value.Pos()}
	f.Type = b.typ(m.Value, holder{name: owner, field: f})
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
	switch {
	case additional != nil && unevaluated != nil:
		b.d.Errorf(unevaluated.Pos(), `"unevaluatedProperties" beside "additionalProperties" is not modelled: keep one of them`)
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
