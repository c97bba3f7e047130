package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// tag reads the discriminator of the current object. If it is the first member, the variant continues after it;
// otherwise the reader looks ahead and returns. If there is no usable discriminator, tag records that, skips the
// value and returns false.
func (r *reader) tag(u *union) (value []byte, ok bool) {
	r.start = r.pos
	after := r.pos + len(u.lead)
	if after <= len(r.data) && string(r.data[r.pos:after]) == u.lead {
		if end, plain := scanString(r.data, after); plain && r.depth < maxDepth {
			r.tagged = true
			r.depth++
			r.pos = end + 1
			return r.data[after:end], true
		}
	}
	return r.findTag(u)
}

// findTag looks ahead for the discriminator and returns to the start of the object.
func (r *reader) findTag(u *union) (value []byte, ok bool) {
	if r.peek() != '{' {
		r.noForm(u, ErrMalformed, func() string { return expected(objectWith(u.tag), kindOf(r.peek())) })
		return nil, false
	}
	at, bad := findMember(r.data, r.pos, u.tag)
	switch {
	case bad != noFault:
		r.skip() // fails if the object is invalid
	case at < 0:
		before := len(r.notes)
		r.noForm(u, ErrMissing, func() string { return r.withoutTag(u) })
		r.gap(before, u.definition, u.tag)
	case r.data[at] != '"':
		r.repeated = r.repeated || repeats(r.data, r.pos, u.tag) // then the last one counts
		r.noForm(u, ErrMalformed, func() string { return noTag(u.tag, kindOf(r.data[at])) })
	default:
		end, plain := scanString(r.data, at+1)
		if plain {
			return r.data[at+1 : end], true
		}
		if end, bad = skipString(r.data, at); bad == noFault {
			return unescaped(r.data[at+1 : end-1]), true
		}
		r.skip()
	}
	return nil, false
}

// findMember returns the place of the first value of a key in the object at i, or -1.
func findMember(data []byte, i int, name string) (int, fault) {
	var bad fault
	for i = skipSpace(data, i+1); i < len(data) && data[i] == '"'; i = skipSpace(data, i+1) {
		start := i + 1
		if i, bad = skipString(data, i); bad != noFault {
			return -1, bad
		}
		key := data[start : i-1]
		if i = skipSpace(data, i); i >= len(data) || data[i] != ':' {
			return -1, badColon
		}
		i = skipSpace(data, i+1)
		if string(key) == name || bytes.IndexByte(key, '\\') >= 0 && string(unescaped(key)) == name {
			if i >= len(data) {
				return -1, badEnd
			}
			return i, noFault
		}
		if i, bad = skipValue(data, i, 0); bad != noFault {
			return -1, bad
		}
		if i = skipSpace(data, i); i >= len(data) || data[i] != ',' {
			break
		}
	}
	return -1, noFault
}

// withoutTag returns the message for an object without discriminator.
func (r *reader) withoutTag(u *union) string {
	return lacks(u.definition, u.tag, keys(r.data, r.start))
}

// noForm records that the current value matches no variant of the union, and skips it.
func (r *reader) noForm(u *union, kind error, message func() string) {
	r.noteKind(kind, u.unionKeyword(), u.location(), message)
	r.skip()
}

// unknownVariant handles the value at at, which the union does not know: no variant has the tag, or the variant
// requires something that is unknown. It skips the value, and returns its bytes if it is kept: always for a whole
// document, otherwise if the Decoder has Keep.
func (r *reader) unknownVariant(u *union, tag []byte, at int, firstNote int) (raw json.RawMessage, kept bool) {
	if r.err != nil {
		return nil, false
	}
	if r.tagged {
		r.tagged = false
		r.depth--
	}
	r.pos = at
	r.repeated = r.repeated || repeats(r.data, at, u.tag) // then the next pass sees the last one
	if r.strict {
		if !r.full() {
			near, _ := nearest(string(tag), u.values)
			r.wrongTag(u, tag, near)
			r.noForm(u, ErrUnknown, func() string { return u.noVariant(tag) })
		} else {
			r.skip()
		}
		return nil, true
	}
	r.forget(firstNote)
	r.report(at, "", u.definition, u.kind)
	r.lost, r.lostAt, r.lostTag = u, at, append(r.lostTag[:0], tag[:min(len(tag), maxKey)]...)
	if r.keep || r.depth == 0 {
		return r.any(), true
	}
	r.lose()
	return nil, false
}

// noVariant returns the message for an unknown discriminator.
func (u *union) noVariant(tag []byte) string {
	return noVariant(u.definition, u.tag, string(tag), u.values)
}

// whole keeps a value of the union unchanged, even one of a known variant.
func (r *reader) whole(u *union) (raw json.RawMessage, tag string) {
	at := r.pos
	word, ok := r.tag(u)
	if !ok {
		return nil, ""
	}
	tag = string(word)
	if r.tagged {
		r.tagged = false
		r.depth--
	}
	r.pos = at
	r.repeated = r.repeated || repeats(r.data, at, u.tag) // then the next pass sees the last one
	return r.any(), tag
}

// wrongTag records a violation by the discriminator itself, beside that by the whole value: of the variant that was
// meant, or of the first.
func (r *reader) wrongTag(u *union, tag []byte, meant string) {
	variant := max(0, slices.Index(u.values, meant))
	value := r.pos
	r.pos, _ = findMember(r.data, r.pos, u.tag)
	r.noteKind(ErrUnknown, "const", u.places[variant], func() string {
		if meant != "" {
			return fmt.Sprintf("expected %q, found %q", meant, short(tag))
		}
		return fmt.Sprintf("%q is not the %s of any %s", short(tag), u.tag, u.definition)
	})
	r.pos = value
}

// repeats reports whether the object at i has the key more than once.
func repeats(data []byte, i int, name string) bool {
	n := 0
	look := reader{data: data, pos: i}
	for more := look.first(); more; more = look.next() {
		if string(look.key) == name {
			n++
		}
		look.skip()
	}
	return n > 1
}

// drop reports an object that is stripped because something that it requires is unknown.
func (r *reader) drop(s *shape, at int, firstNote int) {
	if r.err == nil {
		r.forget(firstNote)
		r.report(at, "", s.definition, UnknownKindVariant)
	}
}

// refuse makes an error for a document that cannot be used because something that it requires is unknown.
func (r *reader) refuse() {
	if r.lost != nil && !r.full() {
		r.add(note{offset: r.lostAt, error: &ValidationError{
			Keyword: r.lost.unionKeyword(), SchemaLocation: r.lost.location() + "/" + r.lost.unionKeyword(), Message: r.lost.noVariant(r.lostTag),
		}})
	}
}

// neither records that no form of a union has the JSON type of the current value.
func (r *reader) neither(location, want string) {
	r.noteKind(ErrMalformed, "oneOf", location, func() string { return expected(want, kindOf(r.peek())) })
	r.skip()
}

// noneOf is neither for a union that is another keyword.
func (r *reader) noneOf(keyword, location, want string) {
	r.noteKind(ErrMalformed, keyword, location, func() string { return expected(want, kindOf(r.peek())) })
	r.skip()
}

// constant reads a member with a constant value.
func (r *reader) constant(location, want string) {
	at := r.pos
	if r.peek() != '"' {
		r.note("const", location, "", func() string { return onlyConstant(strconv.Quote(want), shown(r.data[r.pos:])) })
		r.skip()
		return
	}
	if w, ok := r.word(location); ok && string(w) != want {
		r.noteAt(at, "const", location, "", func() string { return onlyConstant(strconv.Quote(want), strconv.Quote(short(w))) })
	}
}

// notInEnum records a word that is not a value of an enum.
func (r *reader) notInEnum(at int, keyword, location string, w []byte, values []string) {
	r.malformed(at, keyword, location, func() string { return notListed(keyword, strconv.Quote(short(w)), string(w), values) })
}
