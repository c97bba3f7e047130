package wire

import (
	"bytes"
	"encoding/json"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// retired is a variant that the protocol has retired, and the variant that replaces it.
type retired struct {
	tag   string // of the old variant
	as    string // of the current variant
	by    string // a member that must be a string
	fills [][]assignment
	carry []assignment
	marks []assignment
}

// assignment is a member and its JSON, or the member of the old variant that holds it.
type assignment struct {
	path          []string
	value, member string
}

// modern returns the current form of a retired variant, or nil.
func (m *message) modern(v any, tag string) any {
	old, ok := v.(json.Marshaler)
	if m.retired == nil || m.retired.tag != tag || !ok {
		return nil
	}
	text, err := old.MarshalJSON()
	if err != nil {
		return nil
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return nil
	}
	if text = m.retired.text(m.discriminator, members); text == nil {
		return nil
	}
	known, err := m.is.decode(agui.Decoder{}, text)
	if err != nil {
		return nil
	}
	if place, _ := m.is.variant(known); place < 0 {
		return nil
	}
	return known
}

// text returns the JSON of the current variant, or nil if the old one lacks a required member.
func (r *retired) text(discriminator string, members map[string]json.RawMessage) []byte {
	if !isText(members[r.by]) {
		return nil
	}
	for _, fill := range r.fills {
		list := []assignment{{path: []string{discriminator}, value: quoted(r.as)}}
		for _, a := range fill {
			if a.member != "" {
				a.value = string(members[a.member])
				if !isText(members[a.member]) || a.value == `""` && a.member != r.by {
					list = nil
					break
				}
			}
			list = append(list, a)
		}
		if list == nil {
			continue
		}
		list = append(list, r.marks...)
		for _, a := range r.carry {
			if a.value = string(members[a.member]); isText(members[a.member]) && a.value != `""` {
				list = append(list, a)
			}
		}
		var b bytes.Buffer
		writeAssigned(&b, list, 0)
		return b.Bytes()
	}
	return nil
}

func isText(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '"' }

func quoted(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // encoding/json encodes any string
	}
	return string(text)
}

// writeAssigned writes an object of assignments whose paths are equal up to a depth. The assignments of one
// member are adjacent.
func writeAssigned(b *bytes.Buffer, list []assignment, depth int) {
	b.WriteByte('{')
	for i := 0; i < len(list); {
		name := list[i].path[depth]
		end := i + 1
		for end < len(list) && list[end].path[depth] == name {
			end++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quoted(name) + ":")
		if len(list[i].path) == depth+1 {
			b.WriteString(list[end-1].value)
		} else {
			writeAssigned(b, list[i:end], depth+1)
		}
		i = end
	}
	b.WriteByte('}')
}
