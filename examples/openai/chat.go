// Package openai maps conversations between AG-UI messages and the messages of OpenAI's chat completions. Messages come
// in; messages of the other kind go out, with a list of what the other kind has no place for.
package openai

import "encoding/json"

// Message is one message of a chat request.
type Message struct {
	Role       string     `json:"role"`
	Content    *Content   `json:"content,omitempty"`
	Refusal    *string    `json:"refusal,omitempty"`
	Name       *string    `json:"name,omitempty"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID *string    `json:"tool_call_id,omitempty"`
}

// Content is a text, or a list of parts where Parts is not nil.
type Content struct {
	Text  string
	Parts []Part
}

// MarshalJSON writes a string or an array.
func (c Content) MarshalJSON() ([]byte, error) {
	if c.Parts != nil {
		return json.Marshal(c.Parts)
	}
	return json.Marshal(c.Text)
}

// UnmarshalJSON reads a string or an array.
func (c *Content) UnmarshalJSON(data []byte) error {
	*c = Content{}
	if data[0] == '[' {
		return json.Unmarshal(data, &c.Parts)
	}
	return json.Unmarshal(data, &c.Text)
}

// Part is one part of a content; the field that belongs to its type is set.
type Part struct {
	Type       string      `json:"type"`
	Text       *string     `json:"text,omitempty"`
	ImageURL   *ImageURL   `json:"image_url,omitempty"`
	InputAudio *InputAudio `json:"input_audio,omitempty"`
	File       *File       `json:"file,omitempty"`
}

// The forms of media: an image at an address, which may be a data: URL; a recording in base64, wav or mp3; a file that
// was uploaded, or one in a data: URL.
type (
	ImageURL struct {
		URL    string `json:"url"`
		Detail string `json:"detail,omitempty"`
	}
	InputAudio struct {
		Data   string `json:"data"`
		Format string `json:"format"`
	}
	File struct {
		ID       string `json:"file_id,omitempty"`
		Data     string `json:"file_data,omitempty"`
		Filename string `json:"filename,omitempty"`
	}
)

// ToolCall is a call that the model made. Custom calls have no function.
type ToolCall struct {
	ID       string    `json:"id"`
	Type     string    `json:"type"`
	Function *Function `json:"function,omitempty"`
}

// Function is what was called, with its arguments as text.
type Function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}
