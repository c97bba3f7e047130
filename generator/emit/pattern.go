package emit

import (
	"fmt"
	"regexp"
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
	auto *automaton // nil for one that would be too large, or has no such form
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

// patternsOf returns the patterns that rules match strings with.
func patternsOf(of rules.List) []string {
	var list []string
	for _, r := range of {
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
	add := func(text, id string, at diag.Pos) {
		if slices.ContainsFunc(g.patterns, func(p pattern) bool { return p.text == text }) {
			return
		}
		auto, err := compile(text)
		if _, broken := regexp.Compile(text); err != nil && broken != nil {
			problems.Errorf(at, "pattern %q: %v", text, broken)
			return
		}
		id = output.Distinct(id, func(id string) bool {
			return slices.ContainsFunc(g.patterns, func(p pattern) bool { return p.id == id })
		})
		g.patterns = append(g.patterns, pattern{id, text, auto})
	}
	g.eachType(func(t model.Type) {
		if s, ok := t.(*model.Scalar); ok {
			for _, text := range patternsOf(s.Rules) {
				add(text, g.matcherID(t), t.At())
			}
		}
	})
	for j := range g.p.Judges() {
		for _, text := range patternsOf(j.Rules[rules.Text]) {
			add(text, "matches"+judgeName(j.Pos.Pointer), j.Pos)
		}
		for _, m := range j.Patterns {
			add(m.Name, "matches"+judgeName(j.Pos.Pointer)+"Key", j.Pos)
		}
	}
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
		switch t := t.(type) {
		case *model.List:
			walk(t.Elem)
		case *model.Map:
			walk(t.Elem)
		case *model.Nullable:
			walk(t.Elem)
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
	if p.auto == nil {
		return p.compiled()
	}
	param, body := p.auto.constant()
	if body == nil {
		param, body = "s", p.auto.loop()
	}
	return comments(fmt.Sprintf("%s reports whether s matches %q.", p.id, p.text)).Line().
		Func().Id(p.id).Params(jen.Id(param).String()).Bool().Block(body...)
}

// compiled is a function that leaves the work to package regexp.
//
//	func matchesID(s string) bool { return matchesIDPattern().MatchString(s) }
//
//	var matchesIDPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("…") })
func (p pattern) compiled() jen.Code {
	once := p.id + "Pattern"
	return comments(wrapText(fmt.Sprintf("%s reports whether s matches %q.", p.id, p.text))...).Line().
		Func().Id(p.id).Params(jen.Id("s").String()).Bool().Block(jen.Return(jen.Id(once).Call().Dot("MatchString").Call(jen.Id("s")))).
		Line().Line().Var().Id(once).Op("=").Qual("sync", "OnceValue").Call(
		jen.Func().Params().Op("*").Qual("regexp", "Regexp").Block(
			jen.Return(jen.Qual("regexp", "MustCompile").Call(lit(p.text)))))
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
