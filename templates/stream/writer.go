package stream

import (
	"bytes"
	"io"
	"iter"
	"sync"
)

// AppendSSE appends an event as a server-sent event. On error it returns dst unchanged.
func AppendSSE(dst []byte, e xItem) ([]byte, error) {
	start := len(dst)
	out, err := appendItem(append(dst, "data: "...), e)
	if err != nil {
		return dst, err
	}
	if text := out[start:]; bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0 {
		out = lines(out, start)
	}
	return append(out, "\n\n"...), nil
}

// lines puts "data: " before each line of an event with line breaks, which JSON allows between tokens only.
func lines(out []byte, start int) []byte {
	text := bytes.Clone(out[start:])
	out = out[:start]
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case c == '\r' || c == '\n':
			out = append(out, "\ndata: "...)
		default:
			out = append(out, c)
		}
	}
	return out
}

// Writer writes server-sent events. It is safe for concurrent use. It does not flush: the underlying writer should, on
// each Write.
type Writer struct {
	mu  sync.Mutex
	out io.Writer
	buf []byte
}

// NewWriter returns a Writer that calls w.Write once for each event.
func NewWriter(w io.Writer) *Writer { return &Writer{out: w} }

// Send writes an event. If the event cannot be encoded, Send writes nothing and returns the error.
func (w *Writer) Send(e xItem) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	out, err := AppendSSE(w.buf[:0], e)
	w.buf = out[:0]
	if err != nil {
		return err
	}
	_, err = w.out.Write(out)
	return err
}

var ping = []byte(":\n\n")

// Ping writes a comment, to keep the connection alive.
func (w *Writer) Ping() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.out.Write(ping)
	return err
}

// Format is an encoding of a stream of events.
type Format struct {
	MediaType string
	Append    func(dst []byte, e xItem) ([]byte, error)
	Read      func(r io.Reader) iter.Seq2[xItem, error]
}

// SSE is the format of server-sent events.
var SSE = Format{
	MediaType: "text/event-stream",
	Append:    AppendSSE,
	Read:      func(r io.Reader) iter.Seq2[xItem, error] { return NewReader(r).All() },
}
