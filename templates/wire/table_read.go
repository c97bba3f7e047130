package wire

import (
	"encoding/json"
	"math"
	"math/bits"
	"slices"
	"unsafe"
)

// definition reads a definition from what is left before end, and returns an object's address or a union's variant;
// nothing that counts if the reader became odd.
func (r *reader) definition(m *message, end int) any {
	if m.is.put != nil {
		return r.union(m, end)
	}
	return r.made(m, end)
}

// made creates an object and reads it.
func (r *reader) made(m *message, end int) any {
	e, v := m.is.fresh()
	r.object(m, e, end)
	return v
}

// union reads a union. If each variant has its own field, the message has exactly one field.
func (r *reader) union(m *message, end int) (v any) {
	if m.variants != nil {
		return r.merged(m, end)
	}
	if r.pos < end {
		tag := r.tag(end)
		if i := armOf(m.arms, tag>>3); i >= 0 && tag&7 == bytesType {
			v = r.made(m.arms[i].to, r.enter(end))
		}
	}
	if v == nil || r.pos != end {
		r.fail()
	}
	return v
}

// merged reads a union, all variants of which share a message: one field of it says which one it is. If that field is
// repeated, the values must be equal.
func (r *reader) merged(m *message, end int) any {
	tag := &m.fields[m.tag]
	content := r.find(tag.number<<3|tag.wireType(), end)
	for i := range m.variants {
		if tag.says(content, m.variants[i].value) {
			return r.made(m.variants[i].to, end)
		}
	}
	r.fail()
	return nil
}

// says reports whether the content of a field that is a string or an enum is a word.
func (f *field) says(content []byte, word string) bool {
	if f.form != enumForm {
		return string(content) == word
	}
	text, known := f.word(int32(number(content)))
	return known && text == word
}

// object reads an object in place.
func (r *reader) object(m *message, e unsafe.Pointer, end int) {
	if m.deep {
		r.deeper()
	}
	if m.flat {
		r.flatten(m.fields, e, end)
	}
	r.fields(&m.steps, e, end)
	if m.deep {
		r.depth--
	}
}

// fields reads fields in any order. A message with more of them than there are bits in has is left to the transcoder.
func (r *reader) fields(s *steps, e unsafe.Pointer, end int) {
	has, i := uint64(0), 0
	if len(s.list) > 64 {
		r.fail()
	}
	for r.pos < end {
		tag := r.tag(end)
		if i = s.find(tag, i); i < 0 {
			r.fail()
			return
		}
		f, bit := &s.list[i], uint64(1)<<i
		if has&bit != 0 && f.once {
			r.fail()
			return
		}
		has |= bit
		switch p := unsafe.Add(e, f.at); f.route {
		case textRoute:
			*(*string)(p) = r.text(end)
		case textPtrRoute:
			*(**string)(p) = r.textPtr(end)
		case rawRoute, scalarRoute, integerPtrRoute:
			r.scalar(f.field, f.op, p, end)
		case membersRoute:
			r.fields(&f.field.inside, p, r.enter(end))
		case messageRoute:
			r.nested(f.field, f.op, p, end)
		case listRoute:
			r.element(f.field, tag, p, end)
		default:
			r.apart(f.field, tag, p, e, end)
		}
	}
	if has&s.must != s.must {
		r.fail()
	}
	if s.late != 0 && !r.odd {
		for late := s.late; late != 0; late &= late - 1 {
			r.finish(s, bits.TrailingZeros64(late), has, e)
		}
	}
}

// find returns the index of a field, or -1. Fields mostly come in order, so it starts at the given index.
func (s *steps) find(tag uint64, from int) int {
	for i := from; i < len(s.list); i++ {
		if uint64(s.list[i].tag) == tag {
			return i
		}
	}
	for i := range s.list[:min(from, len(s.list))] {
		if uint64(s.list[i].tag) == tag {
			return i
		}
	}
	return -1
}

// scalar reads a field that may be repeated: the last one counts.
func (r *reader) scalar(f *field, op op, p unsafe.Pointer, end int) {
	switch op {
	case textOp:
		*(*string)(p) = r.text(end)
	case textPtrOp:
		*(**string)(p) = r.textPtr(end)
	case boolOp:
		*(*bool)(p) = r.boolean(end)
	case boolPtrOp:
		*(**bool)(p) = r.booleanPtr(end)
	case integerOp:
		*(*int64)(p) = r.integer(end)
	case integerPtrOp:
		*(**int64)(p) = r.integerPtr(end)
	case doubleOp:
		*(*float64)(p) = r.double(end)
	case doublePtrOp:
		*(**float64)(p) = r.doublePtr(end)
	case numberOp:
		*(*json.Number)(p) = r.number(end)
	case numberPtrOp:
		*(**json.Number)(p) = r.numberPtr(end)
	case enumOp:
		*(*string)(p) = r.enum(f, end)
	case enumPtrOp:
		*(**string)(p) = address(r.enum(f, end))
	case wordOp:
		r.constant(end, f.want)
	case literalOp:
		r.literal(end, f.constant)
	default:
		r.fail()
	}
}

// enum reads the number of a word.
func (r *reader) enum(f *field, end int) string {
	word, known := f.word(int32(r.integer(end)))
	if !known {
		r.fail()
	}
	return word
}

// nested reads a field that has to be merged if it is repeated.
func (r *reader) nested(f *field, op op, p unsafe.Pointer, end int) {
	switch op {
	case structOp:
		*(*map[string]json.RawMessage)(p) = r.structure(end)
	case valueOp:
		*(*json.RawMessage)(p) = r.value(end)
	case objectValueOp:
		*(*map[string]json.RawMessage)(p) = r.objectValue(end)
	case objectOp:
		r.object(f.to, p, r.enter(end))
	case objectPtrOp:
		e, _ := f.to.is.fresh()
		*(*unsafe.Pointer)(p) = e
		r.object(f.to, e, r.enter(end))
	case unionOp:
		f.to.is.put(p, r.union(f.to, r.enter(end)))
	default:
		r.scalar(f, op, p, end)
	}
}

// element reads an element of a list.
func (r *reader) element(f *field, tag uint64, p unsafe.Pointer, end int) {
	switch f.op {
	case textOp:
		appendTo(p, r.room(p, tag, end), r.text(end))
	case structOp:
		appendTo(p, r.room(p, tag, end), r.structure(end))
	case valueOp:
		appendTo(p, r.room(p, tag, end), r.value(end))
	case objectValueOp:
		appendTo(p, r.room(p, tag, end), r.objectValue(end))
	default:
		r.nested(f, f.op, f.to.is.grow(p, r.room(p, tag, end)), end)
	}
}

func appendTo[T any](list unsafe.Pointer, room int, v T) { *(*T)(grow[T](list, room)) = v }

// room returns the capacity that a list needs for an element and those that follow it. At first it is small, in case
// the first element is malformed; after that it is enough for all, since growing a list step by step takes several
// times its size.
func (r *reader) room(list unsafe.Pointer, tag uint64, end int) int {
	const first = 1024
	switch l := *(*[]struct{})(list); {
	case l == nil:
		return r.count(tag, end, first)
	case len(l) == cap(l):
		return r.count(tag, end, math.MaxInt)
	}
	return 0
}

// apart reads a field that carries several members, or none.
func (r *reader) apart(f *field, tag uint64, p, e unsafe.Pointer, end int) {
	switch f.part {
	case textPart:
		r.scalar(f, f.op, unsafe.Add(f.choice.at(p), f.choice.text), end)
	case listPart:
		r.element(f, tag, unsafe.Add(f.choice.at(p), f.choice.parts), end)
	case tagPart:
		value := "" // which flatten has found; it has to be the same if it is there again
		if place, _ := f.of.is.variant(f.of.is.get(p)); place >= 0 {
			value = f.of.variants[place].value
		}
		r.literal(end, value)
	case payloadPart:
		o, v := f.owner(e)
		switch {
		case o == nil:
			r.fail()
		case f.list:
			r.element(f, tag, unsafe.Add(v, o.at), end)
		default:
			r.nested(f, o.op, unsafe.Add(v, o.at), end)
		}
	default:
		r.fail()
	}
}

// at returns the address of a text or list, allocating it if it is a pointer.
func (c *choice) at(p unsafe.Pointer) unsafe.Pointer {
	if c.fresh == nil {
		return p
	}
	if isNil(p) {
		*(*unsafe.Pointer)(p) = c.fresh()
	}
	return *(*unsafe.Pointer)(p)
}

// flatten creates the variants of the unions whose members are beside their discriminator, before these are
// read.
func (r *reader) flatten(fields []field, e unsafe.Pointer, end int) {
	for i := range fields {
		f := &fields[i]
		if f.part != tagPart {
			continue
		}
		u, content := f.of, r.find(uint64(f.key), end)
		which := slices.IndexFunc(u.variants, func(v variant) bool { return v.value == string(content) })
		switch {
		case which >= 0:
			_, v := u.variants[which].to.is.fresh()
			u.is.put(unsafe.Add(e, f.at), v)
		case f.always || len(content) > 0:
			r.fail()
		}
	}
}

// finish checks a field after all have been read: required lists must not be nil, and nothing may be present
// in two forms.
func (r *reader) finish(s *steps, i int, has uint64, e unsafe.Pointer) {
	f, present := s.list[i].field, has>>i&1 != 0
	p := unsafe.Add(e, f.at)
	switch f.part {
	case listPart:
		text := has>>f.beside&1 != 0
		if text && present {
			r.fail()
		} else if !text && f.choice.fresh == nil {
			makeList(unsafe.Add(p, f.choice.parts))
		}
	case payloadPart:
		o, v := f.owner(e)
		switch {
		case o == nil || !o.required || present:
		case f.list:
			makeList(unsafe.Add(v, o.at))
		default:
			r.fail()
		}
	default:
		makeList(p)
	}
}
