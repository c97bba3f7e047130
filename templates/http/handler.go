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

// Handler is an http.Handler that serves an Agent. A request is a POST with the input of a run; the response is the
// stream of its events. The fields must not change after the first request.
//
// If the agent does not send the first or the last event of its run, the Handler does. Events are verified before they
// are written: an event out of order, an error and a panic each end the run with an error event. The run's context is
// canceled when the client disconnects or the server shuts down. A client that reads slowly blocks the agent.
type Handler struct {
	Agent Agent
	// Formats are the formats of the response, the preferred one first. Server-sent events are always supported, and
	// preferred if they are not listed.
	Formats []aguistream.Format
	// Heartbeat is how long a stream of server-sent events may be silent before a comment is written; 0 means 15
	// seconds, and a negative value disables comments.
	Heartbeat time.Duration
	// WriteTimeout is how long a write may take before the client counts as disconnected; 0 means a minute, and a
	// negative value means no limit. It replaces the server's WriteTimeout, which limits the whole response and would
	// cut off long runs.
	WriteTimeout time.Duration
	// MaxBody is the maximum size of a request's body in bytes; 0 means 10 MiB.
	MaxBody int64
	// Decoder decodes the input.
	Decoder agui.Decoder
	// Upgrade converts retired shapes in the input to current ones. NewHandler sets it.
	Upgrade bool
	// OnNote is called for every change that Upgrade makes, with the context of the request.
	OnNote func(ctx context.Context, note aguistream.Note)
	// Trust disables the verification of the agent's events.
	Trust bool
	// OnError is called with the error that ends a run, and returns the message that the client receives; "" sends a
	// generic message. If OnError is nil, the error is logged by log/slog and the client receives the generic message.
	// A panic is a *PanicError; an event out of order is an *OrderError of the stream package.
	OnError func(ctx context.Context, err error) string

	mu      sync.Mutex
	servers map[*http.Server]context.Context
}

// NewHandler returns a Handler that answers with server-sent events and accepts the input of older clients.
func NewHandler(a Agent) *Handler {
	return &Handler{Agent: a, Formats: []aguistream.Format{aguistream.SSE}, Upgrade: true}
}

const (
	defaultHeartbeat    = 15 * time.Second
	defaultWriteTimeout = time.Minute
	defaultMaxBody      = 10 << 20
)

// ErrShutdown is the cause of a run's canceled context when its server shuts down.
var ErrShutdown = errors.New("the server is shutting down")

// PanicError is the error for an agent that panicked.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n\n%s", e.Value, e.Stack) }

// Unwrap returns the value of the panic if it is an error, and nil otherwise.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// ServeHTTP runs the agent and writes its events. A request that is not served is answered with
// application/problem+json.
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
	header.Set("X-Accel-Buffering", "no") // asks nginx not to buffer the events
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
	defer out.close() // waits until all events are written
	r.serve()
}

// accept reads the input and chooses the format of the response, or returns the problem with the request.
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

// unfitContent returns why the type of the body is not accepted, or "". The default type of curl -d is accepted
// unless the request comes from a browser: a page of another origin could send it without a preflight request.
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

// formats returns the supported formats, the preferred one first.
func (h *Handler) formats() []aguistream.Format {
	for _, f := range h.Formats {
		if f.MediaType == aguistream.SSE.MediaType {
			return h.Formats
		}
	}
	return append([]aguistream.Format{aguistream.SSE}, h.Formats...)
}

// heartbeat returns how long the stream may be silent; 0 means no limit. Only server-sent events have
// comments.
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
