package model

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// The messages of protobuf that carry JSON values.
const (
	structName protoreflect.FullName = "google.protobuf.Struct"
	valueName  protoreflect.FullName = "google.protobuf.Value"
)

// form sets how a value of w.Type is written to a field, or says why it cannot be.
func (m *fieldPairer) form(w *WireField, fd protoreflect.FieldDescriptor, key string) string {
	switch t := w.Type.(type) {
	case *Scalar:
		return m.scalarForm(w, fd, t.Kind)
	case *Literal:
		return m.stringForm(w, fd, FormLiteral, t.Value)
	case *Nullable:
		return "the schema allows null as well, which no message carries: teach model/wire_form.go what it means"
	case *Map:
		return "the schema has a map of one type, which no message carries: teach model/wire_form.go what it means"
	case *OpenMap:
		return m.openMapForm(w, fd, key)
	case *Any:
		w.Form = FormValue
		return needMessage(fd, valueName)
	case *Ref:
		return m.refForm(w, fd, t.To)
	case *List:
		return "the schema has a list in a list, which no field can hold: teach model/wire_form.go what it means"
	default:
		panic(fmt.Sprintf("model: type %T has no form on the wire", t))
	}
}

func (m *fieldPairer) scalarForm(w *WireField, fd protoreflect.FieldDescriptor, kind Kind) string {
	forms := map[Kind]struct {
		form Form
		kind protoreflect.Kind
	}{
		String:  {FormString, protoreflect.StringKind},
		Integer: {FormInt, protoreflect.Int64Kind},
		Number:  {FormDouble, protoreflect.DoubleKind},
		Boolean: {FormBool, protoreflect.BoolKind},
	}
	want := forms[kind]
	w.Form = want.form
	if fd.Kind() != want.kind {
		return "it takes a field of type " + want.kind.String()
	}
	return ""
}

// stringForm is for strings of the schema that an enum of the .proto files may number.
func (m *fieldPairer) stringForm(w *WireField, fd protoreflect.FieldDescriptor, plain Form, values ...string) string {
	switch fd.Kind() {
	case protoreflect.StringKind:
		w.Form = plain
		return ""
	case protoreflect.EnumKind:
		w.Form, w.Enum = FormEnum, m.enums[fd.Enum().FullName()]
		return m.number(w.Enum, values)
	}
	return "it takes a field of type string or an enum"
}

// number returns each string its value of the enum.
func (m *fieldPairer) number(enum *WireEnum, values []string) string {
	if enum == nil {
		return "the enum is not one of these files"
	}
	for _, value := range values {
		found := false
		for _, v := range enum.Values {
			if v.Name == enumName(value) {
				v.Value, found = value, true
			}
		}
		if !found {
			return fmt.Sprintf("enum %s has no %s for %q: add it, and its number to wire-numbers.txt",
				enum.Name, enumName(value), value)
		}
	}
	return ""
}

// openMapForm allows a Value only where the table says so: a Value may hold what is no object.
func (m *fieldPairer) openMapForm(w *WireField, fd protoreflect.FieldDescriptor, key string) string {
	w.Form = FormStruct
	if m.table.get("value", key) != nil {
		w.Form = FormObjectValue
		return needMessage(fd, valueName)
	}
	if fd.Message() != nil && fd.Message().FullName() == valueName {
		return fmt.Sprintf("an open object goes into a Struct; add to the table \"value %s\" if a Value is meant", key)
	}
	return needMessage(fd, structName)
}

func (m *fieldPairer) refForm(w *WireField, fd protoreflect.FieldDescriptor, to Definition) string {
	if enum, ok := to.(*Enum); ok {
		var values []string
		for _, v := range enum.Values {
			values = append(values, v.Value)
		}
		return m.stringForm(w, fd, FormEnumName, values...)
	}
	w.Form, w.Message = FormMessage, m.byDef[to]
	if text, _ := stringOrList(w.Type); text != nil {
		return "a string or list takes two fields: add to the table \"split DEFINITION.member TEXT LIST\""
	}
	if w.Message == nil {
		return to.Base().Name + " has no message of its own"
	}
	if fd.Message() == nil || m.protos.Name(fd.Message()) != w.Message.Name {
		return "it takes a field of type " + w.Message.Name
	}
	return ""
}

func needMessage(fd protoreflect.FieldDescriptor, name protoreflect.FullName) string {
	if fd.Message() == nil || fd.Message().FullName() != name {
		return "it takes a field of type " + string(name)
	}
	return ""
}
