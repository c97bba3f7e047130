package wire

import (
	"encoding/base64"
	"errors"
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
	return &transcoder{messages: messages, data: data[:len(data):len(data)]}
}

// transcode gives the JSON of a message.
func (d *Decoder) transcode(messages []message, which int, data []byte) ([]byte, error) {
	t := newTranscoder(messages, data)
	t.message(which, [][]byte{t.data})
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
	for _, p := range t.pieces([][]byte{t.data}) {
		if p.wire != bytesType {
			continue
		}
		if armOf(m.arms, p.number) >= 0 {
			return false, nil
		}
		foreign = foreign || wellFormed(p.content)
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

// piece is the content of one field.
type piece struct {
	number, wire uint64
	content      []byte // of a bytesType without its length
	used         bool
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

// pieces takes a message apart.
func (t *transcoder) pieces(parts [][]byte) []piece {
	var list []piece
	for _, data := range parts {
		for i := 0; i < len(data); {
			tag, content := readVarint(data, i, len(data))
			if content < 0 || !validTag(tag) {
				t.fail(data[i:], "no field starts here")
				return nil
			}
			next := skipField(data, tag, content, len(data))
			if next < 0 {
				t.fail(data[i:], cutOff)
				return nil
			}
			if tag&7 == bytesType {
				_, content = readVarint(data, content, len(data))
			}
			list = append(list, piece{number: tag >> 3, wire: tag & 7, content: data[content:next]})
			i = next
		}
	}
	return list
}

// take gives the contents of a field. A field of another wire type is not the one that its number says.
func take(list []piece, f *field) [][]byte {
	var found [][]byte
	for i := range list {
		if p := &list[i]; p.number == f.number && p.wire == f.wireType() {
			p.used = true
			found = append(found, p.content)
		}
	}
	return found
}

// message appends the JSON of a message.
func (t *transcoder) message(which int, parts [][]byte) {
	if t.depth++; t.depth > maxDepth {
		t.fail(parts[0], "messages nest more than 10000 deep")
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
func (t *transcoder) oneof(m *message, list []piece) {
	known, other := -1, ""
	var parts [][]byte
	for i := range list {
		p := &list[i]
		arm := armOf(m.arms, p.number)
		switch {
		case p.wire != bytesType:
		case arm < 0:
			other = strconv.FormatUint(p.number, 10)
		case known >= 0 && known != arm:
			t.fail(p.content, "two variants of "+m.definition+" at once")
			return
		default:
			known, p.used = arm, true
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
func (t *transcoder) merged(m *message, list []piece) {
	tag := &m.fields[m.tag]
	value := tag.text(take(list, tag))
	t.begin(tag.member)
	t.out = appendString(t.out, []byte(value))
	t.end()
	i := slices.IndexFunc(m.variants, func(v variant) bool { return v.value == value })
	if i >= 0 {
		for _, p := range list {
			if slices.Contains(m.variants[i].conflicts, p.number) && p.wire == bytesType {
				t.fail(p.content, "this is not how "+strconv.Quote(value)+" is carried")
				return
			}
		}
		t.fields(m, m.variants[i].fields, list, nil)
	}
	var taken []string
	for i := range m.fields {
		f := &m.fields[i]
		if unused := func(p piece) bool { return p.number == f.number && !p.used }; !slices.ContainsFunc(list, unused) {
			continue
		}
		contents := take(list, f)
		if len(contents) > 0 && slices.Contains(taken, f.member) {
			t.fail(contents[0], strconv.Quote(f.member)+" is there in two ways")
		}
		taken = append(taken, f.member)
		t.whole(f, contents, false)
	}
	t.rest(m, list)
}

// fields appends members. origin is where the message starts.
func (t *transcoder) fields(m *message, fields []field, list []piece, origin []byte) {
	for i := range fields {
		f := &fields[i]
		if f.part == payloadPart {
			continue // tagPart takes them
		}
		contents := take(list, f)
		switch f.part {
		case wholePart:
			if f.constant != "" && f.text(contents) != f.constant {
				t.fail(origin, strconv.Quote(f.member)+" is "+strconv.Quote(f.text(contents))+" in a message for "+strconv.Quote(f.constant))
			}
			t.whole(f, contents, f.required)
		case textPart:
			t.whole(f, contents, false)
		case listPart:
			given := slices.ContainsFunc(fields, func(text field) bool {
				return text.part == textPart && text.member == f.member && len(take(list, &text)) > 0
			})
			if given && len(contents) > 0 {
				t.fail(contents[0], strconv.Quote(f.member)+" is both a text and a list")
			}
			t.whole(f, contents, f.required && !given)
		case tagPart:
			t.flat(f, fields, list, f.text(contents))
		case groupPart:
			if len(contents) == 0 {
				t.fail(origin, "the field with what all have in common is missing")
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
func (t *transcoder) flat(f *field, fields []field, list []piece, value string) {
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
		t.whole(payload, take(list, payload), required)
	}
	if value != "" {
		t.out = append(t.out, '}')
		t.end()
	}
}

// rest appends the fields that nothing took, each once, under its number.
func (t *transcoder) rest(m *message, list []piece) {
	if m.open {
		t.drop(m, list)
		return
	}
	for _, p := range leftover(list) {
		t.begin(strconv.FormatUint(p.number, 10))
		t.out = append(t.out, '"')
		t.out = base64.StdEncoding.AppendEncode(t.out, p.content)
		t.out = append(t.out, '"')
		t.end()
	}
}

// drop notes the fields that nothing took where JSON has no place for them.
func (t *transcoder) drop(m *message, list []piece) {
	for _, p := range leftover(list) {
		at := t.place() + "/" + strconv.FormatUint(p.number, 10)
		t.dropped = append(t.dropped, agui.Unknown{InstanceLocation: at, Definition: m.definition, Kind: agui.UnknownKindProperty})
	}
}

// leftover gives the fields that nothing took, the first of each number.
func leftover(list []piece) []piece {
	var left []piece
	var seen map[uint64]bool
	for _, p := range list {
		if p.used || seen[p.number] {
			continue
		}
		if seen == nil {
			seen = map[uint64]bool{}
		}
		seen[p.number] = true
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
