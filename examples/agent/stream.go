package main

import (
	"bytes"
	"net/http"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// stream sends each event as soon as it is there. After an error it sends nothing more.
type stream struct {
	w           http.ResponseWriter
	appendEvent func(dst []byte, e agui.Event) ([]byte, error)
	buf         []byte
	err         error
}

// newStream starts the answer, in the form that the request accepts.
func newStream(w http.ResponseWriter, r *http.Request) *stream {
	s := &stream{w: w, appendEvent: appendSSE}
	mediaType := "text/event-stream"
	if aguiproto.Accepts(r.Header.Get("Accept")) {
		mediaType, s.appendEvent = aguiproto.MediaType, aguiproto.AppendFrame
	}
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Cache-Control", "no-cache")
	return s
}

func (s *stream) send(e agui.Event) {
	if s.err == nil {
		s.buf, s.err = s.appendEvent(s.buf[:0], e)
	}
	if s.err == nil {
		_, s.err = s.w.Write(s.buf)
	}
	if s.err == nil {
		s.err = http.NewResponseController(s.w).Flush()
	}
}

// appendSSE appends a server-sent event. JSON that came from elsewhere may have line breaks between its tokens, and every
// line needs a field of its own.
func appendSSE(dst []byte, e agui.Event) ([]byte, error) {
	data, err := agui.AppendEvent(nil, e)
	if err != nil {
		return dst, err
	}
	for line := range bytes.FieldsFuncSeq(data, func(c rune) bool { return c == '\n' || c == '\r' }) {
		dst = append(append(append(dst, "data: "...), line...), '\n')
	}
	return append(dst, '\n'), nil
}
