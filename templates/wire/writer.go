package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// maxReports is where a list of losses is cut: a hostile value does not make it long.
const maxReports = 1000

// writer appends one message. Emitted code calls its methods in the order of the fields. The first pass only notes that
// something is wrong; a second one, which knows its way, says what and where.
type writer struct {
	out    []byte
	lossy  bool   // something cannot be carried
	broken bool   // something is no value at all
	notes  *notes // nil in the first pass
	values *valueWriter
}

// notes are what the second pass finds.
type notes struct {
	path     []string // to the current member
	losses   []Loss
	failures agui.ValidationErrors
}

// mark is where a message stands in the output: its tag, and what follows its length.
type mark struct{ start, body int }

// appendTag appends a field's tag.
func appendTag(dst []byte, tag uint32) []byte {
	if tag < 0x80 {
		return append(dst, byte(tag))
	}
	return appendVarint(dst, uint64(tag))
}

// begin starts a message that is no member of its own. One byte is reserved for its length.
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

// insertLength writes the length of what follows body to at, and moves it to make room.
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

// keep is done for the message of a member.
func (w *writer) keep(m mark, ok bool) bool {
	w.pop()
	return w.done(m, ok)
}

// done is end for a message that may have to be taken back. It returns ok.
func (w *writer) done(m mark, ok bool) bool {
	if ok {
		w.end(m)
	} else {
		w.out = w.out[:m.start]
	}
	return ok
}

// item starts the message of an element of a list that was entered.
func (w *writer) item(tag uint32, i int) mark {
	w.push(w.index(i))
	return w.begin(tag)
}

// index is the step to an element, if anybody wants to know.
func (w *writer) index(i int) string {
	if w.notes != nil {
		return strconv.Itoa(i)
	}
	return ""
}

// push and pop follow the way to the current member.
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

// raw appends fields that are always the same.
func (w *writer) raw(fields string) { w.out = append(w.out, fields...) }

// text appends a string.
func (w *writer) text(tag uint32, step, s string) {
	if !utf8.ValidString(s) {
		s = w.unicode(step, s)
	}
	out := w.out
	if tag < 0x80 && len(s) < 0x80 {
		out = append(out, byte(tag), byte(len(s)))
	} else {
		out = appendVarint(appendTag(out, tag), uint64(len(s)))
	}
	w.out = append(out, s...)
}

// unicode makes a text of bytes that are none. Halves of one character that meet are that character, and no loss.
func (w *writer) unicode(step, s string) string {
	text, whole := joinHalves(s)
	if !whole {
		w.push(step)
		w.lose(LossKindText, "the text is not valid UTF-8")
		w.pop()
	}
	return text
}

// implicitText appends a string unless it is empty.
func (w *writer) implicitText(tag uint32, step, s string) {
	if s != "" {
		w.text(tag, step, s)
	}
}

// texts appends a list of strings.
func (w *writer) texts(tag uint32, step string, list []string) {
	w.push(step)
	for i, s := range list {
		if !utf8.ValidString(s) {
			s = w.unicode(w.index(i), s)
		}
		w.text(tag, "", s)
	}
	w.pop()
}

// integer appends an integer, or the number of an enum.
func (w *writer) integer(tag uint32, n int64) {
	w.out = appendVarint(appendTag(w.out, tag), uint64(n))
}

// implicitInteger appends an integer unless it is 0.
func (w *writer) implicitInteger(tag uint32, n int64) {
	if n != 0 {
		w.integer(tag, n)
	}
}

// boolean appends a boolean.
func (w *writer) boolean(tag uint32, b bool) {
	n := byte(0)
	if b {
		n = 1
	}
	w.out = append(appendTag(w.out, tag), n)
}

// implicitBoolean appends a boolean unless it is false.
func (w *writer) implicitBoolean(tag uint32, b bool) {
	if b {
		w.boolean(tag, true)
	}
}

// float appends a double that is a number of JSON.
func (w *writer) float(tag uint32, step string, f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		w.push(step)
		w.fail("type", fmt.Sprintf("%v is not a JSON number", f))
		w.pop()
		return
	}
	w.out = appendDouble(appendTag(w.out, tag), f)
}

// implicitFloat appends a double unless it is 0, which has no sign.
func (w *writer) implicitFloat(tag uint32, step string, f float64) {
	if f != 0 || math.Signbit(f) {
		w.float(tag, step, f)
	}
}

// number appends a number that is spelled in JSON.
func (w *writer) number(tag uint32, step string, n json.Number) {
	w.push(step)
	if end := numberEnd([]byte(n), 0); end < 0 || end < len(n) {
		w.fail("type", fmt.Sprintf("%q is not a JSON number", n))
	} else {
		w.out = appendDouble(appendTag(w.out, tag), w.double([]byte(n)))
	}
	w.pop()
}

// implicitNumber appends a number unless it is 0.
func (w *writer) implicitNumber(tag uint32, step string, n json.Number) {
	if n != "0" {
		w.number(tag, step, n)
	}
}

// lose notes that something cannot be carried.
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

// fail notes that something is no value of its definition.
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

// isNil notes a required value that is nil.
func (w *writer) isNil(definition string) {
	w.fail("type", fmt.Sprintf("%s is nil", definition))
}

// notInEnum notes a word that no number of an enum stands for.
func (w *writer) notInEnum(step, word string) {
	w.push(step)
	w.fail("enum", fmt.Sprintf("%q has no number in the binary form", word))
	w.pop()
}

// unknownVariant notes a value of an unknown variant.
func (w *writer) unknownVariant(definition, tag string) {
	w.lose(LossKindVariant, fmt.Sprintf("%s has no variant %q in its binary form", definition, tag))
}

// uncarried notes a member that has no field.
func (w *writer) uncarried(step string) {
	w.push(step)
	w.lose(LossKindProperty, fmt.Sprintf("no field carries %q", step))
	w.pop()
}

// extra notes the members that an object has beyond its own and beyond those that fields carry all the same.
func (w *writer) extra(m map[string]json.RawMessage, carried ...string) {
	if len(m) == 0 {
		return
	}
	for _, key := range sortedKeys(m, nil) {
		if !slices.Contains(carried, key) {
			w.uncarried(key)
		}
	}
}

// surplusText appends a member that is another variant's, which the message has a string for.
func (w *writer) surplusText(tag uint32, step string, m map[string]json.RawMessage) {
	raw, ok := m[step]
	if !ok {
		return
	}
	var s string
	if json.Unmarshal(raw, &s) != nil || string(raw) == "null" {
		w.uncarried(step)
		return
	}
	w.text(tag, step, s)
}

// surplusValue appends a member that is another variant's, which the message has a Value for.
func (w *writer) surplusValue(tag uint32, step string, m map[string]json.RawMessage) {
	if raw, ok := m[step]; ok {
		w.value(tag, step, raw)
	}
}

// atMember is extra for a member of the current object.
func (w *writer) atMember(step string, m map[string]json.RawMessage) {
	w.push(step)
	w.extra(m)
	w.pop()
}

// sortedKeys appends the keys in order.
func sortedKeys(m map[string]json.RawMessage, keys []string) []string {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// flawed reports whether there is something to explain.
func (c *Encoder) flawed(w *writer) bool {
	return w.broken || w.lossy && (!c.AllowLoss || c.OnLoss != nil)
}

// explain writes once more, this time to say what is wrong. Where that is no error, it returns what was written.
func (c *Encoder) explain(dst []byte, encode func(*writer) bool) ([]byte, error) {
	w := writer{out: dst, notes: &notes{}}
	whole := encode(&w)
	if err := c.judge(w.notes, whole); err != nil {
		return dst, err
	}
	return w.out, nil
}

// judge tells what is lost, and returns the error. whole is false where the value as a whole cannot be carried.
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
