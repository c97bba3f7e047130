package wire

// The codec describes a schema by a table, with a message for each message of the .proto files and a row (a field) for
// each of its fields. A row holds the number of the field, the member of the schema that it carries and which part of
// it, the operation that reads and writes the value, and the place of the value in the Go struct: an offset, so that
// one function for each direction serves all types. The reader (table_read.go), the writer (table_write.go) and the
// transcoder (transcode.go) work on the same rows. Rows are emitted; tabled computes what follows from them, once.

import (
	"encoding/json"
	"unsafe"

	"google.golang.org/protobuf/proto"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// message is a message of the .proto files, or a variant without a separate message. Messages are referred to by their
// index in the table.
type message struct {
	definition string        // the name in the schema
	pb         proto.Message // a nil pointer of its Go type; nil for a variant that has no message
	is         goType
	open       bool    // the definition allows other members
	deep       bool    // it can contain another one of its kind
	implied    string  // members implied by the place of the message: `"type":"text"`
	extra      uintptr // offset of the extra members of an object
	fields     []field // by number
	lost       []field // members without a field

	arms          []arm  // a union, each variant of which has a message of its own
	discriminator string // the member that selects the variant
	retired       *retired
	unknown       error // for the union of frames: the error for a variant of a newer protocol

	variants []variant // a union, all variants of which share a message
	tag      int       // the index in fields of the field that selects the variant

	steps         // for the reader
	writes []step // for the writer, with those of a groupPart among the others
}

// arm is a variant that is a field of a oneof.
type arm struct {
	number  uint64
	message int
	to      *message // set by tabled, as in variant
}

// variant is one of those that share a message.
type variant struct {
	value     string
	message   int
	conflicts []uint64 // numbers of fields that would carry one of its members a second time
	to        *message
}

// field is a row: a field of a message.
type field struct {
	number   uint64
	key      uint32  // the number and the wire type in one; set by tabled
	at       uintptr // where the member is in the object; of a payloadPart where its union is
	op       op      // of a list that of its elements
	part     part
	form     form
	list     bool
	required bool // the member is there even if the field is not: as the zero of its type
	always   bool // the field is there even if the member is the zero of its type, unless that is a pointer
	member   string
	message  int      // messageForm
	to       *message // messageForm: that message; set by tabled
	constant string   // wordOp, literalOp: the required value of the member
	want     int64    // wordOp: the number of that word
	words    []word   // enumForm
	own      []word   // those of the member, if it does not allow all of them
	group    []field  // groupPart
	inside   steps    // groupPart; set by tabled
	choice   *choice  // textPart, listPart
	beside   int      // listPart: the place of the textPart; set by tabled
	union    int      // tagPart, payloadPart: the union
	of       *message // tagPart, payloadPart: the union; set by tabled
	tags     string   // tagPart: the member that selects the variant
	holder   string   // payloadPart: the member with the union
	owners   []owner  // payloadPart
}

// op is the operation that reads and writes the value of a field. The operations from structOp on are for
// messages.
type op uint8

const (
	noOp      op = iota // only the transcoder reads it
	textOp              // string
	textPtrOp           // *string
	boolOp
	boolPtrOp
	integerOp
	integerPtrOp
	doubleOp // a float64
	doublePtrOp
	numberOp // a json.Number
	numberPtrOp
	enumOp // a string with a number
	enumPtrOp
	wordOp        // no member: the number field.want
	literalOp     // no member: the text field.constant
	structOp      // a map
	valueOp       // a json.RawMessage
	objectValueOp // a map, as a Value
	objectOp      // a struct
	objectPtrOp
	unionOp   // an interface
	membersOp // no member but several, in a message of their own
)

// form is the form of a value in a message.
type form uint8

const (
	textForm form = iota
	boolForm
	integerForm
	doubleForm
	enumForm // a number of a word
	structForm
	valueForm
	messageForm
)

// part is the part of a member that a field carries.
type part uint8

const (
	wholePart   part = iota
	groupPart        // no member but several, in a message of their own
	textPart         // the text of a text or list
	listPart         // its list, unless the text is there
	tagPart          // the discriminator of a union whose members are beside it; "" if the union is absent
	payloadPart      // a member of such a union
	kindPart         // the discriminator of a variant that shares its message
	surplusPart      // a member that another variant has, and this one may have beyond its own
)

// word is a value of an enum.
type word struct {
	number int32
	text   string
}

// choice is the Go type of a text or list.
type choice struct {
	text, parts uintptr               // where its fields are
	fresh       func() unsafe.Pointer // of one that may be absent, which is a pointer
}

// owner is a variant with a payload, and how the variant stores it.
type owner struct {
	variant  string
	required bool
	op       op
	at       uintptr
}

// goType is the Go type of a definition.
type goType struct {
	size   uintptr
	grow   func(list unsafe.Pointer, room int) unsafe.Pointer
	decode func(rules agui.Decoder, text []byte) (any, error)

	fresh   func() (e unsafe.Pointer, v any) // of an object: makes one
	address func(v any) unsafe.Pointer       // of an object

	get     func(p unsafe.Pointer) any                // of a union: what an interface holds
	put     func(p unsafe.Pointer, v any)             // of a union
	variant func(v any) (which int, e unsafe.Pointer) // of a union: the place of the variant, or below 0
}

// The results of goType.variant for a value without an index.
const (
	noPlace      = -1
	unknownPlace = -2 // the address is that of its discriminator
)

// objectOf describes the type of an object.
func objectOf[T any, P interface {
	*T
	agui.Value
}]() goType {
	return goType{
		size:    unsafe.Sizeof(*new(T)),
		grow:    grow[T],
		fresh:   func() (unsafe.Pointer, any) { e := new(T); return unsafe.Pointer(e), e },
		address: func(v any) unsafe.Pointer { e, _ := v.(*T); return unsafe.Pointer(e) },
		decode: func(rules agui.Decoder, text []byte) (any, error) {
			e := new(T)
			if err := rules.Unmarshal(text, P(e)); err != nil {
				return nil, err
			}
			return e, nil
		},
	}
}

// unionOf describes the type of a union.
func unionOf[U any](variant func(any) (int, unsafe.Pointer), decode func(*agui.Decoder, []byte) (U, error)) goType {
	return goType{
		size:    unsafe.Sizeof(*new(U)),
		grow:    grow[U],
		get:     func(p unsafe.Pointer) any { return *(*U)(p) },
		put:     func(p unsafe.Pointer, v any) { *(*U)(p), _ = v.(U) },
		variant: variant,
		decode:  func(rules agui.Decoder, text []byte) (any, error) { return decode(&rules, text) },
	}
}

// choiceOf describes the type of a text or list that may be absent.
func choiceOf[T any]() unsafe.Pointer { return unsafe.Pointer(new(T)) }

// grow appends an element to a list and returns its address. It makes room for the given number of elements; 0 means
// that there is room already.
func grow[T any](p unsafe.Pointer, room int) unsafe.Pointer {
	list := (*[]T)(p)
	if room > 0 {
		*list = append(make([]T, 0, len(*list)+room), *list...)
	}
	var none T
	*list = append(*list, none)
	return unsafe.Pointer(&(*list)[len(*list)-1])
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

// owner returns the variant with a payload of the object at e and its address, or nil if the variant does not
// have it.
func (f *field) owner(e unsafe.Pointer) (*owner, unsafe.Pointer) {
	u := f.of
	which, v := u.is.variant(u.is.get(unsafe.Add(e, f.at)))
	if which < 0 || v == nil {
		return nil, nil
	}
	for i := range f.owners {
		if f.owners[i].variant == u.variants[which].value {
			return &f.owners[i], v
		}
	}
	return nil, nil
}

// isNil reports whether a pointer, a map, a list or an interface is nil, by its first word.
func isNil(p unsafe.Pointer) bool { return *(*unsafe.Pointer)(p) == nil }

// length returns the length of a list of any type.
func length(p unsafe.Pointer) int { return len(*(*[]struct{})(p)) }

// makeList replaces a nil list by an empty one.
func makeList(p unsafe.Pointer) {
	if isNil(p) {
		*(*[]json.RawMessage)(p) = []json.RawMessage{}
	}
}

// word returns the word of a number, and number the number of a word.
func (f *field) word(n int32) (text string, known bool) {
	for i := range f.words {
		if f.words[i].number == n {
			return f.words[i].text, true
		}
	}
	return "", false
}

func (f *field) numberOf(word string) (n int32, known bool) {
	words := f.words
	if f.own != nil {
		words = f.own
	}
	for i := range words {
		if words[i].text == word {
			return words[i].number, true
		}
	}
	return 0, false
}
