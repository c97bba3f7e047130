package emit

import (
	"fmt"
	"path"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// mixedForm is a form of a union that the JSON type tells apart: the field that holds it and how its text begins.
type mixedForm struct {
	id     string
	what   string // "a string"
	typ    model.Type
	starts []rune
}

// mixedForms returns the forms of a union, in the schema's order.
func mixedForms(u *model.Union) []mixedForm {
	var list []mixedForm
	for _, v := range u.Variants {
		list = append(list, formOf(v.Type))
	}
	return list
}

func formOf(t model.Type) mixedForm {
	switch rt := model.Resolve(t).Type.(type) {
	case *model.Scalar:
		switch rt.Kind {
		case model.Integer:
			return mixedForm{"Integer", "an integer", t, []rune("-0123456789")}
		case model.Number:
			return mixedForm{"Number", "a number", t, []rune("-0123456789")}
		case model.Boolean:
			return mixedForm{"Bool", "true or false", t, []rune("tf")}
		}
	case *model.List:
		return mixedForm{"Items", "an array", t, []rune("[")}
	case *model.Map, *model.OpenMap:
		return mixedForm{"Object", "an object", t, []rune("{")}
	case *model.Ref:
		if _, isEnum := rt.To.(*model.Enum); !isEnum {
			return mixedForm{"Object", "an object", t, []rune("{")}
		}
	}
	return mixedForm{"Text", "a string", t, []rune("\"")}
}

// wanted lists what may stand there: "a string, a number or an object".
func wanted(list []mixedForm) string {
	var words []string
	for _, f := range list {
		words = append(words, f.what)
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// mixed is a struct with a field for each form, of which one is set.
//
//	type Option struct {
//		Text   *string
//		Object *OptionObject
//	}
//
//	func NewOptionOfText(text string) Option { return Option{Text: &text} }
func (g *gen) mixed(u *model.Union) []jen.Code {
	id, forms := g.n.Type(u), mixedForms(u)
	doc := fmt.Sprintf("%s is %s: one of its fields is set.", id, wanted(forms))
	head := comments(comment(id, "", doc)...).Line()
	if u.Doc != "" {
		head = g.documented(u).Add(remark("")).Line().Add(comments(wrapText(doc)...)).Line()
	}
	var fields, constructors []jen.Code
	for _, f := range forms {
		fields = append(fields, jen.Id(f.id).Add(g.goType(f.typ, true)))
		value := jen.Op("&").Id("v")
		if model.HasNil(f.typ) {
			value = jen.Id("v")
		}
		constructors = append(constructors, comments(fmt.Sprintf("New%sOf%s makes %s of %s.", id, f.id, article(id), f.what)).Line().
			Func().Id("New"+id+"Of"+f.id).Params(jen.Id("v").Add(g.goType(f.typ, false))).Id(id).Block(
			jen.Return(jen.Id(id).Values(jen.Id(f.id).Op(":").Add(value)))))
	}
	return append([]jen.Code{head.Type().Id(id).Struct(fields...)}, constructors...)
}

// decodeMixed is the method that reads the form that the first byte selects.
func (g *gen) decodeMixed(u *model.Union) []jen.Code {
	id, forms := g.n.Type(u), mixedForms(u)
	var cases []jen.Code
	for _, f := range forms {
		var starts []jen.Code
		for _, c := range f.starts {
			starts = append(starts, jen.LitRune(c))
		}
		cases = append(cases, jen.Case(starts...).Block(g.decodeInto(jen.Id("e").Dot(f.id), f.typ, true, id+f.id)...))
	}
	keyword := path.Base(u.OneOf.Pointer)
	cases = append(cases, jen.Default().Block(jen.Id("r").Dot("noneOf").Call(lit(keyword), jen.Id("location"), lit(wanted(forms)))))
	return []jen.Code{comments("decode reads the current value, which stands at location in the schema.").Line().
		Func().Params(jen.Id("e").Op("*").Id(id)).Id("decode").Params(jen.Id("r").Op("*").Id("reader"), jen.Id("location").String()).Block(
		jen.Switch(jen.Id("r").Dot("peek").Call()).Block(cases...))}
}

// encodeMixed writes the form that is set.
func (g *gen) encodeMixed(u *model.Union) []jen.Code {
	id := g.n.Type(u)
	w := &writer{g: g, holder: id}
	var cases []jen.Code
	for _, f := range mixedForms(u) {
		field := jen.Id("e").Dot(f.id)
		value := field.Clone()
		if !model.HasNil(f.typ) && !isStruct(f.typ) {
			value = jen.Op("*").Add(field)
		}
		cases = append(cases, jen.Case(field.Clone().Op("!=").Nil()).Block(w.value(value, f.typ, jen.Err(), id+f.id)...))
	}
	cases = append(cases, jen.Default().Block(jen.Return(jen.Id("dst"), jen.Id("noValue").Call(lit(id), lit(u.OneOf.Pointer)))))
	w.add(jen.Id("out").Op(":=").Id("dst"), jen.Switch().Block(cases...), jen.Return(jen.Id("out"), jen.Nil()))
	decode := jen.Id("v").Dot("decode").Call(jen.Op("&").Id("r"), lit(u.Pos.Pointer))
	return append([]jen.Code{comments("AppendJSON appends the field that is set. On error it returns dst at its old length.").Line().
		Func().Params(jen.Id("e").Op("*").Id(id)).Id("AppendJSON").Params(jen.Id("dst").Index().Byte()).
		Params(jen.Index().Byte(), jen.Error()).Block(w.body(id, u.OneOf.Pointer)...)}, marshalers(id, readStruct(id, decode, false)...)...)
}

// checkMixed is Validate and check: one field has to be set.
func (g *gen) checkMixed(u *model.Union) []jen.Code {
	id := g.n.Type(u)
	k := &checks{g: g, holder: id}
	var set []jen.Code
	for _, f := range mixedForms(u) {
		field := jen.Id("e").Dot(f.id)
		value := field.Clone()
		if !model.HasNil(f.typ) && !isStruct(f.typ) {
			value = jen.Op("*").Add(field)
		}
		set = append(set, field.Clone().Op("!=").Nil())
		if code := k.value(value, f.typ, "", id+f.id); len(code) > 0 {
			k.code = append(k.code, jen.If(field.Clone().Op("!=").Nil()).Block(code...))
		}
	}
	k.code = append(k.code, jen.Id("c").Dot("one").Call(append([]jen.Code{lit(path.Base(u.OneOf.Pointer)), jen.Id("location"), lit(id)}, set...)...))
	return []jen.Code{validateMethod(id, lit(u.Pos.Pointer)), k.method(id, id, u.OneOf.Pointer, jen.Id("location").String())}
}

// cloneMixed is Clone.
func (g *gen) cloneMixed(u *model.Union) []jen.Code {
	var copies []jen.Code
	for _, f := range mixedForms(u) {
		copies = append(copies, jen.Id("c").Dot(f.id).Op("=").Add(g.cloneValue(jen.Id("e").Dot(f.id), f.typ, true)))
	}
	return []jen.Code{g.cloneMethod(g.n.Type(u), copies)}
}
