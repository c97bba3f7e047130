package model

import (
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/aguigen/aguigen/generator/diag"
)

// Wire is the binary form of the protocol: the messages that carry its definitions.
type Wire struct {
	Package string // of the messages: "ag_ui". It is not on the wire.
	// Files are the compiled files, imports first, with comments. Sources are the paths of those that are the
	// protocol's own, sorted; the others come with protobuf.
	Files   []*descriptorpb.FileDescriptorProto
	Sources []string

	Frame     *WireMessage   // what one frame of a response holds; nil if the table names none
	MediaType string         // of a stream of frames, "" if the table does not say
	Messages  []*WireMessage // in the order of Protocol.Definitions
	Enums     []*WireEnum    // by name
	Gaps      []*WireGap     // what is declared as not carried, in the order of the table
}

// WireShape says how a message carries its definition.
type WireShape int

// The shapes of messages.
const (
	ObjectShape WireShape = iota + 1 // an object: Fields carry its members
	OneofShape                       // a union: each of Arms is a variant with a message of its own
	MergedShape                      // a union: all variants share one message, Tag says which one it is
)

// WireMessage is the message that carries a definition. Names are relative to the package: "ToolCall.Function".
type WireMessage struct {
	Name       string
	Definition Definition // *Object or *Union
	Shape      WireShape
	Pos        diag.Pos

	// Fields are in the order of their numbers. Of a merged message they are all of its fields, each as the first
	// variant that has it carries it: that is how an unknown variant and a surplus field are read.
	Fields []*WireField
	// Implied are members that have no field because the place of the message says their value: the discriminator of
	// a variant that is an arm of a oneof.
	Implied []*Field

	Oneof    string         // OneofShape: the name of the oneof
	Arms     []*WireArm     // OneofShape: by number
	Tag      *WireField     // MergedShape: the field that holds the discriminator, by its name or as an enum
	Variants []*WireVariant // MergedShape: in the union's order
}

// WireArm is a variant that is a field of a oneof.
type WireArm struct {
	Name    string
	Number  int32
	Variant *Variant
	Message *WireMessage // always an ObjectShape
	Pos     diag.Pos
}

// WireVariant is a variant that shares its message with the others.
type WireVariant struct {
	Variant *Variant
	Fields  []*WireField // those that carry the variant's members, by number
	// Conflicts are fields of the message that would carry a member of this variant a second time, in a way that is
	// another variant's: met together with this variant they make the bytes malformed.
	Conflicts []*WireField
	// Surplus are the other fields, which carry members that this variant does not have.
	Surplus []*WireField
}

// Presence says whether a field can be told to be absent.
type Presence int

// The presences of fields.
const (
	Implicit Presence = iota + 1 // a scalar that is left out when it is zero
	Explicit                     // a scalar with "optional": a pointer in the messages
	Nested                       // a message
	Repeated                     // a list: absent and empty are the same
)

// Form is what one value looks like on the wire; of a Repeated field, one element.
type Form int

// The forms of values.
const (
	FormString      Form = iota + 1
	FormBool             // bool
	FormInt              // int64
	FormDouble           // double
	FormEnumName         // an enum of the schema as a string
	FormLiteral          // a constant of the schema as a string
	FormEnum             // an enum or a constant of the schema as a number of WireField.Enum
	FormStruct           // an open object as google.protobuf.Struct
	FormValue            // any JSON value as google.protobuf.Value
	FormObjectValue      // an open object as google.protobuf.Value
	FormMessage          // another definition as WireField.Message
)

// Part says what of a member a field carries.
type Part int

// The parts of members.
const (
	PartWhole   Part = iota + 1 // all of it
	PartText                    // the string of a string or list; present if and only if it is the string
	PartList                    // the list of a string or list
	PartFlatTag                 // the discriminator of a union that is flattened into the owner; "" where the member is absent
	PartPayload                 // a member of variants of a flattened union
	PartGroup                   // no member, but several: those of a mixin, which travel in a message of their own
)

// WireField is a field of a message and what it carries.
type WireField struct {
	Name     string // "tool_call_id"
	Number   int32
	Presence Presence
	Form     Form
	Pos      diag.Pos

	Part Part
	// Field is the member that is carried, as the object has it (with its own Required and Type). Of a PartPayload it
	// is the first owner's; of a PartGroup it is nil.
	Field *Field
	// Type is the type of Field, or of one element where Presence is Repeated, seen through references to aliases.
	Type Type
	// Message carries the value: FormMessage.
	Message *WireMessage
	// Enum holds the numbers: FormEnum.
	Enum *WireEnum
	// Union is what is flattened: PartFlatTag and PartPayload.
	Union *Union
	// Holder is the member that holds the union, and Owners are the variants to which the payload belongs: PartPayload.
	Holder *Field
	Owners []*WireOwner
	// Mixin is the origin of the members of a PartGroup, and Group the fields that carry them, by number. Message is
	// then the mixin's message. A constant in it agrees with the place of the whole or the bytes are malformed.
	Mixin *Object
	Group []*WireField
}

// WireOwner is a variant of a flattened union and its member that a field carries.
type WireOwner struct {
	Variant *Variant
	Field   *Field
}

// Constant returns the value that the schema pins the member to, and whether there is one.
func (f *WireField) Constant() (string, bool) {
	if l, ok := f.Type.(*Literal); ok {
		return l.Value, true
	}
	return "", false
}

// WireEnum is an enum of the .proto files.
type WireEnum struct {
	Name   string
	Values []*WireEnumValue // in the file's order
	Pos    diag.Pos
}

// WireEnumValue is a value of a WireEnum.
type WireEnumValue struct {
	Name   string // "ADD"
	Number int32
	Value  string // the schema's string: "add"; "" for one that is declared to have none
	Pos    diag.Pos
}

// Find returns the entry of a string of the schema, nil if there is none.
func (e *WireEnum) Find(value string) *WireEnumValue {
	for _, v := range e.Values {
		if v.Value == value {
			return v
		}
	}
	return nil
}

// WireGap is something that is declared as not carried: a definition, a member, a message or a field.
type WireGap struct {
	Keyword string // of the table: "no-message", "no-field", "no-definition" or "no-member"
	Name    string
	Reason  string
	Pos     diag.Pos
}
