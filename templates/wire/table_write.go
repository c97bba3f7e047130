package wire

import (
	"encoding/json"
	"unsafe"
)

// definition appends a definition: an object by its address, or a union's variant. whole is false if it cannot be
// represented.
func (w *writer) definition(m *message, v any) (whole bool) {
	if m.is.variant != nil {
		return w.union(m, v)
	}
	return w.object(m, m.is.address(v))
}

// union appends a variant.
func (w *writer) union(m *message, v any) (whole bool) {
	i, e := m.is.variant(v)
	switch {
	case uint(i) < uint(len(m.arms)):
		arm := &m.arms[i]
		at := w.begin(uint32(arm.number<<3 | bytesType))
		return w.done(at, w.object(arm.to, e))
	case uint(i) < uint(len(m.variants)):
		return w.object(m.variants[i].to, e)
	case i == unknownPlace:
		if known := m.modern(v, *(*string)(e)); known != nil {
			return w.union(m, known)
		}
		w.unknownVariant(m.definition, *(*string)(e))
		return false
	default:
		w.noValue(m.definition)
		return true
	}
}

// object appends the fields of an object.
func (w *writer) object(m *message, e unsafe.Pointer) (whole bool) {
	if e == nil {
		w.noValue(m.definition)
		return true
	}
	whole = w.fields(m.writes, e)
	if m.lost != nil {
		w.lost(m.lost, e)
	}
	if extra := *(*map[string]json.RawMessage)(unsafe.Add(e, m.extra)); len(extra) > 0 {
		w.extra(extra, m.fields)
	}
	return whole
}

// lost records the members without a field.
func (w *writer) lost(list []field, e unsafe.Pointer) {
	for _, f := range list {
		if f.required || !isNil(unsafe.Add(e, f.at)) {
			w.uncarried(f.member)
		}
	}
}

// fields appends fields. whole is false if a required one cannot be represented.
func (w *writer) fields(list []step, e unsafe.Pointer) (whole bool) {
	whole = true
	var group mark
	for i := range list {
		f := &list[i]
		p := unsafe.Add(e, f.at)
		if f.skips && *(*unsafe.Pointer)(p) == nil {
			continue
		}
		switch f.route {
		case textRoute:
			if s := *(*string)(p); f.always || s != "" {
				w.text(f.tag, f.text, s)
			}
		case textPtrRoute:
			w.text(f.tag, f.text, **(**string)(p))
		case rawRoute:
			if s := f.text; len(s) == 2 {
				w.out = append(w.out, s[0], s[1])
			} else {
				w.out = append(w.out, s...)
			}
		case integerPtrRoute:
			w.varint(f.tag, uint64(**(**int64)(p)))
		case scalarRoute:
			w.scalar(f.field, f.op, f.always, p)
		case membersRoute:
			group = w.begin(f.tag)
		case endRoute:
			w.end(group)
		case messageRoute:
			whole = w.nested(f.field, f.op, p) && whole
		case listRoute:
			w.list(f.field, p)
		default:
			whole = w.apart(f.field, p, e) && whole
		}
	}
	return whole
}

// scalar appends a value that is not a message. Unless always is set, the zero value is omitted.
func (w *writer) scalar(f *field, op op, always bool, p unsafe.Pointer) {
	switch op {
	case textPtrOp, boolPtrOp, integerPtrOp, doublePtrOp, numberPtrOp, enumPtrOp:
		if p = *(*unsafe.Pointer)(p); p == nil {
			return
		}
		op, always = op-1, true
	}
	switch op {
	case textOp:
		if s := *(*string)(p); always || s != "" {
			w.text(f.key, f.member, s)
		}
	case boolOp:
		if b := *(*bool)(p); always || b {
			w.boolean(f.key, b)
		}
	case integerOp:
		w.integer(f, always, *(*int64)(p))
	case doubleOp:
		if f64 := *(*float64)(p); always {
			w.float(f.key, f.member, f64)
		} else {
			w.implicitFloat(f.key, f.member, f64)
		}
	case numberOp:
		if n := *(*json.Number)(p); always || n != "0" {
			w.number(f.key, f.member, n)
		}
	case enumOp:
		n, known := f.numberOf(*(*string)(p))
		if !known {
			w.notInEnum(f.member, *(*string)(p))
		}
		w.integer(f, always, int64(n))
	}
}

// integer appends an integer, or the number of an enum.
func (w *writer) integer(f *field, always bool, n int64) {
	if always || n != 0 {
		w.varint(f.key, uint64(n))
	}
}

// nested appends a message that is present or required. whole is false if it cannot be represented.
func (w *writer) nested(f *field, op op, p unsafe.Pointer) (whole bool) {
	switch op {
	case structOp:
		w.structure(f.key, f.member, *(*map[string]json.RawMessage)(p))
	case valueOp:
		w.value(f.key, f.member, *(*json.RawMessage)(p))
	case objectValueOp:
		w.objectValue(f.key, f.member, *(*map[string]json.RawMessage)(p))
	case objectPtrOp:
		w.member(f, f.member, *(*unsafe.Pointer)(p))
	default:
		return w.member(f, f.member, p) || !f.always
	}
	return true
}

// member appends the object or union at p, and removes it again if it cannot be represented.
func (w *writer) member(f *field, step string, p unsafe.Pointer) (whole bool) {
	w.push(step)
	at := w.begin(f.key)
	if f.to.is.get != nil {
		whole = w.union(f.to, f.to.is.get(p))
	} else {
		whole = w.object(f.to, p)
	}
	w.pop()
	return w.done(at, whole)
}

// list appends the elements of a list, except those that cannot be represented.
func (w *writer) list(f *field, p unsafe.Pointer) {
	w.push(f.member)
	tag := f.key
	switch f.op {
	case textOp:
		for i, s := range *(*[]string)(p) {
			w.text(tag, w.index(i), s)
		}
	case structOp:
		for i, m := range *(*[]map[string]json.RawMessage)(p) {
			w.structure(tag, w.index(i), m)
		}
	case valueOp:
		for i, v := range *(*[]json.RawMessage)(p) {
			w.value(tag, w.index(i), v)
		}
	case objectValueOp:
		for i, m := range *(*[]map[string]json.RawMessage)(p) {
			w.objectValue(tag, w.index(i), m)
		}
	default:
		size, first := f.to.is.size, *(*unsafe.Pointer)(p)
		for i := range length(p) {
			w.member(f, w.index(i), unsafe.Add(first, uintptr(i)*size))
		}
	}
	w.pop()
}

// apart appends a field that carries several members, or a member of another object. whole is false if the member is
// required and cannot be represented.
func (w *writer) apart(f *field, p, e unsafe.Pointer) (whole bool) {
	switch f.part {
	case textPart, listPart:
		if f.choice.fresh != nil {
			p = *(*unsafe.Pointer)(p)
		}
		if parts := unsafe.Add(p, f.choice.parts); f.part == listPart {
			w.list(f, parts)
		} else if isNil(parts) {
			w.scalar(f, f.op, true, unsafe.Add(p, f.choice.text))
		}
	case tagPart:
		return w.flatTag(f, p) || !f.always
	case payloadPart:
		w.payload(f, e)
	case surplusPart:
		w.surplus(f, *(*map[string]json.RawMessage)(p))
	}
	return true
}

// flatTag appends the discriminator of a flattened union.
func (w *writer) flatTag(f *field, p unsafe.Pointer) (whole bool) {
	u := f.of
	i, v := u.is.variant(u.is.get(p))
	switch {
	case i == unknownPlace:
		w.push(f.member)
		w.unknownVariant(u.definition, *(*string)(v))
		w.pop()
		return false
	case i == noPlace || v == nil:
		w.noValue(u.definition)
		return true
	}
	w.text(f.key, f.tags, u.variants[i].value)
	w.push(f.member)
	w.extra(*(*map[string]json.RawMessage)(unsafe.Add(v, u.variants[i].to.extra)), nil)
	w.pop()
	return true
}

// payload appends a member of a flattened union, if its variant has it.
func (w *writer) payload(f *field, e unsafe.Pointer) {
	o, v := f.owner(e)
	if o == nil {
		return
	}
	w.push(f.holder)
	switch p := unsafe.Add(v, o.at); {
	case f.list:
		w.list(f, p)
	case o.op < structOp:
		w.scalar(f, o.op, o.required, p)
	case o.required || !isNil(p):
		w.nested(f, o.op, p)
	}
	w.pop()
}

// surplus appends a member of another variant, for which the message has a string or a Value.
func (w *writer) surplus(f *field, extra map[string]json.RawMessage) {
	raw, ok := extra[f.member]
	if !ok {
		return
	}
	if f.op == valueOp {
		w.value(f.key, f.member, raw)
		return
	}
	var s string
	if json.Unmarshal(raw, &s) != nil || string(raw) == "null" {
		w.uncarried(f.member)
		return
	}
	w.text(f.key, f.member, s)
}
