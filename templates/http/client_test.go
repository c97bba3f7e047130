package http

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	agui "github.com/aguigen/aguigen/templates/runtime"
	aguistream "github.com/aguigen/aguigen/templates/stream"
)

const whole = `data: {"kind":"begin","id":"r","other":"t"}

data: {"kind":"note","id":"n","text":"a"}

data: {"kind":"end","id":"r"}

`

// answers is a server that answers all requests with the same.
func answers(t testing.TB, status int, contentType, body string) string {
	t.Helper()
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})).URL
}

func TestClient(t *testing.T) {
	noGoroutineLeft(t)
	url := answers(t, 200, "text/event-stream; charset=utf-8", whole)
	c := &Client{URL: url}
	if got := kinds(c.Run(context.Background(), &xRequest{})); got != "begin r, open n, more n, close n, end r" {
		t.Error(got)
	}
	c.Raw = true
	if got := kinds(c.Run(context.Background(), &xRequest{})); got != "begin r, note n, end r" {
		t.Error(got)
	}
}

// The order is verified, the end included, unless the stream is to be raw.
func TestClientVerifies(t *testing.T) {
	cut := strings.TrimSuffix(whole, "data: {\"kind\":\"end\",\"id\":\"r\"}\n\n")
	for body, want := range map[string]string{
		cut:                            `begin r, open n, more n, error: after event 3: the stream ended without the end of a run`,
		"":                             `error: after event 0: the stream ended without the end of a run`,
		`data: {"kind":"more"}` + "\n": `error: event 1: more cannot be first: a stream begins with the start of a run`,
	} {
		c := &Client{URL: answers(t, 200, "text/event-stream", body)}
		if got := kinds(c.Run(context.Background(), &xRequest{})); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		c.Raw = true
		if got := kinds(c.Run(context.Background(), &xRequest{})); strings.Contains(got, "error") {
			t.Errorf("raw: %s", got)
		}
	}
}

// The request says what it is, and the input lacks nothing.
func TestClientRequest(t *testing.T) {
	var got *http.Request
	var body string
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		got, body = r, string(data)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, whole)
	})).URL
	c := &Client{URL: url, Header: http.Header{"Authorization": {"secret"}, "Accept": {"mine"}}}
	in := &xRequest{}
	kinds(c.Run(context.Background(), in))
	if got.Method != http.MethodPost || got.Header.Get("Accept") != "text/event-stream" || got.Header.Get("Content-Type") != "application/json" ||
		got.Header.Get("Authorization") != "secret" {
		t.Errorf("%s %v", got.Method, got.Header)
	}
	const uuid = `"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"`
	if !regexp.MustCompile(`^{"Thread":` + uuid + `,"Run":` + uuid + `,`).MatchString(body) {
		t.Error(body)
	}
	if in.Thread != "" || in.Run != "" || c.Header.Get("Accept") != "mine" {
		t.Errorf("what the caller has is changed: %+v %v", in, c.Header)
	}
	c.Raw = true
	c.Format = aguistream.Format{MediaType: "a/frames"}
	kinds(c.Run(context.Background(), in))
	if !strings.HasPrefix(body, `{"Thread":"","Run":""`) || got.Header.Get("Accept") != "a/frames, text/event-stream;q=0.5" {
		t.Errorf("%s %s", body, got.Header.Get("Accept"))
	}
	c.Raw, body = false, ""
	if got := kinds(c.Run(context.Background(), &xRequest{Thread: "!"})); !strings.HasPrefix(got, "error: the input is not sent: /Thread") || body != "" {
		t.Errorf("%s, sent %q", got, body)
	}
	if got := kinds(c.Run(context.Background(), nil)); got != "error: the run has no input" {
		t.Error(got)
	}
}

func TestClientStatus(t *testing.T) {
	noGoroutineLeft(t)
	for _, tt := range []struct {
		code  int
		body  string
		limit int
	}{{400, `{"title":"Bad Request"}`, 0}, {500, strings.Repeat("x", 1<<20), 64 << 10}, {204, "", 0}, {304, "", 0}} {
		var status *StatusError
		for _, err := range (&Client{URL: answers(t, tt.code, "text/event-stream", tt.body)}).Run(context.Background(), &xRequest{}) {
			if !errors.As(err, &status) {
				t.Fatal(err)
			}
		}
		if tt.limit > 0 {
			tt.body = tt.body[:tt.limit]
		}
		if status == nil || status.Code != tt.code || string(status.Body) != tt.body {
			t.Errorf("%d: %v", tt.code, status)
		} else if text := status.Error(); !strings.HasPrefix(text, fmt.Sprintf("the agent answered %d %s: ", tt.code, http.StatusText(tt.code))) || len(text) > 500 {
			t.Error(text)
		}
	}
}

func TestClientRedirects(t *testing.T) {
	to := answers(t, 200, "text/event-stream", whole)
	for _, code := range []int{301, 302, 303, 307, 308} {
		url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, code) })).URL
		var status *StatusError
		for _, err := range (&Client{URL: url}).Run(context.Background(), &xRequest{}) {
			errors.As(err, &status)
		}
		if status == nil || status.Code != code {
			t.Errorf("%d: %v", code, status)
		}
		follows := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return nil }}
		if got := kinds((&Client{URL: url, HTTP: follows}).Run(context.Background(), &xRequest{})); strings.Contains(got, "error") {
			t.Errorf("%d, followed: %s", code, got)
		}
	}
}

func TestClientContentType(t *testing.T) {
	frames := aguistream.Format{MediaType: "a/frames", Read: aguistream.SSE.Read}
	for contentType, is := range map[string]bool{
		"text/event-stream": true, "Text/Event-Stream; charset=x": true, "a/frames; v=1": true, "text/html": false, "application/json": false, "": false,
		"text/event-streams": false, ";": false,
	} {
		c := &Client{URL: answers(t, 200, contentType, whole), Format: frames}
		var failed error
		for _, err := range c.Run(context.Background(), &xRequest{}) {
			failed = err
		}
		if is != (failed == nil) || !is && !errors.Is(failed, ErrNotStream) {
			t.Errorf("%q: %v", contentType, failed)
		}
	}
	if got := kinds((&Client{URL: answers(t, 200, "a/frames", whole)}).Run(context.Background(), &xRequest{})); !strings.Contains(got, `"a/frames"`) {
		t.Errorf("a format that was not asked for: %s", got)
	}
}

func TestClientReads(t *testing.T) {
	c := &Client{URL: answers(t, 200, "text/event-stream", whole), MaxEvent: 20}
	var failed error
	for _, err := range c.Run(context.Background(), &xRequest{}) {
		failed = err
	}
	if !errors.Is(failed, aguistream.ErrTooLarge) {
		t.Error(failed)
	}
	met := 0
	c = &Client{URL: c.URL, Decoder: agui.Decoder{OnUnknown: func(agui.Unknown) { met++ }}}
	if got := kinds(c.Run(context.Background(), &xRequest{})); strings.Contains(got, "error") {
		t.Error(got)
	}
	for _, url := range []string{"::", "http://127.0.0.1:1/", "ftp://x"} {
		if got := kinds((&Client{URL: url}).Run(context.Background(), &xRequest{})); !strings.HasPrefix(got, "error: ") {
			t.Errorf("%s: %s", url, got)
		}
	}
}

// waiting is a server whose stream begins and then stands still.
func waiting(t testing.TB) (url string, left <-chan bool) {
	t.Helper()
	gone := make(chan bool, 1)
	server := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, `data: {"kind":"begin","id":"r"}`+"\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		gone <- true
	}))
	return server.URL, gone
}

// A loop that ends, and a context that ends, end the request.
func TestClientLeavesEarly(t *testing.T) {
	noGoroutineLeft(t)
	wait := func(left <-chan bool) {
		select {
		case <-left:
		case <-time.After(patience):
			t.Error("the server still has its client")
		}
	}
	url, left := waiting(t)
	for range (&Client{URL: url}).Run(context.Background(), &xRequest{}) {
		break
	}
	wait(left)
	url, left = waiting(t)
	reason := errors.New("reason")
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	var failed error
	for _, err := range (&Client{URL: url}).Run(ctx, &xRequest{}) {
		failed = err
		cancel(reason)
	}
	if failed != reason {
		t.Errorf("the loop ended with %v", failed)
	}
	wait(left)
	for _, err := range (&Client{URL: url}).Run(ctx, &xRequest{}) {
		if err != reason {
			t.Errorf("a run that begins after its context: %v", err)
		}
	}
	url, _ = waiting(t)
	ctx, end := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer end()
	for _, err := range (&Client{URL: url}).Run(ctx, &xRequest{}) {
		failed = err
	}
	if failed != context.DeadlineExceeded {
		t.Errorf("at the deadline: %v", failed)
	}
}

// A relay is a handler over a client. What it passes on is not changed.
func TestRelay(t *testing.T) {
	noGoroutineLeft(t)
	agent := serve(t, NewHandler(sends(event("note", "n", "a"), event("future", "x"))))
	relay := serve(t, NewHandler(&Client{URL: agent.URL, Raw: true}))
	direct, _ := io.ReadAll(post(t, agent.URL, input).Body)
	relayed, _ := io.ReadAll(post(t, relay.URL, input).Body)
	if string(direct) != string(relayed) || !strings.Contains(string(relayed), "future") {
		t.Errorf("got  %s\nwant %s", relayed, direct)
	}
}

// A relay whose client leaves leaves its agent too, and one whose agent is cut off fails the run.
func TestRelayEnds(t *testing.T) {
	noGoroutineLeft(t)
	url, left := waiting(t)
	relay := serve(t, NewHandler(&Client{URL: url}))
	response := post(t, relay.URL, input)
	_, _ = response.Body.Read(make([]byte, 10))
	_ = response.Body.Close()
	select {
	case <-left:
	case <-time.After(patience):
		t.Error("the relay still listens to its agent")
	}
	h := NewHandler(&Client{URL: answers(t, 200, "text/event-stream", `data: {"kind":"begin","id":"r"}`)})
	h.OnError = func(_ context.Context, err error) string { return err.Error() }
	same(t, answer(t, h), "begin r", "fail  after event 1: the stream ended without the end of a run")
}
