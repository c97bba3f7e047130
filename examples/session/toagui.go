package session

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/aguigen/aguigen/generated/agui"
)

// ToAGUI makes the events of one run. Session updates have no begin and no end of a message: a piece of another kind, or of
// another agent, or a tool call, ends the one before.
type ToAGUI struct {
	threadID, runID string
	newID           func() string

	open   message // the one that is open
	calls  map[string]bool
	plans  map[string]string // the activity of each agent's plan
	agents []string          // the subagents that have begun, in order
}

// message is a message that is open; the zero value is none.
type message struct {
	kind      Kind
	agent, id string
}

// NewToAGUI begins a run. newID makes the IDs of its messages.
func NewToAGUI(threadID, runID string, newID func() string) *ToAGUI {
	return &ToAGUI{threadID: threadID, runID: runID, newID: newID, calls: map[string]bool{}, plans: map[string]string{}}
}

// Start makes the first event of the run.
func (t *ToAGUI) Start() agui.Event {
	e := agui.NewRunStartedEvent(t.threadID, t.runID)
	e.ProtocolVersion = agui.Ptr(agui.ProtocolVersion)
	return e
}

// Update makes the events that say what an update says. Those that end what was before come with an error too.
func (t *ToAGUI) Update(u Update) ([]agui.Event, error) {
	var events []agui.Event
	if t.ends(u) {
		events = t.end()
	}
	if u.Agent != "" && !slices.Contains(t.agents, u.Agent) {
		t.agents = append(t.agents, u.Agent)
		events = append(events, agui.NewSubagentStartedEvent(u.Agent, u.Agent))
	}
	own, err := t.translate(u)
	for _, e := range own {
		mark(e, u)
	}
	return append(events, own...), err
}

// ends reports whether the open message ends before the update.
func (t *ToAGUI) ends(u Update) bool {
	switch u.Kind {
	case MessageChunk, ThoughtChunk:
		return t.open.kind != u.Kind || t.open.agent != u.Agent
	case ToolCallUpdate:
		return u.Status == Completed || u.Status == Failed
	}
	return u.Kind == ToolCall
}

// mark sets what every event has a place for.
func mark(e agui.Event, u Update) {
	if base := agui.BaseEventOf(e); base != nil {
		if u.At != 0 {
			base.Timestamp = agui.Ptr(u.At)
		}
		for key, value := range u.Meta {
			if base.Metadata == nil {
				base.Metadata = agui.Metadata{}
			}
			base.Metadata[key] = value
		}
	}
	if a := agui.AttributableOf(e); a != nil && u.Agent != "" {
		a.SubagentRunID = agui.Ptr(u.Agent)
	}
}

// translate makes the events of an update, without what all have in common.
func (t *ToAGUI) translate(u Update) ([]agui.Event, error) {
	switch u.Kind {
	case MessageChunk, ThoughtChunk:
		return t.chunk(u)
	case ToolCall:
		return t.call(u)
	case ToolCallUpdate:
		return t.result(u)
	case Plan:
		return t.plan(u)
	case ModeUpdate:
		value, err := json.Marshal(u.Mode)
		return []agui.Event{agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewAddOperation(modePath, value)})}, err
	}
	return nil, fmt.Errorf("the update %q has no counterpart in a run", u.Kind)
}

func (t *ToAGUI) chunk(u Update) ([]agui.Event, error) {
	if u.Content == nil || u.Content.Type != "text" {
		return nil, fmt.Errorf("an agent's message holds text only, so that this %s is lost", u.Kind)
	}
	var events []agui.Event
	if t.open.kind == "" {
		events = t.begin(u.Kind, u.Agent)
	}
	if u.Content.Text == "" {
		return events, nil
	}
	if u.Kind == ThoughtChunk {
		return append(events, agui.NewReasoningMessageContentEvent(t.open.id, u.Content.Text)), nil
	}
	return append(events, agui.NewTextMessageContentEvent(t.open.id, u.Content.Text)), nil
}

// begin opens a message.
func (t *ToAGUI) begin(kind Kind, agent string) []agui.Event {
	t.open = message{kind, agent, t.newID()}
	if kind == ThoughtChunk {
		return []agui.Event{agui.NewReasoningStartEvent(t.open.id), agui.NewReasoningMessageStartEvent(t.open.id)}
	}
	return []agui.Event{agui.NewTextMessageStartEvent(t.open.id)}
}

// end closes the message that is open, in the name of its agent.
func (t *ToAGUI) end() []agui.Event {
	was := t.open
	t.open = message{}
	var events []agui.Event
	switch was.kind {
	case ThoughtChunk:
		events = []agui.Event{agui.NewReasoningMessageEndEvent(was.id), agui.NewReasoningEndEvent(was.id)}
	case MessageChunk:
		events = []agui.Event{agui.NewTextMessageEndEvent(was.id)}
	}
	for _, e := range events {
		mark(e, Update{Agent: was.agent})
	}
	return events
}

// call makes a whole tool call: session updates do not stream the arguments.
func (t *ToAGUI) call(u Update) ([]agui.Event, error) {
	if t.calls[u.ToolCallID] {
		return nil, fmt.Errorf("the tool call %q began already", u.ToolCallID)
	}
	t.calls[u.ToolCallID] = true
	events := []agui.Event{agui.NewToolCallStartEvent(u.ToolCallID, u.Title)}
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
	content, err := toContent(u.Output)
	if err != nil {
		return nil, fmt.Errorf("the output of %q: %w", u.ToolCallID, err)
	}
	e := agui.NewToolCallResultEvent(t.newID(), u.ToolCallID, content)
	if u.Status == Failed {
		e.Metadata = agui.Metadata{failedKey: json.RawMessage("true")}
	}
	return []agui.Event{e}, nil
}

// toContent makes parts of blocks.
func toContent(blocks []Block) (agui.Content, error) {
	content := agui.NewContentParts()
	for _, b := range blocks {
		source := agui.NewDataSource(b.Data, b.MIMEType)
		switch b.Type {
		case "text":
			content.Parts = append(content.Parts, agui.NewTextPart(b.Text))
		case "image":
			content.Parts = append(content.Parts, agui.NewImagePart(source))
		case "audio":
			content.Parts = append(content.Parts, agui.NewAudioPart(source))
		default:
			return content, fmt.Errorf("a block of type %q has no counterpart", b.Type)
		}
	}
	return content, nil
}

// plan shows the plan of an agent as an activity, which every new one replaces.
func (t *ToAGUI) plan(u Update) ([]agui.Event, error) {
	entries, err := json.Marshal(u.Entries)
	if err != nil {
		return nil, err
	}
	if t.plans[u.Agent] == "" {
		t.plans[u.Agent] = t.newID()
	}
	content := map[string]json.RawMessage{"entries": entries}
	return []agui.Event{agui.NewActivitySnapshotEvent(t.plans[u.Agent], planActivity, content)}, nil
}

// Finish makes the last events of the run. With questions it ends in the interrupts that put them.
func (t *ToAGUI) Finish(stop Stop, asks ...Ask) ([]agui.Event, error) {
	events := t.end()
	for _, id := range t.agents {
		done := agui.NewSubagentFinishedEvent(id)
		if slices.ContainsFunc(asks, func(a Ask) bool { return a.Agent == id }) {
			done.Outcome = agui.NewSubagentFinishedSuspendedOutcome()
		}
		events = append(events, done)
	}
	e := agui.NewRunFinishedEvent(t.threadID, t.runID)
	switch {
	case len(asks) > 0:
		interrupts, err := interrupts(asks)
		if err != nil {
			return nil, err
		}
		e.Outcome = agui.NewRunFinishedInterruptOutcome(interrupts)
	case stop == EndTurn:
		e.Outcome = agui.NewRunFinishedSuccessOutcome()
	case stop == Cancelled:
		e.Outcome = agui.NewRunFinishedCancelledOutcome()
	default:
		failed := agui.NewRunErrorEvent("the agent stopped: " + string(stop))
		failed.Code = agui.Ptr(string(stop))
		return append(events, failed), nil
	}
	return append(events, e), nil
}

// interrupts puts questions. The options have no place of their own.
func interrupts(asks []Ask) ([]agui.Interrupt, error) {
	var list []agui.Interrupt
	for _, a := range asks {
		options, err := json.Marshal(a.Options)
		if err != nil {
			return nil, err
		}
		i := agui.NewInterrupt(a.ID, approval)
		i.Message = agui.Ptr(a.Title)
		i.Metadata = agui.Metadata{optionsKey: options}
		if a.ToolCallID != "" {
			i.ToolCallID = agui.Ptr(a.ToolCallID)
		}
		if a.Agent != "" {
			i.SubagentRunID = agui.Ptr(a.Agent)
		}
		list = append(list, *i)
	}
	return list, nil
}

// Resume makes the entries of the next request that answer.
func Resume(answers []Answer) ([]agui.ResumeEntry, error) {
	var list []agui.ResumeEntry
	for _, a := range answers {
		entry := agui.NewResumeEntry(a.AskID, agui.ResumeEntryStatusCancelled)
		if a.OptionID != "" {
			payload, err := json.Marshal(a.OptionID)
			if err != nil {
				return nil, err
			}
			entry.Status, entry.Payload = agui.ResumeEntryStatusResolved, payload
		}
		list = append(list, *entry)
	}
	return list, nil
}
