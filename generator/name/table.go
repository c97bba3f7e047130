package name

import "github.com/aguigen/aguigen/generator/model"

// Table maps the protocol's wire names to Go identifiers.
type Table struct{ _ int }

// Type gives the exported Go type of a definition: "ToolCall", "EventType", "Content".
func (t *Table) Type(d model.Definition) string { panic("x") }

// Field gives the Go name of a field, which is also the name of the method of a pinned member: "MessageID", "Type".
func (t *Table) Field(o *model.Object, f *model.Field) string { panic("x") }

// Param gives the field's name as a parameter: "messageID", and "type_" style names never: a Go keyword or a
// predeclared name takes the owner's last word in front or behind.
func (t *Table) Param(o *model.Object, f *model.Field) string { panic("x") }

// Value gives the constant of an enum's value: "EventTypeTextMessageStart".
func (t *Table) Value(e *model.Enum, value string) string { panic("x") }

// Tag gives the method that tells a union's variants apart, "Type", and TagType its type: the enum of $defs that has
// exactly its values, or one of its own, "ContentPartType".
func (t *Table) Tag(u *model.Union) string     { panic("x") }
func (t *Table) TagType(u *model.Union) string { panic("x") }

// TagValue gives the constant of TagType for a variant: "EventTypeTextMessageStart", "ContentPartTypeText".
func (t *Table) TagValue(u *model.Union, v *model.Variant) string { panic("x") }

// Unknown gives the catch-all of a discriminated union: "UnknownEvent".
func (t *Table) Unknown(u *model.Union) string { panic("x") }
