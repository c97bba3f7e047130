package diff

import (
	"strings"

	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// symbol is something that a user of the generated package can spell: a type, a function, a constant, or a field or method
// of a type, written "Type.Member".
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

// surface is all of a package that depends on the schema, as the emitters print it with types, JSON and validators. A
// test holds it to what they do print. The fixed support code is the same for every schema, and the constants that tell
// the version are meant to differ.
type surface struct {
	p    *model.Protocol
	n    *name.Table
	list []*symbol
	byID map[string]*symbol
}

func surfaceOf(p *model.Protocol, n *name.Table) *surface {
	s := &surface{p: p, n: n, byID: map[string]*symbol{}}
	for _, d := range p.Definitions {
		switch d := d.(type) {
		case *model.Object:
			if !d.Mixin {
				s.object(d)
			}
		case *model.Union:
			if d.Discriminator == "" {
				s.choice(d)
			} else {
				s.union(d)
			}
		case *model.Enum:
			s.stringType(d, n.Type(d))
			for _, v := range d.Values {
				s.constant(d, n.Value(d, v.Value), n.Type(d), v.Value)
			}
		case *model.Alias:
			s.alias(d)
		}
	}
	return s
}

// put adds a symbol. Where text is empty it is what is shown.
func (s *surface) put(owner model.Definition, id, text, show string) *symbol {
	if text == "" {
		text = show
	}
	sym := &symbol{id: id, text: text, show: show, owner: owner}
	s.list = append(s.list, sym)
	s.byID[id] = sym
	return sym
}

func (s *surface) object(o *model.Object) {
	id := s.n.Type(o)
	s.put(o, id, "", "type struct")
	s.put(o, id+".Extra", "", "field map[string]json.RawMessage")
	for _, f := range o.Fields {
		if _, pinned := f.Type.(*model.Literal); pinned {
			s.pin(o, f)
		} else {
			s.field(o, f)
		}
	}
	s.codec(o, id, true)
	s.put(o, id+".Clone", "", "method func() *"+id)
	s.constructor(o)
	for _, u := range s.p.Unions() {
		for _, v := range u.Variants {
			if v.Object == o {
				s.put(u, id+" implements "+s.n.Type(u), "", "implements").member = v.Value
			}
		}
	}
}

func (s *surface) field(o *model.Object, f *model.Field) {
	id := s.n.Type(o) + "." + s.n.Field(o, f)
	text, _ := s.goType(f.Type, !f.Required, true)
	show, via := s.goType(f.Type, !f.Required, false)
	sym := s.put(o, id, "field "+text, "field "+show)
	sym.member, sym.via = f.Name, via
	if f.Default != "" {
		text, _ := s.goType(f.Type, false, true)
		show, via := s.goType(f.Type, false, false)
		sym := s.put(o, name.DefaultAccessor(id), "method func() "+text, "method func() "+show)
		sym.member, sym.via, sym.accessor = f.Name, via, true
	}
}

// pin is the method of a constant. In the union that the object belongs to last it has the type of the tags.
func (s *surface) pin(o *model.Object, f *model.Field) {
	plain, from := "string", []model.Definition(nil)
	if e := f.Narrows(); e != nil {
		plain, from = s.n.Type(e), []model.Definition{e}
	}
	typ, via := plain, from
	for _, u := range s.p.Unions() {
		for _, v := range u.Variants {
			if v.Object == o {
				typ, via = plain, from
				if u.Discriminator == f.Name {
					typ, via = s.n.TagType(u), tagSource(u)
				}
			}
		}
	}
	sym := s.put(o, s.n.Type(o)+"."+s.n.Field(o, f), "", "method func() "+typ)
	sym.member, sym.via, sym.value = f.Name, via, f.Type.(*model.Literal).Value
}

// tagSource is the definition whose type the tags have: an enum, or the union itself.
func tagSource(u *model.Union) []model.Definition {
	if u.Tags != nil {
		return []model.Definition{u.Tags}
	}
	return []model.Definition{u}
}

// codec is the methods that every type with a form of its own has.
func (s *surface) codec(d model.Definition, id string, reads bool) {
	s.put(d, id+".AppendJSON", "", "method func([]byte) ([]byte, error)")
	s.put(d, id+".MarshalJSON", "", "method func() ([]byte, error)")
	s.put(d, id+".Validate", "", "method func() error")
	if reads {
		s.put(d, id+".UnmarshalJSON", "", "method func([]byte) error")
		s.put(d, id+".String", "", "method func() string")
		s.put(d, id+" implements Value", "", "implements")
	}
}

// stored is the methods of a type that stands for one in users' structs.
func (s *surface) stored(d model.Definition, id string) {
	s.put(d, id+".Clone", "", "method func() "+id)
	s.put(d, id+".GobEncode", "", "method func() ([]byte, error)")
	s.put(d, id+".GobDecode", "", "method func([]byte) error")
}

func (s *surface) constructor(o *model.Object) {
	var texts, shows, order []string
	var via []model.Definition
	for _, f := range o.Fields {
		if _, pinned := f.Type.(*model.Literal); pinned || !f.Required {
			continue
		}
		text, _ := s.goType(f.Type, false, true)
		show, aliases := s.goType(f.Type, false, false)
		texts, order, via = append(texts, text), append(order, f.Name), append(via, aliases...)
		shows = append(shows, s.n.Param(o, f)+" "+show)
	}
	id := s.n.Type(o)
	sym := s.put(o, name.Constructor(id), "func("+strings.Join(texts, ", ")+") *"+id, "func("+strings.Join(shows, ", ")+") *"+id)
	sym.order, sym.via = order, via
}

func (s *surface) union(u *model.Union) {
	id, tag, typ, unknown := s.n.Type(u), s.n.Tag(u), s.n.TagType(u), s.n.Unknown(u)
	s.put(u, id, "", "type interface")
	for _, sym := range []*symbol{
		s.put(u, id+"."+tag, "", "method func() "+typ),
		s.put(u, unknown+"."+tag, "", "method func() "+typ),
		s.put(u, unknown+".Discriminator", "", "field "+typ),
	} {
		sym.via = tagSource(u)
	}
	s.codec(u, id, false)
	s.put(u, unknown, "", "type struct")
	s.put(u, unknown+".Raw", "", "field json.RawMessage")
	s.put(u, unknown+" implements "+id, "", "implements")
	s.codec(u, unknown, true)
	s.put(u, unknown+".Clone", "", "method func() *"+unknown)
	s.storage(u, id)
	s.put(u, name.Append(id), "", "func([]byte, "+id+") ([]byte, error)")
	s.put(u, name.Unmarshal(id), "", "func([]byte) ("+id+", error)")
	s.put(u, "Decoder."+id, "", "method func([]byte) ("+id+", error)")
	if u.Tags == nil {
		s.stringType(u, typ)
		for _, v := range u.Variants {
			s.constant(u, s.n.TagValue(u, v), typ, v.Value)
		}
	}
}

// storage is the list type and the holder of a union.
func (s *surface) storage(u *model.Union, id string) {
	if list := s.n.List(u); !s.n.HasListAlias(u) {
		s.put(u, list, "", "type []"+id)
		s.codec(u, list, true)
		s.stored(u, list)
	}
	holder := name.Holder(id)
	s.put(u, holder, "", "type struct")
	s.put(u, holder+".Value", "", "field "+id)
	s.put(u, holder+".AppendJSON", "", "method func([]byte) ([]byte, error)")
	s.put(u, holder+".MarshalJSON", "", "method func() ([]byte, error)")
	s.put(u, holder+".UnmarshalJSON", "", "method func([]byte) error")
	s.put(u, holder+".String", "", "method func() string")
	s.put(u, holder+" implements Value", "", "implements")
	s.stored(u, holder)
	s.put(u, name.Clone(id), "", "func("+id+") "+id)
}

func (s *surface) choice(u *model.Union) {
	id := s.n.Type(u)
	s.put(u, id, "", "type struct")
	s.put(u, id+".Text", "", "field string")
	for _, v := range u.Variants {
		l, ok := v.Type.(*model.List)
		if !ok {
			continue
		}
		text, _ := s.goType(l.Elem, false, true)
		show, via := s.goType(l.Elem, false, false)
		for _, sym := range []*symbol{
			s.put(u, id+".Parts", "field []"+text, "field []"+show),
			s.put(u, name.PartsConstructor(id), "func(..."+text+") "+id, "func(parts ..."+show+") "+id),
		} {
			sym.member, sym.via = listForm, via
		}
	}
	s.put(u, name.TextConstructor(id), "func(string) "+id, "func(text string) "+id)
	s.codec(u, id, true)
	s.put(u, id+".Clone", "", "method func() *"+id)
}

func (s *surface) stringType(d model.Definition, id string) {
	s.put(d, id, "", "type string")
	s.put(d, id+".Valid", "", "method func() bool")
}

func (s *surface) constant(d model.Definition, id, typ, value string) {
	s.put(d, id, "", "const "+typ+" = "+quote(value)).member = value
}

func (s *surface) alias(a *model.Alias) {
	id := s.n.Type(a)
	text, _ := s.goType(a.Type, false, true)
	show, via := s.goType(a.Type, false, false)
	if _, ok := a.Type.(*model.List); ok {
		s.put(a, id, "type "+text, "type "+show).via = via
		s.codec(a, id, true)
		s.stored(a, id)
		return
	}
	s.put(a, id, "type = "+text, "type = "+show).via = via
}
