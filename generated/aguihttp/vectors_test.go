package aguihttp_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguistream"
)

const (
	byRFC9110   = "N1: the higher q decides, ties and wildcards mean text"
	unwanted    = "N1: who accepts neither format is answered 406, as RFC 9110 has it"
	byMediaType = "N3: the media type is parsed, and any other is refused"
	byWHATWG    = "S1: we follow the WHATWG, as the streams of real producers need it"
)

// differences are the vectors in which we differ from the reference implementation, each with the reason.
var differences = map[string]string{
	"accept/*/*":           byRFC9110,
	"accept/application/*": byRFC9110,
	"accept/text/event-stream, application/vnd.ag-ui.event+proto":       byRFC9110,
	"accept/application/vnd.ag-ui.event+proto;q=0.1, text/event-stream": byRFC9110,
	"accept/text/html, application/*;q=0.2":                             byRFC9110,
	"accept/application/json":                                           unwanted,
	"accept/application/vnd.ag-ui.event+proto;v=1":                      unwanted,
	"http/one-event/application/json":                                   byMediaType,
	"http/plain-text/application/json":                                  byMediaType,
	"http/proto-with-parameter":                                         byMediaType,
	"http/none":                                                         byMediaType,
	"http/proto-uppercase":                                              byMediaType,
	"http/crlf-two-events/text/event-stream":                            byWHATWG,
}

func TestAcceptVectors(t *testing.T) {
	tally(t, vectors(t, "proto.jsonl", "accept"), func(v vector) string {
		accept := ""
		if v.Accept != nil {
			accept = *v.Accept
		}
		if got, _ := aguihttp.Negotiate(accept, aguistream.SSE, frames); got.MediaType != v.ContentType {
			return fmt.Sprintf("%q, want %q", got.MediaType, v.ContentType)
		}
		return ""
	})
}

// body is what a vector's server sends.
func (v *vector) body(t *testing.T) string {
	var out strings.Builder
	for _, chunk := range v.Chunks {
		var c struct{ Hex, Text string }
		if json.Unmarshal(chunk, &c) != nil {
			if err := json.Unmarshal(chunk, &c.Hex); err != nil {
				t.Fatal(err)
			}
		}
		data, err := hex.DecodeString(c.Hex)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(string(data) + c.Text)
	}
	return out.String()
}

// receive asks a server that answers as the vector says.
func (v *vector) receive(t *testing.T) string {
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if v.ContentType != "" {
			w.Header().Set("Content-Type", v.ContentType)
		}
		_, _ = io.WriteString(w, v.body(t))
	}))
	client := &aguihttp.Client{URL: url, Format: frames, Raw: true, Decoder: agui.Decoder{Keep: true}}
	items := 0
	var failed error
	for e, err := range client.Run(context.Background(), said("")) {
		if err != nil {
			failed = err
			break
		}
		if items == len(v.Items) {
			return "more items than " + fmt.Sprint(items)
		}
		var got, want any
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if json.Unmarshal(data, &got) != nil || json.Unmarshal(v.Items[items], &want) != nil || !reflect.DeepEqual(got, want) {
			return fmt.Sprintf("got %s, want %s", data, v.Items[items])
		}
		items++
	}
	if items != len(v.Items) || (failed == nil) != v.Completed {
		return fmt.Sprintf("%d items, %v, want %d, %s", items, failed, len(v.Items), v.Error)
	}
	return ""
}

func TestResponseVectors(t *testing.T) {
	for _, file := range []string{"sse.jsonl", "proto.jsonl"} {
		t.Run(file, func(t *testing.T) {
			tally(t, vectors(t, file, "http"), func(v vector) string { return v.receive(t) })
		})
	}
}
