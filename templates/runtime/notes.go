package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxFindings is the maximum number of violations, and of unknown things, so that a hostile document cannot
// make the lists long.
const maxFindings = 10_000

// note is a violation or something unknown. Its place is still an offset: of the value, or of the object with the
// property.
type note struct {
	offset   int
	error    *ValidationError // nil for something unknown
	unknown  Unknown
	property string
}

// note records a violation at the current value. The keyword belongs to the subschema at location. The message is
// built only if the list is not full.
func (r *reader) note(keyword, location, property string, message func() string) {
	r.noteAt(r.pos, keyword, location, property, message)
}

// noteKind is note for a keyword that stands for faults of several kinds.
func (r *reader) noteKind(kind error, keyword, location string, message func() string) {
	if !r.full() {
		r.add(note{offset: r.pos, error: &ValidationError{
			Keyword: keyword, SchemaLocation: location + "/" + keyword, Message: message(), kind: kind,
		}})
	}
}

// malformed is note for a keyword that can mean faults of several kinds, at another place.
func (r *reader) malformed(offset int, keyword, location string, message func() string) {
	if !r.full() {
		r.add(note{offset: offset, error: &ValidationError{
			Keyword: keyword, SchemaLocation: location + "/" + keyword, Message: message(), kind: ErrMalformed,
		}})
	}
}

func (r *reader) noteAt(offset int, keyword, location, property string, message func() string) {
	if !r.full() {
		r.add(note{offset: offset, error: &ValidationError{
			Keyword: keyword, SchemaLocation: location + "/" + keyword, Property: shortKey(property), Message: message(),
		}})
	}
}

// full reports whether the list of violations is full.
func (r *reader) full() bool { return r.err != nil || r.violations > maxFindings }

// add records a note, and truncates the list of violations when it is full.
func (r *reader) add(n note) {
	if r.full() {
		return
	}
	if n.error != nil {
		if r.violations++; r.violations > maxFindings {
			n.error = &ValidationError{Message: tooMany}
		}
	}
	r.notes = append(r.notes, n)
}

// mismatch records that the current value has the wrong type, and skips it.
func (r *reader) mismatch(location, want string) {
	r.note("type", location, "", func() string {
		if r.orNull == r.pos+1 {
			want = "null or " + want
		}
		if r.nullAt == r.pos+1 {
			return expected(want, "null"+leaveOut+" (a Decoder with AllowNull reads null as absent)")
		}
		return expected(want, kindOf(r.peek()))
	})
	r.skip()
}

// kindOf names the type of the value that starts with c.
func kindOf(c byte) string {
	switch c {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	default:
		return "a number"
	}
}

// missing records the required members of the object at an offset that were not seen.
func (r *reader) missing(s *shape, at int, seen uint64) {
	if r.full() {
		return
	}
	var others []string
	for i, m := range s.members {
		if m.requiredAt == "" || seen&(1<<i) != 0 {
			continue
		}
		if others == nil {
			others = unknownKeys(r.data, at, s)
		}
		before := len(r.notes)
		r.noteAt(at, "required", strings.TrimSuffix(m.requiredAt, "/required"), m.name, func() string {
			return lacks(s.called(), m.name, others)
		})
		r.gap(before, s.definition, m.name)
	}
}

// unknownProperty handles a member that the object at an offset does not define, and skips its value.
func (r *reader) unknownProperty(s *shape, at int, extra *map[string]json.RawMessage) {
	switch {
	case s.closed != "" && r.strict:
		if !r.full() {
			key := string(r.key)
			r.noteAt(at, s.closed, s.location(), key, func() string {
				return noProperty(s.called(), key, names(s.members))
			})
		}
		r.skip()
		return
	case s.closed != "":
		if r.listens() { // otherwise the key need not be copied
			r.report(at, string(r.key), s.definition, UnknownKindProperty)
		}
		if !r.keep {
			r.lose()
			return
		}
	}
	if *extra == nil {
		*extra = map[string]json.RawMessage{}
	}
	r.free(*extra, at, s.definition)
}

// free stores the current member of an object in m; at is where the object starts. A key that had to be repaired must
// not replace another.
func (r *reader) free(m map[string]json.RawMessage, at int, definition string) {
	if key, ok := keyFor(r, m, at, definition); ok {
		m[key] = r.any()
	}
}

// keyFor returns the current key for m. It fails for a key that had to be repaired and would replace another.
func keyFor[T any](r *reader, m map[string]T, at int, definition string) (key string, ok bool) {
	key = text(r.hold(r.key))
	if r.mending {
		_, taken := m[key]
		return key, r.mendedKey(taken, key, at, definition)
	}
	return key, true
}

// mapKey is keyFor for a map whose place in the schema is location.
func mapKey[T any](r *reader, m map[string]T, at int, location string) (key string, ok bool) {
	return keyFor(r, m, at, definitionOf(location))
}

// mendedKey reports a key that had to be repaired, and fails if the map has it already.
func (r *reader) mendedKey(taken bool, key string, at int, definition string) (ok bool) {
	if taken && strings.ContainsRune(key, utf8.RuneError) {
		r.fail(badKeys)
		return false
	}
	if r.mended && r.listens() {
		r.report(at, key, definition, UnknownKindText)
	}
	r.mended = false
	return true
}

// listens reports whether unknown things are still recorded.
func (r *reader) listens() bool { return r.onUnknown != nil && !r.strict && r.reports < maxFindings }

// report records something unknown, if OnUnknown is set and the list is not full.
func (r *reader) report(offset int, property, definition string, kind UnknownKind) {
	if r.listens() {
		r.reports++
		r.add(note{offset: offset, property: property, unknown: Unknown{Definition: definition, Kind: kind}})
	}
}

// addCounted adds a note and counts it.
func (r *reader) addCounted(n note) {
	if n.error == nil {
		if !r.listens() {
			return
		}
		r.reports++
	}
	r.add(n)
}

// forget drops all notes after the first n.
func (r *reader) forget(n int) {
	for _, dropped := range r.notes[n:] {
		if dropped.error != nil {
			r.violations--
		} else {
			r.reports--
		}
	}
	r.notes = r.notes[:n]
}

// fail records the first place where the document is not JSON, and drops the remaining data.
func (r *reader) fail(why fault) {
	if r.err != nil {
		return
	}
	if r.pos >= len(r.data) && why != badString {
		why = badEnd
	}
	r.err = &SyntaxError{Offset: int64(r.supplier.original(r.pos)), Message: r.complaint(why), kind: ErrSyntax}
	if why == badDepth {
		r.err.kind = ErrTooDeep
	}
	r.err.InstanceLocation = locate(r.data, []int{r.pos})[0]
	r.data, r.pos = nil, 0
}

// complaint returns the message for the current place, which is not JSON.
func (r *reader) complaint(why fault) string {
	switch {
	case r.pos == 0 && bytes.HasPrefix(r.data, []byte("\ufeff")):
		return "the document starts with a byte order mark: leave it out"
	case why == badText && r.pos < len(r.data):
		return fmt.Sprintf("found the byte 0x%02x: %s", r.data[r.pos], faults[why])
	case r.pos >= len(r.data) || why == badDepth || why == badEscape || why == badNumber || why == badKeys:
		return faults[why]
	default:
		c, _ := utf8.DecodeRune(r.data[r.pos:])
		return fmt.Sprintf("found %q: %s", c, faults[why])
	}
}

// failAt is fail at another place than the current one.
func (r *reader) failAt(i int, why fault) {
	r.pos = i
	r.fail(why)
}

// done ends the reading of a document, after which nothing may follow. It reports what was unknown and
// returns the error, if any.
func (r *reader) done() error {
	if r.pos < len(r.data) {
		if r.space(); r.pos < len(r.data) {
			r.fail(badTail)
		}
	}
	if (r.broken || r.mending) && r.err == nil {
		if at := clash(r.text); at >= 0 {
			r.data = r.text
			r.failAt(at, badKeys)
		}
	}
	var found ValidationErrors
	if len(r.notes) > 0 {
		found = r.tell()
	}
	switch {
	case r.err != nil:
		return r.err
	case len(found) > 0:
		return found
	default:
		return nil
	}
}

// tell passes the unknown things to OnUnknown in document order, and returns the violations.
func (r *reader) tell() (found ValidationErrors) {
	slices.SortStableFunc(r.notes, func(a, b note) int { return a.offset - b.offset })
	offsets := make([]int, len(r.notes))
	for i, n := range r.notes {
		offsets[i] = n.offset
	}
	told := map[note]bool{} // a repeated property is reported once
	for i, at := range locate(r.text, offsets) {
		n := r.notes[i]
		key := note{offset: n.offset, unknown: n.unknown, property: n.property}
		if n.error == nil && told[key] {
			continue
		}
		told[key] = true
		if n.error != nil {
			n.error.InstanceLocation = at
			found = append(found, n.error)
			continue
		}
		n.unknown.InstanceLocation = at
		if n.property != "" || n.unknown.Kind == UnknownKindProperty {
			n.unknown.InstanceLocation = shortPointer(at + "/" + escapePointer(n.property))
		}
		r.onUnknown(n.unknown)
	}
	return found
}
