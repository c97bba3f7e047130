package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// decoderMethod is the Decoder's method that reads a whole document as a definition.
//
//	func (d *Decoder) ToolCall(data []byte) (*ToolCall, error) {
//		var r reader
//		v := new(ToolCall)
//		for r.begin(d, data); r.pass(); {
//			*v = ToolCall{}
//			v.decode(&r)
//		}
//		if err := r.done(); err != nil {
//			return nil, err
//		}
//		return v, nil
//	}
func (g *gen) decoderMethod(d model.Definition) jen.Code {
	id := g.n.Type(d)
	result, fresh := jen.Id(id), jen.Var().Id("v").Id(id)
	var read []jen.Code
	doc := fmt.Sprintf("%s reads %s.", id, article(id))
	switch d := d.(type) {
	case *model.Object:
		result, fresh = jen.Op("*").Id(id), jen.Id("v").Op(":=").New(jen.Id(id))
		decode := jen.Id("v").Dot("decode").Call(jen.Op("&").Id("r"))
		read = []jen.Code{jen.Op("*").Id("v").Op("=").Id(id).Values(), decode}
		if fragile(d) {
			read[1] = jen.If(jen.Op("!").Add(decode)).Block(jen.Id("r").Dot("refuse").Call())
		}
	case *model.Union:
		if d.Discriminator == "" {
			result, fresh = jen.Op("*").Id(id), jen.Id("v").Op(":=").New(jen.Id(id))
			read = []jen.Code{jen.Op("*").Id("v").Op("=").Id(id).Values(), jen.Id("v").Dot("decode").Call(jen.Op("&").Id("r"), lit(d.Pos.Pointer))}
			break
		}
		doc = fmt.Sprintf("%s reads %s. One that this version does not define is %s, unless the Decoder is strict.",
			id, article(id), article(g.n.Unknown(d)))
		read = []jen.Code{jen.List(jen.Id("v"), jen.Id("_")).Op("=").Id("read" + id).Call(jen.Op("&").Id("r"))}
	case *model.Alias:
		read = g.readRoot(d, jen.Id("v"))
	}
	failed := jen.Return(jen.Nil(), jen.Err())
	return comments(wrapText(doc)...).Line().
		Func().Params(jen.Id("d").Op("*").Id("Decoder")).Id(id).Params(jen.Id("data").Index().Byte()).Params(result, jen.Error()).Block(
		jen.Var().Id("r").Id("reader"),
		fresh,
		jen.For(jen.Id("r").Dot("begin").Call(jen.Id("d"), jen.Id("data")), jen.Id("r").Dot("pass").Call(), jen.Empty()).Block(read...),
		jen.If(jen.Err().Op(":=").Id("r").Dot("done").Call(), jen.Err().Op("!=").Nil()).Block(failed),
		jen.Return(jen.Id("v"), jen.Nil()),
	)
}

// readRoot reads a definition that is not an object or union of its own, where r is a reader and not a pointer.
func (g *gen) readRoot(a *model.Alias, target *jen.Statement) []jen.Code {
	list := model.Resolve(a.Type).Type.(*model.List)
	if plainStrings(list) {
		return g.ruled(target.Clone().Op("=").Id("r").Dot("stringList").Call(
			lit(at(list)), lit(at(model.Resolve(list.Elem).Type))), target, list)
	}
	return g.ruled(target.Clone().Op("=").Id("read"+g.listOf(list.Elem, g.n.Type(a))).Call(
		jen.Op("&").Id("r"), lit(at(list))), target, list)
}

// hasDecoder reports whether a definition has a method on Decoder: objects, unions and arrays have.
func hasDecoder(d model.Definition) bool {
	switch d := d.(type) {
	case *model.Object:
		return !d.Mixin
	case *model.Union:
		return true
	case *model.Alias:
		_, ok := model.Resolve(d.Type).Type.(*model.List)
		return ok
	default:
		return false
	}
}

// validateJSON is ValidateJSON, Definitions and the switch over all definitions.
func (g *gen) validateJSON() []jen.Code {
	var names, cases []jen.Code
	for _, d := range g.p.Definitions {
		if d.Base().Inline != "" {
			continue
		}
		names = append(names, jen.Line().Add(lit(d.Base().Name)))
		cases = append(cases, jen.Case(lit(d.Base().Name)).Block(g.readDefinition(d)...))
	}
	cases = append(cases, jen.Default().Block(jen.Return(jen.False())))
	return []jen.Code{
		jen.Var().Id("definitions").Op("=").Index().String().Values(append(names, jen.Line())...),
		comments("Definitions gives the name of every definition that ValidateJSON knows, those that others refer to first.").Line().
			Func().Id("Definitions").Params().Index().String().Block(
			jen.Return(jen.Qual("slices", "Clone").Call(jen.Id("definitions")))),
		comments(wrapText("ValidateJSON gives the schema's verdict on a document: nil, or every violation as ValidationErrors. "+
			"A document that is no JSON is a *SyntaxError. The definition goes by its name in the schema.")...).Line().
			Func().Id("ValidateJSON").Params(jen.Id("definition").String(), jen.Id("data").Index().Byte()).Error().Block(
			jen.Var().Id("r").Id("reader"),
			jen.Id("strict").Op(":=").Id("Decoder").Values(jen.Id("Strict").Op(":").True()),
			jen.For(jen.Id("r").Dot("begin").Call(jen.Op("&").Id("strict"), jen.Id("data")), jen.Id("r").Dot("pass").Call(), jen.Empty()).Block(
				jen.If(jen.Op("!").Id("readDefinition").Call(jen.Op("&").Id("r"), jen.Id("definition"))).Block(
					jen.Return(jen.Id("noDefinition").Call(jen.Id("definition"), jen.Id("definitions"))))),
			jen.Return(jen.Id("r").Dot("done").Call()),
		),
		comments("readDefinition reads a value of the definition and drops it. It is false where there is no such definition.").Line().
			Func().Id("readDefinition").Params(jen.Id("r").Op("*").Id("reader"), jen.Id("definition").String()).Bool().Block(
			jen.Switch(jen.Id("definition")).Block(cases...),
			jen.Return(jen.True()),
		),
	}
}

// readDefinition reads a value of a definition for its verdict alone.
func (g *gen) readDefinition(d model.Definition) []jen.Code {
	r := jen.Id("r")
	switch d := d.(type) {
	case *model.Object:
		return []jen.Code{jen.New(jen.Id(g.typeOf(d))).Dot("decode").Call(r)}
	case *model.Union:
		if d.Discriminator != "" {
			return []jen.Code{jen.Id("read" + g.n.Type(d)).Call(r)}
		}
		return []jen.Code{jen.New(jen.Id(g.n.Type(d))).Dot("decode").Call(r, lit(d.Pos.Pointer))}
	case *model.Enum:
		return []jen.Code{jen.Id("read" + g.n.Type(d)).Call(r)}
	case *model.Alias:
		if ref, ok := model.Resolve(d.Type).Type.(*model.Ref); ok {
			return g.readDefinition(ref.To)
		}
		read := g.decodeValue(d.Type, false, g.n.Type(d))
		if !usesValue(rulesOf(d.Type)) {
			return g.ruled(read, jen.Id("v"), d.Type)
		}
		return g.ruled(jen.Id("v").Op(":=").Add(read), jen.Id("v"), d.Type)
	default:
		panic(fmt.Sprintf("emit: no verdict on %T", d))
	}
}

// mixin is the unexported type of an object that is only part of others, for ValidateJSON.
func (g *gen) mixin(o *model.Object) []jen.Code {
	var fields []jen.Code
	for _, f := range o.Fields {
		if !isPinned(f) {
			fields = append(fields, jen.Id(g.n.Field(o, f)).Add(g.goType(f.Type, !f.Required)))
		}
	}
	fields = append(fields, jen.Id("Extra").Map(jen.String()).Qual(jsonPath, "RawMessage"))
	doc := fmt.Sprintf("%s is part of other definitions. It has no use of its own but its verdict.", g.typeOf(o))
	return append([]jen.Code{comments(doc).Line().Type().Id(g.typeOf(o)).Struct(fields...)}, g.decodeObject(o)...)
}
