package wire

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// maxReports is the maximum number of losses reported, so that a hostile value cannot make the list long.
const maxReports = 1000

// writer appends one message by the rows of a table. The first pass only detects that something is wrong. A second
// one tracks the path and records what and where.
type writer struct {
	out    []byte
	lossy  bool   // something cannot be represented
	broken bool   // something is invalid
	notes  *notes // nil in the first pass
	values *valueWriter
}

// notes are what the second pass finds.
type notes struct {
	path     []string // to the current member
	losses   []Loss
	failures agui.ValidationErrors
}

// mark is the place of a message in the output: of its tag, and of its content after the length.
type mark struct{ start, body int }

// appendTag appends a field's tag.
func appendTag(dst []byte, tag uint32) []byte {
	if tag < 0x80 {
		return append(dst, byte(tag))
	}
	return appendVarint(dst, uint64(tag))
}

// begin starts a message that is not a member. One byte is reserved for its length.
func (w *writer) begin(tag uint32) mark {
	start := len(w.out)
	w.out = append(appendTag(w.out, tag), 0)
	return mark{start, len(w.out)}
}

// end writes the length of a message. Messages of emitted code nest a few levels, so moving a long one costs less than
// computing all lengths first.
func (w *writer) end(m mark) {
	n := len(w.out) - m.body
	if n < 0x80 {
		w.out[m.body-1] = byte(n)
		return
	}
	w.out = insertLength(w.out, m.body-1, m.body)
}

// insertLength writes the length of the content from body on to at, and moves the content to make room.
func insertLength(out []byte, at, body int) []byte {
	n := len(out) - body
	size := varintLen(n)
	out = slices.Grow(out, at+size-body+1)
	out = out[:at+size+n]
	copy(out[at+size:], out[body:body+n])
	putVarint(out[at:], uint64(n))
	return out
}

// open starts the message of a member.
func (w *writer) open(tag uint32, step string) mark {
	w.push(step)
	return w.begin(tag)
}

// close ends the message of a member.
func (w *writer) close(m mark) {
	w.end(m)
	w.pop()
}

// done is end for a message that is removed again unless ok. It returns ok.
func (w *writer) done(m mark, ok bool) bool {
	if ok {
		w.end(m)
	} else {
		w.out = w.out[:m.start]
	}
	return ok
}

// index adds the step to an element to the path, in the second pass.
func (w *writer) index(i int) string {
	if w.notes != nil {
		return strconv.Itoa(i)
	}
	return ""
}

// push and pop maintain the path to the current member.
func (w *writer) push(step string) {
	if w.notes != nil {
		w.notes.path = append(w.notes.path, step)
	}
}

func (w *writer) pop() {
	if w.notes != nil {
		w.notes.path = w.notes.path[:len(w.notes.path)-1]
	}
}

// text appends a string.
func (w *writer) text(tag uint32, step, s string) {
	if !isASCII(s) && !utf8.ValidString(s) {
		s = w.unicode(step, s)
	}
	n := len(w.out)
	if tag < 0x80 && len(s) < 0x80 && cap(w.out)-n >= len(s)+2 {
		w.out = w.out[:n+2+len(s)]
		w.out[n], w.out[n+1] = byte(tag), byte(len(s))
		copy(w.out[n+2:], s)
		return
	}
	w.out = append(appendVarint(appendTag(w.out, tag), uint64(len(s))), s...)
}

// isASCII reports whether a text is ASCII, eight bytes at a time.
func isASCII(s string) bool {
	b := unsafe.Slice(unsafe.StringData(s), len(s))
	last := uint64(0) // the bytes that are left, some of them once more
	if len(b) >= 8 {
		last = binary.NativeEndian.Uint64(b[len(b)-8:])
	} else {
		for _, c := range b {
			last |= uint64(c)
		}
	}
	for ; len(b) >= 32; b = b[32:] {
		c := b[:32]
		last |= binary.NativeEndian.Uint64(c) | binary.NativeEndian.Uint64(c[8:]) | binary.NativeEndian.Uint64(c[16:]) | binary.NativeEndian.Uint64(c[24:])
	}
	for ; len(b) >= 8; b = b[8:] {
		last |= binary.NativeEndian.Uint64(b)
	}
	return last&0x8080808080808080 == 0
}

// unicode returns a text as valid UTF-8. Adjacent halves of a character become that character without loss.
func (w *writer) unicode(step, s string) string {
	text, whole := joinHalves(s)
	if !whole {
		w.push(step)
		w.lose(LossKindText, "the text is not valid UTF-8")
		w.pop()
	}
	return text
}

// varint appends a number.
func (w *writer) varint(tag uint32, n uint64) {
	const most = 2 * binary.MaxVarintLen64
	i := len(w.out)
	if cap(w.out)-i < most {
		w.out = appendVarint(appendTag(w.out, tag), n)
		return
	}
	room := w.out[i : i+most]
	at := putVarint(room, uint64(tag))
	w.out = w.out[:i+at+putVarint(room[at:], n)]
}

// boolean appends a boolean.
func (w *writer) boolean(tag uint32, b bool) {
	n := byte(0)
	if b {
		n = 1
	}
	w.out = append(appendTag(w.out, tag), n)
}

// float appends a double that JSON can express.
func (w *writer) float(tag uint32, step string, f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		w.push(step)
		w.fail("type", fmt.Sprintf("%v is not a JSON number", f))
		w.pop()
		return
	}
	w.out = appendDouble(appendTag(w.out, tag), f)
}

// implicitFloat appends a double unless it is 0. It appends -0.
func (w *writer) implicitFloat(tag uint32, step string, f float64) {
	if f != 0 || math.Signbit(f) {
		w.float(tag, step, f)
	}
}

// number appends a JSON number.
func (w *writer) number(tag uint32, step string, n json.Number) {
	w.push(step)
	if end := numberEnd([]byte(n), 0); end < 0 || end < len(n) {
		w.fail("type", fmt.Sprintf("%q is not a JSON number", n))
	} else {
		w.out = appendDouble(appendTag(w.out, tag), w.double([]byte(n)))
	}
	w.pop()
}

// lose records something that the binary form cannot represent.
func (w *writer) lose(kind LossKind, message string) {
	w.lossy = true
	n := w.notes
	if n == nil || len(n.losses) > maxReports {
		return
	}
	if len(n.losses) == maxReports {
		message = "there is more that the binary form cannot carry: the list ends here"
	}
	n.losses = append(n.losses, Loss{n.place(), kind, message})
}

// fail records a value that its definition does not allow.
func (w *writer) fail(keyword, message string) {
	w.broken = true
	if n := w.notes; n != nil && len(n.failures) < maxReports {
		n.failures = append(n.failures, &agui.ValidationError{Keyword: keyword, InstanceLocation: n.place(), Message: message})
	}
}

// place is the JSON Pointer of the current value.
func (n *notes) place() string {
	var b strings.Builder
	for _, step := range n.path {
		b.WriteString("/" + escapePointer(step))
	}
	return b.String()
}

// escapePointer escapes a key for a JSON Pointer (RFC 6901).
func escapePointer(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}

// noValue records a required value that is nil.
func (w *writer) noValue(definition string) {
	w.fail("type", fmt.Sprintf("%s is nil", definition))
}

// notInEnum records a word without a number in its enum.
func (w *writer) notInEnum(step, word string) {
	w.push(step)
	w.fail("enum", fmt.Sprintf("%q has no number in the binary form", word))
	w.pop()
}

// unknownVariant records a value of an unknown variant.
func (w *writer) unknownVariant(definition, tag string) {
	w.lose(LossKindVariant, fmt.Sprintf("%s has no variant %q in its binary form", definition, tag))
}

// uncarried records a member without a field.
func (w *writer) uncarried(step string) {
	w.push(step)
	w.lose(LossKindProperty, fmt.Sprintf("no field carries %q", step))
	w.pop()
}

// extra records the extra members of an object, except those that a row represents nevertheless.
func (w *writer) extra(m map[string]json.RawMessage, fields []field) {
	if len(m) == 0 {
		return
	}
	for _, key := range sortedKeys(m, nil) {
		if !slices.ContainsFunc(fields, func(f field) bool { return f.part == surplusPart && f.member == key }) {
			w.uncarried(key)
		}
	}
}

// sortedKeys appends the keys, sorted.
func sortedKeys(m map[string]json.RawMessage, keys []string) []string {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// flawed reports whether the second pass is needed.
func (c *Encoder) flawed(w *writer) bool {
	return w.broken || w.lossy && (!c.AllowLoss || c.OnLoss != nil)
}

// append appends the encoding of a definition.
func (c *Encoder) append(dst []byte, m *message, v any) ([]byte, error) {
	w := writer{out: dst}
	if w.definition(m, v) && !c.flawed(&w) {
		return w.out, nil
	}
	return c.explain(dst, func(w *writer) bool { return w.definition(m, v) })
}

// explain writes the value again to find what is wrong. If that is not an error, it returns the output.
func (c *Encoder) explain(dst []byte, encode func(*writer) bool) ([]byte, error) {
	w := writer{out: dst, notes: &notes{}}
	whole := encode(&w)
	if err := c.judge(w.notes, whole); err != nil {
		return dst, err
	}
	return w.out, nil
}

// judge reports the losses and returns the error. whole is false if the binary form cannot represent the
// value at all.
func (c *Encoder) judge(n *notes, whole bool) error {
	if c.OnLoss != nil {
		for _, loss := range n.losses {
			c.OnLoss(loss)
		}
	}
	switch {
	case len(n.failures) > 0:
		return n.failures
	case len(n.losses) > 0 && (!c.AllowLoss || !whole):
		return &LossError{n.losses[0]}
	default:
		return nil
	}
}
