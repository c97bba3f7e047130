package name

import (
	"go/token"
	"go/types"
	"slices"
)

// The lists of this file are what the fixed parts of the output claim. Add a name here when the support code or an
// emitter takes one.

// reservedTop are the exported identifiers at package level. A test compares them with the support code.
var reservedTop = []string{
	"Arena", "Decoder", "Definitions", "JSONSchema", "Missing", "ProtocolVersion", "Ptr", "SchemaID", "SchemaSHA256", "ValidateJSON",
	"Unknown", "UnknownKind", "UnknownKindEvent", "UnknownKindMissing", "UnknownKindNull", "UnknownKindProperty", "UnknownKindText", "UnknownKindVariant",
	"ErrMalformed", "ErrMissing", "ErrSyntax", "ErrTooDeep", "ErrTooMany", "ErrUnknown",
	"SyntaxError", "ValidationError", "ValidationErrors", "Value",
}

// reservedLocal are names that a definition may not have in its unexported form.
var reservedLocal = []string{"init", "main"}

// objectMembers are the methods and fields that every struct has beside those of the schema.
var objectMembers = []string{"AppendJSON", "Clone", "Extra", "MarshalJSON", "String", "UnmarshalJSON", "Validate"}

// unknownMembers are those of a union's catch-all; the discriminator's method must differ from them.
var unknownMembers = append([]string{"Discriminator", "Raw"}, objectMembers...)

// decoderMembers are the fields of Decoder; its methods are named after definitions.
var decoderMembers = []string{"AllowNull", "Keep", "OnMissing", "OnUnknown", "Strict", "Unmarshal"}

// imported are the packages whose names a parameter would hide.
var imported = []string{
	"base64", "bytes", "cmp", "errors", "fmt", "io", "iter", "json", "maps", "math", "regexp", "slices", "sort", "strconv",
	"strings", "unicode", "utf16", "utf8",
}

// taken says whether a parameter or local of that name would not compile or hide what the code around it needs.
func taken(id string) bool {
	return token.IsKeyword(id) || types.Universe.Lookup(id) != nil || slices.Contains(imported, id)
}
