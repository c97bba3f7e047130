package model

import (
	"math/big"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// holder is the place that an inline definition gets its name from: a definition, and the way to the place inside of it,
// such as "lines" or "lines[]".
type holder struct {
	def  Definition
	step string
}

// in is the place of a part.
func (h holder) in(step string) holder { return holder{h.def, h.step + step} }

// ruled is the types that rules know the forms by.
var ruled = map[form]rules.On{
	formString: rules.Text, formInteger: rules.Integer, formNumber: rules.Number, formList: rules.Items,
}

// typ reads a subschema as a type, and as a judge what the type does not say. An error makes it Any, so that reading goes
// on.
func (b *builder) typ(n *load.Node, h holder, at place) Type {
	if def := b.byNode[n]; def != nil && def != h.def {
		b.used[def] = true
		return &Ref{To: def, Pos: n.Pos()}
	}
	f, left := b.shaped(n, at)
	var rest *Judge
	if f == formAny && len(left) > 0 || n.Text == "false" {
		rest = b.judge(n)
	} else {
		rest = b.rest(n, left)
	}
	pos := n.Pos()
	switch f {
	case formRef:
		if def := b.resolve(n.Get("$ref")); def != nil {
			return &Ref{To: def, NotNull: n.Get("not") != nil && rest == nil, Judge: rest, Pos: pos}
		}
		to, _ := b.doc.Resolve(n.Get("$ref"))
		return b.typ(to, h, at)
	case formConst:
		if at.forms&formObject != 0 && strings.Count(h.step, "[]") == 0 && h.step != "" {
			return &Literal{Value: n.Get("const").Text, Pos: pos}
		}
		return b.inline(n, f, h)
	case formString, formInteger, formNumber, formBoolean:
		s := b.scalar(n, f)
		s.Judge = rest
		return s
	case formList:
		l := b.list(n, h)
		l.Judge = rest
		return l
	case formNullable:
		return &Nullable{Elem: b.typ(nullless(n), h, at), Pos: pos}
	case formMap:
		if elem := elemOf(n); elem != nil {
			return &Map{Elem: b.typ(elem, h.in("[]"), element), Pos: pos, Judge: rest}
		}
		return &OpenMap{Pos: pos, Judge: rest}
	case formAny:
		return &Any{NotNull: n.Get("not") != nil && rest == nil, Judge: rest, Pos: pos}
	case formEnum, formUnion, formObject:
		return b.inline(n, f, h)
	default:
		panic("model: unexpected form: " + formNames[f])
	}
}

var scalarKinds = map[form]Kind{
	formString: String, formInteger: Integer, formNumber: Number, formBoolean: Boolean,
}

func (b *builder) scalar(n *load.Node, f form) *Scalar {
	s := &Scalar{Kind: scalarKinds[f], Pos: n.Pos()}
	s.Exact = s.Kind == Number && b.exact
	if encoding := n.Get("contentEncoding"); encoding != nil {
		s.Encoding = encoding.Text
	}
	s.Rules = rules.Read(n, ruled[f], &b.d)
	return s
}

// integer reads a JSON number, in any spelling, that is an integer of 64 bits. load has bounded its length.
func integer(text string) (int64, bool) {
	r, ok := new(big.Rat).SetString(text)
	if !ok || !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// elemOf returns the subschema that every member of a map keeps, nil where members are any value.
func elemOf(n *load.Node) *load.Node {
	if n.Get("patternProperties") != nil {
		return nil
	}
	for _, key := range []string{"additionalProperties", "unevaluatedProperties"} {
		if elem := n.Get(key); elem != nil && elem.Kind == load.Object {
			return elem
		}
	}
	return nil
}

func (b *builder) list(n *load.Node, h holder) *List {
	l := &List{Pos: n.Pos(), Elem: &Any{Pos: n.Pos()}}
	if items := n.Get("items"); items != nil {
		l.Elem = b.typ(items, h.in("[]"), element)
	}
	l.Rules = rules.Read(n, rules.Items, &b.d)
	return l
}

// inline reads an object, an enum or a union that has no entry in $defs: its place names it.
func (b *builder) inline(n *load.Node, f form, h holder) Type {
	pos := n.Pos()
	named := Named{Notes: notesOf(n), Name: Title(h.def), Doc: docOf(n), Pos: pos, Inline: h.step, Owner: h.def}
	switch f {
	case formObject:
		o := &Object{Named: named}
		b.inlines = append(b.inlines, o)
		b.used[o] = true
		b.object(o, n)
		return &Ref{To: o, Pos: pos}
	case formEnum:
		e := &Enum{Named: named}
		b.enum(e, n)
		return &Ref{To: e, Pos: pos}
	case formConst:
		return &Ref{To: constantOf(named, n.Get("const").Text, n.Get("const").Pos()), Pos: pos}
	}
	u := &Union{Named: named}
	b.union(u, n, h)
	return &Ref{To: b.share(u), Pos: pos}
}

// constantOf is the enum that a constant is where it need not be there.
func constantOf(named Named, value string, at diag.Pos) *Enum {
	return &Enum{Named: named, Values: []*EnumValue{{Value: value, Pos: at}}, Keyword: "const"}
}

func (b *builder) enum(e *Enum, n *load.Node) {
	e.Keyword, e.Typed = "enum", n.Get("type") != nil
	if list := constants(n); list != nil {
		e.Keyword, _ = branches(n)
		for _, v := range list {
			e.Values = append(e.Values, &EnumValue{Value: v.Text, Doc: docOf(v.Parent()), Notes: notesOf(v.Parent()), Pos: v.Pos()})
		}
		return
	}
	if c := n.Get("const"); c != nil {
		e.Keyword, e.Values = "const", []*EnumValue{{Value: c.Text, Pos: c.Pos()}}
		return
	}
	for _, v := range rules.Values(n.Get("enum").Elems, &b.d) {
		pos := v.Pos()
		if v.Kind != load.String {
			b.d.Errorf(pos, "an enum value that is %s is not modelled: only strings are", v.Kind)
			continue
		}
		e.Values = append(e.Values, &EnumValue{Value: v.Text, Pos: pos})
	}
}
