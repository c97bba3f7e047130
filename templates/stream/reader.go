package stream

import (
	"errors"
	"fmt"
	"io"
	"iter"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// Reader reads a stream of server-sent events. It returns an event as soon as it has read the blank line that ends it,
// and does not retain it. The fields must be set before the first call of a method.
//
// Events share memory: events of one type are allocated in slabs of at most 64, and their strings in chunks of at most
// 16 KiB, in which a repeated id is stored once. A retained event keeps its slab and its chunk alive, with everything
// that the slab's events refer to. To retain a few events of many, set Separate. An event of more than 2 KiB shares
// nothing.
//
// Some producers split a character between two texts of a message, with half of its surrogate pair in each. The Reader
// joins the halves into one character of the second event. At most 64 messages may wait for a second half at a time.
type Reader struct {
	// Decoder decodes the events. Its callbacks are called for the event that Next returns.
	Decoder agui.Decoder
	// MaxEvent is the maximum size of an event in bytes; 0 means 10 MiB. The error for a larger event is
	// ErrTooLarge.
	MaxEvent int
	// Separate allocates each event separately.
	Separate bool
	// Upgrade converts retired shapes to current ones, and treats "[DONE]" as the end of the stream.
	Upgrade bool
	// OnNote is called for every change that Upgrade makes, and for half of a character whose other half does not come.
	// If the text continues without it, the half becomes U+FFFD.
	OnNote func(Note)

	cut      cutter
	shared   agui.Arena
	upgrader Upgrader
	halves   []waiting
	index    int // of the current event
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

// NewReader returns a Reader that reads from r.
func NewReader(r io.Reader) *Reader { return &Reader{cut: cutter{in: r}} }

// Next returns the next event, and io.EOF at the end of the stream. The last event may lack its blank line. After
// a *FrameError Next can be called for the next event; any other error is final.
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
		r.stop(err)
		return nil, err
	}
	if r.Upgrade {
		r.upgrader.OnNote = r.OnNote
		if string(data) == done {
			r.upgrader.end()
			r.stop(io.EOF)
			return nil, r.err
		}
		data = r.upgrader.Event(data)
	}
	e, err := r.event(data)
	r.index++
	if err != nil {
		return nil, &FrameError{offset, err}
	}
	return e, nil
}

// done is what some producers send after the last event.
const done = "[DONE]"

var (
	errDone = errors.New("[DONE] is no event of this protocol, whose streams end with their run")
	errType = errors.New("the event's type is empty")
)

// event decodes the data of an event.
func (r *Reader) event(data []byte) (e xItem, err error) {
	switch {
	case string(data) == done:
		return nil, errDone
	case len(r.halves) > 0 || escapedHalf(data):
		e, err = r.mend(data)
	default:
		e, err = decode(&r.Decoder, r.arena(), data)
	}
	if err == nil && isEmpty(e) {
		return nil, errType
	}
	return e, err
}

// arena returns the memory that events share, or nil if they share none.
func (r *Reader) arena() *agui.Arena {
	if r.Separate {
		return nil
	}
	return &r.shared
}

// stop ends the stream, and reports the halves of characters that still wait.
func (r *Reader) stop(err error) {
	r.err = err
	for _, w := range r.halves {
		r.note(w.alone)
	}
	r.halves = nil
}

func (r *Reader) note(n Note) {
	if r.OnNote != nil {
		r.OnNote(n)
	}
}

// All returns the events up to the end of the stream. A pair with an error is the last one.
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
