package judge

import (
	"io"
	"runtime"
	"strings"
	"testing"
)

// repeated is a large input that is never in memory: a head, a text many times, and a tail.
type repeated struct {
	head, body, tail string
	times            int

	rest string
	peak uint64 // the most memory that was in use
	read int
}

func (r *repeated) Read(b []byte) (int, error) {
	for r.rest == "" {
		switch {
		case r.head != "":
			r.rest, r.head = r.head, ""
		case r.times > 0:
			r.rest = r.body
			r.times--
		case r.tail != "":
			r.rest, r.tail = r.tail, ""
		default:
			return 0, io.EOF
		}
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	if r.read += n; r.read>>20 != (r.read-n)>>20 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		r.peak = max(r.peak, m.HeapInuse)
	}
	return n, nil
}

// Each input is far larger than the bound on the memory that reading and judging it takes.
func TestLargeInput(t *testing.T) {
	const times = 6_000
	document := `{"kind":"SQUARE_BOX","corners":[{"label":"` + strings.Repeat("long ", 2_000) + `"}]}`
	wrong := strings.Replace(document, "corners", "cornors", 1)
	for _, c := range []struct {
		format Format
		in     repeated
	}{
		{SSE, repeated{body: "data: " + document + "\n\n", times: times}},
		{SSE, repeated{body: ": " + strings.Repeat("ping", 2_500) + "\n", times: times}},
		{JSONL, repeated{body: document + "\n", times: times}},
		{JSONL, repeated{body: wrong + "\n", times: times}},
		{JSON, repeated{head: "[", body: document + ",", tail: document + "]", times: times}},
	} {
		s := loaded(t, small)
		runtime.GC()
		var before runtime.MemStats
		runtime.ReadMemStats(&before)
		r := open(&c.in, "", c.format, 64<<20)
		documents := 0
		for {
			d, err := Next(r)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if documents++; s.Judge(d, 1000).Valid == (c.in.body == wrong+"\n") {
				t.Fatalf("%s: document %d", c.format, documents)
			}
		}
		const least, most = 50 << 20, 24 << 20
		grown := int64(c.in.peak) - int64(before.HeapInuse)
		t.Logf("%s: %d documents, %d MB read, the heap grew by %d KB", c.format, documents, c.in.read>>20, grown>>10)
		if c.in.read < least || grown > most || documents < times && !strings.HasPrefix(c.in.body, ":") {
			t.Errorf("%s: %d documents, %d bytes read, the heap grew by %d", c.format, documents, c.in.read, grown)
		}
	}
}
