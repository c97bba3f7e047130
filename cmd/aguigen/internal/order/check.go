package order

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/templates/stream"
)

// Place is the place of an event in a capture.
type Place struct {
	Line  int // 0 where the capture has no lines
	Event int // from 1
}

func (p Place) String() string {
	if p.Line == 0 {
		return "event " + strconv.Itoa(p.Event)
	}
	return "line " + strconv.Itoa(p.Line)
}

// Finding is a finding about an event.
type Finding struct {
	Rule    string // that it breaks: those of the generated package, or chunk
	ID      string
	Message string
	Note    bool // worth knowing, but the order is fine
}

// Tables holds the tables of streams of a schema.
type Tables struct{ plan *stream.Plan }

// Load makes the tables of a schema those that all Checkers of this process go by.
func Load(s *model.Streams) *Tables {
	t := &Tables{Plan(s)}
	stream.Use(t.plan)
	return t
}

// Begins reports whether a document is an event that begins or fails a run.
func (t *Tables) Begins(text []byte) bool {
	e, err := t.plan.Read(text)
	if err != nil {
		return false
	}
	verb, _, _ := stream.Doing(e)
	return verb == "begins" || verb == "fails"
}

// Checker checks the events of one capture. Its memory grows with the open entities and the ids of a run, not with the
// number of events.
type Checker struct {
	plan     *stream.Plan
	expander stream.Expander
	verifier stream.Verifier
	talk     *stream.Conversation // nil where it is not followed
	now      Place
	run      Place           // where the run began
	over     Place           // where it ended
	opened   map[thing]Place // what is open
	closed   map[thing]Place // what was
	said     map[string]bool // an id breaks a rule once
	broken   int             // events that broke one
	found    []Finding
}

// thing is an entity that is opened and closed.
type thing struct{ noun, id string }

// mostPlaces is for how many things of a run it is known where they ended, and of how many ids it is known that a finding was
// printed.
const mostPlaces = 1 << 18

// mostBroken is how many events may break a rule until the order is not looked at any more: the code that is emitted
// stops at the first, and takes its time to say what it is.
const mostBroken = 1000

// New returns a Checker of a capture, which follows the conversation if asked to.
func (t *Tables) New(follow bool) *Checker {
	c := &Checker{plan: t.plan}
	c.reset()
	if follow {
		c.talk = &stream.Conversation{OnNote: func(n stream.Note) {
			c.found = append(c.found, Finding{ID: n.ID, Message: string(n.Type) + n.Message, Note: true})
		}}
	}
	return c
}

func (c *Checker) reset() {
	c.opened, c.closed, c.said = map[thing]Place{}, map[thing]Place{}, map[string]bool{}
}

// Event returns the findings about the next event. Documents that are not events or lack an id are left to
// the schema.
func (c *Checker) Event(text []byte, at Place) []Finding {
	c.now, c.found = at, nil
	if c.broken >= mostBroken {
		return nil
	}
	e, err := c.plan.Read(text)
	if err != nil {
		return nil
	}
	list, err := c.expander.Expand(e)
	if err != nil {
		c.complain(e, err)
	}
	for _, e := range list {
		if err := c.verifier.Verify(e); err != nil {
			c.complain(e, err)
			c.recover(err)
			continue
		}
		c.note(e)
		if c.talk != nil {
			c.talk.Apply(e)
		}
	}
	return c.found
}

// note keeps where something begins and ends.
func (c *Checker) note(e stream.Item) {
	verb, noun, id := stream.Doing(e)
	t := thing{noun, strings.Clone(id)}
	switch verb {
	case "begins":
		c.reset()
		c.run, c.over = c.now, Place{}
	case "ends", "fails":
		c.over = c.now
		clear(c.opened)
	case "opens", "starts":
		c.opened[t] = c.now
		delete(c.closed, t)
	case "closes", "stops":
		delete(c.opened, t)
		if len(c.closed) < mostPlaces {
			c.closed[t] = c.now
		}
	}
}

// recover takes a run that has ended with something open as ended, so that it is complained about once.
func (c *Checker) recover(err error) {
	var broken *stream.OrderError
	if errors.As(err, &broken) && broken.Rule == stream.RuleStillOpen {
		stream.Abandon(&c.verifier)
		c.over = c.now
		clear(c.opened)
	}
}

// complain reports an event out of order, once for each id and rule of a run.
func (c *Checker) complain(e stream.Item, err error) {
	f := Finding{Rule: "chunk", Message: err.Error()}
	var chunk *stream.ChunkError
	var broken *stream.OrderError
	switch {
	case errors.As(err, &chunk):
		f.ID, f.Message = chunk.ID, string(chunk.Type)+chunk.Message
	case errors.As(err, &broken):
		f.ID, f.Rule, f.Message = broken.ID, string(broken.Rule), c.explain(e, broken)
	}
	_, noun, _ := stream.Doing(e)
	if c.broken++; c.broken == mostBroken {
		defer func() {
			c.found = append(c.found, Finding{Message: fmt.Sprintf("%d events break the order: it is not looked at any further", mostBroken), Note: true})
		}()
	}
	key := f.Rule + " " + noun + " " + f.ID
	if c.said[key] {
		return
	}
	if len(c.said) < mostPlaces {
		c.said[key] = true
	}
	if c.now.Line > 0 {
		f.Message += fmt.Sprintf(" (event %d)", c.now.Event)
	}
	c.found = append(c.found, f)
}

// explain adds the place of the related event, if there is one.
func (c *Checker) explain(e stream.Item, broken *stream.OrderError) string {
	_, noun, id := stream.Doing(e)
	about := fmt.Sprintf("%s for %s", broken.Type, quote(broken.ID))
	opened, isOpen := c.opened[thing{noun, id}]
	closed, wasOpen := c.closed[thing{noun, id}]
	switch broken.Rule {
	case stream.RuleNotOpen:
		if wasOpen {
			return fmt.Sprintf("%s, which ended at %s", about, closed)
		}
		return fmt.Sprintf("%s, but no %s has started with that id", about, noun)
	case stream.RuleAlreadyOpen:
		if isOpen {
			return fmt.Sprintf("%s, which started at %s and has not ended", about, opened)
		}
	case stream.RuleAlreadyFinished:
		if wasOpen {
			return fmt.Sprintf("%s, which ended at %s", about, closed)
		}
	case stream.RuleAfterError:
		return fmt.Sprintf("%s behind a run that failed at %s: only a new run can follow", broken.Type, c.over)
	case stream.RuleAfterFinish:
		return fmt.Sprintf("%s behind a run that finished at %s: only a new run can follow", broken.Type, c.over)
	case stream.RuleRunOpen:
		return fmt.Sprintf("%s, but the run that began at %s has not ended", broken.Type, c.run)
	case stream.RuleStillOpen:
		return broken.Message + c.stillOpen()
	}
	if isOpen {
		return fmt.Sprintf("%s (it started at %s)", broken.Message, opened)
	}
	return broken.Message
}

// mostOpen is how many of the things that a run has left open are named with their places.
const mostOpen = 5

// stillOpen reports where an open entity started.
func (c *Checker) stillOpen() string {
	var list []thing
	for t := range c.opened {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b thing) int { return c.opened[a].Event - c.opened[b].Event })
	var b strings.Builder
	for i, t := range list {
		if i == mostOpen {
			fmt.Fprintf(&b, "; %d more are open", len(list)-mostOpen)
			break
		}
		fmt.Fprintf(&b, "; %s %s started at %s", t.noun, quote(t.id), c.opened[t])
	}
	return b.String()
}

// End returns a note if the capture ends within a run, or before one. It is only a note, since a capture may
// be cut off anywhere.
func (c *Checker) End() (Finding, bool) {
	if c.verifier.End() == nil {
		return Finding{}, true
	}
	message := "the capture has no run"
	if c.run != (Place{}) {
		message = fmt.Sprintf("the capture ends within the run that began at %s", c.run)
	}
	return Finding{Rule: string(stream.RuleUnfinished), Message: message, Note: true}, false
}

// left is what a capture leaves.
type left struct {
	Thread     string          `json:"thread"`
	Messages   []stream.Entry  `json:"messages"`
	State      json.RawMessage `json:"state"`
	Pending    any             `json:"pending,omitempty"`
	Result     json.RawMessage `json:"result,omitempty"`
	Unanswered []string        `json:"unanswered,omitempty"`
}

// Conversation returns what the events have left so far, as JSON.
func (c *Checker) Conversation() ([]byte, error) {
	out := left{Thread: c.talk.ThreadID, Messages: c.talk.Messages, State: c.talk.State(), Result: c.talk.Result, Unanswered: c.talk.Unanswered()}
	if len(c.talk.Pending) > 0 {
		out.Pending = c.talk.Pending
	}
	if out.Messages == nil {
		out.Messages = []stream.Entry{}
	}
	return json.MarshalIndent(out, "", "  ")
}

// quote quotes an id, shortened.
func quote(s string) string {
	const most = 80
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return strconv.Quote(s)
}
