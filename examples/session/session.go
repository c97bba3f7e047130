// Package session translates between AG-UI and the session updates with which coding agents report to an editor: pieces of
// text and of thought, tool calls that change their state, a plan, a mode, and questions to the person. A ToAGUI takes updates
// and makes the events of a run; a FromAGUI takes the events of a run and makes updates. What the other side has no place for
// is an error.
package session

import "encoding/json"

// Update is one report of a session. Kind says which of the fields count.
type Update struct {
	Kind       Kind            `json:"sessionUpdate"`
	Content    *Block          `json:"content,omitempty"` // of the chunks
	Name       string          `json:"name,omitempty"`    // of the author of a user's chunk
	ToolCallID string          `json:"toolCallId,omitempty"`
	Title      string          `json:"title,omitempty"`
	Status     Status          `json:"status,omitempty"`
	RawInput   json.RawMessage `json:"rawInput,omitempty"`
	Output     []Block         `json:"output,omitempty"`
	Entries    []Entry         `json:"entries,omitempty"` // of the plan
	Mode       string          `json:"currentModeId,omitempty"`

	// Every kind may have these: when it was, in milliseconds, which subagent it comes from, and what else is said of it.
	At    int64                      `json:"at,omitempty"`
	Agent string                     `json:"agent,omitempty"`
	Meta  map[string]json.RawMessage `json:"_meta,omitempty"`
}

// Kind tells the updates apart.
type Kind string

// The kinds of updates.
const (
	UserChunk      Kind = "user_message_chunk"
	MessageChunk   Kind = "agent_message_chunk"
	ThoughtChunk   Kind = "agent_thought_chunk"
	ToolCall       Kind = "tool_call"
	ToolCallUpdate Kind = "tool_call_update"
	Plan           Kind = "plan"
	ModeUpdate     Kind = "current_mode_update"
)

// Status is how far a tool call or an entry of a plan is.
type Status string

// The states of a tool call; an entry of a plan has no Failed.
const (
	Pending    Status = "pending"
	InProgress Status = "in_progress"
	Completed  Status = "completed"
	Failed     Status = "failed"
)

// Block is a piece of content: a text, or data of a type.
type Block struct {
	Type     string `json:"type"` // "text", "image" or "audio"
	Text     string `json:"text,omitempty"`
	Data     string `json:"data,omitempty"` // in base64
	MIMEType string `json:"mimeType,omitempty"`
}

// Text makes a block of text.
func Text(text string) Block { return Block{Type: "text", Text: text} }

// Entry is a step of a plan.
type Entry struct {
	Content  string `json:"content"`
	Priority string `json:"priority"`
	Status   Status `json:"status"`
}

// Ask is a question to the person: may a tool call go on? The agent waits for the answer.
type Ask struct {
	ID         string   `json:"id"`
	ToolCallID string   `json:"toolCallId,omitempty"`
	Title      string   `json:"title"`
	Options    []Option `json:"options"`
	Agent      string   `json:"agent,omitempty"`
}

// Option is an answer that is offered.
type Option struct {
	ID   string `json:"optionId"`
	Name string `json:"name"`
	Kind string `json:"kind"` // "allow_once", "reject_once" and so on
}

// Answer is the choice of one option, or none if the person gave up the turn.
type Answer struct {
	AskID    string `json:"askId"`
	OptionID string `json:"optionId,omitempty"`
}

// Stop says why a turn ended.
type Stop string

// The reasons to stop.
const (
	EndTurn   Stop = "end_turn"
	MaxTokens Stop = "max_tokens"
	Refusal   Stop = "refusal"
	Cancelled Stop = "cancelled"
)

const (
	planActivity = "plan"      // the type of the activity that carries a plan
	approval     = "tool_call" // the reason of an interrupt that asks
	modePath     = "/mode"     // where the state has the mode
	failedKey    = "failed"    // in the metadata of a result
	optionsKey   = "options"   // in the metadata of an interrupt
)
