package wire

import (
	"bufio"
	"encoding/binary"
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
	n := len(out) - start - frameHead
	if uint64(n) > math.MaxUint32 {
		return fmt.Errorf("%d bytes: %w", n, ErrTooLarge)
	}
	binary.BigEndian.PutUint32(out[start:], uint32(n))
	return nil
}

// frames cuts a stream into frames. It needs as much memory as the largest frame that has really come has bytes.
type frames struct {
	in   io.Reader
	max  int
	buf  []byte
	late error // came with the last bytes that were read
	err  error // why there are no more
}

func newFrames(in io.Reader, most int) frames {
	if most <= 0 {
		most = DefaultMaxFrame
	}
	return frames{in: bufio.NewReader(in), max: most}
}

// next returns the message of the next frame, which is good until next is called again. The error is io.EOF at the end.
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
		if len(f.buf) > 0 {
			err = cut(err)
		}
		return nil, err
	}
	n := binary.BigEndian.Uint32(f.buf)
	if most := f.max; uint64(n)+frameHead > uint64(most) {
		return nil, fmt.Errorf("%d bytes announced, %d allowed: %w", uint64(n)+frameHead, most, ErrTooLarge)
	}
	return f.buf, cut(f.fill(int(n)))
}

// cut tells the end of a stream inside of a frame from its end between two. The transport's own error stays what it is.
func cut(err error) error {
	if err == io.EOF {
		return ErrTruncated
	}
	return err
}

// maxIdle is how often a reader may return neither bytes nor an error.
const maxIdle = 100

// fill reads n bytes. The buffer grows with what has come, whatever was announced.
func (f *frames) fill(n int) error {
	const step = 64 << 10
	f.buf = f.buf[:0]
	for idle := 0; len(f.buf) < n; {
		part := min(n-len(f.buf), max(step, len(f.buf)))
		f.buf = slices.Grow(f.buf, part)
		got, err := 0, f.late
		if err == nil {
			got, err = f.in.Read(f.buf[len(f.buf) : len(f.buf)+part])
		}
		f.buf = f.buf[:len(f.buf)+got]
		switch {
		case got > 0:
			idle, f.late = 0, err
		case err != nil:
			return err
		case idle == maxIdle:
			return io.ErrNoProgress
		default:
			idle++
		}
	}
	return nil
}
