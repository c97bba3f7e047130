package emit

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/rules"
)

// reads is the method of the reader that holds a rule which is part of a type.
func reads(keyword string) string { return rules.Of(keyword).Check().Reader }

// rulesOf returns the rules that the emitted code holds after it has read a value.
func rulesOf(t model.Type) rules.List {
	switch t := model.Resolve(t).Type.(type) {
	case *model.Scalar:
		return t.Rules.Checked()
	case *model.List:
		return t.Rules.Checked()
	default:
		return nil
	}
}

// ruled puts the rules of a type behind the code that reads a value of it. value is what was read.
//
//	from := r.origin()
//	e.Name = r.string("#/$defs/Item/properties/name")
//	if r.sound(from) {
//		r.rule(from, "maxLength", "#/$defs/Item/properties/name", maxLength(e.Name, 5))
//	}
func (g *gen) ruled(read, value jen.Code, t model.Type) []jen.Code {
	list := rulesOf(t)
	if len(list) == 0 {
		return []jen.Code{read}
	}
	if isFloat(t) {
		value = jen.Id("r").Dot("digits").Call(jen.Id("from"))
	}
	whole := jen.Id("r").Dot("sound").Call(jen.Id("from"))
	if _, isList := model.Resolve(t).Type.(*model.List); isList { // whose elements may break rules of their own
		whole = jen.Id("r").Dot("opened").Call(jen.Id("from"), jen.LitRune('['))
	}
	var checks []jen.Code
	for _, rule := range list {
		checks = append(checks, jen.Id("r").Dot("rule").Call(jen.Id("from"), lit(rule.Keyword()), lit(at(model.Resolve(t).Type)),
			g.call(rule.Check(), value, jen.Id("r").Dot("elements"))))
	}
	return []jen.Code{jen.Id("from").Op(":=").Id("r").Dot("origin").Call(), read, jen.If(whole).Block(checks...)}
}

// isFloat reports whether a value is a float64, which need not be the number that the document has.
func isFloat(t model.Type) bool {
	s, ok := model.Resolve(t).Type.(*model.Scalar)
	return ok && s.Kind == model.Number && !s.Exact
}

// checkRules are the rules of a type in a check method. step names the value for what is found.
func (k *checks) checkRules(step string, value *jen.Statement, t model.Type) []jen.Code {
	var code []jen.Code
	for _, rule := range rulesOf(t) {
		code = append(code, jen.Id("c").Dot("rule").Call(lit(step), lit(rule.Keyword()), lit(at(model.Resolve(t).Type)),
			k.g.call(rule.Check(), value, jen.Len(value))))
	}
	return code
}

// call is the check of a rule.
func (g *gen) call(check rules.Check, value, length jen.Code) jen.Code {
	subject := value
	if check.Subject == rules.Length {
		subject = length
	}
	args := []jen.Code{subject}
	for _, arg := range check.Args {
		switch arg := arg.(type) {
		case rules.Int:
			args = append(args, jen.Lit(int(arg)))
		case rules.String:
			args = append(args, lit(string(arg)))
		case rules.Matcher:
			args = append(args, jen.Id(g.matcher(string(arg))))
		default:
			panic(fmt.Sprintf("emit: no code for the argument %T of %s", arg, check.Func))
		}
	}
	return jen.Id(check.Func).Call(args...)
}

// usesValue reports whether a rule looks at the value that was read.
func usesValue(list rules.List) bool {
	return slices.ContainsFunc(list, func(r rules.Rule) bool { return r.Check().Subject == rules.Itself })
}
