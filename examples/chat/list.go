package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// list is the state that the agent and the page share. The page sends it with every run, so the agent keeps nothing.
type list struct {
	Items []string `json:"items"`
}

// shopping is an agent that writes a shopping list.
type shopping struct {
	pause time.Duration // between two words
}

// run is a run of the agent.
type run struct {
	shopping
	ctx  context.Context
	in   *agui.RunAgentInput
	send func(agui.Event) error
	list list
}

// Run is an aguihttp.AgentFunc.
func (s shopping) Run(ctx context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
	r := run{shopping: s, ctx: ctx, in: in, send: send}
	if len(in.State) > 0 {
		if err := json.Unmarshal(in.State, &r.list); err != nil {
			return fmt.Errorf("the state is not a list: %w", err)
		}
	}
	if len(in.Resume) > 0 {
		return r.resume(in.Resume[0])
	}
	if len(in.Messages) == 0 {
		return r.say("Hello! Tell me what to add.")
	}
	user, ok := in.Messages[len(in.Messages)-1].(*agui.UserMessage)
	if !ok {
		return nil
	}
	switch command, item, _ := strings.Cut(strings.TrimSpace(aguistream.PlainText(user.Content)), " "); {
	case command == "add" && item != "":
		if err := r.become(list{append(slices.Clone(r.list.Items), item)}); err != nil {
			return err
		}
		return r.say(fmt.Sprintf("I added %s to the list.", item))
	case command == "clear" && len(r.list.Items) > 0:
		return r.ask()
	}
	return r.say(`Say "add" and what to add, or "clear".`)
}

// say streams a message word by word, as a model would, in the short form: the first chunk says which message it is.
func (r run) say(text string) error {
	id := rand.Text()
	for word := range strings.SplitAfterSeq(text, " ") {
		chunk := agui.NewTextMessageChunkEvent()
		chunk.MessageID, chunk.Delta = &id, &word
		if err := r.send(chunk); err != nil {
			return err
		}
		select {
		case <-r.ctx.Done():
			return context.Cause(r.ctx)
		case <-time.After(r.pause):
		}
	}
	return nil
}

// become sends what makes the new list of the one that the page has.
func (r run) become(to list) error {
	state, err := json.Marshal(to)
	if err != nil {
		return err
	}
	from := r.in.State
	if len(from) == 0 {
		return r.send(agui.NewStateSnapshotEvent(state))
	}
	patch, err := aguistream.Diff(from, state)
	if err != nil {
		return err
	}
	return r.send(agui.NewStateDeltaEvent(patch))
}

// ask ends the run with a question.
func (r run) ask() error {
	if err := r.say("That needs your approval."); err != nil {
		return err
	}
	question := agui.NewInterrupt(rand.Text(), "approval")
	question.Message = agui.Ptr(fmt.Sprintf("Remove all %d items?", len(r.list.Items)))
	finished := agui.NewRunFinishedEvent(r.in.ThreadID, r.in.RunID)
	finished.Outcome = agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*question})
	return r.send(finished)
}

// resume goes on with the answer.
func (r run) resume(answer agui.ResumeEntry) error {
	var payload struct{ Approved bool }
	if answer.Status == agui.ResumeEntryStatusResolved {
		if err := json.Unmarshal(answer.Payload, &payload); err != nil {
			return fmt.Errorf("the answer: %w", err)
		}
	}
	if !payload.Approved {
		return r.say("Then it stays as it is.")
	}
	if err := r.become(list{[]string{}}); err != nil {
		return err
	}
	return r.say("The list is empty now.")
}
