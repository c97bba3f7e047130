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

// Client is an Agent that calls an agent over HTTP. A Client with only a URL is ready to use, and may run several runs
// at once. It neither retries a request nor resumes an interrupted stream.
//
// Unless Raw is set, the events of a run are expanded, verified, and upgraded from retired shapes. An event out of
// order is an error, and so is a stream that ends before its run does. The input is completed before it is sent:
// missing ids and the protocol version are set, and activity messages are removed.
type Client struct {
	URL string
	// HTTP sends the requests; nil means http.DefaultClient. Its Timeout limits the whole run. Redirects are followed
	// only if CheckRedirect is set.
	HTTP *http.Client
	// Header is added to every request.
	Header http.Header
	// Format is the preferred format of the response. Server-sent events are accepted too; the zero value
	// accepts them alone.
	Format aguistream.Format
	// Raw sends the input and returns the events unchanged and unverified, for a relay.
	Raw bool
	// Decoder decodes the events of a stream of server-sent events.
	Decoder agui.Decoder
	// MaxEvent is the maximum size of a server-sent event in bytes; 0 means 10 MiB.
	MaxEvent int
	// OnNote is called for every retired shape that was upgraded, in the input (with the index -1) and in the
	// events.
	OnNote func(aguistream.Note)
}

// StatusError is the error for a response without events: a status outside 2xx, such as a redirect, or one
// that has no content (204, 205).
type StatusError struct {
	Code int
	Body []byte // the first 64 KiB at most
}

func (e *StatusError) Error() string {
	const most = 300
	text := e.Body
	if len(text) > most {
		text = text[:most]
	}
	return fmt.Sprintf("the agent answered %d %s: %q", e.Code, http.StatusText(e.Code), text)
}

// ErrNotStream is the error for a response whose content type is not one of the requested formats.
var ErrNotStream = errors.New("the response is not a stream of events")

const mostErrorBody = 64 << 10

// Run sends the input and returns the events of the response. Leaving the loop over them cancels the request.
func (c *Client) Run(ctx context.Context, in *xRequest) iter.Seq2[xItem, error] {
	return func(yield func(xItem, error) bool) {
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		response, err := c.open(inner, in)
		if err != nil {
			yield(nil, causeOf(ctx, err))
			return
		}
		defer func() { _ = response.Body.Close() }() // nothing is written, so nothing is lost
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

// causeOf returns the cause of the context's end if it has ended, since that is why the request failed, and
// err otherwise.
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

// body returns the JSON of the input, completed unless c.Raw is set.
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
	checked, err := readRequest(&d, data) // an invalid input is not sent; unknown properties are removed
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

// known skips the events of a newer protocol that the format cannot represent.
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
