package http

import (
	"context"
	"errors"
	"iter"
	"sync"

	aguistream "github.com/aguigen/aguigen/templates/stream"
)

// Agent answers a run with events. An error is the last pair. Run may be called from several goroutines; ctx ends when
// nobody receives the events any longer.
type Agent interface {
	Run(ctx context.Context, in *xRequest) iter.Seq2[xItem, error]
}

// AgentFunc is an Agent that sends its events by a function. Send returns an error when nobody receives them any longer:
// the function should then return. Several goroutines may call send, but not after the function has returned.
type AgentFunc func(ctx context.Context, in *xRequest, send func(xItem) error) error

// ErrStopped is what send returns after its run has ended.
var ErrStopped = errors.New("the run has ended, and nobody receives its events")

// Run calls f. What f returns as an error is the last pair, unless the events were no longer received.
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
			stopped = true // should yield panic, no other goroutine may call it
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

// sequence is an Agent that returns its events.
type sequence func(ctx context.Context, in *xRequest) iter.Seq2[xItem, error]

func (s sequence) Run(ctx context.Context, in *xRequest) iter.Seq2[xItem, error] { return s(ctx, in) }

// Middleware makes of an Agent another one, which sees the input before it and the events behind it.
type Middleware func(Agent) Agent

// Chain puts middleware around an Agent. The first one sees the input first, and the events last.
func Chain(a Agent, mw ...Middleware) Agent {
	for i := len(mw) - 1; i >= 0; i-- {
		a = mw[i](a)
	}
	return a
}

// FilterToolCalls leaves out the tool calls whose names are not allowed: their starts, arguments and ends, and their
// results. Shorthands are expanded on the way. A history that the agent sends as a whole is left as it is.
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

// leaveOut reports whether an event is about a call that is not allowed. Left has the ids of those.
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
