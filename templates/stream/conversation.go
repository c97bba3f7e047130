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

// Conversation holds the messages and the state that result from the runs of a thread. The zero value is an
// empty conversation.
type Conversation struct {
	ThreadID string
	// Messages is the history. Apply modifies the messages in place: use Clone to keep them.
	Messages []xEntry
	// Pending holds the interrupts of the last run, which the next input has to answer.
	Pending []xQuestion
	// Answers holds the answers to Pending that Input sends, keyed by the id of the interrupt. The end of a
	// run clears it.
	Answers map[string]xAnswer
	// Result is the result of the last run.
	Result json.RawMessage
	// OnNote is called for an event without effect, such as a patch that fails or a message that is not
	// found.
	OnNote func(Note)
	// MaxState is the maximum number of bytes to which patches may grow the state, or the content of a message; 0 means
	// 64 MiB. A longer state may keep its length.
	MaxState int

	index      int
	mine       []xEntry // Messages after the last Apply
	places     []*slot  // of Messages
	slots      map[string]*slot
	calls      map[string]*callSlot
	last       *slot // the message and the call that the last event continued
	lastID     string
	lastCall   *callSlot
	lastCallID string
	state      *tree
	started    []string // the calls of this run
	answered   map[string]bool
	unanswered []string // as named by the end of the run
	details    details
}

// Note reports an event that had no effect or only part of it, or a shape that Upgrade has translated.
type Note struct {
	Index   int   // of the event, from 0; -1 for the input
	Type    xKind // as it was sent; "" for the input
	ID      string
	Message string
}

func (n Note) String() string {
	if n.Index < 0 {
		return strings.TrimPrefix(n.Message, ": ")
	}
	return fmt.Sprintf("event %d: %s%s", n.Index+1, n.Type, n.Message)
}

// Change describes what an event changed.
type Change struct {
	What    What
	Message int         // index in Messages, -1 for none
	Call    int         // index in the message's calls, -1 for none
	New     bool        // the message or the call is new
	Text    string      // what was appended to a text or to arguments
	Patch   xOperations // the patch of the state, or of the content of a message
}

// What is the kind of a Change.
type What uint8

// The kinds of changes.
const (
	Nothing     What = iota
	MessageText      // the text of a message
	MessageMore      // another part of a message, or a new message
	CallText         // the arguments of a call
	CallMore         // another part of a call, or a new call
	State            // the state: by Patch or, if that is nil, as a whole
	History          // any of the messages, and their order
	Run              // Pending and Result
)

var unchanged = Change{Message: -1, Call: -1}

// Apply applies an event and returns what it changed. It never fails: an event without effect is reported to OnNote.
// Apply does not modify the event, but may retain parts of it.
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

// Unanswered returns the ids of the calls that have no answer: those named by the end of the run or, if it names
// none, those that the run started and did not answer.
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

// Follow applies the events of in and yields each of them afterwards.
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
