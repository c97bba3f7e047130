package emit

import (
	"github.com/dave/jennifer/jen"
)

// jsonSchema is JSONSchema and the texts that it puts together. They are data that nothing else refers to, so a program that
// does not call it does not contain them.
func (g *gen) jsonSchema() []jen.Code {
	var texts []jen.Code
	for _, s := range g.p.Schemas() {
		fields := []jen.Code{jen.Id("name").Op(":").Add(lit(s.Name)), jen.Id("text").Op(":").Add(lit(s.Text))}
		if len(s.Refs) > 0 {
			var refs []jen.Code
			for _, name := range s.Refs {
				refs = append(refs, lit(name))
			}
			fields = append(fields, jen.Id("refs").Op(":").Index().String().Values(refs...))
		}
		texts = append(texts, jen.Line().Values(fields...))
	}
	doc := "JSONSchema returns the JSON Schema of a definition, with those that it refers to below \"$defs\", for tools that describe " +
		"interfaces. The definition goes by its name in the schema."
	return []jen.Code{
		comments(wrapText(doc)...).Line().
			Func().Id("JSONSchema").Params(jen.Id("definition").String()).Params(jen.Qual(jsonPath, "RawMessage"), jen.Error()).Block(
			jen.Return(jen.Id("schemaOf").Call(jen.Id("schemaTexts"), jen.Id("definition")))),
		jen.Var().Id("schemaTexts").Op("=").Index().Id("schemaText").Values(append(texts, jen.Line())...),
	}
}
