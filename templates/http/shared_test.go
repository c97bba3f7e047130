package http

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	aguistream "github.com/aguigen/aguigen/templates/stream"
)

const patience = 10 * time.Second

// event makes an event of a kind; further words are its id and its text.
func event(kind string, words ...string) xItem {
	e := aguistream.NewStandIn(kind)
	if len(words) > 0 {
		e.ID = &words[0]
	}
	if len(words) > 1 {
		e.Text = &words[1]
	}
	return e
}

// sends is an agent that sends events.
func sends(events ...xItem) Agent {
	return AgentFunc(func(_ context.Context, _ *xRequest, send func(xItem) error) error {
		for _, e := range events {
			if err := send(e); err != nil {
				return err
			}
		}
		return nil
	})
}

func serve(t testing.TB, h http.Handler) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

const input = `{"Thread":"t","Run":"r"}`

// post sends a request. Words are a header's names and values by turns.
func post(t testing.TB, url, body string, words ...string) *http.Response {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(words); i += 2 {
		request.Header.Set(words[i], words[i+1])
	}
	response, err := (&http.Client{Timeout: patience}).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

// outline tells what a stream of server-sent events is, an event a line: its kind, id and text.
func outline(t testing.TB, body io.Reader) string {
	t.Helper()
	data, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for block := range strings.SplitSeq(string(data), "\n\n") {
		if text, ok := strings.CutPrefix(block, "data: "); ok {
			var e struct{ Kind, ID, Text string }
			if err := json.Unmarshal([]byte(text), &e); err != nil {
				t.Fatal(err)
			}
			out.WriteString(strings.TrimRight(e.Kind+" "+e.ID+" "+e.Text, " ") + "\n")
		} else {
			out.WriteString(block)
		}
	}
	return out.String()
}

// answer returns the outline of what an agent's handler answers.
func answer(t testing.TB, h http.Handler) string {
	t.Helper()
	response := post(t, serve(t, h).URL, input)
	if response.StatusCode != http.StatusOK {
		t.Fatal(response.Status)
	}
	return outline(t, response.Body)
}

func same(t testing.TB, got string, want ...string) {
	t.Helper()
	if text := strings.Join(want, "\n") + "\n"; got != text {
		t.Errorf("got:\n%swant:\n%s", got, text)
	}
}

// until waits for something to become true.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<20)
			t.Fatalf("%s: not within %v\n%s", what, patience, bytes.TrimSpace(buf[:runtime.Stack(buf, true)]))
		}
	}
}

// noGoroutineLeft checks at the end of a test that there are no more goroutines than now.
func noGoroutineLeft(t testing.TB) {
	t.Helper()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		until(t, "the goroutines are back to what they were", func() bool {
			http.DefaultTransport.(*http.Transport).CloseIdleConnections()
			return runtime.NumGoroutine() <= before
		})
	})
}
