package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/model"
)

// verdicts prints ValidateJSON, and the types that only it needs.
func (g *gen) verdicts() {
	g.out.Add("validate", decl.Origin{}, g.validateJSON()...)
	for _, d := range g.p.Definitions {
		if o, ok := d.(*model.Object); ok && o.Mixin {
			g.current = d
			g.out.Add("validate", decl.Origin{Definition: d}, g.mixin(o)...)
		}
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
		label := []jen.Code{lit(d.Base().Name)}
		if d.Base().Pos.Pointer == "#" || g.p.Root == d.Base().Name && g.p.Version == "" {
			label = append(label, lit("#"))
		}
		cases = append(cases, jen.Case(label...).Block(g.readDefinition(d)...))
	}
	cases = append(cases, jen.Default().Block(jen.Return(jen.False())))
	return []jen.Code{
		jen.Var().Id("definitions").Op("=").Index().String().Values(append(names, jen.Line())...),
		comments("Definitions returns the name of every definition that ValidateJSON knows, those that others refer to first.").Line().
			Func().Id("Definitions").Params().Index().String().Block(
			jen.Return(jen.Qual("slices", "Clone").Call(jen.Id("definitions")))),
		comments(wrapText("ValidateJSON reports every violation of the schema in a document as ValidationErrors; nil means that it is valid. "+
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
			return g.judgedRead(g.readDefinition(ref.To), d.Type)
		}
		read := g.decodeValue(d.Type, false, g.n.Type(d))
		if !usesValue(rulesOf(d.Type)) || isFloat(d.Type) {
			return g.judgedRead(g.ruled(read, jen.Id("v"), d.Type), d.Type)
		}
		return g.judgedRead(g.ruled(jen.Id("v").Op(":=").Add(read), jen.Id("v"), d.Type), d.Type)
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
