package stream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// entry parses a message.
func (p *Plan) entry(n *node) *remark {
	members := map[string]json.RawMessage{}
	n.open()
	for name, at := range n.index {
		members[name] = n.items[at].text()
	}
	return p.remark(members)
}

// remark returns a message with the given members, which it retains.
func (p *Plan) remark(members map[string]json.RawMessage) *remark {
	m := &remark{members: members}
	text := func(name string) *string {
		if members[name] == nil {
			return nil
		}
		return newNode(members[name]).texts(nil)
	}
	m.role, m.ID, m.Tag = deref(text(p.EntryTag)), deref(text(p.ID)), text(p.Tag)
	m.about = p.Entries[m.role]
	if m.unknown = m.about == nil; m.unknown {
		return m
	}
	json.Unmarshal(members[p.Folded], &m.Meta) // what is no object has no effect
	if t := text(p.Text); t != nil && m.about.Text {
		m.Text, m.texted = *t, true
	}
	if m.role == p.Calls.Role && members[p.Calls.List] != nil {
		list := newNode(members[p.Calls.List])
		list.open()
		for _, item := range list.items {
			m.calls = append(m.calls, xCall{ID: deref(item.texts(p.Calls.ID)), Name: deref(item.texts(p.Calls.Name)),
				Arguments: deref(item.texts(p.Calls.Arguments)), members: string(item.text())})
			if meta := memberOf(item, p.Folded); meta != nil {
				json.Unmarshal(meta.text(), &m.calls[len(m.calls)-1].meta) // what is no object has no effect
			}
		}
	}
	return m
}

// build returns a message of a role, with the members that it shares with an event.
func (p *Plan) build(role string, e *happening, without ...string) *remark {
	about := p.Entries[role]
	if about == nil {
		return nil
	}
	members := map[string]json.RawMessage{p.EntryTag: appendQuoted(nil, role), p.ID: appendQuoted(nil, *e.ID)}
	for _, name := range about.Members {
		if _, set := members[name]; !set && name != p.Folded && e.members[name] != nil && !slices.Contains(without, name) {
			members[name] = e.members[name]
		}
	}
	return p.remark(members)
}

// MarshalJSON returns a message with its members in the schema's order.
func (m *remark) MarshalJSON() ([]byte, error) {
	if m.unknown {
		return json.Marshal(m.members)
	}
	out := []byte{'{'}
	for _, name := range m.about.Members {
		raw := m.members[name]
		switch {
		case name == plan.Text && m.texted:
			raw = appendQuoted(nil, m.Text)
		case name == plan.Folded && m.Meta != nil:
			raw = marshal(m.Meta)
		case name == plan.Calls.List && m.role == plan.Calls.Role && (len(m.calls) > 0 || raw != nil):
			raw = marshal(append([]xCall{}, m.calls...))
		}
		if raw == nil {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(appendQuoted(out, name), ':'), raw...)
	}
	return append(out, '}'), nil
}

// marshal returns the JSON of a value that can always be encoded.
func marshal(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("what was read as JSON cannot be written: %v", err))
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// MarshalJSON returns a call.
func (c xCall) MarshalJSON() ([]byte, error) {
	n := newNode([]byte(c.members))
	for _, v := range []struct {
		path []string
		text string
	}{{plan.Calls.ID, c.ID}, {plan.Calls.Name, c.Name}, {plan.Calls.Arguments, c.Arguments}} {
		n.at(v.path[:len(v.path)-1]).set(v.path[len(v.path)-1], v.text)
	}
	n.open()
	for _, name := range slices.Sorted(maps.Keys(c.sealed)) {
		n.put(name, newNode(c.sealed[name]))
	}
	if c.meta != nil {
		n.put(plan.Folded, newNode(marshal(c.meta)))
	}
	n.raw = nil
	return n.text(), nil
}

// MarshalJSON returns an interrupt.
func (q xQuestion) MarshalJSON() ([]byte, error) { return q.raw, nil }

// newMessage returns the message that an event begins.
func (p *Plan) newMessage(e xItem) xEntry {
	about := p.Events[string(e.Kind)]
	role := about.RoleOrDefault
	if given := e.textOf(about.Role); given != nil {
		role = *given
	}
	m := p.build(role, e, p.Text)
	if m != nil {
		m.texted = m.about.Text
	}
	return m
}

// seal sets the value kept for the model provider, if the message has a place for it.
func (p *Plan) seal(members []string, e xItem, set func(name string, raw json.RawMessage)) {
	for _, name := range p.Sealed {
		if e.members[name] != nil && slices.Contains(members, name) {
			set(name, e.members[name])
		}
	}
}
