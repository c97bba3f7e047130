package runtime

import (
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// maxDepth is the maximum nesting of arrays and objects.
const maxDepth = 10_000

// reader reads one document in a single pass. Emitted code calls its methods in document order. After a syntax
// error there is no more data, so every loop ends; other faults are recorded and reading goes on.
type reader struct {
	data  []byte // the document
	pos   int
	depth int
	key   []byte // of the current member, unescaped

	mended  bool // the key was not Unicode; free checks it
	mending bool // this key or an earlier one was not Unicode
	broken  bool // something that was stripped is not UTF-8

	// tagged is set if a union has read the discriminator as the first member of the object that starts at
	// start.
	tagged bool
	start  int

	nullAt   int // where an optional member was null, plus 1
	orNull   int // where null would be right as well, counted from 1
	passes   int
	repeated bool // some object has a key twice
	lacks    bool // some object lacks a required member that OnMissing may supply
	strict   bool
	keep     bool
	nulls    bool

	text    []byte // the document as it came, from which values are kept byte for byte
	arena   []byte // memory for strings and kept values
	strings []string
	recent  *recent // the cache of documents that share memory, or nil
	slabs   *slabs  // of documents that share memory, or nil

	overall any // *judged, where a value is held to subschemas

	err        *SyntaxError
	notes      []note
	violations int    // among the notes
	elements   int    // of the last list, including unknown ones
	reports    int    // unknown things among the notes
	lost       *union // the union whose unknown variant made its container unusable
	lostAt     int    // the place of that value
	lostTag    []byte // the discriminator of that value
	onUnknown  func(Unknown)
	supplier   *supplier // nil if OnMissing is
}

// peek returns the current byte, 0 at the end.
func (r *reader) peek() byte {
	if r.pos < len(r.data) {
		return r.data[r.pos]
	}
	return 0
}

// space skips white space.
func (r *reader) space() {
	for r.pos < len(r.data) {
		switch r.data[r.pos] {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return
		}
	}
}

// object enters the current object and reads its first key. It returns the start of the object, the set of seen
// members and whether there is a member. tag is the bit of the discriminator, which a union may have read already.
func (r *reader) object(s *shape, tag uint64) (at int, seen uint64, more bool) {
	if r.tagged {
		r.tagged = false
		return r.start, tag, r.next()
	}
	at = r.pos
	if r.peek() != '{' {
		r.mismatch(s.location(), "an object")
		return at, ^uint64(0), false
	}
	return at, 0, r.first()
}

// first enters an object and reads the first key.
func (r *reader) first() bool {
	if !r.enter() {
		return false
	}
	r.space()
	if r.peek() == '}' {
		r.leave()
		return false
	}
	return r.readKey()
}

// next reads the next key, or leaves the object. The usual case, a plain key without white space around it, is
// handled here; everything else by step.
func (r *reader) next() bool {
	data, i := r.data, r.pos+2
	if i+8 > len(data) || data[i-2] != ',' || data[i-1] != '"' {
		return r.step()
	}
	end := i
	for {
		if m := special(binary.LittleEndian.Uint64(data[end:])); m != 0 {
			end += bits.TrailingZeros64(m) >> 3
			break
		}
		if end += 8; end+8 > len(data) {
			return r.step()
		}
	}
	if end+2 >= len(data) || data[end] != '"' || data[end+1] != ':' || data[end+2] <= ' ' {
		return r.step()
	}
	r.key = data[i:end]
	r.pos = end + 2
	return true
}

// step is next for any spelling.
func (r *reader) step() bool {
	r.space()
	switch r.peek() {
	case ',':
		r.pos++
		return r.readKey()
	case '}':
		r.leave()
	default:
		r.fail(badComma)
	}
	return false
}

// readKey reads a key and the colon, up to the value.
func (r *reader) readKey() bool {
	if r.peek() != '"' {
		r.space()
		if r.peek() != '"' {
			r.fail(badKey)
			return false
		}
	}
	start := r.pos + 1
	end, plain := scanString(r.data, start)
	if plain {
		r.key = r.data[start:end]
	} else if end = r.escapedKey(start, end); end < 0 {
		return false
	}
	r.pos = end + 1
	if r.peek() != ':' {
		r.space()
		if r.peek() != ':' {
			r.fail(badColon)
			return false
		}
	}
	r.pos++
	if r.peek() <= ' ' {
		r.space()
	}
	return true
}

// escapedKey reads a key that is escaped or not ASCII.
func (r *reader) escapedKey(start, end int) int {
	if end = r.endOfString(end); end < 0 {
		return -1
	}
	if i, bad := badEscapeIn(r.data[start:end]); bad {
		r.failAt(start+i, badEscape)
		return -1
	}
	var bad int
	r.key, r.mended, bad = mend(r.data[start:end], r.keep)
	if r.mending = r.mending || r.mended; bad >= 0 && r.strict {
		r.failAt(start+bad, badText)
		return -1
	}
	return end
}

// mark adds a member to the set of seen ones. If it is there already, the document is read again, because the
// last one counts.
func (r *reader) mark(seen, bit uint64) uint64 {
	if seen&bit != 0 {
		r.repeated = true
	}
	return seen | bit
}

// list enters the current array and reports whether it has an element.
func (r *reader) list(location string) bool {
	if r.peek() != '[' {
		r.mismatch(location, "an array")
		return false
	}
	if !r.enter() {
		return false
	}
	r.space()
	if r.peek() == ']' {
		r.leave()
		return false
	}
	return true
}

// more steps to the next element, or leaves the array.
func (r *reader) more() bool {
	if r.peek() != ',' {
		r.space()
	}
	switch r.peek() {
	case ',':
		r.pos++
		r.space()
		return true
	case ']':
		r.leave()
	default:
		r.fail(badElement)
	}
	return false
}

// grown makes room for one more element; a new list has the capacity first. Short lists grow fourfold, so that most
// are copied at most once.
func grown[T any](list []T, first int) []T {
	n := len(list)
	if n == cap(list) {
		more := n
		if n < 64 {
			more = max(first, 3*n)
		}
		list = slices.Grow(list, more)
	}
	return list
}

// stringList reads a list of strings.
func (r *reader) stringList(location, items string) []string {
	list := []string{}
	for more := r.list(location); more; more = r.more() {
		list = append(grown(list, 4), r.string(items))
	}
	r.elements = len(list)
	return list
}

// enter skips an opening bracket.
func (r *reader) enter() bool {
	if r.depth++; r.depth > maxDepth {
		r.fail(badDepth)
		return false
	}
	r.pos++
	return true
}

// leave skips a closing bracket.
func (r *reader) leave() {
	r.depth--
	r.pos++
}

// skip skips the current value, checking that it is JSON.
func (r *reader) skip() {
	end, bad := skipValue(r.data, r.pos, r.depth)
	r.pos = end
	if bad != noFault {
		r.fail(bad)
	}
}

// lose is skip for a value that is stripped. Invalid UTF-8 in it is checked nevertheless, so that whether a document
// can be read does not depend on Keep.
func (r *reader) lose() {
	start := r.pos
	r.skip()
	r.broken = r.broken || r.err == nil && !validText(r.data[start:r.pos])
}

// any keeps the current value unchanged.
func (r *reader) any() json.RawMessage {
	start := r.pos
	r.skip()
	if r.err != nil {
		return nil
	}
	raw := r.text[start:r.pos]
	if !validText(raw) {
		return r.mendedValue(start)
	}
	return r.hold(raw)
}

// mendedValue keeps the value from start on, whose text is not UTF-8.
func (r *reader) mendedValue(start int) json.RawMessage {
	if r.strict {
		for r.pos = start; r.pos < len(r.text); { // the first byte that is not
			c, size := utf8.DecodeRune(r.text[r.pos:])
			if c == utf8.RuneError && size == 1 {
				break
			}
			r.pos += size
		}
		r.fail(badText)
		return nil
	}
	raw, ok := mendRaw(r.text[start:r.pos])
	if !ok {
		r.failAt(start, badKeys)
		return nil
	}
	r.report(start, "", "", UnknownKindText)
	return raw
}

// notNull keeps the current value, which must not be null.
func (r *reader) notNull(location string) json.RawMessage {
	if r.isNull() {
		r.note("not", location, "", func() string {
			if r.nullAt == r.pos+1 {
				return noNull + leaveOut
			}
			return noNull
		})
	}
	return r.any()
}

// openMap reads an object of free members.
func (r *reader) openMap(location string) map[string]json.RawMessage {
	if r.peek() != '{' {
		r.mismatch(location, "an object")
		return nil
	}
	m := map[string]json.RawMessage{}
	at := r.pos
	for more := r.first(); more; more = r.next() {
		r.free(m, at, definitionOf(location))
	}
	return m
}

// members enters an object of free members, and reads the first key.
func (r *reader) members(location string) bool {
	if r.peek() != '{' {
		r.mismatch(location, "an object")
		return false
	}
	return r.first()
}

// isNull reports whether the current value is null.
func (r *reader) isNull() bool {
	return r.peek() == 'n' && literalAt(r.data, r.pos, "null")
}

// null skips the current value if it is null, and reports whether it was.
func (r *reader) null() bool {
	if !r.isNull() {
		r.orNull = r.pos + 1 // for the message
		return false
	}
	r.pos += len("null")
	return true
}

// present reports whether the current optional member has a value. With AllowNull, null is absent.
func (r *reader) present(definition string) bool {
	if r.peek() != 'n' {
		return true
	}
	return r.notAbsent(definition)
}

// notAbsent is present for a value that may be null.
func (r *reader) notAbsent(definition string) bool {
	if !r.isNull() {
		return true
	}
	if !r.nulls {
		r.nullAt = r.pos + 1 // for the message
		return true
	}
	r.report(r.pos, "", definition, UnknownKindNull)
	r.pos += len("null")
	return false
}
