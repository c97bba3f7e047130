package diff

import (
	"slices"

	"github.com/aguigen/aguigen/generator/model"
)

// field returns an object's member, nil if it has none of that name.
func field(o *model.Object, name string) *model.Field {
	for _, f := range o.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// sameShape says whether two definitions differ in names of definitions alone, where each name of the old version stands
// for one of the new.
func (p *pairing) sameShape(a, b model.Definition) bool {
	s := &shapes{p: p, assumed: map[model.Definition]model.Definition{}}
	return s.definitions(a, b)
}

type shapes struct {
	p       *pairing
	assumed map[model.Definition]model.Definition
}

func (s *shapes) definitions(a, b model.Definition) bool {
	if to := s.p.to[a]; to != nil || s.p.from[b] != nil {
		return to == b
	}
	if to := s.assumed[a]; to != nil {
		return to == b
	}
	s.assumed[a] = b
	switch a := a.(type) {
	case *model.Object:
		b, ok := b.(*model.Object)
		return ok && s.objects(a, b)
	case *model.Union:
		b, ok := b.(*model.Union)
		return ok && a.Discriminator == b.Discriminator && slices.EqualFunc(a.Variants, b.Variants, s.variants)
	case *model.Enum:
		b, ok := b.(*model.Enum)
		return ok && slices.Equal(values(a), values(b))
	case *model.Alias:
		b, ok := b.(*model.Alias)
		return ok && s.types(a.Type, b.Type)
	}
	return false
}

func (s *shapes) objects(a, b *model.Object) bool {
	return a.Mixin == b.Mixin && (a.Closed == "") == (b.Closed == "") && slices.EqualFunc(a.Fields, b.Fields, s.fields)
}

func (s *shapes) fields(a, b *model.Field) bool {
	return a.Name == b.Name && a.Required == b.Required && a.Default == b.Default && s.types(a.Type, b.Type)
}

func (s *shapes) variants(a, b *model.Variant) bool {
	if a.Value != b.Value || (a.Object == nil) != (b.Object == nil) {
		return false
	}
	if a.Object != nil {
		return s.definitions(a.Object, b.Object)
	}
	return s.types(a.Type, b.Type)
}

func (s *shapes) types(a, b model.Type) bool {
	switch a := a.(type) {
	case *model.Ref:
		b, ok := b.(*model.Ref)
		return ok && a.NotNull == b.NotNull && s.definitions(a.To, b.To)
	case *model.List:
		b, ok := b.(*model.List)
		return ok && a.Rules.Equal(b.Rules) && s.types(a.Elem, b.Elem)
	case *model.Scalar:
		b, ok := b.(*model.Scalar)
		return ok && a.Kind == b.Kind && a.Encoding == b.Encoding && a.Rules.Equal(b.Rules)
	case *model.Literal:
		b, ok := b.(*model.Literal)
		return ok && a.Value == b.Value
	case *model.Nullable:
		b, ok := b.(*model.Nullable)
		return ok && s.types(a.Elem, b.Elem)
	case *model.Map:
		b, ok := b.(*model.Map)
		return ok && s.types(a.Elem, b.Elem)
	case *model.OpenMap:
		_, ok := b.(*model.OpenMap)
		return ok
	case *model.Any:
		b, ok := b.(*model.Any)
		return ok && a.NotNull == b.NotNull
	}
	return false
}

// alike says whether two definitions have most of what they hold in common.
func alike(a, b model.Definition) bool {
	switch a := a.(type) {
	case *model.Object:
		var x, y []string
		for _, f := range a.Fields {
			x = append(x, f.Name)
		}
		for _, f := range b.(*model.Object).Fields {
			y = append(y, f.Name)
		}
		return overlap(x, y)
	case *model.Union:
		b := b.(*model.Union)
		if a.Discriminator == "" || b.Discriminator == "" {
			return a.Discriminator == b.Discriminator
		}
		return a.Discriminator == b.Discriminator && overlap(tagValues(a), tagValues(b))
	case *model.Enum:
		return overlap(values(a), values(b.(*model.Enum)))
	}
	return false // an alias is seen through
}

// overlap says whether at least half of the longer list is in the other one.
func overlap(a, b []string) bool {
	common := 0
	for _, s := range a {
		if slices.Contains(b, s) {
			common++
		}
	}
	return common > 0 && 2*common >= max(len(a), len(b))
}

func values(e *model.Enum) []string {
	var list []string
	for _, v := range e.Values {
		list = append(list, v.Value)
	}
	return list
}

func tagValues(u *model.Union) []string {
	var list []string
	for _, v := range u.Variants {
		list = append(list, v.Value)
	}
	return list
}
