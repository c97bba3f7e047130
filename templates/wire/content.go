package wire

import "slices"

// content is the content of a message's fields. It stores the first and the last occurrence of each field. To get all
// of them the bytes are read again, so that many small fields cost no memory.
type content struct {
	parts [][]byte // the occurrences of the message, to be merged
	slots []held   // for the known fields of the message
}

// held holds the occurrences of one field.
type held struct {
	number, wire uint64
	count        int    // number of occurrences
	full         int    // number of occurrences that are not empty
	first, last  []byte // its contents
	used         bool
}

// piece is one occurrence of a field.
type piece struct {
	number, wire uint64
	content      []byte // without the length for bytesType
}

func (s *held) add(b []byte) {
	if s.count++; s.count == 1 {
		s.first = b
	}
	if len(b) > 0 {
		s.full++
	}
	s.last = b
}

// inside returns the content of a message inside the current one.
func (t *transcoder) inside(first []byte) *content {
	if t.depth == len(t.contents) {
		t.contents = append(t.contents, new(content))
	}
	c := t.contents[t.depth]
	c.parts = append(c.parts[:0], first)
	return c
}

// gather returns the content of a field that is one message, merged from all its occurrences. Empty ones add nothing.
func (t *transcoder) gather(c *content, s *held) *content {
	in := t.inside(s.first)
	if s.count == 1 {
		return in
	}
	in.parts = slices.Grow(in.parts, s.full)
	first := true
	for p := range c.of(s) {
		if len(p) > 0 && !first {
			in.parts = append(in.parts, p)
		}
		first = false
	}
	return in
}

// scan reads a message once, to check that it is well-formed and to collect its fields.
func (t *transcoder) scan(c *content, fields []field) {
	c.slots = c.slots[:0]
	for i := range fields {
		c.slots = append(c.slots, held{number: fields[i].number, wire: fields[i].wireType()})
	}
	for _, data := range c.parts {
		for i := 0; i < len(data); {
			p, next, fault := pieceAt(data, i)
			if fault != "" {
				t.fail(data[i:], fault)
				return
			}
			if s := c.find(p.number, p.wire); s != nil {
				s.add(p.content)
			}
			i = next
		}
	}
}

const cutOff = "the message ends inside a field"

// pieceAt returns the field at i and its end, or the fault.
func pieceAt(data []byte, i int) (p piece, next int, fault string) {
	tag, content := readVarint(data, i, len(data))
	if content < 0 || !validTag(tag) {
		return p, -1, "no field starts here"
	}
	if next = skipField(data, tag, content, len(data)); next < 0 {
		return p, -1, cutOff
	}
	if tag&7 == bytesType {
		_, content = readVarint(data, content, len(data))
	}
	return piece{tag >> 3, tag & 7, data[content:next]}, next, ""
}

// pieces ranges over the fields of a scanned message.
func (c *content) pieces(yield func(piece) bool) {
	for _, data := range c.parts {
		for i := 0; i < len(data); {
			p, next, fault := pieceAt(data, i)
			if fault != "" || !yield(p) {
				return
			}
			i = next
		}
	}
}

// of ranges over the occurrences of one field.
func (c *content) of(s *held) func(yield func([]byte) bool) {
	number, wire := s.number, s.wire
	return func(yield func([]byte) bool) {
		for p := range c.pieces {
			if p.number == number && p.wire == wire && !yield(p.content) {
				return
			}
		}
	}
}

// find returns the slot of a field. A field with an unexpected wire type is an unknown field.
func (c *content) find(number, wire uint64) *held {
	for i := range c.slots {
		if s := &c.slots[i]; s.number == number && s.wire == wire {
			return s
		}
	}
	return nil
}

func (c *content) slot(f *field) *held { return c.find(f.number, f.wireType()) }

// take returns the occurrences of a field and marks them as used.
func (c *content) take(f *field) *held {
	s := c.slot(f)
	s.used = true
	return s
}

// leftover ranges over the fields that were not taken, the first of each number.
func (c *content) leftover(yield func(piece) bool) {
	var seen map[uint32]struct{}
	last := uint64(0)
	for p := range c.pieces {
		if p.number == last {
			continue
		}
		if s := c.find(p.number, p.wire); s != nil && s.used {
			continue
		}
		if _, known := seen[uint32(p.number)]; known {
			continue
		}
		if seen == nil {
			seen = map[uint32]struct{}{}
		}
		last = p.number
		seen[uint32(last)] = struct{}{}
		if !yield(p) {
			return
		}
	}
}
