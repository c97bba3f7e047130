package wire

import (
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

const pairText = `
// $IDToProto returns the message of $AN, with default options.
func $IDToProto(e $TYPE) (*$MESSAGE, error) {
	return toProto($SHAPE, e, new($MESSAGE))
}

// $IDFromProto converts the message of $AN, with default options.
func $IDFromProto(m *$MESSAGE) ($TYPE, error) {
	return fromProto[$TYPE]($SHAPE, m)
}
`

// bridge prints the pair of functions between each definition and its message.
func (w *codec) bridge() {
	for _, m := range w.messages() {
		d, id := m.Definition, w.n.Type(m.Definition)
		typ := w.types + "." + id
		if _, isObject := d.(*model.Object); isObject {
			typ = "*" + typ // objects are handed around by their address
		}
		w.text("bridge", d, pairText, "$ID", id, "$AN", output.Article(id), "$TYPE", typ, "$SHAPE", w.n.Local(d)+"Shape",
			"$MESSAGE", w.out.Others[w.pbPath]+"."+w.pb.Type(m.Name))
	}
}
