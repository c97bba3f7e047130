package stream

import (
	"errors"
	"fmt"
	"io"
	"iter"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// Reader reads server-sent events. It returns an event as soon as its blank line is there, and holds nothing of it. Its
// fields are set before the first call.
//
// Events share memory: those of one type lie in slabs of at most 64, and their strings in chunks of at most 16 KiB, where
// an id that repeats is there once. An event that is kept keeps its slab and its chunk alive, with all that is in the slab's
// events: whoever keeps a few events of many sets Separate. An event of more than 2 KiB shares nothing.
//
// Where a producer has cut a character in two, half of a surrogate pair at the end of one text and half at the start of
// the next of the same message, the Reader makes it one character, of the second event. At most 64 messages may wait for
// the other half at a time.
type Reader struct {
	// Decoder reads the events. What it reports is about the event that Next returns.
	Decoder agui.Decoder
	// MaxEvent is how many bytes an event may have, 0 for 10 MiB. Beyond it the error is ErrTooLarge.
	MaxEvent int
	// Separate gives each event memory of its own.
	Separate bool
	// Upgrade has retired shapes become today's, and takes "[DONE]" as the end of the stream.
	Upgrade bool
	// OnNote is told of what Upgrade did, and of half of a character whose other half does not come. In a text that goes
	// on it is U+FFFD.
	OnNote func(Note)

	cut      cutter
	shared   agui.Arena
	upgrader Upgrader
	halves   []waiting
	index    int // of the event that is read
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

// done is what some producers send behind the last event.
const done = "[DONE]"

var (
	errDone = errors.New("[DONE] is no event of this protocol, whose streams end with their run")
	errType = errors.New("the event's type is empty")
)

// event reads the data of an event.
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

// arena returns the memory that events share, nil for none.
func (r *Reader) arena() *agui.Arena {
	if r.Separate {
		return nil
	}
	return &r.shared
}

// stop ends the stream: nothing can follow what waits.
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
