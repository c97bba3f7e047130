package session

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aguigen/aguigen/generated/agui"
)

// FromAGUI makes the updates of one run. It collects the arguments of a tool call, which an update has whole.
type FromAGUI struct {
	calls map[string]*call
	stop  Stop
	asks  []Ask
}

type call struct {
	name      string
	arguments strings.Builder
}

// NewFromAGUI begins a run.
func NewFromAGUI() *FromAGUI { return &FromAGUI{calls: map[string]*call{}} }

// Stop is why the run ended, "" before that, and while it waits for answers.
func (f *FromAGUI) Stop() Stop { return f.stop }

// Asks are the questions in which the run ended.
func (f *FromAGUI) Asks() []Ask { return f.asks }

// Event makes the updates that say what an event says: none for one that begins or ends something, an error for one that
// has no counterpart.
func (f *FromAGUI) Event(event agui.Event) ([]Update, error) {
	updates, err := f.translate(event)
	for i := range updates {
		common(&updates[i], event)
	}
	return updates, err
}

// common reads what every event has a place for.
func common(u *Update, e agui.Event) {
	if base := agui.BaseEventOf(e); base != nil {
		if base.Timestamp != nil {
			u.At = *base.Timestamp
		}
		u.Meta = meta(base.Metadata)
	}
	if a := agui.AttributableOf(e); a != nil && a.SubagentRunID != nil {
		u.Agent = *a.SubagentRunID
	}
}

// meta is metadata without what the translator itself has put there.
func meta(of agui.Metadata) map[string]json.RawMessage {
	var rest map[string]json.RawMessage
	for key, value := range of {
		if key == failedKey {
			continue
		}
		if rest == nil {
			rest = map[string]json.RawMessage{}
		}
		rest[key] = value
	}
	return rest
}

// translate makes the updates of an event, without what all have in common.
func (f *FromAGUI) translate(event agui.Event) ([]Update, error) {
	switch e := event.(type) {
	case *agui.TextMessageContentEvent:
		return chunk(MessageChunk, e.Delta), nil
	case *agui.ReasoningMessageContentEvent:
		return chunk(ThoughtChunk, e.Delta), nil
	case *agui.ToolCallStartEvent:
		f.calls[e.ToolCallID] = &call{name: e.ToolCallName}
		return nil, nil
	case *agui.ToolCallArgsEvent:
		return nil, f.argument(e)
	case *agui.ToolCallEndEvent:
		return f.called(e)
	case *agui.ToolCallResultEvent:
		return result(e)
	case *agui.ActivitySnapshotEvent:
		return plan(e.ActivityType, e.Content)
	case *agui.StateDeltaEvent:
		return mode(e.Delta)
	case *agui.RunFinishedEvent:
		return nil, f.finished(e)
	case *agui.RunErrorEvent:
		f.stop = EndTurn
		if e.Code != nil {
			f.stop = Stop(*e.Code)
		}
		return nil, nil
	case *agui.RunStartedEvent, *agui.TextMessageStartEvent, *agui.TextMessageEndEvent, *agui.ReasoningStartEvent,
		*agui.ReasoningMessageStartEvent, *agui.ReasoningMessageEndEvent, *agui.ReasoningEndEvent,
		*agui.SubagentStartedEvent, *agui.SubagentFinishedEvent:
		return nil, nil
	}
	return nil, fmt.Errorf("the event %s has no counterpart", event.Type())
}

func chunk(kind Kind, text string) []Update {
	block := Text(text)
	return []Update{{Kind: kind, Content: &block}}
}

func (f *FromAGUI) argument(e *agui.ToolCallArgsEvent) error {
	c := f.calls[e.ToolCallID]
	if c == nil {
		return fmt.Errorf("the tool call %q never began", e.ToolCallID)
	}
	c.arguments.WriteString(e.Delta)
	return nil
}

// called reports a call whose arguments are whole.
func (f *FromAGUI) called(e *agui.ToolCallEndEvent) ([]Update, error) {
	c := f.calls[e.ToolCallID]
	if c == nil {
		return nil, fmt.Errorf("the tool call %q never began", e.ToolCallID)
	}
	delete(f.calls, e.ToolCallID)
	return []Update{newCall(e.ToolCallID, c.name, c.arguments.String())}, nil
}

// newCall is a call. What a model wrote as arguments need not be JSON: then it goes on as a string.
func newCall(id, name, arguments string) Update {
	u := Update{Kind: ToolCall, ToolCallID: id, Title: name, Status: Pending}
	if json.Valid([]byte(arguments)) {
		u.RawInput = json.RawMessage(arguments)
	} else if arguments != "" {
		u.RawInput, _ = json.Marshal(arguments) // strings cannot fail
	}
	return u
}

func result(e *agui.ToolCallResultEvent) ([]Update, error) {
	blocks, err := toBlocks(e.Content)
	if err != nil {
		return nil, fmt.Errorf("the result of %q: %w", e.ToolCallID, err)
	}
	u := Update{Kind: ToolCallUpdate, ToolCallID: e.ToolCallID, Status: Completed, Output: blocks}
	if string(e.Metadata[failedKey]) == "true" {
		u.Status = Failed
	}
	return []Update{u}, nil
}

// toBlocks makes blocks of a text or of parts.
func toBlocks(content agui.Content) ([]Block, error) {
	if content.Parts == nil {
		return []Block{Text(content.Text)}, nil
	}
	var blocks []Block
	for _, part := range content.Parts {
		var source agui.PartSource
		kind := "image"
		switch p := part.(type) {
		case *agui.TextPart:
			blocks = append(blocks, Text(p.Text))
			continue
		case *agui.ImagePart:
			source = p.Source
		case *agui.AudioPart:
			source, kind = p.Source, "audio"
		default:
			return nil, fmt.Errorf("a part %s has no counterpart", part.Type())
		}
		data, ok := source.(*agui.DataSource)
		if !ok {
			return nil, fmt.Errorf("the %s is elsewhere", kind)
		}
		blocks = append(blocks, Block{Type: kind, Data: data.Value, MIMEType: data.MIMEType})
	}
	return blocks, nil
}

func plan(activity string, content map[string]json.RawMessage) ([]Update, error) {
	if activity != planActivity {
		return nil, fmt.Errorf("the activity %q has no counterpart", activity)
	}
	u := Update{Kind: Plan}
	if err := json.Unmarshal(content["entries"], &u.Entries); err != nil {
		return nil, fmt.Errorf("the plan: %w", err)
	}
	return []Update{u}, nil
}

// mode reads the one thing of the state that a session has.
func mode(patch agui.JSONPatch) ([]Update, error) {
	var updates []Update
	for _, op := range patch {
		set, ok := op.(*agui.AddOperation)
		if !ok || set.Path != modePath {
			return nil, fmt.Errorf("the change %s of the state has no counterpart", op)
		}
		u := Update{Kind: ModeUpdate}
		if err := json.Unmarshal(set.Value, &u.Mode); err != nil {
			return nil, fmt.Errorf("the mode: %w", err)
		}
		updates = append(updates, u)
	}
	return updates, nil
}

// finished maps the outcome.
func (f *FromAGUI) finished(e *agui.RunFinishedEvent) error {
	switch outcome := e.Outcome.(type) {
	case nil, *agui.RunFinishedSuccessOutcome:
		f.stop = EndTurn
	case *agui.RunFinishedCancelledOutcome:
		f.stop = Cancelled
	case *agui.RunFinishedInterruptOutcome:
		for _, i := range outcome.Interrupts {
			ask, err := ask(i)
			if err != nil {
				return err
			}
			f.asks = append(f.asks, ask)
		}
	default:
		return fmt.Errorf("the outcome %s has no counterpart", outcome.Type())
	}
	return nil
}

func ask(i agui.Interrupt) (Ask, error) {
	a := Ask{ID: i.ID}
	if i.Reason != approval {
		return a, fmt.Errorf("the interrupt %q is about %s, which has no counterpart", i.ID, i.Reason)
	}
	for to, from := range map[*string]*string{&a.Title: i.Message, &a.ToolCallID: i.ToolCallID, &a.Agent: i.SubagentRunID} {
		if from != nil {
			*to = *from
		}
	}
	if err := json.Unmarshal(i.Metadata[optionsKey], &a.Options); err != nil {
		return a, fmt.Errorf("the options of %q: %w", i.ID, err)
	}
	return a, nil
}
