package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// clone is Clone of every type that a definition has, and CloneEvent and its like.
func (g *gen) clone(d model.Definition) []jen.Code {
	switch d := d.(type) {
	case *model.Object:
		if d.Mixin {
			return g.cloneMixin(d)
		}
		return g.cloneObject(d)
	case *model.Union:
		if d.Discriminator == "" {
			return g.cloneChoice(d)
		}
		return g.cloneUnion(d)
	case *model.Alias:
		if l, ok := d.Type.(*model.List); ok {
			return []jen.Code{g.cloneListType(g.n.Type(d), l)}
		}
	}
	return nil
}

// cloneObject is Clone of an object.
//
//	func (e *ToolMessage) Clone() *ToolMessage {
//		if e == nil {
//			return nil
//		}
//		c := *e
//		c.Attributable.unshare()
//		...
//		return &c
//	}
func (g *gen) cloneObject(o *model.Object) []jen.Code {
	extra := jen.Id("c").Dot("Extra").Op("=").Id("cloneMap").Call(jen.Id("e").Dot("Extra"))
	return []jen.Code{g.cloneMethod(g.n.Type(o), append(g.copies("c", o, o.Embeds, o.Own()), extra))}
}

// copies are the assignments that make a shallow copy of a struct a deep one.
//
//	c.BaseEvent.unshare()
//	c.Message = clonePtr(e.Message)
func (g *gen) copies(to string, o *model.Object, embeds []*model.Object, own []*model.Field) []jen.Code {
	var copies []jen.Code
	for _, m := range embeds {
		copies = append(copies, jen.Id(to).Dot(g.n.Type(m)).Dot("unshare").Call())
	}
	for _, f := range own {
		if isPinned(f) {
			continue
		}
		id := g.n.Field(o, f)
		if v := g.cloneValue(jen.Id("e").Dot(id), f.Type, !f.Required); v != nil {
			copies = append(copies, jen.Id(to).Dot(id).Op("=").Add(v))
		}
	}
	return copies
}

// cloneMixin is Clone of what others embed, and the method that makes a copy of it inside of its holder a deep one.
func (g *gen) cloneMixin(m *model.Object) []jen.Code {
	id := g.n.Type(m)
	return []jen.Code{
		g.cloneMethod(id, []jen.Code{jen.Id("c").Dot("unshare").Call()}),
		comments("unshare replaces what e shares with the value that it is a copy of.").Line().
			Func().Params(jen.Id("e").Op("*").Id(id)).Id("unshare").Params().Block(g.copies("e", m, m.Embeds, m.Shared)...),
	}
}

// cloneMethod is Clone of a struct, of which a shallow copy exists already.
func (g *gen) cloneMethod(id string, copies []jen.Code) jen.Code {
	body := []jen.Code{
		jen.If(jen.Id("e").Op("==").Nil()).Block(jen.Return(jen.Nil())),
		jen.Id("c").Op(":=").Op("*").Id("e"),
	}
	return comments("Clone returns a deep copy, which shares nothing mutable.").Line().
		Func().Params(jen.Id("e").Op("*").Id(id)).Id("Clone").Params().Op("*").Id(id).Block(
		append(append(body, copies...), jen.Return(jen.Op("&").Id("c")))...)
}

// cloneValue is the expression for a deep copy of a value, nil where an assignment makes one.
func (g *gen) cloneValue(expr *jen.Statement, t model.Type, optional bool) *jen.Statement {
	copied := func(fn string, args ...jen.Code) *jen.Statement {
		return jen.Id(fn).Call(append([]jen.Code{expr}, args...)...)
	}
	switch rt := model.Resolve(t).Type.(type) {
	case *model.List:
		if ref, ok := model.Resolve(rt.Elem).Type.(*model.Ref); ok && model.HasNil(ref) {
			return copied("cloneList", jen.Id(name.Clone(g.n.Type(ref.To))))
		}
		elem := g.cloneValue(jen.Id("v"), rt.Elem, false)
		if elem == nil {
			elem = jen.Id("v")
		}
		typ := func() *jen.Statement { return g.goType(rt.Elem, false) }
		return copied("cloneList", jen.Func().Params(jen.Id("v").Add(typ())).Add(typ()).Op("{").Return(elem).Op("}"))
	case *model.Nullable:
		return g.cloneNullable(expr, rt, optional)
	case *model.Map:
		return copied("cloneMapOf", g.cloneElem(rt.Elem))
	case *model.OpenMap:
		return copied("cloneMap")
	case *model.Any:
		return copied("cloneRaw")
	case *model.Ref:
		if u, ok := rt.To.(*model.Union); ok && u.Discriminator != "" {
			return copied(name.Clone(g.n.Type(u)))
		}
		if _, ok := rt.To.(*model.Enum); ok {
			break
		}
		clone := expr.Clone().Dot("Clone").Call()
		if optional {
			return clone
		}
		return jen.Op("*").Add(clone)
	}
	if optional {
		return copied("clonePtr")
	}
	return nil
}

// cloneElem is the function that copies an element.
func (g *gen) cloneElem(t model.Type) jen.Code {
	elem := g.cloneValue(jen.Id("v"), t, false)
	if elem == nil {
		elem = jen.Id("v")
	}
	return jen.Func().Params(jen.Id("v").Add(g.goType(t, false))).Add(g.goType(t, false)).Block(jen.Return(elem))
}

// cloneUnion is CloneEvent and its like, and Clone of the unknown variant, of the list and of the holder.
func (g *gen) cloneUnion(u *model.Union) []jen.Code {
	id, unknown := g.n.Type(u), g.n.Unknown(u)
	var cases []jen.Code
	clone := jen.Return(jen.Id("e").Dot("Clone").Call())
	for _, v := range u.Variants {
		cases = append(cases, jen.Case(jen.Op("*").Id(g.n.Type(v.Object))).Block(clone))
	}
	cases = append(cases, jen.Case(jen.Op("*").Id(unknown)).Block(clone))
	code := []jen.Code{
		comments(fmt.Sprintf("%s returns a deep copy, which shares nothing mutable; the copy of nil is nil.", name.Clone(id))).Line().
			Func().Id(name.Clone(id)).Params(jen.Id("e").Id(id)).Id(id).Block(
			jen.Switch(jen.Id("e").Op(":=").Id("e").Assert(jen.Type())).Block(cases...),
			jen.Return(jen.Nil())),
		g.cloneMethod(unknown, []jen.Code{jen.Id("c").Dot("Raw").Op("=").Id("cloneRaw").Call(jen.Id("e").Dot("Raw"))}),
		source(`
// Clone returns a deep copy, which shares nothing mutable.
func (e $H) Clone() $H { return $H{$C(e.Value)} }
`, "$H", name.Holder(id), "$C", name.Clone(id)),
	}
	if !g.n.HasListAlias(u) {
		code = append(code, g.cloneListType(g.n.List(u), g.listOfUnion(u)))
	}
	return code
}

// cloneListType is Clone of a list that has a type of its own.
func (g *gen) cloneListType(id string, l *model.List) jen.Code {
	return comments("Clone returns a deep copy, which shares nothing mutable.").Line().
		Func().Params(jen.Id("e").Id(id)).Id("Clone").Params().Id(id).Block(
		jen.Return(g.cloneValue(jen.Id("e"), l, false)))
}

// cloneChoice is Clone of a union of a string and a list.
func (g *gen) cloneChoice(u *model.Union) []jen.Code {
	if !u.TextOrList() {
		return g.cloneMixed(u)
	}
	parts := g.cloneValue(jen.Id("e").Dot("Parts"), choiceList(u), false)
	return []jen.Code{g.cloneMethod(g.n.Type(u), []jen.Code{jen.Id("c").Dot("Parts").Op("=").Add(parts)})}
}
