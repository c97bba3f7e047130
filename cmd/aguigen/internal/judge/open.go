package judge

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"path"
	"strings"
)

// Format is how documents lie in a file.
type Format string

// The formats. Auto looks at the file's first bytes, and at its name where they leave it open.
const (
	Auto  Format = "auto"
	JSON  Format = "json"
	JSONL Format = "jsonl"
	SSE   Format = "sse"
	// Frames are messages of the binary encoding, each behind its length.
	Frames Format = "frames"
)

// Formats lists them.
var Formats = []string{string(Auto), string(JSON), string(JSONL), string(SSE), string(Frames)}

// Reader returns the documents of a file, one after the other. It holds no more than one at a time.
type Reader interface {
	next() (*Document, error)
}

// window is how much of a file is looked at to find its format.
const window = 64 << 10

// Options say how to read a file.
type Options struct {
	Format Format // "" is Auto
	Arrays bool   // an array at the top of a JSON file is one document, else a list of them
	Most   int    // bytes of a document
	// Message returns the JSON of a message in a frame.
	Message func([]byte) ([]byte, error)
}

// Open starts to read a file. It returns the format in which it does.
func Open(r io.Reader, name string, o Options) (Reader, Format) {
	f := o.Format
	b := bufio.NewReaderSize(r, window)
	if bom, err := b.Peek(3); err == nil && string(bom) == "\ufeff" && f != Frames {
		b.Discard(3) // is buffered
	}
	if f == Auto || f == "" {
		f = sniff(b, name)
	}
	switch f {
	case SSE:
		return &events{lines: lines{r: b, most: o.Most}}, f
	case JSONL:
		return &perLine{lines: lines{r: b, most: o.Most}}, f
	case Frames:
		return &frames{r: b, most: o.Most, message: o.Message}, f
	default:
		return &values{r: b, most: o.Most, line: 1, column: 1, split: !o.Arrays}, f
	}
}

// Next returns the next document, or io.EOF behind the last one.
func Next(r Reader) (*Document, error) { return r.next() }

// sniff finds the format. It waits for what it has to see, so that the outcome does not depend on how a stream arrives.
func sniff(b *bufio.Reader, name string) Format {
	if head, err := b.Peek(1); err == nil && head[0] == 0 {
		return Frames // the length of a frame below 16 MiB, and no text
	}
	ext := strings.ToLower(path.Ext(name))
	if ext == ".sse" {
		return SSE
	}
	first, _, _ := cutLine(look(b, func(text []byte) bool {
		_, _, found := cutLine(text)
		return found
	}))
	switch {
	case eventField(first):
		return SSE
	case ext == ".jsonl" || ext == ".ndjson":
		return JSONL
	case bytes.HasPrefix(first, []byte("{")) && json.Valid(first):
		more := func(text []byte) bool {
			_, rest, _ := cutLine(text)
			return len(bytes.TrimSpace(rest)) > 0
		}
		if more(look(b, more)) {
			return JSONL
		}
	case !bytes.HasPrefix(first, []byte("{")) && !bytes.HasPrefix(first, []byte("[")):
		if dataLine(look(b, dataLine)) {
			return SSE
		}
	}
	return JSON
}

// look returns the start of the file without taking it: until there is enough, the file ends, or the window is full.
func look(b *bufio.Reader, enough func([]byte) bool) []byte {
	for n := 1; ; n++ {
		text, err := b.Peek(n)
		if n = max(n, b.Buffered()); err == nil {
			text, err = b.Peek(n)
		}
		if err != nil || n >= window || enough(text) {
			return text
		}
	}
}

// cutLine returns the first line that is not blank and the rest. found reports whether the line has an end.
func cutLine(text []byte) (line, rest []byte, found bool) {
	text = bytes.TrimLeft(text, " \t\r\n")
	if end := bytes.IndexAny(text, "\r\n"); end >= 0 {
		return text[:end], text[end:], true
	}
	return text, nil, false
}

// dataLine reports whether a line begins as the data of an event do.
func dataLine(text []byte) bool {
	return bytes.Contains(text, []byte("\ndata:")) || bytes.Contains(text, []byte("\rdata:"))
}
