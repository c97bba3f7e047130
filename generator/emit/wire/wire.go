// Package wire prints the packages of the binary encoding. The model and its names come in; the package of messages goes
// out, as protobuf's own generator prints it, and that of the codec: a table with a row for each field, which the code
// of templates/wire interprets, and what users call.
package wire

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// codec is what prints the package of the codec.
type codec struct {
	p      *model.Protocol
	n      *name.Table
	wire   *model.Wire
	pb     *PBNames
	out    *output.Package
	pbPath string // of the package of messages
	path   string // of the types
	types  string // their package

	groups  []*group
	choices []choice
	entries []entry                   // of the table, in order
	placed  map[model.Definition]bool // those that have an entry
}

// Print prints both packages for a package of types.
func Print(p *model.Protocol, n *name.Table, types *output.Package) (*output.Package, []output.File, error) {
	pb := PBOptions{ImportPath: types.Path + "pb", Package: types.Name + "pb"}
	files, err := Messages(p, pb)
	if err != nil {
		return nil, nil, err
	}
	names, err := MessageNames(p.Wire, pb)
	if err != nil {
		return nil, nil, err
	}
	out := &output.Package{
		Name: types.Name + "proto", Path: types.Path + "proto", Header: types.Header,
		Others: map[string]string{types.Path: types.Name, pb.ImportPath: pb.Package},
		Moved:  map[string]string{"github.com/aguigen/aguigen/templates/runtime": types.Path},
		Known: map[string]string{"errors": "errors", "fmt": "fmt", "io": "io", "iter": "iter", "unsafe": "unsafe",
			types.Name: types.Path, pb.Package: pb.ImportPath, "proto": "google.golang.org/protobuf/proto"},
	}
	w := &codec{p: p, n: n, wire: p.Wire, pb: names, out: out, pbPath: pb.ImportPath, path: types.Path, types: types.Name, placed: map[model.Definition]bool{}}
	text := fmt.Sprintf("Package %s implements the binary encoding of AG-UI protocol %s for the types of package %s: bytes, frames, and "+
		"the messages of package %spb for programs that need them.", out.Name, p.Version, types.Name, types.Name)
	out.Doc(output.Comment("Package", "", text))
	if err := w.print(); err != nil {
		return nil, nil, err
	}
	return out, append(files, out.Files()...), nil
}

// print prints the package.
func (w *codec) print() error {
	w.frames()
	w.bridge()
	w.out.Add("table", decl.Origin{}, w.table()...)
	w.variants()
	w.out.Add("agree", decl.Origin{}, w.agree()...)
	if err := w.out.AddSupport(w.support()); err != nil {
		return err
	}
	return w.out.Finish()
}

// typ is the Go type of a definition, as the package writes it.
func (w *codec) typ(d model.Definition) *jen.Statement { return jen.Qual(w.path, w.n.Type(d)) }

// text prints Go source with holes for names: each of pairs is a hole and what fills it.
func (w *codec) text(file string, d model.Definition, text string, pairs ...string) {
	w.out.AddText(file, decl.Origin{Definition: d}, []byte(strings.NewReplacer(pairs...).Replace(text)))
}

// message is the Go type of a message.
func (w *codec) message(m *model.WireMessage) *jen.Statement {
	return jen.Qual(w.pbPath, w.pb.Type(m.Name))
}

// shape is the name of a definition's place in the table.
func (w *codec) shape(d model.Definition) *jen.Statement { return jen.Id(w.n.Local(d) + "Shape") }

// messages are those that carry a type of their own: all but those of mixins.
func (w *codec) messages() []*model.WireMessage {
	var list []*model.WireMessage
	for _, m := range w.wire.Messages {
		if o, ok := m.Definition.(*model.Object); !ok || !o.Mixin {
			list = append(list, m)
		}
	}
	return list
}
