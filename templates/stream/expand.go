package stream

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// ChunkError is the error for a shorthand that cannot be expanded.
type ChunkError struct {
	Index   int   // of the event in the stream, from 0
	Type    xKind // of the event
	ID      string
	Message string
}

func (e *ChunkError) Error() string {
	return fmt.Sprintf("event %d: %s%s", e.Index+1, e.Type, e.Message)
}

// Expander replaces chunks by start, content and end events. Each sender has at most one sequence of chunks
// open.
type Expander struct {
	index  int
	opened int
	lanes  map[opening]*lane    // by sender
	byID   map[laneID]*lane     // by entity and id
	kinds  []map[*lane]struct{} // for each shorthand
	out    []xItem
	f      facts
}

// lane is the open sequence of a sender.
type lane struct {
	sender  opening
	tag     *string
	short   int
	id      string
	seq     int
	members []*string // the members that later chunks may repeat
}

type laneID struct {
	short int
	id    string
}

func laneOf(tag *string) opening {
	if tag == nil {
		return opening{}
	}
	return opening{tag: *tag, tagged: true}
}

// Expand returns the events that replace e: for most events e itself, after the end events of the sequences that e
// ends. The slice is valid until the next call. On error the Expander is unchanged.
func (x *Expander) Expand(e xItem) ([]xItem, error) {
	x.out = x.out[:0]
	f := &x.f
	look(e, f)
	if f.rule != nil && f.rule.short >= 0 {
		if err := x.chunk(e, f); err != nil {
			return nil, err
		}
		x.index++
		return x.out, nil
	}
	x.index++
	if f.rule != nil && len(x.lanes) > 0 {
		switch f.rule.lanes {
		case ownLane:
			x.end(x.lanes[laneOf(f.tag)])
		case taggedLane:
			if f.tag != nil {
				x.end(x.lanes[laneOf(f.tag)])
			}
		case allLanes:
			x.endAll()
		}
	}
	x.out = append(x.out, e)
	return x.out, nil
}

// Close returns the end events of the open sequences. Expanded does not call it, so that a run that was cut off remains
// recognizable.
func (x *Expander) Close() []xItem {
	x.out = x.out[:0]
	x.endAll()
	return slices.Clone(x.out)
}

func (x *Expander) endAll() {
	list := make([]*lane, 0, len(x.lanes))
	for _, l := range x.lanes {
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b *lane) int { return a.seq - b.seq })
	for _, l := range list {
		x.end(l)
	}
}

func (x *Expander) end(l *lane) {
	if l == nil {
		return
	}
	delete(x.lanes, l.sender)
	delete(x.byID, laneID{l.short, l.id})
	delete(x.kinds[l.short], l)
	x.out = append(x.out, endOf(l.short, l.id, l.tag))
}

func (x *Expander) fail(id *string, format string, args ...any) error {
	return &ChunkError{x.index, x.f.rule.kind, strings.Clone(deref(id)), fmt.Sprintf(format, args...)}
}

// find returns the lane of a shorthand and its sender; the lane is nil if the shorthand opens one.
func (x *Expander) find(f *facts) (*lane, opening, error) {
	short := f.rule.short
	if f.id != nil {
		if l := x.byID[laneID{short, *f.id}]; l != nil {
			if f.tag != nil && !same(f.tag, l.tag) {
				return nil, opening{}, x.fail(f.id, ": %s belongs to %s, but this comes from %s", quote(l.id), sender(l.tag), sender(f.tag))
			}
			return l, l.sender, nil
		}
	}
	own := x.lanes[laneOf(f.tag)]
	if f.id != nil || f.tag != nil || own != nil && own.short == short {
		return own, laneOf(f.tag), nil
	}
	if short < len(x.kinds) {
		if len(x.kinds[short]) > 1 {
			return nil, opening{}, x.fail(nil, " is ambiguous: %d senders have %s open, and it has neither sender nor id",
				len(x.kinds[short]), article(shorthands[short].noun))
		}
		for l := range x.kinds[short] {
			return l, l.sender, nil
		}
	}
	return own, laneOf(f.tag), nil
}

func (x *Expander) chunk(e xItem, f *facts) error {
	short := f.rule.short
	l, from, err := x.find(f)
	if err != nil {
		return err
	}
	if l != nil && l.short == short && (f.id == nil || *f.id == l.id) {
		return x.goOn(e, f, l)
	}
	if f.id == nil || !complete(short, e) {
		return x.fail(f.id, " is the first of %s, and lacks %s", article(shorthands[short].noun), shorthands[short].missing)
	}
	x.end(l)
	x.open(e, f, from)
	return nil
}

func (x *Expander) open(e xItem, f *facts, from opening) {
	short := f.rule.short
	if x.lanes == nil {
		x.lanes, x.byID = map[opening]*lane{}, map[laneID]*lane{}
		x.kinds = make([]map[*lane]struct{}, len(shorthands))
		for i := range x.kinds {
			x.kinds[i] = map[*lane]struct{}{}
		}
	}
	x.opened++
	from.tag = strings.Clone(from.tag)
	l := &lane{sender: from, short: short, id: strings.Clone(*f.id), seq: x.opened}
	if from.tagged {
		l.tag = &l.sender.tag
	}
	for i := range shorthands[short].members {
		value := repeated(short, i, e)
		if value == nil {
			value = shorthands[short].defaults[i]
		} else {
			kept := strings.Clone(*value)
			value = &kept
		}
		l.members = append(l.members, value)
	}
	x.lanes[l.sender], x.byID[laneID{short, l.id}] = l, l
	x.kinds[short][l] = struct{}{}
	content := f.text != nil || hasOrigin(e)
	x.out = append(x.out, startOf(short, e, !content))
	if content {
		x.out = append(x.out, moreOf(short, e, l.id, l.tag))
	}
}

func (x *Expander) goOn(e xItem, f *facts, l *lane) error {
	for i, name := range shorthands[l.short].members {
		value := repeated(l.short, i, e)
		if value == nil || same(value, l.members[i]) {
			continue
		}
		if l.members[i] == nil {
			return x.fail(&l.id, ": %s has %s %s, which the first one lacked", quote(l.id), name, quote(*value))
		}
		return x.fail(&l.id, ": %s has %s %s, but the first one had %s", quote(l.id), name, quote(*value), quote(*l.members[i]))
	}
	if f.text != nil || hasOrigin(e) || f.meta != nil {
		tag := f.tag
		if tag == nil {
			tag = l.tag
		}
		x.out = append(x.out, moreOf(l.short, e, l.id, tag))
	}
	return nil
}

// Expanded yields the events of in with chunks expanded. An error is the last pair.
func Expanded(in iter.Seq2[xItem, error]) iter.Seq2[xItem, error] {
	return func(yield func(xItem, error) bool) {
		var x Expander
		for e, err := range in {
			var out []xItem
			if err == nil {
				out, err = x.Expand(e)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for _, e := range out {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// Received yields the events of in, expanded and then verified. An error is the last pair.
func Received(in iter.Seq2[xItem, error]) iter.Seq2[xItem, error] { return Verified(Expanded(in)) }
