package judge

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// frames reads messages of the binary encoding, each behind its length in four bytes, the most significant first.
type frames struct {
	r       *bufio.Reader
	most    int
	message func([]byte) ([]byte, error)
	doc     Document
	buf     []byte
	over    bool
}

func (r *frames) next() (*Document, error) {
	if r.over {
		return nil, io.EOF
	}
	r.doc = Document{lines: noLines}
	var head [4]byte
	if _, err := io.ReadFull(r.r, head[:]); err != nil {
		return r.cut(err, "the file ends within the length of a frame")
	}
	size := binary.BigEndian.Uint32(head[:])
	if uint64(size) > uint64(r.most) {
		r.doc.tooLarge(r.most, part{})
		_, err := io.CopyN(io.Discard, r.r, int64(size))
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		r.over = err != nil
		return &r.doc, nil
	}
	var err error
	if r.buf, err = readSome(r.r, r.buf[:0], int(size)); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return r.cut(err, fmt.Sprintf("the file ends within a frame of %d bytes: %d are there", size, len(r.buf)))
	}
	if r.doc.Text, err = r.message(r.buf); err != nil {
		r.doc.fault = &fault{0, err.Error()}
	}
	return &r.doc, nil
}

// readSome appends n bytes in pieces, so that a length alone does not take memory.
func readSome(r io.Reader, to []byte, n int) ([]byte, error) {
	const piece = 1 << 16
	for n > 0 {
		start := len(to)
		to = append(to, make([]byte, min(n, piece))...)
		read, err := io.ReadFull(r, to[start:])
		if err != nil {
			return to[:start+read], err
		}
		n -= read
	}
	return to, nil
}

// cut is what to say at the end of the file: nothing between two frames.
func (r *frames) cut(err error, message string) (*Document, error) {
	r.over = true
	if errors.Is(err, io.ErrUnexpectedEOF) {
		r.doc.fault = &fault{0, message}
		return &r.doc, nil
	}
	return nil, err
}
