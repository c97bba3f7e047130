package runtime

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of faults, for errors.Is.
var (
	ErrMalformed = errors.New("malformed value")            // a value violates its definition
	ErrMissing   = errors.New("missing property")           // a required property is absent
	ErrUnknown   = errors.New("unknown material")           // a property or variant that this version does not define
	ErrSyntax    = errors.New("not JSON")                   // the bytes are not a JSON document
	ErrTooDeep   = errors.New("nesting beyond 10000")       // also a *SyntaxError
	ErrTooMany   = errors.New("more than 10000 violations") // the last element of a truncated list
)

// ValidationError is one violation of the schema in a document or a value.
type ValidationError struct {
	// Keyword is the violated keyword of JSON Schema and the last step of SchemaLocation: "required", "type", "oneOf".
	// Both are empty for a value built in Go that violates no keyword, but is not JSON at all.
	Keyword string
	// InstanceLocation is the place in the document, a JSON Pointer: "/messages/3/content". If it is longer than 1,000
	// bytes, its middle is replaced by "…".
	InstanceLocation string
	SchemaLocation   string // the rule's place in schema.json: "#/$defs/Tool/required"
	// Property is the missing or unexpected property, for "required" and for the keywords that forbid other
	// properties. It is shortened like InstanceLocation.
	Property string
	Message  string // one sentence that says what was expected and what was found

	kind error // set if the keyword alone does not decide
}

// Error returns the place and the message, on one line.
func (e *ValidationError) Error() string {
	if e.InstanceLocation == "" {
		return e.Message
	}
	return printable(e.InstanceLocation) + ": " + e.Message
}

// Is reports whether target is the kind of the violation: ErrMissing, ErrUnknown, ErrTooMany or ErrMalformed. A
// union's "oneOf" is ErrUnknown for a discriminator that no variant has, ErrMissing for an absent discriminator,
// and ErrMalformed otherwise.
func (e *ValidationError) Is(target error) bool {
	if e.kind != nil {
		return target == e.kind
	}
	switch e.Keyword {
	case "required":
		return target == ErrMissing
	case "oneOf", "anyOf", "unevaluatedProperties", "additionalProperties":
		return target == ErrUnknown
	case "":
		return target == ErrTooMany
	default:
		return target == ErrMalformed
	}
}

// ValidationErrors lists violations in document order. When returned as an error it is never empty.
type ValidationErrors []*ValidationError

// Error returns one line for each violation, up to a limit.
func (es ValidationErrors) Error() string {
	var lines []string
	for i, e := range es {
		if i == maxLines {
			lines = append(lines, fmt.Sprintf("… and %d more", len(es)-i))
			break
		}
		lines = append(lines, e.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the violations to errors.Is and errors.As.
func (es ValidationErrors) Unwrap() []error {
	errs := make([]error, len(es))
	for i, e := range es {
		errs[i] = e
	}
	return errs
}

// SyntaxError reports that a document is not JSON, and where.
type SyntaxError struct {
	Offset           int64  // bytes before the fault
	InstanceLocation string // JSON Pointer to the value that was being read, shortened as in a ValidationError
	Message          string

	kind error
}

// Error returns the offset, the place and the message, on one line.
func (e *SyntaxError) Error() string {
	at := ""
	if e.InstanceLocation != "" {
		at = " in " + printable(e.InstanceLocation)
	}
	return fmt.Sprintf("byte %d%s: %s", e.Offset, at, e.Message)
}

// Unwrap returns ErrSyntax or ErrTooDeep.
func (e *SyntaxError) Unwrap() error { return e.kind }
