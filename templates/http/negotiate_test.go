package http

import (
	"testing"

	aguistream "github.com/aguigen/aguigen/templates/stream"
)

func TestNegotiate(t *testing.T) {
	sse, frames := aguistream.SSE, aguistream.Format{MediaType: "application/x+frames"}
	for _, tt := range []struct{ accept, want, alone string }{
		{"", "text/event-stream", "text/event-stream"},
		{" , ;q=1,", "text/event-stream", "text/event-stream"},
		{"*/*", "text/event-stream", "text/event-stream"},
		{"text/*", "text/event-stream", "text/event-stream"},
		{"application/*", "text/event-stream", "text/event-stream"}, // a wildcard means the first
		{"text/event-stream", "text/event-stream", "text/event-stream"},
		{"TEXT/Event-Stream", "text/event-stream", "text/event-stream"},
		{"text/event-stream;charset=UTF-8", "text/event-stream", "text/event-stream"},
		{`text/event-stream; charset="utf-8";q=0.2`, "text/event-stream", "text/event-stream"},
		{"application/x+frames", "application/x+frames", ""},
		{"application/x+frames, text/event-stream", "text/event-stream", "text/event-stream"},
		{"application/x+frames, text/event-stream;q=0.9", "application/x+frames", "text/event-stream"},
		{"application/x+frames;q=0.1, text/event-stream;q=0.2", "text/event-stream", "text/event-stream"},
		{"application/x+frames, */*;q=0.8", "application/x+frames", "text/event-stream"},
		{"*/*, text/event-stream;q=0", "application/x+frames", ""},
		{"text/event-stream;q=0", "application/x+frames", ""},
		{"application/x+frames;q=0", "text/event-stream", "text/event-stream"},
		{"application/x+frames;v=1", "", ""},
		{`application/x+frames;v="a,b;q=1", text/event-stream`, "text/event-stream", "text/event-stream"},
		{"application/x+frames;q=2", "text/event-stream", "text/event-stream"}, // no range at all
		{"application/x+frames;q=NaN", "text/event-stream", "text/event-stream"},
		{"application/x+frames;q=0.5, application/x+frames;q=0.9, text/event-stream;q=0.7", "application/x+frames", "text/event-stream"},
		{"application/json", "", ""},
		{"text/html, image/png;q=0.3", "", ""},
		{"*/*;q=0", "", ""},
	} {
		t.Run(tt.accept, func(t *testing.T) {
			for _, c := range []struct {
				want    string
				formats []aguistream.Format
			}{{tt.want, []aguistream.Format{sse, frames}}, {tt.alone, []aguistream.Format{sse}}} {
				got, ok := Negotiate(tt.accept, c.formats...)
				if got.MediaType != c.want || ok != (c.want != "") {
					t.Errorf("%q of %d: %q, %v, want %q", tt.accept, len(c.formats), got.MediaType, ok, c.want)
				}
			}
		})
	}
	if _, ok := Negotiate("*/*"); ok {
		t.Error("there is a format of none")
	}
}

func FuzzNegotiate(f *testing.F) {
	f.Add(`text/event-stream;q=0.3, a/b;c="\",";q=1`)
	f.Fuzz(func(t *testing.T, accept string) {
		format, ok := Negotiate(accept, aguistream.SSE)
		if ok != (format.MediaType == aguistream.SSE.MediaType) {
			t.Errorf("%q: %q, %v", accept, format.MediaType, ok)
		}
	})
}
