package stream

import (
	"bytes"
	"maps"
	"strings"
)

func (c *Conversation) message(e xItem, f *facts) Change {
	if s := c.slots[*f.id]; s != nil {
		if isActivity(c.Messages[s.at]) {
			c.note(f, ": %s is no message that text can be added to", quote(*f.id))
			return unchanged
		}
		c.fold(s, f)
		return Change{What: MessageMore, Message: s.at, Call: -1}
	}
	m := newMessage(e)
	if m == nil {
		c.note(f, ": no message has its role")
		return unchanged
	}
	s := c.push(m)
	c.fold(s, f)
	c.last, c.lastID = s, *f.id
	return Change{What: MessageMore, Message: s.at, Call: -1, New: true}
}

// fold merges an event's metadata into a message.
func (c *Conversation) fold(s *slot, f *facts) {
	if f.meta == nil {
		return
	}
	if meta := metaOf(c.Messages[s.at]); meta != nil {
		fold(meta, &s.meta, f.meta)
	}
}

// fold merges metadata into an owned map, so that the cost of many small changes is their total length. It copies the
// values, so that it does not retain memory that events share.
func fold(into *xMeta, own *bool, from xMeta) {
	switch {
	case from == nil:
		return
	case *into == nil:
		*into, *own = make(xMeta, len(from)), true
	case !*own && len(from) > 0:
		*into, *own = maps.Clone(*into), true
	}
	for key, value := range from {
		(*into)[strings.Clone(key)] = bytes.Clone(value)
	}
}

func (c *Conversation) text(f *facts, s *slot) Change {
	m := c.Messages[s.at]
	if isActivity(m) {
		c.note(f, ": %s is no message that text can be added to", quote(*f.id))
		return unchanged
	}
	c.fold(s, f)
	if f.text == nil {
		return Change{What: MessageMore, Message: s.at, Call: -1}
	}
	if p := textAt(m); p != nil {
		*p = appended(&s.grow, *p, *f.text)
	}
	return Change{What: MessageText, Message: s.at, Call: -1, Text: *f.text}
}

// appended appends to a text in a growing buffer, so that the cost of many small pieces is their total
// length.
func appended(grow **strings.Builder, now, more string) string {
	b := *grow
	if b == nil || b.String() != now {
		b = &strings.Builder{}
		b.WriteString(now)
		*grow = b
	}
	if b.Cap()-b.Len() < len(more) {
		b.Grow(len(more)) // to twice what it has, and more
	}
	b.WriteString(more)
	return b.String()
}

func (c *Conversation) call(e xItem, f *facts) Change {
	id := *f.id
	if s := c.calls[id]; s != nil {
		detail(e, &c.details)
		known := c.at(s)
		c.started = append(c.started, callID(known))
		if name := callName(known); *name != c.details.name {
			c.note(f, ": call %s is renamed from %s to %s", quote(id), quote(*name), quote(c.details.name))
			*name = strings.Clone(c.details.name)
		}
		c.foldCall(known, s, f)
		return Change{What: CallMore, Message: s.message.at, Call: s.at}
	}
	s := c.caller(f)
	m := c.Messages[s.at]
	added := newCall(e)
	place := &callSlot{message: s, at: len(callsOf(m))}
	c.foldCall(&added, place, f)
	addCall(m, added)
	id = callID(&added) // that of the event shares its memory
	c.calls[id], c.started = place, append(c.started, id)
	return Change{What: CallMore, Message: s.at, Call: place.at, New: true}
}

// caller returns the message that a new call belongs to.
func (c *Conversation) caller(f *facts) *slot {
	id, tag := *f.id, f.tag
	if parent := deref(f.other); parent != "" {
		s := c.slots[parent]
		switch {
		case s == nil:
			id = parent
		case holdsCalls(c.Messages[s.at]):
			return s
		default:
			c.note(f, ": message %s has a role without calls", quote(parent))
		}
	}
	if c.slots[id] != nil {
		tag = nil // the id has a sender already
	}
	return c.push(newCaller(id, tag))
}

func (c *Conversation) at(s *callSlot) *xCall { return &callsOf(c.Messages[s.message.at])[s.at] }

func (c *Conversation) foldCall(k *xCall, s *callSlot, f *facts) {
	if f.meta != nil {
		fold(callMeta(k), &s.meta, f.meta)
	}
}

func (c *Conversation) args(f *facts, s *callSlot) Change {
	k := c.at(s)
	c.foldCall(k, s, f)
	if f.text == nil {
		return Change{What: CallMore, Message: s.message.at, Call: s.at}
	}
	arguments := callArguments(k)
	*arguments = appended(&s.grow, *arguments, *f.text)
	return Change{What: CallText, Message: s.message.at, Call: s.at, Text: *f.text}
}

// answer inserts an answer after its call and the answers that follow it already.
func (c *Conversation) answer(e xItem, f *facts) Change {
	if c.answered == nil {
		c.answered = map[string]bool{}
	}
	c.answered[strings.Clone(deref(f.other))] = true
	m := newAnswer(e)
	own := false
	if meta := metaOf(m); meta != nil {
		fold(meta, &own, f.meta)
	}
	at := len(c.Messages)
	if s := c.calls[deref(f.other)]; s != nil {
		caller := s.message
		for at = caller.at + 1 + caller.answers; at < len(c.Messages) && isAnswer(c.Messages[at]); at++ {
			c.places[at].caller = caller
		}
		s := c.insert(m, at)
		s.caller, s.meta = caller, own
		caller.answers = at - caller.at
	} else {
		c.push(m).meta = own
	}
	return Change{What: MessageMore, Message: at, Call: -1, New: true}
}

func (c *Conversation) seal(e xItem, f *facts) Change {
	if f.rule.builds == sealCall {
		if s := c.calls[*f.id]; s != nil {
			sealCallWith(c.at(s), e)
			return Change{What: CallMore, Message: s.message.at, Call: s.at}
		}
		return unchanged
	}
	s := c.slots[*f.id]
	if s == nil || isActivity(c.Messages[s.at]) {
		return unchanged
	}
	sealWith(c.Messages[s.at], e)
	return Change{What: MessageMore, Message: s.at, Call: -1}
}
