package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// tabled reports whether the reader takes an object by its table. Unions and what holds one of several forms have
// printed code.
func (w *wireGen) tabled(m *model.WireMessage) bool {
	const bits = 64
	if m == nil || m.Shape != model.ObjectShape || isMixin(m) || len(m.Fields) > bits {
		return false
	}
	for _, f := range m.Fields {
		switch f.Part {
		case model.PartWhole:
			if opOf(f) == "" {
				return false
			}
		case model.PartGroup:
			for _, inner := range f.Group {
				if opOf(inner) == "" {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// opOf returns how the reader takes a field, "" for one that it does not.
func opOf(f *model.WireField) string {
	if _, pinned := f.Constant(); pinned {
		if f.Form == model.FormEnum {
			return "wordOp"
		}
		return "literalOp"
	}
	isUnion := false
	if ref, ok := f.Type.(*model.Ref); ok {
		_, isUnion = ref.To.(*model.Union)
	}
	if f.Presence == model.Repeated {
		switch {
		case f.Form == model.FormString:
			return "textsOp"
		case f.Form == model.FormMessage && isUnion:
			return "unionsOp"
		case f.Form == model.FormMessage:
			return "objectsOp"
		}
		return ""
	}
	base := map[model.Form]string{
		model.FormString: "text", model.FormEnumName: "text", model.FormBool: "bool", model.FormInt: "integer", model.FormDouble: "double",
		model.FormMessage: "object",
	}[f.Form]
	if f.Form == model.FormDouble && isExact(f.Type) {
		base = "number"
	}
	switch {
	case f.Form == model.FormStruct:
		return "structOp"
	case f.Form == model.FormValue:
		return "valueOp"
	case f.Form == model.FormObjectValue:
		return "objectValueOp"
	case base == "":
		return ""
	case f.Form == model.FormMessage && isUnion:
		return "unionOp"
	case f.Field.Required:
		return base + "Op"
	default:
		return base + "PtrOp"
	}
}

// setRead adds to a row how the reader takes the field.
func (w *wireGen) setRead(e *entry, o *model.Object, f *model.WireField) {
	op := opOf(f)
	e.set("op", jen.Id(op))
	constant, pinned := f.Constant()
	if pinned {
		if op == "literalOp" {
			e.set("literal", lit(constant))
		} else if n := enumNumber(f, constant); n != 0 {
			e.set("want", jen.Lit(int(n)))
		}
		return
	}
	e.set("at", jen.Qual("unsafe", "Offsetof").Call(w.typ(o).Values().Dot(w.n.Field(o, f.Field))))
	switch op {
	case "textsOp", "objectsOp", "unionsOp":
		e.set("elements", jen.Id("elementsOf").Types(w.goType(listType(f.Field.Type).(*model.List).Elem, false)))
	case "objectPtrOp":
		e.set("fresh", jen.Id("freshOf").Types(w.typ(f.Type.(*model.Ref).To)))
	}
	if op == "unionsOp" || op == "unionOp" {
		e.set("union", jen.Id("unionOf").Call(jen.Id("decode"+w.n.Type(f.Type.(*model.Ref).To))))
	}
}

// setMust adds the bits of the fields that have to be there.
func (e *entry) setMust(fields []*model.WireField) {
	mask := uint64(0)
	for i, f := range fields {
		if mustCome(f) {
			mask |= 1 << i
		}
	}
	if mask != 0 {
		e.set("must", jen.Op(fmt.Sprintf("%#x", mask)))
	}
}

// mustCome reports whether a message without the field is left to the transcoder.
func mustCome(f *model.WireField) bool {
	if f.Part == model.PartGroup {
		return true
	}
	if constant, pinned := f.Constant(); pinned {
		return f.Form != model.FormEnum || f.Presence == model.Explicit || enumNumber(f, constant) != 0
	}
	return f.Field.Required && (f.Presence == model.Nested || f.Presence == model.Explicit)
}
