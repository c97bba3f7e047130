package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// codec prints the package that turns the types into bytes and back: a table of rows, which templates/wire interprets,
// and what users call.
type codec struct {
	p      *model.Protocol
	n      *name.Table
	wire   *model.Wire
	pb     *PBNames
	out    output
	pbPath string // of the package of messages
	path   string // of the types

	groups  []*group
	choices []choice
	entries []entry                   // of the table, in order
	placed  map[model.Definition]bool // those that have an entry
}

// wirePackages prints the two packages of the binary encoding.
func (g *gen) wirePackages() ([]File, error) {
	o := PBOptions{ImportPath: g.o.ImportPath + "/" + g.o.Package + "pb", Package: g.o.Package + "pb"}
	files, err := Messages(g.p, o)
	if err != nil {
		return nil, err
	}
	names, err := MessageNames(g.p.Wire, o)
	if err != nil {
		return nil, err
	}
	out := output{
		p: g.p, pkg: g.o.Package + "proto", path: g.out.path + "proto",
		imports: map[string]string{g.out.path: g.out.pkg, o.ImportPath: o.Package},
		moved:   map[string]string{"github.com/aguigen/aguigen/templates/runtime": g.out.path},
	}
	w := &codec{p: g.p, n: g.n, wire: g.p.Wire, pb: names, out: out, pbPath: o.ImportPath, path: g.out.path, placed: map[model.Definition]bool{}}
	own, err := w.files(g.o.Package)
	return append(files, own...), err
}

// files prints the package.
func (w *codec) files(types string) ([]File, error) {
	files := []File{w.doc(types)}
	if w.wire.Frame != nil {
		files = append(files, w.out.file("codec", w.api())...)
	}
	table, variants := w.table(), w.variants()
	for _, f := range []struct {
		name string
		code []jen.Code
	}{{"bridge", w.bridge()}, {"table", table}, {"variants", variants}, {"agree", w.agree()}} {
		files = append(files, w.out.file(f.name, f.code)...)
	}
	support, err := w.out.support("wire", files, true)
	return append(files, support...), err
}

// doc is the file with the package's documentation.
func (w *codec) doc(types string) File {
	f := w.out.newFile()
	text := fmt.Sprintf("the binary encoding of the protocol version %s for the types of package %s: bytes and back, without messages "+
		"in between, frames, and the messages of package %spb for programs that need those.", w.p.Version, types, types)
	for _, line := range comment("Package "+w.out.pkg, "", text) {
		f.PackageComment("// " + line)
	}
	return w.out.render("doc", f)
}

// typ is the Go type of a definition, as the package writes it.
func (w *codec) typ(d model.Definition) *jen.Statement { return jen.Qual(w.path, w.n.Type(d)) }

// value is how a definition's values are handed around: objects by their address.
func (w *codec) value(d model.Definition) *jen.Statement {
	if _, isObject := d.(*model.Object); isObject {
		return jen.Op("*").Add(w.typ(d))
	}
	return w.typ(d)
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

// call is a call of a method.
func call(on, method string, args ...jen.Code) *jen.Statement {
	return jen.Id(on).Dot(method).Call(args...)
}
