// Package session translates between AG-UI events and the session updates with which coding agents report to an editor:
// pieces of text and of thought, tool calls that change their state, and a plan. A ToAGUI takes updates and makes the events
// of a run; a FromAGUI takes the events of a run and makes updates. What the other side has no place for is reported.
package session

import "encoding/json"

// Update is one report of a session. Kind says which of the fields count.
type Update struct {
	Kind       Kind            `json:"sessionUpdate"`
	Content    *Block          `json:"content,omitempty"`    // of the chunks
	ToolCallID string          `json:"toolCallId,omitempty"` // of the tool calls
	Title      string          `json:"title,omitempty"`
	Status     Status          `json:"status,omitempty"`
	RawInput   json.RawMessage `json:"rawInput,omitempty"`
	Output     []Block         `json:"output,omitempty"`
	Entries    []Entry         `json:"entries,omitempty"` // of the plan
}

// Kind tells the updates apart.
type Kind string

// The kinds of updates.
const (
	MessageChunk   Kind = "agent_message_chunk"
	ThoughtChunk   Kind = "agent_thought_chunk"
	ToolCall       Kind = "tool_call"
	ToolCallUpdate Kind = "tool_call_update"
	Plan           Kind = "plan"
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
	Type     string `json:"type"` // "text" or "image"
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

// Stop says why a turn ended.
type Stop string

// The reasons to stop.
const (
	EndTurn   Stop = "end_turn"
	MaxTokens Stop = "max_tokens"
	Refusal   Stop = "refusal"
	Cancelled Stop = "cancelled"
)

// planActivity is the type of the activity that carries a plan.
const planActivity = "plan"
