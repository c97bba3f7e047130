package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
)

// relayed returns the answer of a relay before an agent.
func relayed(t *testing.T, agent http.HandlerFunc) (*http.Response, string, error) {
	t.Helper()
	log.SetOutput(io.Discard)
	upstream := httptest.NewServer(agent)
	t.Cleanup(upstream.Close)
	relay := httptest.NewServer(&Relay{Upstream: upstream.URL, Metadata: agui.Metadata{"relay": json.RawMessage(`{"hop":1}`)}})
	t.Cleanup(relay.Close)
	client := http.Client{Timeout: 10 * time.Second}
	resp, err := client.Post(relay.URL, "application/json", strings.NewReader(`{"threadId":"t"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp, string(body), err
}

// streaming is an agent that sends a text as its stream.
func streaming(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		io.WriteString(w, text)
	}
}

func TestEvents(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"a known event": {
			"data: {\"type\":\"STEP_STARTED\",\"stepName\":\"a\"}\n\n",
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"relay\":{\"hop\":1}},\"stepName\":\"a\"}\n\n",
		},
		"metadata that is there stays": {
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"a\":1.50,\"relay\":\"mine\"},\"stepName\":\"a\"}\n\n",
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"a\":1.50,\"relay\":\"mine\"},\"stepName\":\"a\"}\n\n",
		},
		"unknown properties, byte for byte": {
			"data:{\"type\":\"STEP_STARTED\",\"stepName\":\"a\",\"n\":[9007199254740993, 1.10]}\n\n",
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"relay\":{\"hop\":1}},\"stepName\":\"a\",\"n\":[9007199254740993, 1.10]}\n\n",
		},
		"line breaks inside of a kept value": {
			"data: {\"type\":\"CUSTOM\",\ndata:  \"name\":\"a\",\r\ndata: \"value\":{\ndata:   \"x\":\ndata:   1}}\n\n",
			"data: {\"type\":\"CUSTOM\",\"metadata\":{\"relay\":{\"hop\":1}},\"name\":\"a\",\"value\":{\ndata:   \"x\":\ndata:   1}}\n\n",
		},
		"an unknown event": {
			"data: {\"type\":\"RUN_PAUSED\",\"n\":9007199254740993}\n\n",
			"data: {\"metadata\":{\"relay\":{\"hop\":1}},\"n\":9007199254740993,\"type\":\"RUN_PAUSED\"}\n\n",
		},
		"an unknown event with metadata of another form": {
			"data: {\"type\":\"RUN_PAUSED\",\"metadata\":null}\n\n",
			"data: {\"type\":\"RUN_PAUSED\",\"metadata\":null}\n\n",
		},
		"a malformed event goes through": {
			"id: 7\ndata: {\"type\":\"STEP_STARTED\"}\n\ndata: not JSON\n\n",
			"id: 7\ndata: {\"type\":\"STEP_STARTED\"}\n\ndata: not JSON\n\n",
		},
		"comments and other fields": {
			": ping\n\nevent: x\ndata: {\"type\":\"STEP_STARTED\",\"stepName\":\"a\"}\nid: 7\n\n",
			": ping\n\nevent: x\nid: 7\ndata: {\"type\":\"STEP_STARTED\",\"metadata\":{\"relay\":{\"hop\":1}},\"stepName\":\"a\"}\n\n",
		},
		"the last empty line is missing": {
			"data: {\"type\":\"STEP_STARTED\",\"stepName\":\"a\"}",
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"relay\":{\"hop\":1}},\"stepName\":\"a\"}\n\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, got, err := relayed(t, streaming(test.in))
			if err != nil || got != test.want {
				t.Errorf("got  %q, %v\nwant %q", got, err, test.want)
			}
		})
	}
}

// TestEveryEventHasMetadata looks at every kind of event that the package defines.
func TestEveryEventHasMetadata(t *testing.T) {
	known := map[string]bool{"Event": true, "BaseEvent": true}
	for _, event := range []agui.Event{
		&agui.TextMessageStartEvent{}, &agui.TextMessageContentEvent{}, &agui.TextMessageEndEvent{},
		&agui.TextMessageChunkEvent{}, &agui.ToolCallStartEvent{}, &agui.ToolCallArgsEvent{}, &agui.ToolCallEndEvent{},
		&agui.ToolCallChunkEvent{}, &agui.ToolCallResultEvent{}, &agui.StateSnapshotEvent{}, &agui.StateDeltaEvent{},
		&agui.MessagesSnapshotEvent{}, &agui.ActivitySnapshotEvent{}, &agui.ActivityDeltaEvent{}, &agui.RawEvent{},
		&agui.CustomEvent{}, &agui.RunStartedEvent{}, &agui.RunFinishedEvent{}, &agui.RunErrorEvent{}, &agui.StepStartedEvent{},
		&agui.StepFinishedEvent{}, &agui.ReasoningStartEvent{}, &agui.ReasoningMessageStartEvent{},
		&agui.ReasoningMessageContentEvent{}, &agui.ReasoningMessageEndEvent{}, &agui.ReasoningMessageChunkEvent{},
		&agui.ReasoningEndEvent{}, &agui.ReasoningEncryptedValueEvent{}, &agui.SubagentStartedEvent{}, &agui.SubagentFinishedEvent{},
		&agui.SubagentErrorEvent{},
	} {
		known[reflect.TypeOf(event).Elem().Name()] = true
		metadataOf(event)
	}
	for _, definition := range agui.Definitions() {
		if strings.HasSuffix(definition, "Event") && !known[definition] {
			t.Errorf("%s was not looked at", definition)
		}
	}
}

// TestRequest holds what the agent gets, and an answer that is no stream.
func TestRequest(t *testing.T) {
	resp, got, err := relayed(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(http.StatusTeapot)
		io.WriteString(w, r.Method+" "+r.Header.Get("Accept")+" "+string(body))
	})
	if want := `POST text/event-stream {"threadId":"t"}`; err != nil || resp.StatusCode != http.StatusTeapot || got != want {
		t.Errorf("got %d %q, %v", resp.StatusCode, got, err)
	}
}

func TestAgentBreaksOff(t *testing.T) {
	_, got, err := relayed(t, func(w http.ResponseWriter, r *http.Request) {
		streaming("data: {\"type\":\"RUN_PAUSED\",\"metadata\":1}\n\n")(w, r)
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	if err == nil || !strings.Contains(got, "RUN_PAUSED") {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestNoAgent(t *testing.T) {
	upstream := httptest.NewServer(nil)
	upstream.Close()
	w := httptest.NewRecorder()
	(&Relay{Upstream: upstream.URL}).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{}")))
	if w.Code != http.StatusBadGateway {
		t.Errorf("got %d", w.Code)
	}
}
