package emit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// object is a struct with its constructor, its pinned members and the accessors of its defaults.
func (g *gen) object(o *model.Object) []jen.Code {
	out := []jen.Code{g.structType(o), g.constructor(o)}
	for _, f := range o.Fields {
		if isPinned(f) {
			out = append(out, g.pin(o, f))
		}
		if f.Default != "" && !isPinned(f) && o.Path(f) == nil {
			out = append(out, g.defaultAccessor(o, f))
		}
	}
	for _, u := range g.p.Unions() {
		if hasVariant(u, o) {
			// func (*ToolCallStartEvent) isEvent() {}
			out = append(out, jen.Func().Params(jen.Op("*").Id(g.n.Type(o))).Id(sealed(g.n.Type(u))).Params().Block())
		}
	}
	return out
}

func hasVariant(u *model.Union, o *model.Object) bool {
	for _, v := range u.Variants {
		if v.Object == o {
			return true
		}
	}
	return false
}

// structType is the struct: what it embeds, a field for each other member that can vary, and Extra.
func (g *gen) structType(o *model.Object) jen.Code {
	fields := g.embeds(o.Embeds)
	for _, f := range o.Own() {
		if !isPinned(f) {
			fields = append(fields, g.structField(o, f)...)
		}
	}
	extra := "Extra holds properties that the schema does not define, if the Decoder has Keep."
	if o.Closed == "" {
		extra = "Extra holds the properties beyond those that the schema defines."
	}
	fields = append(fields, remark(extra),
		jen.Id("Extra").Map(jen.String()).Qual(jsonPath, "RawMessage").Tag(map[string]string{"json": "-"}))
	return g.documented(o).Type().Id(g.n.Type(o)).Struct(fields...)
}

// structField is a field with its comment.
func (g *gen) structField(o *model.Object, f *model.Field) []jen.Code {
	var code []jen.Code
	id := g.n.Field(o, f)
	for _, line := range noted(fieldComment(id, f.Name, f.Doc), f.Notes) {
		code = append(code, remark(line))
	}
	return append(code, jen.Id(id).Add(g.goType(f.Type, !f.Required)).Tag(map[string]string{"json": jsonTag(f)}))
}

// jsonTag is what encoding/json goes by where the JSON part is not emitted. There are names that it cannot hold.
func jsonTag(f *model.Field) string {
	switch {
	case f.Name == "" || f.Name == "-" || strings.ContainsAny(f.Name, "\",'\\`") || !strconv.CanBackquote(f.Name):
		return "-"
	case !f.Required:
		return f.Name + ",omitempty"
	}
	return f.Name
}

// documented starts a declaration with the definition's description and its address, which is relative to the
// schema's so that it stays what it is from one version to the next.
func (g *gen) documented(d model.Definition) *jen.Statement {
	b := d.Base()
	lines := comment(g.n.Type(d), b.Name, b.Doc)
	if u, ok := d.(*model.Union); ok && u.Cut > 0 {
		lines = append(append(lines, ""), wrapText(fmt.Sprintf("The package has %d of its %d variants. Any other is %s.",
			len(u.Variants), len(u.Variants)+u.Cut, article(g.n.Unknown(u))))...)
	}
	if b.Inline == "" && b.Anchor != "" {
		lines = append(lines, "", "Schema: #"+b.Anchor)
	}
	return comments(noted(lines, b.Notes)...).Line()
}

// constructor takes exactly the required fields.
//
//	func NewToolCallArgsEvent(toolCallID string, delta string) *ToolCallArgsEvent
func (g *gen) constructor(o *model.Object) jen.Code {
	id := g.n.Type(o)
	var params []jen.Code
	for _, f := range o.Fields {
		if f.Required && !isPinned(f) {
			params = append(params, jen.Id(g.n.Param(o, f)).Add(g.goType(f.Type, false)))
		}
	}
	what := "with its required fields."
	if len(params) == 0 {
		what = "without any of its fields."
	}
	return comments(fmt.Sprintf("%s makes %s %s", name.Constructor(id), article(id), what)).Line().
		Func().Id(name.Constructor(id)).Params(params...).Op("*").Id(id).Block(
		jen.Return(jen.Op("&").Id(id).Values(g.required(o, o.Embeds, o.Own())...)),
	)
}

// required is the entries of a literal for the required fields of o: those inside of what it embeds, and some of its own.
func (g *gen) required(o *model.Object, embeds []*model.Object, own []*model.Field) []jen.Code {
	var values []jen.Code
	for _, m := range embeds {
		if inner := g.required(o, m.Embeds, m.Shared); len(inner) > 0 {
			values = append(values, jen.Id(g.n.Type(m)).Op(":").Id(g.n.Type(m)).Values(inner...))
		}
	}
	for _, f := range own {
		if f.Required && !isPinned(f) {
			values = append(values, jen.Id(g.n.Field(o, f)).Op(":").Id(g.n.Param(o, f)))
		}
	}
	return values
}

// pin is a member that is always the same: a method, so that it cannot disagree with the type.
//
//	func (*ToolCallStartEvent) Type() EventType { return EventTypeToolCallStart }
func (g *gen) pin(o *model.Object, f *model.Field) jen.Code {
	value := f.Type.(*model.Literal).Value
	id := g.n.Field(o, f)
	typ, result := jen.String(), lit(value)
	if e := f.Narrows(); e != nil { // also where no union has the object any more
		typ, result = jen.Id(g.n.Type(e)), jen.Id(g.n.Value(e, value))
	}
	if u := g.owner[o]; u != nil && u.Discriminator == f.Name {
		for _, v := range u.Variants {
			if v.Object == o {
				typ, result = jen.Id(g.n.TagType(u)), jen.Id(g.n.TagValue(u, v))
			}
		}
	}
	doc := comment(id, f.Name, fmt.Sprintf("%s returns %q, the only value of property %q.", id, value, f.Name))
	return comments(noted(doc, f.Notes)...).Line().
		Func().Params(jen.Op("*").Id(g.n.Type(o))).Id(id).Params().Add(typ).Block(jen.Return(result))
}

// defaultAccessor returns a field's value or the schema's default.
//
//	func (e *TextMessageStartEvent) RoleOrDefault() TextMessageRole
func (g *gen) defaultAccessor(o *model.Object, f *model.Field) jen.Code {
	field := g.n.Field(o, f)
	id := name.DefaultAccessor(field)
	value := g.defaultValue(f)
	doc := fmt.Sprintf("%s returns %s, or the default of the schema if %s is nil.", id, field, field)
	field = "e." + field
	return comments(wrapText(doc)...).Line().
		Func().Params(jen.Id("e").Op("*").Id(g.n.Type(o))).Id(id).Params().Add(g.goType(f.Type, false)).Block(
		jen.If(jen.Id(field).Op("!=").Nil()).Block(jen.Return(jen.Op("*").Id(field))),
		jen.Return(value),
	)
}

// defaultValue is the default as a Go expression.
func (g *gen) defaultValue(f *model.Field) *jen.Statement {
	switch t := model.Resolve(f.Type).Type.(type) {
	case *model.Ref:
		return jen.Id(g.n.Value(t.To.(*model.Enum), f.Default))
	case *model.Scalar:
		if t.Kind == model.String || t.Exact {
			return lit(f.Default)
		}
		return jen.Op(f.Default)
	default:
		panic(fmt.Sprintf("emit: no default for %T", t))
	}
}
