// Package decl describes what a Go package declares. Emit makes the list from what it prints, name finds clashes in
// it, and diff compares the lists of two schemas, so there is only one list.
package decl

import (
	"strings"

	"github.com/aguigen/aguigen/generator/model"
)

// Kind is the kind of a Decl.
type Kind int

// The kinds of declarations.
const (
	Type Kind = iota + 1
	Const
	Var
	Func
	Method // also one that an interface asks for
	Field  // of a struct
	Embed  // a type that a struct or interface embeds, by its name without the package
)

var kindWords = [...]string{Type: "type", Const: "const", Var: "var", Func: "func", Method: "method", Field: "field", Embed: "embedded"}

func (k Kind) String() string { return kindWords[k] }

// Decl is a name that a package declares, at its top or in a type.
type Decl struct {
	Of   string // the type that it is a part of, "" at the top of the package
	Name string
	Kind Kind
	// Text is its type as Go writes it, without the names of parameters: "func([]byte) error", "[]ToolCall". Of a type it
	// is "struct", "interface", what the type is made of, or "= " and what it stands for.
	Text   string
	Params []Param // of a function or method
	Value  string  // of a constant that is a string
	From   Origin
}

// Param is a parameter: its name and its type.
type Param struct{ Name, Type string }

// Origin is the part of the schema that a declaration comes from. The zero value is for declarations in the
// package of every schema.
type Origin struct {
	Definition model.Definition
	Member     string   // the wire name of the member, or the value, that it stands for
	Params     []string // the members that the parameters stand for
}

// ID returns the name, prefixed with that of the type: "ToolCall.Clone".
func (d *Decl) ID() string {
	if d.Of == "" {
		return d.Name
	}
	return d.Of + "." + d.Name
}

// ListForm is the Member of the list in a union of a string and a list.
const ListForm = "(list)"

// Signature is Text with the names of parameters.
func (d *Decl) Signature() string {
	var with, without []string
	for _, p := range d.Params {
		with, without = append(with, p.Name+" "+p.Type), append(without, p.Type)
	}
	return strings.Replace(d.Text, "("+strings.Join(without, ", ")+")", "("+strings.Join(with, ", ")+")", 1)
}
