package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// Client is one conversation with an agent.
type Client struct {
	Frames bool // ask for binary frames

	url, threadID string
	out           io.Writer
	ids           int
	messages      []agui.Message // the conversation up to now, which every request carries
}

// NewClient starts a conversation with the agent at url. What the agent says is written to out.
func NewClient(url, threadID string, out io.Writer) *Client {
	return &Client{url: url, threadID: threadID, out: out}
}

// newID returns an ID that is unique in the conversation.
func (c *Client) newID(kind string) string {
	c.ids++
	return fmt.Sprintf("%s-%s-%d", c.threadID, kind, c.ids)
}

// Chat sends each line as a message until there are no more.
func (c *Client) Chat(ctx context.Context, in io.Reader) error {
	lines := bufio.NewScanner(in)
	for fmt.Fprint(c.out, "> "); lines.Scan(); fmt.Fprint(c.out, "> ") {
		message := agui.NewUserMessage(c.newID("user"), agui.NewContentText(lines.Text()))
		c.messages = append(c.messages, message)
		if err := c.turn(ctx, lines); err != nil {
			return err
		}
	}
	fmt.Fprintln(c.out)
	return lines.Err()
}

// turn runs the agent, and runs it again for as long as it stops to ask.
func (c *Client) turn(ctx context.Context, lines *bufio.Scanner) error {
	var answers []agui.ResumeEntry
	for {
		outcome, err := c.run(ctx, answers)
		if err != nil {
			return err
		}
		stopped, ok := outcome.(*agui.RunFinishedInterruptOutcome)
		if !ok {
			return nil // a success, which may go without an outcome
		}
		answers = nil
		for _, interrupt := range stopped.Interrupts {
			answers = append(answers, c.ask(interrupt, lines))
		}
	}
}

// ask puts a question to the person. The end of the input leaves it without an answer.
func (c *Client) ask(interrupt agui.Interrupt, lines *bufio.Scanner) agui.ResumeEntry {
	question := interrupt.Reason
	if interrupt.Message != nil {
		question = *interrupt.Message
	}
	fmt.Fprintf(c.out, "%s [y/N] ", question)
	entry := agui.NewResumeEntry(interrupt.ID, agui.ResumeEntryStatusCancelled)
	if lines.Scan() {
		entry.Status = agui.ResumeEntryStatusResolved
		entry.Payload = fmt.Appendf(nil, `{"approved":%t}`, lines.Text() == "y")
	}
	return *entry
}

// run sends one request and takes in the events of the run. It returns the outcome that the agent reports.
func (c *Client) run(ctx context.Context, answers []agui.ResumeEntry) (agui.RunFinishedOutcome, error) {
	input := agui.NewRunAgentInput(c.threadID, c.newID("run"), c.messages)
	input.ProtocolVersion = agui.Ptr(agui.ProtocolVersion)
	input.Resume = answers
	body, err := input.AppendJSON(nil)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream")
	if c.Frames {
		request.Header.Set("Accept", aguiproto.MediaType)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	stream, err := events(response)
	if err != nil {
		return nil, err
	}
	for event, err := range stream {
		if err != nil {
			return nil, err
		}
		switch e := event.(type) {
		case *agui.RunFinishedEvent:
			return e.Outcome, nil
		case *agui.RunErrorEvent:
			return nil, fmt.Errorf("the run failed: %s", e.Message)
		default:
			c.take(e)
		}
	}
	return nil, errors.New("the stream ended before the run did")
}

// take prints an event, and adds what it says to the conversation. Kinds that this client has no use for are passed over,
// as are those of a newer protocol.
func (c *Client) take(event agui.Event) {
	switch e := event.(type) {
	case *agui.TextMessageStartEvent:
		c.assistant(e.MessageID).Content = agui.Ptr("")
	case *agui.TextMessageContentEvent:
		fmt.Fprint(c.out, e.Delta)
		if m := c.assistant(e.MessageID); m.Content != nil {
			*m.Content += e.Delta
		}
	case *agui.TextMessageEndEvent:
		fmt.Fprintln(c.out)
	case *agui.ToolCallStartEvent:
		parent := e.ToolCallID
		if e.ParentMessageID != nil {
			parent = *e.ParentMessageID
		}
		m := c.assistant(parent)
		m.ToolCalls = append(m.ToolCalls, *agui.NewToolCall(e.ToolCallID, *agui.NewFunctionCall(e.ToolCallName, "")))
	case *agui.ToolCallArgsEvent:
		if call := c.call(e.ToolCallID); call != nil {
			call.Function.Arguments += e.Delta
		}
	case *agui.ToolCallEndEvent:
		if call := c.call(e.ToolCallID); call != nil {
			fmt.Fprintf(c.out, "[%s %s]\n", call.Function.Name, call.Function.Arguments)
		}
	case *agui.ToolCallResultEvent:
		c.messages = append(c.messages, agui.NewToolMessage(e.MessageID, e.Content, e.ToolCallID))
	case *agui.MessagesSnapshotEvent:
		c.messages = e.Messages
	}
}

// assistant finds a message of the agent, or begins it.
func (c *Client) assistant(id string) *agui.AssistantMessage {
	for _, message := range c.messages {
		if m, ok := message.(*agui.AssistantMessage); ok && m.ID == id {
			return m
		}
	}
	m := agui.NewAssistantMessage(id)
	c.messages = append(c.messages, m)
	return m
}

// call finds a tool call, so that its arguments can grow.
func (c *Client) call(id string) *agui.ToolCall {
	for _, message := range c.messages {
		if m, ok := message.(*agui.AssistantMessage); ok {
			for i := range m.ToolCalls {
				if m.ToolCalls[i].ID == id {
					return &m.ToolCalls[i]
				}
			}
		}
	}
	return nil
}
