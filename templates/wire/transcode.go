package wire

import (
	"encoding/base64"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// transcoder turns a message into the JSON that stands for it, with everything that is unknown in its place, so that
// the JSON decoder is the only judge of what a message means. It reads what the reader does not: fields that come
// twice and are merged, what this version does not know, and what is wrong.
//
// A message that comes in several pieces is merged by reading one piece after the other: that is how protobuf defines it.
type transcoder struct {
	messages []message
	data     []byte
	out      []byte
	path     []string // to the value at hand
	depth    int
	dropped  []agui.Unknown // fields that have no place in the JSON
	err      *MalformedError
}

func newTranscoder(messages []message, data []byte) *transcoder {
	t := &transcoder{messages: messages, data: data[:len(data):len(data)]}
	if uint64(len(data)) > math.MaxInt32 {
		t.fail(data, "a message has at most 2 GiB")
		t.data = nil
	}
	return t
}

// stretch is a stretch of the data. A field can take two bytes, so what is noted of it has to be small.
type stretch struct{ from, to int32 }

func (t *transcoder) whole() stretch                   { return stretch{0, int32(len(t.data))} }
func (t *transcoder) bytes(s stretch) []byte           { return t.data[s.from:s.to] }
func (t *transcoder) failAt(s stretch, message string) { t.fail(t.data[s.from:], message) }

// transcode gives the JSON of a message.
func (d *Decoder) transcode(messages []message, which int, data []byte) ([]byte, error) {
	t := newTranscoder(messages, data)
	t.message(which, []stretch{t.whole()})
	if t.err != nil {
		return nil, t.err
	}
	for _, unknown := range t.dropped {
		if d.Rules.OnUnknown != nil && !d.Rules.Strict {
			d.Rules.OnUnknown(unknown)
		}
	}
	return t.out, nil
}

// foreign reports whether the frame holds a variant of a newer protocol: none that is known, and something that can be
// one. Where it holds nothing at all, it is malformed, and so is what cannot be read.
func (d *Decoder) foreign(messages []message, which int, data []byte) (bool, error) {
	t := newTranscoder(messages, data)
	m := &messages[which]
	foreign := false
	for _, p := range t.pieces([]stretch{t.whole()}).list {
		if p.wire() != bytesType {
			continue
		}
		if armOf(m.arms, p.number()) >= 0 {
			return false, nil
		}
		foreign = foreign || wellFormed(t.bytes(p.content))
	}
	if t.err == nil && !foreign {
		t.fail(t.data, "there is no "+m.definition+" in these bytes")
	}
	if t.err != nil {
		return false, t.err
	}
	if d.Rules.OnUnknown != nil {
		d.Rules.OnUnknown(agui.Unknown{Definition: m.definition, Kind: agui.UnknownKindEvent})
	}
	return true, nil
}

// verdict is the JSON decoder's, told in terms of bytes: the only JSON that cannot be read nests too deep.
func verdict(err error) error {
	var syntax *agui.SyntaxError
	if errors.As(err, &syntax) {
		return &MalformedError{InstanceLocation: syntax.InstanceLocation, Message: syntax.Message}
	}
	return err
}

// piece is one field: its tag, and its content, of a bytesType without its length.
type piece struct {
	tag     uint32
	content stretch
}

func (p piece) number() uint64 { return uint64(p.tag >> 3) }
func (p piece) wire() uint64   { return uint64(p.tag & 7) }

// pieces are the fields of a message, and which of them have been taken.
type pieces struct {
	list []piece
	used []bool
}

// fail notes the first fault, which is at the start of b, a part of data.
func (t *transcoder) fail(b []byte, message string) {
	if t.err == nil {
		t.err = &MalformedError{int64(cap(t.data) - cap(b)), t.place(), message}
	}
}

// place is the JSON Pointer of the value at hand.
func (t *transcoder) place() string {
	var b strings.Builder
	for _, step := range t.path {
		b.WriteString("/" + escapePointer(step))
	}
	return b.String()
}

// pieces takes a message apart. It counts first, so that nothing is allocated twice.
func (t *transcoder) pieces(parts []stretch) pieces {
	n := 0
	for _, part := range parts {
		n += t.each(part, nil)
	}
	list := make([]piece, 0, n)
	for _, part := range parts {
		t.each(part, func(p piece) { list = append(list, p) })
	}
	if t.err != nil {
		return pieces{}
	}
	return pieces{list, make([]bool, len(list))}
}

// each visits the fields in a part of a message, and counts them.
func (t *transcoder) each(part stretch, visit func(piece)) (n int) {
	end := int(part.to)
	for i := int(part.from); i < end && t.err == nil; n++ {
		tag, content := readVarint(t.data, i, end)
		if content < 0 || !validTag(tag) {
			t.fail(t.data[i:], "no field starts here")
			break
		}
		next := skipField(t.data, tag, content, end)
		if next < 0 {
			t.fail(t.data[i:], cutOff)
			break
		}
		if tag&7 == bytesType {
			_, content = readVarint(t.data, content, end)
		}
		if visit != nil {
			visit(piece{uint32(tag), stretch{int32(content), int32(next)}})
		}
		i = next
	}
	return n
}

// take returns the contents of a field. A field of another wire type is not the one that its number says.
func (l pieces) take(f *field) []stretch {
	n := 0
	for _, p := range l.list {
		if p.number() == f.number && p.wire() == f.wireType() {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	found := make([]stretch, 0, n)
	for i, p := range l.list {
		if p.number() == f.number && p.wire() == f.wireType() {
			l.used[i] = true
			found = append(found, p.content)
		}
	}
	return found
}

// message appends the JSON of a message.
func (t *transcoder) message(which int, parts []stretch) {
	if t.depth++; t.depth > maxDepth {
		t.failAt(parts[0], "messages nest more than 10000 deep")
	}
	list := t.pieces(parts)
	if t.err != nil {
		return
	}
	m := &t.messages[which]
	switch {
	case m.arms != nil:
		t.oneof(m, list)
	case m.variants != nil:
		t.out = append(t.out, '{')
		t.merged(m, list)
		t.out = append(t.out, '}')
	default:
		t.out = append(append(t.out, '{'), m.implied...)
		t.fields(m, m.fields, list, parts[0])
		t.rest(m, list)
		t.out = append(t.out, '}')
	}
	t.depth--
}

// oneof appends the variant that is there. One that is not known goes by its number.
func (t *transcoder) oneof(m *message, list pieces) {
	known, other := -1, ""
	var parts []stretch
	for i, p := range list.list {
		arm := armOf(m.arms, p.number())
		switch {
		case p.wire() != bytesType:
		case arm < 0:
			other = strconv.FormatUint(p.number(), 10)
		case known >= 0 && known != arm:
			t.failAt(p.content, "two variants of "+m.definition+" at once")
			return
		default:
			if parts == nil { // most often there is no other
				parts = make([]stretch, 0, len(list.list)-i)
			}
			known, list.used[i] = arm, true
			parts = append(parts, p.content)
		}
	}
	if known >= 0 {
		t.drop(m, list)
		t.message(m.arms[known].message, parts)
		return
	}
	t.out = append(t.out, '{')
	t.begin(m.discriminator)
	t.out = append(appendString(t.out, []byte(other)), '}')
	t.end()
}

func armOf(arms []arm, number uint64) int {
	return slices.IndexFunc(arms, func(a arm) bool { return a.number == number })
}

// merged appends one of the variants that share a message, and what is not that variant's.
func (t *transcoder) merged(m *message, list pieces) {
	tag := &m.fields[m.tag]
	value := t.text(tag, list.take(tag))
	t.begin(tag.member)
	t.out = appendString(t.out, []byte(value))
	t.end()
	i := slices.IndexFunc(m.variants, func(v variant) bool { return v.value == value })
	if i >= 0 {
		for _, p := range list.list {
			if slices.Contains(m.variants[i].conflicts, p.number()) && p.wire() == bytesType {
				t.failAt(p.content, "this is not how "+strconv.Quote(value)+" is carried")
				return
			}
		}
		t.fields(m, m.variants[i].fields, list, stretch{})
	}
	var taken []string
	for i := range m.fields {
		f := &m.fields[i]
		if !list.hasUnused(f.number) {
			continue
		}
		contents := list.take(f)
		if len(contents) > 0 && slices.Contains(taken, f.member) {
			t.failAt(contents[0], strconv.Quote(f.member)+" is there in two ways")
		}
		taken = append(taken, f.member)
		t.member(f, contents, false)
	}
	t.rest(m, list)
}

// fields appends members. origin is where the message starts.
func (t *transcoder) fields(m *message, fields []field, list pieces, origin stretch) {
	for i := range fields {
		f := &fields[i]
		if f.part == payloadPart {
			continue // tagPart takes them
		}
		contents := list.take(f)
		switch f.part {
		case wholePart:
			if f.constant != "" && t.text(f, contents) != f.constant {
				t.failAt(origin, strconv.Quote(f.member)+" is "+strconv.Quote(t.text(f, contents))+" in a message for "+strconv.Quote(f.constant))
			}
			t.member(f, contents, f.required)
		case textPart:
			t.member(f, contents, false)
		case listPart:
			given := slices.ContainsFunc(fields, func(text field) bool {
				return text.part == textPart && text.member == f.member && len(list.take(&text)) > 0
			})
			if given && len(contents) > 0 {
				t.failAt(contents[0], strconv.Quote(f.member)+" is both a text and a list")
			}
			t.member(f, contents, f.required && !given)
		case tagPart:
			t.flat(f, fields, list, t.text(f, contents))
		case groupPart:
			if len(contents) == 0 {
				t.failAt(origin, "the field with what all have in common is missing")
				return
			}
			group := t.pieces(contents)
			t.fields(m, f.group, group, contents[0])
			t.rest(m, group)
		}
	}
}

// flat appends a union whose members stand beside its discriminator. What the variant at hand does not have is appended
// all the same; without a variant it belongs to nothing.
func (t *transcoder) flat(f *field, fields []field, list pieces, value string) {
	if value != "" {
		t.begin(f.member)
		t.out = append(t.out, '{')
		t.begin(f.union)
		t.out = appendString(t.out, []byte(value))
		t.end()
	}
	for i := range fields {
		payload := &fields[i]
		if payload.part != payloadPart || payload.holder != f.member {
			continue
		}
		required := slices.Contains(payload.owners, owner{value, true})
		t.member(payload, list.take(payload), required)
	}
	if value != "" {
		t.out = append(t.out, '}')
		t.end()
	}
}

// rest appends the fields that nothing took, each once, under its number.
func (t *transcoder) rest(m *message, list pieces) {
	if m.open {
		t.drop(m, list)
		return
	}
	for _, p := range list.leftover() {
		t.begin(strconv.FormatUint(p.number(), 10))
		t.out = append(t.out, '"')
		t.out = base64.StdEncoding.AppendEncode(t.out, t.bytes(p.content))
		t.out = append(t.out, '"')
		t.end()
	}
}

// drop notes the fields that nothing took where JSON has no place for them.
func (t *transcoder) drop(m *message, list pieces) {
	for _, p := range list.leftover() {
		at := t.place() + "/" + strconv.FormatUint(p.number(), 10)
		t.dropped = append(t.dropped, agui.Unknown{InstanceLocation: at, Definition: m.definition, Kind: agui.UnknownKindProperty})
	}
}

// hasUnused reports whether a field of the number is left.
func (l pieces) hasUnused(number uint64) bool {
	for i, p := range l.list {
		if p.number() == number && !l.used[i] {
			return true
		}
	}
	return false
}

// leftover returns the fields that nothing took, the first of each number.
func (l pieces) leftover() []piece {
	var left []piece
	var seen map[uint64]bool
	for i, p := range l.list {
		if l.used[i] || seen[p.number()] {
			continue
		}
		if seen == nil {
			seen = map[uint64]bool{}
		}
		seen[p.number()] = true
		left = append(left, p)
	}
	return left
}

// begin and end are around a member's value.
func (t *transcoder) begin(member string) {
	if t.out[len(t.out)-1] != '{' {
		t.out = append(t.out, ',')
	}
	t.out = append(appendString(t.out, []byte(member)), ':')
	t.path = append(t.path, member)
}

func (t *transcoder) end() { t.path = t.path[:len(t.path)-1] }
