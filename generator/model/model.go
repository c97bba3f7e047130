// Package model turns the ordered trees of load into the protocol that the later stages print: definitions with
// flattened fields, unions with their discriminators, and, where there are .proto files, the messages that carry
// them. It holds wire names only: Go names are decided in name.
package model

import (
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// Protocol is one version of the protocol.
type Protocol struct {
	ID      string // the schema's $id
	Version string // the path segment before the file name in ID: "1.0"
	SHA256  string // of the schema file's bytes, in hexadecimal
	Doc     string // the schema's description
	Root    string // the definition that a document is judged against by default, "" for none
	// Only names the definitions that a subset was asked for, nil where the protocol is whole.
	Only []string

	// Definitions in dependency order, the schema's order breaking ties. Inline enums and unions stand before the
	// definition that holds them.
	Definitions []Definition
	// Annotations is what was read and changes nothing but the documentation, in the schema's order.
	Annotations []Annotation
	// Unchecked is the keywords that the user wants to do without.
	Unchecked []load.Unchecked
	Wire      *Wire    // nil without .proto files
	Streams   *Streams // nil without a table of streams

	doc     *load.Document // what it was built from
	entries []load.Member  // the definitions with names of their own
}

// Definition is a named type of the protocol: *Object, *Union, *Enum or *Alias.
type Definition interface {
	// Base returns what all definitions have.
	Base() *Named
	isDefinition()
}

// Annotation is a keyword that demands nothing, and its place.
type Annotation struct {
	rules.Annotation
	Pos diag.Pos
}

// Notes is the annotations that the documentation of a definition or a field shows.
type Notes struct {
	Deprecated bool
	Examples   []string // as JSON
}

// Named is what all definitions have.
type Named struct {
	Notes
	Name string // the key in $defs; for an inline definition the owner's title
	Doc  string // the description
	// Anchor is the schema's $anchor, "" for none. The definition's public address is the protocol's ID, "#", Anchor.
	Anchor string
	Pos    diag.Pos
	// Inline is the wire name of the field that holds an inline definition, with "[]" behind it for the elements of a list;
	// "" for an entry of $defs.
	Inline string
	Owner  Definition // of an inline definition: what holds it
}

// Object is a JSON object with known members.
type Object struct {
	Named
	// Fields is flat: those of the mixins, in the order of allOf, then the object's own. A field declared twice stands
	// where it was met first, with the object's own declaration.
	Fields []*Field
	// Closed is the keyword that forbids other members, "unevaluatedProperties" or "additionalProperties"; "" where
	// they are allowed and kept.
	Closed string
	// Mixins names the definitions that allOf refers to, in order, nested ones too.
	Mixins []string
	Judge  *Judge // of what the fields do not say, nil for nothing
	// Mixin says that the object is only ever a part of others: it can be validated, but has no JSON form of its own.
	Mixin bool
	// Embeds holds the mixins that the Go type embeds, in order. What they embed in turn is not among them.
	Embeds []*Object
	// Shared holds those of a mixin's own fields that every object which it is part of has unchanged: the fields of its
	// Go type.
	Shared []*Field
	// Embedded says that a mixin has a Go type, which others embed.
	Embedded bool
}

// Field is a member of an object.
type Field struct {
	Notes
	Name     string // the JSON key
	Doc      string
	Required bool
	// RequiredAt holds the place of every "required" that names the field, the object's own first.
	RequiredAt []diag.Pos
	Type       Type
	// Default is the text of the default, "" for none. It is documentation and an accessor, never written in.
	Default string
	// Pos is the effective declaration: its Pointer may lie in a mixin.
	Pos diag.Pos
	// Also holds the declarations of mixins that Pos overrides. Their types allow everything that Type allows.
	Also []Type
}

// Union is a value that has one of several forms. Discriminator says how to tell them apart; where it is empty the
// JSON type does.
type Union struct {
	Named
	Discriminator string // the wire name of the member that every variant pins to a constant
	Variants      []*Variant
	// Tags is the enum of $defs that lists the discriminator's values, and maybe more; nil if there is none.
	Tags *Enum
	// Cut counts the variants that a subset left out: they read as unknown.
	Cut int
	// OneOf is the place of the keyword, which is oneOf or anyOf.
	OneOf diag.Pos
}

// Variant is one form of a union: an object selected by Value, or a type selected by its JSON type.
type Variant struct {
	Value  string  // the discriminator's value
	Object *Object // nil where the JSON type selects
	Type   Type    // a string Scalar or a List, nil where Value selects
	Pos    diag.Pos
}

// Enum is a closed set of strings.
type Enum struct {
	Named
	Values []*EnumValue
	// Keyword is "enum"; "const" for an optional constant, which is an inline enum of one value; "oneOf" or "anyOf" for a
	// union of constants.
	Keyword string
	Typed   bool // "type" stands beside it
}

// EnumValue is one allowed string.
type EnumValue struct {
	Notes
	Value string
	Doc   string // "" in a plain list
	Pos   diag.Pos
}

// Alias is a named type that is another type: Metadata, State, JsonPatch.
type Alias struct {
	Named
	Type Type
}

func (o *Object) Base() *Named { return &o.Named }
func (u *Union) Base() *Named  { return &u.Named }
func (e *Enum) Base() *Named   { return &e.Named }
func (a *Alias) Base() *Named  { return &a.Named }

func (*Object) isDefinition() {}
func (*Union) isDefinition()  {}
func (*Enum) isDefinition()   {}
func (*Alias) isDefinition()  {}

// Type is what a field, a list element or an alias holds: Scalar, Literal, Ref, List, OpenMap, Map, Nullable or Any. At returns the
// place of the subschema, to which a keyword is appended to name the rule that a document breaks.
type Type interface {
	At() diag.Pos
	// Judged returns what the type does not say of its values, nil for nothing.
	Judged() *Judge
	isType()
}

// Kind is the JSON type of a Scalar.
type Kind int

// The kinds of scalars.
const (
	String Kind = iota + 1
	Integer
	Number
	Boolean
)

// Scalar is a string, an integer, a number or a boolean.
type Scalar struct {
	Kind  Kind
	Rules rules.List
	// Exact keeps a Number as it is spelled; else it is the nearest double.
	Exact bool
	// Encoding is contentEncoding, an annotation: "base64".
	Encoding string
	Pos      diag.Pos
	Judge    *Judge // of what the type does not say, nil for nothing
}

// Literal is a string constant that is always present: a discriminator or another pinned member. (An optional
// constant is a Ref to an inline Enum.)
type Literal struct {
	Value string
	Pos   diag.Pos
}

// Ref is another definition. NotNull is set by "not: {type: null}" beside the reference.
type Ref struct {
	To      Definition
	NotNull bool
	Pos     diag.Pos
	Judge   *Judge // of what the type does not say, nil for nothing
}

// List is an array.
type List struct {
	Elem  Type
	Rules rules.List // of the array itself
	Pos   diag.Pos
	Judge *Judge
}

// OpenMap is an object whose members are all free: keys to any JSON value.
type OpenMap struct {
	Pos   diag.Pos
	Judge *Judge // of what the type does not say, nil for nothing
}

// Map is an object whose members are all free, and of one type.
type Map struct {
	Elem  Type
	Pos   diag.Pos
	Judge *Judge
}

// Any is any JSON value, kept as it is. NotNull is set by "not: {type: null}".
type Any struct {
	NotNull bool
	Pos     diag.Pos
	Judge   *Judge // of what the type does not say, nil for nothing
}

func (t *Scalar) At() diag.Pos  { return t.Pos }
func (t *Literal) At() diag.Pos { return t.Pos }
func (t *Ref) At() diag.Pos     { return t.Pos }
func (t *List) At() diag.Pos    { return t.Pos }
func (t *OpenMap) At() diag.Pos { return t.Pos }
func (t *Map) At() diag.Pos     { return t.Pos }
func (t *Any) At() diag.Pos     { return t.Pos }

func (t *Scalar) Judged() *Judge  { return t.Judge }
func (t *Literal) Judged() *Judge { return nil }
func (t *Ref) Judged() *Judge     { return t.Judge }
func (t *List) Judged() *Judge    { return t.Judge }
func (t *OpenMap) Judged() *Judge { return t.Judge }
func (t *Map) Judged() *Judge     { return t.Judge }
func (t *Any) Judged() *Judge     { return t.Judge }

func (*Scalar) isType()   {}
func (*Literal) isType()  {}
func (*Ref) isType()      {}
func (*List) isType()     {}
func (*OpenMap) isType()  {}
func (*Map) isType()      {}
func (*Any) isType()      {}
func (*Nullable) isType() {}
