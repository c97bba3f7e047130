package name

import (
	"slices"

	"github.com/aguigen/aguigen/generator/model"
)

// contents names the contents of a definition.
func (n *namer) contents(d model.Definition) {
	switch d := d.(type) {
	case *model.Object:
		n.object(d)
	case *model.Union:
		n.union(d)
	case *model.Enum:
		n.enum(d)
	}
}

func (n *namer) object(o *model.Object) {
	members := newScope(keyOf(o), n.problems)
	if !o.Mixin || o.Embedded {
		members = n.members(n.table.types[o], keyOf(o))
	}
	params := newScope("the constructor of "+keyOf(o), n.problems)
	for _, f := range o.Fields {
		key := keyOf(o) + "." + f.Name
		id := n.fieldName(o, f)
		n.table.fields[member{o, f.Name}] = id
		n.line(key, id)
		free := members.claim(id, key, f.Pos)
		if f.Default != "" {
			members.claim(DefaultAccessor(id), "the default of "+key, f.Pos)
		}
		param := n.paramName(o, f)
		n.table.params[member{o, f.Name}] = param
		if free {
			params.claim(param, key, f.Pos)
		}
	}
}

// fieldName uses the user's choice for the object, then for the mixins that the field came from. A field of an embedded
// type is named there.
func (n *namer) fieldName(o *model.Object, f *model.Field) string {
	if path := o.Path(f); path != nil {
		m := path[len(path)-1]
		if _, ok := n.chosen.get(keyOf(o) + "." + f.Name); ok {
			n.problems.Errorf(n.chosen.options.at(keyOf(o)+"."+f.Name), "names: %q is a field of %s, which %s embeds: name %q instead",
				keyOf(o)+"."+f.Name, keyOf(m), keyOf(o), keyOf(m)+"."+f.Name)
		}
		return n.table.fields[member{m, f.Name}]
	}
	if id, ok := n.override(keyOf(o) + "." + f.Name); ok {
		return id
	}
	for _, m := range o.Mixins {
		if !n.declares(m, f.Name) {
			continue
		}
		if id, ok := n.chosen.get(m + "." + f.Name); ok {
			return id
		}
	}
	return n.style.exported(Words(f.Name))
}

func (n *namer) declares(object, field string) bool {
	return slices.ContainsFunc(n.protocol.Definitions, func(d model.Definition) bool {
		o, ok := d.(*model.Object)
		return ok && o.Name == object && o.Inline == "" &&
			slices.ContainsFunc(o.Fields, func(f *model.Field) bool { return f.Name == field })
	})
}

// paramName follows the field's own wire name; a chosen field name changes it too.
func (n *namer) paramName(o *model.Object, f *model.Field) string {
	words := Words(f.Name)
	if id := n.table.fields[member{o, f.Name}]; id != n.style.exported(words) {
		words = Words(id)
	}
	id := n.style.unexported(words)
	if !taken(id) {
		return id
	}
	owner := Words(o.Name)
	return n.style.unexported(append(owner[len(owner)-1:len(owner):len(owner)], words...))
}

func (n *namer) enum(e *model.Enum) {
	for _, v := range e.Values {
		n.constant(e, n.table.types[e], v.Value, v)
	}
}

func (n *namer) union(u *model.Union) {
	if u.Discriminator == "" {
		return
	}
	typ := n.table.types[u]
	n.members("Decoder", "Decoder").claim(typ, keyOf(u), u.Pos)
	t := tag{method: n.style.exported(Words(u.Discriminator)), unknown: catchAll(typ)}
	if t.alias = n.listAlias(u); t.alias != nil {
		t.list = n.table.types[t.alias]
	} else {
		t.list = plural(typ)
	}
	if u.Tags != nil {
		t.typ = n.table.types[u.Tags]
	} else {
		t.typ = n.style.join(typ, Words(u.Discriminator))
		n.top.claim(t.typ, tagKey(keyOf(u)), u.Pos)
	}
	n.table.tags[u] = t
	n.line(keyOf(u)+"."+u.Discriminator, t.method+"() "+t.typ)
	n.members(t.unknown, "the catch-all of "+keyOf(u)).claim(t.method, keyOf(u)+"."+u.Discriminator, u.Pos)
	for _, v := range u.Variants {
		n.variant(u, v, t)
	}
}

// listAlias is the array of $defs whose elements are those of the union, nil if there is none.
func (n *namer) listAlias(u *model.Union) *model.Alias {
	for _, d := range n.protocol.Definitions {
		a, ok := d.(*model.Alias)
		if !ok {
			continue
		}
		l, ok := a.Type.(*model.List)
		if !ok {
			continue
		}
		if ref, ok := l.Elem.(*model.Ref); ok && ref.To == u {
			return a
		}
	}
	return nil
}

// variant names the constant that selects it, and sees that its discriminator is spelled as the union's method.
func (n *namer) variant(u *model.Union, v *model.Variant, t tag) {
	if u.Tags == nil {
		n.constant(u, t.typ, v.Value, &model.EnumValue{Value: v.Value, Pos: v.Pos})
	}
	key := keyOf(v.Object) + "." + u.Discriminator
	if id, ok := n.chosen.get(key); ok && id != t.method {
		n.problems.Errorf(n.chosen.options.at(key), "names: %q tells the variants of %s apart and must be called %s: remove the entry",
			key, keyOf(u), t.method)
	}
}

func (n *namer) constant(of model.Definition, prefix, value string, v *model.EnumValue) {
	key := keyOf(of) + "." + value
	id, ok := n.override(key)
	if !ok {
		id = n.style.join(prefix, Words(value))
	}
	n.table.values[constant{of, value}] = id
	n.line(key, id)
	n.top.claim(id, key, v.Pos)
}
