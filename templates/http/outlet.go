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
	mostWaiting = 16 << 10 // bytes that wait for the client before the agent does
	mostKept    = 64 << 10 // bytes of a buffer that is used again
)

// outlet collects what an agent sends while the client takes what was sent before, so that what is ready together is
// written together.
type outlet struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration

	mu     sync.Mutex
	buf    []byte
	ended  bool // nothing more is added
	err    error
	wake   chan struct{} // something is to be written
	room   chan struct{} // something was
	closed chan struct{} // the pump has ended
}

func newOutlet(w http.ResponseWriter, timeout time.Duration) *outlet {
	return &outlet{w: w, control: http.NewResponseController(w), timeout: timeout,
		wake: make(chan struct{}, 1), room: make(chan struct{}, 1), closed: make(chan struct{})}
}

// start sends the header, with which the client sees that the run has been taken. The server's limit of a response ends here.
func (o *outlet) start() error {
	_ = o.control.SetWriteDeadline(time.Time{}) // what has no deadlines has no such limit
	err := o.control.Flush()
	if errors.Is(err, http.ErrNotSupported) {
		return fmt.Errorf("the %T of this server cannot flush, so events would not arrive while the run goes on: give it an Unwrap method", o.w)
	}
	return nil // a client that left is seen at the first write
}

// add appends an event, and waits while too much is waiting.
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

// broken reports whether the client cannot be written to.
func (o *outlet) broken() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil
}

// close waits until all is written.
func (o *outlet) close() {
	o.mu.Lock()
	o.ended = true
	o.mu.Unlock()
	signal(o.wake)
	<-o.closed
}

const comment = ":\n\n"

// pump writes what is added, until close, and a comment where nothing was for so long. What fails ends the run.
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
		spare = nil // it is what is collected in, or written
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

// take returns what is waiting, and lets more be collected in spare. Of nothing, spare stays the caller's.
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
