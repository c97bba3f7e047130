package aguistream_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// chat is a streamed answer of n deltas, as server-sent events.
func chat(t testing.TB, n int) []byte {
	list := []agui.Event{agui.NewRunStartedEvent("thread-1", "run-1"), agui.NewTextMessageStartEvent("message-1")}
	for i := range n {
		list = append(list, agui.NewTextMessageContentEvent("message-1", fmt.Sprintf(" word%d", i)))
	}
	list = append(list, agui.NewTextMessageEndEvent("message-1"), agui.NewRunFinishedEvent("thread-1", "run-1"))
	var out []byte
	for _, e := range list {
		var err error
		if out, err = aguistream.AppendSSE(out, e); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

const deltas = 1000

func perEvent(b *testing.B) { per(b, deltas+4) }

func per(b *testing.B, events int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(events), "ns/event")
}

// BenchmarkFloor is what is not to be beaten: a look at every byte, for whether it is JSON.
func BenchmarkFloor(b *testing.B) {
	frames := bytes.Split(chat(b, deltas), []byte("\n\n"))
	for b.Loop() {
		for _, f := range frames {
			if len(f) > 6 && !json.Valid(f[6:]) {
				b.Fatal("no JSON")
			}
		}
	}
	perEvent(b)
}

func BenchmarkRead(b *testing.B) {
	text := chat(b, deltas)
	b.ReportAllocs()
	for b.Loop() {
		r := aguistream.NewReader(bytes.NewReader(text))
		for {
			if _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
	perEvent(b)
}

func BenchmarkReceive(b *testing.B) {
	text := chat(b, deltas)
	b.ReportAllocs()
	for b.Loop() {
		var c aguistream.Conversation
		for _, err := range c.Follow(aguistream.Received(aguistream.NewReader(bytes.NewReader(text)).All())) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	perEvent(b)
}

func chatEvents(b *testing.B, n int) (list []agui.Event) {
	for e, err := range aguistream.NewReader(bytes.NewReader(chat(b, n))).All() {
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

func BenchmarkVerify(b *testing.B) {
	list := chatEvents(b, deltas)
	b.ReportAllocs()
	for b.Loop() {
		var v aguistream.Verifier
		for _, e := range list {
			if err := v.Verify(e); err != nil {
				b.Fatal(err)
			}
		}
	}
	perEvent(b)
}

// BenchmarkApply has 200 messages before it, of which a Conversation makes copies at first.
func BenchmarkApply(b *testing.B) {
	list := chatEvents(b, 10*deltas)
	var old []agui.Message
	for i := range 200 {
		old = append(old, agui.NewUserMessage(fmt.Sprint("old-", i), agui.NewContentText("hi")))
	}
	b.ReportAllocs()
	for b.Loop() {
		c := aguistream.Conversation{Messages: old}
		for _, e := range list {
			c.Apply(e)
		}
	}
	per(b, len(list))
}

func BenchmarkSend(b *testing.B) {
	list := chatEvents(b, deltas)
	w := aguistream.NewWriter(io.Discard)
	b.ReportAllocs()
	for b.Loop() {
		for _, e := range list {
			if err := w.Send(e); err != nil {
				b.Fatal(err)
			}
		}
	}
	perEvent(b)
}

// BenchmarkStateDelta changes one member of states of two sizes: the cost is that of the path.
func BenchmarkStateDelta(b *testing.B) {
	for _, size := range []int{35, 35000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			var c aguistream.Conversation
			c.SetState(json.RawMessage(`{"big":"` + strings.Repeat("x", size) + `","at":{"n":0}}`))
			e := agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewReplaceOperation("/at/n", json.RawMessage("1"))})
			b.ReportAllocs()
			for b.Loop() {
				c.Apply(e)
			}
		})
	}
}
