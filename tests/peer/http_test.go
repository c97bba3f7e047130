package peer

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguiproto"
	"github.com/aguigen/aguigen/generated/aguistream"
)

var frames = aguistream.Format{MediaType: aguiproto.MediaType, Append: aguiproto.AppendFrame, Read: aguiproto.ReadFrames}

// official is the reference implementation: a server at url, and a client that does jobs.
type official struct {
	t       *testing.T
	url     string
	jobs    *json.Encoder
	answers *bufio.Reader
}

func startOfficial(t *testing.T) *official {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	cmd := exec.CommandContext(ctx, "node", "http.mjs")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaints strings.Builder
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v: run make peer, which installs the packages", err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("node http.mjs: %v\n%s", err, complaints.String())
		}
		cancel()
	})
	o := &official{t: t, jobs: json.NewEncoder(in), answers: bufio.NewReader(out)}
	line, err := o.answers.ReadString('\n')
	if err != nil {
		t.Fatalf("%v: run make peer, which installs the packages", err)
	}
	o.url = strings.TrimSpace(line)
	return o
}

// job is what the official client is to do.
type job struct {
	URL        string           `json:"url"`
	Accept     string           `json:"accept"`
	Steps      []map[string]any `json:"steps"`
	AbortAfter int              `json:"abortAfter,omitempty"`
}

// saw is what the official client has after a run.
type saw struct {
	Messages, Pending []map[string]any
	State, Result     any
	Types             []string
	Error, RunError   string
}

func (o *official) do(j job) []saw {
	o.t.Helper()
	if err := o.jobs.Encode(j); err != nil {
		o.t.Fatal(err)
	}
	line, err := o.answers.ReadBytes('\n')
	if err != nil {
		o.t.Fatal(err)
	}
	var list []saw
	if err := json.Unmarshal(line, &list); err != nil {
		o.t.Fatalf("%v in %s", err, line)
	}
	if len(list) != len(j.Steps) {
		o.t.Fatalf("%d answers to %d steps", len(list), len(j.Steps))
	}
	return list
}

// step is a step of a job: what is done, and to what.
func step(what string, value any) map[string]any { return map[string]any{what: value} }

func eachEncoding(t *testing.T, test func(t *testing.T, format aguistream.Format)) {
	t.Run("sse", func(t *testing.T) { test(t, aguistream.SSE) })
	t.Run("frames", func(t *testing.T) { test(t, frames) })
}

const (
	deltas = 10_000
	large  = 5 << 20
)

// agent is ours. It does what the last message says.
func agent(_ context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
	all := func(events ...agui.Event) error {
		for _, e := range events {
			if err := send(e); err != nil {
				return err
			}
		}
		return nil
	}
	if len(in.Resume) > 0 {
		return all(agui.NewToolCallResultEvent("result", "call", agui.NewContentText(string(in.Resume[0].Payload))))
	}
	switch text := aguistream.PlainText(in.Messages[len(in.Messages)-1].(*agui.UserMessage).Content); text {
	case "count":
		id := fmt.Sprintf("answer-%d", len(in.Messages))
		return all(agui.NewTextMessageStartEvent(id), agui.NewTextMessageContentEvent(id, fmt.Sprintf("%d messages", len(in.Messages))), agui.NewTextMessageEndEvent(id))
	case "ask":
		finished := agui.NewRunFinishedEvent(in.ThreadID, in.RunID)
		finished.Outcome = agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*agui.NewInterrupt("question", "approval")})
		return all(agui.NewToolCallStartEvent("call", "delete"), agui.NewToolCallArgsEvent("call", `{"a":`), agui.NewToolCallArgsEvent("call", `"ü"}`),
			agui.NewToolCallEndEvent("call"), finished)
	case "fail":
		return fmt.Errorf("secret")
	case "panic":
		panic("secret")
	case "large":
		return all(agui.NewStateSnapshotEvent([]byte(`"` + strings.Repeat("x", large) + `"`)))
	case "many":
		if err := send(agui.NewTextMessageStartEvent("many")); err != nil {
			return err
		}
		for i := range deltas {
			if err := send(agui.NewTextMessageContentEvent("many", fmt.Sprintf("%d ", i))); err != nil {
				return err
			}
		}
		return send(agui.NewTextMessageEndEvent("many"))
	default:
		return fmt.Errorf("%q?", text)
	}
}

// numbers is the text of the many deltas.
func numbers() string {
	var b strings.Builder
	for i := range deltas {
		fmt.Fprintf(&b, "%d ", i)
	}
	return b.String()
}

// TestOfficialClient lets the official client talk to our handler.
func TestOfficialClient(t *testing.T) {
	o := startOfficial(t)
	h := aguihttp.NewHandler(aguihttp.AgentFunc(agent))
	h.Formats = append(h.Formats, frames)
	h.OnError = func(context.Context, error) string { return "" }
	server := httptest.NewServer(h)
	defer server.Close()
	eachEncoding(t, func(t *testing.T, format aguistream.Format) {
		run := func(steps ...map[string]any) []saw {
			t.Helper()
			list := o.do(job{URL: server.URL, Accept: format.MediaType, Steps: steps})
			for _, s := range list {
				if s.Error != "" {
					t.Error(s.Error)
				}
			}
			return list
		}
		turns := run(step("say", "count"), step("say", "count"))
		if m := turns[1].Messages; len(m) != 4 || m[1]["content"] != "1 messages" || m[3]["content"] != "3 messages" {
			t.Errorf("two turns: %v", m)
		}
		asked := run(step("say", "ask"), step("resume", map[string]any{"ok": true}))
		if len(asked[0].Pending) != 1 || asked[0].Pending[0]["id"] != "question" || len(asked[1].Pending) != 0 {
			t.Errorf("pending: %v, then %v", asked[0].Pending, asked[1].Pending)
		}
		call, _ := json.Marshal(asked[1].Messages[1]["toolCalls"])
		if string(call) != `[{"function":{"arguments":"{\"a\":\"ü\"}","name":"delete"},"id":"call","type":"function"}]` ||
			asked[1].Messages[2]["role"] != "tool" || asked[1].Messages[2]["content"] != `{"ok":true}` {
			t.Errorf("the tool: %v", asked[1].Messages)
		}
		for _, text := range []string{"fail", "panic"} {
			if s := run(step("say", text))[0]; s.RunError != "the run failed" {
				t.Errorf("%s: %+v", text, s)
			}
		}
		if s, _ := run(step("say", "large"))[0].State.(string); len(s) != large {
			t.Errorf("a state of %d bytes", len(s))
		}
		if m := run(step("say", "many"))[0].Messages; m[len(m)-1]["content"] != numbers() {
			t.Error("the deltas are not those that were sent")
		}
	})
}

// TestOfficialClientAborts lets the official client leave in the middle of a run, which ends our agent.
func TestOfficialClientAborts(t *testing.T) {
	o := startOfficial(t)
	ended := make(chan error, 1)
	h := aguihttp.NewHandler(aguihttp.AgentFunc(func(ctx context.Context, _ *agui.RunAgentInput, send func(agui.Event) error) error {
		if err := send(agui.NewStateSnapshotEvent([]byte("1"))); err != nil {
			return err
		}
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return ctx.Err()
	}))
	h.Formats = append(h.Formats, frames)
	server := httptest.NewServer(h)
	defer server.Close()
	eachEncoding(t, func(t *testing.T, format aguistream.Format) {
		s := o.do(job{URL: server.URL, Accept: format.MediaType, Steps: []map[string]any{step("say", "x")}, AbortAfter: 2})[0]
		if !slices.Contains(s.Types, "STATE_SNAPSHOT") || s.Error != "" {
			t.Errorf("%+v", s)
		}
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			t.Error("the agent goes on")
		}
	})
}

// TestOfficialServer lets our client talk to a server with the official encoder.
func TestOfficialServer(t *testing.T) {
	o := startOfficial(t)
	begin, end := agui.NewRunStartedEvent("t", "r"), agui.NewRunFinishedEvent("t", "r")
	texts := func(events ...agui.Event) json.RawMessage {
		data, err := json.Marshal(map[string]any{"events": events})
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	eachEncoding(t, func(t *testing.T, format aguistream.Format) {
		var c aguistream.Conversation
		c.ThreadID = "t"
		talk := aguihttp.Converse(&c)(&aguihttp.Client{URL: o.url, Format: format})
		run := func(props json.RawMessage, resume ...agui.ResumeEntry) (failed error) {
			in, err := c.Input("r")
			if err != nil {
				t.Fatal(err)
			}
			in.ForwardedProps, in.Resume = props, resume
			for _, err := range talk.Run(context.Background(), in) {
				failed = err
			}
			return failed
		}
		asks := agui.NewRunFinishedEvent("t", "r")
		asks.Outcome = agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*agui.NewInterrupt("question", "approval")})
		if err := run(texts(begin, agui.NewToolCallStartEvent("call", "f"), agui.NewToolCallArgsEvent("call", "{}"), agui.NewToolCallEndEvent("call"), asks)); err != nil {
			t.Fatal(err)
		}
		if err := run(texts(begin, end)); err == nil || len(c.Pending) != 1 {
			t.Errorf("a question without an answer: %v, pending %v", err, c.Pending)
		}
		if err := run(texts(begin, agui.NewToolCallResultEvent("result", "call", agui.NewContentText("done")), agui.NewTextMessageStartEvent("m"),
			agui.NewTextMessageContentEvent("m", "grüße 👋"), agui.NewTextMessageEndEvent("m"), end), *agui.NewResumeEntry("question", agui.ResumeEntryStatusCancelled)); err != nil {
			t.Fatal(err)
		}
		if len(c.Messages) != 3 || fmt.Sprint(c.Messages[2]) != `{"role":"assistant","id":"m","content":"grüße 👋"}` || len(c.Pending) != 0 {
			t.Errorf("%v, pending %v", c.Messages, c.Pending)
		}
		if err := run(texts(begin, agui.NewRunErrorEvent("no"))); err != nil {
			t.Errorf("a failed run: %v", err)
		}
		if err := run(json.RawMessage(`{"status":503}`)); err == nil || err.Error() != `the agent answered 503 Service Unavailable: "refused"` {
			t.Error(err)
		}
		if err := run(json.RawMessage(strings.Replace(string(texts(begin, agui.NewStateSnapshotEvent([]byte("7")))), "{", `{"cut":true,`, 1))); err == nil || string(c.State()) != "7" {
			t.Errorf("a stream that is cut: %v, state %s", err, c.State())
		}
		state := `"` + strings.Repeat("x", large) + `"`
		if err := run(texts(begin, agui.NewStateSnapshotEvent([]byte(state)), end)); err != nil || string(c.State()) != state {
			t.Errorf("%v, %d bytes of state", err, len(c.State()))
		}
		c.SetState(nil)
		list := []agui.Event{begin, agui.NewTextMessageStartEvent("many")}
		for i := range deltas {
			list = append(list, agui.NewTextMessageContentEvent("many", fmt.Sprintf("%d ", i)))
		}
		if err := run(texts(append(list, agui.NewTextMessageEndEvent("many"), end)...)); err != nil {
			t.Fatal(err)
		}
		if m := c.Messages[len(c.Messages)-1].(*agui.AssistantMessage); *m.Content != numbers() {
			t.Error("the deltas are not those that were sent")
		}
	})
}

// leftEarly is how many clients have left the official server early.
func (o *official) leftEarly() string {
	o.t.Helper()
	response, err := http.Get(o.url)
	if err != nil {
		o.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, _ := io.ReadAll(response.Body)
	return string(body)
}

// TestOurClientLeaves ends a loop in the middle of a stream that stands still, which the server notices.
func TestOurClientLeaves(t *testing.T) {
	o := startOfficial(t)
	in := agui.NewRunAgentInput("t", "r", nil)
	in.ForwardedProps = json.RawMessage(`{"hold":true,"events":[{"type":"RUN_STARTED","threadId":"t","runId":"r"}]}`)
	var n atomic.Int32
	eachEncoding(t, func(t *testing.T, format aguistream.Format) {
		for _, err := range (&aguihttp.Client{URL: o.url, Format: format}).Run(context.Background(), in) {
			if err != nil {
				t.Fatal(err)
			}
			break
		}
		want := fmt.Sprint(n.Add(1))
		for end := time.Now().Add(20 * time.Second); o.leftEarly() != want; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s clients have left, want %s", o.leftEarly(), want)
			}
		}
	})
}
