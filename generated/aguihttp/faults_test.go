package aguihttp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// shape is what a proxy does to what the server sends, until the client has left.
type shape func(client net.Conn, server io.Reader, left <-chan bool)

// proxy is a TCP proxy that does something to what the server sends. It handles one connection after the other.
type proxy struct {
	t        *testing.T
	listener net.Listener
	server   string

	mu    sync.Mutex
	shape shape
}

func newProxy(t *testing.T, serverURL string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{t: t, listener: listener, server: strings.TrimPrefix(serverURL, "http://")}
	done := make(chan bool)
	go func() {
		defer close(done)
		var open sync.WaitGroup
		defer open.Wait()
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			open.Add(1)
			go func() {
				defer open.Done()
				p.connect(client)
			}()
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-done
	})
	return p
}

func (p *proxy) connect(client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		p.t.Error(err)
		return
	}
	sent := make(chan bool)
	go func() {
		defer close(sent)
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	p.mu.Lock()
	shape := p.shape
	p.mu.Unlock()
	shape(client, server, sent)
	_ = client.Close()
	_ = server.Close()
	<-sent
}

// run is a run through the proxy, with a deadline. The connection is not used again.
func (p *proxy) run(format aguistream.Format, limit time.Duration, shape shape) ([]string, error) {
	p.t.Helper()
	p.mu.Lock()
	p.shape = shape
	p.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	client := &aguihttp.Client{URL: "http://" + p.listener.Addr().String(), Format: format,
		HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
	var got []string
	began := time.Now()
	for e, err := range client.Run(ctx, said("hello")) {
		if late := time.Since(began) - limit; late > patience {
			p.t.Errorf("the run goes on %v after its deadline", late)
		}
		if err != nil {
			return got, err
		}
		got = append(got, e.(fmt.Stringer).String())
	}
	return got, nil
}

// recorded runs, and returns the events and all that the server sent for them.
func (p *proxy) recorded(format aguistream.Format) (want []string, response []byte) {
	p.t.Helper()
	sent := make(chan []byte, 1)
	want, err := p.run(format, patience, func(client net.Conn, server io.Reader, _ <-chan bool) {
		all, _ := io.ReadAll(server)
		sent <- all
		_, _ = client.Write(all)
	})
	if err != nil || len(want) != 9 {
		p.t.Fatal(len(want), err)
	}
	return want, <-sent
}

// answered waits until the server answers, and so has read the request.
func answered(server io.Reader) { _, _ = server.Read(make([]byte, 1)) }

// prefix reports whether a list begins another one.
func prefix(got, want []string) bool {
	return len(got) <= len(want) && strings.Join(got, "\n") == strings.Join(want[:len(got)], "\n")
}

// talk is a run with a bit of everything, which ends the connection so that a proxy can read up to its end.
func talk() *aguihttp.Handler {
	h := aguihttp.NewHandler(sends(agui.NewTextMessageStartEvent("m"), agui.NewTextMessageContentEvent("m", "Grüße 👋"), agui.NewTextMessageEndEvent("m"),
		agui.NewToolCallStartEvent("c", "f"), agui.NewToolCallArgsEvent("c", `{"a":"\n"}`), agui.NewToolCallEndEvent("c"),
		agui.NewStateSnapshotEvent([]byte(`{"n":[1,2.50]}`))))
	h.Formats = append(h.Formats, frames)
	return h
}

func eachFormat(t *testing.T, test func(t *testing.T, format aguistream.Format)) {
	t.Run("sse", func(t *testing.T) { test(t, aguistream.SSE) })
	t.Run("frames", func(t *testing.T) { test(t, frames) })
}

// However a response is cut into pieces, it is the same.
func TestPieces(t *testing.T) {
	eachFormat(t, func(t *testing.T, format aguistream.Format) {
		noGoroutineLeft(t)
		p := newProxy(t, serve(t, talk()))
		want, _ := p.recorded(format)
		for name, shape := range map[string]shape{
			"each byte by itself": func(client net.Conn, server io.Reader, _ <-chan bool) {
				for b := make([]byte, 1); ; {
					if _, err := server.Read(b); err != nil {
						return
					}
					if _, err := client.Write(b); err != nil {
						return
					}
				}
			},
			"all at once": func(client net.Conn, server io.Reader, _ <-chan bool) {
				all, _ := io.ReadAll(server)
				_, _ = client.Write(all)
			},
		} {
			if got, err := p.run(format, patience, shape); err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		}
	})
}

// A response that is cut at any byte is an error, behind events that are those of the whole one.
func TestCuts(t *testing.T) {
	eachFormat(t, func(t *testing.T, format aguistream.Format) {
		noGoroutineLeft(t)
		p := newProxy(t, serve(t, talk()))
		want, response := p.recorded(format)
		for n := range response {
			got, err := p.run(format, patience, func(client net.Conn, server io.Reader, _ <-chan bool) {
				answered(server)
				_, _ = client.Write(response[:n])
			})
			if err == nil || errors.Is(err, context.DeadlineExceeded) || !prefix(got, want) {
				t.Fatalf("cut at %d of %d bytes: %v, %v", n, len(response), got, err)
			}
		}
	})
}

// A response that stands still at any byte is an error at the deadline.
func TestStalls(t *testing.T) {
	eachFormat(t, func(t *testing.T, format aguistream.Format) {
		noGoroutineLeft(t)
		p := newProxy(t, serve(t, talk()))
		want, response := p.recorded(format)
		for n := 0; n < len(response); n += len(response)/10 + 1 {
			got, err := p.run(format, 30*time.Millisecond, func(client net.Conn, server io.Reader, left <-chan bool) {
				answered(server)
				_, _ = client.Write(response[:n])
				<-left
			})
			if !errors.Is(err, context.DeadlineExceeded) || !prefix(got, want) {
				t.Fatalf("stopped at %d bytes: %v, %v", n, got, err)
			}
		}
	})
}

// A response whose length nobody says ends with its connection, so that a cut looks like the end. It is none.
func TestCutsWithoutLength(t *testing.T) {
	eachFormat(t, func(t *testing.T, format aguistream.Format) {
		noGoroutineLeft(t)
		var body []byte
		for _, e := range []agui.Event{agui.NewRunStartedEvent("t", "r"), agui.NewTextMessageStartEvent("m"), agui.NewTextMessageContentEvent("m", "text"),
			agui.NewTextMessageEndEvent("m"), agui.NewRunFinishedEvent("t", "r")} {
			var err error
			if body, err = format.Append(body, e); err != nil {
				t.Fatal(err)
			}
		}
		whole := len(body) // the last event of a stream of server-sent events may lack its blank line
		if format.MediaType == aguistream.SSE.MediaType {
			whole = len(bytes.TrimRight(body, "\n"))
		}
		p := newProxy(t, serve(t, talk()))
		for n := range len(body) + 1 {
			got, err := p.run(format, patience, func(client net.Conn, server io.Reader, _ <-chan bool) {
				answered(server)
				_, _ = fmt.Fprintf(client, "HTTP/1.0 200 OK\r\nContent-Type: %s\r\n\r\n%s", format.MediaType, body[:n])
			})
			if (err == nil) != (n >= whole) || err == nil && len(got) != 5 {
				t.Fatalf("cut at %d of %d bytes: %v, %v", n, len(body), got, err)
			}
		}
	})
}

// A proxy that sends an event again is found out, unless the event may come twice.
func TestDuplicates(t *testing.T) {
	eachFormat(t, func(t *testing.T, format aguistream.Format) {
		noGoroutineLeft(t)
		list := []agui.Event{agui.NewRunStartedEvent("t", "r"), agui.NewTextMessageStartEvent("m"), agui.NewTextMessageContentEvent("m", "text"),
			agui.NewTextMessageEndEvent("m"), agui.NewRunFinishedEvent("t", "r")}
		for twice, e := range list {
			url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", format.MediaType)
				for i, e := range list {
					data, err := format.Append(nil, e)
					if err != nil {
						t.Error(err)
					}
					if i == twice {
						_, _ = w.Write(data)
					}
					_, _ = w.Write(data)
				}
			}))
			var order *aguistream.OrderError
			events := 0
			for _, err := range (&aguihttp.Client{URL: url, Format: format}).Run(context.Background(), said("")) {
				if err != nil {
					errors.As(err, &order)
				} else {
					events++
				}
			}
			if may := e.Type() == agui.EventTypeTextMessageContent; may != (order == nil) || may && events != len(list)+1 {
				t.Errorf("%s twice: %d events, %v", e.Type(), events, order)
			}
		}
	})
}

// A request that breaks off is no run, and one whose body stands still is none yet.
func TestRequestThatBreaksOff(t *testing.T) {
	noGoroutineLeft(t)
	h := aguihttp.NewHandler(aguihttp.AgentFunc(func(context.Context, *agui.RunAgentInput, func(agui.Event) error) error {
		t.Error("the agent runs")
		return nil
	}))
	addr := strings.TrimPrefix(serve(t, h), "http://")
	input := said("hello").String()
	request := fmt.Sprintf("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(input), input)
	for n := range len(request) {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, request[:n]); err != nil {
			t.Fatal(err)
		}
		_ = conn.(*net.TCPConn).CloseWrite()
		answer, err := io.ReadAll(conn)
		if err != nil || bytes.Contains(answer, []byte(" 200 ")) {
			t.Fatalf("cut at %d of %d: %q, %v", n, len(request), answer, err)
		}
		_ = conn.Close()
	}
}
