package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// wireGen prints the package that turns the types into bytes and back.
type wireGen struct {
	*gen
	wire   *model.Wire
	pb     *PBNames
	out    *output.Package // which shadows that of the types
	pbPath string          // of the package of messages
	path   string          // of the types, which the package imports
	groups []group
	enums  []enumUse
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
	out := &output.Package{
		Name: g.o.Package + "proto", Path: g.out.Path + "proto", Header: header(g.p),
		Others: map[string]string{g.out.Path: g.out.Name, o.ImportPath: o.Package},
		Moved:  map[string]string{"github.com/aguigen/aguigen/templates/runtime": g.out.Path},
	}
	w := &wireGen{gen: g, wire: g.p.Wire, pb: names, out: out, pbPath: o.ImportPath, path: g.out.Path}
	own, err := w.files()
	return append(files, own...), err
}

// files prints the package of the codec.
func (w *wireGen) files() ([]File, error) {
	var encode, decode, bridge []jen.Code
	for _, m := range w.wire.Messages {
		if isMixin(m) {
			continue
		}
		encode = append(encode, w.encode(m)...)
		decode = append(decode, w.decode(m)...)
		bridge = append(bridge, w.bridge(m)...)
	}
	for _, g := range w.groups {
		encode, decode = append(encode, w.encodeGroup(g)), append(decode, w.decodeGroup(g))
	}
	for _, use := range w.enums {
		encode = append(encode, w.enumFunctions(use)...)
	}
	w.doc()
	if w.wire.Frame != nil {
		w.out.Add("codec", decl.Origin{}, w.codec()...)
	}
	for _, f := range []struct {
		name string
		code []jen.Code
	}{{"encode", encode}, {"decode", decode}, {"bridge", bridge}, {"shapes", w.shapes()}, {"agree", w.agree()}} {
		w.out.Add(f.name, decl.Origin{}, f.code...)
	}
	if err := w.out.AddSupport(output.Support{Folder: "wire", Exported: true}); err != nil {
		return nil, err
	}
	if err := w.out.Finish(); err != nil {
		return nil, err
	}
	return w.out.Files(), nil
}

// doc is the file with the package's documentation.
func (w *wireGen) doc() {
	text := fmt.Sprintf("Package %s implements the binary encoding of AG-UI protocol %s for the types of package %s: bytes, frames, and "+
		"the messages of package %spb for programs that need them.", w.out.Name, w.p.Version, w.o.Package, w.o.Package)
	w.out.Doc(comment("Package", "", text))
}

// typ is the Go type of a definition, as the package writes it.
func (w *wireGen) typ(d model.Definition) *jen.Statement { return jen.Qual(w.path, w.n.Type(d)) }

// goType is gen.goType from outside of the types' package.
func (w *wireGen) goType(t model.Type, optional bool) *jen.Statement {
	var base *jen.Statement
	switch t := t.(type) {
	case *model.List:
		base = jen.Index().Add(w.goType(t.Elem, false))
	case *model.Ref:
		base = w.typ(t.To)
	default:
		return w.gen.goType(t, optional)
	}
	if optional && !model.HasNil(t) {
		return jen.Op("*").Add(base)
	}
	return base
}

// isMixin reports whether the message carries no type of its own.
func isMixin(m *model.WireMessage) bool {
	o, ok := m.Definition.(*model.Object)
	return ok && o.Mixin
}

// tagOf is a field's number and wire type in one, as the code spells it: 3<<3 | 2, or 3<<3 for a varint.
func tagOf(f *model.WireField) *jen.Statement { return tagCode(f.Number, wireTypeOf(f.Form)) }

func tagCode(number int32, wireType int) *jen.Statement {
	if wireType == 0 {
		return jen.Op(fmt.Sprintf("%d<<3", number))
	}
	return jen.Op(fmt.Sprintf("%d<<3 | %d", number, wireType))
}

func wireTypeOf(f model.Form) int {
	switch f {
	case model.FormBool, model.FormInt, model.FormEnum:
		return 0
	case model.FormDouble:
		return 1
	default:
		return 2
	}
}

// enumNumber is the number of a word that the pairing has found in the enum.
func enumNumber(f *model.WireField, value string) int32 { return f.Enum.Find(value).Number }

// uncarried returns the members of an object that no field carries, by declaration of the table.
func uncarried(o *model.Object, m *model.WireMessage, fields []*model.WireField) []*model.Field {
	carried := map[string]bool{}
	for _, f := range m.Implied {
		carried[f.Name] = true
	}
	for _, f := range fields {
		if f.Part == model.PartGroup {
			for _, inner := range f.Group {
				carried[inner.Field.Name] = true
			}
			continue
		}
		if f.Part == model.PartPayload {
			continue
		}
		carried[f.Field.Name] = true
	}
	return slices.DeleteFunc(slices.Clone(o.Fields), func(f *model.Field) bool { return carried[f.Name] || isPinned(f) })
}

// call is a call of a method of the writer or reader.
func call(on, method string, args ...jen.Code) *jen.Statement {
	return jen.Id(on).Dot(method).Call(args...)
}

// local keeps a member's name apart from the variables that the code around it has.
func local(param string) string {
	if slices.Contains([]string{"w", "r", "e", "m", "i", "v", "p", "has", "end", "in", "ok"}, param) {
		return param + "Member"
	}
	return param
}

// group is a mixin whose members travel in a message of their own: a function writes them, and one reads them.
type group struct {
	id     string
	owner  *model.Object
	field  *model.WireField
	params string // the types, to tell two forms of one mixin apart
}

// groupOf returns the functions' name for a group, the same one where the members have the same types.
func (w *wireGen) groupOf(owner *model.Object, f *model.WireField) group {
	g := group{id: w.n.Type(f.Mixin), owner: owner, field: f}
	var types []string
	for _, inner := range f.Group {
		form := fmt.Sprintf("%s %d %d", inner.Name, inner.Form, inner.Presence)
		if !isPinned(inner.Field) {
			form += fmt.Sprintf(" %#v", w.goType(inner.Field.Type, !inner.Field.Required))
		}
		types = append(types, form)
	}
	g.params = strings.Join(types, ", ")
	for _, known := range w.groups {
		if known.field.Mixin != f.Mixin {
			continue
		}
		if known.params == g.params {
			return known
		}
		g.id = w.n.Type(f.Mixin) + "For" + w.n.Type(owner)
	}
	w.groups = append(w.groups, g)
	return g
}
