package stream

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
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
	// Result is what the last run returned.
	Result json.RawMessage
	// OnNote is called for what had no effect: a patch that failed, a message that was not found.
	OnNote func(Note)

	index      int
	mine       []xEntry // Messages as they were left
	slots      map[string]*slot
	calls      map[string]*callSlot
	last       *slot
	lastID     string
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

// slot is where a message is: of several with one id the first counts.
type slot struct {
	at   int
	grow *strings.Builder
}

// callSlot is where a call is.
type callSlot struct {
	message *slot
	at      int
	grow    *strings.Builder
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
func (c *Conversation) Apply(e xItem) Change {
	var f facts
	look(e, &f)
	c.index++
	if f.rule == nil {
		return unchanged
	}
	if f.rule.builds == text && f.id != nil && c.last != nil && *f.id == c.lastID && c.untouched() {
		return c.text(&f, c.last)
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
		return c.args(f)
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

// untouched reports whether Messages is what the last Apply left.
func (c *Conversation) untouched() bool {
	return len(c.Messages) == len(c.mine) && (len(c.mine) == 0 || &c.Messages[0] == &c.mine[0])
}

// sync takes over Messages that somebody else has set: copies, so that theirs are not written to.
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

// adopt makes a list, whose messages are our own, the history.
func (c *Conversation) adopt(list []xEntry) {
	c.Messages, c.mine, c.last = list, list, nil
	c.slots, c.calls = make(map[string]*slot, len(list)), map[string]*callSlot{}
	for i, m := range list {
		c.enter(m, i)
	}
}

// enter puts a message and its calls into the indices.
func (c *Conversation) enter(m xEntry, at int) *slot {
	about := describe(m)
	s := &slot{at: at}
	if !about.known {
		return s
	}
	if first := c.slots[about.id]; first != nil && c.sameID(first, about.id) {
		if first.at < at {
			return s
		}
	}
	c.slots[about.id] = s
	calls := callsOf(m)
	for i := range calls {
		if id := callID(&calls[i]); c.calls[id] == nil {
			c.calls[id] = &callSlot{message: s, at: i}
		}
	}
	return s
}

func (c *Conversation) sameID(s *slot, id string) bool {
	return s.at < len(c.Messages) && describe(c.Messages[s.at]).id == id
}

func (c *Conversation) push(m xEntry) *slot {
	c.Messages = append(c.Messages, m)
	c.mine = c.Messages
	return c.enter(m, len(c.Messages)-1)
}

// insert puts a message in its place, and moves those behind it.
func (c *Conversation) insert(m xEntry, at int) {
	if at == len(c.Messages) {
		c.push(m)
		return
	}
	moved := map[*slot]bool{}
	for i := at; i < len(c.Messages); i++ {
		if s := c.slots[describe(c.Messages[i]).id]; s != nil && s.at >= at && !moved[s] {
			moved[s] = true
			s.at++
		}
	}
	c.Messages = slices.Insert(c.Messages, at, m)
	c.mine = c.Messages
	c.enter(m, at)
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
	c.Pending = slices.Clone(c.details.asked)
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

// fold merges the event's metadata into a message.
func (c *Conversation) fold(s *slot, f *facts) {
	if f.meta == nil {
		return
	}
	if meta := metaOf(c.Messages[s.at]); meta != nil {
		*meta = MergeMetadata(*meta, f.meta)
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
	now, _ := textOf(m)
	setText(m, appended(&s.grow, now, *f.text))
	return Change{What: MessageText, Message: s.at, Call: -1, Text: *f.text}
}

// appended appends to a text in room that grows ahead, so that many small pieces cost what they are long.
func appended(grow **strings.Builder, now, more string) string {
	b := *grow
	if b == nil || b.String() != now {
		b = &strings.Builder{}
		b.WriteString(now)
		*grow = b
	}
	b.WriteString(more)
	return b.String()
}

func (c *Conversation) call(e xItem, f *facts) Change {
	id := *f.id
	c.started = append(c.started, id)
	if s := c.calls[id]; s != nil {
		detail(e, &c.details)
		known := c.at(s)
		if name := callName(known); *name != c.details.name {
			c.note(f, ": call %s is renamed from %s to %s", quote(id), quote(*name), quote(c.details.name))
			*name = c.details.name
		}
		c.foldCall(known, f)
		return Change{What: CallMore, Message: s.message.at, Call: s.at}
	}
	s := c.caller(f)
	m := c.Messages[s.at]
	added := newCall(e)
	c.foldCall(&added, f)
	addCall(m, added)
	at := len(callsOf(m)) - 1
	c.calls[id] = &callSlot{message: s, at: at}
	return Change{What: CallMore, Message: s.at, Call: at, New: true}
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

func (c *Conversation) foldCall(k *xCall, f *facts) {
	if f.meta != nil {
		meta := callMeta(k)
		*meta = MergeMetadata(*meta, f.meta)
	}
}

func (c *Conversation) args(f *facts) Change {
	s := c.calls[*f.id]
	if s == nil {
		c.note(f, ": there is no call %s", quote(*f.id))
		return unchanged
	}
	k := c.at(s)
	c.foldCall(k, f)
	if f.text == nil {
		return Change{What: CallMore, Message: s.message.at, Call: s.at}
	}
	arguments := callArguments(k)
	*arguments = appended(&s.grow, *arguments, *f.text)
	return Change{What: CallText, Message: s.message.at, Call: s.at, Text: *f.text}
}

// answer puts an answer behind the call, and the answers that are there already.
func (c *Conversation) answer(e xItem, f *facts) Change {
	if c.answered == nil {
		c.answered = map[string]bool{}
	}
	c.answered[deref(f.other)] = true
	at := len(c.Messages)
	if s := c.calls[deref(f.other)]; s != nil {
		for at = s.message.at + 1; at < len(c.Messages) && isAnswer(c.Messages[at]); at++ {
		}
	}
	m := newAnswer(e)
	if meta := metaOf(m); f.meta != nil && meta != nil {
		*meta = f.meta
	}
	c.insert(m, at)
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

// Input returns the request for the next run: the messages but for activities, and the state. It shares nothing that
// Apply changes.
func (c *Conversation) Input(runID string) (*xRequest, error) {
	if c.ThreadID == "" {
		return nil, fmt.Errorf("the conversation has no thread: set ThreadID")
	}
	list := []xEntry{}
	for _, m := range c.Messages {
		if !isActivity(m) {
			list = append(list, copyEntry(m))
		}
	}
	return newRequest(c.ThreadID, runID, list, bytes.Clone(c.State())), nil
}

// Clone returns a deep copy.
func (c *Conversation) Clone() *Conversation {
	d := &Conversation{
		ThreadID: c.ThreadID, Pending: slices.Clone(c.Pending), Result: bytes.Clone(c.Result), OnNote: c.OnNote, index: c.index,
		started: slices.Clone(c.started), unanswered: slices.Clone(c.unanswered), answered: map[string]bool{},
	}
	for id := range c.answered {
		d.answered[id] = true
	}
	d.Messages = slices.Clone(c.Messages)
	for i, m := range d.Messages {
		d.Messages[i] = copyEntry(m)
	}
	if c.state != nil {
		d.SetState(c.State())
	}
	return d
}
