package diff

import (
	"fmt"

	"github.com/aguigen/aguigen/generator/model"
)

// goType is the Go type of a value, of one that may be absent where optional is set, and the definitions that it names.
// With deep it looks through aliases.
func (s *surface) goType(t model.Type, optional, deep bool) (string, []model.Definition) {
	base, via := s.valueType(t, deep)
	if optional && !model.HasNil(t) {
		base = "*" + base
	}
	return base, via
}

func (s *surface) valueType(t model.Type, deep bool) (string, []model.Definition) {
	switch t := t.(type) {
	case *model.Scalar:
		if t.Exact {
			return "json.Number", nil
		}
		return map[model.Kind]string{
			model.String: "string", model.Integer: "int64", model.Number: "float64", model.Boolean: "bool"}[t.Kind], nil
	case *model.List:
		elem, via := s.goType(t.Elem, false, deep)
		return "[]" + elem, via
	case *model.Map:
		elem, via := s.goType(t.Elem, false, deep)
		return "map[string]" + elem, via
	case *model.OpenMap:
		return "map[string]json.RawMessage", nil
	case *model.Any:
		return "json.RawMessage", nil
	case *model.Ref:
		alias, ok := t.To.(*model.Alias)
		if !ok {
			return s.n.Type(t.To), []model.Definition{t.To}
		}
		if _, isList := alias.Type.(*model.List); deep && !isList { // a list has a type of its own
			return s.valueType(alias.Type, deep)
		}
		_, inner := s.valueType(alias.Type, false)
		return s.n.Type(alias), append([]model.Definition{alias}, inner...)
	default:
		panic(fmt.Sprintf("diff: no Go type for %T", t))
	}
}
