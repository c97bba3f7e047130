package emit

import (
	"github.com/dave/jennifer/jen"
)

// jsonSchema is the texts that JSONSchema puts together.
func (g *gen) jsonSchema() jen.Code {
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
	return comments("schemaTexts holds the schemas of the definitions. Only JSONSchema refers to them, so a program",
		"that does not call it does not contain them.").Line().
		Var().Id("schemaTexts").Op("=").Index().Id("schemaText").Values(append(texts, jen.Line())...)
}
