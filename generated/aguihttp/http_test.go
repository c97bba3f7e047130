package aguihttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguiproto"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// echo answers with the text of the last message.
var echo = aguihttp.AgentFunc(func(_ context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
	last := in.Messages[len(in.Messages)-1].(*agui.UserMessage)
	chunk := agui.NewTextMessageChunkEvent()
	chunk.MessageID, chunk.Delta = agui.Ptr("m"), agui.Ptr(aguistream.PlainText(last.Content))
	return send(chunk)
})

func TestBothFormats(t *testing.T) {
	noGoroutineLeft(t)
	h := aguihttp.NewHandler(echo)
	h.Formats = append(h.Formats, frames)
	url := serve(t, h)
	for _, format := range []aguistream.Format{{}, aguistream.SSE, frames} {
		c := &aguihttp.Client{URL: url, Format: format}
		if got := outline(c.Run(context.Background(), said("hello"))); got != "RUN_STARTED, hello, RUN_FINISHED" {
			t.Errorf("%s: %s", format.MediaType, got)
		}
	}
}

// What a start declares is what the agent says, and ours where the handler starts the run.
func TestVersion(t *testing.T) {
	start := agui.NewRunStartedEvent("t", "r")
	for want, agent := range map[string]aguihttp.Agent{"": sends(start), agui.ProtocolVersion: sends()} {
		relay := serve(t, aguihttp.NewHandler(&aguihttp.Client{URL: serve(t, aguihttp.NewHandler(agent))}))
		got := "nothing"
		for e, err := range (&aguihttp.Client{URL: relay}).Run(context.Background(), said("")) {
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := e.(*agui.RunStartedEvent); ok {
				got = ""
				if e.ProtocolVersion != nil {
					got = *e.ProtocolVersion
				}
			}
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// sent is what a client sends for an input.
func sent(t *testing.T, c aguihttp.Client, in *agui.RunAgentInput) string {
	t.Helper()
	body := ""
	c.URL = serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		body = string(data)
		w.WriteHeader(http.StatusNoContent)
	}))
	for _, err := range c.Run(context.Background(), in) {
		if status := new(aguihttp.StatusError); !errors.As(err, &status) {
			t.Errorf("%v", err)
		}
	}
	return body
}

// R1: the input that is sent lacks nothing, and has nothing that an agent would not know.
func TestClientInput(t *testing.T) {
	in := said("hi")
	in.Messages = append(in.Messages, agui.NewActivityMessage("a", "PLAN", nil))
	const message = `{"role":"user","id":"u","content":"hi"}`
	want := `{"threadId":"t","runId":"r","protocolVersion":"1.0","state":{},"messages":[` + message + `],"tools":[],"context":[],"forwardedProps":{}}`
	if got := sent(t, aguihttp.Client{}, in); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	in.ProtocolVersion, in.State, in.ForwardedProps = agui.Ptr("0.9"), json.RawMessage("[1]"), json.RawMessage(`"p"`)
	in.Extra = map[string]json.RawMessage{"new": json.RawMessage("1")}
	in.Resume = []agui.ResumeEntry{*agui.NewResumeEntry("i", agui.ResumeEntryStatusCancelled)}
	in.Messages = in.Messages[:1]
	want = `{"threadId":"t","runId":"r","protocolVersion":"0.9","state":[1],"messages":[` + message +
		`],"tools":[],"context":[],"forwardedProps":"p","resume":[{"interruptId":"i","status":"cancelled"}]}`
	if got := sent(t, aguihttp.Client{}, in); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := sent(t, aguihttp.Client{Raw: true}, in); !strings.Contains(got, `"new":1`) {
		t.Errorf("raw: %s", got)
	}
	null := said("")
	null.State, null.ForwardedProps = json.RawMessage("null"), json.RawMessage("null") // as a state that was set to null
	if got := sent(t, aguihttp.Client{}, null); !strings.Contains(got, `"state":{}`) || !strings.Contains(got, `"forwardedProps":{}`) {
		t.Errorf("got %s", got)
	}
	wrong := said("")
	wrong.Resume = []agui.ResumeEntry{{InterruptID: "i", Status: "perhaps"}}
	if got := outline((&aguihttp.Client{URL: "http://127.0.0.1:1"}).Run(context.Background(), wrong)); !strings.HasPrefix(got, "error: the input is not sent: /resume/0/status: ") {
		t.Error(got)
	}
}

// O3: a part that the protocol has retired becomes today's, on the way out and on the way in.
func TestRetiredInput(t *testing.T) {
	const old = `{"threadId":"t","runId":"r","messages":[{"id":"u","role":"user","content":[{"type":"binary","mimeType":"image/png","data":"AA=="}]}],"forwardedProps":null}`
	in := new(agui.RunAgentInput)
	if err := (&agui.Decoder{Keep: true, AllowNull: true}).Unmarshal([]byte(old), in); err != nil {
		t.Fatal(err)
	}
	var notes []aguistream.Note
	const part = `{"type":"image","source":{"type":"data","value":"AA==","mimeType":"image/png"}`
	if got := sent(t, aguihttp.Client{OnNote: func(n aguistream.Note) { notes = append(notes, n) }}, in); !strings.Contains(got, part) || len(notes) != 1 {
		t.Errorf("%s, told %v", got, notes)
	}
	var seen *agui.RunAgentInput
	h := aguihttp.NewHandler(aguihttp.AgentFunc(func(_ context.Context, in *agui.RunAgentInput, _ func(agui.Event) error) error {
		seen = in
		return nil
	}))
	told := 0
	h.OnNote = func(ctx context.Context, _ aguistream.Note) {
		if ctx.Value(http.ServerContextKey) != nil {
			told++
		}
	}
	post := func() int {
		response, err := http.Post(serve(t, h), "application/json", strings.NewReader(old))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		_, _ = io.ReadAll(response.Body)
		return response.StatusCode
	}
	if code := post(); code != 200 || seen == nil || !strings.Contains(seen.String(), part) || told != 2 {
		t.Errorf("%d %v, told %d times", code, seen, told)
	}
	if h.Upgrade = false; post() != http.StatusBadRequest {
		t.Error("an input of today with a null is taken")
	}
}

// O1: events that the protocol has retired become today's.
func TestRetiredEvents(t *testing.T) {
	const old = "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\ndata: {\"type\":\"THINKING_START\"}\n\n" +
		"data: {\"type\":\"THINKING_END\"}\n\ndata: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\",\"outcome\":null}\n\ndata: [DONE]\n\n"
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, old)
	}))
	notes := 0
	c := &aguihttp.Client{URL: url, OnNote: func(aguistream.Note) { notes++ }}
	if got := outline(c.Run(context.Background(), said(""))); got != "RUN_STARTED, REASONING_START, REASONING_END, RUN_FINISHED" || notes != 4 {
		t.Errorf("%s, told %d times", got, notes)
	}
	c.Raw = true
	if got := outline(c.Run(context.Background(), said(""))); !strings.HasPrefix(got, "RUN_STARTED, THINKING_START, THINKING_END, error: ") {
		t.Error(got)
	}
}

// A frame with an event of a newer protocol is left out, as the encoding cannot keep it; a malformed one is an error.
func TestNewerFrames(t *testing.T) {
	frame := func(e agui.Event) string {
		data, err := aguiproto.AppendFrame(nil, e)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	start, end := frame(agui.NewRunStartedEvent("t", "r")), frame(agui.NewRunFinishedEvent("t", "r"))
	for between, want := range map[string]string{
		"\x00\x00\x00\x06\x82\x02\x03\x0a\x01x": "RUN_STARTED, RUN_FINISHED",
		"\x00\x00\x00\x01\xff":                  "RUN_STARTED, error: ",
	} {
		url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", aguiproto.MediaType)
			_, _ = io.WriteString(w, start+between+end)
		}))
		if got := outline((&aguihttp.Client{URL: url, Format: frames}).Run(context.Background(), said(""))); !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestFilterToolCalls(t *testing.T) {
	chunk := func(id, name, delta string) agui.Event {
		e := agui.NewToolCallChunkEvent()
		if id != "" {
			e.ToolCallID = &id
		}
		if name != "" {
			e.ToolCallName = &name
		}
		e.Delta = &delta
		return e
	}
	agent := sends(agui.NewToolCallStartEvent("1", "search"), agui.NewToolCallArgsEvent("1", "{}"), agui.NewToolCallEndEvent("1"),
		agui.NewToolCallStartEvent("2", "delete"), agui.NewToolCallArgsEvent("2", "{}"), agui.NewToolCallEndEvent("2"),
		agui.NewToolCallResultEvent("m1", "1", agui.NewContentText("found")), agui.NewToolCallResultEvent("m2", "2", agui.NewContentText("gone")),
		chunk("3", "delete", "{"), chunk("", "", "}"), chunk("4", "search", "{}"), agui.NewTextMessageStartEvent("m3"),
		agui.NewTextMessageContentEvent("m3", "text"), agui.NewTextMessageEndEvent("m3"))
	var out []string
	for e, err := range aguihttp.FilterToolCalls(func(name string) bool { return name != "delete" })(agent).Run(context.Background(), said("")) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.(interface{ String() string }).String())
	}
	text := strings.Join(out, "\n")
	for _, id := range []string{`"2"`, `"3"`, "delete", "gone"} {
		if strings.Contains(text, id) {
			t.Errorf("%s is not left out of\n%s", id, text)
		}
	}
	if len(out) != 4+3+3 {
		t.Errorf("%d events\n%s", len(out), text)
	}
}

// R2: what was asked is answered at once, and what has expired is declined, or there is no run.
func TestConverse(t *testing.T) {
	asks := agui.NewRunFinishedEvent("t", "r")
	q := agui.NewInterrupt("i", "approval")
	q.ExpiresAt = agui.Ptr(time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	asks.Outcome = agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*q})
	var c aguistream.Conversation
	client := aguihttp.Converse(&c)(&aguihttp.Client{URL: serve(t, aguihttp.NewHandler(sends(asks)))})
	run := func(status agui.ResumeEntryStatus) string {
		in := said("hi")
		if status != "" {
			in.Resume = []agui.ResumeEntry{*agui.NewResumeEntry("i", status)}
		}
		return outline(client.Run(context.Background(), in))
	}
	if got := run(""); got != "RUN_STARTED, RUN_FINISHED" || len(c.Pending) != 1 || c.ThreadID != "t" {
		t.Fatal(got, c.Pending)
	}
	if got := run(""); got != `error: the run is not started: nothing answers "i"` {
		t.Error(got)
	}
	if got := run(agui.ResumeEntryStatusResolved); got != "RUN_STARTED, RUN_FINISHED" {
		t.Error(got)
	}
	c.Pending[0].ExpiresAt = agui.Ptr("2020-01-01T00:00:00Z")
	if got := run(agui.ResumeEntryStatusResolved); !strings.Contains(got, "expired at 2020-01-01T00:00:00Z") {
		t.Error(got)
	}
	if got := run(agui.ResumeEntryStatusCancelled); got != "RUN_STARTED, RUN_FINISHED" {
		t.Error(got)
	}
}

func TestProblem(t *testing.T) {
	response, err := http.Post(serve(t, aguihttp.NewHandler(echo)), "application/json",
		strings.NewReader(`{"threadId":"t","run_id":"r","messages":[{"role":"user","id":1,"content":""}]}`))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var p struct {
		Status int
		Errors []struct{ Pointer, Detail string }
	}
	if err := json.NewDecoder(response.Body).Decode(&p); err != nil {
		t.Fatal(err)
	}
	places := map[string]bool{}
	for _, e := range p.Errors {
		places[e.Pointer] = true
	}
	if p.Status != 400 || !places["/messages/0/id"] || !places[""] { // the second one lacks runId
		t.Errorf("%+v", p)
	}
}

// Nobody who does not name the binary encoding links protobuf.
func TestLinksNoProtobuf(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, path := range []string{"google.golang.org/protobuf", "/aguiproto", "/aguipb"} {
		if strings.Contains(string(out), path) {
			t.Errorf("aguihttp imports %s", path)
		}
	}
}
