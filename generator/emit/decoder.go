package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/model"
)

// verdicts prints what ValidateJSON goes by, and the types that only it needs.
//
//	var definitions = []definition{
//		{"ToolCall", func(r *reader) { new(ToolCall).decode(r) }},
//		...
//	}
func (g *gen) verdicts() {
	var rows []jen.Code
	for _, d := range g.p.Definitions {
		if d.Base().Inline == "" {
			read := jen.Func().Params(jen.Id("r").Op("*").Id("reader"))
			if code := g.readDefinition(d); len(code) == 1 {
				read.Op("{").Add(code[0]).Op("}")
			} else {
				read.Block(code...)
			}
			rows = append(rows, jen.Line().Values(lit(d.Base().Name), read))
			if g.p.Root == d.Base().Name && g.p.Version == "" { // a schema of its own, and no protocol
				rows = append(rows, jen.Line().Values(lit("#"), read.Clone()))
			}
		}
	}
	g.out.Add("validate", decl.Origin{}, comments("definitions is the schema's $defs.").Line().
		Var().Id("definitions").Op("=").Index().Id("definition").Values(append(rows, jen.Line())...))
	g.out.Add("validate", decl.Origin{}, comments("rootDefinition is what a document as a whole is judged by, \"\" for nothing.").Line().
		Const().Id("rootDefinition").Op("=").Add(lit(g.p.Root)))
	for _, d := range g.p.Definitions {
		if o, ok := d.(*model.Object); ok && o.Mixin {
			g.current = d
			g.out.Add("validate", decl.Origin{Definition: d}, g.verdictOf(o)...)
		}
	}
}

// readDefinition reads a value of a definition only to validate it.
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
		if model.AsNullable(d.Type) != nil {
			code := append([]jen.Code{jen.Var().Id("v").Add(g.goType(d.Type, false))}, g.decodeInto(jen.Id("v"), d.Type, false, g.n.Type(d))...)
			return append(code, jen.Id("_").Op("=").Id("v"))
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

// verdictOf is the unexported type of an object that is only part of others, for ValidateJSON.
func (g *gen) verdictOf(o *model.Object) []jen.Code {
	embeds := o.Embeds
	if o.Embedded {
		embeds = []*model.Object{o}
	}
	fields := g.embeds(embeds)
	for _, f := range o.Own() {
		if !isPinned(f) {
			fields = append(fields, jen.Id(g.n.Field(o, f)).Add(g.goType(f.Type, !f.Required)))
		}
	}
	fields = append(fields, jen.Id("Extra").Map(jen.String()).Qual(jsonPath, "RawMessage"))
	doc := fmt.Sprintf("%s is %s as a document of its own, for validation.", g.typeOf(o), o.Name)
	return append([]jen.Code{comments(doc).Line().Type().Id(g.typeOf(o)).Struct(fields...)}, g.decodeObject(o)...)
}
