// Package name decides every Go identifier that a user of the output can see. It takes the model and returns a
// Table that maps each wire name to its Go name. Two wire names with the same Go name are an error.
package name

import (
	"fmt"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/model"
)

// Table maps the protocol's wire names to Go identifiers. Its methods panic for anything that is not in the
// protocol passed to Assign.
type Table struct {
	types   map[model.Definition]string
	locals  map[model.Definition]string
	fields  map[member]string
	params  map[member]string
	values  map[constant]string
	tags    map[*model.Union]tag
	entries []entry // for Dump

	declared []decl.Decl
}

func newTable() *Table {
	return &Table{
		types: map[model.Definition]string{}, locals: map[model.Definition]string{}, fields: map[member]string{},
		params: map[member]string{}, values: map[constant]string{}, tags: map[*model.Union]tag{},
	}
}

// Declared lists what the package of types declares.
func (t *Table) Declared() []decl.Decl { return t.declared }

// member is a field in the object that holds it: one *Field can be shared by the objects that a mixin is part of.
type member struct {
	object *model.Object
	field  string
}

type constant struct {
	of    model.Definition // an enum, or a union with constants of its own
	value string
}

// tag holds the names for the discriminator of a union.
type tag struct {
	method, typ, unknown, list string
	alias                      *model.Alias // of $defs that is the list, nil if there is none
}

// Type returns the exported Go type of a definition: "ToolCall", "EventType", "Content". A mixin has a name for messages,
// which a type carries if others embed it.
func (t *Table) Type(d model.Definition) string { return get(t.types, d, d.Base().Name) }

// Local returns the type's name with a small first word: "toolCall", "jsonPatch", "urlSource". One that is a keyword, a
// predeclared name or an imported package ends in "Def".
func (t *Table) Local(d model.Definition) string { return get(t.locals, d, d.Base().Name) }

// Field returns the Go name of a field, which is also the name of the method of a pinned member: "MessageID", "Type".
func (t *Table) Field(o *model.Object, f *model.Field) string {
	return get(t.fields, member{o, f.Name}, o.Name+"."+f.Name)
}

// Param returns the field's name as a parameter: "messageID". Where that is a keyword, a predeclared name or an imported
// package, the owner's last word stands in front: the field "type" of "ToolCall" is "callType".
func (t *Table) Param(o *model.Object, f *model.Field) string {
	return get(t.params, member{o, f.Name}, o.Name+"."+f.Name)
}

// Value returns the constant of an enum's value: "EventTypeTextMessageStart".
func (t *Table) Value(e *model.Enum, value string) string {
	return get(t.values, constant{e, value}, e.Name+"."+value)
}

// Tag returns the method that returns the discriminator of a union: "Type".
func (t *Table) Tag(u *model.Union) string { return get(t.tags, u, u.Name).method }

// TagType returns the type that Tag returns: the enum of $defs that lists its values, or one of the union's own,
// "ContentPartType".
func (t *Table) TagType(u *model.Union) string { return get(t.tags, u, u.Name).typ }

// TagValue returns the constant of TagType for a variant: "EventTypeTextMessageStart", "ContentPartTypeText".
func (t *Table) TagValue(u *model.Union, v *model.Variant) string {
	if u.Tags != nil {
		return t.Value(u.Tags, v.Value)
	}
	return get(t.values, constant{u, v.Value}, u.Name+"."+v.Value)
}

// List returns the type of a list of the union's values, and HasListAlias reports whether the schema defines it: "Events",
// "JSONPatch".
func (t *Table) List(u *model.Union) string       { return get(t.tags, u, u.Name).list }
func (t *Table) HasListAlias(u *model.Union) bool { return get(t.tags, u, u.Name).alias != nil }

// Unknown returns the catch-all of a discriminated union: "UnknownEvent".
func (t *Table) Unknown(u *model.Union) string { return get(t.tags, u, u.Name).unknown }

func get[K comparable, V any](names map[K]V, key K, wire string) V {
	v, ok := names[key]
	if !ok {
		panic(fmt.Sprintf("name: %s has no such name in this table", wire))
	}
	return v
}
