package wire

import (
	"encoding/json"
	"slices"
	"sync"
	"unsafe"
)

// op is how the reader takes a field of an object.
type op uint8

const (
	noOp op = iota // emitted code reads it
	textOp
	textPtrOp
	boolOp
	boolPtrOp
	integerOp
	integerPtrOp
	doubleOp
	doublePtrOp
	numberOp // a double that stays text
	numberPtrOp
	wordOp    // a number that has to be field.want
	literalOp // a text that has to be field.literal
	textsOp   // a list of texts
	objectsOp // a list of messages
	unionsOp  // a list of messages, each with a union
	onceOp    // what follows is there once, or it has to be merged
	structOp
	valueOp
	objectValueOp
	objectOp
	objectPtrOp
	unionOp
	membersOp // no member but several, in a message of their own
)

// readers are those that were used before: the functions in the tables keep a reader from living on the stack.
var readers = sync.Pool{New: func() any { return new(reader) }}

// newReader returns a reader, which is good until free is called.
func newReader(messages []message, data []byte) *reader {
	r := readers.Get().(*reader)
	*r = reader{messages: messages, data: data}
	return r
}

// free hands the reader back, and reports whether it became odd. What it has read keeps its memory.
func (r *reader) free() (odd bool) {
	odd = r.odd
	*r = reader{}
	readers.Put(r)
	return odd
}

// object reads an object by its table.
func (r *reader) object(which int, e unsafe.Pointer, end int) {
	m := &r.messages[which]
	if m.deep {
		r.deeper()
	}
	r.fields(m.fields, m.must, e, end)
	if m.deep {
		r.depth--
	}
}

// fields reads fields in any order. Those of the mask have to be there.
func (r *reader) fields(fields []field, must uint64, e unsafe.Pointer, end int) {
	has := uint64(0)
	for r.pos < end {
		tag := r.tag(end)
		i := int(tag>>3) - 1 // where it is if no number is left out
		if uint(i) >= uint(len(fields)) || fields[i].number != tag>>3 {
			i = slices.IndexFunc(fields, func(f field) bool { return f.number == tag>>3 })
		}
		if i < 0 || fields[i].wireType() != tag&7 {
			r.fail()
			return
		}
		f, bit := &fields[i], uint64(1)<<i
		if has&bit != 0 && f.op > onceOp {
			r.fail()
			return
		}
		has |= bit
		if f.op < onceOp {
			r.scalar(f, tag, unsafe.Add(e, f.at), end)
		} else {
			r.nested(f, unsafe.Add(e, f.at), end)
		}
	}
	if has&must != must {
		r.fail()
	}
	for i := range fields {
		if f := &fields[i]; f.list && f.required {
			f.elements(nil, unsafe.Add(e, f.at), 0, 0)
		}
	}
}

// scalar reads a field that may come again: the last counts, or the list grows.
func (r *reader) scalar(f *field, tag uint64, p unsafe.Pointer, end int) {
	switch f.op {
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
	case wordOp:
		r.constant(end, f.want)
	case literalOp:
		r.literal(end, f.literal)
	case textsOp:
		p = f.elements(r, p, tag, end)
		*(*string)(p) = r.text(end)
	case objectsOp:
		p = f.elements(r, p, tag, end)
		r.object(f.message, p, r.enter(end))
	case unionsOp:
		p = f.elements(r, p, tag, end)
		f.union(r, p, r.enter(end))
	default:
		r.fail()
	}
}

// nested reads a field that has to be merged if it comes again.
func (r *reader) nested(f *field, p unsafe.Pointer, end int) {
	switch f.op {
	case structOp:
		*(*map[string]json.RawMessage)(p) = r.structure(end)
	case valueOp:
		*(*json.RawMessage)(p) = r.value(end)
	case objectValueOp:
		*(*map[string]json.RawMessage)(p) = r.objectValue(end)
	case objectOp:
		r.object(f.message, p, r.enter(end))
	case objectPtrOp:
		e := f.fresh()
		*(*unsafe.Pointer)(p) = e
		r.object(f.message, e, r.enter(end))
	case unionOp:
		f.union(r, p, r.enter(end))
	case membersOp:
		r.fields(f.group, f.must, p, r.enter(end))
	}
}

// elementsOf adds an element to a list and returns its address. Without a reader it makes a list that is nil an empty one.
func elementsOf[T any](r *reader, p unsafe.Pointer, tag uint64, end int) unsafe.Pointer {
	list := (*[]T)(p)
	if r == nil {
		if *list == nil {
			*list = []T{}
		}
		return nil
	}
	var none T
	*list = append(room(r, *list, tag, end), none)
	return unsafe.Pointer(&(*list)[len(*list)-1])
}

// freshOf makes an object.
func freshOf[T any]() unsafe.Pointer { return unsafe.Pointer(new(T)) }

// unionOf reads a union to an address.
func unionOf[U any](decode func(*reader, int) U) func(*reader, unsafe.Pointer, int) {
	return func(r *reader, p unsafe.Pointer, end int) { *(*U)(p) = decode(r, end) }
}

// made reads an object that it makes.
func made[T any](r *reader, which, end int) *T {
	e := new(T)
	r.object(which, unsafe.Pointer(e), end)
	return e
}

// into reads an object to where it stands.
func into[T any](r *reader, which int, e *T, end int) { r.object(which, unsafe.Pointer(e), end) }

// maker is a decoder that makes the object into which it reads.
func maker[T any](which int) func(*reader, int) *T {
	return func(r *reader, end int) *T { return made[T](r, which, end) }
}
