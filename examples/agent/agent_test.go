package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguiproto"
	"github.com/aguigen/aguigen/generated/aguistream"
)

func serve(t *testing.T, notes ...string) string {
	t.Helper()
	log.SetOutput(io.Discard)
	server := httptest.NewServer(handler(NewNotes(notes...)))
	t.Cleanup(server.Close)
	return server.URL
}

// events returns those of a run. What the agent sends and the schema does not allow is an error.
func events(t *testing.T, url string, input *agui.RunAgentInput, format aguistream.Format) []agui.Event {
	t.Helper()
	client := aguihttp.Client{URL: url, Format: format, Decoder: agui.Decoder{Strict: true}}
	var out []agui.Event
	for e, err := range client.Run(context.Background(), input) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

func user(text string) *agui.RunAgentInput {
	return agui.NewRunAgentInput("t", "r", []agui.Message{agui.NewUserMessage("u", agui.NewContentText(text))})
}

// answer is the request that answers an interrupt.
func answer(interruptID string, status agui.ResumeEntryStatus, payload string) *agui.RunAgentInput {
	input := user("")
	entry := agui.NewResumeEntry(interruptID, status)
	if payload != "" {
		entry.Payload = json.RawMessage(payload)
	}
	input.Resume = []agui.ResumeEntry{*entry}
	return input
}

// outline tells a run in short: what is said and called, the state, and how it ends.
func outline(events []agui.Event) string {
	var out []string
	text := ""
	for _, event := range events {
		switch e := event.(type) {
		case *agui.TextMessageContentEvent:
			text += e.Delta
		case *agui.TextMessageEndEvent:
			out = append(out, text)
			text = ""
		case *agui.ToolCallArgsEvent:
			out = append(out, e.Delta)
		case *agui.ToolCallResultEvent:
			out = append(out, "result "+e.Content.Text)
		case *agui.StateSnapshotEvent:
			out = append(out, string(e.Snapshot))
		case *agui.RunErrorEvent:
			out = append(out, "failed: "+e.Message)
		case *agui.RunFinishedEvent:
			if e.Outcome != nil {
				out = append(out, string(e.Outcome.Type()))
			}
		}
	}
	return strings.Join(out, "|")
}

func same(t *testing.T, events []agui.Event, want string) {
	t.Helper()
	if got := outline(events); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

const asked = `I need your approval for that.|{"note":"milk"}|{"notes":["milk","taxes"]}|interrupt`

func TestAnswers(t *testing.T) {
	url := serve(t, "taxes", "milk")
	for text, want := range map[string]string{
		"list":     "Your notes: milk, taxes.",
		"delete x": `There is no note "x".`,
		"":         `Say "list", "add NOTE" or "delete NOTE".`,
	} {
		same(t, events(t, url, user(text), aguistream.SSE), want)
	}
	same(t, events(t, url, agui.NewRunAgentInput("t", "r", nil), aguistream.SSE), `Say "list", "add NOTE" or "delete NOTE".`)
	same(t, events(t, url, user("add x"), aguistream.SSE), `I added "x".|{"notes":["milk","taxes","x"]}`)

	parts := user("")
	parts.Messages[0].(*agui.UserMessage).Content = agui.NewContentParts(agui.NewTextPart("li"), agui.NewTextPart("st"))
	same(t, events(t, url, parts, aguistream.SSE), "Your notes: milk, taxes, x.")
}

func TestFrames(t *testing.T) {
	format := aguistream.Format{MediaType: aguiproto.MediaType, Read: aguiproto.ReadFrames}
	same(t, events(t, serve(t, "milk", "taxes"), user("delete milk"), format), asked)
}

// ask makes the agent ask, and returns the interrupt.
func ask(t *testing.T, url string) agui.Interrupt {
	t.Helper()
	list := events(t, url, user("delete milk"), aguistream.SSE)
	same(t, list, asked)
	return list[len(list)-1].(*agui.RunFinishedEvent).Outcome.(*agui.RunFinishedInterruptOutcome).Interrupts[0]
}

func TestInterrupt(t *testing.T) {
	for name, test := range map[string]struct {
		status                 agui.ResumeEntryStatus
		payload, want, listing string
	}{
		"approved":  {agui.ResumeEntryStatusResolved, `{"approved":true}`, `result deleted|I deleted "milk".|{"notes":["taxes"]}`, "taxes"},
		"declined":  {agui.ResumeEntryStatusResolved, `{"approved":false}`, `result declined|I keep "milk".|{"notes":["milk","taxes"]}`, "milk, taxes"},
		"cancelled": {agui.ResumeEntryStatusCancelled, "", `result declined|I keep "milk".|{"notes":["milk","taxes"]}`, "milk, taxes"},
	} {
		t.Run(name, func(t *testing.T) {
			url := serve(t, "milk", "taxes")
			interrupt := ask(t, url)
			resumed := events(t, url, answer(interrupt.ID, test.status, test.payload), aguistream.SSE)
			same(t, resumed, test.want)
			if got := resumed[1].(*agui.ToolCallResultEvent).ToolCallID; got != *interrupt.ToolCallID {
				t.Errorf("the result is that of the call %q, asked for was %q", got, *interrupt.ToolCallID)
			}
			same(t, events(t, url, user("list"), aguistream.SSE), "Your notes: "+test.listing+".")
			same(t, events(t, url, answer(interrupt.ID, test.status, test.payload), aguistream.SSE),
				fmt.Sprintf("failed: nothing waits for an answer to the interrupt %q", interrupt.ID))
		})
	}
}

func TestAnswersThatDoNotFit(t *testing.T) {
	url := serve(t, "milk", "taxes")
	interrupt := ask(t, url)
	other := answer(interrupt.ID, agui.ResumeEntryStatusResolved, `{"approved":true}`)
	other.ThreadID = "other"
	for name, input := range map[string]*agui.RunAgentInput{
		"another interrupt": answer("x", agui.ResumeEntryStatusResolved, `{"approved":true}`),
		"another thread":    other,
		"no payload":        answer(interrupt.ID, agui.ResumeEntryStatusResolved, ""),
		"wrong payload":     answer(interrupt.ID, agui.ResumeEntryStatusResolved, `{"approved":"yes"}`),
	} {
		t.Run(name, func(t *testing.T) {
			if got := outline(events(t, url, input, aguistream.SSE)); !strings.HasPrefix(got, "failed: ") {
				t.Errorf("%s: %s", name, got)
			}
		})
	}
	same(t, events(t, url, answer(interrupt.ID, agui.ResumeEntryStatusResolved, `{"approved":true}`), aguistream.SSE),
		`result deleted|I deleted "milk".|{"notes":["taxes"]}`)
}

// The agent stops when its client leaves.
func TestClientLeaves(t *testing.T) {
	notes := NewNotes("milk")
	notes.Pause = 10 * time.Millisecond
	ended := make(chan error, 1)
	server := httptest.NewServer(aguihttp.NewHandler(aguihttp.AgentFunc(
		func(ctx context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
			err := notes.Run(ctx, in, send)
			ended <- err
			return err
		})))
	defer server.Close()
	for e, err := range (&aguihttp.Client{URL: server.URL}).Run(context.Background(), user("list")) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type() == agui.EventTypeTextMessageContent {
			break
		}
	}
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the run came to its end")
		}
	case <-time.After(10 * time.Second):
		t.Error("the agent goes on")
	}
}

// curl without further words shows text.
func TestCurl(t *testing.T) {
	url := serve(t, "milk")
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("curl", "-sN", "-d", user("list").String(), url).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(out), `data: {"type":"RUN_STARTED"`) {
		t.Errorf("%s", out)
	}
}

func TestBadRequest(t *testing.T) {
	response, err := http.Post(serve(t), "application/json", strings.NewReader(`{"threadId":"t","run_id":"r","messages":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusBadRequest || !strings.Contains(string(body), "runId") {
		t.Errorf("%s %s", response.Status, body)
	}
}
