package diff

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
)

// quote is a value as JSON and Go write it, on one line whatever it holds.
func quote(s string) string { return strconv.Quote(s) }

// spellField is a member's type with its requirement: "optional list of Item".
func (c *comparer) spellField(f *model.Field) string {
	if f.Required {
		return "required " + c.spell(f.Type)
	}
	return "optional " + c.spell(f.Type)
}

// spell writes a type in words.
func (c *comparer) spell(t model.Type) string {
	switch t := t.(type) {
	case *model.Scalar:
		return map[model.Kind]string{model.String: "string", model.Integer: "integer", model.Number: "number", model.Boolean: "boolean"}[t.Kind]
	case *model.Literal:
		return "constant " + quote(t.Value)
	case *model.Ref:
		if t.To.Base().Inline != "" {
			return c.spellDefinition(t.To)
		}
		return t.To.Base().Name
	case *model.List:
		return "list of " + c.spell(t.Elem)
	case *model.Nullable:
		return c.spell(t.Elem) + " or null"
	case *model.Map:
		return "map of " + c.spell(t.Elem)
	case *model.OpenMap:
		return "open object"
	case *model.Any:
		return "any value"
	default:
		panic(fmt.Sprintf("diff: no words for %T", t))
	}
}

// spellDefinition writes what an inline definition is, and what kind of thing another one.
func (c *comparer) spellDefinition(d model.Definition) string {
	switch d := d.(type) {
	case *model.Enum:
		var list []string
		for _, v := range d.Values {
			list = append(list, quote(v.Value))
		}
		return "one of " + strings.Join(list, ", ")
	case *model.Union:
		var list []string
		for _, v := range d.Variants {
			if v.Object != nil {
				list = append(list, v.Object.Name)
			} else {
				list = append(list, c.spell(v.Type))
			}
		}
		return strings.Join(list, " or ")
	case *model.Alias:
		return c.spell(d.Type)
	default:
		return noun(d)
	}
}
