package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// strict finds what the agent sends and the schema does not allow.
var strict = agui.Decoder{Strict: true}

func serve(t *testing.T, notes ...string) string {
	t.Helper()
	server := httptest.NewServer(NewAgent(notes...))
	t.Cleanup(server.Close)
	return server.URL
}

// post sends a request and returns the answer.
func post(t *testing.T, url, accept string, body []byte) (*http.Response, []byte) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", accept)
	response, err := (&http.Client{Timeout: 10 * time.Second}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, text
}

// run returns the events of a run as server-sent events, in short.
func run(t *testing.T, url string, input *agui.RunAgentInput) []agui.Event {
	t.Helper()
	body, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	response, text := post(t, url, "text/event-stream", body)
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("%s of the type %q: %s", response.Status, got, text)
	}
	var out []agui.Event
	for block := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n\n"), "\n\n") {
		event, err := strict.Event([]byte(strings.TrimPrefix(block, "data: ")))
		if err != nil {
			t.Fatalf("%q: %v", block, err)
		}
		out = append(out, event)
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

// outline tells a run in short: the types of its events with text joined.
func outline(events []agui.Event) string {
	var out strings.Builder
	for _, event := range events {
		switch e := event.(type) {
		case *agui.TextMessageContentEvent:
			out.WriteString(e.Delta)
		case *agui.ToolCallArgsEvent:
			out.WriteString(e.Delta)
		case *agui.ToolCallResultEvent:
			fmt.Fprintf(&out, "RESULT %s\n", e.Content.Text)
		case *agui.RunErrorEvent:
			fmt.Fprintf(&out, "RUN_ERROR %s\n", e.Message)
		case *agui.RunFinishedEvent:
			fmt.Fprintf(&out, "%s %s\n", e.Type(), e.Outcome.Type())
		case *agui.TextMessageStartEvent, *agui.ToolCallStartEvent:
			fmt.Fprintf(&out, "%s ", e.Type())
		default:
			fmt.Fprintf(&out, "%s\n", e.Type())
		}
	}
	return out.String()
}

func wantRun(t *testing.T, events []agui.Event, want string) {
	t.Helper()
	if got := outline(events); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// said is the run in which the agent says something.
func said(text string) string {
	return "RUN_STARTED\nTEXT_MESSAGE_START " + text + "TEXT_MESSAGE_END\nRUN_FINISHED success\n"
}

func TestAnswers(t *testing.T) {
	url := serve(t, "taxes", "milk")
	wantRun(t, run(t, url, user("list")), said("Your notes: milk, taxes."))
	wantRun(t, run(t, url, user("delete x")), said(`There is no note "x".`))
	wantRun(t, run(t, url, user("")), said(`Say "list" or "delete NOTE".`))
	wantRun(t, run(t, url, agui.NewRunAgentInput("t", "r", nil)), said(`Say "list" or "delete NOTE".`))

	parts := user("")
	parts.Messages[0].(*agui.UserMessage).Content = agui.NewContentParts(agui.NewTextPart("li"), agui.NewTextPart("st"))
	wantRun(t, run(t, url, parts), said("Your notes: milk, taxes."))
}

// ask makes the agent ask, and returns the interrupt.
func ask(t *testing.T, url string) agui.Interrupt {
	t.Helper()
	events := run(t, url, user("delete milk"))
	wantRun(t, events, "RUN_STARTED\nTEXT_MESSAGE_START I need your approval for that.TEXT_MESSAGE_END\n"+
		"TOOL_CALL_START {\"note\":\"milk\"}TOOL_CALL_END\nRUN_FINISHED interrupt\n")
	outcome := events[len(events)-1].(*agui.RunFinishedEvent).Outcome.(*agui.RunFinishedInterruptOutcome)
	return outcome.Interrupts[0]
}

func TestInterrupt(t *testing.T) {
	for name, test := range map[string]struct {
		status        agui.ResumeEntryStatus
		payload       string
		want, listing string
	}{
		"approved":  {agui.ResumeEntryStatusResolved, `{"approved":true}`, `RESULT deleted|I deleted "milk".`, "taxes"},
		"declined":  {agui.ResumeEntryStatusResolved, `{"approved":false}`, `RESULT declined|I keep "milk".`, "milk, taxes"},
		"cancelled": {agui.ResumeEntryStatusCancelled, "", `RESULT declined|I keep "milk".`, "milk, taxes"},
	} {
		t.Run(name, func(t *testing.T) {
			url := serve(t, "milk", "taxes")
			interrupt := ask(t, url)
			resumed := run(t, url, answer(interrupt.ID, test.status, test.payload))
			result, text, _ := strings.Cut(test.want, "|")
			wantRun(t, resumed, "RUN_STARTED\n"+result+"\nTEXT_MESSAGE_START "+text+"TEXT_MESSAGE_END\nRUN_FINISHED success\n")
			if got := resumed[1].(*agui.ToolCallResultEvent).ToolCallID; got != *interrupt.ToolCallID {
				t.Errorf("the result is that of the call %q, asked for was %q", got, *interrupt.ToolCallID)
			}
			wantRun(t, run(t, url, user("list")), said("Your notes: "+test.listing+"."))

			again := run(t, url, answer(interrupt.ID, test.status, test.payload))
			wantRun(t, again, fmt.Sprintf("RUN_STARTED\nRUN_ERROR nothing waits for an answer to the interrupt %q\n", interrupt.ID))
		})
	}
}

func TestAnswersThatDoNotFit(t *testing.T) {
	url := serve(t, "milk")
	interrupt := ask(t, url)
	for name, input := range map[string]*agui.RunAgentInput{
		"another interrupt": answer("x", agui.ResumeEntryStatusResolved, `{"approved":true}`),
		"another thread": func() *agui.RunAgentInput {
			input := answer(interrupt.ID, agui.ResumeEntryStatusResolved, `{"approved":true}`)
			input.ThreadID = "other"
			return input
		}(),
		"no payload":    answer(interrupt.ID, agui.ResumeEntryStatusResolved, ""),
		"wrong payload": answer(interrupt.ID, agui.ResumeEntryStatusResolved, `{"approved":"yes"}`),
	} {
		if got := outline(run(t, url, input)); !strings.HasPrefix(got, "RUN_STARTED\nRUN_ERROR ") {
			t.Errorf("%s: %s", name, got)
		}
	}
	wantRun(t, run(t, url, user("list")), said("Your notes: milk."))
	if got := outline(run(t, url, answer(interrupt.ID, agui.ResumeEntryStatusResolved, `{"approved":true}`))); !strings.Contains(got, "deleted") {
		t.Errorf("the right answer came too late: %s", got)
	}
}

func TestFrames(t *testing.T) {
	body, err := json.Marshal(user("delete milk"))
	if err != nil {
		t.Fatal(err)
	}
	response, answer := post(t, serve(t, "milk"), "text/event-stream, "+aguiproto.MediaType, body)
	if got := response.Header.Get("Content-Type"); got != aguiproto.MediaType {
		t.Fatalf("answered with %q", got)
	}
	frames := aguiproto.NewFrameReader(bytes.NewReader(answer))
	var events []agui.Event
	for {
		event, err := frames.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, event)
	}
	wantRun(t, events, "RUN_STARTED\nTEXT_MESSAGE_START I need your approval for that.TEXT_MESSAGE_END\n"+
		"TOOL_CALL_START {\"note\":\"milk\"}TOOL_CALL_END\nRUN_FINISHED interrupt\n")
}

func TestBadRequests(t *testing.T) {
	url := serve(t)
	response, text := post(t, url, "", []byte(`{"threadId":"t","run_id":"r","messages":[{"role":"user","id":1,"content":""}]}`))
	want := "/messages/0/id: expected a string, found a number\n"
	if response.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), want) || !strings.Contains(string(text), `did you mean "runId"?`) {
		t.Errorf("%s: %s", response.Status, text)
	}
	response, text = post(t, url, "", bytes.Repeat([]byte(" "), maxRequest+1))
	if response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("%s: %s", response.Status, text)
	}
}

// TestLineBreaks holds that JSON from elsewhere does not end an event early.
func TestLineBreaks(t *testing.T) {
	got, err := appendSSE(nil, agui.NewCustomEvent("x", json.RawMessage("[1,\r\n\n 2]")))
	if want := "data: {\"type\":\"CUSTOM\",\"name\":\"x\",\"value\":[1,\ndata:  2]}\n\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := appendSSE([]byte("before"), agui.NewStateDeltaEvent(agui.JSONPatch{nil})); err == nil || string(got) != "before" {
		t.Errorf("got %q, %v", got, err)
	}
}
