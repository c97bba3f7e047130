package runtime

import "encoding/json"

// This file is not emitted. It exports the checks and messages of the library to the generator and aguigen validate.

// The checks return the message for a violation, or "".

// Pattern is the check of "pattern".
func Pattern(s string, matches func(string) bool, text string) string {
	return pattern(s, matches, text)
}

// Minimum is the check of "minimum".
func Minimum(n json.Number, least string) string { return minimum(n, least) }

// Maximum is the check of "maximum".
func Maximum(n json.Number, most string) string { return maximum(n, most) }

// ExclusiveMinimum is the check of "exclusiveMinimum".
func ExclusiveMinimum(n json.Number, least string) string { return exclusiveMinimum(n, least) }

// ExclusiveMaximum is the check of "exclusiveMaximum".
func ExclusiveMaximum(n json.Number, most string) string { return exclusiveMaximum(n, most) }

// MultipleOf is the check of "multipleOf".
func MultipleOf(n json.Number, of string) string { return multipleOf(n, of) }

// MinItems is the check of "minItems".
func MinItems(n, least int) string { return minItems(n, least) }

// MaxItems is the check of "maxItems".
func MaxItems(n, most int) string { return maxItems(n, most) }

// MinLength is the check of "minLength".
func MinLength(s string, least int) string { return minLength(s, least) }

// MaxLength is the check of "maxLength".
func MaxLength(s string, most int) string { return maxLength(s, most) }

// Expected returns the message for a value of the wrong type. optional is for null as an optional property.
func Expected(want, found string, optional bool) string {
	if optional && found == "null" {
		found += leaveOut
	}
	return expected(want, found)
}

// OnlyConstant returns the message for a value other than a constant, which is spelled as JSON.
func OnlyConstant(want, found string) string { return onlyConstant(want, found) }

// NotAllowed returns the message for a value that is not listed.
func NotAllowed(found, word string, words []string) string { return notAllowed(found, word, words) }

// Lacks returns the message for a missing required property.
func Lacks(definition, property string, others []string) string {
	return lacks(definition, property, others)
}

// NoProperty returns the message for a property that an object may not have.
func NoProperty(definition, property string, known []string) string {
	return noProperty(definition, property, known)
}

// ObjectWith describes the object that a union expects.
func ObjectWith(tag string) string { return objectWith(tag) }

// NoVariant returns the message for a discriminator that no variant of a union has.
func NoVariant(definition, tag, value string, values []string) string {
	return noVariant(definition, tag, value, values)
}

// NoTag returns the message for a discriminator that is not a string.
func NoTag(tag, found string) string { return noTag(tag, found) }

// NoNull returns the message for null where any other value is allowed.
func NoNull(optional bool) string {
	if optional {
		return noNull + leaveOut
	}
	return noNull
}

// Shown returns a value, which starts with the given bytes, as quoted in a message.
func Shown(data []byte) string { return shown(data) }

// Nearest returns the known name that a name seems to mean, or "".
func Nearest(name string, known []string) string {
	near, _ := nearest(name, known)
	return near
}

// OtherSpelling returns the known name with the same letters and digits, or "".
func OtherSpelling(name string, others []string) string {
	near, _ := otherSpelling(name, others)
	return near
}

// Fold returns the letters and digits of a name, in lower case.
func Fold(name string) string { return fold(name) }

// Syntax returns where and why a document is not JSON. The message is empty for valid JSON.
func Syntax(data []byte) (offset int, message string) {
	var r reader
	r.begin(&Decoder{Strict: true}, data)
	start := r.pos
	if r.skip(); r.err == nil && !validText(data) {
		r.mendedValue(start)
	}
	if err := r.done(); err != nil {
		return int(r.err.Offset), r.err.Message
	}
	return 0, ""
}

// EndOfScalar returns the end of the value at i, which is neither an object nor an array, in a valid
// document.
func EndOfScalar(data []byte, i int) int {
	end, _ := skipScalar(data, i)
	return end
}

// The sentences about values that are held to subschemas.
const (
	NoForm      = noForm
	TwoForms    = twoForms
	Forbidden   = forbidden
	NoneAllowed = noneAllowed
)

// NotUnique says which two elements of an array are equal, "" for none.
func NotUnique(data []byte) string {
	known := judgedDocument(data)
	v := known.values[skipSpace(data, 0)]
	if v == nil {
		return ""
	}
	j := judge{judged: known}
	if j.unique(v, ""); len(j.found) == 0 {
		return ""
	}
	return j.found[0].message
}

// Contained says that too few or too many elements are what an array has to contain.
func Contained(n, least, most int) string { return contained(n, least, most) }

// FewProperties says that an object has less properties than it has to have.
func FewProperties(n, least int) string { return fewProperties(n, least) }

// ManyProperties says that an object has more properties than it may have.
func ManyProperties(n, most int) string { return manyProperties(n, most) }

// NoName says that a property may not be called so.
func NoName(name string) string { return noName(name) }

// Depends says that a property is missing that another one requires.
func Depends(missing, by string) string { return depends(missing, by) }

// Equal reports whether two JSON values are the same to JSON Schema.
func Equal(a, b []byte) bool {
	v, _ := parseValue(a, skipSpace(a, 0), nil)
	w, _ := parseValue(b, skipSpace(b, 0), nil)
	return v.equal(w)
}
