package wire

import "unsafe"

// message describes a message of the .proto files to the transcoder: what it carries, and under which names that stands
// in JSON. Messages are referred to by their place in the list of all of them.
type message struct {
	definition string // the name in the schema
	open       bool   // the definition allows other members
	implied    string // members that only the place of the message says: `"type":"text"`
	fields     []field
	must       uint64 // the fields without which the reader does not take an object, as bits
	deep       bool   // another of its kind can be inside of it

	arms          []arm  // a union, each variant of which has a message of its own
	discriminator string // the member that tells them apart

	variants []variant // a union, all variants of which share the message
	tag      int       // the place in fields of the field that tells them apart
}

// arm is a variant that is a field of a oneof.
type arm struct {
	number  uint64
	message int
}

// variant is one of those that share a message.
type variant struct {
	value     string
	fields    []field
	conflicts []uint64 // numbers of fields that would carry one of its members a second time
}

// form is what a value looks like.
type form uint8

const (
	textForm form = iota
	boolForm
	integerForm
	doubleForm
	enumForm // a number that stands for a word
	structForm
	valueForm
	messageForm
)

// part says what of a member a field carries.
type part uint8

const (
	wholePart   part = iota
	textPart         // the text of a text or list
	listPart         // its list, unless the text is there
	tagPart          // the discriminator of a union whose members stand beside it; "" where the union is absent
	payloadPart      // a member of such a union
	groupPart        // no member but several, in a message of their own
)

// field is a field of a message.
type field struct {
	number   uint64
	member   string
	part     part
	form     form
	list     bool
	required bool // the member is there even if the field is not: as the zero of its type
	message  int  // messageForm
	words    []word
	constant string  // enumForm: the word that it has to be
	tags     string  // tagPart: the member that tells the variants apart
	holder   string  // payloadPart: the member with the union
	owners   []owner // payloadPart
	group    []field // groupPart

	// What follows is for the reader, which takes the fields of an object by it.
	op       op
	at       uintptr // where the member is in the object
	want     int64   // wordOp
	literal  string  // literalOp
	must     uint64  // membersOp: as in message
	elements func(r *reader, list unsafe.Pointer, tag uint64, end int) unsafe.Pointer
	fresh    func() unsafe.Pointer // objectPtrOp
	union    func(r *reader, p unsafe.Pointer, end int)
}

// word is a value of an enum.
type word struct {
	number int32
	text   string
}

// owner is a variant that a payload belongs to.
type owner struct {
	variant  string
	required bool
}

// wireType returns the wire type of the field's values.
func (f *field) wireType() uint64 {
	switch f.form {
	case boolForm, integerForm, enumForm:
		return varintType
	case doubleForm:
		return fixed64Type
	default:
		return bytesType
	}
}
