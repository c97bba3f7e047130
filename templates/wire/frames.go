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

// DefaultMaxFrame is the most bytes of a frame that is read unless a Decoder says otherwise: 10 MiB, as for the
// reference client.
const DefaultMaxFrame = 10 << 20

// frameHead is the length of a frame's length.
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

// frames cuts a stream into frames. It needs as much memory as the largest frame that has really come has bytes.
type frames struct {
	in  io.Reader
	max int
	buf []byte
	cut error // what the stream ended with
	err error // why there are no more frames
}

func newFrames(in io.Reader, most int) frames {
	if most <= 0 {
		most = DefaultMaxFrame
	}
	return frames{in: bufio.NewReader(in), max: most}
}

// next returns the message of the next frame, which is good until next is called again. At the end it returns io.EOF.
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

// truncated turns the end of a stream into the error that it is inside of a frame. A transport that knows of it says so
// itself.
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

// fill reads n bytes. The buffer grows with what has come, whatever was announced. An error that comes with the last of
// them is kept for the next call.
func (f *frames) fill(n int) error {
	const (
		step = 64 << 10
		idle = 100 // reads in a row that bring nothing
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
