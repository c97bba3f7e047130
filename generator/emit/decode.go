package emit

import (
	"fmt"
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/rules"
)

// decode is what reads a definition.
func (g *gen) decode(d model.Definition) []jen.Code {
	switch d := d.(type) {
	case *model.Object:
		if d.Mixin {
			return nil
		}
		return g.decodeObject(d)
	case *model.Union:
		if d.Discriminator == "" {
			return g.decodeChoice(d)
		}
		return g.decodeUnion(d)
	case *model.Enum:
		return g.decodeEnum(d)
	default:
		return nil
	}
}

// decodeObject is the method that reads an object's members, and what it tells the reader of the object.
//
//	func (e *ToolCallArgsEvent) decode(r *reader) {
//		at, seen, more := r.object(&toolCallArgsEventShape, 1<<0)
//		for ; more; more = r.next() {
//			switch string(r.key) {
//			case "delta":
//				seen = r.mark(seen, 1<<6)
//				e.Delta = r.string("#/$defs/ToolCallArgsEvent/properties/delta")
//			...
//			default:
//				r.unknownProperty(&toolCallArgsEventShape, at, &e.Extra)
//			}
//		}
//		if seen&0x61 != 0x61 {
//			r.missing(&toolCallArgsEventShape, at, seen)
//		}
//	}
func (g *gen) decodeObject(o *model.Object) []jen.Code {
	shape := func() *jen.Statement { return jen.Op("&").Id(g.n.Local(o) + "Shape") }
	tag, required := uint64(0), uint64(0)
	var cases []jen.Code
	runs, done := g.runs(o), map[*run]bool{}
	for i, f := range o.Fields {
		if u := g.owner[o]; u != nil && u.Discriminator == f.Name {
			tag = 1 << i
		}
		if f.Required {
			required |= 1 << i
		}
		if r := runOf(runs, f); r != nil {
			if !done[r] {
				cases = append(cases, g.readRun(o, r))
			}
			done[r] = true
			continue
		}
		cases = append(cases, jen.Case(lit(f.Name)).Block(append([]jen.Code{
			jen.Id("seen").Op("=").Id("r").Dot("mark").Call(jen.Id("seen"), jen.Lit(1).Op("<<").Lit(i)),
		}, g.decodeField(o, f, lit(o.Name))...)...))
	}
	unknown := jen.Id("r").Dot(reads("additionalProperties")).Call(shape(), jen.Id("at"), jen.Op("&").Id("e").Dot("Extra"))
	seen, member := jen.Id("seen"), jen.Switch(jen.String().Parens(jen.Id("r").Dot("key"))).Block(append(cases, jen.Default().Block(unknown))...)
	if len(cases) == 0 { // there is nothing to be seen
		seen, member = jen.Id("_"), unknown
	}
	body := []jen.Code{
		jen.List(jen.Id("at"), seen, jen.Id("more")).Op(":=").Id("r").Dot("object").Call(shape(), jen.Op(fmt.Sprintf("%#x", tag))),
		jen.For(jen.Empty(), jen.Id("more"), jen.Id("more").Op("=").Id("r").Dot("next").Call()).Block(member),
	}
	if required != 0 {
		mask := jen.Op(fmt.Sprintf("%#x", required))
		body = append(body, jen.If(jen.Id("seen").Op("&").Add(mask).Op("!=").Add(mask)).Block(
			jen.Id("r").Dot(reads("required")).Call(shape(), jen.Id("at"), jen.Id("seen"))))
	}
	if o.Judge != nil {
		body = append(body, jen.Id("r").Dot("judged").Call(jen.Id("at"), jen.Id(g.judge(o.Judge))))
	}
	result := jen.Null()
	doc := "decode reads the current object."
	code := []jen.Code{g.shapeOf(o)}
	if requiresKnownVariant(o) {
		doc = "decode reads the current object. usable is false if something that it requires is unknown."
		body = append([]jen.Code{jen.List(jen.Id("usable"), jen.Id("found")).Op(":=").List(jen.True(), jen.Id("r").Dot("violations"))},
			append(body, jen.Return(jen.Id("usable").Op("&&").Op("!").Parens(
				jen.Id("r").Dot("keep").Op("&&").Id("r").Dot("violations").Op(">").Id("found").Op("&&").Id("e").Dot("strange").Call())))...)
		result = jen.Bool()
		code = append(code, g.strange(o))
	}
	return append(code, comments(wrapText(doc)...).Line().
		Func().Params(jen.Id("e").Op("*").Id(g.typeOf(o))).Id("decode").Params(jen.Id("r").Op("*").Id("reader")).Add(result).Block(body...))
}

// strange is the method that reports whether a member that the object cannot be without is of an unknown variant, which only a
// Decoder that keeps those lets happen. If the object breaks a rule besides, it is unknown as a whole, as without Keep.
//
//	func (e *ImagePart) strange() bool {
//		switch v := e.Source.(type) {
//		case *UnknownPartSource:
//			return v != nil
//		}
//		return false
//	}
func (g *gen) strange(o *model.Object) jen.Code {
	var body []jen.Code
	result := jen.Null()
	for _, f := range o.Fields {
		ref, ok := model.Resolve(f.Type).Type.(*model.Ref)
		if !ok || !f.Required {
			continue
		}
		field := jen.Id("e").Dot(g.n.Field(o, f))
		switch to := ref.To.(type) {
		case *model.Object:
			if requiresKnownVariant(to) {
				if len(*result) > 1 {
					result.Op("||")
				}
				result.Add(field.Dot("strange").Call())
			}
		case *model.Union:
			if to.Discriminator == "" {
				continue
			}
			cases := []jen.Code{jen.Case(jen.Op("*").Id(g.n.Unknown(to))).Block(jen.Return(jen.Id("v").Op("!=").Nil()))}
			for _, v := range to.Variants {
				if requiresKnownVariant(v.Object) {
					cases = append(cases, jen.Case(jen.Op("*").Id(g.n.Type(v.Object))).Block(
						jen.If(jen.Id("v").Dot("strange").Call()).Block(jen.Return(jen.True()))))
				}
			}
			body = append(body, jen.Switch(jen.Id("v").Op(":=").Add(field).Assert(jen.Type())).Block(cases...))
		}
	}
	if len(*result) == 1 {
		result = jen.False()
	}
	return comments(wrapText("strange reports whether a required member is of an unknown variant.")...).Line().
		Func().Params(jen.Id("e").Op("*").Id(g.typeOf(o))).Id("strange").Params().Bool().Block(append(body, jen.Return(result))...)
}

// typeOf is the Go type of an object; a mixin has an unexported one, which only validates. The ending keeps it apart
// from the support code.
func (g *gen) typeOf(o *model.Object) string {
	if o.Mixin {
		return g.n.Local(o) + "Mixin"
	}
	return g.n.Type(o)
}

// shapeOf is the description of an object for reports.
func (g *gen) shapeOf(o *model.Object) jen.Code {
	const most = 100 // of the optional members that share a line
	var members []jen.Code
	width := most
	for _, f := range o.Fields {
		m := jen.Values(jen.Id("name").Op(":").Add(lit(f.Name)))
		width += len(`{name: ""}, `) + len(f.Name)
		if f.Required {
			m = jen.Values(jen.Id("name").Op(":").Add(lit(f.Name)), jen.Id("requiredAt").Op(":").Add(lit(f.RequiredAt[0].Pointer)))
		}
		if f.Required || width > most {
			m = jen.Line().Add(m)
			width = len(`{name: ""}, `) + len(f.Name)
		}
		if members = append(members, m); f.Required {
			width = most
		}
	}
	return jen.Var().Id(g.n.Local(o)+"Shape").Op("=").Id("shape").Values(
		jen.Id("definition").Op(":").Add(lit(model.Title(o))), placeOf(o, jen.Null()),
		jen.Id("closed").Op(":").Add(lit(o.Closed)),
		jen.Id("members").Op(":").Index().Id("member").Values(append(members, jen.Line())...))
}

// placeOf is where an object or a union stands that is no entry of $defs by its name.
func placeOf(d model.Definition, before *jen.Statement) jen.Code {
	if b := d.Base(); b.Pos.Pointer != "#/$defs/"+b.Name {
		return before.Id("place").Op(":").Add(lit(b.Pos.Pointer))
	}
	return jen.Null()
}

// decodeField reads a member's value into its field. holder is the name of the definition that it is a member of.
func (g *gen) decodeField(o *model.Object, f *model.Field, holder jen.Code) []jen.Code {
	if l, ok := f.Type.(*model.Literal); ok {
		return []jen.Code{jen.Id("r").Dot(reads("const")).Call(lit(at(l)), lit(l.Value))}
	}
	target := jen.Id("e").Dot(g.n.Field(o, f))
	code := g.decodeInto(target, f.Type, !f.Required, g.n.Type(o)+g.n.Field(o, f))
	a, ok := model.Resolve(f.Type).Type.(*model.Any)
	if f.Required || model.AsNullable(f.Type) != nil || ok && !a.NotNull && !model.Resolve(f.Type).NotNull {
		return code
	}
	return []jen.Code{jen.If(jen.Id("r").Dot("present").Call(holder)).Block(code...)}
}

// decodeInto reads a value of type t into target, and holds it to what the type does not say. place names it, for
// functions of its own.
func (g *gen) decodeInto(target *jen.Statement, t model.Type, optional bool, place string) []jen.Code {
	return g.judgedRead(g.decodeTyped(target, t, optional, place), t)
}

func (g *gen) decodeTyped(target *jen.Statement, t model.Type, optional bool, place string) []jen.Code {
	rt := model.Resolve(t)
	if n, ok := rt.Type.(*model.Nullable); ok {
		return g.decodeNullable(target, n, optional, place)
	}
	ref, ok := rt.Type.(*model.Ref)
	if !ok {
		value := target.Clone()
		if optional && !model.HasNil(t) {
			value = jen.Op("*").Add(value)
		}
		return g.ruled(target.Clone().Op("=").Add(g.decodeValue(t, optional, place)), value, t)
	}
	switch to := ref.To.(type) {
	case *model.Object:
		return g.decodeNested(target, to, optional)
	case *model.Union:
		if to.Discriminator != "" {
			return g.decodeVariant(target, to, optional)
		}
		if optional {
			return []jen.Code{
				target.Clone().Op("=").New(jen.Id(g.n.Type(to))),
				target.Clone().Dot("decode").Call(append([]jen.Code{jen.Id("r")}, choicePlace(ref)...)...),
			}
		}
		return []jen.Code{target.Clone().Dot("decode").Call(append([]jen.Code{jen.Id("r")}, choicePlace(ref)...)...)}
	case *model.Enum:
		read := jen.Id("read" + g.n.Type(to)).Call(jen.Id("r"))
		if optional {
			read = jen.Parens(jen.Op("*").Id(g.n.Type(to))).Parens(
				jen.Id("r").Dot("newString").Call(jen.String().Parens(read)))
		}
		return []jen.Code{target.Clone().Op("=").Add(read)}
	default:
		panic(fmt.Sprintf("emit: no decoder for %T", to))
	}
}

// decodeNested reads an object into a field. One that is not usable is left out, or makes its holder unusable.
func (g *gen) decodeNested(target *jen.Statement, to *model.Object, optional bool) []jen.Code {
	decode := target.Clone().Dot("decode").Call(jen.Id("r"))
	var code []jen.Code
	if optional {
		code = append(code, target.Clone().Op("=").New(jen.Id(g.n.Type(to))))
	}
	switch {
	case !requiresKnownVariant(to):
		return append(code, decode)
	case optional:
		drop := jen.Id("r").Dot("drop").Call(jen.Op("&").Id(g.n.Local(to)+"Shape"), jen.Id("start"), jen.Id("firstNote"))
		return append(code,
			jen.List(jen.Id("start"), jen.Id("firstNote")).Op(":=").List(jen.Id("r").Dot("pos"), jen.Len(jen.Id("r").Dot("notes"))),
			jen.If(jen.Op("!").Add(decode)).Block(drop, target.Clone().Op("=").Nil()))
	default:
		return append(code, jen.Id("usable").Op("=").Add(decode).Op("&&").Id("usable"))
	}
}

// decodeVariant reads a union's value into a field.
func (g *gen) decodeVariant(target *jen.Statement, to *model.Union, optional bool) []jen.Code {
	read := jen.Id("read" + g.n.Type(to)).Call(jen.Id("r"))
	if optional {
		return []jen.Code{jen.List(target.Clone(), jen.Id("_")).Op("=").Add(read)}
	}
	return []jen.Code{
		jen.Var().Id("known").Bool(),
		jen.List(target.Clone(), jen.Id("known")).Op("=").Add(read),
		jen.Id("usable").Op("=").Id("usable").Op("&&").Id("known"),
	}
}

// decodeValue is the expression that reads a value which is no definition of its own.
func (g *gen) decodeValue(t model.Type, optional bool, place string) *jen.Statement {
	r := func(method string, args ...jen.Code) *jen.Statement {
		return jen.Id("r").Dot(method).Call(args...)
	}
	rt := model.Resolve(t)
	switch t := rt.Type.(type) {
	case *model.Scalar:
		return g.decodeScalar(t, optional)
	case *model.List:
		if plainStrings(t) {
			return r("stringList", lit(at(t)), lit(at(model.Resolve(t.Elem).Type)))
		}
		return jen.Id("read"+g.listOf(t.Elem, place)).Call(jen.Id("r"), lit(at(t)))
	case *model.Map:
		return jen.Id("read"+g.mapOf(t.Elem, place)).Call(jen.Id("r"), lit(at(t)))
	case *model.OpenMap:
		return r("openMap", lit(at(t)))
	case *model.Any:
		if rt.NotNull {
			return r(rules.NotNull.Check().Reader, lit(rt.NotAt.Pointer))
		}
		return r("any")
	default:
		panic(fmt.Sprintf("emit: no decoder for %T", t))
	}
}

func (g *gen) decodeScalar(t *model.Scalar, optional bool) *jen.Statement {
	method, args := "", []jen.Code{lit(at(t))}
	switch t.Kind {
	case model.String:
		method = "string"
	case model.Integer:
		method = "integer"
		least, most := bounds(t)
		args = append(args, least, most)
	case model.Number:
		method = "float"
		if t.Exact {
			method = "number"
		}
	case model.Boolean:
		method = "boolean"
	}
	if optional {
		method += "Ptr"
	}
	return jen.Id("r").Dot(method).Call(args...)
}

// bounds are what an integer's reader takes.
func bounds(t *model.Scalar) (least, most jen.Code) {
	low, high := t.Rules.Range()
	return integerLit(low), integerLit(high)
}

// integerLit spells an integer in Go, large ones around a power of two as such.
func integerLit(n int64) jen.Code {
	if n == 1<<53-1 {
		return jen.Lit(1).Op("<<").Lit(53).Op("-").Lit(1)
	}
	if n == -(1<<53 - 1) {
		return jen.Lit(1).Op("-").Lit(1).Op("<<").Lit(53)
	}
	if n == math.MinInt64 {
		return jen.Qual("math", "MinInt64")
	}
	if n == math.MaxInt64 {
		return jen.Qual("math", "MaxInt64")
	}
	return jen.Op(fmt.Sprint(n))
}
