package wire

import (
	"errors"
	"fmt"
	"io"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// The kinds of faults, for errors.Is.
var (
	// ErrMalformed is the error that every *MalformedError wraps.
	ErrMalformed = errors.New("malformed bytes")
	// ErrTruncated is the error for a stream that ends inside a frame. It wraps io.ErrUnexpectedEOF.
	ErrTruncated = fmt.Errorf("the stream ends inside of a frame: %w", io.ErrUnexpectedEOF)
	// ErrTooLarge is the error for a frame that is larger than Decoder.MaxFrame.
	ErrTooLarge = errors.New("the frame is larger than the limit")
)

// MalformedError is the error for bytes that are not a message of the protocol's .proto files.
type MalformedError struct {
	Offset           int64  // bytes before the fault
	InstanceLocation string // JSON Pointer to the place that the value would have in JSON
	Message          string
}

// Error returns the offset, the place and the message.
func (e *MalformedError) Error() string {
	at := ""
	if e.InstanceLocation != "" {
		at = " in " + e.InstanceLocation
	}
	return fmt.Sprintf("byte %d%s: %s", e.Offset, at, e.Message)
}

// Unwrap returns ErrMalformed.
func (e *MalformedError) Unwrap() error { return ErrMalformed }

// LossKind is the kind of a Loss.
type LossKind string

// The kinds of Loss.
const (
	LossKindNumber   LossKind = "number"   // a number that a double does not represent exactly
	LossKindText     LossKind = "text"     // a text that is not valid Unicode, such as half of a surrogate pair
	LossKindProperty LossKind = "property" // a member without a field
	LossKindVariant  LossKind = "variant"  // a value of an unknown variant
)

// Loss describes one thing that the binary form cannot represent.
type Loss struct {
	InstanceLocation string // its place in JSON, a JSON Pointer
	Kind             LossKind
	Message          string
}

// LossError is the error for a value that the binary form cannot represent. It holds the first loss.
type LossError struct{ Loss }

// Error returns the place and the kind of the loss.
func (e *LossError) Error() string {
	if e.InstanceLocation == "" {
		return e.Message
	}
	return e.InstanceLocation + ": " + e.Message
}

// Encoder configures encoding. With the zero value, a value that the binary form cannot represent is an
// error.
type Encoder struct {
	// AllowLoss writes a value without what the binary form cannot represent: a number becomes the nearest double,
	// invalid Unicode becomes U+FFFD, anything else is omitted.
	AllowLoss bool
	// OnLoss is called for everything that the binary form cannot represent, in the order of the fields, even if
	// it is an error.
	OnLoss func(Loss)
}

// Decoder configures decoding. The zero value follows the protocol's receiver rules.
type Decoder struct {
	// Rules holds the options for decoding JSON, which apply here too. Unknown fields are reported with the place that
	// they would have in JSON, and their number as the name. AllowNull has no effect, since the binary form has no null
	// for absent properties.
	Rules agui.Decoder
	// MaxFrame is the maximum size of a frame in bytes, including its length; 0 means DefaultMaxFrame.
	MaxFrame int
}
