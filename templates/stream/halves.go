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

// mostHalves is how many messages may wait for the other half of a character. Beyond it the first waits no longer.
const mostHalves = 64

// halfSize is the length of half of a surrogate pair in a text that a Decoder with Keep has read, and of U+FFFD, which
// stands for it otherwise.
const halfSize = 3

// waiting is the first half of a surrogate pair, at the end of a text. The next text may begin with the second.
type waiting struct {
	kind  int // of what the text is: the entity, or the shorthand behind all entities
	id    *string
	tag   *string
	half  rune
	alone Note // what to say if no second half comes
}

// escapedHalf reports whether a document has half of a surrogate pair without the other half beside it.
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

// unit returns the UTF-16 unit whose escape b begins with, -1 for none.
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

// halfAt returns the half of a surrogate pair at i, as a Decoder with Keep has it; 0 for none.
func halfAt(s string, i int) rune {
	if i < 0 || i+halfSize > len(s) || s[i] != 0xed || s[i+1] < 0xa0 || s[i+1] > 0xbf {
		return 0
	}
	return 0xd000 | rune(s[i+1]&0x3f)<<6 | rune(s[i+2]&0x3f)
}

// cuts is how a text has to be changed.
type cuts struct {
	from      int // of waiting, what is used up; -1 for none
	prefix    string
	head      bool // the text begins with a half that prefix completes
	tail      rune // the half that it ends with, which waits
	text      string
	complaint bool // what waited stays alone
}

// mend reads a document with halves of characters, or while some wait.
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

// once asks for what is missing when it is wanted first, and remembers the answer.
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

// cuts finds what a text completes, and what is to wait.
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

// alone is what stands in a text for a half that stays alone.
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

// waitsFor finds what waits for the next text of the same message: a shorthand may lack the id.
func (r *Reader) waitsFor(f *facts) int {
	for i := len(r.halves) - 1; i >= 0; i-- {
		w := &r.halves[i]
		if w.kind == kindOf(f) && (w.id == nil || f.id == nil || *w.id == *f.id) && (f.tag == nil || same(w.tag, f.tag)) {
			return i
		}
	}
	return -1
}

// settle takes away what was used up, and lets the end of the text wait.
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

// endHalves lets nothing wait for what has ended.
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
