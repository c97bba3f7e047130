package session

import (
	"encoding/json"
	"fmt"

	"github.com/aguigen/aguigen/generated/agui"
)

// ToAGUI makes the events of one run. Session updates have no begin and no end of a message: a piece of another kind, or a
// tool call, ends the one before.
type ToAGUI struct {
	threadID, runID string
	newID           func() string

	open   Kind   // the kind of message that is open, "" for none
	openID string // its ID
	calls  map[string]bool
	planID string
}

// NewToAGUI begins a run. newID makes the IDs of its messages.
func NewToAGUI(threadID, runID string, newID func() string) *ToAGUI {
	return &ToAGUI{threadID: threadID, runID: runID, newID: newID, calls: map[string]bool{}}
}

// Start makes the first event of the run.
func (t *ToAGUI) Start() agui.Event {
	e := agui.NewRunStartedEvent(t.threadID, t.runID)
	e.ProtocolVersion = agui.Ptr(agui.ProtocolVersion)
	return e
}

// Update makes the events that say what an update says.
func (t *ToAGUI) Update(u Update) ([]agui.Event, error) {
	switch u.Kind {
	case MessageChunk, ThoughtChunk:
		return t.chunk(u)
	case ToolCall:
		return t.call(u)
	case ToolCallUpdate:
		return t.result(u)
	case Plan:
		return t.plan(u)
	}
	return nil, fmt.Errorf("the update %q has no counterpart", u.Kind)
}

func (t *ToAGUI) chunk(u Update) ([]agui.Event, error) {
	if u.Content == nil || u.Content.Type != "text" {
		return nil, fmt.Errorf("an agent's message holds text only, so that this %s is lost", u.Kind)
	}
	events := t.begin(u.Kind)
	if u.Content.Text == "" {
		return events, nil
	}
	if u.Kind == ThoughtChunk {
		return append(events, agui.NewReasoningMessageContentEvent(t.openID, u.Content.Text)), nil
	}
	return append(events, agui.NewTextMessageContentEvent(t.openID, u.Content.Text)), nil
}

// begin opens a message of the kind, unless one is open.
func (t *ToAGUI) begin(kind Kind) []agui.Event {
	if t.open == kind {
		return nil
	}
	events := t.end()
	t.open, t.openID = kind, t.newID()
	if kind == ThoughtChunk {
		return append(events, agui.NewReasoningStartEvent(t.openID), agui.NewReasoningMessageStartEvent(t.openID))
	}
	return append(events, agui.NewTextMessageStartEvent(t.openID))
}

// end closes the message that is open.
func (t *ToAGUI) end() []agui.Event {
	kind := t.open
	t.open = ""
	switch kind {
	case ThoughtChunk:
		return []agui.Event{agui.NewReasoningMessageEndEvent(t.openID), agui.NewReasoningEndEvent(t.openID)}
	case MessageChunk:
		return []agui.Event{agui.NewTextMessageEndEvent(t.openID)}
	}
	return nil
}

// call makes a whole tool call: session updates do not stream the arguments.
func (t *ToAGUI) call(u Update) ([]agui.Event, error) {
	if t.calls[u.ToolCallID] {
		return nil, fmt.Errorf("the tool call %q began already", u.ToolCallID)
	}
	t.calls[u.ToolCallID] = true
	events := append(t.end(), agui.NewToolCallStartEvent(u.ToolCallID, u.Title))
	if len(u.RawInput) > 0 {
		events = append(events, agui.NewToolCallArgsEvent(u.ToolCallID, string(u.RawInput)))
	}
	events = append(events, agui.NewToolCallEndEvent(u.ToolCallID))
	more, err := t.result(u) // a call may arrive completed
	return append(events, more...), err
}

// result makes the result of a call that is over. How far it is until then has no place.
func (t *ToAGUI) result(u Update) ([]agui.Event, error) {
	if !t.calls[u.ToolCallID] {
		return nil, fmt.Errorf("the tool call %q never began", u.ToolCallID)
	}
	if u.Status != Completed && u.Status != Failed {
		return nil, nil
	}
	content := agui.NewContentParts()
	for _, b := range u.Output {
		switch b.Type {
		case "text":
			content.Parts = append(content.Parts, agui.NewTextPart(b.Text))
		case "image":
			content.Parts = append(content.Parts, agui.NewImagePart(agui.NewDataSource(b.Data, b.MIMEType)))
		default:
			return nil, fmt.Errorf("the output of %q has a %q, which has no counterpart", u.ToolCallID, b.Type)
		}
	}
	e := agui.NewToolCallResultEvent(t.newID(), u.ToolCallID, content)
	if u.Status == Failed {
		e.Metadata = agui.Metadata{"failed": json.RawMessage("true")}
	}
	return append(t.end(), e), nil
}

// plan shows the plan as an activity, which every new one replaces.
func (t *ToAGUI) plan(u Update) ([]agui.Event, error) {
	entries, err := json.Marshal(u.Entries)
	if err != nil {
		return nil, err
	}
	if t.planID == "" {
		t.planID = t.newID()
	}
	return []agui.Event{agui.NewActivitySnapshotEvent(t.planID, planActivity, map[string]json.RawMessage{"entries": entries})}, nil
}

// Finish makes the last events of the run.
func (t *ToAGUI) Finish(stop Stop) []agui.Event {
	events := t.end()
	e := agui.NewRunFinishedEvent(t.threadID, t.runID)
	switch stop {
	case EndTurn:
		e.Outcome = agui.NewRunFinishedSuccessOutcome()
	case Cancelled:
		e.Outcome = agui.NewRunFinishedCancelledOutcome()
	default:
		failed := agui.NewRunErrorEvent("the agent stopped: " + string(stop))
		failed.Code = agui.Ptr(string(stop))
		return append(events, failed)
	}
	return append(events, e)
}
