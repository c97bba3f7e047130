package model

import (
	"iter"
	"slices"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// maxFields is how many members an object may have: emitted code keeps a bit for each in one word.
const maxFields = 64

// declared is what an object says itself.
type declared struct {
	fields   []*Field
	required *load.Node // the list of names, nil for none
	mixins   []*Object
	refs     []*load.Node // of mixins, one for one
	flat     bool
}

// mixin adds the object that an entry of allOf refers to.
func (own *declared) mixin(b *builder, ref *load.Node) {
	n, err := b.doc.Resolve(ref)
	if err != nil {
		b.d.Errorf(ref.Pos(), "%v", err)
		return
	}
	o, ok := b.byNode[n].(*Object)
	if !ok {
		b.d.Errorf(ref.Pos(), "the reference %q in allOf is not modelled: it has to mean an object in $defs with known members", ref.Text)
		return
	}
	own.mixins = append(own.mixins, o)
	own.refs = append(own.refs, ref)
}

// objects returns the objects of $defs, in the schema's order, then those inside of others.
func (b *builder) objects() iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		for _, def := range b.entries {
			if o, ok := def.(*Object); ok && !yield(o) {
				return
			}
		}
		for _, o := range b.inlines {
			if !yield(o) {
				return
			}
		}
	}
}

// flatten returns every object its complete list of fields, and tells mixins from other objects.
func (b *builder) flatten() {
	mixed := map[*Object]bool{}
	for o := range b.objects() {
		b.flat(o)
		for _, m := range b.own[o].mixins {
			mixed[m] = true
		}
	}
	for o := range b.objects() {
		o.Mixin = mixed[o] && !b.used[o]
		for _, f := range o.Fields {
			b.settle(f)
		}
		b.count(o, len(o.Fields))
	}
}

func (b *builder) count(o *Object, fields int) {
	if fields > maxFields {
		b.d.Errorf(o.Pos, "%s has %d members: more than %d fields are not modelled", o.Name, fields, maxFields)
	}
}

// flat fills o.Fields. Its mixins come first, and they form no cycle.
func (b *builder) flat(o *Object) {
	own := b.own[o]
	if own.flat {
		return
	}
	own.flat = true
	for i, m := range own.mixins {
		pos := own.refs[i].Pos()
		b.flat(m)
		if m.Closed != "" {
			b.d.Errorf(pos, "%s forbids other members (%q), so allOf cannot add it to an object", m.Name, m.Closed)
		}
		for _, name := range append(slices.Clone(m.Mixins), m.Name) {
			if !slices.Contains(o.Mixins, name) {
				o.Mixins = append(o.Mixins, name)
			}
		}
		for _, f := range m.Fields {
			b.add(o, f, pos)
		}
	}
	for _, f := range own.fields {
		b.add(o, f, f.Pos)
	}
	b.require(o)
}

// add appends a field, or lets it take the place of the earlier declaration that it narrows.
func (b *builder) add(o *Object, f *Field, pos diag.Pos) {
	next := *f
	next.RequiredAt = nil
	i := slices.IndexFunc(o.Fields, func(have *Field) bool { return have.Name == f.Name })
	if i < 0 {
		o.Fields = append(o.Fields, &next)
		return
	}
	have := o.Fields[i]
	if have.Pos == f.Pos {
		return // the same mixin, met on two ways
	}
	lit, ok := f.Type.(*Literal)
	for _, t := range append([]Type{have.Type}, have.Also...) {
		if !ok || !allows(t, lit.Value) {
			b.d.Errorf(pos, "%s declares %q again, in another way than %d:%d: only a constant that is allowed there can narrow it",
				o.Name, f.Name, have.Pos.Line, have.Pos.Column)
			return
		}
		next.Also = append(next.Also, t)
	}
	o.Fields[i] = &next
}

// allows says whether a string may stand where t is declared. Types that hold more than strings are not narrowed.
func allows(t Type, value string) bool {
	switch t := t.(type) {
	case *Literal:
		return t.Value == value
	case *Scalar:
		return t.Kind == String && t.Rules.Refuses(value) == ""
	case *Ref:
		switch def := t.To.(type) {
		case *Enum:
			return slices.ContainsFunc(def.Values, func(v *EnumValue) bool { return v.Value == value })
		case *Alias:
			return allows(def.Type, value)
		case *Object, *Union:
			return false
		default:
			panic("model: unknown definition")
		}
	case *List, *OpenMap, *Map, *Nullable, *Any:
		return false
	default:
		panic("model: unknown type")
	}
}

// require marks the fields that o or one of its mixins names in "required".
func (b *builder) require(o *Object) {
	own := b.own[o]
	if own.required != nil {
		for _, name := range own.required.Elems {
			i := slices.IndexFunc(o.Fields, func(f *Field) bool { return f.Name == name.Text })
			if i < 0 {
				b.undeclared(o, name)
				continue
			}
			o.Fields[i].RequiredAt = append(o.Fields[i].RequiredAt, own.required.Pos())
		}
	}
	for _, f := range o.Fields {
		for _, m := range own.mixins {
			i := slices.IndexFunc(m.Fields, func(have *Field) bool { return have.Name == f.Name })
			if i < 0 {
				continue
			}
			for _, pos := range m.Fields[i].RequiredAt {
				if !slices.Contains(f.RequiredAt, pos) {
					f.RequiredAt = append(f.RequiredAt, pos)
				}
			}
		}
		f.Required = len(f.RequiredAt) > 0
	}
}

// undeclared leaves a member that is required and has no type to a judge, unless its name looks like another one's.
func (b *builder) undeclared(o *Object, name *load.Node) {
	var known []string
	for _, f := range o.Fields {
		known = append(known, f.Name)
	}
	if near := diag.Nearest(name.Text, known); near != "" {
		b.d.Errorf(name.Pos(), "%q is required but not declared: did you mean %q?", name.Text, near)
		return
	}
	if o.Judge == nil {
		o.Judge = &Judge{Pos: o.Pos}
	}
	if !slices.Contains(o.Judge.Required, name.Text) {
		o.Judge.Required = append(o.Judge.Required, name.Text)
		o.Judge.Keywords = append(o.Judge.Keywords, "required")
	}
}

// settle decides what depends on whether the field is required.
func (b *builder) settle(f *Field) {
	if f.Required { // it never applies
		f.Default = ""
	}
	lit, ok := f.Type.(*Literal)
	if !ok || f.Required {
		return
	}
	e := b.constant[lit]
	if e == nil {
		from := b.origin[lit]
		named := Named{Name: Title(from.owner), Doc: f.Doc, Pos: lit.Pos, Inline: f.Name, Owner: from.owner}
		e = constantOf(named, lit.Value, from.value)
		b.constant[lit] = e
	}
	f.Type = &Ref{To: e, Pos: lit.Pos}
}
