package emit

import (
	"fmt"
	"path"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// decodeUnion is the function that reads a value of a union, and what it tells the reader of the union.
//
//	func readPartSource(r *reader) (v PartSource, known bool) {
//		at, firstNote := r.pos, len(r.notes)
//		tag, ok := r.tag(&partSourceUnion)
//		if !ok {
//			return nil, true
//		}
//		switch string(tag) {
//		case "data":
//			v := new(DataSource)
//			v.decode(r)
//			return v, true
//		...
//		}
//		raw, kept := r.unknownVariant(&partSourceUnion, tag, at, firstNote)
//		if !kept {
//			return nil, false
//		}
//		return &UnknownPartSource{Discriminator: PartSourceType(tag), Raw: raw}, true
//	}
func (g *gen) decodeUnion(u *model.Union) []jen.Code {
	id, descriptor := g.n.Type(u), func() *jen.Statement { return jen.Op("&").Id(g.n.Local(u) + "Union") }
	var cases []jen.Code
	for i, v := range u.Variants {
		value := jen.New(jen.Id(g.n.Type(v.Object)))
		if g.streamed(u) {
			value = jen.Id("newOf").Types(jen.Id(g.n.Type(v.Object))).Call(jen.Id("r"), jen.Lit(i))
		}
		decode := []jen.Code{
			jen.Id("v").Op(":=").Add(value),
			jen.Id("v").Dot("decode").Call(jen.Id("r")),
			jen.Return(jen.Id("v"), jen.True()),
		}
		if requiresKnownVariant(v.Object) {
			decode = []jen.Code{decode[0], jen.If(jen.Id("v").Dot("decode").Call(jen.Id("r"))).Block(decode[2])}
		}
		cases = append(cases, jen.Case(lit(v.Value)).Block(decode...))
	}
	doc := fmt.Sprintf("read%s reads %s. known is false if this version does not define it; the caller then strips it.", id, article(id))
	return []jen.Code{g.descriptorOf(u), comments(wrapText(doc)...).Line().
		Func().Id("read"+id).Params(jen.Id("r").Op("*").Id("reader")).Params(jen.Id("v").Id(id), jen.Id("known").Bool()).Block(
		jen.List(jen.Id("at"), jen.Id("firstNote")).Op(":=").List(jen.Id("r").Dot("pos"), jen.Len(jen.Id("r").Dot("notes"))),
		jen.List(jen.Id("tag"), jen.Id("ok")).Op(":=").Id("r").Dot("tag").Call(descriptor()),
		jen.If(jen.Op("!").Id("ok")).Block(jen.Return(jen.Nil(), jen.True())),
		jen.Switch(jen.String().Parens(jen.Id("tag"))).Block(cases...),
		jen.List(jen.Id("raw"), jen.Id("kept")).Op(":=").Id("r").Dot("unknownVariant").Call(
			descriptor(), jen.Id("tag"), jen.Id("at"), jen.Id("firstNote")),
		jen.If(jen.Op("!").Id("kept")).Block(jen.Return(jen.Nil(), jen.False())),
		jen.Return(jen.Op("&").Id(g.n.Unknown(u)).Values(
			jen.Id("Discriminator").Op(":").Id(g.n.TagType(u)).Parens(jen.Id("tag")),
			jen.Id("Raw").Op(":").Id("raw"),
		), jen.True()),
	)}
}

// streamed reports whether streams are of that union, so that its values may share memory.
func (g *gen) streamed(u *model.Union) bool { return g.p.Streams != nil && g.p.Streams.Events == u }

// descriptorOf is the description of a union for the reader.
func (g *gen) descriptorOf(u *model.Union) jen.Code {
	var values, places []jen.Code
	for _, v := range u.Variants {
		values = append(values, lit(v.Value))
		for _, f := range v.Object.Fields {
			if f.Name == u.Discriminator {
				places = append(places, jen.Line().Add(lit(at(f.Type))))
			}
		}
	}
	kind := "UnknownKindVariant"
	if g.p.Root == u.Name {
		kind = "UnknownKindEvent"
	}
	return jen.Var().Id(g.n.Local(u)+"Union").Op("=").Id("union").Values(
		jen.Line().Id("definition").Op(":").Add(lit(model.Title(u))),
		placeOf(u, jen.Line()),
		keywordOf(u),
		jen.Line().Id("tag").Op(":").Add(lit(u.Discriminator)),
		jen.Line().Id("lead").Op(":").Add(lit(`{"`+u.Discriminator+`":"`)),
		jen.Line().Id("values").Op(":").Index().String().Values(values...),
		jen.Line().Id("places").Op(":").Index().String().Values(append(places, jen.Line())...),
		jen.Line().Id("kind").Op(":").Id(kind),
		jen.Line())
}

// keywordOf is the keyword of a union that is not oneOf.
func keywordOf(u *model.Union) jen.Code {
	if keyword := path.Base(u.OneOf.Pointer); keyword != "oneOf" {
		return jen.Line().Id("keyword").Op(":").Add(lit(keyword))
	}
	return jen.Null()
}

// decodeChoice is the method that reads a union of a string and a list.
func (g *gen) decodeChoice(u *model.Union) []jen.Code {
	if !u.TextOrList() {
		return g.decodeMixed(u)
	}
	text, parts := choiceText(u), choiceList(u)
	target := func(field string) *jen.Statement { return jen.Id("e").Dot(field) }
	want := "a string or an array"
	if choiceText(u) != u.Variants[0].Type {
		want = "an array or a string"
	}
	doc := "decode reads the current text or list, whose place in the schema is location."
	return []jen.Code{comments(doc).Line().
		Func().Params(jen.Id("e").Op("*").Id(g.n.Type(u))).Id("decode").Params(jen.Id("r").Op("*").Id("reader"), jen.Id("location").String()).Block(
		jen.Switch(jen.Id("r").Dot("peek").Call()).Block(
			jen.Case(jen.LitRune('"')).Block(g.decodeInto(target("Text"), text, false, g.n.Type(u)+"Text")...),
			jen.Case(jen.LitRune('[')).Block(g.decodeInto(target("Parts"), parts, false, g.n.Type(u)+"Parts")...),
			jen.Default().Block(neither(u, want)),
		),
	)}
}

// neither refuses what is none of the forms of a union.
func neither(u *model.Union, want string) jen.Code {
	if keyword := path.Base(u.OneOf.Pointer); keyword != "oneOf" {
		return jen.Id("r").Dot("noneOf").Call(lit(keyword), jen.Id("location"), lit(want))
	}
	return jen.Id("r").Dot("neither").Call(jen.Id("location"), lit(want))
}

// decodeEnum is the function that reads an enum's value.
//
//	func readRole(r *reader) Role
func (g *gen) decodeEnum(e *model.Enum) []jen.Code {
	id := g.n.Type(e)
	var cases, values []jen.Code
	for _, v := range e.Values {
		cases = append(cases, jen.Case(lit(v.Value)).Block(jen.Return(jen.Id(g.n.Value(e, v.Value)))))
		values = append(values, lit(v.Value))
	}
	word := jen.Dot("word").Call(lit(e.Pos.Pointer))
	if !e.Typed {
		word = jen.Dot("wordOf").Call(lit(e.Keyword), lit(e.Pos.Pointer), jen.Id(g.n.Local(e)+"Values"))
	}
	return []jen.Code{
		jen.Var().Id(g.n.Local(e) + "Values").Op("=").Index().String().Values(values...),
		comments(fmt.Sprintf("read%s reads %s.", id, article(id))).Line().
			Func().Id("read"+id).Params(jen.Id("r").Op("*").Id("reader")).Id(id).Block(
			jen.Id("at").Op(":=").Id("r").Dot("pos"),
			jen.List(jen.Id("w"), jen.Id("ok")).Op(":=").Id("r").Add(word),
			jen.If(jen.Op("!").Id("ok")).Block(jen.Return(jen.Lit(""))),
			jen.Switch(jen.String().Parens(jen.Id("w"))).Block(cases...),
			jen.Id("r").Dot(reads("enum")).Call(jen.Id("at"), lit(e.Keyword), lit(e.Pos.Pointer), jen.Id("w"), jen.Id(g.n.Local(e)+"Values")),
			jen.Return(jen.Lit("")),
		)}
}

// decodeList is the function that reads a list.
//
//	func readToolCallList(r *reader, location string) []ToolCall {
//		n := 0
//		list := []ToolCall{}
//		for more := r.list(location); more; more = r.more() {
//			n++
//			list = grown(list, 2)
//			list = list[:len(list)+1]
//			list[len(list)-1].decode(r)
//		}
//		r.elements = n
//		return list
//	}
func (g *gen) decodeList(l list) jen.Code {
	elem := g.goType(l.elem, false)
	doc := fmt.Sprintf("read%s reads a list. Elements that this version does not define are stripped.", l.id)
	body := []jen.Code{
		jen.Id("n").Op("++"),
		jen.Id("list").Op("=").Id("grown").Call(jen.Id("list"), jen.Lit(growth(l.elem))),
	}
	return comments(wrapText(doc)...).Line().
		Func().Id("read"+l.id).Params(jen.Id("r").Op("*").Id("reader"), jen.Id("location").String()).Index().Add(elem).Block(
		jen.Id("n").Op(":=").Lit(0),
		jen.Id("list").Op(":=").Index().Add(g.goType(l.elem, false)).Values(),
		jen.For(jen.Id("more").Op(":=").Id("r").Dot("list").Call(jen.Id("location")), jen.Id("more"),
			jen.Id("more").Op("=").Id("r").Dot("more").Call()).Block(append(body, g.decodeElement(l)...)...),
		jen.Id("r").Dot("elements").Op("=").Id("n"),
		jen.Return(jen.Id("list")),
	)
}

// decodeElement reads one element and appends it, unless it is unknown.
func (g *gen) decodeElement(l list) []jen.Code {
	last := jen.Id("list").Index(jen.Len(jen.Id("list")).Op("-").Lit(1))
	grow := jen.Id("list").Op("=").Id("list").Index(jen.Empty(), jen.Len(jen.Id("list")).Op("+").Lit(1))
	ref, ok := model.Resolve(l.elem).Type.(*model.Ref)
	if !ok {
		return append([]jen.Code{grow}, g.decodeInto(last, l.elem, false, l.id+"Items")...)
	}
	switch to := ref.To.(type) {
	case *model.Union:
		if to.Discriminator != "" {
			return []jen.Code{jen.If(
				jen.List(jen.Id("v"), jen.Id("known")).Op(":=").Id("read"+g.n.Type(to)).Call(jen.Id("r")), jen.Id("known"),
			).Block(jen.Id("list").Op("=").Append(jen.Id("list"), jen.Id("v")))}
		}
	case *model.Object:
		if requiresKnownVariant(to) {
			return []jen.Code{
				jen.List(jen.Id("start"), jen.Id("firstNote")).Op(":=").List(jen.Id("r").Dot("pos"), jen.Len(jen.Id("r").Dot("notes"))),
				jen.Var().Id("v").Id(g.n.Type(to)),
				jen.If(jen.Id("v").Dot("decode").Call(jen.Id("r"))).Block(
					jen.Id("list").Op("=").Append(jen.Id("list"), jen.Id("v")),
				).Else().Block(jen.Id("r").Dot("drop").Call(jen.Op("&").Id(g.n.Local(to)+"Shape"), jen.Id("start"), jen.Id("firstNote"))),
			}
		}
	}
	return append([]jen.Code{grow}, g.decodeInto(last, l.elem, false, l.id+"Items")...)
}
