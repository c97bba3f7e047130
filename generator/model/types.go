package model

import (
	"math/big"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// holder is the definition, and below it the field, that an inline definition gets its name from.
type holder struct {
	name  string
	field *Field // nil outside properties
}

// ruled is the types that rules know the forms by.
var ruled = map[form]rules.On{
	formString: rules.Text, formInteger: rules.Integer, formNumber: rules.Number, formList: rules.Items,
}

// typ reads a subschema as a type. An error makes it Any, so that reading goes on.
func (b *builder) typ(n *load.Node, h holder) Type {
	pos := n.Pos()
	switch f := formOf(n); f {
	case formRef:
		if def := b.resolve(n.Get("$ref")); def != nil {
			return &Ref{To: def, NotNull: n.Get("not") != nil, Pos: pos}
		}
	case formConst:
		c := n.Get("const")
		if c.Kind == load.String {
			return &Literal{Value: c.Text, Pos: pos}
		}
		b.d.Errorf(c.Pos(), "a constant that is %s is not modelled: only strings are", c.Kind)
	case formString, formInteger, formNumber, formBoolean:
		return b.scalar(n, f)
	case formList:
		return b.list(n, h)
	case formMap:
		return &OpenMap{Pos: pos}
	case formAny:
		return &Any{NotNull: n.Get("not") != nil, Pos: pos}
	case formEnum, formUnion:
		return b.inline(n, h)
	default:
		panic("model: unexpected form: " + formNames[f])
	}
	return &Any{Pos: pos}
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

func (b *builder) list(n *load.Node, h holder) *List {
	l := &List{Pos: n.Pos(), Elem: &Any{Pos: n.Pos()}}
	if items := n.Get("items"); items != nil {
		l.Elem = b.typ(items, h)
	}
	l.Rules = rules.Read(n, rules.Items, &b.d)
	return l
}

// inline reads an enum or a union that has no entry in $defs: the field names it.
func (b *builder) inline(n *load.Node, h holder) Type {
	pos := n.Pos()
	if h.field == nil {
		b.d.Errorf(pos, "%s inside %s has no field to be named after: move it into $defs and refer to it",
			formNames[formOf(n)], h.name)
		return &Any{Pos: pos}
	}
	named := Named{Name: h.name, Doc: docOf(n), Pos: pos, Inline: h.field.Name}
	if formOf(n) == formEnum {
		e := &Enum{Named: named}
		b.enum(e, n)
		return &Ref{To: e, Pos: pos}
	}
	u := &Union{Named: named}
	b.union(u, n, h)
	return &Ref{To: b.share(u), Pos: pos}
}

func (b *builder) enum(e *Enum, n *load.Node) {
	e.Keyword, e.Typed = "enum", n.Get("type") != nil
	for _, v := range rules.Values(n.Get("enum"), &b.d) {
		pos := v.Pos()
		if v.Kind != load.String {
			b.d.Errorf(pos, "an enum value that is %s is not modelled: only strings are", v.Kind)
			continue
		}
		e.Values = append(e.Values, &EnumValue{Value: v.Text, Pos: pos})
	}
}
