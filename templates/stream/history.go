package stream

import (
	"encoding/json"
	"slices"
	"strings"
)

// slot is the place of a message. Of several messages with one id the first counts.
type slot struct {
	at      int
	grow    *strings.Builder
	meta    bool  // the metadata is our own
	content bool  // the content of an activity is our own, and valid
	answers int   // how many answers follow at least
	caller  *slot // that has this answer among them
}

// callSlot is the place of a call.
type callSlot struct {
	message *slot
	at      int
	grow    *strings.Builder
	meta    bool // the metadata is our own
}

// untouched reports whether Messages is unchanged since the last Apply.
func (c *Conversation) untouched() bool {
	return len(c.Messages) == len(c.mine) && (len(c.mine) == 0 || &c.Messages[0] == &c.mine[0])
}

// sync takes over Messages that the caller has set. It copies them, so that the caller's are not modified.
func (c *Conversation) sync() {
	if c.slots != nil && c.untouched() {
		return
	}
	list := make([]xEntry, len(c.Messages))
	for i, m := range c.Messages {
		list[i] = copyEntry(m)
	}
	c.adopt(list)
}

// adopt makes a list of owned messages the history.
func (c *Conversation) adopt(list []xEntry) {
	c.Messages, c.mine, c.last, c.lastCall = list, list, nil, nil
	c.places = make([]*slot, 0, len(list))
	c.slots, c.calls = make(map[string]*slot, len(list)), map[string]*callSlot{}
	for i, m := range list {
		c.places = append(c.places, c.enter(m, i))
	}
}

// enter adds a message and its calls to the indices.
func (c *Conversation) enter(m xEntry, at int) *slot {
	about := describe(m)
	s := &slot{at: at}
	if !about.known {
		return s
	}
	if first := c.slots[about.id]; first == nil || first.at > at {
		c.slots[about.id] = s
	}
	calls := callsOf(m)
	for i := range calls {
		if id := callID(&calls[i]); c.calls[id] == nil {
			c.calls[id] = &callSlot{message: s, at: i}
		}
	}
	return s
}

func (c *Conversation) push(m xEntry) *slot {
	c.Messages = append(c.Messages, m)
	c.mine = c.Messages
	s := c.enter(m, len(c.Messages)-1)
	c.places = append(c.places, s)
	return s
}

// insert inserts a message and moves those after it.
func (c *Conversation) insert(m xEntry, at int) *slot {
	if at == len(c.Messages) {
		return c.push(m)
	}
	for _, s := range c.places[at:] {
		s.at++
	}
	s := c.enter(m, at)
	c.Messages, c.places = slices.Insert(c.Messages, at, m), slices.Insert(c.places, at, s)
	c.mine = c.Messages
	return s
}

// history replaces the messages that a snapshot covers by those of the snapshot.
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

// keeper returns the function that decides whether a message that a snapshot lacks is kept. A snapshot covers the
// messages of its name spaces, and of the messages'. Its rule on activities comes first.
func (c *Conversation) keeper(f *facts, spaces map[int]bool) func(xEntry, entryFacts) bool {
	types, said := authority(f.meta)
	return func(m xEntry, about entryFacts) bool {
		if said && isActivity(m) {
			return types != nil && !slices.Contains(types, activityType(m))
		}
		return about.known && about.space != messageOwners && !spaces[about.space]
	}
}

// authority returns the types of activities that a snapshot covers, nil for all, and whether the snapshot
// names them.
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
