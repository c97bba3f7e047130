package wire

import "slices"

// step is what the reader and the writer do for a row. It is small, so that the steps of a message are close
// together in memory.
type step struct {
	at     uintptr
	text   string // the member; of a rawRoute the bytes of the field
	field  *field
	tag    uint32
	route  route
	op     op
	skips  bool // for the writer: nil means that the member is absent
	always bool
	once   bool // for the reader: a repeated field has to be merged with the first
}

// route selects the function that handles a field.
type route uint8

const (
	textRoute route = iota
	textPtrRoute
	rawRoute // a field with a constant value
	integerPtrRoute
	scalarRoute
	membersRoute
	endRoute // of the members, for the writer
	messageRoute
	listRoute
	apartRoute
)

// steps holds the reader's steps of a message, in the order of the rows. Sets of steps are bits.
type steps struct {
	list []step
	must uint64 // the required fields
	late uint64 // the fields to check after all have been read
	flat bool   // there is a tagPart
}

// tabled completes a table.
func tabled(messages []message) []message {
	for i := range messages {
		m := &messages[i]
		for j := range m.arms {
			m.arms[j].to = &messages[m.arms[j].message]
		}
		for j := range m.variants {
			m.variants[j].to = &messages[m.variants[j].message]
		}
		if m.variants == nil {
			m.steps = stepsOf(messages, m.fields)
			m.writes = m.spread()
		}
	}
	return messages
}

// stepsOf completes rows and returns their steps.
func stepsOf(messages []message, fields []field) (s steps) {
	for i := range fields {
		f, bit := &fields[i], uint64(1)<<i
		f.key, f.to, f.of = uint32(f.number<<3|f.wireType()), &messages[f.message], &messages[f.union]
		switch f.part {
		case groupPart:
			f.inside = stepsOf(messages, f.group)
			s.must |= bit
		case wholePart, kindPart:
			if f.always || f.op == literalOp || f.op == wordOp && f.want != 0 {
				s.must |= bit
			}
			if f.list && f.required {
				s.late |= bit
			}
		case listPart:
			f.beside = slices.IndexFunc(fields, func(t field) bool { return t.part == textPart && t.member == f.member })
			s.late |= bit
		case payloadPart:
			s.late |= bit
		case tagPart:
			s.flat = true
		}
		s.list = append(s.list, f.step())
	}
	return s
}

func (f *field) step() step {
	s := step{at: f.at, text: f.member, field: f, tag: f.key, route: f.route(), op: f.op, skips: f.skips(), always: f.always}
	s.once = f.op >= structOp && !f.list
	if s.route == rawRoute {
		s.text = f.pinned()
	}
	return s
}

// spread returns the steps for the writer, with the members of a group among the others.
func (s *steps) spread() (list []step) {
	for _, one := range s.list {
		list = append(list, one)
		if one.route == membersRoute {
			list = append(append(list, one.field.inside.list...), step{route: endRoute})
		}
	}
	return list
}

// route returns the route of a field.
func (f *field) route() route {
	switch {
	case f.part == groupPart:
		return membersRoute
	case f.part != wholePart && f.part != kindPart:
		return apartRoute
	case f.list:
		return listRoute
	case f.op == textOp:
		return textRoute
	case f.op == textPtrOp:
		return textPtrRoute
	case f.op == wordOp, f.op == literalOp:
		return rawRoute
	case f.op == integerPtrOp:
		return integerPtrRoute
	case f.op < structOp:
		return scalarRoute
	default:
		return messageRoute
	}
}

// pinned returns the bytes of a field with a constant value.
func (f *field) pinned() string {
	var w writer
	if f.op == literalOp {
		w.text(f.key, f.member, f.constant)
	} else {
		w.integer(f, f.always, f.want)
	}
	return string(w.out)
}

// skips reports whether nil means that a member is absent.
func (f *field) skips() bool {
	switch f.part {
	case textPart, listPart:
		return f.choice.fresh != nil
	case tagPart, payloadPart, surplusPart:
		return !f.always
	case groupPart, kindPart:
		return false
	}
	switch f.op {
	case textPtrOp, boolPtrOp, integerPtrOp, doublePtrOp, numberPtrOp, enumPtrOp, objectPtrOp:
		return true
	case structOp, valueOp, objectValueOp, unionOp:
		return f.list || !f.always
	}
	return f.list
}
