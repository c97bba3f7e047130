package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
	"github.com/aguigen/aguigen/generator/rules"
)

// judges are the functions for subschemas that no Go type says, in the order in which they were asked for.
type judges struct {
	ids   map[*model.Judge]string
	order []*model.Judge
}

// judge returns the name of the function that holds a value to a subschema, and sees to it that it is emitted.
func (g *gen) judge(j *model.Judge) string {
	if g.judges.ids == nil {
		g.judges.ids = map[*model.Judge]string{}
	}
	if id, ok := g.judges.ids[j]; ok {
		return id
	}
	id := output.Distinct("judge"+judgeName(j.Pos.Pointer), func(id string) bool {
		for _, other := range g.judges.ids {
			if other == id {
				return true
			}
		}
		return false
	})
	g.judges.ids[j] = id
	g.judges.order = append(g.judges.order, j)
	return id
}

// judgeName names a subschema by the steps that lead to it, but for those that every place has.
func judgeName(pointer string) string {
	var id strings.Builder
	for _, step := range strings.Split(strings.TrimPrefix(pointer, "#"), "/") {
		switch step {
		case "", "$defs", "definitions", "properties":
			continue
		}
		for _, word := range name.Words(step) {
			id.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	if id.Len() == 0 {
		return "Schema"
	}
	return id.String()
}

// printJudges prints the functions, and those that they need in turn.
//
//	func judgeFilter(j *judge, v *jsonValue) {
//		const at = "#/$defs/Filter"
//		j.kinds(v, at, kindString|kindNull, "a string or null")
//		...
//	}
func (g *gen) printJudges() {
	for i := 0; i < len(g.judges.order); i++ {
		j := g.judges.order[i]
		id := g.judges.ids[j]
		g.out.Add("judges", decl.Origin{}, comments(fmt.Sprintf("%s holds a value to what stands at %s.", id, j.Pos.Pointer)).Line().
			Func().Id(id).Params(judgeParams()...).Block(g.sharedBody(j)...))
	}
}

// sharedBody is the body of a function that several rules can call for one value, which is judged once then.
func (g *gen) sharedBody(j *model.Judge) []jen.Code {
	body := g.judgeBody(j)
	if !j.Shared {
		return body
	}
	args := []jen.Code{jen.Id("v"), lit(j.Pos.Pointer)}
	return slices.Concat([]jen.Code{jen.If(jen.Id("j").Dot("knows").Call(args...)).Block(jen.Return())}, body,
		[]jen.Code{jen.Id("j").Dot("left").Call(args...)})
}

func judgeParams() []jen.Code {
	return []jen.Code{jen.Id("j").Op("*").Id("judge"), jen.Id("v").Op("*").Id("jsonValue")}
}

// subschema is the function for a part of a subschema: one of its own where something refers to it, else a literal.
func (g *gen) subschema(j *model.Judge) jen.Code {
	if j.Shared {
		return jen.Id(g.judge(j))
	}
	if j.Trivial() {
		return jen.Id("anything")
	}
	if len(j.Keywords) == 1 && j.Ref != nil {
		return g.subschema(j.Ref)
	}
	return jen.Func().Params(judgeParams()...).Block(g.judgeBody(j)...)
}

func (g *gen) subschemas(list []*model.Judge) []jen.Code {
	var out []jen.Code
	for _, j := range list {
		out = append(out, jen.Line().Add(g.subschema(j)))
	}
	return append(out, jen.Line())
}

// judgeBody is a call for each keyword. What looks at members comes in the order that the keywords build upon each other.
func (g *gen) judgeBody(j *model.Judge) []jen.Code {
	at := lit(j.Pos.Pointer)
	call := func(method string, args ...jen.Code) jen.Code {
		return jen.Id("j").Dot(method).Call(append([]jen.Code{jen.Id("v")}, args...)...)
	}
	var code []jen.Code
	add := func(c ...jen.Code) { code = append(code, c...) }
	if j.Never {
		add(call("never", at))
	}
	if j.Kinds != nil {
		kinds, want := kindsOf(j.Kinds)
		add(call("kinds", at, kinds, lit(want)))
	}
	if j.Values != nil {
		args := []jen.Code{lit(j.Keyword), at}
		for _, v := range j.Values {
			args = append(args, lit(v))
		}
		add(call("oneOfValues", args...))
	}
	add(g.judgeRules(j)...)
	if len(j.Required) > 0 {
		add(call("required", append([]jen.Code{at}, literals(j.Required)...)...))
	}
	for _, d := range j.Dependent {
		add(call("dependent", append([]jen.Code{at, lit(d.Name)}, literals(d.Others)...)...))
	}
	add(g.judgeMembers(j, call)...)
	add(g.judgeElements(j, call)...)
	add(g.judgeForms(j, call)...)
	if j.Others != nil {
		add(g.judgeOthers(j.Others, "unevaluatedProperties", j, call))
	}
	return code
}

func literals(list []string) []jen.Code {
	var out []jen.Code
	for _, s := range list {
		out = append(out, lit(s))
	}
	return out
}

// kindsOf returns the bits of a list of JSON types, and the words for them.
func kindsOf(types []string) (jen.Code, string) {
	all := map[string][2]string{
		"null": {"kindNull", "null"}, "boolean": {"kindBoolean", "a boolean"}, "integer": {"kindInteger", "an integer"},
		"number": {"kindNumber", "a number"}, "string": {"kindString", "a string"}, "array": {"kindArray", "an array"},
		"object": {"kindObject", "an object"},
	}
	var ids, words []string
	for _, t := range types {
		ids, words = append(ids, all[t][0]), append(words, all[t][1])
	}
	want := strings.Join(words, ", ")
	if n := len(words); n > 1 {
		want = strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	return jen.Op(strings.Join(ids, " | ")), want
}

// judgeRules are the rules of strings, numbers and arrays, each for values of its type.
func (g *gen) judgeRules(j *model.Judge) []jen.Code {
	var code []jen.Code
	for _, on := range []struct {
		on            rules.On
		kind          string
		value, length jen.Code
	}{
		{rules.Text, "kindString", jen.Id("v").Dot("text"), nil},
		{rules.Number, "kindNumber", jen.Qual(jsonPath, "Number").Call(jen.Id("v").Dot("raw")), nil},
		{rules.Items, "kindArray", nil, jen.Len(jen.Id("v").Dot("elems"))},
	} {
		var checks []jen.Code
		for _, r := range j.Rules[on.on].Checked() {
			checks = append(checks, jen.Id("j").Dot("rule").Call(jen.Id("v"), lit(r.Keyword()), lit(j.Pos.Pointer),
				g.call(r.Check(), on.value, on.length)))
		}
		if len(checks) > 0 {
			code = append(code, jen.If(jen.Id("v").Dot("is").Call(jen.Id(on.kind))).Block(checks...))
		}
	}
	return code
}

type judgeCall = func(method string, args ...jen.Code) jen.Code

func (g *gen) judgeMembers(j *model.Judge, call judgeCall) []jen.Code {
	var code []jen.Code
	for _, m := range j.Members {
		code = append(code, call("property", lit(m.Name), g.subschema(m.Judge)))
	}
	for _, m := range j.Patterns {
		code = append(code, call("patternProperty", jen.Id(g.matcher(m.Name)), g.subschema(m.Judge)))
	}
	if j.Additional != nil {
		code = append(code, g.judgeOthers(j.Additional, "additionalProperties", j, call))
	}
	for _, size := range j.Sizes {
		code = append(code, call(size.Keyword, lit(j.Pos.Pointer), jen.Lit(size.N)))
	}
	if j.Names != nil && !j.Names.Trivial() {
		code = append(code, call("names", lit(j.Pos.Pointer), g.subschema(j.Names)))
	}
	return code
}

func (g *gen) judgeOthers(sub *model.Judge, keyword string, j *model.Judge, call judgeCall) jen.Code {
	if sub.Never {
		args := []jen.Code{lit(keyword), lit(j.Pos.Pointer)}
		for _, m := range j.Members {
			args = append(args, lit(m.Name))
		}
		return call("noOthers", args...)
	}
	return call("others", g.subschema(sub))
}

func (g *gen) judgeElements(j *model.Judge, call judgeCall) []jen.Code {
	var code []jen.Code
	for i, sub := range j.Prefix {
		if !sub.Trivial() {
			code = append(code, call("item", jen.Lit(i), g.subschema(sub)))
		}
	}
	switch {
	case j.Items == nil:
	case j.Items.Never:
		code = append(code, call("noItems", lit(j.Pos.Pointer), jen.Lit(len(j.Prefix))))
	case !j.Items.Trivial():
		code = append(code, call("items", jen.Lit(len(j.Prefix)), g.subschema(j.Items)))
	}
	if j.Unique {
		code = append(code, call("unique", lit(j.Pos.Pointer)))
	}
	if j.Contains != nil {
		code = append(code, call("contains", lit(j.Pos.Pointer), jen.Lit(j.Least), jen.Lit(j.Most), g.subschema(j.Contains)))
	}
	return code
}

// judgeForms are the keywords that hold the value to further subschemas.
func (g *gen) judgeForms(j *model.Judge, call judgeCall) []jen.Code {
	var code []jen.Code
	if j.Ref != nil {
		code = append(code, call("same", g.subschema(j.Ref)))
	}
	for _, sub := range j.AllOf {
		code = append(code, call("same", g.subschema(sub)))
	}
	for _, forms := range []struct {
		keyword string
		list    []*model.Judge
	}{{"anyOf", j.AnyOf}, {"oneOf", j.OneOf}} {
		if forms.list != nil {
			code = append(code, call(forms.keyword, append([]jen.Code{lit(j.Pos.Pointer)}, g.subschemas(forms.list)...)...))
		}
	}
	if j.Not != nil {
		code = append(code, call("not", lit(j.Pos.Pointer), g.subschema(j.Not)))
	}
	return code
}

// judgesOf returns what a value of a type is held to beside the type itself: by its own place, and by the aliases that it
// goes through.
func judgesOf(t model.Type) []*model.Judge {
	var list []*model.Judge
	for {
		if j := t.Judged(); j != nil {
			list = append(list, j)
		}
		ref, ok := t.(*model.Ref)
		if !ok {
			break
		}
		alias, ok := ref.To.(*model.Alias)
		if !ok {
			break
		}
		t = alias.Type
	}
	slices.Reverse(list)
	return list
}

// judgedRead puts the judges of a type behind the code that reads a value of it.
//
//	whole := r.pos
//	e.Filter = r.any()
//	r.judged(whole, judgeFilter)
func (g *gen) judgedRead(code []jen.Code, t model.Type) []jen.Code {
	list := judgesOf(t)
	if len(list) == 0 {
		return code
	}
	code = append([]jen.Code{jen.Id("whole").Op(":=").Id("r").Dot("pos")}, code...)
	for _, j := range list {
		code = append(code, jen.Id("r").Dot("judged").Call(jen.Id("whole"), jen.Id(g.judge(j))))
	}
	return code
}

// judgedCheck are the judges of a type in a check method. A value that is not JSON text yet is written first.
func (k *checks) judgedCheck(expr *jen.Statement, t model.Type, step, place string) []jen.Code {
	var code []jen.Code
	for _, j := range judgesOf(t) {
		judge := jen.Id(k.g.judge(j))
		if _, isRaw := model.Resolve(t).Type.(*model.Any); isRaw {
			code = append(code, jen.Id("c").Dot("judged").Call(lit(step), expr, judge))
			continue
		}
		w := &writer{g: k.g, holder: k.holder}
		body := append([]jen.Code{jen.Id("out").Op(":=").Id("dst")}, w.value(expr, t, jen.Err(), place)...)
		if w.fails {
			body = append([]jen.Code{jen.Var().Err().Error()}, body...)
		}
		write := jen.Func().Params(jen.Id("dst").Index().Byte()).Params(jen.Index().Byte(), jen.Error()).Block(
			append(body, jen.Return(jen.Id("out"), jen.Nil()))...)
		code = append(code, jen.Id("c").Dot("encoded").Call(lit(step), write, judge))
	}
	return code
}
