package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

const jsonPath = "encoding/json"

// What all emitters print with.
var (
	lit          = output.Lit
	source       = output.Source
	comment      = output.Comment
	fieldComment = output.FieldComment
	comments     = output.Comments
	remark       = output.Remark
	noted        = output.Noted
	wrapText     = output.WrapText
	article      = output.Article
	quoted       = output.Quoted
	header       = output.Header
)

// File is one file of the output.
type File = output.File

// gen is what every emitter works with: the model, its names, and the lists that functions are needed for.
type gen struct {
	p        *model.Protocol
	n        *name.Table
	o        Options
	out      *output.Package
	packages []*output.Package // all that were printed
	current  model.Definition  // what is printed now
	lists    []list
	patterns []pattern
	judges   judges
	owner    map[*model.Object]*model.Union // the union of each variant
	read     map[*model.Object]bool         // mixins whose members are read by a method of theirs,
	written  map[*model.Object]bool         // or written
}

// at returns a subschema's place, as findings name it.
func at(t model.Type) string { return t.At().Pointer }

// goType is the Go type of a value; of one that may be absent where optional is set.
func (g *gen) goType(t model.Type, optional bool) *jen.Statement {
	if n := model.AsNullable(t); n != nil && optional {
		return jen.Op("*").Id("Nullable").Types(g.goType(n.Elem, false))
	}
	var base *jen.Statement
	switch t := t.(type) {
	case *model.Scalar:
		base = scalarType(t)
	case *model.List:
		base = jen.Index().Add(g.goType(t.Elem, false))
	case *model.Nullable:
		return g.goType(t.Elem, true)
	case *model.Map:
		base = jen.Map(jen.String()).Add(g.goType(t.Elem, false))
	case *model.OpenMap:
		base = jen.Map(jen.String()).Qual(jsonPath, "RawMessage")
	case *model.Any:
		base = jen.Qual(jsonPath, "RawMessage")
	case *model.Ref:
		base = jen.Id(g.n.Type(t.To))
	default:
		panic(fmt.Sprintf("emit: no Go type for %T", t))
	}
	if optional && !model.HasNil(t) {
		return jen.Op("*").Add(base)
	}
	return base
}

func scalarType(t *model.Scalar) *jen.Statement {
	switch t.Kind {
	case model.String:
		return jen.String()
	case model.Integer:
		return jen.Int64()
	case model.Number:
		if !t.Exact {
			return jen.Float64()
		}
		return jen.Qual(jsonPath, "Number")
	case model.Boolean:
		return jen.Bool()
	default:
		panic(fmt.Sprintf("emit: no Go type for scalar %d", t.Kind))
	}
}

// isPinned reports whether a field is a required constant: a method, not a struct field.
func isPinned(f *model.Field) bool {
	_, ok := f.Type.(*model.Literal)
	return ok
}

// encodingOrder is the order of an object's members on the wire: the discriminator first, then the schema's order.
func (g *gen) encodingOrder(o *model.Object) []*model.Field {
	tag := ""
	if u := g.owner[o]; u != nil {
		tag = u.Discriminator
	}
	var first, rest []*model.Field
	for _, f := range o.Fields {
		if f.Name == tag {
			first = append(first, f)
		} else {
			rest = append(rest, f)
		}
	}
	return append(first, rest...)
}

// requiresKnownVariant reports whether an object can become unusable by an unknown variant inside: one that it cannot be without.
func requiresKnownVariant(o *model.Object) bool {
	for _, f := range o.Fields {
		if !f.Required {
			continue
		}
		ref, ok := model.Resolve(f.Type).Type.(*model.Ref)
		if !ok {
			continue
		}
		switch to := ref.To.(type) {
		case *model.Union:
			if to.Discriminator != "" {
				return true
			}
		case *model.Object:
			if requiresKnownVariant(to) {
				return true
			}
		}
	}
	return false
}
