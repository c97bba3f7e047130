package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// encode is AppendJSON, and the methods that encoding/json and encoding/gob use.
func (g *gen) encode(d model.Definition) []jen.Code {
	switch d := d.(type) {
	case *model.Object:
		if d.Mixin {
			return nil
		}
		return g.encodeObject(d)
	case *model.Union:
		if d.Discriminator == "" {
			return g.encodeChoice(d)
		}
		return append(g.encodeUnion(d), g.encodeUnionTypes(d)...)
	case *model.Alias:
		if l, ok := d.Type.(*model.List); ok {
			return g.listType(g.n.Type(d), l)
		}
	}
	return nil
}

// encodeObject is AppendJSON, MarshalJSON and UnmarshalJSON of an object.
//
//	func (e *ToolCallArgsEvent) AppendJSON(dst []byte) ([]byte, error) {
//		if e == nil {
//			return dst, noValue("ToolCallArgsEvent", "#/$defs/ToolCallArgsEvent/type")
//		}
//		out := append(dst, `{"type":"TOOL_CALL_ARGS"`...)
//		...
//		out = append(out, `,"delta":`...)
//		out = appendString(out, e.Delta)
//		...
//		return append(out, '}'), nil
//	}
func (g *gen) encodeObject(o *model.Object) []jen.Code {
	w := &writer{g: g, holder: g.n.Type(o), shape: g.n.Local(o) + "Shape"}
	fields := g.encodingOrder(o)
	w.open(fields)
	runs := g.runs(o)
	for i := 0; i < len(fields); i++ {
		if r := runOf(runs, fields[i]); r != nil && w.writeRun(r, fields[i:]) {
			i += len(r.members) - 1
			continue
		}
		w.member(o, fields[i])
	}
	w.extra()
	if w.firstOptional {
		w.flush()
		w.add(jen.Return(jen.Id("closeObject").Call(jen.Id("out"), jen.Len(jen.Id("dst"))), jen.Nil()))
	} else {
		w.flush()
		w.add(jen.Return(jen.Append(jen.Id("out"), jen.LitRune('}')), jen.Nil()))
	}
	id := g.n.Type(o)
	decode := jen.Id("v").Dot("decode").Call(jen.Op("&").Id("r"))
	doc := "AppendJSON appends the JSON text: known members in the schema's order, then Extra. On error it returns dst at its old length."
	return append([]jen.Code{comments(wrapText(doc)...).Line().
		Func().Params(jen.Id("e").Op("*").Id(id)).Id("AppendJSON").Params(jen.Id("dst").Index().Byte()).
		Params(jen.Index().Byte(), jen.Error()).Block(w.body(o.Name, o.Pos.Pointer+"/type")...)}, marshalers(id, readStruct(id, decode, requiresKnownVariant(o))...)...)
}

// writer builds the body of AppendJSON. Fixed text is held back so that neighbours become one append.
type writer struct {
	g             *gen
	holder        string
	shape         string // the variable that describes the object
	fixed         strings.Builder
	code          []jen.Code
	fails         bool // something can go wrong
	firstOptional bool // the first member may be absent: the comma before the first that is there becomes the brace
	fresh         bool // nothing has been written to out yet
}

func (w *writer) add(c ...jen.Code) { w.code = append(w.code, c...) }

// open starts the object.
func (w *writer) open(fields []*model.Field) {
	w.firstOptional = len(fields) == 0 || !fields[0].Required
	w.fresh = true
	if w.firstOptional {
		w.add(jen.Id("out").Op(":=").Id("dst"))
		w.fresh = false
	}
}

// flush writes the fixed text held back.
func (w *writer) flush() {
	if w.fixed.Len() == 0 {
		return
	}
	text := lit(w.fixed.String())
	w.fixed.Reset()
	if w.fresh {
		w.add(jen.Id("out").Op(":=").Append(jen.Id("dst"), text.Op("...")))
		w.fresh = false
		return
	}
	w.add(jen.Id("out").Op("=").Append(jen.Id("out"), text.Op("...")))
}

// member writes a member's key and value.
func (w *writer) member(o *model.Object, f *model.Field) {
	key := `,` + quoted(f.Name) + `:`
	if w.fresh && w.fixed.Len() == 0 {
		key = `{` + key[1:]
	}
	if l, ok := f.Type.(*model.Literal); ok {
		w.fixed.WriteString(key + quoted(l.Value))
		return
	}
	expr := jen.Id("e").Dot(w.g.n.Field(o, f))
	if f.Required {
		w.fixed.WriteString(key)
		w.flush()
		w.add(w.value(expr, f.Type, withinMember(f), w.holder+w.g.n.Field(o, f))...)
		return
	}
	w.flush()
	inner := []jen.Code{jen.Id("out").Op("=").Append(jen.Id("out"), lit(key).Op("..."))}
	present := expr.Clone()
	if n := model.AsNullable(f.Type); n != nil {
		inner = append(inner, w.nullable(expr, n, true, withinMember(f), w.holder+w.g.n.Field(o, f))...)
		w.add(jen.If(present.Op("!=").Nil()).Block(inner...))
		return
	}
	if !model.HasNil(f.Type) && !isStruct(f.Type) {
		expr = jen.Op("*").Add(expr)
	}
	inner = append(inner, w.value(expr, f.Type, withinMember(f), w.holder+w.g.n.Field(o, f))...)
	w.add(jen.If(present.Op("!=").Nil()).Block(inner...))
}

// isStruct reports whether values of the type are structs, which have methods on their pointers.
func isStruct(t model.Type) bool {
	ref, ok := model.Resolve(t).Type.(*model.Ref)
	if !ok {
		return false
	}
	switch to := ref.To.(type) {
	case *model.Object:
		return true
	case *model.Union:
		return to.Discriminator == ""
	}
	return false
}

// extra writes what goes beyond the known members.
func (w *writer) extra() {
	w.flush()
	w.fails = true
	w.add(jen.If(jen.Len(jen.Id("e").Dot("Extra")).Op(">").Lit(0)).Block(
		w.try(jen.Id("appendExtra").Call(jen.Id("out"), jen.Op("&").Id(w.shape), jen.Id("e").Dot("Extra")), jen.Err())))
}

// try assigns the result of an append that can fail.
func (w *writer) try(call, err *jen.Statement) jen.Code {
	w.fails = true
	return jen.If(jen.List(jen.Id("out"), jen.Err()).Op("=").Add(call), jen.Err().Op("!=").Nil()).Block(
		jen.Return(jen.Id("dst"), err))
}

// value writes a value. within is the error for a fault inside of it, with the step that leads there.
func (w *writer) value(expr *jen.Statement, t model.Type, within *jen.Statement, place string) []jen.Code {
	rt := model.Resolve(t)
	switch t := rt.Type.(type) {
	case *model.Scalar:
		if t.Kind == model.Number {
			method := "appendFloat"
			if t.Exact {
				method = "appendNumber"
			}
			return []jen.Code{w.try(jen.Id(method).Call(jen.Id("out"), expr), within)}
		}
		return []jen.Code{appendScalar(expr, t)}
	case *model.List:
		if plainStrings(t) {
			return []jen.Code{jen.Id("out").Op("=").Id("appendStrings").Call(jen.Id("out"), expr)}
		}
		return []jen.Code{w.try(jen.Id("append"+w.g.listOf(t.Elem, place)).Call(jen.Id("out"), expr), within)}
	case *model.Nullable:
		return w.nullable(expr, t, false, within, place)
	case *model.Map:
		return []jen.Code{w.try(jen.Id("append"+w.g.mapOf(t.Elem, place)).Call(jen.Id("out"), expr), within)}
	case *model.OpenMap:
		return []jen.Code{w.try(jen.Id("appendMap").Call(jen.Id("out"), expr), within)}
	case *model.Any:
		return []jen.Code{w.try(jen.Id("appendAny").Call(jen.Id("out"), expr), within)}
	case *model.Ref:
		switch to := t.To.(type) {
		case *model.Enum:
			return []jen.Code{jen.Id("out").Op("=").Id("appendString").Call(jen.Id("out"), jen.String().Parens(expr))}
		case *model.Object:
			return []jen.Code{w.try(expr.Clone().Dot("AppendJSON").Call(jen.Id("out")), within)}
		case *model.Union:
			if to.Discriminator == "" {
				return []jen.Code{w.try(expr.Clone().Dot("AppendJSON").Call(jen.Id("out")), within)}
			}
			return []jen.Code{w.try(jen.Id(name.Append(w.g.n.Type(to))).Call(jen.Id("out"), expr), within)}
		}
	}
	panic(fmt.Sprintf("emit: no encoder for %T", rt.Type))
}

func appendScalar(expr *jen.Statement, t *model.Scalar) jen.Code {
	call := map[model.Kind]string{
		model.String: "appendString", model.Integer: "appendInteger", model.Boolean: "appendBoolean",
	}[t.Kind]
	return jen.Id("out").Op("=").Id(call).Call(jen.Id("out"), expr)
}

// body is the whole function. A nil breaks the rule at a place in the schema.
func (w *writer) body(definition, rule string) []jen.Code {
	head := []jen.Code{jen.If(jen.Id("e").Op("==").Nil()).Block(jen.Return(jen.Id("dst"), jen.Id("noValue").Call(lit(definition), lit(rule))))}
	if w.fails {
		head = append(head, jen.Var().Err().Error())
	}
	return append(head, w.code...)
}

// withinMember puts the member in front of an error's place.
func withinMember(f *model.Field) *jen.Statement {
	return jen.Id("atMember").Call(jen.Err(), lit(f.Name))
}
