package runtime

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of faults, for errors.Is.
var (
	ErrMalformed = errors.New("malformed value")            // a value breaks a rule of its definition
	ErrMissing   = errors.New("missing property")           // a required property is absent
	ErrUnknown   = errors.New("unknown material")           // a property or variant that this version does not define
	ErrSyntax    = errors.New("not JSON")                   // the bytes are no JSON document
	ErrTooDeep   = errors.New("nesting beyond 10000")       // a *SyntaxError too
	ErrTooMany   = errors.New("more than 10000 violations") // the last of a list that was cut there
)

// ValidationError is one place where a document or a value breaks a rule of the schema.
type ValidationError struct {
	// Keyword is the rule, a keyword of JSON Schema and the last step of SchemaLocation: "required", "type", "oneOf". Both are
	// empty where no rule is broken, but a value that was built in Go is not JSON at all.
	Keyword string
	// InstanceLocation is the place in the document, a JSON Pointer: "/messages/3/content". Of one beyond 1,000 bytes the
	// middle is left out, where "…" stands.
	InstanceLocation string
	SchemaLocation   string // the rule's place in schema.json: "#/$defs/Tool/required"
	// Property is the missing or unexpected property, for "required" and the closing keywords. It is shortened like a place.
	Property string
	Message  string // one sentence that says what was expected and what was found

	kind error // where the keyword alone does not tell
}

// Error returns the place and the sentence, on one line.
func (e *ValidationError) Error() string {
	if e.InstanceLocation == "" {
		return e.Message
	}
	return printable(e.InstanceLocation) + ": " + e.Message
}

// Is reports whether target is the kind of the fault: ErrMissing, ErrUnknown, ErrTooMany or ErrMalformed. A union's
// "oneOf" is ErrUnknown for a discriminator that no variant has, ErrMissing where there is none, else ErrMalformed.
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

// ValidationErrors lists the violations in the order of the document. As an error it is never empty.
type ValidationErrors []*ValidationError

// Error returns one violation a line, as long as there are not too many.
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

// Error returns the offset, the place and what was found, on one line.
func (e *SyntaxError) Error() string {
	at := ""
	if e.InstanceLocation != "" {
		at = " in " + printable(e.InstanceLocation)
	}
	return fmt.Sprintf("byte %d%s: %s", e.Offset, at, e.Message)
}

// Unwrap returns ErrSyntax or ErrTooDeep.
func (e *SyntaxError) Unwrap() error { return e.kind }
