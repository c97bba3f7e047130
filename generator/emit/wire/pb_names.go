package wire

import (
	"google.golang.org/protobuf/compiler/protogen"

	"github.com/aguigen/aguigen/generator/model"
)

// PBNames holds the Go names that protobuf's generator uses for the messages. The names it is asked for are those of the
// model, without the package.
type PBNames struct {
	types, fields, wrappers, values map[string]string
}

// MessageNames asks protobuf's generator for its names.
func MessageNames(wire *model.Wire, o PBOptions) (*PBNames, error) {
	plugin, err := o.plugin(wire)
	if err != nil {
		return nil, err
	}
	n := &PBNames{map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}}
	for _, file := range plugin.Files {
		if !file.Generate {
			continue
		}
		from := len(file.Desc.Package()) + 1
		n.addEnums(file.Enums, from)
		for _, m := range file.Messages {
			n.addMessage(m, from)
		}
	}
	return n, nil
}

func (n *PBNames) addMessage(m *protogen.Message, from int) {
	n.types[string(m.Desc.FullName())[from:]] = m.GoIdent.GoName
	for _, f := range m.Fields {
		name := string(f.Desc.FullName())[from:]
		n.fields[name], n.wrappers[name] = f.GoName, f.GoIdent.GoName
	}
	for _, o := range m.Oneofs {
		n.fields[string(o.Desc.FullName())[from:]] = o.GoName
	}
	n.addEnums(m.Enums, from)
	for _, nested := range m.Messages {
		n.addMessage(nested, from)
	}
}

func (n *PBNames) addEnums(enums []*protogen.Enum, from int) {
	for _, e := range enums {
		name := string(e.Desc.FullName())[from:]
		n.types[name] = e.GoIdent.GoName
		for _, v := range e.Values {
			n.values[name+"."+string(v.Desc.Name())] = v.GoIdent.GoName
		}
	}
}

// Type is the type of a message or enum: "ToolCall_Function" of "ToolCall.Function".
func (n *PBNames) Type(name string) string { return n.types[name] }

// Field is the field of a struct that holds a field or a oneof; "Get" before it is its accessor.
func (n *PBNames) Field(message, field string) string { return n.fields[message+"."+field] }

// Wrapper is the type that holds the field of a oneof: "Event_TextMessageStart".
func (n *PBNames) Wrapper(message, field string) string { return n.wrappers[message+"."+field] }

// Value is the constant of an enum's value: "EventType_RAW".
func (n *PBNames) Value(enum, value string) string { return n.values[enum+"."+value] }
