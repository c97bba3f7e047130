package http

import (
	"context"
	"errors"
	"iter"
	"sync"

	aguistream "github.com/aguigen/aguigen/templates/stream"
)

// Agent runs an agent and returns its events. A pair with an error is the last one. Run may be called from several
// goroutines. Its ctx is canceled when the caller stops receiving events.
type Agent interface {
	Run(ctx context.Context, in *xRequest) iter.Seq2[xItem, error]
}

// AgentFunc is an Agent whose events are sent by calling send. Send returns an error once the caller has stopped
// receiving events; the function should then return. Several goroutines may call send, but not after the function has
// returned.
type AgentFunc func(ctx context.Context, in *xRequest, send func(xItem) error) error

// ErrStopped is the error that send returns after the run has ended.
var ErrStopped = errors.New("the run has ended, and nobody receives its events")

// Run calls f and returns the events that it sends. If f returns an error, the error is the last pair, unless
// the caller has stopped receiving events.
func (f AgentFunc) Run(ctx context.Context, in *xRequest) iter.Seq2[xItem, error] {
	return func(yield func(xItem, error) bool) {
		var mu sync.Mutex
		stopped := false
		err := f(ctx, in, func(e xItem) error {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case stopped:
				return ErrStopped
			case ctx.Err() != nil:
				return context.Cause(ctx)
			}
			stopped = true // if yield panics, no other goroutine may call it
			stopped = !yield(e, nil)
			switch {
			case stopped && ctx.Err() != nil:
				return context.Cause(ctx)
			case stopped:
				return ErrStopped
			}
			return nil
		})
		mu.Lock()
		ended := stopped
		stopped = true
		mu.Unlock()
		if err != nil && !ended {
			yield(nil, err)
		}
	}
}

// sequence is a function that is an Agent.
type sequence func(ctx context.Context, in *xRequest) iter.Seq2[xItem, error]

func (s sequence) Run(ctx context.Context, in *xRequest) iter.Seq2[xItem, error] { return s(ctx, in) }

// Middleware wraps an Agent in another one, which can inspect and change the input and the events.
type Middleware func(Agent) Agent

// Chain wraps an Agent in middleware. The first middleware receives the input first and the events last.
func Chain(a Agent, mw ...Middleware) Agent {
	for i := len(mw) - 1; i >= 0; i-- {
		a = mw[i](a)
	}
	return a
}

// FilterToolCalls removes the tool calls whose names are not allowed: their start, argument, end and result events.
// It expands shorthand events. It does not filter a message history that the agent sends as a whole.
func FilterToolCalls(allow func(name string) bool) Middleware {
	return func(next Agent) Agent {
		return sequence(func(ctx context.Context, in *xRequest) iter.Seq2[xItem, error] {
			return func(yield func(xItem, error) bool) {
				left := map[string]bool{}
				for e, err := range aguistream.Expanded(next.Run(ctx, in)) {
					if err == nil && leaveOut(e, left, allow) {
						continue
					}
					if !yield(e, err) {
						return
					}
				}
			}
		})
	}
}

// leaveOut reports whether an event belongs to a call that is not allowed. left holds the ids of such calls.
func leaveOut(e xItem, left map[string]bool, allow func(string) bool) bool {
	id, name := callOf(e)
	if id == nil {
		return false
	}
	if name != nil {
		if allow(*name) {
			delete(left, *id)
		} else {
			left[*id] = true
		}
	}
	return left[*id]
}
