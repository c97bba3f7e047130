package http

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	agui "github.com/aguigen/aguigen/templates/runtime"
	aguistream "github.com/aguigen/aguigen/templates/stream"
)

func TestRefusals(t *testing.T) {
	h := NewHandler(sends())
	h.MaxBody = 100
	for _, tt := range []struct {
		name, method, body string
		header             []string
		status             int
		detail             string // a part of it
		pointer            string
	}{
		{"another method", http.MethodGet, "", nil, 405, "not by GET", ""},
		{"no content type", "", input, []string{"Content-Type", ""}, 415, "no Content-Type", ""},
		{"another content type", "", input, []string{"Content-Type", "text/plain"}, 415, "not text/plain", ""},
		{"a form of another origin", "", input, []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", "https://example.org"}, 415, "not application/x-www", ""},
		{"a form of a page", "", input, []string{"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "none"}, 415, "not application/x-www", ""},
		{"packed", "", input, []string{"Content-Encoding", "gzip"}, 415, "encoded as gzip", ""},
		{"another accept", "", input, []string{"Accept", "text/html"}, 406, "sent as text/event-stream", ""},
		{"too large", "", strings.Repeat(" ", 101) + input, nil, 413, "more than 100 bytes", ""},
		{"no JSON", "", "{", nil, 400, "unexpected end", ""},
		{"a member that is missing", "", "{}", nil, 400, "the thread is missing", "/Thread"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.method == "" {
				tt.method = http.MethodPost
			}
			request := httptest.NewRequest(tt.method, "/", strings.NewReader(tt.body))
			request.Header.Set("Content-Type", "application/json")
			for i := 0; i < len(tt.header); i += 2 {
				request.Header.Set(tt.header[i], tt.header[i+1])
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, request)
			var p struct {
				Title, Detail string
				Status        int
				Errors        []struct{ Pointer, Detail string }
			}
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
				t.Fatal(err)
			}
			if w.Code != tt.status || p.Status != tt.status || p.Title != http.StatusText(tt.status) || !strings.Contains(p.Detail, tt.detail) {
				t.Errorf("%d %+v, want %d %s", w.Code, p, tt.status, tt.detail)
			}
			if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
				t.Error(got)
			}
			if tt.status == 405 && w.Header().Get("Allow") != "POST" {
				t.Errorf("allowed is %q", w.Header().Get("Allow"))
			}
			if tt.status == 400 && (len(p.Errors) != 1 || p.Errors[0].Pointer != tt.pointer || p.Errors[0].Detail == "") {
				t.Errorf("%+v, want the place %q", p.Errors, tt.pointer)
			}
		})
	}
}

// A body that is broken off, and one that says that it is longer, are no input.
func TestBodyThatBreaksOff(t *testing.T) {
	request := httptest.NewRequest(http.MethodPost, "/", io.MultiReader(strings.NewReader(input), iotestError{}))
	request.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	NewHandler(sends()).ServeHTTP(w, request)
	if w.Code != 400 || !strings.Contains(w.Body.String(), "cannot be read: broken off") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

type iotestError struct{}

func (iotestError) Read([]byte) (int, error) { return 0, errors.New("broken off") }

func TestAccepted(t *testing.T) {
	h := NewHandler(sends())
	for _, contentType := range []string{"application/json", "Application/JSON; charset=utf-8", "application/x-www-form-urlencoded"} {
		response := post(t, serve(t, h).URL, input, "Content-Type", contentType, "Accept", "*/*")
		header := response.Header
		if response.StatusCode != 200 || header.Get("Content-Type") != "text/event-stream" || header.Get("Cache-Control") != "no-cache" ||
			header.Get("X-Accel-Buffering") != "no" || header.Get("Vary") != "" {
			t.Errorf("%s: %s %v", contentType, response.Status, header)
		}
		same(t, outline(t, response.Body), "begin r", "end r")
	}
	frames := aguistream.Format{MediaType: "a/frames", Append: func(dst []byte, e xItem) ([]byte, error) { return append(dst, e.Kind+"!"...), nil }}
	for _, formats := range [][]aguistream.Format{{frames}, {aguistream.SSE, frames}} {
		h.Formats = formats
		response := post(t, serve(t, h).URL, input, "Accept", "text/event-stream;q=0.5, a/frames")
		if body, _ := io.ReadAll(response.Body); string(body) != "begin!end!" || response.Header.Get("Vary") != "Accept" {
			t.Errorf("%s %v", body, response.Header)
		}
	}
}

// Each event arrives before the next one is sent.
func TestFlush(t *testing.T) {
	next := make(chan bool)
	server := serve(t, NewHandler(AgentFunc(func(_ context.Context, _ *xRequest, send func(xItem) error) error {
		for i := range 3 {
			if err := send(event("custom", strconv.Itoa(i))); err != nil {
				return err
			}
			<-next
		}
		return nil
	})))
	lines := bufio.NewScanner(post(t, server.URL, input).Body)
	read := func() string {
		for lines.Scan() {
			if lines.Text() != "" {
				return lines.Text()
			}
		}
		return ""
	}
	if got := read(); !strings.Contains(got, "begin") {
		t.Error(got)
	}
	for i := range 3 {
		if got := read(); !strings.Contains(got, `"id":"`+strconv.Itoa(i)+`"`) {
			t.Errorf("event %d: %s", i, got)
		}
		next <- true
	}
}

// writes counts the writes to a response, the first of which waits.
type writes struct {
	*httptest.ResponseRecorder
	n     atomic.Int32
	first chan struct{}
}

func (w *writes) Write(p []byte) (int, error) {
	if w.n.Add(1) == 1 {
		<-w.first
	}
	return w.ResponseRecorder.Write(p)
}

// What is ready while something is written goes out in one write.
func TestReadyTogether(t *testing.T) {
	w := &writes{ResponseRecorder: httptest.NewRecorder(), first: make(chan struct{})}
	h := NewHandler(AgentFunc(func(_ context.Context, _ *xRequest, send func(xItem) error) error {
		if err := send(event("state")); err != nil {
			return err
		}
		until(t, "the first write has begun", func() bool { return w.n.Load() == 1 })
		for range 50 {
			if err := send(event("state")); err != nil {
				return err
			}
		}
		close(w.first)
		return nil
	}))
	request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(input))
	request.Header.Set("Content-Type", "application/json")
	h.ServeHTTP(w, request)
	if n := strings.Count(w.Body.String(), "data:"); n != 53 {
		t.Errorf("%d events", n)
	}
	if n := w.n.Load(); n > 4 {
		t.Errorf("%d writes", n)
	}
}

func TestHeartbeat(t *testing.T) {
	h := NewHandler(AgentFunc(func(context.Context, *xRequest, func(xItem) error) error {
		time.Sleep(50 * time.Millisecond)
		return nil
	}))
	for _, tt := range []struct {
		heartbeat time.Duration
		format    aguistream.Format
		beats     bool
	}{
		{time.Millisecond, aguistream.SSE, true},
		{-1, aguistream.SSE, false},
		{0, aguistream.SSE, false},
		{time.Millisecond, aguistream.Format{MediaType: "a/frames", Append: aguistream.AppendSSE}, false},
	} {
		h.Heartbeat, h.Formats = tt.heartbeat, []aguistream.Format{tt.format}
		body, err := io.ReadAll(post(t, serve(t, h).URL, input, "Accept", tt.format.MediaType).Body)
		if err != nil || strings.Contains(string(body), ":\n\n") != tt.beats {
			t.Errorf("%v of %s: %q, %v", tt.heartbeat, tt.format.MediaType, body, err)
		}
	}
	if got := h.heartbeat(aguistream.SSE); got != time.Millisecond {
		t.Error(got)
	}
	h.Heartbeat = 0
	if got := h.heartbeat(aguistream.SSE); got != 15*time.Second {
		t.Error(got)
	}
}

// When the client leaves, the agent's context ends, and nothing of the run is left.
func TestClientLeaves(t *testing.T) {
	noGoroutineLeft(t)
	ended := make(chan error, 1)
	h := NewHandler(AgentFunc(func(ctx context.Context, _ *xRequest, send func(xItem) error) error {
		if err := send(event("state")); err != nil {
			return err
		}
		<-ctx.Done()
		ended <- send(event("state"))
		return errors.New("nobody is told of this")
	}))
	h.OnError = func(_ context.Context, err error) string {
		t.Errorf("told of %v", err)
		return ""
	}
	server := serve(t, h)
	response := post(t, server.URL, input)
	if _, err := response.Body.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("send after the client left: %v", err)
		}
	case <-time.After(patience):
		t.Error("the agent goes on")
	}
}

// A client that reads nothing holds the agent back.
func TestSlowClient(t *testing.T) {
	var sent atomic.Int64
	const most = 64 << 20 // if the agent were not held back, it would send this
	big := strings.Repeat("x", 4<<10)
	server := serve(t, NewHandler(AgentFunc(func(_ context.Context, _ *xRequest, send func(xItem) error) error {
		for sent.Load() < most {
			if err := send(event("custom", "c", big)); err != nil {
				return err
			}
			sent.Add(int64(len(big)))
		}
		return nil
	})))
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "+
		strconv.Itoa(len(input))+"\r\n\r\n"+input); err != nil {
		t.Fatal(err)
	}
	last := int64(-1)
	until(t, "the agent stands still", func() bool {
		time.Sleep(50 * time.Millisecond)
		now := sent.Load()
		still := now == last && now > 0
		last = now
		return still
	})
	if last >= most {
		t.Errorf("the agent has sent all of its %d bytes", last)
	}
	var got int
	for buf := make([]byte, 1<<20); got < int(last)+1<<20; {
		n, err := conn.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		got += n
	}
}

func TestWriteTimeout(t *testing.T) {
	noGoroutineLeft(t)
	ended := make(chan error, 1)
	big := strings.Repeat("x", 1<<20)
	h := NewHandler(AgentFunc(func(_ context.Context, _ *xRequest, send func(xItem) error) error {
		for {
			if err := send(event("custom", "c", big)); err != nil {
				ended <- err
				return err
			}
		}
	}))
	h.WriteTimeout = 100 * time.Millisecond
	post(t, serve(t, h).URL, input)
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) { // as when the client has left
			t.Errorf("the agent ended with %v", err)
		}
	case <-time.After(patience):
		t.Error("a client that does not read holds the agent for ever")
	}
}

// The server's limit of a response is none of a run.
func TestServerLimit(t *testing.T) {
	h := NewHandler(AgentFunc(func(ctx context.Context, _ *xRequest, send func(xItem) error) error {
		for range 3 {
			time.Sleep(50 * time.Millisecond)
			if err := send(event("state")); err != nil {
				return err
			}
		}
		return nil
	}))
	server := httptest.NewUnstartedServer(h)
	server.Config.ReadTimeout, server.Config.WriteTimeout = 60*time.Millisecond, 60*time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	for _, h.WriteTimeout = range []time.Duration{0, -1} {
		same(t, outline(t, post(t, server.URL, input).Body), "begin r", "state", "state", "state", "end r")
	}
}

// Shutdown ends the runs with a failure, also one that waits for a slow client, and then returns.
func TestShutdown(t *testing.T) {
	h := NewHandler(AgentFunc(func(ctx context.Context, _ *xRequest, send func(xItem) error) error {
		if err := send(event("state")); err != nil {
			return err
		}
		<-ctx.Done()
		return context.Cause(ctx)
	}))
	h.OnError = func(_ context.Context, err error) string {
		t.Errorf("told of %v", err)
		return ""
	}
	server := serve(t, h)
	response := post(t, server.URL, input)
	other := serve(t, h) // which goes on
	still := post(t, other.URL, input)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := server.Config.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	same(t, outline(t, response.Body), "begin r", "state", "fail  the server is shutting down")
	request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(input))
	request.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request.WithContext(context.WithValue(request.Context(), http.ServerContextKey, server.Config)))
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("after the shutdown: %d", w.Code)
	}
	if err := other.Config.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	same(t, outline(t, still.Body), "begin r", "state", "fail  the server is shutting down")
}

// plain is a ResponseWriter that cannot flush.
type plain struct{ w http.ResponseWriter }

func (p plain) Header() http.Header            { return p.w.Header() }
func (p plain) Write(data []byte) (int, error) { return p.w.Write(data) }
func (p plain) WriteHeader(code int)           { p.w.WriteHeader(code) }

func TestWriterThatCannotFlush(t *testing.T) {
	request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(input))
	request.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	NewHandler(sends()).ServeHTTP(plain{w}, request)
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "http.plain of this server cannot flush") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// The Decoder of the handler reads the input.
func TestHandlerDecoder(t *testing.T) {
	var met []agui.Unknown
	h := NewHandler(sends())
	h.Decoder.OnUnknown = func(u agui.Unknown) { met = append(met, u) }
	response := post(t, serve(t, h).URL, `{"Thread":"t","Extra":1}`)
	same(t, outline(t, response.Body), "begin", "end")
	if len(met) != 1 {
		t.Errorf("met %v", met)
	}
}
