package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// script is an agent that answers one request after the other with these streams, and keeps the requests.
type script struct {
	contentType string
	answers     []string
	requests    []*agui.RunAgentInput
	accepted    []string
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	strict := agui.Decoder{Strict: true}
	input := new(agui.RunAgentInput)
	err := strict.Unmarshal(body, input)
	if err != nil || len(s.answers) == 0 {
		http.Error(w, "not in the script", http.StatusBadRequest)
		return
	}
	s.requests = append(s.requests, input)
	s.accepted = append(s.accepted, r.Header.Get("Accept"))
	w.Header().Set("Content-Type", s.contentType)
	io.WriteString(w, s.answers[0])
	s.answers = s.answers[1:]
}

// chat runs a conversation, and returns what the person sees.
func chat(t *testing.T, url, typed string, frames bool) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	var out strings.Builder
	err := NewClient(agent(url, frames), "t", &out).Chat(ctx, strings.NewReader(typed))
	return out.String(), err
}

// sse writes events as a stream, with an unknown one and a comment between them.
func sse(events ...string) string {
	return "\ufeffdata: " + strings.Join(events, "\n\n: ping\n\ndata: {\"type\":\"RUN_TINTED\"}\n\ndata: ") + "\n\n"
}

var interrupted = []string{
	`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`,
	`{"type":"TEXT_MESSAGE_START","messageId":"m"}`,
	`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"One "}`,
	`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"moment."}`,
	`{"type":"TEXT_MESSAGE_END","messageId":"m"}`,
	`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"rm","parentMessageId":"m"}`,
	`{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{}"}`,
	`{"type":"TOOL_CALL_END","toolCallId":"c"}`,
	`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"approval","message":"Sure?"}]}}`,
}

var resumed = []string{
	`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`,
	`{"type":"TOOL_CALL_RESULT","messageId":"n","toolCallId":"c","content":"ok"}`,
	`{"type":"TEXT_MESSAGE_CHUNK","messageId":"o","delta":"Do"}`,
	`{"type":"TEXT_MESSAGE_CHUNK","delta":"ne."}`,
	`{"type":"STATE_SNAPSHOT","snapshot":{"left":["a"]}}`,
	`{"type":"STATE_DELTA","delta":[{"op":"add","path":"/left/-","value":"b"}]}`,
	`{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/gone"}]}`,
	`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`,
}

// frames writes events as frames, behind one of a newer protocol: an envelope whose arm nobody knows.
func frames(t *testing.T, events []string) string {
	t.Helper()
	out := []byte{0, 0, 0, 5, 0xa2, 0x7d, 2, 0x0a, 0}
	for _, data := range events {
		event, err := agui.UnmarshalEvent([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if out, err = aguiproto.AppendFrame(out, event); err != nil {
			t.Fatal(err)
		}
	}
	return string(out)
}

// note is what is said of the last delta, which cannot be applied.
var note = regexp.MustCompile(`\(event \d+: STATE_DELTA[^)]*\)`)

const seen = "> One moment.\n[rm {}]\nSure? [y/N] [= ok]\nDone.\n{state {\"left\":[\"a\"]}}\n{state {\"left\":[\"a\",\"b\"]}}\n" +
	"(event NUMBER)\n> \n"

func TestInterruptAndResume(t *testing.T) {
	for name, agent := range map[string]*script{
		"server-sent events": {contentType: "text/event-stream; charset=utf-8", answers: []string{sse(interrupted...), sse(resumed...)}},
		"frames":             {contentType: aguiproto.MediaType, answers: []string{frames(t, interrupted), frames(t, resumed)}},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(agent)
			defer server.Close()
			got, err := chat(t, server.URL, "clean up\ny\n", name == "frames")
			got = note.ReplaceAllString(got, "(event NUMBER)")
			if err != nil || got != seen {
				t.Errorf("got %q, %v\nwant %q", got, err, seen)
			}
			if accept := map[string]string{"frames": aguiproto.MediaType + ", text/event-stream;q=0.5"}[name]; accept != "" && agent.accepted[0] != accept {
				t.Errorf("asked for %q", agent.accepted[0])
			}
			const want = `[{"role":"user","id":"t-user-1","content":"clean up"},` +
				`{"role":"assistant","id":"m","content":"One moment.","toolCalls":[{"id":"c","type":"function","function":{"name":"rm","arguments":"{}"}}]}]` +
				`[{"interruptId":"i","status":"resolved","payload":{"approved":true}}]`
			if got := requestText(t, agent.requests[1]); got != want {
				t.Errorf("the second request carries\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// requestText returns the conversation and the answers of a request.
func requestText(t *testing.T, input *agui.RunAgentInput) string {
	t.Helper()
	out := []byte("[")
	for i, m := range input.Messages {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = agui.AppendMessage(out, m); err != nil {
			t.Fatal(err)
		}
	}
	out = append(out, "]["...)
	for _, entry := range input.Resume {
		var err error
		if out, err = entry.AppendJSON(out); err != nil {
			t.Fatal(err)
		}
	}
	return string(append(out, ']'))
}

func TestNoAnswer(t *testing.T) {
	agent := &script{contentType: "text/event-stream", answers: []string{sse(interrupted...), sse(resumed...)}}
	server := httptest.NewServer(agent)
	defer server.Close()
	if _, err := chat(t, server.URL, "clean up", false); err != nil {
		t.Fatal(err)
	}
	if got := agent.requests[1].Resume[0]; got.Status != agui.ResumeEntryStatusCancelled || got.Payload != nil {
		t.Errorf("answered %+v", got)
	}
}

func TestFailures(t *testing.T) {
	for name, test := range map[string]struct{ contentType, answer, want string }{
		"the run fails":     {"text/event-stream", sse(`{"type":"RUN_ERROR","message":"no model"}`), "the run failed: no model"},
		"the stream ends":   {"text/event-stream", sse(interrupted[0]), "the stream ended without the end of a run"},
		"a malformed event": {"text/event-stream", sse(`{"type":"RUN_ERROR"}`), `missing required property "message"`},
		"half an event":     {"text/event-stream", `data: {"type":"RUN_FINISHED"`, "byte "},
		"half a frame":      {aguiproto.MediaType, "\x00\x00\x00\x09\x08", "inside of a frame"},
		"something else":    {"text/html", "<p>", `its content type is "text/html"`},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(&script{contentType: test.contentType, answers: []string{test.answer}})
			defer server.Close()
			if _, err := chat(t, server.URL, "hello\n", test.contentType == aguiproto.MediaType); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
	server := httptest.NewServer(&script{})
	defer server.Close()
	if _, err := chat(t, server.URL, "hello\n", false); err == nil || err.Error() != `the agent answered 400 Bad Request: "not in the script\n"` {
		t.Errorf("got %v", err)
	}
}

// TestWithAgent talks to the agent of the other example, in both forms.
func TestWithAgent(t *testing.T) {
	if _, err := os.Stat("../agent"); errors.Is(err, fs.ErrNotExist) {
		t.Skip("a copy of this example: needs ../agent")
	}
	url := startAgent(t)
	const typed = "list\ndelete milk\ny\ndelete taxes\nn\nlist\n"
	const want = `> Your notes: milk, taxes.
> I need your approval for that.
[delete_note {"note":"milk"}]
{state {"notes":["milk","taxes"]}}
Delete the note "milk"? [y/N] [= deleted]
I deleted "milk".
{state {"notes":["taxes"]}}
> I need your approval for that.
[delete_note {"note":"taxes"}]
{state {"notes":["taxes"]}}
Delete the note "taxes"? [y/N] [= declined]
I keep "taxes".
{state {"notes":["taxes"]}}
> Your notes: taxes.
> 
`
	if got, err := chat(t, url, typed, false); err != nil || got != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
	const left = "> Your notes: taxes.\n> There is no note \"milk\".\n> \n"
	if got, err := chat(t, url, "list\ndelete milk\n", true); err != nil || got != left {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, left)
	}
}

// startAgent builds the other example and returns its URL.
func startAgent(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "agent")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
	build.Dir = filepath.Join("..", "agent")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	agent := exec.CommandContext(t.Context(), program, "-listen", "127.0.0.1:0", "-pause", "0s")
	out, err := agent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		agent.Process.Kill()
		agent.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		t.Fatalf("the agent says %q, %v", line, err)
	}
	return url
}
