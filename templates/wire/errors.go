package wire

import (
	"errors"
	"fmt"
	"io"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// The kinds of faults, for errors.Is.
var (
	// ErrMalformed is what every *MalformedError is.
	ErrMalformed = errors.New("malformed bytes")
	// ErrTruncated is the error for a stream that ends inside of a frame: the producer was cut off. It is an
	// io.ErrUnexpectedEOF too.
	ErrTruncated = fmt.Errorf("the stream ends inside of a frame: %w", io.ErrUnexpectedEOF)
	// ErrTooLarge is the error for a frame beyond the limit.
	ErrTooLarge = errors.New("the frame is larger than the limit")
)

// MalformedError says where bytes stop being what the protocol's .proto files describe.
type MalformedError struct {
	Offset           int64  // bytes before the fault
	InstanceLocation string // where the value that was being read would stand in JSON, a JSON Pointer
	Message          string
}

// Error returns the offset, the place and what was found.
func (e *MalformedError) Error() string {
	at := ""
	if e.InstanceLocation != "" {
		at = " in " + e.InstanceLocation
	}
	return fmt.Sprintf("byte %d%s: %s", e.Offset, at, e.Message)
}

// Unwrap returns ErrMalformed.
func (e *MalformedError) Unwrap() error { return ErrMalformed }

// LossKind is what sort of thing has no binary form.
type LossKind string

// The kinds of loss.
const (
	LossKindNumber   LossKind = "number"   // a number that a double does not hold exactly
	LossKindText     LossKind = "text"     // a text that is not Unicode, such as half of a surrogate pair
	LossKindProperty LossKind = "property" // a member that no field carries
	LossKindVariant  LossKind = "variant"  // a value of a variant that this version does not know
)

// Loss is one thing that the binary form cannot carry.
type Loss struct {
	InstanceLocation string // where it stands in JSON, a JSON Pointer
	Kind             LossKind
	Message          string
}

// LossError is the error for the first thing that the binary form cannot carry.
type LossError struct{ Loss }

// Error returns the place and what would be lost.
func (e *LossError) Error() string {
	if e.InstanceLocation == "" {
		return e.Message
	}
	return e.InstanceLocation + ": " + e.Message
}

// Encoder says how to write. The zero value refuses what the binary form cannot carry.
type Encoder struct {
	// AllowLoss writes a value without what the binary form cannot carry: a number becomes the nearest double, text
	// that is not Unicode has U+FFFD in its place, anything else is left out.
	AllowLoss bool
	// OnLoss is called for everything that the binary form cannot carry, in the order of the fields, also when it
	// makes an error.
	OnLoss func(Loss)
}

// Decoder says how to read. The zero value follows the protocol's receiver rules.
type Decoder struct {
	// Rules are those for JSON. What is unknown is reported with the place that it would have in JSON; a field that has
	// no name here goes by its number. AllowNull is of no use, since what is absent is not null here.
	Rules agui.Decoder
	// MaxFrame is the most bytes that a frame of a stream may have, its length included. 0 stands for DefaultMaxFrame.
	MaxFrame int
}
