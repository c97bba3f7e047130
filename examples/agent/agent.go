package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// Notes is an agent that keeps notes. It remembers what it has asked, so that the answer can come with a later request.
type Notes struct {
	Pause time.Duration // between two words

	mu      sync.Mutex
	notes   map[string]bool
	pending map[string]deletion // by the ID of the interrupt
}

// deletion is a tool call that waits for an approval.
type deletion struct{ threadID, toolCallID, note string }

// NewNotes returns an agent with these notes.
func NewNotes(notes ...string) *Notes {
	n := &Notes{notes: map[string]bool{}, pending: map[string]deletion{}}
	for _, note := range notes {
		n.notes[note] = true
	}
	return n
}

// run is a run of the agent.
type run struct {
	*Notes
	ctx  context.Context
	in   *agui.RunAgentInput
	send func(agui.Event) error
}

// Run is an aguihttp.AgentFunc. The handler sends the start of the run, and its end where this does not.
func (n *Notes) Run(ctx context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
	r := run{n, ctx, in, send}
	if len(in.Resume) > 0 {
		return r.resume()
	}
	text := ""
	if last := len(in.Messages) - 1; last >= 0 {
		if m, ok := in.Messages[last].(*agui.UserMessage); ok {
			text = aguistream.PlainText(m.Content)
		}
	}
	command, note, _ := strings.Cut(text, " ")
	switch {
	case command == "list":
		return r.say(rand.Text(), "Your notes: "+strings.Join(n.list(), ", ")+".")
	case command == "add" && note != "":
		n.set(note, true)
		return r.say(rand.Text(), fmt.Sprintf("I added %q.", note), r.state())
	case command == "delete" && n.has(note):
		return r.propose(note)
	case command == "delete":
		return r.say(rand.Text(), fmt.Sprintf("There is no note %q.", note))
	}
	return r.say(rand.Text(), `Say "list", "add NOTE" or "delete NOTE".`)
}

// say streams a message word by word, as a model would, and other events behind it. When the client leaves, it stops.
func (r run) say(id, text string, then ...agui.Event) error {
	events := []agui.Event{agui.NewTextMessageStartEvent(id)}
	for word := range strings.SplitAfterSeq(text, " ") {
		events = append(events, agui.NewTextMessageContentEvent(id, word))
	}
	for _, e := range append(append(events, agui.NewTextMessageEndEvent(id)), then...) {
		select {
		case <-r.ctx.Done():
			return context.Cause(r.ctx)
		case <-time.After(r.Pause):
		}
		if err := r.send(e); err != nil {
			return err
		}
	}
	return nil
}

// state is an event with the state that the agent shares with its clients.
func (r run) state() agui.Event {
	state, _ := json.Marshal(map[string]any{"notes": r.list()}) // strings cannot fail
	return agui.NewStateSnapshotEvent(state)
}

// propose calls the tool, and ends the run with the question whether it may.
func (r run) propose(note string) error {
	messageID := rand.Text()
	d := deletion{threadID: r.in.ThreadID, toolCallID: rand.Text(), note: note}
	start := agui.NewToolCallStartEvent(d.toolCallID, "delete_note")
	start.ParentMessageID = &messageID
	arguments, _ := json.Marshal(map[string]string{"note": note})

	interrupt := agui.NewInterrupt(rand.Text(), "approval")
	interrupt.Message = agui.Ptr(fmt.Sprintf("Delete the note %q?", note))
	interrupt.ToolCallID = &d.toolCallID
	interrupt.ResponseSchema = map[string]json.RawMessage{
		"type":       json.RawMessage(`"object"`),
		"properties": json.RawMessage(`{"approved":{"type":"boolean"}}`),
	}
	r.mu.Lock()
	r.pending[interrupt.ID] = d
	r.mu.Unlock()
	finished := agui.NewRunFinishedEvent(r.in.ThreadID, r.in.RunID)
	finished.Outcome = agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*interrupt})
	return r.say(messageID, "I need your approval for that.", start, agui.NewToolCallArgsEvent(d.toolCallID, string(arguments)),
		agui.NewToolCallEndEvent(d.toolCallID), r.state(), finished)
}

// errAnswer is an error that its sender may see.
type errAnswer string

func (e errAnswer) Error() string { return string(e) }

// resume goes on where the answered questions were asked.
func (r run) resume() error {
	for _, entry := range r.in.Resume {
		var answer struct{ Approved bool }
		if entry.Status == agui.ResumeEntryStatusResolved {
			if err := json.Unmarshal(entry.Payload, &answer); err != nil {
				return errAnswer(fmt.Sprintf("the answer to the interrupt %q: %v", entry.InterruptID, err))
			}
		}
		d, ok := r.take(r.in.ThreadID, entry.InterruptID)
		if !ok {
			return errAnswer(fmt.Sprintf("nothing waits for an answer to the interrupt %q", entry.InterruptID))
		}
		result, text := "declined", fmt.Sprintf("I keep %q.", d.note)
		if answer.Approved {
			r.set(d.note, false)
			result, text = "deleted", fmt.Sprintf("I deleted %q.", d.note)
		}
		if err := r.send(agui.NewToolCallResultEvent(rand.Text(), d.toolCallID, agui.NewContentText(result))); err != nil {
			return err
		}
		if err := r.say(rand.Text(), text, r.state()); err != nil {
			return err
		}
	}
	return nil
}

// take returns a question to its answer, once, and only in its own conversation.
func (n *Notes) take(threadID, interruptID string) (deletion, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	d, ok := n.pending[interruptID]
	if !ok || d.threadID != threadID {
		return deletion{}, false
	}
	delete(n.pending, interruptID)
	return d, true
}

func (n *Notes) list() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.notes))
}

func (n *Notes) has(note string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.notes[note]
}

func (n *Notes) set(note string, is bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if is {
		n.notes[note] = true
	} else {
		delete(n.notes, note)
	}
}
