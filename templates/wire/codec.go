package wire

import (
	"io"
	"iter"
)

// Accepts reports whether a request with the given Accept header may be answered with MediaType: the header has
// to name the type, or a wildcard that includes it, with a q above 0. An empty header requests text.
func Accepts(header string) bool {
	return accepts(header, MediaType)
}

// Marshal encodes a value as one message, with default options.
func Marshal(e xFrame) ([]byte, error) {
	return (&Encoder{}).Append(nil, e)
}

// Append appends the encoding of a value, with default options. On error it returns dst at its old length.
func Append(dst []byte, e xFrame) ([]byte, error) {
	return (&Encoder{}).Append(dst, e)
}

// AppendFrame appends a frame: the length of the message in four bytes, and the message.
func AppendFrame(dst []byte, e xFrame) ([]byte, error) {
	return (&Encoder{}).AppendFrame(dst, e)
}

// Append appends the encoding of a value. On error it returns dst at its old length. The error is a *LossError for a
// value that the binary form cannot represent, and ValidationErrors for an invalid one.
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

// Unmarshal decodes one message, with default options.
func Unmarshal(data []byte) (xFrame, error) {
	return (&Decoder{}).Unmarshal(data)
}

// Unmarshal decodes one message. It does not retain data. The error is xUnknown for a message of a newer protocol, a
// *MalformedError for bytes that are not a message, and ValidationErrors for a message that the schema does not allow.
func (d *Decoder) Unmarshal(data []byte) (xFrame, error) {
	r := reader{messages: shapes, data: data}
	if e := xDecode(&r, len(data)); !r.odd && e.Validate() == nil {
		return e, nil
	}
	v, err := d.judge(xShape, data)
	e, _ := v.(xFrame)
	return e, err
}

// xDecode reads the message of a frame if everything is as expected.
func xDecode(r *reader, end int) xFrame {
	e, _ := r.union(&r.messages[xShape], end).(xFrame)
	return e
}

// FrameReader reads a stream of frames.
type FrameReader struct {
	frames  frames
	decoder Decoder
}

// NewFrameReader returns a FrameReader with default options.
func NewFrameReader(in io.Reader) *FrameReader {
	return (&Decoder{}).NewFrameReader(in)
}

// NewFrameReader returns a FrameReader with the options of d.
func (d *Decoder) NewFrameReader(in io.Reader) *FrameReader {
	return &FrameReader{newFrames(in, d.MaxFrame), *d}
}

// Next returns the next xName. At the end of the stream the error is io.EOF, or ErrTruncated if the stream ends inside
// a frame. After an error about the content of a frame (xUnknown, a *MalformedError, ValidationErrors) Next can be
// called for the next frame. Any other error is final; errors of the underlying reader are returned unchanged.
func (r *FrameReader) Next() (xFrame, error) {
	data, err := r.frames.next()
	if err != nil {
		return nil, err
	}
	return r.decoder.Unmarshal(data)
}

// All returns the rest of the stream: for each frame its xName, or the error about its content. Any other error
// but io.EOF is the last pair.
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

// ReadFrames reads a stream of frames with default options, like FrameReader.All.
func ReadFrames(in io.Reader) iter.Seq2[xFrame, error] {
	return NewFrameReader(in).All()
}
