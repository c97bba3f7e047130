package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"log"
	"maps"
	"mime"
	"net/http"
	"reflect"

	"github.com/aguigen/aguigen/generated/agui"
)

// Relay passes requests on to an agent, and its events back.
type Relay struct {
	Upstream string        // URL of the agent
	Metadata agui.Metadata // what every event gets, unless it has such an entry already
}

// ServeHTTP answers a request with what the agent answers. Only a stream of events is touched.
func (r *Relay) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	out, err := http.NewRequestWithContext(req.Context(), req.Method, r.Upstream, req.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	out.Header.Set("Content-Type", req.Header.Get("Content-Type"))
	out.Header.Set("Accept", "text/event-stream")
	resp, err := http.DefaultClient.Do(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()

	contentType := resp.Header.Get("Content-Type")
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(resp.StatusCode)
	if mediaType, _, _ := mime.ParseMediaType(contentType); mediaType != "text/event-stream" {
		_, err = io.Copy(w, resp.Body)
	} else {
		err = r.events(flusher{w, http.NewResponseController(w)}, resp.Body)
	}
	if err != nil {
		log.Print(err)
		panic(http.ErrAbortHandler) // so that the client does not take what it has for the whole
	}
}

// flusher sends every write at once.
type flusher struct {
	io.Writer
	*http.ResponseController
}

func (f flusher) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	if err == nil {
		err = f.Flush()
	}
	return n, err
}

// maxLine is the longest line of a stream that is read.
const maxLine = 10 << 20

// events reads server-sent events, and writes each when the empty line behind it has come.
func (r *Relay) events(w io.Writer, in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	var b block
	for lines.Scan() {
		if b.add(lines.Bytes()) {
			continue
		}
		if _, err := w.Write(r.rewrite(&b)); err != nil {
			return err
		}
		b.reset()
	}
	if err := lines.Err(); err != nil || len(b.whole) == 0 {
		return err
	}
	_, err := w.Write(r.rewrite(&b)) // some agents leave out the last empty line
	return err
}

// block is one server-sent event: all lines as they came, those that are no data, and the data.
type block struct{ whole, other, data []byte }

// add takes a line. It returns false for the empty line that ends the event.
func (b *block) add(line []byte) bool {
	b.whole = append(append(b.whole, line...), '\n')
	if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
		b.data = append(append(b.data, bytes.TrimPrefix(data, []byte(" "))...), '\n')
	} else if len(line) > 0 {
		b.other = append(append(b.other, line...), '\n')
	}
	return len(line) > 0
}

func (b *block) reset() { b.whole, b.other, b.data = b.whole[:0], b.other[:0], b.data[:0] }

// decoder keeps what is unknown, so that it is written again.
var decoder = agui.Decoder{Keep: true}

// rewrite returns the text to send for a block. A relay is no judge: what it cannot read goes through as it came.
func (r *Relay) rewrite(b *block) []byte {
	if len(b.data) == 0 {
		return b.whole // a comment, to keep the connection open
	}
	event, err := decoder.Event(b.data)
	if err != nil {
		log.Printf("passed on as it is: %v", err)
		return b.whole
	}
	r.stamp(event)
	data, err := agui.AppendEvent(nil, event)
	if err != nil {
		log.Printf("passed on as it is: %v", err)
		return b.whole
	}
	return appendData(bytes.Clone(b.other), data)
}

// appendData appends a JSON text as the data of a server-sent event. Values that were kept byte for byte may have line
// breaks between their tokens, and every line needs a field of its own.
func appendData(dst, data []byte) []byte {
	for line := range bytes.FieldsFuncSeq(data, func(c rune) bool { return c == '\n' || c == '\r' }) {
		dst = append(append(append(dst, "data: "...), line...), '\n')
	}
	return append(dst, '\n')
}

// stamp adds the relay's metadata to an event.
func (r *Relay) stamp(event agui.Event) {
	if unknown, ok := event.(*agui.UnknownEvent); ok {
		unknown.Raw = r.stampUnknown(unknown.Raw)
		return
	}
	m := metadataOf(event)
	*m = r.stamped(*m)
}

// metadataOf returns the field Metadata, which every known event has.
func metadataOf(event agui.Event) *agui.Metadata {
	return reflect.ValueOf(event).Elem().FieldByName("Metadata").Addr().Interface().(*agui.Metadata)
}

// stamped returns the entries of both. Those of the event win.
func (r *Relay) stamped(m agui.Metadata) agui.Metadata {
	both := maps.Clone(r.Metadata)
	maps.Copy(both, m)
	return both
}

// stampUnknown does it for an event of a newer protocol, if its metadata is still an object. The members that it has keep
// their text, though not their order.
func (r *Relay) stampUnknown(raw json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	var m agui.Metadata
	if json.Unmarshal(raw, &members) != nil {
		return raw
	}
	if old, ok := members["metadata"]; ok && (json.Unmarshal(old, &m) != nil || m == nil) {
		return raw
	}
	var err error
	if members["metadata"], err = json.Marshal(r.stamped(m)); err != nil {
		return raw
	}
	out, err := json.Marshal(members)
	if err != nil {
		return raw
	}
	return out
}
