package runtime

import "encoding/json"

// Decoder configures decoding. The zero value follows the protocol's receiver rules: what a newer version may have
// added is stripped and reported, what is malformed is an error. A Decoder has no state, so several goroutines may use
// one value.
type Decoder struct {
	// Strict makes everything that the schema does not allow an error.
	Strict bool
	// AllowNull reads null as absent where an optional property does not allow it, and reports it.
	AllowNull bool
	// Keep keeps unknown properties in Extra and unknown variants as UnknownEvent and its like, so that encoding
	// returns an equal document. Without it they are stripped.
	Keep bool
	// OnUnknown is called for everything that was stripped or kept, after the document has been read and before the
	// method returns, also when it returns an error. The order is that of the document, an object's own properties
	// before what is inside of it. Of one document it is called 10,000 times at most.
	OnUnknown func(Unknown)
	// OnMissing is called for every required property that is absent, unless the Decoder is strict. It may return a JSON
	// value, which is then read in its place, as if the document had it, and reported to OnUnknown. If it returns false,
	// the absence is an error. It is called while the document is read, once for each property of each object, also for a
	// document that turns out to be invalid; not for what is absent within a value that it returned.
	OnMissing func(Missing) (json.RawMessage, bool)
}

// Unknown is one thing in a document that this version of the protocol does not define.
type Unknown struct {
	InstanceLocation string // JSON Pointer: "/messages/0/content/2"
	Definition       string // the definition that does not know it, by its name in the schema
	Kind             UnknownKind
}

// UnknownKind is the kind of an Unknown.
type UnknownKind string

// The kinds of unknown things.
const (
	UnknownKindProperty UnknownKind = "property" // a member that a closed object does not define
	UnknownKindVariant  UnknownKind = "variant"  // a value whose discriminator selects no known form
	UnknownKindEvent    UnknownKind = "event"    // the document as a whole is such a value
	UnknownKindNull     UnknownKind = "null"     // a null that was read as absent
	UnknownKindMissing  UnknownKind = "missing"  // a required property that was absent, and that OnMissing supplied
	UnknownKindText     UnknownKind = "text"     // a text that is not Unicode: bytes that are not UTF-8, or half of a surrogate pair
)

// shape is what the reader needs to know of an object beyond its code, for reports.
type shape struct {
	definition string   // the name in the schema
	place      string   // in the schema, "" for the entry of $defs with that name
	closed     string   // the keyword that forbids other members, "" where they are kept
	members    []member // bit i of the members that were seen stands for members[i]
}

// member is a known member of an object. A required one has the place of the "required" that asks for it.
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

// union is what the reader needs to know of a discriminated union.
type union struct {
	definition string
	keyword    string // "" for oneOf
	place      string // in the schema, "" for the entry of $defs with that name
	tag        string // the discriminator
	lead       string // the usual start of a value: {"type":"
	values     []string
	places     []string    // in the schema, of each variant's discriminator
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
