package diff

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// symbol is something that a user of the generated package can spell: a type, a function, a constant, or a field or method
// of a type, written "Type.Member"; or that a type implements an interface.
type symbol struct {
	id   string
	text string // what must stay: the kind and the type, aliases looked through
	show string // the same for people
	// order holds the wire names behind the parameters of a constructor, which may not change places.
	order    []string
	owner    model.Definition
	member   string             // the field or value of the schema that it comes from
	accessor bool               // it returns the default of that field
	value    string             // of a constant member
	via      []model.Definition // the definitions that show names
}

// surface is all of a package that depends on the schema. The fixed support code is the same for every schema, and the
// constants that tell the version are meant to differ.
type surface struct {
	list    []*symbol
	byID    map[string]*symbol
	aliases map[string]string           // name → what it stands for
	types   map[string]model.Definition // name → what it comes from
}

func surfaceOf(n *name.Table) *surface {
	s := &surface{byID: map[string]*symbol{}, aliases: map[string]string{}, types: map[string]model.Definition{}}
	declared := n.Declared()
	for _, d := range declared {
		if d.Of != "" || d.Kind != decl.Type || d.From.Definition == nil {
			continue
		}
		s.types[d.Name] = d.From.Definition
		if to, ok := strings.CutPrefix(d.Text, "= "); ok {
			s.aliases[d.Name] = to
		}
	}
	for _, d := range declared {
		if d.From.Definition != nil && token.IsExported(d.Name) && (d.Of == "" || token.IsExported(d.Of)) {
			s.put(s.symbol(&d))
		}
	}
	for _, d := range declared {
		if d.Kind == decl.Embed && d.From.Definition != nil && s.types[d.Name] != nil && token.IsExported(d.Of) {
			s.promoted(d, d.Name, d.Name, declared)
		}
	}
	s.implements(declared)
	return s
}

func (s *surface) put(sym *symbol) {
	s.list = append(s.list, sym)
	s.byID[sym.id] = sym
}

func (s *surface) symbol(d *decl.Decl) *symbol {
	sym := &symbol{id: d.ID(), owner: d.From.Definition, member: d.From.Member, order: d.From.Params}
	sym.text, sym.show = s.deep(d.Text), d.Text
	switch d.Kind {
	case decl.Const:
		sym.show = "const " + d.Text + " = " + quote(d.Value)
		sym.text = sym.show
	case decl.Func:
		sym.show = d.Signature()
	case decl.Embed:
		sym.text, sym.show = "embedded "+d.Text, "embedded "+d.Text
		if m, ok := s.types[d.Name].(*model.Object); ok { // what it holds is what it comes from
			for _, f := range m.Fields {
				sym.order = append(sym.order, f.Name)
			}
			slices.Sort(sym.order)
		}
	default:
		sym.text, sym.show = d.Kind.String()+" "+sym.text, d.Kind.String()+" "+sym.show
	}
	sym.via = s.mentioned(d.Text, sym.owner)
	if o, ok := sym.owner.(*model.Object); ok && d.Kind == decl.Method {
		if f := field(o, sym.member); f != nil {
			sym.accessor = f.Default != ""
			if l, ok := f.Type.(*model.Literal); ok {
				sym.value = l.Value
			}
		}
	}
	return sym
}

// promoted adds the fields and methods that a struct has from what it embeds. Those of its own go first. A field says where
// it is, since literals have to.
func (s *surface) promoted(holder decl.Decl, embedded, path string, declared []decl.Decl) {
	for _, d := range declared {
		if d.Of != embedded || !token.IsExported(d.Name) {
			continue
		}
		if d.Kind == decl.Embed {
			s.promoted(holder, d.Name, path+"."+d.Name, declared)
		}
		sym := s.symbol(&d)
		sym.id, sym.owner = holder.Of+"."+d.Name, holder.From.Definition
		if s.byID[sym.id] != nil {
			continue
		}
		if d.Kind == decl.Field {
			sym.text, sym.show = sym.text+" in "+path, sym.show+" in "+path
		}
		s.put(sym)
	}
}

// deep is a type with its aliases looked through.
func (s *surface) deep(text string) string {
	return eachName(text, func(id string) string {
		if to, ok := s.aliases[id]; ok {
			return s.deep(to)
		}
		return id
	})
}

// mentioned returns the definitions whose types a text names, those behind aliases too, but for its owner.
func (s *surface) mentioned(text string, owner model.Definition) []model.Definition {
	var list []model.Definition
	eachName(text, func(id string) string {
		if d := s.types[id]; d != nil && d != owner {
			list = append(append(list, d), s.mentioned(s.aliases[id], owner)...)
		}
		return id
	})
	return list
}

// eachName puts what replace returns in the place of every name in a type. One behind a dot is of another package.
func eachName(text string, replace func(string) string) string {
	var out strings.Builder
	for text != "" {
		n := strings.IndexFunc(text, func(r rune) bool { return !isNamePart(r) })
		switch {
		case n < 0:
			n = len(text)
			fallthrough
		case n > 0:
			if strings.HasSuffix(out.String(), ".") && !strings.HasSuffix(out.String(), "...") {
				out.WriteString(text[:n])
			} else {
				out.WriteString(replace(text[:n]))
			}
		default:
			n = strings.IndexFunc(text, isNamePart)
			if n < 0 {
				n = len(text)
			}
			out.WriteString(text[:n])
		}
		text = text[n:]
	}
	return out.String()
}

func isNamePart(r rune) bool { return token.IsIdentifier("x" + string(r)) }

// implements adds which types are variants of which unions, and what else has the methods of an interface that only this
// package can implement.
func (s *surface) implements(declared []decl.Decl) {
	methods := map[string]map[string]decl.Decl{}
	for _, d := range declared {
		if d.Kind != decl.Method {
			continue
		}
		if methods[d.Of] == nil {
			methods[d.Of] = map[string]decl.Decl{}
		}
		methods[d.Of][d.Name] = d
	}
	for _, i := range declared {
		if i.Kind != decl.Type || i.Text != "interface" || !token.IsExported(i.Name) {
			continue
		}
		for _, t := range declared {
			if t.Kind == decl.Type && t.Text != "interface" && t.From.Definition != nil && token.IsExported(t.Name) {
				s.variant(i.Name, t.Name, methods)
			}
		}
	}
}

func (s *surface) variant(union, typ string, methods map[string]map[string]decl.Decl) {
	var sealed decl.Decl
	for _, id := range slices.Sorted(maps.Keys(methods[union])) {
		has, ok := methods[typ][id]
		if !ok {
			return
		}
		if !token.IsExported(id) {
			sealed = has
		}
	}
	if sealed.Name != "" {
		s.put(&symbol{id: typ + " implements " + union, text: "implements", show: "implements",
			owner: sealed.From.Definition, member: sealed.From.Member})
	}
}
