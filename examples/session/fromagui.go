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
}

type call struct {
	name      string
	arguments strings.Builder
}

// NewFromAGUI begins a run.
func NewFromAGUI() *FromAGUI { return &FromAGUI{calls: map[string]*call{}} }

// Stop is why the run ended, "" before that.
func (f *FromAGUI) Stop() Stop { return f.stop }

// Event makes the updates that say what an event says: none for one that begins or ends something, an error for one that
// has no counterpart.
func (f *FromAGUI) Event(event agui.Event) ([]Update, error) {
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
		return plan(e)
	case *agui.RunFinishedEvent:
		return nil, f.finished(e)
	case *agui.RunErrorEvent:
		f.stop = EndTurn
		if e.Code != nil {
			f.stop = Stop(*e.Code)
		}
		return nil, nil
	case *agui.RunStartedEvent, *agui.TextMessageStartEvent, *agui.TextMessageEndEvent, *agui.ReasoningStartEvent,
		*agui.ReasoningMessageStartEvent, *agui.ReasoningMessageEndEvent, *agui.ReasoningEndEvent:
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

// called reports a call whose arguments are whole. What a model wrote need not be JSON: then it goes on as a string.
func (f *FromAGUI) called(e *agui.ToolCallEndEvent) ([]Update, error) {
	c := f.calls[e.ToolCallID]
	if c == nil {
		return nil, fmt.Errorf("the tool call %q never began", e.ToolCallID)
	}
	delete(f.calls, e.ToolCallID)
	u := Update{Kind: ToolCall, ToolCallID: e.ToolCallID, Title: c.name, Status: Pending}
	if input := c.arguments.String(); json.Valid([]byte(input)) {
		u.RawInput = json.RawMessage(input)
	} else if input != "" {
		u.RawInput, _ = json.Marshal(input) // strings cannot fail
	}
	return []Update{u}, nil
}

func result(e *agui.ToolCallResultEvent) ([]Update, error) {
	u := Update{Kind: ToolCallUpdate, ToolCallID: e.ToolCallID, Status: Completed}
	if string(e.Metadata["failed"]) == "true" {
		u.Status = Failed
	}
	if e.Content.Parts == nil {
		u.Output = []Block{Text(e.Content.Text)}
	}
	for _, part := range e.Content.Parts {
		switch p := part.(type) {
		case *agui.TextPart:
			u.Output = append(u.Output, Text(p.Text))
		case *agui.ImagePart:
			data, ok := p.Source.(*agui.DataSource)
			if !ok {
				return nil, fmt.Errorf("the result of %q has an image that is elsewhere", e.ToolCallID)
			}
			u.Output = append(u.Output, Block{Type: "image", Data: data.Value, MIMEType: data.MIMEType})
		default:
			return nil, fmt.Errorf("the result of %q has a part %T, which has no counterpart", e.ToolCallID, part)
		}
	}
	return []Update{u}, nil
}

func plan(e *agui.ActivitySnapshotEvent) ([]Update, error) {
	if e.ActivityType != planActivity {
		return nil, fmt.Errorf("the activity %q has no counterpart", e.ActivityType)
	}
	u := Update{Kind: Plan}
	if err := json.Unmarshal(e.Content["entries"], &u.Entries); err != nil {
		return nil, fmt.Errorf("the plan %q: %w", e.MessageID, err)
	}
	return []Update{u}, nil
}

// finished maps the outcome. A question to the person has another way in a session.
func (f *FromAGUI) finished(e *agui.RunFinishedEvent) error {
	switch e.Outcome.(type) {
	case nil, *agui.RunFinishedSuccessOutcome:
		f.stop = EndTurn
	case *agui.RunFinishedCancelledOutcome:
		f.stop = Cancelled
	default:
		return fmt.Errorf("the outcome %T has no counterpart", e.Outcome)
	}
	return nil
}
