package wire

import (
	"io"
	"iter"
)

// Accepts reports whether a request with this Accept header is to be answered with MediaType. It is if the header
// names the type, or a wildcard that holds it, with a q above 0. An empty header asks for text.
func Accepts(header string) bool {
	return accepts(header, MediaType)
}

// Marshal returns the bytes of one message, with default options.
func Marshal(e xFrame) ([]byte, error) {
	return (&Encoder{}).Append(nil, e)
}

// Append appends the bytes of one message, with default options. On error it returns dst at its old length.
func Append(dst []byte, e xFrame) ([]byte, error) {
	return (&Encoder{}).Append(dst, e)
}

// AppendFrame appends a frame: the length of the message in four bytes, and the message.
func AppendFrame(dst []byte, e xFrame) ([]byte, error) {
	return (&Encoder{}).AppendFrame(dst, e)
}

// Append appends the bytes of one message. On error it returns dst at its old length: a *LossError for what the binary
// form cannot carry, ValidationErrors for what is no value at all.
func (c *Encoder) Append(dst []byte, e xFrame) ([]byte, error) {
	return c.append(dst, &shapes[xShape], e)
}

// AppendFrame appends a frame: the length of the message in four bytes, and the message.
func (c *Encoder) AppendFrame(dst []byte, e xFrame) ([]byte, error) {
	out, err := c.Append(append(dst, 0, 0, 0, 0), e)
	if err == nil {
		err = sealFrame(out, len(dst))
	}
	if err != nil {
		return dst, err
	}
	return out, nil
}

// Unmarshal reads one message, with default options.
func Unmarshal(data []byte) (xFrame, error) {
	return (&Decoder{}).Unmarshal(data)
}

// Unmarshal reads one message. The result keeps nothing of data. The error is xUnknown for what only a newer protocol
// knows, a *MalformedError for bytes that are no message, ValidationErrors for a message that the schema does not allow.
func (d *Decoder) Unmarshal(data []byte) (xFrame, error) {
	r := reader{messages: shapes, data: data}
	if e := xDecode(&r, len(data)); !r.odd && e.Validate() == nil {
		return e, nil
	}
	v, err := d.judge(xShape, data)
	e, _ := v.(xFrame)
	return e, err
}

// xDecode reads the message of a frame where all is as expected.
func xDecode(r *reader, end int) xFrame {
	e, _ := r.union(&r.messages[xShape], end).(xFrame)
	return e
}

// FrameReader reads a stream of frames.
type FrameReader struct {
	frames  frames
	decoder Decoder
}

// NewFrameReader makes a FrameReader that reads with default options.
func NewFrameReader(in io.Reader) *FrameReader {
	return (&Decoder{}).NewFrameReader(in)
}

// NewFrameReader makes a FrameReader that reads like d.
func (d *Decoder) NewFrameReader(in io.Reader) *FrameReader {
	return &FrameReader{newFrames(in, d.MaxFrame), *d}
}

// Next returns the next xName. At the end of the stream the error is io.EOF, or ErrTruncated where that end is inside of
// a frame. After an error that is about one frame's content the next one can be read: xUnknown, a *MalformedError,
// ValidationErrors. Any other error stays; what the reader itself reports is handed on.
func (r *FrameReader) Next() (xFrame, error) {
	data, err := r.frames.next()
	if err != nil {
		return nil, err
	}
	return r.decoder.Unmarshal(data)
}

// All returns what is left of the stream: for each frame its xName, or the error about its content. What else Next
// returns as an error is the last pair, but for io.EOF.
func (r *FrameReader) All() iter.Seq2[xFrame, error] {
	return func(yield func(xFrame, error) bool) {
		for {
			e, err := r.Next()
			if err == io.EOF || !yield(e, err) || r.frames.err != nil {
				return
			}
		}
	}
}

// ReadFrames reads a stream of frames with default options. It returns what FrameReader.All does.
func ReadFrames(in io.Reader) iter.Seq2[xFrame, error] {
	return NewFrameReader(in).All()
}
