package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
	"github.com/aguigen/aguigen/generator/rules"
)

// pattern is a regular expression of the schema and the function that stands for it.
type pattern struct {
	id   string
	text string
	auto *automaton
}

// matcher returns the name of the function that matches a pattern.
func (g *gen) matcher(text string) string {
	for _, p := range g.patterns {
		if p.text == text {
			return p.id
		}
	}
	panic("emit: a pattern was not compiled: " + text)
}

// patternsOf returns the patterns that the rules of a type match strings with.
func patternsOf(t model.Type) []string {
	s, ok := t.(*model.Scalar)
	if !ok {
		return nil
	}
	var list []string
	for _, r := range s.Rules {
		for _, arg := range r.Check().Args {
			if text, ok := arg.(rules.Matcher); ok {
				list = append(list, string(text))
			}
		}
	}
	return list
}

// compilePatterns makes an automaton of every pattern in the schema.
func (g *gen) compilePatterns() error {
	var problems diag.List
	g.eachType(func(t model.Type) {
		for _, text := range patternsOf(t) {
			if slices.ContainsFunc(g.patterns, func(p pattern) bool { return p.text == text }) {
				continue
			}
			auto, err := compile(text)
			if err != nil {
				problems.Errorf(t.At(), "pattern %q: %v", text, err)
				continue
			}
			id := output.Distinct(g.matcherID(t), func(id string) bool {
				return slices.ContainsFunc(g.patterns, func(p pattern) bool { return p.id == id })
			})
			g.patterns = append(g.patterns, pattern{id, text, auto})
		}
	})
	return problems.Err()
}

// matcherID names a pattern's function after the place that has it first.
func (g *gen) matcherID(t model.Type) string {
	for _, d := range g.p.Definitions {
		if a, ok := d.(*model.Alias); ok && a.Type == t {
			return "matches" + g.n.Type(a)
		}
	}
	id := "matches"
	for _, step := range strings.Split(strings.TrimPrefix(at(t), "#/"), "/") {
		switch step {
		case "$defs", "properties", "oneOf":
			continue
		}
		for _, w := range name.Words(step) {
			id += strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return id
}

// eachType walks every type in the protocol, lists' elements included.
func (g *gen) eachType(visit func(model.Type)) {
	var walk func(t model.Type)
	walk = func(t model.Type) {
		visit(t)
		if l, ok := t.(*model.List); ok {
			walk(l.Elem)
		}
	}
	for _, d := range g.p.Definitions {
		switch d := d.(type) {
		case *model.Object:
			for _, f := range d.Fields {
				walk(f.Type)
			}
		case *model.Union:
			for _, v := range d.Variants {
				if v.Type != nil {
					walk(v.Type)
				}
			}
		case *model.Alias:
			walk(d.Type)
		}
	}
}

// match is the function of a pattern: the automaton as a switch over its states.
//
//	func matchesJSONPointer(s string) bool {
//		state := 0
//		for _, c := range s {
//			switch state {
//			case 0:
//				switch {
//				case c == '/':
//					state = 1
//				default:
//					return false
//				}
//			...
//		}
//		return state == 0 || state == 1
//	}
func (p pattern) match() jen.Code {
	param, body := p.auto.constant()
	if body == nil {
		param, body = "s", p.auto.loop()
	}
	return comments(fmt.Sprintf("%s reports whether s matches %q.", p.id, p.text)).Line().
		Func().Id(p.id).Params(jen.Id(param).String()).Bool().Block(body...)
}

// constant returns the parameter and the body of an automaton that looks at no character: one that matches every text,
// every text but the empty one, the empty one alone or none. The body is nil for all others.
func (a *automaton) constant() (param string, body []jen.Code) {
	if len(a.states) > 1 || a.looks() {
		return "", nil
	}
	switch first, to := a.states[0], a.states[0].usual(); {
	case first.accepting && to == dead:
		return "s", []jen.Code{jen.Return(jen.Id("s").Op("==").Lit(""))}
	case first.accepting:
		return "_", []jen.Code{jen.Return(jen.True())}
	case to == matched:
		return "s", []jen.Code{jen.Return(jen.Id("s").Op("!=").Lit(""))}
	default:
		return "_", []jen.Code{jen.Return(jen.False())}
	}
}

// looks reports whether it matters which characters a text has, and not only how many.
func (a *automaton) looks() bool {
	return slices.ContainsFunc(a.states, func(s state) bool { return len(s.edges) > 1 })
}

// loop is the body of an automaton with states.
func (a *automaton) loop() []jen.Code {
	var cases []jen.Code
	final := jen.Null()
	for i, s := range a.states {
		if s.accepting {
			if len(*final) > 1 {
				final.Op("||")
			}
			final.Id("state").Op("==").Lit(i)
		}
		cases = append(cases, jen.Case(jen.Lit(i)).Block(s.step(i)...))
	}
	if len(*final) == 1 {
		final = jen.False()
	}
	each := jen.Range().Id("s")
	if a.looks() {
		each = jen.List(jen.Id("_"), jen.Id("c")).Op(":=").Range().Id("s")
	}
	return []jen.Code{
		jen.Id("state").Op(":=").Lit(0),
		jen.For(each).Block(jen.Switch(jen.Id("state")).Block(cases...)),
		jen.Return(final),
	}
}

// step is what a state does with the next character. Most characters go one way, which is the default.
func (s state) step(self int) []jen.Code {
	usual := s.usual()
	move := func(to int) []jen.Code {
		switch to {
		case dead:
			return []jen.Code{jen.Return(jen.False())}
		case matched:
			return []jen.Code{jen.Return(jen.True())}
		case self:
			return nil
		default:
			return []jen.Code{jen.Id("state").Op("=").Lit(to)}
		}
	}
	var order []int
	byTarget := map[int]*jen.Statement{}
	for _, e := range s.edges {
		if e.to == usual {
			continue
		}
		test := between(e.low, e.high)
		if known, ok := byTarget[e.to]; ok {
			known.Op("||").Add(test)
			continue
		}
		byTarget[e.to] = test
		order = append(order, e.to)
	}
	var cases []jen.Code
	for _, to := range order {
		cases = append(cases, jen.Case(byTarget[to]).Block(move(to)...))
	}
	code := move(usual)
	if len(cases) == 0 {
		return code
	}
	if len(code) > 0 {
		cases = append(cases, jen.Default().Block(code...))
	}
	return []jen.Code{jen.Switch().Block(cases...)}
}

// between tests a character.
func between(low, high rune) *jen.Statement {
	switch {
	case low == high:
		return jen.Id("c").Op("==").LitRune(low)
	case low == 0:
		return jen.Id("c").Op("<=").LitRune(high)
	default:
		return jen.LitRune(low).Op("<=").Id("c").Op("&&").Id("c").Op("<=").LitRune(high)
	}
}
