package wire

import (
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// frames prints what programs call to turn values of the frame's union into bytes and back.
func (w *codec) frames() {
	u := w.wire.Frame.Definition.(*model.Union)
	id, text := w.n.Type(u), errorText
	if w.wire.MediaType != "" {
		text += mediaTypeText
	}
	holes := strings.NewReplacer("$MEDIA", strconv.Quote(w.wire.MediaType), "$ERROR", w.frameError(), "$AN", output.Article(id), "$ID", id,
		"$TYPE", w.out.Others[w.path]+"."+id, "$SHAPE", w.n.Local(u)+"Shape")
	w.out.AddText("codec", decl.Origin{Definition: u}, []byte(holes.Replace(text+appendText+unmarshalText+framesText)))
}

// frameError is the error for a variant of the frame's union that is not known.
func (w *codec) frameError() string {
	return "Err" + w.n.Unknown(w.wire.Frame.Definition.(*model.Union))
}

const errorText = `
// $ERROR is the error for $AN of a newer protocol. It is to be left out: what follows it in a stream
// can be read.
var $ERROR = errors.New("the $ID is one that this version of the protocol does not know")
`

const mediaTypeText = `
// MediaType is the content type of a stream of frames.
const MediaType = $MEDIA

// Accepts reports whether a request with this Accept header is to be answered with MediaType. It is if the header
// names the type, or a wildcard that holds it, with a q above 0. An empty header asks for text.
func Accepts(header string) bool {
	return accepts(header, MediaType)
}
`

const appendText = `
// Marshal returns the bytes of one message, with default options.
func Marshal(e $TYPE) ([]byte, error) {
	return (&Encoder{}).Append(nil, e)
}

// Append appends the bytes of one message, with default options. On error it returns dst at its old length.
func Append(dst []byte, e $TYPE) ([]byte, error) {
	return (&Encoder{}).Append(dst, e)
}

// AppendFrame appends a frame: the length of the message in four bytes, and the message.
func AppendFrame(dst []byte, e $TYPE) ([]byte, error) {
	return (&Encoder{}).AppendFrame(dst, e)
}

// Append appends the bytes of one message. On error it returns dst at its old length: a *LossError for what the binary
// form cannot carry, ValidationErrors for what is no value at all.
func (c *Encoder) Append(dst []byte, e $TYPE) ([]byte, error) {
	return c.append(dst, &shapes[$SHAPE], e)
}

// AppendFrame appends a frame: the length of the message in four bytes, and the message.
func (c *Encoder) AppendFrame(dst []byte, e $TYPE) ([]byte, error) {
	out, err := c.Append(append(dst, 0, 0, 0, 0), e)
	if err == nil {
		err = sealFrame(out, len(dst))
	}
	if err != nil {
		return dst, err
	}
	return out, nil
}
`

const unmarshalText = `
// Unmarshal reads one message, with default options.
func Unmarshal(data []byte) ($TYPE, error) {
	return (&Decoder{}).Unmarshal(data)
}

// Unmarshal reads one message. The result keeps nothing of data. The error is $ERROR for $AN of a newer protocol,
// a *MalformedError for bytes that are no message, ValidationErrors for a message that the schema does not allow.
func (d *Decoder) Unmarshal(data []byte) ($TYPE, error) {
	r := reader{messages: shapes, data: data}
	if e := decode$ID(&r, len(data)); !r.odd && e.Validate() == nil {
		return e, nil
	}
	v, err := d.judge(shapes, $SHAPE, data)
	e, _ := v.($TYPE)
	return e, err
}

// decode$ID reads $AN where all is as expected.
func decode$ID(r *reader, end int) $TYPE {
	e, _ := r.union(&r.messages[$SHAPE], end).($TYPE)
	return e
}
`

const framesText = `
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

// Next returns the next $ID. At the end of the stream the error is io.EOF, or ErrTruncated where that end is inside of a
// frame. After an error that is about one frame's content the next one can be read: $ERROR, a *MalformedError,
// ValidationErrors. Any other error stays; what the reader itself reports is handed on.
func (r *FrameReader) Next() ($TYPE, error) {
	data, err := r.frames.next()
	if err != nil {
		return nil, err
	}
	return r.decoder.Unmarshal(data)
}

// All returns what is left of the stream: for each frame $AN, or the error about its content. What else Next returns as
// an error is the last pair, but for io.EOF.
func (r *FrameReader) All() iter.Seq2[$TYPE, error] {
	return func(yield func($TYPE, error) bool) {
		for {
			e, err := r.Next()
			if err == io.EOF || !yield(e, err) || r.frames.err != nil {
				return
			}
		}
	}
}

// ReadFrames reads a stream of frames with default options. It returns what FrameReader.All does.
func ReadFrames(in io.Reader) iter.Seq2[$TYPE, error] {
	return NewFrameReader(in).All()
}
`
