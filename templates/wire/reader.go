package wire

import (
	"encoding/json"
	"math"
	"unicode/utf8"
	"unsafe"

	"google.golang.org/protobuf/encoding/protowire"
)

// chunk is the most memory that one retained string can keep alive: strings of a longer message are allocated in
// chunks of this size, and strings longer than a quarter of it separately.
const chunk = 64 << 10

// reader reads a message in which every field is known, no single field is repeated, and all required fields are
// present. At anything else it becomes odd and drops the remaining data. The transcoder then reads the bytes again
// and handles the rest.
type reader struct {
	messages []message // the table

	data []byte
	pos  int
	odd  bool

	depth   int
	arena   []byte // memory for strings and kept values
	strings []string
	ints    []int64
	values  *valueReader
}

// fail makes the reader odd.
func (r *reader) fail() {
	r.odd = true
	r.data, r.pos = nil, math.MaxInt
}

// tag reads a field's tag: its number and wire type in one.
func (r *reader) tag(end int) uint64 {
	if c := r.data[r.pos]; c < 0x80 {
		r.pos++
		return uint64(c)
	}
	return r.varint(end)
}

func (r *reader) varint(end int) uint64 {
	if r.pos < end {
		if c := r.data[r.pos]; c < 0x80 {
			r.pos++
			return uint64(c)
		}
	}
	n, i := readVarint(r.data, r.pos, end)
	if i < 0 {
		r.fail()
		return 0
	}
	r.pos = i
	return n
}

// enter reads the length of a message and returns its end.
func (r *reader) enter(end int) int {
	n := r.varint(end)
	if r.odd || n > uint64(end-r.pos) {
		r.fail()
		return 0
	}
	return r.pos + int(n)
}

// deeper enters a message that may contain another one of its kind.
func (r *reader) deeper() {
	if r.depth++; r.depth > maxDepth {
		r.fail()
	}
}

// bytes returns the content of a field without copying it.
func (r *reader) bytes(end int) []byte {
	to := r.enter(end)
	if r.odd {
		return nil
	}
	b := r.data[r.pos:to]
	r.pos = to
	return b
}

// text reads a string and copies it.
func (r *reader) text(end int) string {
	b := r.bytes(end)
	if !isASCII(str(b)) && !utf8.Valid(b) {
		r.fail()
		return ""
	}
	return str(r.hold(b))
}

func (r *reader) textPtr(end int) *string   { return slot(&r.strings, r.text(end)) }
func (r *reader) integerPtr(end int) *int64 { return slot(&r.ints, r.integer(end)) }
func (r *reader) booleanPtr(end int) *bool  { return address(r.boolean(end)) }

func (r *reader) integer(end int) int64 { return int64(r.varint(end)) }
func (r *reader) boolean(end int) bool  { return r.varint(end) != 0 }

// double reads a double that JSON can express: not an infinity or NaN.
func (r *reader) double(end int) float64 {
	if r.odd || end-r.pos < 8 {
		r.fail()
		return 0
	}
	bits, _ := protowire.ConsumeFixed64(r.data[r.pos:])
	f := math.Float64frombits(bits)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		r.fail()
		return 0
	}
	r.pos += 8
	return f
}

func (r *reader) doublePtr(end int) *float64 { return address(r.double(end)) }

// number reads a double as a JSON number.
func (r *reader) number(end int) json.Number {
	f := r.double(end)
	if r.odd {
		return ""
	}
	var few [32]byte
	text, _ := appendNumber(few[:0], f)
	return json.Number(text)
}

func (r *reader) numberPtr(end int) *json.Number {
	n := r.number(end)
	return &n
}

// literal reads a string that must have the given value.
func (r *reader) literal(end int, want string) {
	if b := r.bytes(end); string(b) != want {
		r.fail()
	}
}

// constant reads a number that must have the given value.
func (r *reader) constant(end int, want int64) {
	if n := r.varint(end); int64(int32(n)) != want {
		r.fail()
	}
}

// value reads a Value as JSON text.
func (r *reader) value(end int) json.RawMessage {
	to := r.enter(end)
	if r.odd {
		return nil
	}
	if r.values == nil {
		r.values = &valueReader{data: r.data}
	}
	text, ok := r.values.value(r.values.scratch[:0], r.pos, to, 0)
	if !ok {
		r.fail()
		return nil
	}
	r.values.scratch, r.pos = text, to
	if len(text) == 0 || !utf8.Valid(text) { // without a kind, or not UTF-8
		r.fail()
		return nil
	}
	return r.hold(text)
}

// structure reads a Struct.
func (r *reader) structure(end int) map[string]json.RawMessage {
	to := r.enter(end)
	m := map[string]json.RawMessage{}
	for r.pos < to {
		if r.tag(to) != entryTag {
			r.fail()
			return nil
		}
		in := r.enter(to)
		r.entry(m, in)
	}
	return m
}

// entry reads an entry of a Struct.
func (r *reader) entry(m map[string]json.RawMessage, end int) {
	var key string
	var value json.RawMessage
	seen := uint64(0)
	for r.pos < end {
		switch r.tag(end) {
		case keyTag:
			seen += 1
			key = r.text(end)
		case valueTag:
			seen += 4
			value = r.value(end)
		default:
			r.fail()
		}
	}
	if seen&^5 != 0 || value == nil {
		r.fail()
		return
	}
	m[key] = value
}

// objectValue reads a Value that must be an object.
func (r *reader) objectValue(end int) map[string]json.RawMessage {
	to := r.enter(end)
	if r.odd || r.pos >= to || r.tag(to) != structTag {
		r.fail()
		return nil
	}
	m := r.structure(to)
	if r.pos != to {
		r.fail()
	}
	return m
}

// count returns the number of consecutive fields with the tag of the current one, up to a limit.
func (r *reader) count(tag uint64, end, most int) int {
	n := 1
	for i := r.pos; n < most; n++ {
		size, next := readVarint(r.data, i, end)
		if next < 0 || size > uint64(end-next) {
			break
		}
		following, after := readVarint(r.data, next+int(size), end)
		if after < 0 || following != tag {
			break
		}
		i = after
	}
	return n
}

// find returns the content of the first field with the tag in the message that ends at end, or nil. It does not move
// the reader.
func (r *reader) find(tag uint64, end int) []byte {
	for i := r.pos; i < end; {
		p, next, fault := pieceAt(r.data[:end], i)
		if fault != "" {
			break
		}
		if p.number<<3|p.wire == tag {
			return p.content
		}
		i = next
	}
	return nil
}

// hold copies b into the arena.
func (r *reader) hold(b []byte) []byte {
	n := len(r.arena)
	if len(b) > cap(r.arena)-n {
		if len(b) > chunk/4 {
			return append(make([]byte, 0, len(b)), b...)
		}
		rest := len(r.data) - r.pos + len(b)
		r.arena = make([]byte, 0, max(len(b), min(rest, chunk)))
		n = 0
	}
	r.arena = append(r.arena, b...)
	return r.arena[n:len(r.arena):len(r.arena)]
}

// str returns the bytes as a string without copying them. They must not be modified later.
func str(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// address returns the address of an optional value without a method of its own.
func address[T any](v T) *T { return &v }

// slot returns the address of an optional scalar, several of which share an allocation.
func slot[T any](free *[]T, v T) *T {
	s := *free
	if len(s) == cap(s) {
		s = make([]T, 0, min(2*cap(s)+1, 64))
	}
	s = append(s, v)
	*free = s
	return &s[len(s)-1]
}
