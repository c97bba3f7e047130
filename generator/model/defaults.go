package model

import (
	"slices"
	"strconv"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// defaults judges the defaults: a value that its own type refuses would reach users through an accessor. It is an annotation
// then.
func (b *builder) defaults() {
	for _, p := range b.pending {
		text, complaint := fit(p.field.Type, p.text)
		if complaint == "" && text != "" {
			p.field.Default = text
			continue
		}
		b.annotate(load.Member{Key: "default", Value: p.text})
	}
}

func (b *builder) annotate(m load.Member) {
	b.p.Annotations = append(b.p.Annotations, Annotation{rules.AnnotationOf(m), m.Value.Pos()})
}

// fit returns the text of a default, or what is wrong with it.
func fit(t Type, n *load.Node) (text, complaint string) {
	switch t := t.(type) {
	case *Scalar:
		return fitScalar(t, n)
	case *Literal:
		if n.Kind != load.String || n.Text != t.Value {
			return "", "it is not the constant " + strconv.Quote(t.Value)
		}
		return n.Text, ""
	case *Ref:
		switch def := t.To.(type) {
		case *Enum:
			is := func(v *EnumValue) bool { return v.Value == n.Text }
			if n.Kind != load.String || !slices.ContainsFunc(def.Values, is) {
				return "", "it is none of the enum's values"
			}
			return n.Text, ""
		case *Alias:
			return fit(def.Type, n)
		case *Object, *Union:
			return "", "defaults of objects and unions are not modelled"
		default:
			panic("model: unknown definition")
		}
	case *List, *OpenMap, *Map, *Nullable, *Any:
		return "", "defaults of arrays, open objects and any value are not modelled"
	default:
		panic("model: unknown type")
	}
}

func fitScalar(t *Scalar, n *load.Node) (text, complaint string) {
	want := map[Kind]load.Kind{String: load.String, Integer: load.Number, Number: load.Number, Boolean: load.Bool}[t.Kind]
	if n.Kind != want {
		return "", "it is " + n.Kind.String()
	}
	switch t.Kind {
	case Integer:
		i, ok := integer(n.Text)
		if !ok {
			return "", "it is not a 64-bit integer"
		}
		return strconv.FormatInt(i, 10), t.Rules.Refuses(n.Value())
	case Number:
		if _, err := strconv.ParseFloat(n.Text, 64); err != nil {
			return "", "it is not a 64-bit number"
		}
	}
	return n.Text, t.Rules.Refuses(n.Value())
}
