package streampeers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/client/sse"
	"github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/core/events"
	"github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/core/types"
	r3labs "github.com/r3labs/sse/v2"
	"github.com/sirupsen/logrus"
	tmaxmax "github.com/tmaxmax/go-sse"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// event is what every client sees of an event.
type event struct {
	Type      string `json:"type"`
	MessageID string `json:"messageId"`
	Delta     string `json:"delta"`
	ThreadID  string `json:"threadId"`
	RunID     string `json:"runId"`
}

// client receives the stream at url and hands each event to take. Those that read from memory get the text instead.
type client struct {
	name   string
	stream func(t testing.TB, text []byte, url string, take func(event))
}

// inMemory are the clients that read from anything, overHTTP those that make a request.
var (
	inMemory = []client{
		{"ours", func(t testing.TB, text []byte, _ string, take func(event)) { ours(t, bytes.NewReader(text), take) }},
		{"tmaxmax and encoding/json", func(t testing.TB, text []byte, _ string, take func(event)) {
			for e, err := range tmaxmax.Read(bytes.NewReader(text), nil) {
				if err != nil {
					t.Fatal(err)
				}
				plain(t, []byte(e.Data), take)
			}
		}},
		{"r3labs and encoding/json", func(t testing.TB, text []byte, _ string, take func(event)) {
			c := r3labs.NewClient("http://agent.invalid")
			c.Connection = &http.Client{Transport: canned(text)}
			if err := c.SubscribeRaw(func(m *r3labs.Event) { plain(t, m.Data, take) }); err != nil {
				t.Fatal(err)
			}
		}},
	}
	overHTTP = []client{
		{"ours", func(t testing.TB, _ []byte, url string, take func(event)) {
			response, err := http.Get(url)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			ours(t, response.Body, take)
		}},
		{"community", community},
	}
)

// ours receives a stream as its documents say: cut, decoded, expanded, checked and applied.
func ours(t testing.TB, in io.Reader, take func(event)) {
	var c aguistream.Conversation
	for e, err := range c.Follow(aguistream.Received(aguistream.NewReader(in).All())) {
		if err != nil {
			t.Fatal(err)
		}
		switch e := e.(type) {
		case *agui.TextMessageContentEvent:
			take(event{Type: string(e.Type()), MessageID: e.MessageID, Delta: e.Delta})
		case *agui.TextMessageStartEvent:
			take(event{Type: string(e.Type()), MessageID: e.MessageID})
		case *agui.TextMessageEndEvent:
			take(event{Type: string(e.Type()), MessageID: e.MessageID})
		case *agui.RunStartedEvent:
			take(event{Type: string(e.Type()), ThreadID: e.ThreadID, RunID: e.RunID})
		case *agui.RunFinishedEvent:
			take(event{Type: string(e.Type()), ThreadID: e.ThreadID, RunID: e.RunID})
		default:
			t.Fatalf("%T", e)
		}
	}
}

// plain decodes an event into one flat struct, which is the cheapest that encoding/json can do.
func plain(t testing.TB, data []byte, take func(event)) {
	var e event
	if err := json.Unmarshal(data, &e); err != nil {
		t.Fatal(err)
	}
	take(e)
}

func community(t testing.TB, _ []byte, url string, take func(event)) {
	quiet := logrus.New()
	quiet.SetOutput(io.Discard)
	quiet.SetLevel(logrus.ErrorLevel)
	c := sse.NewClient(sse.Config{Endpoint: url, Logger: quiet})
	frames, errs, err := c.Stream(sse.StreamOptions{Context: context.Background(), Payload: types.RunAgentInput{ThreadID: "t", RunID: "r"}})
	if err != nil {
		t.Fatal(err)
	}
	for frame := range frames {
		e, err := events.EventFromJSON(frame.Data)
		if err != nil {
			t.Fatal(err)
		}
		switch e := e.(type) {
		case *events.TextMessageContentEvent:
			take(event{Type: string(e.Type()), MessageID: e.MessageID, Delta: e.Delta})
		case *events.TextMessageStartEvent:
			take(event{Type: string(e.Type()), MessageID: e.MessageID})
		case *events.TextMessageEndEvent:
			take(event{Type: string(e.Type()), MessageID: e.MessageID})
		case *events.RunStartedEvent:
			take(event{Type: string(e.Type()), ThreadID: e.ThreadID(), RunID: e.RunID()})
		case *events.RunFinishedEvent:
			take(event{Type: string(e.Type()), ThreadID: e.ThreadID(), RunID: e.RunID()})
		default:
			t.Fatalf("%T", e)
		}
	}
	if err := <-errs; err != nil {
		t.Fatal(err)
	}
}

// canned answers every request with a stream.
type canned []byte

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}},
		Body: io.NopCloser(bytes.NewReader(c)), Request: r}, nil
}

const deltas = 1000

// chat is a streamed answer, and the events in it.
func chat(t testing.TB) (text []byte, want []event) {
	list := []agui.Event{agui.NewRunStartedEvent("thread-1", "run-1"), agui.NewTextMessageStartEvent("message-1")}
	want = append(want, event{Type: "RUN_STARTED", ThreadID: "thread-1", RunID: "run-1"}, event{Type: "TEXT_MESSAGE_START", MessageID: "message-1"})
	for i := range deltas {
		delta := fmt.Sprintf(" word%d", i)
		list = append(list, agui.NewTextMessageContentEvent("message-1", delta))
		want = append(want, event{Type: "TEXT_MESSAGE_CONTENT", MessageID: "message-1", Delta: delta})
	}
	list = append(list, agui.NewTextMessageEndEvent("message-1"), agui.NewRunFinishedEvent("thread-1", "run-1"))
	want = append(want, event{Type: "TEXT_MESSAGE_END", MessageID: "message-1"}, event{Type: "RUN_FINISHED", ThreadID: "thread-1", RunID: "run-1"})
	for _, e := range list {
		var err error
		if text, err = aguistream.AppendSSE(text, e); err != nil {
			t.Fatal(err)
		}
	}
	return text, want
}

// serve answers with the text, as an agent does.
func serve(t testing.TB, text []byte) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write(text)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// All clients see the same events, so that what is measured is the same work.
func TestSameEvents(t *testing.T) {
	text, want := chat(t)
	url := serve(t, text)
	for _, c := range slices.Concat(inMemory, overHTTP) {
		var got []event
		c.stream(t, text, url, func(e event) { got = append(got, e) })
		if !slices.Equal(got, want) {
			t.Errorf("%s sees %d events, not the %d that were sent", c.name, len(got), len(want))
		}
	}
}

// BenchmarkMemory reads a stream from memory. Ours is also checked and applied, the others' only decoded. The floor is a
// look at every byte, for whether it is JSON.
func BenchmarkMemory(b *testing.B) {
	text, _ := chat(b)
	b.Run("floor", func(b *testing.B) {
		frames := bytes.Split(text, []byte("\n\n"))
		for b.Loop() {
			for _, f := range frames {
				if len(f) > 6 && !json.Valid(f[6:]) {
					b.Fatal("not JSON")
				}
			}
		}
		perEvent(b)
	})
	measure(b, inMemory, text, "")
}

// BenchmarkHTTP reads a stream from a server on this machine. The floor is to read it and do nothing.
func BenchmarkHTTP(b *testing.B) {
	text, _ := chat(b)
	url := serve(b, text)
	b.Run("floor", func(b *testing.B) {
		for b.Loop() {
			response, err := http.Get(url)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, response.Body); err != nil {
				b.Fatal(err)
			}
			response.Body.Close()
		}
		perEvent(b)
	})
	measure(b, overHTTP, text, url)
}

func measure(b *testing.B, clients []client, text []byte, url string) {
	for _, c := range clients {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				c.stream(b, text, url, func(event) { n++ })
				if n != deltas+4 {
					b.Fatal(n)
				}
			}
			perEvent(b)
		})
	}
}

func perEvent(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(deltas+4), "ns/event")
}
