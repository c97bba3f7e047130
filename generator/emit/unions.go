package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// union is a union of objects: a sealed interface, the variant for what this version does not know, the types that users
// store its values in, and that of its discriminator.
func (g *gen) union(u *model.Union) []jen.Code {
	code := append([]jen.Code{g.unionInterface(u)}, g.unknownType(u)...)
	code = append(code, g.unionTypes(u)...)
	if u.Tags == nil {
		code = append(code, g.tagType(u)...)
	}
	return code
}

// unionInterface lists what all variants can do.
func (g *gen) unionInterface(u *model.Union) jen.Code {
	methods := []jen.Code{
		jen.Comment(fmt.Sprintf("%s returns the discriminator, which selects the variant.", g.n.Tag(u))),
		jen.Id(g.n.Tag(u)).Params().Id(g.n.TagType(u)),
	}
	if g.o.Parts.JSON {
		methods = append(methods,
			jen.Comment("AppendJSON appends the JSON text. On error it returns dst at its old length."),
			jen.Id("AppendJSON").Params(jen.Id("dst").Index().Byte()).Params(jen.Index().Byte(), jen.Error()),
			jen.Qual(jsonPath, "Marshaler"))
	}
	if g.o.Parts.Validate {
		methods = append(methods,
			jen.Comment("Validate reports every violation of the schema as ValidationErrors."),
			jen.Id("Validate").Params().Error())
	}
	methods = append(methods, jen.Id(sealed(g.n.Type(u))).Params())
	// Linters that look for the missing case of a type switch go by this line.
	return g.documented(u).Add(remark("")).Line().Comment("//sumtype:decl").Line().Type().Id(g.n.Type(u)).Interface(methods...)
}

// unknownType is the catch-all variant.
func (g *gen) unknownType(u *model.Union) []jen.Code {
	id := g.n.Unknown(u)
	receiver := func() *jen.Statement { return jen.Func().Params(jen.Id("u").Op("*").Id(id)) }
	who := "this version of the protocol"
	if u.Cut > 0 {
		who = "this package"
	}
	doc := fmt.Sprintf("%s is %s that %s does not define. It preserves the original JSON.", id, article(g.n.Type(u)), who)
	return []jen.Code{
		comments(comment(id, "", doc)...).Line().Type().Id(id).Struct(
			jen.Id("Discriminator").Id(g.n.TagType(u)).Comment(fmt.Sprintf("the member %q", u.Discriminator)),
			jen.Id("Raw").Qual(jsonPath, "RawMessage").Comment("the whole value"),
		),
		comments(g.n.Tag(u)+" returns the discriminator, \"\" if u is nil.").Line().
			Add(receiver()).Id(g.n.Tag(u)).Params().Id(g.n.TagType(u)).Block(
			jen.If(jen.Id("u").Op("==").Nil()).Block(jen.Return(jen.Lit(""))),
			jen.Return(jen.Id("u").Dot("Discriminator"))),
		jen.Func().Params(jen.Op("*").Id(id)).Id(sealed(g.n.Type(u))).Params().Block(),
	}
}

// choice is a union of a string and a list: a struct, in which a list that is there, also an empty one, is what counts.
func (g *gen) choice(u *model.Union) []jen.Code {
	if !u.TextOrList() {
		return g.mixed(u)
	}
	id, elem := g.n.Type(u), g.goType(choiceList(u).Elem, false)
	doc := fmt.Sprintf("%s is either a text or a list of parts. If Parts is not nil, the value is the list, even if it is empty; "+
		"otherwise it is Text. The zero value is the empty text.", id)
	head := comments(comment(id, "", doc)...).Line()
	if u.Inline == "" {
		head = g.documented(u)
	}
	return []jen.Code{
		head.Type().Id(id).Struct(
			jen.Id("Text").String(),
			jen.Id("Parts").Index().Add(elem),
		),
		comments(fmt.Sprintf("New%sText returns a %s with a text.", id, id)).Line().
			Func().Id(name.TextConstructor(id)).Params(jen.Id("text").String()).Id(id).Block(
			jen.Return(jen.Id(id).Values(jen.Id("Text").Op(":").Id("text"))),
		),
		comments(fmt.Sprintf("New%sParts returns a %s with a list of parts, which is empty without arguments.", id, id)).Line().
			Func().Id(name.PartsConstructor(id)).Params(jen.Id("parts").Op("...").Add(g.goType(choiceList(u).Elem, false))).Id(id).Block(
			jen.Return(jen.Id(id).Values(jen.Id("Parts").Op(":").Append(
				jen.Index().Add(g.goType(choiceList(u).Elem, false)).Values(), jen.Id("parts").Op("..."),
			))),
		),
	}
}

// choiceList is the list form of a union of a string and a list, and choiceText the other.
func choiceList(u *model.Union) *model.List {
	for _, v := range u.Variants {
		if l, ok := v.Type.(*model.List); ok {
			return l
		}
	}
	panic("emit: union " + u.Name + " has no list")
}

func choiceText(u *model.Union) *model.Scalar {
	for _, v := range u.Variants {
		if s, ok := v.Type.(*model.Scalar); ok {
			return s
		}
	}
	panic("emit: union " + u.Name + " has no text")
}
