package stream

import (
	"container/heap"
	"encoding/json"
	"slices"
	"strings"
)

// Compacter shortens a stream: it joins the contents of each message or call into one event, and the changes of the
// state in a run into one snapshot. The result leads to the same conversation, with one exception: events that came
// within a message come after it, even a history that lacks the message.
type Compacter struct {
	// KeepTags keeps the sender on events that are joined.
	KeepTags bool

	out      []xItem
	opened   int
	open     []map[string]*joint // for each entity
	oldest   []joints            // with a start, for each entity
	snapshot xItem
	state    *tree
	stateTag *string
	meta     xMeta
	ownMeta  bool
	deltas   []xItem
	details  details
}

// joint is an entity whose contents are joined.
type joint struct {
	id      string
	entity  int
	seq     int
	start   xItem
	content *rule
	text    strings.Builder
	tag     *string
	waiting []xItem
	done    bool

	replayed          bool // the start's metadata differs from that of start
	startMeta, meta   xMeta
	ownStart, ownMeta bool // copied, so they may be modified
}

// joints is a heap; the oldest comes first.
type joints []*joint

func (l *joints) Len() int           { return len(*l) }
func (l *joints) Less(i, j int) bool { return (*l)[i].seq < (*l)[j].seq }
func (l *joints) Swap(i, j int)      { (*l)[i], (*l)[j] = (*l)[j], (*l)[i] }
func (l *joints) Push(j any)         { *l = append(*l, j.(*joint)) }

func (l *joints) Pop() any {
	last := len(*l) - 1
	j := (*l)[last]
	(*l)[last] = nil
	*l = (*l)[:last]
	return j
}

// Compact returns a shorter stream that leads to the same conversation.
func Compact(events []xItem) []xItem {
	var c Compacter
	for _, e := range events {
		c.Add(e)
	}
	return c.Close()
}

// Add adds the next event. It retains the event, but does not modify it.
func (c *Compacter) Add(e xItem) {
	if c.open == nil {
		c.open, c.oldest = make([]map[string]*joint, len(entities)), make([]joints, len(entities))
	}
	var f facts
	look(e, &f)
	switch {
	case f.rule == nil:
		c.pass(e)
	case f.rule.joins == stateJoin:
		c.holdState(e, &f)
	case f.rule.joins == edge:
		c.flushState()
		c.out = append(c.out, e) // the start or end of a run is never queued
	case f.rule.joins == noJoining:
		c.pass(e)
	default:
		c.join(e, &f)
	}
}

// Close returns the compacted events and resets the Compacter.
func (c *Compacter) Close() []xItem {
	for i := range c.open {
		var list []*joint
		for _, j := range c.open[i] {
			list = append(list, j)
		}
		slices.SortFunc(list, func(a, b *joint) int { return a.seq - b.seq })
		for _, j := range list {
			c.write(j, nil)
		}
	}
	c.flushState()
	out := c.out
	*c = Compacter{KeepTags: c.KeepTags}
	return out
}

// pass writes an event, or queues it in the oldest entity that is open.
func (c *Compacter) pass(e xItem) {
	for i := range c.oldest {
		list := &c.oldest[i]
		for list.Len() > 0 && (*list)[0].done {
			heap.Pop(list)
		}
		if list.Len() > 0 {
			(*list)[0].waiting = append((*list)[0].waiting, e)
			return
		}
	}
	c.out = append(c.out, e)
}

func (c *Compacter) join(e xItem, f *facts) {
	i := f.rule.joined
	j := c.open[i][*f.id]
	if j == nil {
		if c.open[i] == nil {
			c.open[i] = map[string]*joint{}
		}
		c.opened++
		j = &joint{id: *f.id, entity: i, seq: c.opened}
		c.open[i][j.id] = j
	}
	switch f.rule.joins {
	case first:
		c.first(j, e, f)
	case more:
		j.content = f.rule
		j.text.WriteString(deref(f.text))
		fold(&j.meta, &j.ownMeta, f.meta)
		if j.tag == nil {
			j.tag = f.tag
		}
	case last:
		delete(c.open[i], j.id)
		c.write(j, e)
	}
}

// first handles a start; the last one counts. Its metadata is merged into that of the other starts or, after the first
// content, into that of the contents.
func (c *Compacter) first(j *joint, e xItem, f *facts) {
	if j.start == nil {
		heap.Push(&c.oldest[j.entity], j)
	} else {
		j.replayed = true
	}
	j.start = e
	if j.content != nil {
		fold(&j.meta, &j.ownMeta, f.meta)
		j.replayed = true
		return
	}
	fold(&j.startMeta, &j.ownStart, f.meta)
}

// write writes an entity that has ended; nil is ignored.
func (c *Compacter) write(j *joint, end xItem) {
	j.done = true
	var list []xItem
	if j.replayed {
		j.start = withMeta(j.start, j.startMeta)
	}
	if j.start != nil {
		list = append(list, j.start)
	}
	if j.content != nil {
		tag := j.tag
		if !c.KeepTags {
			tag = nil
		}
		list = append(list, joined(j.content.kind, j.id, j.text.String(), j.meta, tag))
	}
	if end != nil {
		list = append(list, end)
	}
	c.out = append(c.out, list...)
	c.out = append(c.out, j.waiting...)
}

// holdState holds a change of the state until it is written as part of one snapshot or as deltas.
func (c *Compacter) holdState(e xItem, f *facts) {
	detail(e, &c.details)
	if f.rule.builds == setState {
		root, err := checked(c.details.value)
		if err != nil {
			root = newNode([]byte("null"))
		}
		if c.snapshot == nil { // the snapshot replaces the effect of earlier deltas, but not their metadata
			for _, d := range c.deltas {
				var old facts
				look(d, &old)
				fold(&c.meta, &c.ownMeta, old.meta)
			}
			c.deltas = nil
		}
		c.snapshot, c.state, c.stateTag = e, newTree(root, len(root.raw)), f.tag
	} else if c.snapshot == nil {
		c.deltas = append(c.deltas, e)
		return
	} else if c.state.patch(c.details.patch) != nil {
		// A delta that fails has no effect when it is replayed, so it has none here.
		fold(&c.meta, &c.ownMeta, f.meta)
		return
	}
	fold(&c.meta, &c.ownMeta, f.meta)
}

func (c *Compacter) flushState() {
	if c.snapshot != nil {
		tag := c.stateTag
		if !c.KeepTags {
			tag = nil
		}
		c.out = append(c.out, stateSnapshot(json.RawMessage(c.state.root.text()), c.meta, tag))
	}
	c.out = append(c.out, c.deltas...)
	c.snapshot, c.state, c.meta, c.ownMeta, c.deltas, c.stateTag = nil, nil, nil, false, nil, nil
}
