package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// maxEvent is the longest line of a stream that is read, and the most of an answer that is no stream.
const maxEvent = 10 << 20

// events returns the events of an answer, whichever form the agent chose.
func events(resp *http.Response) (iter.Seq2[agui.Event, error], error) {
	mediaType, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case resp.StatusCode != http.StatusOK:
		text, err := io.ReadAll(io.LimitReader(resp.Body, maxEvent))
		return nil, errors.Join(fmt.Errorf("the agent answered %s: %s", resp.Status, bytes.TrimSpace(text)), err)
	case mediaType == "text/event-stream":
		return serverSent(resp.Body), nil
	case mediaType == aguiproto.MediaType:
		return framed(resp.Body), nil
	}
	return nil, fmt.Errorf("the agent answered with the type %q", mediaType)
}

// serverSent reads server-sent events. Of their fields only data matters.
func serverSent(r io.Reader) iter.Seq2[agui.Event, error] {
	return func(yield func(agui.Event, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxEvent)
		var data []byte
		for lines.Scan() {
			if line, ok := bytes.CutPrefix(lines.Bytes(), []byte("data:")); ok {
				data = append(append(data, line...), '\n')
				continue
			}
			if len(lines.Bytes()) > 0 || len(data) == 0 {
				continue
			}
			if event, err := agui.UnmarshalEvent(data); !yield(event, err) || err != nil {
				return
			}
			data = data[:0] // events hold nothing of it
		}
		if err := lines.Err(); err != nil {
			yield(nil, err)
		} else if len(data) > 0 {
			yield(nil, io.ErrUnexpectedEOF)
		}
	}
}

// framed reads binary frames. An event of a newer protocol is passed over.
func framed(r io.Reader) iter.Seq2[agui.Event, error] {
	return func(yield func(agui.Event, error) bool) {
		frames := aguiproto.NewFrameReader(r)
		for {
			event, err := frames.Next()
			switch {
			case err == io.EOF:
				return
			case errors.Is(err, aguiproto.ErrUnknownEvent):
				continue
			}
			if !yield(event, err) || err != nil {
				return
			}
		}
	}
}
