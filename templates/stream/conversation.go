package stream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Conversation is the messages and state that the runs of a thread leave. The zero value is an empty one.
type Conversation struct {
	ThreadID string
	// Messages is the history. It is valid until the next Apply, which changes them in place: Clone to keep them.
	Messages []xEntry
	// Pending is what the last run asked for.
	Pending []xQuestion
	// Answers are the answers to Pending that Input sends, by the id of the interrupt. The end of a run clears them.
	Answers map[string]xAnswer
	// Result is what the last run returned.
	Result json.RawMessage
	// OnNote is called for what had no effect: a patch that failed, a message that was not found.
	OnNote func(Note)
	// MaxState is the number of bytes to which patches may grow the state, or the content of a message; 0 means 64 MiB.
	// What is longer already may stay so.
	MaxState int

	index      int
	mine       []xEntry // Messages as they were left
	places     []*slot  // of Messages
	slots      map[string]*slot
	calls      map[string]*callSlot
	last       *slot // the message, and the call, that went on last
	lastID     string
	lastCall   *callSlot
	lastCallID string
	state      *tree
	started    []string // the calls of this run
	answered   map[string]bool
	unanswered []string // what the end of the run said
	details    details
}

// Note is about an event that had no effect, or not all of it, and about what Upgrade has translated.
type Note struct {
	Index   int   // of the event, from 0; -1 for what is no event
	Type    xKind // as it was sent, "" for what is no event
	ID      string
	Message string
}

func (n Note) String() string {
	if n.Index < 0 {
		return strings.TrimPrefix(n.Message, ": ")
	}
	return fmt.Sprintf("event %d: %s%s", n.Index+1, n.Type, n.Message)
}

// Change says what an event touched.
type Change struct {
	What    What
	Message int         // index in Messages, -1 for none
	Call    int         // index in the message's calls, -1 for none
	New     bool        // the message, or the call, was not there before
	Text    string      // what was added at the end of a text or of arguments
	Patch   xOperations // what was done to the state, or to the content of a message
}

// What is the kind of a Change.
type What uint8

// The kinds of changes.
const (
	Nothing     What = iota
	MessageText      // the text of a message
	MessageMore      // something else of a message, or a new one
	CallText         // the arguments of a call
	CallMore         // something else of a call, or a new one
	State            // the state, by Patch or, where there is none, all of it
	History          // any message, and their order
	Run              // what is pending, and the result
)

var unchanged = Change{Message: -1, Call: -1}

// Apply applies an event and reports what it touched. It never fails: what has no effect goes to OnNote. The event is
// not changed, but what was read of it may be kept.
func (c *Conversation) Apply(e xItem) (change Change) {
	var f facts
	look(e, &f)
	c.index++
	if f.rule == nil {
		return unchanged
	}
	switch {
	case f.rule.builds == text && c.last != nil && *f.id == c.lastID && c.untouched():
		if f.meta != nil || f.text == nil {
			return c.text(&f, c.last)
		}
		c.lastID = *f.id // the same text, and often at the same place, where it is compared at once
		p := textAt(c.Messages[c.last.at])
		if p == nil {
			return c.text(&f, c.last)
		}
		*p = appended(&c.last.grow, *p, *f.text)
		change.What, change.Message, change.Call, change.Text = MessageText, c.last.at, -1, *f.text
		return change
	case f.rule.builds == args && c.lastCall != nil && *f.id == c.lastCallID && c.untouched():
		c.lastCallID = *f.id
		return c.args(&f, c.lastCall)
	}
	c.sync()
	return c.build(e, &f)
}

func (c *Conversation) build(e xItem, f *facts) Change {
	switch f.rule.builds {
	case adds:
		return c.begin(e, f)
	case asks:
		return c.finish(e)
	case message:
		return c.message(e, f)
	case text:
		s := c.slots[*f.id]
		if s == nil {
			c.note(f, ": there is no message %s", quote(*f.id))
			return unchanged
		}
		c.last, c.lastID = s, *f.id
		return c.text(f, s)
	case call:
		return c.call(e, f)
	case args:
		s := c.calls[*f.id]
		if s == nil {
			c.note(f, ": there is no call %s", quote(*f.id))
			return unchanged
		}
		c.lastCall, c.lastCallID = s, *f.id
		return c.args(f, s)
	case answer:
		return c.answer(e, f)
	case sealMessage, sealCall:
		return c.seal(e, f)
	case setState:
		detail(e, &c.details)
		c.SetState(c.details.value)
		return Change{What: State, Message: -1, Call: -1}
	case patchState:
		return c.patchState(e, f)
	case history:
		return c.history(e, f)
	case setActivity:
		return c.setActivity(e, f)
	case patchActivity:
		return c.patchActivity(e, f)
	}
	return unchanged
}

func (c *Conversation) note(f *facts, format string, args ...any) {
	if c.OnNote != nil {
		c.OnNote(Note{c.index - 1, f.rule.kind, deref(f.id), fmt.Sprintf(format, args...)})
	}
}

func (c *Conversation) begin(e xItem, f *facts) Change {
	detail(e, &c.details)
	c.ThreadID = strings.Clone(deref(f.other))
	c.started, c.answered, c.unanswered = nil, nil, nil
	before := len(c.Messages)
	for _, m := range c.details.list {
		if about := describe(m); about.known && c.slots[about.id] != nil {
			continue
		}
		c.push(copyEntry(m))
	}
	if len(c.Messages) > before {
		return Change{What: History, Message: -1, Call: -1}
	}
	return Change{What: Run, Message: -1, Call: -1}
}

func (c *Conversation) finish(e xItem) Change {
	detail(e, &c.details)
	c.Pending, c.Answers = slices.Clone(c.details.asked), nil
	c.Result = bytes.Clone(c.details.value)
	c.unanswered = c.details.waits
	return Change{What: Run, Message: -1, Call: -1}
}

// Unanswered returns the ids of the calls that wait for an answer: those that the end of the run named, and otherwise
// those that the run started and did not answer.
func (c *Conversation) Unanswered() []string {
	if len(c.unanswered) > 0 {
		return slices.Clone(c.unanswered)
	}
	var list []string
	for _, id := range c.started {
		if !c.answered[id] {
			list = append(list, id)
		}
	}
	return list
}

// Follow yields the events of in after applying them.
func (c *Conversation) Follow(in iter.Seq2[xItem, error]) iter.Seq2[xItem, error] {
	return func(yield func(xItem, error) bool) {
		for e, err := range in {
			if err == nil {
				c.Apply(e)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Clone returns a deep copy.
func (c *Conversation) Clone() *Conversation {
	d := &Conversation{
		ThreadID: c.ThreadID, Pending: slices.Clone(c.Pending), Answers: maps.Clone(c.Answers), MaxState: c.MaxState, Result: bytes.Clone(c.Result), OnNote: c.OnNote, index: c.index,
		started: slices.Clone(c.started), unanswered: slices.Clone(c.unanswered), answered: map[string]bool{},
	}
	for id := range c.answered {
		d.answered[id] = true
	}
	d.Messages = slices.Clone(c.Messages)
	for i, m := range d.Messages {
		d.Messages[i] = detached(m)
	}
	if c.state != nil {
		d.SetState(c.State())
	}
	return d
}
