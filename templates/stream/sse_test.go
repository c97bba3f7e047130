package stream

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// cut returns the data of all events.
func cut(in io.Reader, limit int) (list []string, err error) {
	c := cutter{in: in, limit: limit}
	for {
		data, _, err := c.next()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		list = append(list, string(data))
	}
}

var streams = []struct {
	name, text string
	want       []string
}{
	{"line feeds", "data: a\n\ndata: b\n\n", []string{"a", "b"}},
	{"carriage returns", "data: a\r\rdata: b\r\r", []string{"a", "b"}},
	{"both", "data: a\r\n\r\ndata: b\r\n\r\n", []string{"a", "b"}},
	{"mixed", "data: a\r\n\ndata: b\n\r", []string{"a", "b"}},
	{"no space", "data:a\n\n", []string{"a"}},
	{"two spaces", "data:  a\n\n", []string{" a"}},
	{"several lines", "data: a\ndata: b\n\n", []string{"a\nb"}},
	{"an empty line of data", "data: a\ndata\ndata:b\n\n", []string{"a\n\nb"}},
	{"no data", "data\n\ndata:\n\nevent: x\n\n", nil},
	{"comments and other fields", ": c\nevent: x\nid: 1\nretry: 5\ndata: a\nother: y\n\n", []string{"a"}},
	{"no fields", "data : a\n data: b\nDATA: c\ndatab: d\n\n", nil},
	{"no blank line at the end", "data: a\n\ndata: b\n", []string{"a", "b"}},
	{"no line end at the end", "data: a\n\ndata: b", []string{"a", "b"}},
	{"byte order mark", "\xef\xbb\xbfdata: a\n\n", []string{"a"}},
	{"a second mark", "\xef\xbb\xbf\xef\xbb\xbfdata: a\n\n", nil},
	{"half a mark", "\xef\xbb", nil},
	{"no UTF-8", "data: \xf0\x9f\xc3x\n\n", []string{"\ufffd\ufffdx"}},
	{"nothing", "", nil},
}

func TestCut(t *testing.T) {
	for _, tt := range streams {
		t.Run(tt.name, func(t *testing.T) {
			readers := map[string]io.Reader{
				"at once": strings.NewReader(tt.text), "byte by byte": iotest.OneByteReader(strings.NewReader(tt.text)),
				"with the end": iotest.DataErrReader(strings.NewReader(tt.text)),
			}
			for name, in := range readers {
				got, err := cut(in, 0)
				if err != nil || strings.Join(got, "|") != strings.Join(tt.want, "|") || len(got) != len(tt.want) {
					t.Errorf("%s: %q, %v; want %q", name, got, err, tt.want)
				}
			}
		})
	}
}

func TestCutLimit(t *testing.T) {
	const text = "data: 123456\n\n"
	for _, tt := range []struct {
		name, text string
		limit      int
		large      bool
	}{
		{"at the limit", text, 12, false},
		{"beyond it", text, 11, true},
		{"many lines", strings.Repeat("data: 1\n", 100) + "\n", 100, true},
		{"comments", strings.Repeat(": 1\n", 100), 100, true},
		{"a line without end", strings.Repeat("x", 1000), 100, true},
		{"many small events", strings.Repeat(text, 100), 12, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := cut(iotest.OneByteReader(strings.NewReader(tt.text)), tt.limit); errors.Is(err, ErrTooLarge) != tt.large {
				t.Errorf("error %v", err)
			}
		})
	}
}

// An event is there as soon as its blank line is: nothing is read behind it.
func TestCutEarly(t *testing.T) {
	in, out := io.Pipe()
	go func() {
		_, _ = out.Write([]byte("data: a\r\n\r")) // the line feed may never come
	}()
	c := cutter{in: in}
	if data, _, err := c.next(); string(data) != "a" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
}

func TestReaderErrors(t *testing.T) {
	r := NewReader(strings.NewReader("data: {\"kind\":\"open\"}\n\ndata: [DONE]\n\ndata: {\"kind\":\"\"}\n\ndata: {\n\ndata: {\"kind\":\"x\"}\n\n"))
	for i, want := range []int64{-1, 23, 37, 56, -1} {
		e, err := r.Next()
		var frame *FrameError
		switch {
		case want < 0 && (err != nil || e == nil):
			t.Errorf("event %d: %v", i, err)
		case want >= 0 && (!errors.As(err, &frame) || frame.Offset != want):
			t.Errorf("event %d: %v, want an error at %d", i, err, want)
		}
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func TestWriter(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	if err := errors.Join(w.Send(&happening{Kind: "a"}), w.Ping(), w.Send(&happening{Kind: "b"})); err != nil {
		t.Fatal(err)
	}
	if want := "data: {\"kind\":\"a\"}\n\n:\n\ndata: {\"kind\":\"b\"}\n\n"; out.String() != want {
		t.Errorf("%q", out.String())
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string]string{
		"{\n}": "{\ndata: }", "{\r\n}": "{\ndata: }", "{\r}": "{\ndata: }", "{\n\n}": "{\ndata: \ndata: }", "{}": "{}",
	} {
		t.Run(text, func(t *testing.T) {
			if got := string(lines([]byte("data: "+text), 6)); got != "data: "+want {
				t.Errorf("%q becomes %q", text, got)
			}
		})
	}
}

// Any bytes, in any pieces, give the same events.
func FuzzCut(f *testing.F) {
	for _, tt := range streams {
		f.Add([]byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		whole, err1 := cut(bytes.NewReader(text), 0)
		pieces, err2 := cut(iotest.OneByteReader(bytes.NewReader(text)), 0)
		halves, err3 := cut(iotest.HalfReader(bytes.NewReader(text)), 0)
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		if a, b, c := strings.Join(whole, "\x00"), strings.Join(pieces, "\x00"), strings.Join(halves, "\x00"); a != b || a != c {
			t.Errorf("%q, byte by byte %q, in halves %q", a, b, c)
		}
	})
}

// BenchmarkCut cuts a chat into its events.
func BenchmarkCut(b *testing.B) {
	const events = 1000
	text := strings.Repeat("data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"message-1\",\"delta\":\" word123\"}\n\n", events)
	b.ReportAllocs()
	for b.Loop() {
		c := cutter{in: strings.NewReader(text)}
		for {
			if _, _, err := c.next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/events, "ns/event")
}
