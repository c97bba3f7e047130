package model

import (
	"iter"
	"math/big"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// Judge is what a subschema demands of a value, keyword by keyword. It stands where the Go type of a place says less than
// its schema: the emitted code then looks at the JSON text as well.
type Judge struct {
	Pos      diag.Pos
	Keywords []string // that it is made of
	Never    bool     // the subschema false
	Kinds    []string // of "type", nil for any
	// Values is the JSON of what "enum" or "const" allows, nil for anything.
	Values  []string
	Keyword string // of Values

	Rules map[rules.On]rules.List
	// Checks is the keywords of this subschema that package rules knows, whatever JSON type they are about. Each stands in a
	// field of its own as well.
	Checks rules.List

	Required  []string
	Dependent []Dependent // of dependentRequired

	Members    []JudgeMember // of properties
	Patterns   []JudgeMember // of patternProperties
	Additional *Judge        // additionalProperties; nil for none
	Others     *Judge        // unevaluatedProperties
	Names      *Judge        // propertyNames

	Prefix      []*Judge // prefixItems
	Items       *Judge
	Contains    *Judge
	Least, Most int  // of what Contains fits; Most is -1 where there is no bound
	Unique      bool // uniqueItems
	// Sizes is minProperties and maxProperties, by keyword.
	Sizes []Size

	AllOf, AnyOf, OneOf []*Judge
	Not, Ref            *Judge
	Shared              bool // something refers to it
}

// Size is a bound on how many members an object has.
type Size struct {
	Keyword string
	N       int
}

// Dependent is an entry of dependentRequired.
type Dependent struct {
	Name   string
	Others []string
}

// JudgeMember is an entry of properties, by name, or of patternProperties, by pattern.
type JudgeMember struct {
	Name  string
	Judge *Judge
}

// Trivial reports whether every value keeps the subschema, and nothing learns from it which members are known.
func (j *Judge) Trivial() bool {
	return !j.Never && j.Kinds == nil && j.Values == nil && len(j.Rules) == 0 && j.Required == nil && j.Dependent == nil &&
		j.Members == nil && j.Patterns == nil && j.Additional == nil && j.Others == nil && j.Names == nil && j.Prefix == nil &&
		j.Items == nil && j.Contains == nil && !j.Unique && j.Sizes == nil && j.AllOf == nil && j.AnyOf == nil && j.OneOf == nil && j.Not == nil && j.Ref == nil
}

// Judges returns every judge of the protocol and all inside of them, each once.
func (p *Protocol) Judges() iter.Seq[*Judge] {
	return func(yield func(*Judge) bool) {
		met := map[*Judge]bool{}
		more := true
		var visit func(j *Judge)
		visit = func(j *Judge) {
			if j == nil || met[j] || !more {
				return
			}
			met[j] = true
			more = yield(j)
			for _, sub := range j.parts() {
				visit(sub)
			}
		}
		for _, d := range p.Definitions {
			if o, ok := d.(*Object); ok {
				visit(o.Judge)
			}
			types(d, func(t Type) { visit(t.Judged()) })
		}
	}
}

// parts returns the judges directly inside of j.
func (j *Judge) parts() []*Judge {
	list := slices.Concat(j.Prefix, j.AllOf, j.AnyOf, j.OneOf,
		[]*Judge{j.Additional, j.Others, j.Names, j.Items, j.Contains, j.Not, j.Ref})
	for _, m := range slices.Concat(j.Members, j.Patterns) {
		list = append(list, m.Judge)
	}
	return list
}

// types visits the types that a definition is made of, the elements of lists included.
func types(d Definition, visit func(Type)) {
	var walk func(t Type)
	walk = func(t Type) {
		visit(t)
		switch t := t.(type) {
		case *List:
			walk(t.Elem)
		case *Map:
			walk(t.Elem)
		case *Nullable:
			walk(t.Elem)
		}
	}
	switch d := d.(type) {
	case *Object:
		for _, f := range d.Fields {
			walk(f.Type)
		}
	case *Union:
		for _, v := range d.Variants {
			if v.Type != nil {
				walk(v.Type)
			}
		}
	case *Alias:
		walk(d.Type)
	case *Enum:
	default:
		panic("model: unknown definition")
	}
}

// judge reads a whole subschema. The result is one for each node, so that recursion ends.
func (b *builder) judge(n *load.Node) *Judge {
	if j := b.judges[n]; j != nil {
		return j
	}
	j := &Judge{Pos: n.Pos()}
	b.judges[n] = j
	b.fill(j, n, nil)
	return j
}

// rest reads some keywords of a subschema: those that a type does not say.
func (b *builder) rest(n *load.Node, keywords []string) *Judge {
	if len(keywords) == 0 {
		return nil
	}
	j := &Judge{Pos: n.Pos()}
	b.fill(j, n, keywords)
	if j.Trivial() {
		return nil
	}
	return j
}

// fill reads the keywords of n, all of them or only some.
func (b *builder) fill(j *Judge, n *load.Node, only []string) {
	if n.Kind != load.Object {
		j.Never = n.Text == "false"
		j.Keywords = []string{n.Text}
		return
	}
	j.Keywords = left(n, 0)
	if only != nil {
		j.Keywords = only
	}
	get := func(keyword string) *load.Node {
		if only != nil && !slices.Contains(only, keyword) {
			return nil
		}
		return n.Get(keyword)
	}
	j.Kinds = texts(get("type"))
	for _, keyword := range []string{"const", "enum"} {
		if values := get(keyword); values != nil {
			j.values(keyword, values)
		}
	}
	b.judgeRules(j, n, get)
	for _, known := range slices.Concat(rules.Beside(), rules.Judged()) {
		if value := get(known.Keyword()); value != nil {
			if r, err := known.Parse(value, rules.Every); err == nil && r != nil { // what is wrong with it is said elsewhere
				j.Checks = append(j.Checks, r)
			}
		}
	}
	j.Required = texts(get("required"))
	if dependent := get("dependentRequired"); dependent != nil {
		for _, m := range dependent.Members {
			j.Dependent = append(j.Dependent, Dependent{m.Key, texts(m.Value)})
		}
	}
	b.judgeObject(j, n, get)
	b.judgeArray(j, get)
	j.AllOf, j.AnyOf, j.OneOf = b.judgeList(get("allOf")), b.judgeList(get("anyOf")), b.judgeList(get("oneOf"))
	j.Not = b.judgeOf(get("not"))
	if ref := get("$ref"); ref != nil {
		if to, err := b.doc.Resolve(ref); err != nil {
			b.d.Errorf(ref.Pos(), "%v", err)
		} else {
			j.Ref = b.judge(to)
			j.Ref.Shared = true
		}
	}
}

// values reads "enum" or "const". Where both stand, what is in both is allowed.
func (j *Judge) values(keyword string, n *load.Node) {
	list := []*load.Node{n}
	if keyword == "enum" {
		list = n.Elems
	}
	texts := []string{}
	for _, v := range list {
		texts = append(texts, rules.Compact(v))
	}
	if j.Values != nil {
		texts = slices.DeleteFunc(texts, func(s string) bool { return !slices.Contains(j.Values, s) })
	}
	j.Keyword, j.Values = keyword, texts
}

// judged is the types that have rules.
var judged = []rules.On{rules.Text, rules.Number, rules.Items}

// judgeRules reads the rules for each JSON type that the subschema lets pass.
func (b *builder) judgeRules(j *Judge, n *load.Node, get func(string) *load.Node) {
	for _, on := range judged {
		list := slices.DeleteFunc(rules.Read(n, on, &b.d), func(r rules.Rule) bool { return get(r.Keyword()) == nil })
		if len(list) == 0 {
			continue
		}
		if j.Rules == nil {
			j.Rules = map[rules.On]rules.List{}
		}
		j.Rules[on] = list
	}
}

func (b *builder) judgeObject(j *Judge, n *load.Node, get func(string) *load.Node) {
	j.Additional, j.Others, j.Names = b.judgeOf(get("additionalProperties")), b.judgeOf(get("unevaluatedProperties")), b.judgeOf(get("propertyNames"))
	if props := n.Get("properties"); props != nil {
		for _, m := range props.Members {
			switch {
			case get("properties") != nil:
				j.Members = append(j.Members, JudgeMember{m.Key, b.judge(m.Value)})
			case j.Additional != nil || j.Others != nil: // the type of the member says the rest
				j.Members = append(j.Members, JudgeMember{m.Key, &Judge{Pos: m.Value.Pos()}})
			}
		}
	}
	for _, keyword := range []string{"minProperties", "maxProperties"} {
		if size := get(keyword); size != nil {
			j.Sizes = append(j.Sizes, Size{keyword, b.size(size)})
		}
	}
	if patterns := get("patternProperties"); patterns != nil {
		for _, m := range patterns.Members {
			j.Patterns = append(j.Patterns, JudgeMember{m.Key, b.judge(m.Value)})
		}
	}
}

func (b *builder) judgeArray(j *Judge, get func(string) *load.Node) {
	j.Prefix, j.Items = b.judgeList(get("prefixItems")), b.judgeOf(get("items"))
	if unique := get("uniqueItems"); unique != nil {
		j.Unique = unique.Text == "true"
	}
	contains := get("contains")
	if contains == nil {
		return
	}
	j.Contains, j.Least, j.Most = b.judge(contains), 1, -1
	if least := get("minContains"); least != nil {
		j.Least = b.size(least)
	}
	if most := get("maxContains"); most != nil {
		j.Most = b.size(most)
	}
}

// size reads a number of elements, which load knows to be a whole one.
func (b *builder) size(n *load.Node) int {
	r, ok := new(big.Rat).SetString(n.Text)
	if !ok || !r.IsInt() || r.Num().BitLen() > 31 {
		b.d.Errorf(n.Pos(), "%s elements do not fit into memory", n.Text)
		return 0
	}
	return int(r.Num().Int64())
}

// judgeOf reads a subschema, nil for none and for one that demands nothing: true has to be told from nothing only where
// members are looked for.
func (b *builder) judgeOf(n *load.Node) *Judge {
	if n == nil {
		return nil
	}
	return b.judge(n)
}

func (b *builder) judgeList(n *load.Node) []*Judge {
	if n == nil {
		return nil
	}
	var list []*Judge
	for _, elem := range n.Elems {
		list = append(list, b.judge(elem))
	}
	return list
}

// texts returns a string, or the strings of an array.
func texts(n *load.Node) []string {
	if n == nil {
		return nil
	}
	if n.Kind == load.String {
		return []string{n.Text}
	}
	list := []string{}
	for _, elem := range n.Elems {
		list = append(list, elem.Text)
	}
	return list
}

// describeJudge says in a dump that there is more than the type says, and by which keywords.
func describeJudge(j *Judge) string {
	if j == nil {
		return ""
	}
	return " judged by " + strings.Join(j.Keywords, ", ")
}
