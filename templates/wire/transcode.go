package wire

import (
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// transcoder converts a message to the equivalent JSON, including everything unknown, so that only the JSON decoder
// decides what a message means. It handles what the reader does not: repeated fields that are merged, unknown
// fields, and faults.
//
// A message in several pieces is merged by reading one piece after the other, as protobuf defines.
type transcoder struct {
	messages []message
	data     []byte
	out      []byte
	path     []string // to the current value
	depth    int
	contents []*content     // of the current messages, outermost first, for reuse
	dropped  []agui.Unknown // fields without a place in the JSON
	err      *MalformedError
}

func newTranscoder(messages []message, data []byte) *transcoder {
	return &transcoder{messages: messages, data: data[:len(data):len(data)]}
}

// transcode returns the JSON of a message.
func (d *Decoder) transcode(messages []message, which int, data []byte) ([]byte, error) {
	t := newTranscoder(messages, data)
	t.message(which, t.inside(t.data))
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

// foreign reports whether the frame holds a variant of a newer protocol: no known variant, but a field that may be
// one. An empty or malformed frame is an error.
func (d *Decoder) foreign(messages []message, which int, data []byte) (bool, error) {
	t := newTranscoder(messages, data)
	m := &messages[which]
	c := t.inside(t.data)
	if t.scan(c, nil); t.err != nil {
		return false, t.err
	}
	foreign := false
	for p := range c.pieces {
		if p.wire != bytesType {
			continue
		}
		if armOf(m.arms, p.number) >= 0 {
			return false, nil
		}
		foreign = foreign || wellFormed(p.content)
	}
	if !foreign {
		t.fail(t.data, "there is no "+m.definition+" in these bytes")
		return false, t.err
	}
	if d.Rules.OnUnknown != nil {
		d.Rules.OnUnknown(agui.Unknown{Definition: m.definition, Kind: agui.UnknownKindEvent})
	}
	return true, nil
}

// verdict converts an error of the JSON decoder to one about the bytes. JSON made by the transcoder can only
// fail to parse because it nests too deep.
func verdict(err error) error {
	var syntax *agui.SyntaxError
	if errors.As(err, &syntax) {
		return &MalformedError{InstanceLocation: syntax.InstanceLocation, Message: syntax.Message}
	}
	return err
}

// fail records the first fault, which is at the start of b, a part of data.
func (t *transcoder) fail(b []byte, message string) {
	if t.err == nil {
		t.err = &MalformedError{int64(cap(t.data) - cap(b)), t.place(), message}
	}
}

// place is the JSON Pointer of the current value.
func (t *transcoder) place() string {
	var b strings.Builder
	for _, step := range t.path {
		b.WriteString("/" + escapePointer(step))
	}
	return b.String()
}

// message appends the JSON of a message.
func (t *transcoder) message(which int, c *content) {
	if t.depth++; t.depth > maxDepth {
		t.fail(c.parts[0], "messages nest more than 10000 deep")
	}
	m := &t.messages[which]
	t.scan(c, m.fields)
	if t.err != nil {
		return
	}
	t.room()
	switch {
	case m.arms != nil:
		t.oneof(m, c)
	case m.variants != nil:
		t.out = append(t.out, '{')
		t.merged(m, c)
		t.out = append(t.out, '}')
	default:
		t.out = append(append(t.out, '{'), m.implied...)
		t.fields(m, m.fields, c)
		t.rest(m, c)
		t.out = append(t.out, '}')
	}
	t.depth--
}

// room doubles the capacity of the output when it is nearly full: append would copy a large output more
// often.
func (t *transcoder) room() {
	if n := len(t.out); cap(t.out)-n < 64 {
		t.out = slices.Grow(t.out, n+64)
	}
}

// oneof appends the variant that is present. An unknown one is named by its number.
func (t *transcoder) oneof(m *message, c *content) {
	known, other := -1, ""
	var s held
	for p := range c.pieces {
		arm := armOf(m.arms, p.number)
		switch {
		case p.wire != bytesType:
		case arm < 0:
			other = strconv.FormatUint(p.number, 10)
		case known >= 0 && known != arm:
			t.fail(p.content, "two variants of "+m.definition+" at once")
			return
		default:
			known = arm
			s.number, s.wire, s.used = p.number, p.wire, true
			s.add(p.content)
		}
	}
	if known >= 0 {
		c.slots = append(c.slots, s)
		t.drop(m, c)
		t.message(m.arms[known].message, t.gather(c, &s))
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

// merged appends one of the variants that share a message, and the members that it does not have.
func (t *transcoder) merged(m *message, c *content) {
	tag := &m.fields[m.tag]
	value := tag.text(c.take(tag))
	t.begin(tag.member)
	t.out = appendString(t.out, []byte(value))
	t.end()
	i := slices.IndexFunc(m.variants, func(v variant) bool { return v.value == value })
	if i >= 0 {
		for p := range c.pieces {
			if slices.Contains(m.variants[i].conflicts, p.number) && p.wire == bytesType {
				t.fail(p.content, "this is not how "+strconv.Quote(value)+" is carried")
				return
			}
		}
		t.fields(m, t.messages[m.variants[i].message].fields, c)
	}
	var taken []string
	for i := range m.fields {
		f := &m.fields[i]
		if s := c.slot(f); s.used || s.count == 0 {
			continue
		}
		s := c.take(f)
		if slices.Contains(taken, f.member) {
			t.fail(s.first, strconv.Quote(f.member)+" is there in two ways")
		}
		taken = append(taken, f.member)
		t.whole(c, f, s, false)
	}
	t.rest(m, c)
}

// fields appends members.
func (t *transcoder) fields(m *message, fields []field, c *content) {
	for i := range fields {
		f := &fields[i]
		if f.part >= payloadPart {
			continue // handled by tagPart and merged
		}
		s := c.take(f)
		switch f.part {
		case wholePart:
			if f.op == wordOp && f.text(s) != f.constant {
				t.fail(c.parts[0], strconv.Quote(f.member)+" is "+strconv.Quote(f.text(s))+" in a message for "+strconv.Quote(f.constant))
			}
			t.whole(c, f, s, f.required)
		case textPart:
			t.whole(c, f, s, false)
		case listPart:
			given := slices.ContainsFunc(fields, func(text field) bool {
				return text.part == textPart && text.member == f.member && c.take(&text).count > 0
			})
			if given && s.count > 0 {
				t.fail(s.first, strconv.Quote(f.member)+" is both a text and a list")
			}
			t.whole(c, f, s, f.required && !given)
		case tagPart:
			t.flat(f, fields, c, f.text(s))
		case groupPart:
			if s.count == 0 {
				t.fail(c.parts[0], "the field with what all have in common is missing")
				return
			}
			t.group(m, f, t.gather(c, s))
		}
	}
}

// group appends the members that have a separate message.
func (t *transcoder) group(m *message, f *field, c *content) {
	t.depth++
	if t.scan(c, f.group); t.err == nil {
		t.fields(m, f.group, c)
		t.rest(m, c)
	}
	t.depth--
}

// flat appends a union whose members are beside its discriminator, including members that the current variant does not
// have. Without a variant they are appended without a union around them.
func (t *transcoder) flat(f *field, fields []field, c *content, value string) {
	if value != "" {
		t.begin(f.member)
		t.out = append(t.out, '{')
		t.begin(f.tags)
		t.out = appendString(t.out, []byte(value))
		t.end()
	}
	for i := range fields {
		payload := &fields[i]
		if payload.part != payloadPart || payload.holder != f.member {
			continue
		}
		required := func(o owner) bool { return o.variant == value && o.required }
		t.whole(c, payload, c.take(payload), payload.list && slices.ContainsFunc(payload.owners, required))
	}
	if value != "" {
		t.out = append(t.out, '}')
		t.end()
	}
}

// rest appends the fields that were not taken, each once, named by its number.
func (t *transcoder) rest(m *message, c *content) {
	if m.open {
		t.drop(m, c)
		return
	}
	for p := range c.leftover {
		t.room()
		t.begin(strconv.FormatUint(p.number, 10))
		t.out = append(t.out, '"')
		t.out = base64.StdEncoding.AppendEncode(t.out, p.content)
		t.out = append(t.out, '"')
		t.end()
	}
}

// drop records the fields that were not taken if JSON has no place for them.
func (t *transcoder) drop(m *message, c *content) {
	for p := range c.leftover {
		if len(t.dropped) == maxReports {
			return
		}
		at := t.place() + "/" + strconv.FormatUint(p.number, 10)
		t.dropped = append(t.dropped, agui.Unknown{InstanceLocation: at, Definition: m.definition, Kind: agui.UnknownKindProperty})
	}
}

// begin and end enclose a member's value.
func (t *transcoder) begin(member string) {
	if t.out[len(t.out)-1] != '{' {
		t.out = append(t.out, ',')
	}
	t.out = append(appendString(t.out, []byte(member)), ':')
	t.path = append(t.path, member)
}

func (t *transcoder) end() { t.path = t.path[:len(t.path)-1] }
