package wire

import (
	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// agree is what does not compile any more when the three packages stop being of one version.
//
//	var _ = map[bool]struct{}{false: {}, aguipb.EventType_RAW == 9 && ...: {}}
//	var _ = map[bool]struct{}{false: {}, agui.EventTypeRaw == "RAW" && ...: {}}
//	var _ = &aguipb.ToolCall{Id: *new(string), Function: (*aguipb.ToolCall_Function)(nil), ...}
func (w *codec) agree() []jen.Code {
	var numbers, words, fields []jen.Code
	for _, e := range w.wire.Enums {
		var equal []jen.Code
		for _, v := range e.Values {
			equal = append(equal, jen.Qual(w.pbPath, w.pb.Value(e.Name, v.Name)).Op("==").Lit(int(v.Number)))
		}
		numbers = append(numbers, allTrue(equal))
	}
	for _, u := range w.p.Unions() {
		var equal []jen.Code
		for _, v := range u.Variants {
			equal = append(equal, jen.Qual(w.path, w.n.TagValue(u, v)).Op("==").Add(output.Lit(v.Value)))
		}
		words = append(words, allTrue(equal))
	}
	for _, m := range w.wire.Messages {
		var values []jen.Code
		for _, f := range m.Fields {
			values = append(values, jen.Id(w.pb.Field(m.Name, f.Name)).Op(":").Add(w.zero(f)))
		}
		if len(values) > 0 {
			fields = append(fields, jen.Id("_").Op("=").Op("&").Add(w.message(m)).Values(values...))
		}
		for _, a := range m.Arms {
			arm := jen.Id(w.pb.Field(m.Name, a.Name)).Op(":").Add(jen.New(w.message(a.Message)))
			fields = append(fields, jen.Id("_").Op("=").Op("&").Qual(w.pbPath, w.pb.Wrapper(m.Name, a.Name)).Values(arm))
		}
	}
	return []jen.Code{
		output.Comments("The numbers of the enums.").Line().Var().Defs(numbers...),
		output.Comments("The words that tell variants apart.").Line().Var().Defs(words...),
		output.Comments("The fields and their types.").Line().Var().Defs(fields...),
	}
}

// allTrue is a map that has a key twice if one of the constants is false.
func allTrue(constants []jen.Code) jen.Code {
	all := jen.Null()
	for i, c := range constants {
		switch {
		case i > 0 && i%3 == 0:
			all.Op("&&").Line().Add(c)
		case i > 0:
			all.Op("&&").Add(c)
		default:
			all.Add(c)
		}
	}
	return jen.Id("_").Op("=").Map(jen.Bool()).Struct().Values(jen.False().Op(":").Values(), all.Op(":").Values())
}

// scalars are the Go types of protobuf for scalars, by what they carry.
var scalars = map[model.Form]string{
	model.FormString: "string", model.FormEnumName: "string", model.FormLiteral: "string", model.FormBool: "bool", model.FormInt: "int64",
	model.FormDouble: "float64",
}

// zero is the zero of a field of a message, with its type.
func (w *codec) zero(f *model.WireField) *jen.Statement {
	const known = "google.golang.org/protobuf/types/known/structpb"
	t := jen.Id(scalars[f.Form])
	switch f.Form {
	case model.FormEnum:
		t = jen.Qual(w.pbPath, w.pb.Type(f.Enum.Name))
	case model.FormStruct:
		t = jen.Op("*").Qual(known, "Struct")
	case model.FormValue, model.FormObjectValue:
		t = jen.Op("*").Qual(known, "Value")
	case model.FormMessage:
		t = jen.Op("*").Add(w.message(f.Message))
	}
	switch f.Presence {
	case model.Repeated:
		return jen.Index().Add(t).Values()
	case model.Explicit:
		return jen.Parens(jen.Op("*").Add(t)).Call(jen.Nil())
	case model.Nested:
		return jen.Parens(t).Call(jen.Nil())
	default:
		return jen.Op("*").New(t)
	}
}
