package emit

import (
	"fmt"
	"path"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/rules"
)

// check is Validate, and what it calls.
func (g *gen) check(d model.Definition) []jen.Code {
	switch d := d.(type) {
	case *model.Object:
		return g.checkObject(d)
	case *model.Enum:
		return []jen.Code{g.checkEnum(d)}
	case *model.Union:
		if d.Discriminator == "" {
			return g.checkChoice(d)
		}
		code := g.checkUnion(d)
		if !g.n.HasListAlias(d) {
			code = append(code, g.checkListType(g.n.List(d), g.listOfUnion(d)))
		}
		return code
	case *model.Alias:
		if l, ok := d.Type.(*model.List); ok {
			return []jen.Code{g.checkListType(g.n.Type(d), l)}
		}
	}
	return nil
}

// validateMethod is Validate, which starts a checker.
func validateMethod(id string, place ...jen.Code) jen.Code {
	return comments("Validate reports every violation of the schema as ValidationErrors; nil means that the value is valid.").Line().
		Func().Params(jen.Id("e").Op("*").Id(id)).Id("Validate").Params().Error().Block(
		jen.Var().Id("c").Id("checker"),
		jen.Id("e").Dot("check").Call(append([]jen.Code{jen.Op("&").Id("c")}, place...)...),
		jen.Return(jen.Id("c").Dot("err").Call()),
	)
}

// checks builds the body of a check method.
type checks struct {
	g      *gen
	holder string
	code   []jen.Code
	since  bool // the variable for what was found before a nested value is declared
}

// checkObject is Validate and check of an object.
//
//	func (e *ToolCall) check(c *checker) {
//		if e == nil {
//			c.isNil("ToolCall", "#/$defs/ToolCall/type")
//			return
//		}
//		since := len(c.errs)
//		e.Function.check(c)
//		c.in(since, "function")
//		...
//		c.extra(&toolCallShape, e.Extra)
//	}
func (g *gen) checkObject(o *model.Object) []jen.Code {
	id := g.n.Type(o)
	k := &checks{g: g, holder: id}
	if o.Mixin {
		k.fields(o, o.Embeds, o.Shared)
		return []jen.Code{k.function(id)}
	}
	k.fields(o, o.Embeds, o.Own())
	k.code = append(k.code, jen.Id("c").Dot("extra").Call(jen.Op("&").Id(g.n.Local(o)+"Shape"), jen.Id("e").Dot("Extra")))
	if o.Judge != nil {
		k.code = append(k.code, jen.Id("c").Dot("encoded").Call(lit(""), jen.Id("e").Dot("AppendJSON"), jen.Id(g.judge(o.Judge))))
	}
	return []jen.Code{validateMethod(id), k.method(id, o.Name, o.Pos.Pointer+"/type")}
}

// fields checks what an object embeds, and its own fields.
func (k *checks) fields(o *model.Object, embeds []*model.Object, own []*model.Field) {
	for _, m := range embeds {
		k.code = append(k.code, jen.Id("e").Dot(k.g.n.Type(m)).Dot("check").Call(jen.Id("c")))
	}
	for _, f := range own {
		if !isPinned(f) {
			k.code = append(k.code, k.field(o, f)...)
		}
	}
}

// method is check of what may be nil.
func (k *checks) method(id, definition, rule string, params ...jen.Code) jen.Code {
	body := []jen.Code{jen.If(jen.Id("e").Op("==").Nil()).Block(
		jen.Id("c").Dot("isNil").Call(lit(definition), lit(rule)), jen.Return())}
	k.code = append(body, k.code...)
	return k.function(id, params...)
}

// function is check.
func (k *checks) function(id string, params ...jen.Code) jen.Code {
	return comments("check adds the violations to c.").Line().
		Func().Params(jen.Id("e").Op("*").Id(id)).Id("check").Params(append([]jen.Code{jen.Id("c").Op("*").Id("checker")}, params...)...).Block(k.code...)
}

// field checks a field that can break a rule; most cannot.
func (k *checks) field(o *model.Object, f *model.Field) []jen.Code {
	field := func() *jen.Statement { return jen.Id("e").Dot(k.g.n.Field(o, f)) }
	expr := field()
	declared := k.since
	if !f.Required || isInterface(f.Type) {
		k.since = false // in a block of its own
		defer func() { k.since = declared }()
	}
	if !f.Required && !model.HasNil(f.Type) && !isStruct(f.Type) {
		expr = jen.Op("*").Add(expr)
	}
	var code []jen.Code
	if n := model.AsNullable(f.Type); n != nil && !f.Required {
		code = k.nullable(field(), n, true, f.Name, k.holder+k.g.n.Field(o, f))
	} else {
		code = k.value(expr, f.Type, f.Name, k.holder+k.g.n.Field(o, f))
	}
	switch {
	case len(code) == 0:
		return nil
	case !f.Required:
		return []jen.Code{jen.If(field().Op("!=").Nil()).Block(code...)}
	case isInterface(f.Type):
		absent := jen.Id("c").Dot("absent").Call(lit(f.Name), lit(f.RequiredAt[0].Pointer))
		return []jen.Code{jen.If(field().Op("==").Nil()).Block(absent).Else().Block(code...)}
	default:
		return code
	}
}

// isInterface reports whether values of the type are a union's interface.
func isInterface(t model.Type) bool {
	_, isRef := model.Resolve(t).Type.(*model.Ref)
	return isRef && model.HasNil(t)
}

// value checks a value, whose step names it for what is found.
func (k *checks) value(expr *jen.Statement, t model.Type, step, place string) []jen.Code {
	return append(k.typed(expr, t, step, place), k.judgedCheck(expr, t, step, place)...)
}

func (k *checks) typed(expr *jen.Statement, t model.Type, step, place string) []jen.Code {
	c := func(method string, args ...jen.Code) []jen.Code {
		return []jen.Code{jen.Id("c").Dot(method).Call(append([]jen.Code{lit(step), expr}, args...)...)}
	}
	rt := model.Resolve(t)
	switch t := rt.Type.(type) {
	case *model.Scalar:
		return k.scalar(expr, t, step, c)
	case *model.List:
		code := k.checkRules(step, expr, t)
		if plainStrings(t) {
			return code
		}
		return append(code, k.within(step, jen.Id("check"+k.g.listOf(t.Elem, place)).Call(jen.Id("c"), expr))...)
	case *model.Nullable:
		return k.nullable(expr, t, false, step, place)
	case *model.Map:
		return k.within(step, jen.Id("check"+k.g.mapOf(t.Elem, place)).Call(jen.Id("c"), expr))
	case *model.OpenMap:
		return c("openMap", lit(at(t)))
	case *model.Any:
		if rt.NotNull {
			return c(rules.NotNull.Check().Reader, lit(rt.NotAt.Pointer))
		}
		return c("any", lit(at(t)))
	case *model.Ref:
		return k.within(step, k.g.checkRef(expr, t))
	default:
		panic(fmt.Sprintf("emit: no check for %T", t))
	}
}

// within puts a step in front of what the call finds.
func (k *checks) within(step string, call jen.Code) []jen.Code {
	if step == "" { // an element: its list puts the index in front
		return []jen.Code{call}
	}
	assign := ":="
	if k.since {
		assign = "="
	}
	k.since = true
	return []jen.Code{
		jen.Id("since").Op(assign).Len(jen.Id("c").Dot("errs")),
		call,
		jen.Id("c").Dot("in").Call(jen.Id("since"), lit(step)),
	}
}

func (k *checks) scalar(expr *jen.Statement, t *model.Scalar, step string, c func(string, ...jen.Code) []jen.Code) []jen.Code {
	var code []jen.Code
	switch {
	case t.Kind == model.Integer && len(t.Rules) > len(t.Rules.Checked()):
		least, most := bounds(t)
		code = c("integer", least, most, lit(at(t)))
	case t.Kind == model.Number && t.Exact:
		code = c("number", lit(at(t)))
	case t.Kind == model.Number:
		code = c("float", lit(at(t)))
	}
	return append(code, k.checkRules(step, expr, t)...)
}

func (g *gen) checkRef(expr *jen.Statement, t *model.Ref) jen.Code {
	switch to := t.To.(type) {
	case *model.Enum:
		return jen.Id("check"+g.n.Type(to)).Call(jen.Id("c"), expr)
	case *model.Union:
		if to.Discriminator != "" {
			return jen.Id("check"+g.n.Type(to)).Call(jen.Id("c"), expr)
		}
	}
	return expr.Clone().Dot("check").Call(append([]jen.Code{jen.Id("c")}, choicePlace(t)...)...)
}

// choicePlace is the argument that tells a union of a string and a list where in the schema it stands: it may stand in
// several places. Other types know theirs.
func choicePlace(t *model.Ref) []jen.Code {
	u, ok := t.To.(*model.Union)
	if !ok || u.Discriminator != "" {
		return nil
	}
	if u.Inline == "" {
		return []jen.Code{lit(u.Pos.Pointer)}
	}
	return []jen.Code{lit(at(t))}
}

// checkEnum is the function that checks an enum's value.
func (g *gen) checkEnum(e *model.Enum) jen.Code {
	id := g.n.Type(e)
	return comments(fmt.Sprintf("check%s adds a violation if the value is not one of the constants.", id)).Line().
		Func().Id("check"+id).Params(jen.Id("c").Op("*").Id("checker"), jen.Id("v").Id(id)).Block(
		jen.If(jen.Op("!").Id("v").Dot("Valid").Call()).Block(
			jen.Id("c").Dot(reads("enum")).Call(lit(e.Keyword), lit(e.Pos.Pointer), jen.String().Parens(jen.Id("v")), jen.Id(g.n.Local(e)+"Values"))))
}

// checkUnion is the function that checks a union's value, and Validate of the unknown variant.
func (g *gen) checkUnion(u *model.Union) []jen.Code {
	id, unknown := g.n.Type(u), g.n.Unknown(u)
	var cases []jen.Code
	for _, v := range u.Variants {
		cases = append(cases, jen.Case(jen.Op("*").Id(g.n.Type(v.Object))).Block(jen.Id("v").Dot("check").Call(jen.Id("c"))))
	}
	cases = append(cases,
		jen.Case(jen.Op("*").Id(unknown)).Block(jen.Id("v").Dot("check").Call(jen.Id("c"))),
		jen.Default().Block(jen.Id("c").Dot("isNil").Call(lit(u.Name), lit(u.OneOf.Pointer))))
	return []jen.Code{
		comments(fmt.Sprintf("check%s adds the violations to c.", id)).Line().
			Func().Id("check"+id).Params(jen.Id("c").Op("*").Id("checker"), jen.Id("v").Id(id)).Block(
			jen.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).Block(cases...)),
		comments("Validate reports the unknown variant as a violation, in ValidationErrors.").Line().
			Func().Params(jen.Id("e").Op("*").Id(unknown)).Id("Validate").Params().Error().Block(
			jen.Var().Id("c").Id("checker"),
			jen.Id("e").Dot("check").Call(jen.Op("&").Id("c")),
			jen.Return(jen.Id("c").Dot("err").Call())),
		comments("check adds the violations to c.").Line().
			Func().Params(jen.Id("e").Op("*").Id(unknown)).Id("check").Params(jen.Id("c").Op("*").Id("checker")).Block(
			jen.If(jen.Id("e").Op("==").Nil()).Block(jen.Id("c").Dot("isNil").Call(lit(u.Name), lit(u.OneOf.Pointer)), jen.Return()),
			jen.Id("c").Dot("unknown").Call(jen.Op("&").Id(g.n.Local(u)+"Union"), jen.String().Parens(jen.Id("e").Dot("Discriminator")), jen.Id("e").Dot("Raw"))),
	}
}

// checkChoice is Validate and check of a union of a string and a list.
func (g *gen) checkChoice(u *model.Union) []jen.Code {
	if !u.TextOrList() {
		return g.checkMixed(u)
	}
	id, list := g.n.Type(u), choiceList(u)
	k := &checks{g: g, holder: id}
	k.code = append(k.code, jen.If(jen.Id("e").Dot("Text").Op("!=").Lit("").Op("&&").Id("e").Dot("Parts").Op("!=").Nil()).Block(
		both(u, id)))
	if !plainStrings(list) {
		k.code = append(k.code, jen.Id("check"+g.listOf(list.Elem, id+"Parts")).Call(jen.Id("c"), jen.Id("e").Dot("Parts")))
	}
	if rules := k.checkRules("", jen.Id("e").Dot("Parts"), list); len(rules) > 0 {
		k.code = append(k.code, jen.If(jen.Id("e").Dot("Parts").Op("!=").Nil()).Block(rules...))
	}
	if text := choiceText(u); len(text.Rules) > 0 {
		k.code = append(k.code, jen.If(jen.Id("e").Dot("Parts").Op("==").Nil()).Block(k.value(jen.Id("e").Dot("Text"), text, "", id)...))
	}
	return []jen.Code{validateMethod(id, lit(u.Pos.Pointer)), k.method(id, id, u.OneOf.Pointer, jen.Id("location").String())}
}

// both refuses a text beside parts.
func both(u *model.Union, id string) jen.Code {
	if keyword := path.Base(u.OneOf.Pointer); keyword != "oneOf" {
		return jen.Id("c").Dot("one").Call(lit(keyword), jen.Id("location"), lit(id), jen.True(), jen.True())
	}
	return jen.Id("c").Dot("both").Call(jen.Id("location"), lit(id))
}

// checkListType is Validate of a list that has a type of its own.
func (g *gen) checkListType(id string, l *model.List) jen.Code {
	k := &checks{g: g}
	code := k.value(jen.Id("e"), l, "", id)
	if k.since { // there is no step to a whole document
		code = append(code[:len(code)-3], code[len(code)-2])
	}
	body := append([]jen.Code{jen.Id("c").Op(":=").Op("&").Id("checker").Values()}, code...)
	return comments("Validate reports every violation of the schema as ValidationErrors; nil means that the value is valid.").Line().
		Func().Params(jen.Id("e").Id(id)).Id("Validate").Params().Error().Block(
		append(body, jen.Return(jen.Id("c").Dot("err").Call()))...)
}

// checkList is the function that checks a list's elements.
func (g *gen) checkList(l list) jen.Code {
	k := &checks{g: g}
	elem := k.value(jen.Id("list").Index(jen.Id("i")), l.elem, "", l.id+"Items")
	return comments(fmt.Sprintf("check%s adds the violations of the elements to c.", l.id)).Line().
		Func().Id("check"+l.id).Params(jen.Id("c").Op("*").Id("checker"), jen.Id("list").Index().Add(g.goType(l.elem, false))).Block(
		jen.For(jen.Id("i").Op(":=").Range().Id("list")).Block(append(append(
			[]jen.Code{jen.Id("since").Op(":=").Len(jen.Id("c").Dot("errs"))}, elem...),
			jen.Id("c").Dot("item").Call(jen.Id("since"), jen.Id("i")))...))
}
