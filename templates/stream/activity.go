package stream

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

func (c *Conversation) setActivity(e xItem, f *facts) Change {
	s := c.slots[*f.id]
	if s == nil {
		m := newActivity(e)
		own := false
		if meta := metaOf(m); meta != nil {
			fold(meta, &own, f.meta)
		}
		ownContent(m)
		s = c.push(m)
		s.meta = own
		return Change{What: MessageMore, Message: s.at, Call: -1, New: true}
	}
	if !f.rule.kept {
		old := c.Messages[s.at]
		m := newActivity(e)
		if from := metaOf(old); from != nil && isActivity(old) {
			*metaOf(m) = *from
		} else {
			s.meta = false
		}
		if !isActivity(old) {
			c.forget(old, s)
		}
		ownContent(m)
		c.Messages[s.at] = m
		s.grow, s.content = nil, false
	}
	if !isActivity(c.Messages[s.at]) {
		return unchanged
	}
	c.fold(s, f)
	return Change{What: MessageMore, Message: s.at, Call: -1}
}

// ownContent copies the content of a new activity, which may be in memory that events share.
func ownContent(m xEntry) {
	content := activityContent(m)
	if content == nil {
		return
	}
	own := make(xMeta, len(content))
	for key, value := range content {
		own[strings.Clone(key)] = bytes.Clone(value)
	}
	setActivityContent(m, activityType(m), own)
}

// forget removes a replaced message from the indices: its calls, or its place among the answers to a call.
func (c *Conversation) forget(m xEntry, s *slot) {
	if s.caller != nil {
		s.caller.answers = min(s.caller.answers, s.at-s.caller.at-1)
		s.caller = nil
	}
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
	content, err := c.patched(s, activityContent(m), c.details.patch)
	if err != nil {
		c.note(f, " had no effect: %v", err)
		return Change{What: MessageMore, Message: s.at, Call: -1}
	}
	setActivityContent(m, c.details.name, content)
	return Change{What: MessageMore, Message: s.at, Call: -1, Patch: c.details.patch}
}

// patched returns the patched content of an activity. Parts that the patch does not reach are not parsed.
func (c *Conversation) patched(s *slot, content xMeta, p xOperations) (xMeta, error) {
	if !s.content {
		for key, value := range content {
			if !json.Valid(value) {
				return nil, fmt.Errorf("its member %s is not JSON", quote(key))
			}
		}
	}
	root := newObject(len(content))
	size := 0
	for key, value := range content {
		root.put(key, newNode(bytes.TrimSpace(value)))
		size += len(key) + len(value)
	}
	t := newTree(root, size)
	t.own = true
	t.allow(c.MaxState)
	if err := t.patch(p); err != nil {
		return nil, err
	}
	if root = t.root; !root.isObject() {
		return nil, errors.New("the content would be no object")
	}
	root.open()
	after := make(xMeta, len(root.index))
	for name, at := range root.index {
		after[name] = root.items[at].text()
	}
	s.content = true
	return after, nil
}
