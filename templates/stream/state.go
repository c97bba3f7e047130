package stream

import (
	"bytes"
	"encoding/json"
	"slices"
)

// State returns the state, or {} if none was set. Callers must not modify it.
func (c *Conversation) State() json.RawMessage {
	if c.state == nil {
		return json.RawMessage("{}")
	}
	if c.state.root.raw == nil {
		c.state.root = newNode(c.state.root.text())
	}
	return c.state.root.raw
}

// SetState sets the state to a copy of its argument, or to null if that is not JSON.
func (c *Conversation) SetState(state json.RawMessage) {
	root, err := checked(bytes.Clone(state))
	if err != nil {
		root = newNode([]byte("null"))
	}
	c.state = &tree{root: root, size: len(state), limit: max(maxGrowth, len(state))}
}

func (c *Conversation) patchState(e xItem, f *facts) Change {
	detail(e, &c.details)
	if c.state == nil {
		c.SetState(c.State())
	}
	if err := c.state.patch(c.details.patch); err != nil {
		c.note(f, " had no effect: %v", err)
		return unchanged
	}
	return Change{What: State, Message: -1, Call: -1, Patch: c.details.patch}
}

func (c *Conversation) setActivity(e xItem, f *facts) Change {
	s := c.slots[*f.id]
	if s == nil {
		m := newActivity(e)
		if meta := metaOf(m); f.meta != nil {
			*meta = f.meta
		}
		s = c.push(m)
		return Change{What: MessageMore, Message: s.at, Call: -1, New: true}
	}
	if !f.rule.kept {
		old := c.Messages[s.at]
		m := newActivity(e)
		if from := metaOf(old); from != nil && isActivity(old) {
			*metaOf(m) = *from
		}
		if !isActivity(old) {
			c.forget(old, s)
		}
		c.Messages[s.at] = m
		s.grow = nil
	}
	if !isActivity(c.Messages[s.at]) {
		return unchanged
	}
	c.fold(s, f)
	return Change{What: MessageMore, Message: s.at, Call: -1}
}

// forget takes the calls of a message that is replaced out of the index.
func (c *Conversation) forget(m xEntry, s *slot) {
	calls := callsOf(m)
	for i := range calls {
		if id := callID(&calls[i]); c.calls[id] != nil && c.calls[id].message == s {
			delete(c.calls, id)
		}
	}
}

func (c *Conversation) patchActivity(e xItem, f *facts) Change {
	s := c.slots[*f.id]
	if s == nil {
		return unchanged
	}
	m := c.Messages[s.at]
	if !isActivity(m) {
		c.note(f, ": message %s has another role", quote(*f.id))
		return unchanged
	}
	c.fold(s, f)
	detail(e, &c.details)
	before, err := json.Marshal(activityContent(m))
	var after json.RawMessage
	if err == nil {
		after, err = Patch(before, c.details.patch)
	}
	content := xMeta{}
	if err == nil {
		err = json.Unmarshal(after, &content)
	}
	if err != nil {
		c.note(f, " had no effect: %v", err)
		return Change{What: MessageMore, Message: s.at, Call: -1}
	}
	setActivityContent(m, c.details.name, content)
	return Change{What: MessageMore, Message: s.at, Call: -1, Patch: c.details.patch}
}

// history makes the messages of a snapshot the history, as far as it speaks for them.
func (c *Conversation) history(e xItem, f *facts) Change {
	detail(e, &c.details)
	given := map[string]xEntry{}
	spaces := map[int]bool{}
	for _, m := range c.details.list {
		if about := describe(m); about.known {
			given[about.id] = m
			spaces[about.space] = true
		}
	}
	stays := c.keeper(f, spaces)
	var list []xEntry
	placed := map[string]bool{}
	for _, m := range c.Messages {
		about := describe(m)
		if new, is := given[about.id]; is && about.known {
			placed[about.id] = true
			list = append(list, copyEntry(new))
		} else if stays(m, about) {
			list = append(list, m)
		}
	}
	for _, m := range c.details.list {
		about := describe(m)
		if !placed[about.id] || !about.known {
			list = append(list, copyEntry(m))
		}
	}
	c.adopt(list)
	return Change{What: History, Message: -1, Call: -1}
}

// keeper returns what decides about messages that a snapshot leaves out: it speaks for those of its name spaces, and of
// the messages. What it says about activities comes first.
func (c *Conversation) keeper(f *facts, spaces map[int]bool) func(xEntry, entryFacts) bool {
	types, said := authority(f.meta)
	return func(m xEntry, about entryFacts) bool {
		if said && isActivity(m) {
			return types != nil && !slices.Contains(types, activityType(m))
		}
		return about.known && about.space != messageOwners && !spaces[about.space]
	}
}

// authority returns the types of activities that a snapshot speaks for, nil for all of them, and whether it says so.
func authority(meta xMeta) (types []string, said bool) {
	of, said := meta[authorityKey]
	if !said {
		return nil, false
	}
	var client map[string]json.RawMessage
	if json.Unmarshal(of, &client) != nil {
		return []string{}, true
	}
	raw, said := client[authorityMember]
	if !said || string(raw) == "null" {
		return nil, said
	}
	var list []json.RawMessage
	types = []string{}
	if json.Unmarshal(raw, &list) == nil {
		for _, item := range list {
			var s string
			if json.Unmarshal(item, &s) == nil {
				types = append(types, s)
			}
		}
	}
	return types, true
}
