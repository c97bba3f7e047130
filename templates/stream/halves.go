package stream

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// mostHalves is how many messages may wait for the second half of a character. Beyond that the first of them
// stops waiting.
const mostHalves = 64

// halfSize is the length of half of a surrogate pair in a text read by a Decoder with Keep, and of U+FFFD, which
// replaces it otherwise.
const halfSize = 3

// waiting is the first half of a surrogate pair, at the end of a text. The next text may begin with the second.
type waiting struct {
	kind  int // of the text: the index of the entity, or of the shorthand counted after all entities
	id    *string
	tag   *string
	half  rune
	alone Note // reported if no second half comes
}

// escapedHalf reports whether a document has half of a surrogate pair without its other half.
func escapedHalf(data []byte) bool {
	for i := 0; ; {
		next := bytes.IndexByte(data[i:], '\\')
		if next < 0 {
			return false
		}
		i += next
		switch u := unit(data[i:]); {
		case u < 0:
			i += 2
		case !utf16.IsSurrogate(u):
			i += 6
		case utf16.DecodeRune(u, unit(data[i+6:])) != utf8.RuneError:
			i += 12
		default:
			return true
		}
		if i >= len(data) {
			return false
		}
	}
}

// unit returns the UTF-16 code unit whose escape b begins with, or -1.
func unit(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	u, err := strconv.ParseUint(string(b[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(u)
}

// halfAt returns the half of a surrogate pair at i, as read by a Decoder with Keep, or 0.
func halfAt(s string, i int) rune {
	if i < 0 || i+halfSize > len(s) || s[i] != 0xed || s[i+1] < 0xa0 || s[i+1] > 0xbf {
		return 0
	}
	return 0xd000 | rune(s[i+1]&0x3f)<<6 | rune(s[i+2]&0x3f)
}

// cuts describes how to change a text.
type cuts struct {
	from      int // index in waiting of the half that is used up, or -1
	prefix    string
	head      bool // the text begins with a half that prefix completes
	tail      rune // the half at its end, which has to wait
	text      string
	complaint bool // the waiting half stays alone
}

// mend reads a document that has halves of characters, or that comes while halves are waiting.
func (r *Reader) mend(data []byte) (xItem, error) {
	var f facts
	d := r.Decoder
	if d.OnMissing != nil {
		d.OnMissing = once(d.OnMissing)
	}
	exact, err := decode(&agui.Decoder{Keep: true, AllowNull: d.AllowNull, OnMissing: d.OnMissing}, nil, data)
	if err != nil {
		return decode(&d, r.arena(), data)
	}
	look(exact, &f)
	if f.rule == nil || f.rule.adds == "" || f.text == nil || *f.text == "" {
		e, err := decode(&d, r.arena(), data)
		if err == nil && f.rule != nil {
			r.endHalves(&f)
		}
		return e, err
	}
	c := r.cuts(&f)
	if d.OnUnknown != nil && !damaged(c.text) {
		d.OnUnknown = func(u agui.Unknown) {
			if u.Kind != agui.UnknownKindText || u.InstanceLocation != "/"+f.rule.adds {
				r.Decoder.OnUnknown(u)
			}
		}
	}
	e, err := decode(&d, r.arena(), data)
	if err != nil {
		return nil, err
	}
	var own facts
	look(e, &own)
	text := *own.text
	if c.head {
		text = text[halfSize:]
	}
	if c.tail != 0 {
		text = text[:len(text)-halfSize]
	}
	*own.text = c.prefix + text
	r.settle(&own, c)
	return e, nil
}

// once calls a function on first use and remembers its result.
func once(ask func(agui.Missing) (json.RawMessage, bool)) func(agui.Missing) (json.RawMessage, bool) {
	type answer struct {
		value json.RawMessage
		ok    bool
	}
	known := map[agui.Missing]answer{}
	return func(m agui.Missing) (json.RawMessage, bool) {
		a, asked := known[m]
		if !asked {
			a.value, a.ok = ask(m)
			known[m] = a
		}
		return a.value, a.ok
	}
}

// cuts finds the half that a text completes and the half that has to wait.
func (r *Reader) cuts(f *facts) cuts {
	text := *f.text
	c := cuts{from: r.waitsFor(f)}
	if c.from >= 0 {
		half := r.halves[c.from].half
		if pair := utf16.DecodeRune(half, halfAt(text, 0)); pair != utf8.RuneError {
			c.prefix, c.head, text = string(pair), true, text[halfSize:]
		} else {
			c.prefix, c.complaint = r.alone(half), true
		}
	}
	if h := halfAt(text, len(text)-halfSize); h != 0 && h < 0xdc00 {
		c.tail, text = h, text[:len(text)-halfSize]
	}
	c.text = text
	return c
}

// alone returns what replaces a half that stays without its other half.
func (r *Reader) alone(half rune) string {
	if r.Decoder.Keep && !r.Decoder.Strict {
		return string([]byte{byte(0xe0 | half>>12), byte(0x80 | half>>6&0x3f), byte(0x80 | half&0x3f)})
	}
	return "\ufffd"
}

// damaged reports whether a text has halves of characters.
func damaged(s string) bool {
	for i := strings.IndexByte(s, 0xed); i >= 0 && i < len(s); i++ {
		if halfAt(s, i) != 0 {
			return true
		}
	}
	return false
}

func kindOf(f *facts) int {
	if f.rule.short >= 0 {
		return len(entities) + f.rule.short
	}
	return f.rule.entity
}

// waitsFor finds the half that waits for the next text of the same message; a shorthand may lack the id.
func (r *Reader) waitsFor(f *facts) int {
	for i := len(r.halves) - 1; i >= 0; i-- {
		w := &r.halves[i]
		if w.kind == kindOf(f) && (w.id == nil || f.id == nil || *w.id == *f.id) && (f.tag == nil || same(w.tag, f.tag)) {
			return i
		}
	}
	return -1
}

// settle removes the half that was completed and stores the one at the end of the text.
func (r *Reader) settle(f *facts, c cuts) {
	id, tag := f.id, f.tag
	if c.from >= 0 {
		w := r.halves[c.from]
		if c.complaint {
			r.note(w.alone)
		}
		if id == nil {
			id, tag = w.id, w.tag
		}
		r.halves = slices.Delete(r.halves, c.from, c.from+1)
	}
	if c.tail == 0 {
		return
	}
	if len(r.halves) == mostHalves {
		r.note(r.halves[0].alone)
		r.halves = slices.Delete(r.halves, 0, 1)
	}
	alone := Note{r.index, f.rule.kind, strings.Clone(deref(id)), " ends in half of a character, of which the other half does not follow"}
	r.halves = append(r.halves, waiting{kindOf(f), ownString(id), ownString(tag), c.tail, alone})
}

// ownString returns a copy.
func ownString(s *string) *string {
	if s == nil {
		return nil
	}
	c := strings.Clone(*s)
	return &c
}

// endHalves drops the halves that wait for an entity that has ended.
func (r *Reader) endHalves(f *facts) {
	r.halves = slices.DeleteFunc(r.halves, func(w waiting) bool {
		ended := false
		switch f.rule.order {
		case begins, ends, fails:
			ended = true
		case closes:
			ended = w.kind == f.rule.entity && w.id != nil && *w.id == *f.id
		}
		if ended {
			r.note(w.alone)
		}
		return ended
	})
}
