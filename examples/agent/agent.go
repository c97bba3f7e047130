package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/aguigen/aguigen/generated/agui"
)

// Agent keeps notes. It remembers what it has asked, so that the answer can come with a later request.
type Agent struct {
	mu      sync.Mutex
	notes   map[string]bool
	pending map[string]deletion // by the ID of the interrupt
}

// deletion is a tool call that waits for an approval.
type deletion struct{ threadID, toolCallID, note string }

// NewAgent returns an agent with these notes.
func NewAgent(notes ...string) *Agent {
	a := &Agent{notes: map[string]bool{}, pending: map[string]deletion{}}
	for _, note := range notes {
		a.notes[note] = true
	}
	return a
}

// maxRequest is the most bytes of a request that are read.
const maxRequest = 4 << 20

// ServeHTTP reads a request and streams the events of its run.
func (a *Agent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	var d agui.Decoder
	input := new(agui.RunAgentInput)
	if err := d.Unmarshal(body, input); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest) // the message has the place of every fault
		return
	}
	s := newStream(w, r)
	a.run(input, s.send)
	if s.err != nil {
		log.Printf("run %s: %v", input.RunID, s.err)
		panic(http.ErrAbortHandler) // so that the client does not take what it has for the whole
	}
}

// run sends the events of one run.
func (a *Agent) run(input *agui.RunAgentInput, send func(agui.Event)) {
	send(agui.NewRunStartedEvent(input.ThreadID, input.RunID))
	finished := agui.NewRunFinishedEvent(input.ThreadID, input.RunID)
	finished.Outcome = agui.NewRunFinishedSuccessOutcome()
	if len(input.Resume) == 0 {
		finished.Outcome = a.answer(input, send)
	} else if err := a.resume(input, send); err != nil {
		failed := agui.NewRunErrorEvent(err.Error())
		failed.Code = agui.Ptr("resume")
		send(failed)
		return
	}
	send(finished)
}

// answer does what the person asked for, up to the point where it needs an approval.
func (a *Agent) answer(input *agui.RunAgentInput, send func(agui.Event)) agui.RunFinishedOutcome {
	command, note, _ := strings.Cut(lastText(input.Messages), " ")
	switch {
	case command == "list":
		say(send, "Your notes: "+strings.Join(a.list(), ", ")+".")
	case command == "delete" && a.has(note):
		messageID := say(send, "I need your approval for that.")
		return a.propose(input.ThreadID, messageID, note, send)
	case command == "delete":
		say(send, fmt.Sprintf("There is no note %q.", note))
	default:
		say(send, `Say "list" or "delete NOTE".`)
	}
	return agui.NewRunFinishedSuccessOutcome()
}

// lastText is the text of the last message, if that is the person's.
func lastText(messages []agui.Message) string {
	if len(messages) == 0 {
		return ""
	}
	m, ok := messages[len(messages)-1].(*agui.UserMessage)
	if !ok {
		return ""
	}
	text := m.Content.Text
	for _, part := range m.Content.Parts {
		if p, ok := part.(*agui.TextPart); ok {
			text += p.Text
		}
	}
	return text
}

// propose calls the tool, and ends the run with the question whether it may.
func (a *Agent) propose(threadID, messageID, note string, send func(agui.Event)) agui.RunFinishedOutcome {
	d := deletion{threadID: threadID, toolCallID: rand.Text(), note: note}
	start := agui.NewToolCallStartEvent(d.toolCallID, "delete_note")
	start.ParentMessageID = &messageID
	arguments, _ := json.Marshal(map[string]string{"note": note}) // strings cannot fail
	send(start)
	send(agui.NewToolCallArgsEvent(d.toolCallID, string(arguments)))
	send(agui.NewToolCallEndEvent(d.toolCallID))

	interrupt := agui.NewInterrupt(rand.Text(), "approval")
	interrupt.Message = agui.Ptr(fmt.Sprintf("Delete the note %q?", note))
	interrupt.ToolCallID = &d.toolCallID
	interrupt.ResponseSchema = map[string]json.RawMessage{
		"type":       json.RawMessage(`"object"`),
		"properties": json.RawMessage(`{"approved":{"type":"boolean"}}`),
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pending[interrupt.ID] = d
	return agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*interrupt})
}

// resume goes on where the answered questions were asked.
func (a *Agent) resume(input *agui.RunAgentInput, send func(agui.Event)) error {
	for _, entry := range input.Resume {
		var answer struct{ Approved bool }
		if entry.Status == agui.ResumeEntryStatusResolved {
			if err := json.Unmarshal(entry.Payload, &answer); err != nil {
				return fmt.Errorf("the answer to the interrupt %q: %w", entry.InterruptID, err)
			}
		}
		d, ok := a.take(input.ThreadID, entry.InterruptID)
		if !ok {
			return fmt.Errorf("nothing waits for an answer to the interrupt %q", entry.InterruptID)
		}
		result, text := "declined", fmt.Sprintf("I keep %q.", d.note)
		if answer.Approved {
			a.delete(d.note)
			result, text = "deleted", fmt.Sprintf("I deleted %q.", d.note)
		}
		send(agui.NewToolCallResultEvent(rand.Text(), d.toolCallID, agui.NewContentText(result)))
		say(send, text)
	}
	return nil
}

// take returns a question to its answer, once, and only in its own conversation.
func (a *Agent) take(threadID, interruptID string) (deletion, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	d, ok := a.pending[interruptID]
	if !ok || d.threadID != threadID {
		return deletion{}, false
	}
	delete(a.pending, interruptID)
	return d, true
}

func (a *Agent) list() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Sorted(maps.Keys(a.notes))
}

func (a *Agent) has(note string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.notes[note]
}

func (a *Agent) delete(note string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.notes, note)
}

// say streams a message word by word, as a model would. It returns the ID of the message.
func say(send func(agui.Event), text string) string {
	id := rand.Text()
	send(agui.NewTextMessageStartEvent(id))
	for word := range strings.SplitAfterSeq(text, " ") {
		send(agui.NewTextMessageContentEvent(id, word))
	}
	send(agui.NewTextMessageEndEvent(id))
	return id
}
