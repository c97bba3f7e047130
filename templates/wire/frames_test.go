package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
)

func TestAccepts(t *testing.T) {
	const media = "application/x-a+proto"
	for header, want := range map[string]bool{
		"":                                false,
		" , ;, ":                          false,
		media:                             true,
		"APPLICATION/X-A+Proto":           true,
		"*/*":                             true,
		"application/*":                   true,
		"text/*":                          false,
		"text/event-stream":               false,
		media + ";q=0":                    false,
		media + "; q=0.000":               false,
		media + "; Q = 0.001":             true,
		media + ";q=1.000":                true,
		media + ";q=":                     false,
		media + ";q=x":                    false,
		media + ";q=2":                    false,
		media + ";q=-1":                   false,
		media + ";q=NaN":                  false,
		media + ";v=1":                    false,
		media + ";v=1, " + media:          true,
		media + ";q=0.5;ext=1":            true,
		"text/html;q=0.9, */*;q=0.1":      true,
		"*/*, " + media + ";q=0":          false,
		media + ";q=0, */*":               false,
		"application/*;q=0, */*":          false,
		"text/html;x=\"a,b;c\\\"\", */* ": true,
		"text/html;x=\"," + media:         false,
		"application/x-a+protobuf":        false,
		media + ";q=0, " + media + ";q=1": true,
		"*":                               false,
		" \t" + media + " \t":             true,
	} {
		t.Run(header, func(t *testing.T) {
			if got := accepts(header, media); got != want {
				t.Errorf("%q: %v", header, got)
			}
		})
	}
}

func TestFrames(t *testing.T) {
	stream := "\x00\x00\x00\x03abc\x00\x00\x00\x00\x00\x00\x00\x01d"
	for name, in := range map[string]io.Reader{
		"at once":       strings.NewReader(stream),
		"byte by byte":  iotest.OneByteReader(strings.NewReader(stream)),
		"end with data": iotest.DataErrReader(strings.NewReader(stream)),
	} {
		t.Run(name, func(t *testing.T) {
			f := newFrames(in, 0)
			for _, want := range []string{"abc", "", "d"} {
				if got, err := f.next(); err != nil || string(got) != want {
					t.Errorf("%s: %q, %v, want %q", name, got, err, want)
				}
			}
			for range 2 {
				if _, err := f.next(); err != io.EOF {
					t.Errorf("%s: at the end: %v", name, err)
				}
			}
		})
	}
}

func TestFramesThatBreakOff(t *testing.T) {
	stream := "\x00\x00\x00\x03abc\x00\x00\x00\x03abc"
	broken := errors.New("broken")
	told := fmt.Errorf("the transport: %w", io.ErrUnexpectedEOF)
	for _, end := range []struct {
		name            string
		err             error // what the reader ends with
		between, inside error // what that is between two frames, and inside of one
	}{
		{"an end", io.EOF, io.EOF, ErrTruncated},
		{"an end that the transport did not expect", io.ErrUnexpectedEOF, io.ErrUnexpectedEOF, ErrTruncated},
		{"the same, told at length", told, told, ErrTruncated},
		{"another error", broken, broken, broken},
	} {
		t.Run(end.name, func(t *testing.T) {
			for cut := range len(stream) {
				for _, with := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.DataErrReader} {
					f := newFrames(with(io.MultiReader(strings.NewReader(stream[:cut]), iotest.ErrReader(end.err))), 0)
					var err error
					for err == nil {
						_, err = f.next()
					}
					if between := cut == 0 || cut == 7; between && err != end.between || !between && !errors.Is(err, end.inside) {
						t.Errorf("cut at %d: %v", cut, err)
					}
					if end.err != io.EOF && end.err != io.ErrUnexpectedEOF && !errors.Is(err, end.err) {
						t.Errorf("cut at %d: the reader's error is lost: %v", cut, err)
					}
					if _, again := f.next(); again != err {
						t.Errorf("cut at %d: %v, then %v", cut, err, again)
					}
				}
			}
		})
	}
}

// An error that comes with the last bytes of a frame is not lost, however the bytes are read.
func TestFrameBeforeAnError(t *testing.T) {
	broken := errors.New("broken")
	for _, size := range []int{0, 1, 4 << 10, 1 << 20} {
		frame := append(binary.BigEndian.AppendUint32(nil, uint32(size)), make([]byte, size)...)
		f := newFrames(&once{frame, broken}, 0)
		if b, err := f.next(); err != nil || len(b) != size {
			t.Errorf("%d bytes: %d, %v", size, len(b), err)
		}
		if _, err := f.next(); err != broken {
			t.Errorf("%d bytes: then %v", size, err)
		}
	}
}

// once is a reader that reports its error with the last bytes, and only then.
type once struct {
	data []byte
	err  error
}

func (o *once) Read(b []byte) (int, error) {
	n := copy(b, o.data)
	if o.data = o.data[n:]; len(o.data) > 0 {
		return n, nil
	}
	err := o.err
	o.err = io.EOF
	return n, err
}

// A reader that never brings anything, and never an error, is one.
func TestFramesWithoutProgress(t *testing.T) {
	for _, start := range []string{"", "\x00\x00", "\x00\x00\x00\x03ab"} {
		f := newFrames(io.MultiReader(strings.NewReader(start), nothing{}), 0)
		if _, err := f.next(); err != io.ErrNoProgress {
			t.Errorf("after %q: %v", start, err)
		}
	}
}

type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, nil }

func TestFrameLimit(t *testing.T) {
	frame := append([]byte{0, 0, 0, 16}, make([]byte, 16)...)
	f := newFrames(bytes.NewReader(frame), 20)
	if _, err := f.next(); err != nil {
		t.Error(err)
	}
	f = newFrames(bytes.NewReader(frame), 19)
	for range 2 {
		if _, err := f.next(); !errors.Is(err, ErrTooLarge) {
			t.Error(err)
		}
	}
	// What is announced is not allocated before it comes.
	allocated := testing.AllocsPerRun(1, func() {
		f := newFrames(strings.NewReader("\x7f\xff\xff\x00x"), math.MaxInt32)
		if _, err := f.next(); !errors.Is(err, ErrTruncated) {
			t.Error(err)
		}
		if cap(f.buf) > 1<<20 {
			t.Errorf("a buffer of %d bytes for one byte", cap(f.buf))
		}
	})
	if allocated > 20 {
		t.Errorf("%v allocations", allocated)
	}
}

func TestVarints(t *testing.T) {
	for _, n := range []uint64{0, 1, 127, 128, 300, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		b := appendVarint(nil, n)
		if got, end := readVarint(b, 0, len(b)); got != n || end != len(b) {
			t.Errorf("%d: %d, %d", n, got, end)
		}
		for cut := range b {
			if _, end := readVarint(b, 0, cut); end >= 0 {
				t.Errorf("%d: read from %d bytes", n, cut)
			}
		}
		if n < 1<<31 && varintLen(int(n)) != len(b) {
			t.Errorf("%d: length %d", n, varintLen(int(n)))
		}
	}
	for _, bad := range []string{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"} {
		if _, end := readVarint([]byte(bad), 0, len(bad)); end >= 0 {
			t.Errorf("%x is read", bad)
		}
	}
}

// Groups nest without the stack, and an end belongs to its start.
func TestGroups(t *testing.T) {
	for fields, want := range map[string]bool{
		"\x0b\x0c": true, "\x0b\x13\x14\x0c": true, "\x0b\x13\x0c\x14": false, "\x0b": false, "\x0c": false, "\x0b\x08\x01\x0c": true,
		"\x0b\x00\x0c": false, "\x08\x01": true, "\x08": false, "\x0d1234": true, "\x0d123": false, "\x0912345678": true, "\x0a\x01": false,
		"\x0e": false, "": true,
	} {
		t.Run(fields, func(t *testing.T) {
			if got := wellFormed([]byte(fields)); got != want {
				t.Errorf("%x: %v", fields, got)
			}
		})
	}
	n := 5_000_000
	if wellFormed([]byte(strings.Repeat("\x0b", n) + strings.Repeat("\x0c", n))) {
		t.Error("groups nest without limit")
	}
}
