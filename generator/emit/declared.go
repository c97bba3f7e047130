package emit

import (
	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// origin adds to what a declaration comes from the member or value that it stands for.
func (g *gen) origin(d *decl.Decl) decl.Origin {
	from := d.From
	switch def := from.Definition.(type) {
	case *model.Object:
		g.objectOrigin(&from, d, def)
	case *model.Enum:
		for _, v := range def.Values {
			if d.Kind == decl.Const && d.Name == g.n.Value(def, v.Value) {
				from.Member = v.Value
			}
		}
	case *model.Union:
		for _, v := range def.Variants {
			switch {
			case v.Object != nil && d.Kind == decl.Const && def.Tags == nil && d.Name == g.n.TagValue(def, v):
				from.Member = v.Value
			case v.Type != nil && (d.Name == "Parts" || d.Name == name.PartsConstructor(g.n.Type(def))):
				from.Member = decl.ListForm
			}
		}
	}
	return from
}

func (g *gen) objectOrigin(from *decl.Origin, d *decl.Decl, o *model.Object) {
	if d.Of == g.n.Type(o) {
		for _, u := range g.p.Unions() {
			for _, v := range u.Variants {
				if v.Object == o && d.Name == sealed(g.n.Type(u)) {
					from.Definition, from.Member = u, v.Value
					return
				}
			}
		}
		for _, f := range o.Fields {
			if id := g.n.Field(o, f); d.Name == id || f.Default != "" && d.Name == name.DefaultAccessor(id) {
				from.Member = f.Name
			}
		}
	}
	if d.Kind == decl.Func {
		for _, param := range d.Params {
			for _, f := range o.Fields {
				if g.n.Param(o, f) == param.Name {
					from.Params = append(from.Params, f.Name)
				}
			}
		}
	}
}

// sealed is the method that only the variants of a union have.
func sealed(union string) string { return "is" + union }
