package judge

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// errTooLong is the error for a line that is longer than a document may be. The line has been skipped.
var errTooLong = errors.New("too long")

// lines reads lines, which end with LF, CRLF or CR. A byte order mark at the start is not part of the first line, and
// columns do not count it.
type lines struct {
	r      *bufio.Reader
	most   int // bytes of a line that are kept
	number int // of the line that was read last
	buf    []byte
	skipLF bool // the last line ended with CR
	ended  bool
}

// next returns a line without its end. It is good until the next call. The error is io.EOF behind the last line.
func (l *lines) next() ([]byte, error) {
	if l.ended {
		return nil, io.EOF
	}
	l.buf = l.buf[:0]
	l.number++
	tooLong := false
	done := func() ([]byte, error) {
		if tooLong {
			return nil, errTooLong
		}
		return l.buf, nil
	}
	keep := func(chunk []byte) {
		if tooLong = tooLong || len(l.buf)+len(chunk) > l.most; tooLong {
			l.buf = nil
			return
		}
		l.buf = append(l.buf, chunk...)
	}
	for {
		chunk, err := l.chunk()
		if err == io.EOF {
			l.ended = true
			if len(l.buf) == 0 && !tooLong {
				return nil, io.EOF
			}
			return done()
		}
		if err != nil {
			return nil, err
		}
		end := bytes.IndexAny(chunk, "\r\n")
		if end < 0 {
			keep(chunk)
			l.discard(len(chunk))
			continue
		}
		keep(chunk[:end])
		l.skipLF = chunk[end] == '\r'
		l.discard(end + 1)
		return done()
	}
}

// chunk returns what can be had without waiting, at least a byte. It skips the LF of a CRLF only now: to look for it
// at once would wait for bytes that a live stream has not sent yet.
func (l *lines) chunk() ([]byte, error) {
	for {
		if _, err := l.r.Peek(1); err != nil {
			return nil, err
		}
		chunk, err := l.r.Peek(l.r.Buffered())
		if !l.skipLF || err != nil {
			return chunk, err
		}
		l.skipLF = false
		if chunk[0] != '\n' {
			return chunk, nil
		}
		l.discard(1)
	}
}

// discard drops bytes that are buffered, which cannot fail.
func (l *lines) discard(n int) {
	if _, err := l.r.Discard(n); err != nil {
		panic(err)
	}
}
