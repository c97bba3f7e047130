package runtime

import "encoding/json"

// Decoder configures decoding. The zero value follows the protocol's receiver rules: what a newer version may have
// added is stripped and reported; anything malformed is an error. A Decoder has no state, so it is safe for concurrent
// use.
type Decoder struct {
	// Strict makes everything that the schema does not allow an error.
	Strict bool
	// AllowNull treats null as absent for an optional property that does not allow it, and reports it.
	AllowNull bool
	// Keep preserves unknown properties in Extra and unknown variants in types such as UnknownEvent, so that
	// encoding produces an equal document. Without it they are stripped.
	Keep bool
	// OnUnknown is called for everything unknown that was stripped or kept, after the document has been read and
	// before the method returns, even if it returns an error. The calls are in document order, with an object's own
	// properties before those inside its members. OnUnknown is called at most 10,000 times for one document.
	OnUnknown func(Unknown)
	// OnMissing is called for every required property that is absent, unless Strict is set. It may return a JSON value,
	// which is then read as if the document contained it, and reported to OnUnknown. If it returns false, the absence
	// is an error. It is called while the document is read, once for each property of each object, even if the document
	// turns out to be invalid, but not for properties absent from a value that it returned.
	OnMissing func(Missing) (json.RawMessage, bool)
}

// Unknown describes something in a document that the decoder had to strip, keep or replace, such as a
// property that this version of the protocol does not define.
type Unknown struct {
	InstanceLocation string // JSON Pointer: "/messages/0/content/2"
	Definition       string // the definition that lacks it, by its name in the schema
	Kind             UnknownKind
}

// UnknownKind is the kind of an Unknown.
type UnknownKind string

// The kinds of Unknown.
const (
	UnknownKindProperty UnknownKind = "property" // a member that a closed object does not define
	UnknownKindVariant  UnknownKind = "variant"  // a value whose discriminator selects no known variant
	UnknownKindEvent    UnknownKind = "event"    // the document as a whole is such a value
	UnknownKindNull     UnknownKind = "null"     // a null that was read as absent
	UnknownKindMissing  UnknownKind = "missing"  // a required property that was absent, and that OnMissing supplied
	UnknownKindText     UnknownKind = "text"     // a text that is not valid Unicode: bytes that are not UTF-8, or half of a surrogate pair
)

// shape is what reports need to know about an object.
type shape struct {
	definition string   // the name in the schema
	place      string   // in the schema, "" for the entry of $defs with that name
	closed     string   // the keyword that forbids other members; "" if they are allowed
	members    []member // bit i of the set of seen members is members[i]
}

// member is a known member of an object, with the place of the "required" that demands it, if any.
type member struct {
	name       string
	requiredAt string
}

// location is the object's place in the schema.
func (s *shape) location() string { return placeOf(s.place, s.definition) }

// called is the name in $defs, "" for an object that has none there.
func (s *shape) called() string {
	if s.place != "" {
		return ""
	}
	return s.definition
}

func placeOf(place, definition string) string {
	if place == "" {
		return "#/$defs/" + definition
	}
	return place
}

// union is what the reader needs to know about a discriminated union.
type union struct {
	definition string
	keyword    string // "" for oneOf
	place      string // in the schema, "" for the entry of $defs with that name
	tag        string // the discriminator
	lead       string // the usual start of a value: {"type":"
	values     []string
	places     []string    // of each variant's discriminator, in the schema
	kind       UnknownKind // what an unknown value is reported as
}

// unionKeyword is the keyword that the union is.
func (u *union) unionKeyword() string {
	if u.keyword == "" {
		return "oneOf"
	}
	return u.keyword
}

// location is the union's place in the schema.
func (u *union) location() string { return placeOf(u.place, u.definition) }
