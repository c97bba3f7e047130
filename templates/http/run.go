package http

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"

	aguistream "github.com/aguigen/aguigen/templates/stream"
)

// phase is the state of a stream of runs, and the state that an event leads to.
type phase uint8

const (
	within   phase = iota // of an event that neither begins nor ends a run
	begun                 // a run
	finished              // a run
	failed                // a run
)

// run serves one request.
type run struct {
	h      *Handler
	ctx    context.Context // of the agent
	client context.Context // ends when the client leaves
	out    *outlet
	format aguistream.Format
	in     *xRequest

	phase       phase // of the stream; within before the first run
	thread, run string
	expander    aguistream.Expander
	verifier    aguistream.Verifier
}

// serve lets the agent run and writes its events.
func (r *run) serve() {
	r.thread, r.run = idsOf(r.in)
	err := r.events()
	if err == nil {
		err = r.finish()
	}
	if err != nil {
		r.fail(err)
	}
}

// events writes what the agent sends.
func (r *run) events() (err error) {
	defer func() {
		if p := recover(); p == http.ErrAbortHandler {
			panic(p)
		} else if p != nil {
			err = &PanicError{p, debug.Stack()}
		}
	}()
	for e, err := range r.h.Agent.Run(r.ctx, r.in) {
		if err != nil {
			return err
		}
		if err := r.send(e); err != nil {
			return err
		}
	}
	return nil
}

var errNoEvent = errors.New("the agent sent nil, which is no event")

// send writes an event. It starts the run first if the agent has not.
func (r *run) send(e xItem) error {
	if e == nil {
		return errNoEvent
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	if does, _, _ := phaseOf(e); does != begun {
		if err := r.begin(); err != nil {
			return err
		}
	}
	return r.put(e)
}

// begin starts the run if no run has started.
func (r *run) begin() error {
	if r.phase != within {
		return nil
	}
	return r.put(startOf(r.thread, r.run))
}

// finish ends the run if the agent has not.
func (r *run) finish() error {
	if r.phase == finished || r.phase == failed {
		return nil
	}
	if r.ctx.Err() != nil {
		return context.Cause(r.ctx)
	}
	if err := r.begin(); err != nil {
		return err
	}
	return r.put(endOf(r.thread, r.run))
}

// put verifies and writes an event.
func (r *run) put(e xItem) error {
	if !r.h.Trust {
		list, err := r.expander.Expand(e)
		if err != nil {
			return err
		}
		for _, e := range list {
			if err := r.verifier.Verify(e); err != nil {
				return err
			}
		}
	}
	if err := r.out.add(r.ctx, r.format, e); err != nil {
		return err
	}
	switch does, thread, run := phaseOf(e); does {
	case begun:
		r.phase, r.thread, r.run = begun, thread, run
	case finished, failed:
		r.phase = does
	}
	return nil
}

// fail reports the error and ends the run with an error event, unless the client has left or the agent has
// sent one itself.
func (r *run) fail(err error) {
	if r.client.Err() != nil || r.out.broken() {
		return
	}
	message, code := "", ""
	switch {
	case errors.Is(context.Cause(r.ctx), ErrShutdown):
		message, code = ErrShutdown.Error(), "shutdown"
	case r.h.OnError != nil:
		message = r.h.OnError(r.ctx, err)
	default:
		slog.ErrorContext(r.ctx, "the run failed", "thread", r.thread, "run", r.run, "error", err)
	}
	if r.phase == failed {
		return
	}
	if message == "" {
		message = "the run failed"
	}
	if r.phase == within {
		_ = r.out.add(r.client, r.format, startOf(r.thread, r.run)) // if this fails, so does the next write
	}
	_ = r.out.add(r.client, r.format, failureOf(message, code)) // an error means that the client has left
}
