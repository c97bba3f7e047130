package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// agree is what does not compile any more when the three packages stop being of one version.
//
//	var _ = [1]struct{}{}[aguipb.EventType_RAW-9]
//	var _ = map[bool]struct{}{false: {}, agui.EventTypeRaw == "RAW": {}}
//	var _ func(*aguipb.ToolCall) string = (*aguipb.ToolCall).GetId
func (w *wireGen) agree() []jen.Code {
	var numbers, words, fields []jen.Code
	for _, e := range w.wire.Enums {
		for _, v := range e.Values {
			numbers = append(numbers, jen.Id("_").Op("=").Index(jen.Lit(1)).Struct().Values().Index(
				jen.Qual(w.pbPath, w.pb.Value(e.Name, v.Name)).Op("-").Parens(jen.Lit(int(v.Number)))))
		}
	}
	for _, u := range w.p.Unions() {
		for _, v := range u.Variants {
			words = append(words, jen.Id("_").Op("=").Map(jen.Bool()).Struct().Values(
				jen.False().Op(":").Values(), jen.Qual(w.path, w.n.TagValue(u, v)).Op("==").Add(lit(v.Value)).Op(":").Values()))
		}
	}
	for _, m := range w.wire.Messages {
		message := func() *jen.Statement { return jen.Op("*").Qual(w.pbPath, w.pb.Type(m.Name)) }
		get := func(field string, typ jen.Code) {
			fields = append(fields, jen.Id("_").Func().Params(message()).Add(typ).Op("=").
				Parens(message()).Dot("Get"+w.pb.Field(m.Name, field)))
		}
		for _, f := range m.Fields {
			get(f.Name, w.pbType(f))
		}
		for _, a := range m.Arms {
			get(a.Name, jen.Op("*").Qual(w.pbPath, w.pb.Type(a.Message.Name)))
		}
	}
	return []jen.Code{
		comments("The numbers of the enums.").Line().Var().Defs(numbers...),
		comments("The words that tell variants apart.").Line().Var().Defs(words...),
		comments("The fields and their types.").Line().Var().Defs(fields...),
	}
}

// pbType is the Go type that protobuf's generator uses for a field's accessor.
func (w *wireGen) pbType(f *model.WireField) *jen.Statement {
	const known = "google.golang.org/protobuf/types/known/structpb"
	var t *jen.Statement
	switch f.Form {
	case model.FormString, model.FormEnumName, model.FormLiteral:
		t = jen.String()
	case model.FormBool:
		t = jen.Bool()
	case model.FormInt:
		t = jen.Int64()
	case model.FormDouble:
		t = jen.Float64()
	case model.FormEnum:
		t = jen.Qual(w.pbPath, w.pb.Type(f.Enum.Name))
	case model.FormStruct:
		t = jen.Op("*").Qual(known, "Struct")
	case model.FormValue, model.FormObjectValue:
		t = jen.Op("*").Qual(known, "Value")
	case model.FormMessage:
		t = jen.Op("*").Qual(w.pbPath, w.pb.Type(f.Message.Name))
	default:
		panic(fmt.Sprintf("emit: no protobuf type for form %d", f.Form))
	}
	if f.Presence == model.Repeated {
		return jen.Index().Add(t)
	}
	return t
}
