package stream

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// ErrTooLarge is the error for an event that is longer than Reader.MaxEvent.
var ErrTooLarge = errors.New("the event is larger than the limit")

const (
	defaultMaxEvent = 10 << 20 // bytes
	firstBuffer     = 4 << 10
)

// cutter splits the bytes of a reader into server-sent events, by the rules of the WHATWG. It does not read on while
// a whole event is buffered.
type cutter struct {
	in         io.Reader
	limit      int
	buf        []byte // bytes read; the lines before at are done
	at, seen   int    // the start of the next line, and up to where no line break was found
	offset     int64  // of buf[0] in the stream
	data       []byte // of the event, where it has several lines
	lines      int    // data lines of the event
	size       int    // bytes of the event so far
	begun      bool
	skipLF     bool // the line before ended in CR
	err        error
	eventStart int64 // in the stream
	lineStart  int64
}

// next returns the data of the next event, valid until the next call, and the offset of its start.
func (c *cutter) next() ([]byte, int64, error) {
	if data := c.plain(); data != nil {
		return data, c.eventStart, nil
	}
	for c.data, c.lines, c.size = c.data[:0], 0, 0; ; {
		line, ended, err := c.line()
		if err != nil {
			return nil, c.eventStart, err
		}
		if c.size == 0 {
			c.eventStart = c.lineStart
		}
		if len(line) > 0 {
			if c.size += len(line) + 1; c.size > c.limit+1 {
				c.err = c.tooLarge()
				return nil, c.eventStart, c.err
			}
			c.field(line)
			if ended {
				continue
			}
		}
		if len(c.data) > 0 {
			return whole(c.data), c.eventStart, nil
		}
		if !ended {
			return nil, c.eventStart, io.EOF
		}
		c.lines, c.size = 0, 0
	}
}

// plain returns the data of an event that is one line in the usual form and is buffered with its blank line. It
// returns nil for any other event.
func (c *cutter) plain() []byte {
	const lead = "data: "
	b := c.buf[c.at:]
	if !c.begun || c.skipLF || len(b) <= len(lead) || string(b[:len(lead)]) != lead {
		return nil
	}
	end := bytes.IndexByte(b, '\n')
	if end <= len(lead) || end+1 >= len(b) || b[end+1] != '\n' || end > c.most() {
		return nil
	}
	data := b[len(lead):end]
	if bytes.IndexByte(data, '\r') >= 0 || !isASCII(data) && !utf8.Valid(data) {
		return nil
	}
	c.eventStart = c.offset + int64(c.at)
	c.at += end + 2
	return data
}

// isASCII reports whether data is ASCII, as most data is.
func isASCII(data []byte) bool {
	const tops = 0x8080808080808080
	for len(data) >= 8 {
		if binary.LittleEndian.Uint64(data)&tops != 0 {
			return false
		}
		data = data[8:]
	}
	for _, c := range data {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// most returns the limit.
func (c *cutter) most() int {
	if c.limit == 0 {
		return defaultMaxEvent
	}
	return c.limit
}

// field handles a line of an event.
func (c *cutter) field(line []byte) {
	value, ok := bytes.CutPrefix(line, []byte("data"))
	if !ok || len(value) > 0 && value[0] != ':' {
		return
	}
	if len(value) > 0 {
		value = value[1:]
	}
	if len(value) > 0 && value[0] == ' ' {
		value = value[1:]
	}
	if c.lines > 0 {
		c.data = append(c.data, '\n')
	}
	c.lines++
	c.data = append(c.data, value...)
}

// whole replaces bytes that are not UTF-8, as the WHATWG requires.
func whole(data []byte) []byte {
	if utf8.Valid(data) {
		return data
	}
	var out []byte
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		if r == utf8.RuneError && n == 1 {
			n = brokenLen(data)
		}
		out = utf8.AppendRune(out, r)
		data = data[n:]
	}
	return out
}

// brokenLen returns the length of the longest incomplete character at the start of data, which begins with no
// whole one.
func brokenLen(data []byte) int {
	for n := min(3, len(data)); n > 1; n-- {
		if !utf8.FullRune(data[:n]) {
			return n
		}
	}
	return 1
}

// line returns the next line without its line break; ended is false for an unterminated line at the end of
// the stream.
func (c *cutter) line() (line []byte, ended bool, err error) {
	if c.limit == 0 {
		c.limit = defaultMaxEvent
	}
	for {
		if c.skipLF && c.at < len(c.buf) {
			c.skipLF = false
			if c.buf[c.at] == '\n' {
				c.at++
				c.seen = max(c.seen, c.at)
			}
		}
		if !c.begun && (len(c.buf) >= 3 || c.err != nil) {
			c.begun = true
			if bytes.HasPrefix(c.buf, []byte("\xef\xbb\xbf")) {
				c.at = 3
			}
		}
		if c.begun || len(c.buf) > 0 && c.buf[0] != 0xef {
			c.seen = max(c.seen, c.at)
			if end := lineEnd(c.buf[c.seen:]); end >= 0 {
				c.begun = true
				end += c.seen
				line, c.lineStart = c.buf[c.at:end], c.offset+int64(c.at)
				c.skipLF = c.buf[end] == '\r'
				c.at, c.seen = end+1, end+1
				if c.skipLF && c.at < len(c.buf) {
					c.skipLF = false
					if c.buf[c.at] == '\n' {
						c.at++
					}
				}
				return line, true, nil
			}
			c.seen = len(c.buf)
		}
		if len(c.buf)-c.at > c.limit {
			if c.size == 0 {
				c.eventStart = c.offset + int64(c.at)
			}
			c.err = c.tooLarge()
			return nil, false, c.err
		}
		if c.err != nil {
			line, c.lineStart = c.buf[c.at:], c.offset+int64(c.at)
			c.at = len(c.buf)
			if c.err == io.EOF {
				return line, false, nil
			}
			return nil, false, c.err
		}
		c.fill()
	}
}

func (c *cutter) tooLarge() error {
	return fmt.Errorf("%w: more than %d bytes, begun at offset %d", ErrTooLarge, c.limit, c.eventStart)
}

// lineEnd returns the end of the first line, or -1. It searches block by block: otherwise each of many short lines that
// end in LF would cause a search for CR in the whole buffer, and the other way around.
func lineEnd(b []byte) int {
	const block = 512
	for start := 0; start < len(b); start += block {
		part := b[start:min(start+block, len(b))]
		lf := bytes.IndexByte(part, '\n')
		if lf >= 0 {
			part = part[:lf]
		}
		if cr := bytes.IndexByte(part, '\r'); cr >= 0 {
			return start + cr
		}
		if lf >= 0 {
			return start + lf
		}
	}
	return -1
}

// fill reads once more, after making room.
func (c *cutter) fill() {
	if c.at > 0 && len(c.buf) == cap(c.buf) || c.at == len(c.buf) {
		c.offset += int64(c.at)
		c.buf = c.buf[:copy(c.buf, c.buf[c.at:])]
		c.seen -= c.at
		c.at = 0
	}
	if len(c.buf) == cap(c.buf) {
		grown := make([]byte, len(c.buf), max(firstBuffer, 2*cap(c.buf)))
		copy(grown, c.buf)
		c.buf = grown
	}
	for range 100 {
		n, err := c.in.Read(c.buf[len(c.buf):cap(c.buf)])
		c.buf = c.buf[:len(c.buf)+n]
		if err != nil {
			c.err = err
		}
		if n > 0 || err != nil {
			return
		}
	}
	c.err = io.ErrNoProgress
}
