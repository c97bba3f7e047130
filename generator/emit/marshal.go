package emit

import (
	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// marshalers are the methods of a struct that encoding/json and fmt use. read reads a value into v.
func marshalers(id string, read ...jen.Code) []jen.Code {
	return []jen.Code{source(`
// MarshalJSON returns the JSON text, like AppendJSON.
func (e $T) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil) }

// UnmarshalJSON reads JSON by the protocol's receiver rules.
func (e *$T) UnmarshalJSON(data []byte) error { return e.unmarshal(&Decoder{}, data) }

// String returns the JSON text, or the error if the value cannot be encoded.
func (e $T) String() string { return textOf(&e) }
`, "$T", id), unmarshal(id, read...)}
}

// unmarshal is the method behind UnmarshalJSON and Decoder.Unmarshal.
//
//	func (e *ToolCall) unmarshal(d *Decoder, data []byte) error {
//		var r reader
//		var v ToolCall
//		for r.begin(d, data); r.pass(); {
//			v = ToolCall{}
//			v.decode(&r)
//		}
//		return store(&r, e, &v)
//	}
func unmarshal(id string, read ...jen.Code) jen.Code {
	return jen.Func().Params(jen.Id("e").Op("*").Id(id)).Id("unmarshal").
		Params(jen.Id("d").Op("*").Id("Decoder"), jen.Id("data").Index().Byte()).Error().Block(
		jen.Var().Id("r").Id("reader"),
		jen.Var().Id("v").Id(id),
		jen.For(jen.Id("r").Dot("begin").Call(jen.Id("d"), jen.Id("data")), jen.Id("r").Dot("pass").Call(), jen.Empty()).Block(read...),
		jen.Return(jen.Id("store").Call(jen.Op("&").Id("r"), jen.Id("e"), jen.Op("&").Id("v"))),
	)
}

// readStruct reads a struct afresh with decode.
func readStruct(id string, decode *jen.Statement, requiresKnownVariant bool) []jen.Code {
	var read jen.Code = decode
	if requiresKnownVariant {
		read = jen.If(jen.Op("!").Add(decode)).Block(jen.Id("r").Dot("refuse").Call())
	}
	return []jen.Code{jen.Id("v").Op("=").Id(id).Values(), read}
}

// decoderMethod is the Decoder's method that reads a value of a union.
func (g *gen) decoderMethod(u *model.Union) jen.Code {
	id, unknown := g.n.Type(u), g.n.Unknown(u)
	return source(`
// $T decodes $A. One that this version does not define
// becomes $U; if the Decoder is strict, it is an error.
func (d *Decoder) $T(data []byte) ($T, error) {
	var r reader
	var v $T
	for r.begin(d, data); r.pass(); {
		v, _ = read$T(&r)
	}
	if err := r.done(); err != nil {
		return nil, err
	}
	return v, nil
}`, "$T", id, "$A", article(id), "$U", article(unknown))
}

// arenaMethod is the Arena's method that reads a value of the union that streams are of.
func (g *gen) arenaMethod(u *model.Union) jen.Code {
	id := g.n.Type(u)
	return source(`
// $T decodes $A like d.$T, using memory shared with documents decoded before.
func (a *Arena) $T(d *Decoder, data []byte) ($T, error) {
	var r reader
	var v $T
	r.begin(d, data)
	for a.lend(&r); r.pass(); {
		v, _ = read$T(&r)
	}
	a.back(&r)
	if err := r.done(); err != nil {
		return nil, err
	}
	return v, nil
}`, "$T", id, "$A", article(id))
}

// listType is the methods of a list that has a type of its own: an array of the schema, or the list of a union.
func (g *gen) listType(id string, l *model.List) []jen.Code {
	read := append([]jen.Code{jen.Id("r").Op(":=").Op("&").Id("r")}, g.decodeInto(jen.Id("v"), l, false, id)...)
	w := &writer{g: g}
	body := w.value(jen.Id("e"), l, jen.Err(), id)
	head := []jen.Code{jen.Id("out").Op(":=").Id("dst")}
	if w.fails {
		head = append([]jen.Code{jen.Var().Err().Error()}, head...)
	}
	return []jen.Code{
		comments("AppendJSON appends the JSON text, [] for nil. On error it returns dst unchanged.").Line().
			Func().Params(jen.Id("e").Id(id)).Id("AppendJSON").Params(jen.Id("dst").Index().Byte()).Params(jen.Index().Byte(), jen.Error()).
			Block(append(append(head, body...), jen.Return(jen.Id("out"), jen.Nil()))...),
		source(`
// MarshalJSON returns the JSON text, like AppendJSON.
func (e $T) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil) }

// UnmarshalJSON reads JSON by the protocol's receiver rules. It reads null as nil.
func (e *$T) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*e = nil
		return nil
	}
	return e.unmarshal(&Decoder{}, data)
}

// GobEncode returns the JSON text, for encoding/gob.
func (e $T) GobEncode() ([]byte, error) { return e.AppendJSON(nil) }

// GobDecode decodes the result of GobEncode, and keeps what this version does not define.
func (e *$T) GobDecode(data []byte) error { return e.unmarshal(&Decoder{Keep: true}, data) }

// String returns the JSON text, or the error if the list cannot be encoded.
func (e $T) String() string { return textOf(e) }
`, "$T", id),
		unmarshal(id, read...),
	}
}

// listOfUnion is the list type of a union: Messages of Message.
func (g *gen) listOfUnion(u *model.Union) *model.List {
	return &model.List{Elem: &model.Ref{To: u, Pos: u.Pos}, Pos: u.Pos}
}

// unionTypes is the list type of a union, unless the schema has one, and its holder.
func (g *gen) unionTypes(u *model.Union) []jen.Code {
	id, list, holder := g.n.Type(u), g.n.List(u), name.Holder(g.n.Type(u))
	var out []jen.Code
	if !g.n.HasListAlias(u) {
		out = append(out, source(`
// $L is a list of values of $T, for fields of your own structs: encoding/json and encoding/gob support it.
type $L []$T`, "$L", list, "$T", id))
	}
	return append(out, source(`
// $H holds a value of $T, for fields of your own structs: encoding/json and encoding/gob support it. Nil is null.
type $H struct{ Value $T }`, "$H", holder, "$T", id))
}

// encodeUnionTypes is the JSON of the list type and of the holder.
func (g *gen) encodeUnionTypes(u *model.Union) []jen.Code {
	id, list, holder := g.n.Type(u), g.n.List(u), name.Holder(g.n.Type(u))
	var out []jen.Code
	if !g.n.HasListAlias(u) {
		out = g.listType(list, g.listOfUnion(u))
	}
	return append(out, source(`
// AppendJSON appends the JSON text of the value, null for nil. On error it returns dst unchanged.
func (e $H) AppendJSON(dst []byte) ([]byte, error) {
	if e.Value == nil {
		return append(dst, "null"...), nil
	}
	return e.Value.AppendJSON(dst)
}

// MarshalJSON returns the JSON text, like AppendJSON.
func (e $H) MarshalJSON() ([]byte, error) { return e.AppendJSON(nil) }

// UnmarshalJSON reads a value of $T by the protocol's receiver rules, or null.
func (e *$H) UnmarshalJSON(data []byte) error { return e.unmarshal(&Decoder{}, data) }

// GobEncode returns the JSON text, for encoding/gob.
func (e $H) GobEncode() ([]byte, error) { return e.AppendJSON(nil) }

// GobDecode decodes the result of GobEncode, and keeps what this version does not define.
func (e *$H) GobDecode(data []byte) error { return e.unmarshal(&Decoder{Keep: true}, data) }

// String returns the JSON text, or the error if the value cannot be encoded.
func (e $H) String() string { return textOf(e) }

func (e *$H) unmarshal(d *Decoder, data []byte) error {
	if e == nil {
		return errNoTarget
	}
	if string(data) == "null" {
		e.Value = nil
		return nil
	}
	v, err := d.$T(data)
	if err == nil {
		e.Value = v
	}
	return err
}
`, "$H", holder, "$T", id))
}
