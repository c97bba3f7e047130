package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
)

// relayed returns the answer of a relay before an agent.
func relayed(t *testing.T, agent http.HandlerFunc) string {
	t.Helper()
	log.SetOutput(io.Discard)
	upstream := httptest.NewServer(agent)
	t.Cleanup(upstream.Close)
	server := httptest.NewServer(relay(upstream.URL, agui.Metadata{"relay": json.RawMessage(`{"hop":1}`)}))
	t.Cleanup(server.Close)
	client := http.Client{Timeout: 10 * time.Second}
	resp, err := client.Post(server.URL, "application/json", strings.NewReader(`{"threadId":"t","runId":"r","messages":[],"new":1.50}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("%s: %v", resp.Status, err)
	}
	return string(body)
}

// streaming is an agent that sends a text as its stream, behind the start of a run.
func streaming(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		io.WriteString(w, started+text)
	}
}

const (
	started = "data: {\"type\":\"RUN_STARTED\",\"metadata\":{\"relay\":1},\"threadId\":\"t\",\"runId\":\"r\"}\n\n"
	ended   = "data: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n"
	broke   = "data: {\"type\":\"RUN_ERROR\",\"message\":\"the agent cannot be reached, or broke off\"}\n\n"
)

func TestEvents(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"a known event": {
			"data: {\"type\":\"STEP_STARTED\",\"stepName\":\"a\"}\n\n",
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"relay\":{\"hop\":1}},\"stepName\":\"a\"}\n\n" + ended,
		},
		"metadata that is there stays": {
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"a\":1.50,\"relay\":\"mine\"},\"stepName\":\"a\"}\n\n",
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"a\":1.50,\"relay\":\"mine\"},\"stepName\":\"a\"}\n\n" + ended,
		},
		"a shorthand stays one": {
			"data: {\"type\":\"TEXT_MESSAGE_CHUNK\",\"metadata\":{\"relay\":1},\"messageId\":\"a\",\"delta\":\"b\"}\n\n",
			"data: {\"type\":\"TEXT_MESSAGE_CHUNK\",\"metadata\":{\"relay\":1},\"messageId\":\"a\",\"delta\":\"b\"}\n\n" + ended,
		},
		"unknown properties, byte for byte": {
			"data:{\"type\":\"STEP_STARTED\",\"stepName\":\"a\",\"n\":[9007199254740993, 1.10]}\n\n",
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"relay\":{\"hop\":1}},\"stepName\":\"a\",\"n\":[9007199254740993, 1.10]}\n\n" + ended,
		},
		"line breaks inside of a kept value": {
			"data: {\"type\":\"CUSTOM\",\ndata:  \"name\":\"a\",\r\ndata: \"value\":{\ndata:   \"x\":\ndata:   1}}\n\n",
			"data: {\"type\":\"CUSTOM\",\"metadata\":{\"relay\":{\"hop\":1}},\"name\":\"a\",\"value\":{\ndata:   \"x\":\ndata:   1}}\n\n" + ended,
		},
		"an unknown event": {
			"data: {\"type\":\"RUN_PAUSED\",\"n\":9007199254740993}\n\n",
			"data: {\"metadata\":{\"relay\":{\"hop\":1}},\"n\":9007199254740993,\"type\":\"RUN_PAUSED\"}\n\n" + ended,
		},
		"an unknown event with metadata of another form": {
			"data: {\"type\":\"RUN_PAUSED\",\"metadata\":null}\n\n",
			"data: {\"type\":\"RUN_PAUSED\",\"metadata\":null}\n\n" + ended,
		},
		"comments and other fields are left out": {
			": ping\n\nevent: x\ndata: {\"type\":\"STEP_STARTED\",\"stepName\":\"a\"}\nid: 7\n\n",
			"data: {\"type\":\"STEP_STARTED\",\"metadata\":{\"relay\":{\"hop\":1}},\"stepName\":\"a\"}\n\n" + ended,
		},
		"a malformed event ends the run": {"data: {\"type\":\"STEP_STARTED\"}\n\n", broke},
	} {
		t.Run(name, func(t *testing.T) {
			if got := relayed(t, streaming(test.in)); got != started+test.want {
				t.Errorf("got  %q\nwant %q", got, started+test.want)
			}
		})
	}
}

// TestRequest holds what the agent gets.
func TestRequest(t *testing.T) {
	got := ""
	relayed(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = r.Method + " " + r.Header.Get("Accept") + " " + string(body)
		streaming("")(w, r)
	})
	if want := `POST text/event-stream {"threadId":"t","runId":"r","messages":[],"new":1.50}`; got != want {
		t.Errorf("got %q", got)
	}
}

// What the agent refuses, and what breaks off, fails the run.
func TestAgentFails(t *testing.T) {
	if got := relayed(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }); !strings.HasSuffix(got, broke) {
		t.Errorf("got %q", got)
	}
	got := relayed(t, func(w http.ResponseWriter, r *http.Request) {
		streaming("data: {\"type\":\"RUN_PAUSED\",\"metadata\":1}\n\n")(w, r)
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	if want := started + "data: {\"type\":\"RUN_PAUSED\",\"metadata\":1}\n\n" + broke; got != want {
		t.Errorf("got %q", got)
	}
}
