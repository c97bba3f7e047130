package wire

import (
	"strconv"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

const errorText = `
// $ERROR is the error for $AN of a newer protocol. It wraps $TYPES.ErrUnknown. Skip such a
// message: the rest of a stream can still be read.
var $ERROR = fmt.Errorf("the $ID is one that this version of the protocol does not know: %w", $TYPES.ErrUnknown)
`

const mediaTypeText = `
// MediaType is the content type of a stream of frames.
const MediaType = $MEDIA
`

// frames prints what the schema says of frames: the error for a value that is not known, and their media type.
func (w *codec) frames() {
	u, ok := w.frame()
	if !ok {
		return
	}
	w.text("codec", u, errorText, "$ERROR", w.frameError(u), "$AN", output.Article(w.n.Type(u)), "$ID", w.n.Type(u), "$TYPES", w.types)
	if w.wire.MediaType != "" {
		w.text("codec", u, mediaTypeText, "$MEDIA", strconv.Quote(w.wire.MediaType))
	}
}

// support is the fixed code, which reads and writes frames of the union.
func (w *codec) support() output.Support {
	s := output.Support{Folder: "wire", Exported: true, Skip: []string{"standin.go"}}
	u, ok := w.frame()
	if !ok {
		s.Skip = append(s.Skip, "codec.go")
		return s
	}
	id := w.n.Type(u)
	s.Replace = map[string]string{
		"xFrame": w.types + "." + id, "xName": id, "xShape": w.n.Local(u) + "Shape", "xDecode": "decode" + id, "xUnknown": w.frameError(u),
	}
	s.Without = map[string]bool{"MediaType": w.wire.MediaType == ""}
	return s
}

// frame is the union that a frame holds, if the table says so.
func (w *codec) frame() (*model.Union, bool) {
	if w.wire.Frame == nil {
		return nil, false
	}
	return w.wire.Frame.Definition.(*model.Union), true
}

// frameError is the error for a variant of that union that is not known.
func (w *codec) frameError(u *model.Union) string { return "Err" + w.n.Unknown(u) }
