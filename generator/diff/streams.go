package diff

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
)

// streamComparer collects the changes between two tables of streams.
type streamComparer struct {
	old, new *model.Streams
	changes  []Change
}

func compareStreams(old, new *model.Streams) []Change {
	c := &streamComparer{old: old, new: new}
	c.lines()
	c.entities()
	c.shorts()
	c.header()
	return c.changes
}

// add notes a change, and what it means for those who send events and those who receive them.
func (c *streamComparer) add(kind Kind, subject, old, new string, wire Wire, producers, consumers string) {
	c.changes = append(c.changes, Change{Kind: kind, Definition: subject, Old: old, New: new, Wire: wire, Producers: producers, Consumers: consumers})
}

// first returns the first entry that matches, nil for none.
func first[T any](list []*T, matches func(*T) bool) *T {
	if i := slices.IndexFunc(list, matches); i >= 0 {
		return list[i]
	}
	return nil
}

func (c *streamComparer) lines() {
	find := func(s *model.Streams, event string) *model.StreamLine {
		return first(s.Lines, func(l *model.StreamLine) bool { return l.Event == event })
	}
	for _, l := range c.new.Lines {
		was := find(c.old, l.Event)
		if was == nil {
			c.add(StreamLineAdded, l.Event, "", spellLine(l), WireAdditive, "may send it", "of the old version leave it out"+lost(l))
			continue
		}
		c.line(was, l)
	}
	for _, l := range c.old.Lines {
		if find(c.new, l.Event) == nil {
			c.add(StreamLineRemoved, l.Event, spellLine(l), "", WireNarrowing, "must not send it any more", "of the new version leave it out"+lost(l))
		}
	}
}

// lost is what is missing where an event is left out.
func lost(l *model.StreamLine) string {
	switch {
	case len(l.Builds) > 0:
		return ", with what it builds"
	case l.Entity() != "":
		return ", and do not know that it " + verbsOf(l.Order)
	}
	return ""
}

// line compares what is said of an event.
func (c *streamComparer) line(old, new *model.StreamLine) {
	if a, b := verbsOf(old.Order), verbsOf(new.Order); a != b {
		switch {
		case a == "":
			c.add(StreamOrderChanged, new.Event, a, b, WireNarrowing, "must keep an order that did not matter before", "of the new version refuse other streams")
		case b == "":
			c.add(StreamOrderChanged, new.Event, a, b, WireBreaking, "may send it anywhere", "of the old version refuse it out of its order")
		default:
			c.add(StreamOrderChanged, new.Event, a, b, WireBreaking, "must keep the new order", "of the old version refuse streams in the new order")
		}
	}
	if old.Lanes != new.Lanes {
		c.add(StreamLanesChanged, new.Event, old.Lanes, new.Lanes, WireBreaking, "that send shorthands repeat the id behind it, where it ends more than before",
			"of the two versions end shorthands in different places")
	}
	if a, b := verbsOf(old.Builds), verbsOf(new.Builds); a != b {
		switch {
		case a == "":
			c.add(StreamBuildsChanged, new.Event, a, b, WireAdditive, "may count on it", "of the old version build nothing of it")
		case b == "":
			c.add(StreamBuildsChanged, new.Event, a, b, WireNarrowing, "must say in another way what it built", "of the new version build nothing of it")
		default:
			c.add(StreamBuildsChanged, new.Event, a, b, WireBreaking, "get another conversation from the same events", "of the two versions build different conversations")
		}
	}
	if a, b := verbsOf(old.Joins), verbsOf(new.Joins); a != b {
		c.add(StreamJoinsChanged, new.Event, a, b, WireUnchanged, "are not concerned", "that store runs get other events for the same conversation")
	}
}

func (c *streamComparer) entities() {
	find := func(s *model.Streams, name string) *model.StreamEntity {
		return first(s.Entities, func(e *model.StreamEntity) bool { return e.Name == name })
	}
	spell := func(s *model.Streams, e *model.StreamEntity) string {
		owners := "-"
		if e.Owners >= 0 {
			owners = s.Spaces[e.Owners].Name
		}
		return e.Key + " " + owners
	}
	for _, e := range c.new.Entities {
		switch was := find(c.old, e.Name); {
		case was == nil:
			c.add(StreamEntityAdded, e.Name, "", spell(c.new, e), WireAdditive, "may open and close it", "of the old version do not see it")
		case spell(c.old, was) != spell(c.new, e):
			c.add(StreamEntityChanged, e.Name, spell(c.old, was), spell(c.new, e), WireBreaking, "tell them apart in another way", "of the old version mix them up")
		}
	}
	for _, e := range c.old.Entities {
		if find(c.new, e.Name) == nil {
			c.add(StreamEntityRemoved, e.Name, spell(c.old, e), "", WireNarrowing, "cannot open it any more", "of the new version do not see it")
		}
	}
}

func (c *streamComparer) shorts() {
	find := func(s *model.Streams, chunk string) *model.StreamShort {
		return first(s.Shorts, func(h *model.StreamShort) bool { return h.Chunk.Event == chunk })
	}
	for _, h := range c.new.Shorts {
		switch was := find(c.old, h.Chunk.Event); {
		case was == nil:
			c.add(StreamShortAdded, h.Chunk.Event, "", spellShort(h), WireAdditive, "may send it for the events that it stands for", "of the old version leave it out")
		case spellShort(was) != spellShort(h):
			c.add(StreamShortChanged, h.Chunk.Event, spellShort(was), spellShort(h), WireBreaking, "send it with other members, or for other events", "of the two versions expand it differently")
		}
	}
	for _, h := range c.old.Shorts {
		if find(c.new, h.Chunk.Event) == nil {
			c.add(StreamShortRemoved, h.Chunk.Event, spellShort(h), "", WireNarrowing, "must send the events that it stood for", "of the new version do not expand it")
		}
	}
}

// growing are the keywords behind which stand lists: what joins them takes nothing away.
var growing = map[string]bool{"sealed": true}

// header compares the words of the table's head, each with its keyword.
func (c *streamComparer) header() {
	old, new := spellHeader(c.old), spellHeader(c.new)
	for _, keyword := range slices.Sorted(maps.Keys(merged(old, new))) {
		a, b := old[keyword], new[keyword]
		switch {
		case a == b:
		case strings.HasPrefix(b+" ", a+" ") && growing[keyword]:
			c.add(StreamHeaderChanged, keyword, a, b, WireAdditive, "may send what is new", "of the old version do not keep it")
		case strings.HasPrefix(a+" ", b+" ") && growing[keyword]:
			c.add(StreamHeaderChanged, keyword, a, b, WireNarrowing, "must not count on what is gone", "of the new version do not keep it")
		case a == "":
			c.add(StreamHeaderChanged, keyword, a, b, WireAdditive, "may count on it", "of the old version do not go by it")
		case b == "":
			c.add(StreamHeaderChanged, keyword, a, b, WireNarrowing, "cannot count on it any more", "of the new version do not go by it")
		default:
			c.add(StreamHeaderChanged, keyword, a, b, WireBreaking, "say it in another place", "of the old version look in the wrong place")
		}
	}
}

func merged(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

func spellHeader(s *model.Streams) map[string]string {
	words := map[string]string{}
	for keyword, part := range s.Parts {
		list := part.Words
		if part.Definition != nil {
			list = append([]string{title(part.Definition)}, list...)
		}
		words[keyword] = strings.Join(list, " ")
	}
	for _, space := range s.Spaces {
		if len(space.Messages) > 0 {
			words["space "+space.Name] = strings.Join(space.Messages, " ")
		}
	}
	return words
}

func spellShort(h *model.StreamShort) string {
	text := fmt.Sprintf("%s %s %s first %s", h.Start.Event, h.Content.Event, h.End.Event, strings.Join(h.First, " "))
	if len(h.Same) > 0 {
		text += " same " + strings.Join(h.Same, " ")
	}
	return text
}

// spellLine is what a line says, as the table spells it.
func spellLine(l *model.StreamLine) string {
	cells := []string{verbsOf(l.Order), l.Lanes, verbsOf(l.Builds), verbsOf(l.Joins)}
	for i, cell := range cells {
		if cell == "" {
			cells[i] = "-"
		}
	}
	return strings.Join(cells, " | ")
}

// verbsOf spells the verbs of a cell.
func verbsOf(list []*model.StreamVerb) string {
	var texts []string
	for _, v := range list {
		texts = append(texts, v.String())
	}
	return strings.Join(texts, "; ")
}
