package name

import "strings"

// The names that follow from a definition's Go type, or from a field's Go name. They are spelled here alone.

// Constructor makes an object: "NewToolCall".
func Constructor(typ string) string { return "New" + typ }

// TextConstructor and PartsConstructor make a union of a string and a list: "NewContentText".
func TextConstructor(typ string) string  { return "New" + typ + "Text" }
func PartsConstructor(typ string) string { return "New" + typ + "Parts" }

// Unmarshal and Append read and write a value of a discriminated union: "UnmarshalEvent".
func Unmarshal(typ string) string { return "Unmarshal" + typ }
func Append(typ string) string    { return "Append" + typ }

// Clone copies a value of a discriminated union, and Holder is the struct that holds one: "CloneEvent", "AnyEvent".
func Clone(typ string) string  { return "Clone" + typ }
func Holder(typ string) string { return "Any" + typ }

// Of returns what a value embeds: "BaseEventOf".
func Of(mixin string) string { return mixin + "Of" }

// plural is the type of a list of a union: "Events".
func plural(typ string) string {
	switch {
	case strings.HasSuffix(typ, "s"), strings.HasSuffix(typ, "x"), strings.HasSuffix(typ, "ch"), strings.HasSuffix(typ, "sh"):
		return typ + "es"
	case strings.HasSuffix(typ, "y") && !strings.ContainsAny(typ[max(0, len(typ)-2):len(typ)-1], "aeiou"):
		return typ[:len(typ)-1] + "ies"
	}
	return typ + "s"
}

// catchAll is the variant of a union for what is unknown: "UnknownEvent".
func catchAll(typ string) string { return "Unknown" + typ }

// DefaultAccessor returns a field's value or its default: "RoleOrDefault".
func DefaultAccessor(field string) string { return field + "OrDefault" }
