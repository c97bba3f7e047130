package http

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	aguistream "github.com/aguigen/aguigen/templates/stream"
)

const (
	mostWaiting = 16 << 10 // buffered bytes at which the agent has to wait
	mostKept    = 64 << 10 // bytes of a buffer that is reused
)

// outlet buffers the events that an agent sends while earlier ones are written, and writes what has gathered at
// once.
type outlet struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration

	mu     sync.Mutex
	buf    []byte
	ended  bool // nothing more is added
	err    error
	wake   chan struct{} // there are bytes to write
	room   chan struct{} // something was
	closed chan struct{} // the pump has ended
}

func newOutlet(w http.ResponseWriter, timeout time.Duration) *outlet {
	return &outlet{w: w, control: http.NewResponseController(w), timeout: timeout,
		wake: make(chan struct{}, 1), room: make(chan struct{}, 1), closed: make(chan struct{})}
}

// start sends the header, so that the client sees that the run was accepted. It lifts the server's time
// limits on the response.
func (o *outlet) start() error {
	_ = o.control.SetWriteDeadline(time.Time{}) // a writer without deadlines has no limit either
	err := o.control.Flush()
	if errors.Is(err, http.ErrNotSupported) {
		return fmt.Errorf("the %T of this server cannot flush, so events would not arrive while the run goes on: give it an Unwrap method", o.w)
	}
	return nil // if the client has left, the first write fails
}

// add appends an event. It blocks while the buffer is full.
func (o *outlet) add(ctx context.Context, f aguistream.Format, e xItem) error {
	o.mu.Lock()
	for len(o.buf) >= mostWaiting && o.err == nil {
		o.mu.Unlock()
		select {
		case <-o.room:
		case <-o.closed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		o.mu.Lock()
	}
	defer o.mu.Unlock()
	if o.err != nil {
		return o.err
	}
	out, err := f.Append(o.buf, e)
	if err != nil {
		return err
	}
	o.buf = out
	signal(o.wake)
	return nil
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// broken reports whether writing to the client has failed.
func (o *outlet) broken() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil
}

// close waits until everything is written.
func (o *outlet) close() {
	o.mu.Lock()
	o.ended = true
	o.mu.Unlock()
	signal(o.wake)
	<-o.closed
}

const comment = ":\n\n"

// pump writes the buffered events until close is called, and a comment after a silence of the given length. A
// failed write ends the run.
func (o *outlet) pump(heartbeat time.Duration, fail context.CancelCauseFunc) {
	defer close(o.closed)
	var silent <-chan time.Time
	var timer *time.Timer
	if heartbeat > 0 {
		timer = time.NewTimer(heartbeat)
		defer timer.Stop()
		silent = timer.C
	}
	var spare []byte
	for {
		var out []byte
		select {
		case <-silent:
			out = append(spare[:0], comment...)
		case <-o.wake:
			var ended bool
			if out, ended = o.take(spare); len(out) == 0 {
				if ended {
					return
				}
				continue
			}
			if ended {
				signal(o.wake)
			}
		}
		spare = nil // it is now the buffer, or being written
		if err := o.write(out); err != nil {
			o.mu.Lock()
			o.err = err
			fail(err)
			o.mu.Unlock()
			return
		}
		if cap(out) <= mostKept {
			spare = out
		}
		if timer != nil {
			timer.Reset(heartbeat)
		}
	}
}

// take returns the buffered bytes and makes spare the new buffer. If nothing is buffered, the caller keeps
// spare.
func (o *outlet) take(spare []byte) (out []byte, ended bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.buf) > 0 {
		out, o.buf = o.buf, spare[:0]
		signal(o.room)
	}
	return out, o.ended
}

func (o *outlet) write(out []byte) error {
	if o.timeout > 0 {
		_ = o.control.SetWriteDeadline(time.Now().Add(o.timeout))
	}
	if _, err := o.w.Write(out); err != nil {
		return err
	}
	return o.control.Flush()
}
