package model

import (
	"fmt"
	"strings"
)

// Dump prints the pairing as text: a paragraph for each message, a line for each field.
func (w *Wire) Dump() string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", w.Package)
	if w.Frame != nil {
		fmt.Fprintf(&b, "frame %s\n", w.Frame.Name)
	}
	if w.MediaType != "" {
		fmt.Fprintf(&b, "media-type %s\n", w.MediaType)
	}
	for _, m := range w.Messages {
		m.dump(&b)
	}
	for _, e := range w.Enums {
		fmt.Fprintf(&b, "\nenum %s\n", e.Name)
		for _, v := range e.Values {
			fmt.Fprintf(&b, "  %d %s: %q\n", v.Number, v.Name, v.Value)
		}
	}
	if len(w.Gaps) > 0 {
		fmt.Fprintln(&b)
	}
	for _, g := range w.Gaps {
		fmt.Fprintf(&b, "%s %s: %s\n", g.Keyword, g.Name, g.Reason)
	}
	return b.String()
}

func (m *WireMessage) dump(b *strings.Builder) {
	shape := [...]string{"", "object", "oneof", "merged"}[m.Shape]
	fmt.Fprintf(b, "\nmessage %s: %s %s\n", m.Name, shape, m.Definition.Base().Name)
	for _, a := range m.Arms {
		fmt.Fprintf(b, "  %d %s.%s: %s %q\n", a.Number, m.Oneof, a.Name, a.Message.Name, a.Variant.Value)
	}
	for _, f := range m.Implied {
		fmt.Fprintf(b, "  - %s: implied by the arm\n", f.Name)
	}
	if m.Shape == ObjectShape {
		dumpFields(b, "  ", m.Fields)
		return
	}
	for _, v := range m.Variants {
		fmt.Fprintf(b, "  variant %q %s\n", v.Variant.Value, v.Variant.Object.Name)
		dumpFields(b, "    ", v.Fields)
		dumpNames(b, "    conflicts:", v.Conflicts)
		dumpNames(b, "    surplus:", v.Surplus)
	}
}

func dumpNames(b *strings.Builder, head string, fields []*WireField) {
	if len(fields) == 0 {
		return
	}
	b.WriteString(head)
	for _, f := range fields {
		b.WriteString(" " + f.Name)
	}
	b.WriteString("\n")
}

func dumpFields(b *strings.Builder, indent string, fields []*WireField) {
	for _, f := range fields {
		fmt.Fprintf(b, "%s%d %s: %s\n", indent, f.Number, f.Name, f.describe())
		dumpFields(b, indent+"  ", f.Group)
	}
}

// describe says what the field carries and how: "toolCalls, list of message ToolCall".
func (f *WireField) describe() string {
	if f.Part == PartGroup {
		return "members of " + f.Mixin.Name
	}
	var words strings.Builder
	words.WriteString(f.Field.Name)
	switch f.Part {
	case PartText:
		words.WriteString(" if it is a string")
	case PartList:
		words.WriteString(" if it is a list")
	case PartFlatTag:
		words.WriteString("." + f.Union.Discriminator)
	case PartPayload:
		fmt.Fprintf(&words, " of %s", f.Holder.Name)
		for _, o := range f.Owners {
			fmt.Fprintf(&words, " %q", o.Variant.Value)
		}
	}
	fmt.Fprintf(&words, ", %s%s", [...]string{"", "", "optional ", "", "list of "}[f.Presence], f.formWords())
	return words.String()
}

func (f *WireField) formWords() string {
	constant, pinned := f.Constant()
	if pinned {
		constant = fmt.Sprintf(" %q", constant)
	}
	switch f.Form {
	case FormMessage:
		return "message " + f.Message.Name
	case FormEnum:
		return "enum " + f.Enum.Name + constant
	case FormLiteral:
		return "constant" + constant
	}
	return [...]string{
		FormString: "string", FormBool: "bool", FormInt: "int64", FormDouble: "double", FormEnumName: "enum as string",
		FormStruct: "Struct", FormValue: "Value", FormObjectValue: "object as Value",
	}[f.Form]
}
