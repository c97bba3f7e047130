package http

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	agui "github.com/aguigen/aguigen/templates/runtime"
	aguistream "github.com/aguigen/aguigen/templates/stream"
)

// Handler serves an Agent. A request is a POST of a run's input, the response a stream of the run's events. The fields
// are set before the first request.
//
// A run that the agent does not begin or end is begun and ended for it. The events are verified before they are written:
// what may not stand where it does, an error and a panic end the run with a failure. When the client leaves, or the
// server is shut down, the run's context ends; a client that reads slowly holds the agent back.
type Handler struct {
	Agent Agent
	// Formats are those in which a run can be answered, the preferred one first. If none of them is that of server-sent
	// events, these come before them.
	Formats []aguistream.Format
	// Heartbeat is how long a stream of server-sent events may be silent before a comment is written: 0 for 15 seconds,
	// negative for ever.
	Heartbeat time.Duration
	// WriteTimeout is how long a write may take before the client counts as gone: 0 for a minute, negative for ever. It stands
	// for that of the server, which is about the whole response, and would cut runs off.
	WriteTimeout time.Duration
	// MaxBody is how many bytes the body of a request may have, 0 for 10 MiB.
	MaxBody int64
	// Decoder reads the input.
	Decoder agui.Decoder
	// Upgrade has retired shapes in the input become today's, which NewHandler switches on.
	Upgrade bool
	// OnNote is told of what Upgrade did, with the context of the request.
	OnNote func(ctx context.Context, note aguistream.Note)
	// Trust leaves out the verification of the agent's events.
	Trust bool
	// OnError is told of what fails a run. What it returns is the message that the client sees, "" for one that says
	// nothing. Without it, the error is logged by log/slog. A panic is a *PanicError, and an event that may not stand where
	// it does an *OrderError of the stream package.
	OnError func(ctx context.Context, err error) string

	mu      sync.Mutex
	servers map[*http.Server]context.Context
}

// NewHandler returns a Handler that answers with server-sent events, and takes the input of older clients too.
func NewHandler(a Agent) *Handler {
	return &Handler{Agent: a, Formats: []aguistream.Format{aguistream.SSE}, Upgrade: true}
}

const (
	defaultHeartbeat    = 15 * time.Second
	defaultWriteTimeout = time.Minute
	defaultMaxBody      = 10 << 20
)

// ErrShutdown is the cause with which the context of a run ends when its server is shut down.
var ErrShutdown = errors.New("the server is shutting down")

// PanicError is the error for an agent that panicked.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n\n%s", e.Value, e.Stack) }

// Unwrap returns the value of the panic, if that is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// ServeHTTP answers a request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	format, in, p := h.accept(w, req)
	closing := h.closing(req)
	if p == nil && closing.Err() != nil {
		p = refuse(http.StatusServiceUnavailable, ErrShutdown.Error())
	}
	if p != nil {
		p.write(w)
		return
	}
	header := w.Header()
	header.Set("Content-Type", format.MediaType)
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Accel-Buffering", "no") // asks nginx not to collect the events
	header.Set("X-Content-Type-Options", "nosniff")
	timeout := h.WriteTimeout
	if timeout == 0 {
		timeout = defaultWriteTimeout
	}
	out := newOutlet(w, timeout)
	if err := out.start(); err != nil {
		header.Del("Cache-Control")
		refuse(http.StatusInternalServerError, err.Error()).write(w)
		return
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	defer cancel(nil)
	defer context.AfterFunc(closing, func() { cancel(ErrShutdown) })()
	go out.pump(h.heartbeat(format), cancel)
	r := &run{h: h, ctx: ctx, client: req.Context(), out: out, format: format, in: in}
	defer out.close() // waits for what is to be written
	r.serve()
}

// accept reads the request, and chooses the format of the response.
func (h *Handler) accept(w http.ResponseWriter, req *http.Request) (format aguistream.Format, in *xRequest, p *problem) {
	if req.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return format, nil, refuse(http.StatusMethodNotAllowed, "a run is started by POST, not by "+req.Method)
	}
	if detail := unfitContent(req); detail != "" {
		return format, nil, refuse(http.StatusUnsupportedMediaType, detail)
	}
	formats := h.formats()
	if len(formats) > 1 {
		w.Header().Add("Vary", "Accept")
	}
	format, ok := Negotiate(strings.Join(req.Header.Values("Accept"), ","), formats...)
	if !ok {
		var names []string
		for _, f := range formats {
			names = append(names, f.MediaType)
		}
		return format, nil, refuse(http.StatusNotAcceptable, "the events of a run are sent as "+strings.Join(names, " or "))
	}
	limit := h.MaxBody
	if limit == 0 {
		limit = defaultMaxBody
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, limit))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return format, nil, refuse(http.StatusRequestEntityTooLarge, fmt.Sprintf("the body has more than %d bytes", limit))
	case err != nil:
		return format, nil, refuse(http.StatusBadRequest, "the body cannot be read: "+err.Error())
	}
	if h.Upgrade {
		u := aguistream.Upgrader{}
		if h.OnNote != nil {
			u.OnNote = func(n aguistream.Note) { h.OnNote(req.Context(), n) }
		}
		body = u.Input(body)
	}
	if in, err = readRequest(&h.Decoder, body); err != nil {
		return format, nil, badBody(err)
	}
	return format, in, nil
}

// unfitContent says why the body is none of ours, "" if it is. What curl -d sends unless it is told the type is taken
// from what is not a browser: a page of another origin could send it without being asked for permission.
func unfitContent(req *http.Request) string {
	if e := req.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return "the body is encoded as " + e + ": send it as it is"
	}
	given := req.Header.Get("Content-Type")
	switch mediaTypeOf(given) {
	case "application/json":
		return ""
	case "application/x-www-form-urlencoded":
		if req.Header.Get("Origin") == "" && req.Header.Get("Sec-Fetch-Site") == "" {
			return ""
		}
	}
	if given == "" {
		return "the request has no Content-Type: the input of a run is application/json"
	}
	return "the input of a run is application/json, not " + given
}

// formats returns those of the response, the preferred one first.
func (h *Handler) formats() []aguistream.Format {
	for _, f := range h.Formats {
		if f.MediaType == aguistream.SSE.MediaType {
			return h.Formats
		}
	}
	return append([]aguistream.Format{aguistream.SSE}, h.Formats...)
}

// heartbeat is how long the stream may be silent, 0 for ever: only server-sent events have comments.
func (h *Handler) heartbeat(f aguistream.Format) time.Duration {
	switch {
	case h.Heartbeat < 0 || f.MediaType != aguistream.SSE.MediaType:
		return 0
	case h.Heartbeat == 0:
		return defaultHeartbeat
	}
	return h.Heartbeat
}

// closing returns a context that ends when the request's server is shut down.
func (h *Handler) closing(req *http.Request) context.Context {
	server, ok := req.Context().Value(http.ServerContextKey).(*http.Server)
	if !ok {
		return context.Background()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	ctx, known := h.servers[server]
	if !known {
		if h.servers == nil {
			h.servers = map[*http.Server]context.Context{}
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(context.Background())
		server.RegisterOnShutdown(cancel)
		h.servers[server] = ctx
	}
	return ctx
}
