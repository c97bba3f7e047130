package openai

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aguigen/aguigen/generated/agui"
)

// Loss is something that the other side has no place for.
type Loss struct {
	Message int // index in the list that was mapped
	What    string
}

func (l Loss) String() string { return fmt.Sprintf("message %d: %s", l.Message, l.What) }

// losses collects what is lost of the current message.
type losses struct {
	at   int
	list []Loss
}

// note adds a loss if there is one.
func (l *losses) note(lost bool, format string, args ...any) {
	if lost {
		l.list = append(l.list, Loss{l.at, fmt.Sprintf(format, args...)})
	}
}

// FromAGUI maps a conversation to chat messages. The IDs of messages are not needed there, so they do not count as lost.
func FromAGUI(messages []agui.Message) ([]Message, []Loss) {
	var out []Message
	var l losses
	for i, message := range messages {
		l.at = i
		if m := l.fromMessage(message); m != nil {
			out = append(out, *m)
		}
	}
	return out, l.list
}

// fromMessage returns nil for a message that a chat cannot hold.
func (l *losses) fromMessage(message agui.Message) *Message {
	out := &Message{Role: string(message.Role())}
	switch m := message.(type) {
	case *agui.DeveloperMessage:
		l.attached(m.SubagentRunID, m.EncryptedValue, m.Metadata, m.Extra)
		out.Name, out.Content = m.Name, &Content{Text: m.Content}
	case *agui.SystemMessage:
		l.attached(m.SubagentRunID, m.EncryptedValue, m.Metadata, m.Extra)
		out.Name, out.Content = m.Name, &Content{Text: m.Content}
	case *agui.UserMessage:
		l.attached(m.SubagentRunID, m.EncryptedValue, m.Metadata, m.Extra)
		out.Name, out.Content = m.Name, l.fromContent(m.Content)
	case *agui.ToolMessage:
		l.attached(m.SubagentRunID, m.EncryptedValue, m.Metadata, m.Extra)
		l.note(m.Error != nil, "the error of a tool")
		out.ToolCallID, out.Content = &m.ToolCallID, l.fromContent(m.Content)
	case *agui.AssistantMessage:
		l.attached(m.SubagentRunID, m.EncryptedValue, m.Metadata, m.Extra)
		out.Name = m.Name
		if m.Content != nil {
			out.Content = &Content{Text: *m.Content}
		}
		for _, c := range m.ToolCalls {
			l.attached(nil, c.EncryptedValue, c.Metadata, c.Extra)
			out.ToolCalls = append(out.ToolCalls, ToolCall{c.ID, c.Type(), &Function{c.Function.Name, c.Function.Arguments}})
		}
	default: // reasoning, activities, and what a newer protocol brings
		l.note(true, "a message of the role %q", message.Role())
		return nil
	}
	return out
}

// attached notes what messages and calls carry beside their content.
func (l *losses) attached(subagent, encrypted *string, metadata, extra map[string]json.RawMessage) {
	l.note(subagent != nil, "the subagent run")
	l.note(encrypted != nil, "the encrypted value")
	l.note(len(metadata) > 0, "the metadata")
	l.note(len(extra) > 0, "properties of a newer protocol")
}

func (l *losses) attachedToPart(metadata json.RawMessage, extra map[string]json.RawMessage) {
	l.note(metadata != nil, "the metadata of a part")
	l.note(len(extra) > 0, "properties of a newer protocol")
}

func (l *losses) fromContent(c agui.Content) *Content {
	if c.Parts == nil {
		return &Content{Text: c.Text}
	}
	out := &Content{Parts: []Part{}} // parts, though there may be none
	for _, part := range c.Parts {
		p := l.fromPart(part)
		l.note(p == nil, "a part of the type %q", part.Type())
		if p != nil {
			out.Parts = append(out.Parts, *p)
		}
	}
	return out
}

// fromPart returns nil for a part that a chat cannot hold: video, and sources that it cannot read.
func (l *losses) fromPart(part agui.ContentPart) *Part {
	switch p := part.(type) {
	case *agui.TextPart:
		l.attachedToPart(p.Metadata, p.Extra)
		return &Part{Type: "text", Text: &p.Text}
	case *agui.ImagePart:
		l.attachedToPart(p.Metadata, p.Extra)
		switch source := p.Source.(type) {
		case *agui.URLSource:
			l.note(source.MIMEType != nil, "the media type of an image")
			return &Part{Type: "image_url", ImageURL: &ImageURL{URL: source.Value}}
		case *agui.DataSource:
			return &Part{Type: "image_url", ImageURL: &ImageURL{URL: dataURL(source)}}
		}
	case *agui.AudioPart:
		l.attachedToPart(p.Metadata, p.Extra)
		if source, ok := p.Source.(*agui.DataSource); ok && audioFormats[source.MIMEType] != "" {
			return &Part{Type: "input_audio", InputAudio: &InputAudio{source.Value, audioFormats[source.MIMEType]}}
		}
	case *agui.DocumentPart:
		l.attachedToPart(p.Metadata, p.Extra)
		switch source := p.Source.(type) {
		case *agui.FileSource:
			if source.Provider != nil && *source.Provider == "openai" {
				l.note(source.MIMEType != nil, "the media type of a document")
				return &Part{Type: "file", File: &File{ID: source.Value}}
			}
		case *agui.DataSource:
			return &Part{Type: "file", File: &File{Data: dataURL(source)}}
		}
	}
	return nil
}

var audioFormats = map[string]string{"audio/wav": "wav", "audio/mpeg": "mp3"}

func dataURL(s *agui.DataSource) string { return "data:" + s.MIMEType + ";base64," + s.Value }

// ToAGUI maps chat messages to a conversation. A chat has no IDs of messages, so newID makes them.
func ToAGUI(messages []Message, newID func() string) ([]agui.Message, []Loss) {
	var out []agui.Message
	var l losses
	for i, m := range messages {
		l.at = i
		if message := l.toMessage(m, newID); message != nil {
			out = append(out, message)
		}
	}
	return out, l.list
}

// toMessage returns nil for a message that AG-UI cannot hold.
func (l *losses) toMessage(m Message, newID func() string) agui.Message {
	switch role := agui.Role(m.Role); {
	case role == agui.RoleDeveloper:
		return &agui.DeveloperMessage{BaseMessage: agui.BaseMessage{ID: newID(), Name: m.Name}, Content: l.toText(m.Content)}
	case role == agui.RoleSystem:
		return &agui.SystemMessage{BaseMessage: agui.BaseMessage{ID: newID(), Name: m.Name}, Content: l.toText(m.Content)}
	case role == agui.RoleUser:
		return &agui.UserMessage{BaseMessage: agui.BaseMessage{ID: newID(), Name: m.Name}, Content: l.toContent(m.Content)}
	case role == agui.RoleTool && m.ToolCallID != nil:
		return agui.NewToolMessage(newID(), l.toContent(m.Content), *m.ToolCallID)
	case role != agui.RoleAssistant:
		l.note(true, "a message of the role %q", m.Role)
		return nil
	}
	out := &agui.AssistantMessage{BaseMessage: agui.BaseMessage{ID: newID(), Name: m.Name}}
	l.note(m.Refusal != nil, "the refusal")
	if m.Content != nil {
		out.Content = agui.Ptr(l.toText(m.Content))
	}
	for _, c := range m.ToolCalls {
		l.note(c.Function == nil, "a tool call of the type %q", c.Type)
		if c.Function != nil {
			call := agui.NewToolCall(c.ID, *agui.NewFunctionCall(c.Function.Name, c.Function.Arguments))
			out.ToolCalls = append(out.ToolCalls, *call)
		}
	}
	return out
}

// toText joins the parts where AG-UI has room for one text only.
func (l *losses) toText(c *Content) string {
	if c == nil {
		return ""
	}
	text := c.Text
	for _, p := range c.Parts {
		l.note(p.Text == nil, "a part of the type %q", p.Type)
		if p.Text != nil {
			text += *p.Text
		}
	}
	return text
}

func (l *losses) toContent(c *Content) agui.Content {
	if c == nil || c.Parts == nil {
		return agui.NewContentText(l.toText(c))
	}
	var parts []agui.ContentPart
	for _, p := range c.Parts {
		part := l.toPart(p)
		l.note(part == nil, "a part of the type %q", p.Type)
		if part != nil {
			parts = append(parts, part)
		}
	}
	return agui.NewContentParts(parts...)
}

// toPart returns nil for a part that AG-UI cannot hold.
func (l *losses) toPart(p Part) agui.ContentPart {
	switch {
	case p.Text != nil:
		return agui.NewTextPart(*p.Text)
	case p.ImageURL != nil:
		l.note(p.ImageURL.Detail != "", "the detail of an image")
		return agui.NewImagePart(sourceOf(p.ImageURL.URL))
	case p.InputAudio != nil:
		for mimeType, format := range audioFormats {
			if format == p.InputAudio.Format {
				return agui.NewAudioPart(agui.NewDataSource(p.InputAudio.Data, mimeType))
			}
		}
	case p.File != nil:
		l.note(p.File.Filename != "", "the name of a file")
		if p.File.ID != "" {
			return agui.NewDocumentPart(&agui.FileSource{Value: p.File.ID, Provider: agui.Ptr("openai")})
		}
		return agui.NewDocumentPart(sourceOf(p.File.Data))
	}
	return nil
}

// sourceOf takes a data: URL apart.
func sourceOf(url string) agui.PartSource {
	if rest, ok := strings.CutPrefix(url, "data:"); ok {
		if mimeType, data, ok := strings.Cut(rest, ";base64,"); ok && mimeType != "" {
			return agui.NewDataSource(data, mimeType)
		}
	}
	return agui.NewURLSource(url)
}
