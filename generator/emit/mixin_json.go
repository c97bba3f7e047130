package emit

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/model"
)

// run is a mixin whose members an object reads and writes by the methods of the mixin, so that they are printed once. Its
// first member is the object's member number at. The mixins of one member are not worth a call.
type run struct {
	mixin   *model.Object
	at      int
	members []*model.Field // in their order
}

// runs returns the mixins of an object that have their members side by side in it, in the same order.
func (g *gen) runs(o *model.Object) []run {
	embeds := o.Embeds
	if o.Embedded { // as a document
		embeds = []*model.Object{o}
	}
	var list []run
	for _, m := range embeds {
		members := m.Members()
		if len(members) < 2 || slices.ContainsFunc(members, needsHolder) {
			continue
		}
		at := slices.IndexFunc(o.Fields, func(f *model.Field) bool { return f.Name == m.Fields[0].Name })
		same := func(a, b *model.Field) bool { return a.Name == b.Name }
		if at >= 0 && len(o.Fields)-at >= len(m.Fields) && slices.EqualFunc(o.Fields[at:at+len(m.Fields)], m.Fields, same) {
			list = append(list, run{m, at, members})
		}
	}
	return list
}

// needsHolder reports whether reading a member can make its holder unusable, or leaves the member out.
func needsHolder(f *model.Field) bool {
	ref, ok := model.Resolve(f.Type).Type.(*model.Ref)
	if !ok {
		return false
	}
	switch to := ref.To.(type) {
	case *model.Union:
		return to.Discriminator != ""
	case *model.Object:
		return requiresKnownVariant(to)
	}
	return false
}

// holds reports whether a field is one of the run's members.
func (r *run) holds(f *model.Field) bool {
	return slices.ContainsFunc(r.members, func(m *model.Field) bool { return m.Name == f.Name })
}

// runOf is the run that a field belongs to, nil for none.
func runOf(runs []run, f *model.Field) *run {
	for i := range runs {
		if runs[i].holds(f) {
			return &runs[i]
		}
	}
	return nil
}

// readRun reads any of the members of a run.
//
//	case "timestamp", "rawEvent", "metadata":
//		seen = e.BaseEvent.member(r, seen, 0, "StepStartedEvent")
func (g *gen) readRun(o *model.Object, r *run) jen.Code {
	g.read[r.mixin] = true
	var names []jen.Code
	for _, f := range r.members {
		names = append(names, lit(f.Name))
	}
	return jen.Case(names...).Block(jen.Id("seen").Op("=").Id("e").Dot(g.n.Type(r.mixin)).Dot("member").Call(
		jen.Id("r"), jen.Id("seen"), jen.Lit(r.at), lit(o.Name)))
}

// mixinMethods prints the methods of mixins that objects turned out to need.
func (g *gen) mixinMethods() {
	for _, d := range g.p.Definitions {
		m, ok := d.(*model.Object)
		if !ok {
			continue
		}
		if g.read[m] {
			g.out.Add("types_decode", decl.Origin{Definition: m}, g.mixinMember(m))
		}
		if g.written[m] {
			g.out.Add("types_encode", decl.Origin{Definition: m}, g.mixinEncode(m)...)
		}
	}
}

// mixinMember is the method that reads a member of a mixin in its holder.
func (g *gen) mixinMember(m *model.Object) jen.Code {
	var cases []jen.Code
	for i, f := range m.Fields {
		if slices.ContainsFunc(m.Members(), func(in *model.Field) bool { return in.Name == f.Name }) {
			cases = append(cases, jen.Case(lit(f.Name)).Block(append([]jen.Code{
				jen.Id("seen").Op("=").Id("r").Dot("mark").Call(jen.Id("seen"), jen.Lit(1).Op("<<").Parens(jen.Id("at").Op("+").Lit(i))),
			}, g.decodeField(m, f, jen.Id("holder"))...)...))
		}
	}
	return comments("member reads the current member of the object that embeds e, if it is one of e. The object's member number at is the first of e.").Line().
		Func().Params(jen.Id("e").Op("*").Id(g.n.Type(m))).Id("member").
		Params(jen.Id("r").Op("*").Id("reader"), jen.Id("seen").Uint64(), jen.Id("at").Int(), jen.Id("holder").String()).Uint64().Block(
		jen.Switch(jen.String().Parens(jen.Id("r").Dot("key"))).Block(cases...),
		jen.Return(jen.Id("seen")))
}

// writeRun writes the members of a run, if they stand side by side there too, and reports whether it did.
//
//	if e.BaseEvent.present() {
//		if out, err = e.BaseEvent.appendMembers(out); err != nil {
//			return dst, err
//		}
//	}
func (w *writer) writeRun(r *run, rest []*model.Field) bool {
	if w.fresh && w.fixed.Len() == 0 || len(rest) < len(r.members) {
		return false
	}
	for i, f := range r.members {
		if rest[i].Name != f.Name {
			return false
		}
	}
	w.flush()
	w.g.written[r.mixin] = true
	mixin := jen.Id("e").Dot(w.g.n.Type(r.mixin))
	write := w.try(mixin.Clone().Dot("appendMembers").Call(jen.Id("out")), jen.Err())
	if !slices.ContainsFunc(r.members, func(f *model.Field) bool { return f.Required }) {
		write = jen.If(mixin.Clone().Dot("present").Call()).Block(write)
	}
	w.add(write)
	return true
}

// mixinEncode is the method that appends the members of a mixin, each behind a comma, and the one that tells whether there
// are any.
func (g *gen) mixinEncode(m *model.Object) []jen.Code {
	w := &writer{g: g, holder: g.n.Type(m)}
	present := jen.Null()
	for i, f := range m.Members() {
		w.member(m, f)
		if i > 0 {
			present.Op("||")
		}
		present.Id("e").Dot(g.n.Field(m, f)).Op("!=").Nil()
	}
	w.flush()
	body := []jen.Code{jen.Id("out").Op(":=").Id("dst")}
	if w.fails {
		body = append([]jen.Code{jen.Var().Err().Error()}, body...)
	}
	receiver := func() *jen.Statement { return jen.Func().Params(jen.Id("e").Op("*").Id(g.n.Type(m))) }
	code := []jen.Code{comments("appendMembers appends the members, each after a comma.").Line().
		Add(receiver()).Id("appendMembers").Params(jen.Id("dst").Index().Byte()).Params(jen.Index().Byte(), jen.Error()).
		Block(append(append(body, w.code...), jen.Return(jen.Id("out"), jen.Nil()))...)}
	if !slices.ContainsFunc(m.Members(), func(f *model.Field) bool { return f.Required }) {
		code = append(code, comments("present reports whether there is a member.").Line().
			Add(receiver()).Id("present").Params().Bool().Block(jen.Return(present)))
	}
	return code
}
