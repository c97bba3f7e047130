package stream

import (
	"bytes"
	"fmt"
	"io"
	"iter"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// Reader reads server-sent events. It returns an event as soon as its blank line is there, and keeps nothing of it. Its
// fields are set before the first call.
type Reader struct {
	// Decoder reads the events. What it reports is about the event that Next returns.
	Decoder agui.Decoder
	// MaxEvent is how many bytes an event may have, 0 for 10 MiB. Beyond it the error is ErrTooLarge.
	MaxEvent int
	// Upgrade has retired shapes become today's, and takes "[DONE]" as the end of the stream.
	Upgrade bool
	// OnNote is told of what Upgrade did.
	OnNote func(Note)

	cut      cutter
	upgrader Upgrader
	err      error
}

// FrameError is the error for an event whose data cannot be decoded. The Reader can continue after it.
type FrameError struct {
	Offset int64 // where the event begins in the stream
	Err    error
}

func (e *FrameError) Error() string {
	return fmt.Sprintf("the event at offset %d: %v", e.Offset, e.Err)
}

// Unwrap returns the error of decoding.
func (e *FrameError) Unwrap() error { return e.Err }

// done is what some producers send behind the last event.
var done = []byte("[DONE]")

// NewReader returns a Reader that reads from r.
func NewReader(r io.Reader) *Reader { return &Reader{cut: cutter{in: r}} }

// Next returns the next event, and io.EOF at the end of the stream. A last event may lack its blank line. After a
// *FrameError the next event can be read; any other error stays.
func (r *Reader) Next() (xItem, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.cut.in == nil {
		r.err = io.EOF
		return nil, r.err
	}
	r.cut.limit = r.MaxEvent
	data, offset, err := r.cut.next()
	if err != nil {
		r.err = err
		return nil, err
	}
	if r.Upgrade {
		r.upgrader.OnNote = r.OnNote
		if bytes.Equal(data, done) {
			r.upgrader.end()
			r.err = io.EOF
			return nil, r.err
		}
		data = r.upgrader.Event(data)
	}
	if bytes.Equal(data, done) {
		return nil, &FrameError{offset, fmt.Errorf("[DONE] is no event of this protocol, whose streams end with their run")}
	}
	e, err := decode(&r.Decoder, data)
	if err == nil && isEmpty(e) {
		err = fmt.Errorf("the event's type is empty")
	}
	if err != nil {
		return nil, &FrameError{offset, err}
	}
	return e, nil
}

// All returns the events up to the end of the stream. An error is the last pair.
func (r *Reader) All() iter.Seq2[xItem, error] {
	return func(yield func(xItem, error) bool) {
		for {
			e, err := r.Next()
			if err == io.EOF || !yield(e, err) || err != nil {
				return
			}
		}
	}
}
