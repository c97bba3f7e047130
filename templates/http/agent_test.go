package http

import (
	"context"
	"errors"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	aguistream "github.com/aguigen/aguigen/templates/stream"
)

// kinds tells what a sequence is: the kinds and ids of its events, and its error.
func kinds(in iter.Seq2[xItem, error]) string {
	var out []string
	for e, err := range in {
		if err != nil {
			out = append(out, "error: "+err.Error())
			continue
		}
		out = append(out, strings.TrimRight(string(e.Kind)+" "+text(e.ID), " "))
	}
	return strings.Join(out, ", ")
}

func TestAgentFunc(t *testing.T) {
	broken := errors.New("broken")
	agent := AgentFunc(func(_ context.Context, in *xRequest, send func(xItem) error) error {
		if err := send(event("more", in.Run)); err != nil {
			return err
		}
		return broken
	})
	if got := kinds(agent.Run(context.Background(), &xRequest{Run: "r"})); got != "more r, error: broken" {
		t.Error(got)
	}
	for range agent.Run(context.Background(), &xRequest{}) { // the error of the send is not yielded: it would panic
		break
	}
}

func TestAgentFuncAfterwards(t *testing.T) {
	var kept func(xItem) error
	agent := AgentFunc(func(_ context.Context, _ *xRequest, send func(xItem) error) error {
		kept = send
		return nil
	})
	if got := kinds(agent.Run(context.Background(), nil)); got != "" {
		t.Error(got)
	}
	if err := kept(event("more")); err != ErrStopped {
		t.Errorf("an event after the end: %v", err)
	}
	reason := errors.New("reason")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(reason)
	agent = func(_ context.Context, _ *xRequest, send func(xItem) error) error { return send(event("more")) }
	if got := kinds(agent.Run(ctx, nil)); got != "error: reason" {
		t.Error(got)
	}
}

// Goroutines may send, until the loop over the events ends.
func TestAgentFuncSendsFromGoroutines(t *testing.T) {
	const each = 100
	failed := 0
	agent := AgentFunc(func(_ context.Context, _ *xRequest, send func(xItem) error) error {
		var wg sync.WaitGroup
		var mu sync.Mutex
		for range 4 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for range each {
					if err := send(event("more")); err != nil {
						mu.Lock()
						failed++
						mu.Unlock()
					}
				}
			}()
		}
		wg.Wait()
		return nil
	})
	n := 0
	for range agent.Run(context.Background(), nil) {
		n++
	}
	if n != 4*each || failed != 0 {
		t.Errorf("%d events, %d not sent", n, failed)
	}
	n = 0
	for range agent.Run(context.Background(), nil) {
		if n++; n == 10 {
			break
		}
	}
	if n != 10 || failed != 4*each-9 {
		t.Errorf("%d events, %d not sent", n, failed)
	}
}

func TestChain(t *testing.T) {
	var order []string
	mark := func(name string) Middleware {
		return func(next Agent) Agent {
			return AgentFunc(func(ctx context.Context, in *xRequest, send func(xItem) error) error {
				order = append(order, name+" in")
				for e, err := range next.Run(ctx, in) {
					if err != nil {
						return err
					}
					order = append(order, name+" out")
					if err := send(e); err != nil {
						return err
					}
				}
				return nil
			})
		}
	}
	if got := kinds(Chain(sends(event("more", "n")), mark("a"), mark("b")).Run(context.Background(), nil)); got != "more n" {
		t.Error(got)
	}
	if got := strings.Join(order, ", "); got != "a in, b in, b out, a out" {
		t.Error(got)
	}
	if a := sends(); kinds(Chain(a).Run(context.Background(), nil)) != "" {
		t.Error("a chain without middleware is not its agent")
	}
}

func call(id, name string) xItem {
	e := event("open", id)
	e.Other = &name
	return e
}

func TestFilterToolCalls(t *testing.T) {
	agent := sends(event("begin", "r"), call("1", "good"), call("2", "bad"), event("more", "1"), event("more", "2"), event("close", "2"),
		event("close", "1"), event("note", "3", "text"), event("state"), event("more", "2"), call("2", "good"), event("close", "2"))
	allow := func(name string) bool { return name != "bad" }
	want := "begin r, open 1, more 1, close 1, open 3, more 3, close 3, state, open 2, close 2"
	if got := kinds(FilterToolCalls(allow)(agent).Run(context.Background(), nil)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for range FilterToolCalls(allow)(agent).Run(context.Background(), nil) {
		break
	}
	if got := kinds(FilterToolCalls(allow)(AgentFunc(func(context.Context, *xRequest, func(xItem) error) error {
		return errors.New("broken")
	})).Run(context.Background(), nil)); got != "error: broken" {
		t.Error(got)
	}
}

func TestConverse(t *testing.T) {
	var c aguistream.Conversation
	second := event("note")
	second.Text = event("note", "", "xt").Text
	agent := Converse(&c)(sends(event("begin", "r"), event("note", "n", "te"), second, event("end", "r")))
	if got := kinds(agent.Run(context.Background(), &xRequest{})); got != "begin r, note n, note, end r" {
		t.Error(got)
	}
	if len(c.Messages) != 1 || c.Messages[0].Text != "text" {
		t.Errorf("%v", c.Messages[0])
	}
	c.Pending = append(c.Pending, aguistream.StandInQuestion{ID: "q"})
	if got := kinds(agent.Run(context.Background(), &xRequest{})); got != `error: the run is not started: nothing answers "q"` {
		t.Error(got)
	}
}

func TestUnanswered(t *testing.T) {
	now := time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)
	at := func(s string) *string { return &s }
	for _, tt := range []struct {
		asked   []question
		answers map[string]bool
		want    string
	}{
		{nil, map[string]bool{"x": true}, ""},
		{[]question{{"a", nil}, {"b", nil}, {"c", nil}}, map[string]bool{"b": true}, `the run is not started: nothing answers "a", "c"`},
		{[]question{{"a", at("2026-08-01T12:00:01Z")}}, map[string]bool{"a": true}, ""},
		{[]question{{"a", at("2026-08-01T14:00:00+02:00")}}, map[string]bool{"a": true},
			`the run is not started: what was asked with the id "a" expired at 2026-08-01T14:00:00+02:00, so it can only be declined`},
		{[]question{{"a", at("2026-08-01T12:00:00Z")}}, map[string]bool{"a": false}, ""},
		{[]question{{"a", at("soon")}}, map[string]bool{"a": true}, ""}, // it is no time
	} {
		t.Run(tt.want, func(t *testing.T) {
			got := ""
			if err := unanswered(tt.asked, tt.answers, now); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("%v: got %q, want %q", tt.asked, got, tt.want)
			}
		})
	}
}
