package model

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/rules"
)

// Dump writes the protocol as text, one line for each definition and each of its parts. Positions are left out, save
// for the pointer of what stands outside its definition.
func (p *Protocol) Dump() string {
	var b strings.Builder
	fmt.Fprintf(&b, "protocol %s\n", p.ID)
	if p.Version != "" {
		fmt.Fprintf(&b, "version %s\n", p.Version)
	}
	if p.Root != "" {
		fmt.Fprintf(&b, "root %s\n", p.Root)
	}
	if len(p.Only) > 0 {
		fmt.Fprintf(&b, "only %s\n", strings.Join(p.Only, ", "))
	}
	for _, def := range p.Definitions {
		b.WriteString("\n")
		dumpDefinition(&b, def)
	}
	if len(p.Unchecked) > 0 {
		b.WriteString("\nunchecked\n")
	}
	for _, u := range p.Unchecked {
		fmt.Fprintf(&b, "  %s at %s\n", u.Keyword, u.At)
	}
	if len(p.Annotations) > 0 {
		b.WriteString("\nannotations\n")
	}
	for _, a := range p.Annotations {
		fmt.Fprintf(&b, "  %s %s\n", a.Pos.Pointer, a.Value)
	}
	return b.String()
}

func dumpDefinition(b *strings.Builder, def Definition) {
	head := Title(def)
	if a := def.Base().Anchor; a != "" && a != def.Base().Name {
		head += " #" + a
	}
	switch def := def.(type) {
	case *Object:
		dumpObject(b, head, def)
	case *Union:
		by := "by JSON type"
		if def.Discriminator != "" {
			by = "by " + strconv.Quote(def.Discriminator)
		}
		if def.Tags != nil {
			by += ", tags " + def.Tags.Name
		}
		if def.Cut > 0 {
			by += fmt.Sprintf(", without %d others", def.Cut)
		}
		fmt.Fprintf(b, "union %s %s\n", head, by)
		for _, v := range def.Variants {
			if v.Object != nil {
				fmt.Fprintf(b, "  %q %s\n", v.Value, v.Object.Name)
			} else {
				fmt.Fprintf(b, "  %s\n", describe(v.Type))
			}
		}
	case *Enum:
		keyword := "enum"
		if def.Keyword == "const" {
			keyword = "const"
		}
		fmt.Fprintf(b, "%s %s\n", keyword, head)
		for _, v := range def.Values {
			fmt.Fprintf(b, "  %q\n", v.Value)
		}
	case *Alias:
		fmt.Fprintf(b, "alias %s = %s\n", head, describe(def.Type))
	default:
		panic(fmt.Sprintf("model: dump of %T", def))
	}
}

func dumpObject(b *strings.Builder, head string, o *Object) {
	kind := "object"
	if o.Mixin {
		kind = "mixin"
	}
	fmt.Fprintf(b, "%s %s", kind, head)
	if o.Closed == "" {
		b.WriteString(" open")
	} else {
		b.WriteString(" " + rules.Of(o.Closed).Phrase())
	}
	b.WriteString(describeJudge(o.Judge))
	if len(o.Mixins) > 0 {
		fmt.Fprintf(b, ", with %s", strings.Join(o.Mixins, ", "))
	}
	for i, m := range o.Embeds {
		fmt.Fprintf(b, "%s%s", [2]string{", embeds ", ", "}[min(i, 1)], m.Name)
	}
	b.WriteString("\n")
	for _, f := range o.Fields {
		mark := "?"
		if f.Required {
			mark = ""
		}
		fmt.Fprintf(b, "  %s%s: %s", f.Name, mark, describe(f.Type))
		for _, t := range f.Also {
			fmt.Fprintf(b, ", narrows %s", describe(t))
		}
		if f.Default != "" {
			fmt.Fprintf(b, ", default %q", f.Default)
		}
		if !strings.HasPrefix(f.Pos.Pointer, o.Pos.Pointer+"/") {
			fmt.Fprintf(b, " (%s)", f.Pos.Pointer)
		}
		for _, pos := range f.RequiredAt {
			if pos.Pointer != o.Pos.Pointer+"/required" {
				fmt.Fprintf(b, " (required by %s)", pos.Pointer)
			}
		}
		b.WriteString("\n")
	}
}

// Title names a definition: an inline one after its owner and field.
func Title(def Definition) string {
	if in := def.Base().Inline; in != "" {
		return def.Base().Name + "." + in
	}
	return def.Base().Name
}

// describe writes a type on one line.
func describe(t Type) string { return describeType(t) + describeJudge(t.Judged()) }

func describeType(t Type) string {
	switch t := t.(type) {
	case *Scalar:
		return describeScalar(t)
	case *Literal:
		return strconv.Quote(t.Value)
	case *Ref:
		return Title(t.To) + notNull(t.NotNull)
	case *List:
		return "list of " + describe(t.Elem) + t.Rules.Phrase()
	case *Nullable:
		return describe(t.Elem) + " or null"
	case *Map:
		return "map of " + describe(t.Elem)
	case *OpenMap:
		return "open map"
	case *Any:
		return "any" + notNull(t.NotNull)
	default:
		panic(fmt.Sprintf("model: description of %T", t))
	}
}

func notNull(is bool) string {
	if is {
		return " " + rules.NotNull.Phrase()
	}
	return ""
}

func describeScalar(t *Scalar) string {
	s := map[Kind]string{String: "string", Integer: "integer", Number: "number", Boolean: "boolean"}[t.Kind]
	if t.Exact {
		s = "exact " + s
	}
	if t.Encoding != "" {
		s += " encoded as " + t.Encoding
	}
	return s + t.Rules.Phrase()
}

// shape writes what the variants of a union accept, without names and places.
func shape(u *Union) string {
	var forms []string
	for _, v := range u.Variants {
		if v.Type != nil {
			forms = append(forms, describe(v.Type))
		}
	}
	return strings.Join(forms, " | ")
}
