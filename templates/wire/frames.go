package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// DefaultMaxFrame is the maximum size of a frame in bytes, unless a Decoder sets MaxFrame: 10 MiB, as for the
// reference client.
const DefaultMaxFrame = 10 << 20

// frameHead is the number of bytes of a frame's length.
const frameHead = 4

// sealFrame writes the length of the frame that starts at start.
func sealFrame(out []byte, start int) error {
	n := uint64(len(out) - start - frameHead)
	if n > math.MaxUint32 {
		return fmt.Errorf("%d bytes: %w", n, ErrTooLarge)
	}
	binary.BigEndian.PutUint32(out[start:], uint32(n))
	return nil
}

// frames splits a stream into frames. Its memory is bounded by the bytes of the largest frame that was
// received, not by announced lengths.
type frames struct {
	in  io.Reader
	max int
	buf []byte
	cut error // the error that ended the stream
	err error // the final error of next
}

func newFrames(in io.Reader, most int) frames {
	if most <= 0 {
		most = DefaultMaxFrame
	}
	return frames{in: bufio.NewReader(in), max: most}
}

// next returns the message of the next frame, valid until the next call. At the end it returns io.EOF.
func (f *frames) next() ([]byte, error) {
	if f.err != nil {
		return nil, f.err
	}
	var message []byte
	message, f.err = f.read()
	return message, f.err
}

func (f *frames) read() ([]byte, error) {
	if err := f.fill(frameHead); err != nil {
		if len(f.buf) == 0 {
			return nil, err
		}
		return nil, truncated(err)
	}
	n := binary.BigEndian.Uint32(f.buf)
	if most := f.max; uint64(n)+frameHead > uint64(most) {
		return nil, fmt.Errorf("%d bytes announced, %d allowed: %w", uint64(n)+frameHead, most, ErrTooLarge)
	}
	if err := f.fill(int(n)); err != nil {
		return nil, truncated(err)
	}
	return f.buf, nil
}

// truncated returns the error for a stream that ends inside a frame. The error of a transport that detects this is
// kept.
func truncated(err error) error {
	switch {
	case err == io.EOF, err == io.ErrUnexpectedEOF:
		return ErrTruncated
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: %w", ErrTruncated, err)
	default:
		return err
	}
}

// fill reads n bytes. The buffer grows with the received bytes, not with n. An error that comes with the last bytes is
// kept for the next call.
func (f *frames) fill(n int) error {
	const (
		step = 64 << 10
		idle = 100 // empty reads in a row before giving up
	)
	f.buf = f.buf[:0]
	for empty := 0; len(f.buf) < n; {
		if f.cut != nil {
			return f.cut
		}
		if empty == idle {
			return io.ErrNoProgress
		}
		part := min(n-len(f.buf), max(step, len(f.buf)))
		f.buf = slices.Grow(f.buf, part)
		var got int
		got, f.cut = f.in.Read(f.buf[len(f.buf) : len(f.buf)+part])
		f.buf = f.buf[:len(f.buf)+got]
		if empty++; got > 0 {
			empty = 0
		}
	}
	return nil
}
