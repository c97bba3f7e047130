package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// Client is one conversation with an agent.
type Client struct {
	agent        aguihttp.Agent
	conversation aguistream.Conversation // every request carries its messages and its state
	out          io.Writer
	ids          int
}

// NewClient starts a conversation. What the agent says is written to out.
func NewClient(agent aguihttp.Agent, threadID string, out io.Writer) *Client {
	c := &Client{agent: agent, out: out}
	c.conversation.ThreadID = threadID
	c.conversation.OnNote = func(n aguistream.Note) { fmt.Fprintf(out, "(%v)\n", n) }
	return c
}

// newID returns an ID that is unique in the conversation.
func (c *Client) newID(kind string) string {
	c.ids++
	return fmt.Sprintf("%s-%s-%d", c.conversation.ThreadID, kind, c.ids)
}

// Chat sends each line as a message until there are no more.
func (c *Client) Chat(ctx context.Context, in io.Reader) error {
	lines := bufio.NewScanner(in)
	for fmt.Fprint(c.out, "> "); lines.Scan(); fmt.Fprint(c.out, "> ") {
		message := agui.NewUserMessage(c.newID("user"), agui.NewContentText(lines.Text()))
		c.conversation.Messages = append(c.conversation.Messages, message)
		if err := c.run(ctx, nil); err != nil {
			return err
		}
		for len(c.conversation.Pending) > 0 { // the run stopped to ask
			if err := c.run(ctx, c.ask(lines)); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(c.out)
	return lines.Err()
}

// ask puts the agent's questions to the person. The end of the input leaves them without an answer.
func (c *Client) ask(lines *bufio.Scanner) map[string]agui.ResumeEntry {
	answers := map[string]agui.ResumeEntry{}
	for _, interrupt := range c.conversation.Pending {
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
		answers[interrupt.ID] = *entry
	}
	return answers
}

// run sends one request and takes in the events of the run.
func (c *Client) run(ctx context.Context, answers map[string]agui.ResumeEntry) error {
	input, err := c.conversation.Input(c.newID("run"))
	if err != nil {
		return err
	}
	if input.Resume, err = aguistream.Resume(c.conversation.Pending, answers); err != nil {
		return err
	}
	for event, err := range c.agent.Run(ctx, input) {
		if err != nil {
			return err
		}
		if failed, ok := event.(*agui.RunErrorEvent); ok {
			return fmt.Errorf("the run failed: %s", failed.Message)
		}
		c.draw(event, c.conversation.Apply(event))
	}
	return nil
}

// draw shows what an event has changed. Kinds that this client has no use for are passed over, as are those of a newer
// protocol.
func (c *Client) draw(event agui.Event, change aguistream.Change) {
	switch e := event.(type) {
	case *agui.TextMessageContentEvent:
		fmt.Fprint(c.out, change.Text)
	case *agui.TextMessageEndEvent:
		fmt.Fprintln(c.out)
	case *agui.ToolCallEndEvent:
		if change.Call >= 0 {
			f := c.conversation.Messages[change.Message].(*agui.AssistantMessage).ToolCalls[change.Call].Function
			fmt.Fprintf(c.out, "[%s %s]\n", f.Name, f.Arguments)
		}
	case *agui.ToolCallResultEvent:
		fmt.Fprintf(c.out, "[= %s]\n", aguistream.PlainText(e.Content))
	}
	if change.What == aguistream.State {
		fmt.Fprintf(c.out, "{state %s}\n", c.conversation.State())
	}
}
