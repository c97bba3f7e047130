package http

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"

	agui "github.com/aguigen/aguigen/templates/runtime"
	aguistream "github.com/aguigen/aguigen/templates/stream"
)

// Client is an Agent behind a URL. The zero value with a URL is ready, and serves many runs at once. It neither retries
// nor goes on with a stream that was cut.
//
// The events of a run are expanded and verified: what may not stand where it does, and a stream that ends before its run,
// is an error; retired shapes become today's. Before it is sent the input is made complete: it gets ids and the version of the protocol where it has
// none, and activities are left out of its messages.
type Client struct {
	URL string
	// HTTP sends the requests, nil for http.DefaultClient. Its Timeout is about the whole run. Redirects are not followed,
	// unless its CheckRedirect says so.
	HTTP *http.Client
	// Header is sent with every request.
	Header http.Header
	// Format is asked for beside server-sent events, and preferred. The zero value asks for server-sent events alone.
	Format aguistream.Format
	// Raw leaves the input and the events as they are, for a relay.
	Raw bool
	// Decoder reads server-sent events.
	Decoder agui.Decoder
	// MaxEvent is how many bytes a server-sent event may have, 0 for 10 MiB.
	MaxEvent int
	// OnNote is told of retired shapes that became today's, in the input (with the index -1) and in the events.
	OnNote func(aguistream.Note)
}

// StatusError is the error for a response that is not a stream by its status, such as a redirect.
type StatusError struct {
	Code int
	Body []byte // no more than 64 kB of it
}

func (e *StatusError) Error() string {
	const most = 300
	text := e.Body
	if len(text) > most {
		text = text[:most]
	}
	return fmt.Sprintf("the agent answered %d %s: %q", e.Code, http.StatusText(e.Code), text)
}

// ErrNotStream is the error for a response with a content type that is none of the formats asked for.
var ErrNotStream = errors.New("the response is not a stream of events")

const mostErrorBody = 64 << 10

// Run starts a run and returns its events. When the loop over them ends early, the request ends too.
func (c *Client) Run(ctx context.Context, in *xRequest) iter.Seq2[xItem, error] {
	return func(yield func(xItem, error) bool) {
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		response, err := c.open(inner, in)
		if err != nil {
			yield(nil, causeOf(ctx, err))
			return
		}
		defer func() { _ = response.Body.Close() }() // nothing is written to it
		events, err := c.read(response)
		if err != nil {
			yield(nil, err)
			return
		}
		for e, err := range events {
			if err != nil {
				yield(nil, causeOf(ctx, err))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// causeOf returns why the context ended, if it did: what failed then failed for that.
func causeOf(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// open sends the request.
func (c *Client) open(ctx context.Context, in *xRequest) (*http.Response, error) {
	body, err := c.body(in)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if c.Header != nil {
		request.Header = c.Header.Clone()
	}
	accept := aguistream.SSE.MediaType
	if f := c.Format.MediaType; f != "" && f != accept {
		accept = f + ", " + accept + ";q=0.5"
	}
	request.Header.Set("Accept", accept)
	request.Header.Set("Content-Type", "application/json")
	client := http.Client{}
	if c.HTTP != nil {
		client = *c.HTTP
	}
	if client.CheckRedirect == nil {
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	if code := response.StatusCode; code < 200 || code > 299 || code == http.StatusNoContent || code == http.StatusResetContent {
		defer func() { _ = response.Body.Close() }()
		text, err := io.ReadAll(io.LimitReader(response.Body, mostErrorBody))
		if err != nil {
			text = append(text, " … "+err.Error()...)
		}
		return nil, &StatusError{code, text}
	}
	return response, nil
}

// body is the input, made complete.
func (c *Client) body(in *xRequest) ([]byte, error) {
	if in == nil {
		return nil, errors.New("the run has no input")
	}
	if c.Raw {
		return appendRequest(nil, in)
	}
	data, err := appendRequest(nil, prepared(in, newID))
	if err != nil {
		return nil, err
	}
	data = (&aguistream.Upgrader{OnNote: c.OnNote}).Input(data)
	d := agui.Decoder{OnUnknown: c.Decoder.OnUnknown}
	checked, err := readRequest(&d, data) // what an agent would refuse is not sent, what none knows is left out
	if err != nil {
		return nil, fmt.Errorf("the input is not sent: %w", err)
	}
	return appendRequest(nil, checked)
}

// newID returns a random UUID.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// read returns the events of a response.
func (c *Client) read(response *http.Response) (iter.Seq2[xItem, error], error) {
	var events iter.Seq2[xItem, error]
	given := response.Header.Get("Content-Type")
	switch t := mediaTypeOf(given); {
	case t == aguistream.SSE.MediaType:
		r := aguistream.NewReader(response.Body)
		r.Decoder, r.MaxEvent, r.Upgrade, r.OnNote = c.Decoder, c.MaxEvent, !c.Raw, c.OnNote
		events = r.All()
	case c.Format.Read != nil && t == c.Format.MediaType:
		events = known(c.Format.Read(response.Body))
	default:
		return nil, fmt.Errorf("%w: its content type is %q; is this the URL of an agent?", ErrNotStream, given)
	}
	if c.Raw {
		return events, nil
	}
	return aguistream.Received(events), nil
}

// known leaves out events of a newer protocol that a format cannot keep.
func known(in iter.Seq2[xItem, error]) iter.Seq2[xItem, error] {
	return func(yield func(xItem, error) bool) {
		for e, err := range in {
			var faults agui.ValidationErrors
			if errors.Is(err, agui.ErrUnknown) && !errors.As(err, &faults) {
				continue
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}
