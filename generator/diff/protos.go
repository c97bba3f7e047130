package diff

import (
	"fmt"
	"strconv"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/aguigen/aguigen/generator/load"
)

// protoComparer collects the changes between two sets of .proto files. Everything that they declare counts, whether or not
// the schema has a counterpart.
type protoComparer struct {
	old, new *load.Protos
	changes  []Change
	at       string // the message or enum at hand
}

func compareProtos(old, new *load.Protos) []Change {
	c := &protoComparer{old: old, new: new}
	oldMessages, newMessages := byName(old, old.Messages()), byName(new, new.Messages())
	for _, m := range new.Messages() {
		c.at = new.Name(m)
		if was, ok := oldMessages[c.at]; ok {
			c.message(was, m)
		} else {
			c.add(MessageAdded, "", "", "message", WireAdditive)
		}
	}
	for _, m := range old.Messages() {
		if c.at = old.Name(m); newMessages[c.at] == nil {
			c.add(MessageRemoved, "", "message", "", WireNarrowing)
		}
	}
	oldEnums, newEnums := byName(old, old.Enums()), byName(new, new.Enums())
	for _, e := range new.Enums() {
		c.at = new.Name(e)
		if was, ok := oldEnums[c.at]; ok {
			c.enum(was, e)
		} else {
			c.add(EnumAdded, "", "", "enum", WireAdditive)
		}
	}
	for _, e := range old.Enums() {
		if c.at = old.Name(e); newEnums[c.at] == nil {
			c.add(EnumRemoved, "", "enum", "", WireNarrowing)
		}
	}
	return c.changes
}

func byName[D protoreflect.Descriptor](p *load.Protos, list []D) map[string]protoreflect.Descriptor {
	m := map[string]protoreflect.Descriptor{}
	for _, d := range list {
		m[p.Name(d)] = d
	}
	return m
}

func (c *protoComparer) add(kind Kind, member, old, new string, wire Wire) {
	c.changes = append(c.changes, Change{Kind: kind, Definition: c.at, Member: member, Old: old, New: new, Wire: wire})
}

func (c *protoComparer) message(was protoreflect.Descriptor, m protoreflect.MessageDescriptor) {
	old, new := was.(protoreflect.MessageDescriptor).Fields(), m.Fields()
	for i := range new.Len() {
		f := new.Get(i)
		sameName, sameNumber := old.ByName(f.Name()), old.ByNumber(f.Number())
		switch {
		case sameName != nil:
			c.field(sameName, f)
		case sameNumber != nil && new.ByName(sameNumber.Name()) == nil:
			c.add(NumberRenamed, string(f.Name()), string(sameNumber.Name()), string(f.Name()), WireUnchanged)
			c.field(sameNumber, f)
		case sameNumber != nil: // it took over the number of another
			c.add(NumberAdded, string(f.Name()), "", c.spell(c.new, f), WireBreaking)
		default:
			c.add(NumberAdded, string(f.Name()), "", c.spell(c.new, f), WireAdditive)
		}
	}
	for i := range old.Len() {
		f := old.Get(i)
		if renamed := new.ByNumber(f.Number()); new.ByName(f.Name()) == nil && (renamed == nil || old.ByName(renamed.Name()) != nil) {
			c.add(NumberRemoved, string(f.Name()), c.spell(c.old, f), "", WireNarrowing)
		}
	}
}

func (c *protoComparer) field(old, new protoreflect.FieldDescriptor) {
	name := string(new.Name())
	if old.Number() != new.Number() {
		c.add(NumberChanged, name, number(old.Number()), number(new.Number()), WireBreaking)
	}
	if a, b := typeOf(c.old, old), typeOf(c.new, new); a != b {
		c.add(NumberRetyped, name, a, b, WireBreaking)
	}
	if a, b := presence(old), presence(new); a != b {
		c.add(PresenceChanged, name, a, b, presenceVerdict(a, b))
	}
	if a, b := oneof(old), oneof(new); a != b {
		c.add(OneofChanged, name, a, b, WireBreaking)
	}
}

// presenceVerdict: the bytes of a value stay the same where only its absence is told in another way.
func presenceVerdict(old, new string) Wire {
	switch {
	case old == "repeated" || new == "repeated":
		return WireBreaking
	case old == "implicit":
		return WireAdditive
	}
	return WireNarrowing
}

func number[N ~int32](n N) string { return strconv.Itoa(int(n)) }

// spell is "6: optional string".
func (c *protoComparer) spell(p *load.Protos, f protoreflect.FieldDescriptor) string {
	text := typeOf(p, f)
	switch presence(f) {
	case "repeated":
		text = "repeated " + text
	case "explicit":
		text = "optional " + text
	}
	return fmt.Sprintf("%d: %s", f.Number(), text)
}

func typeOf(p *load.Protos, f protoreflect.FieldDescriptor) string {
	switch {
	case f.IsMap():
		return "map of " + f.MapKey().Kind().String() + " to " + typeOf(p, f.MapValue())
	case f.Message() != nil:
		return p.Name(f.Message())
	case f.Enum() != nil:
		return p.Name(f.Enum())
	}
	return f.Kind().String()
}

func presence(f protoreflect.FieldDescriptor) string {
	switch {
	case f.Cardinality() == protoreflect.Repeated:
		return "repeated"
	case f.Message() != nil || f.ContainingOneof() != nil && !f.ContainingOneof().IsSynthetic():
		return "message"
	case f.HasPresence():
		return "explicit"
	}
	return "implicit"
}

func oneof(f protoreflect.FieldDescriptor) string {
	if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
		return string(o.Name())
	}
	return "none"
}

func (c *protoComparer) enum(was protoreflect.Descriptor, e protoreflect.EnumDescriptor) {
	old, new := was.(protoreflect.EnumDescriptor).Values(), e.Values()
	for i := range new.Len() {
		v := new.Get(i)
		sameName, sameNumber := old.ByName(v.Name()), old.ByNumber(v.Number())
		switch {
		case sameName != nil && sameName.Number() != v.Number():
			c.add(EnumNumberChanged, string(v.Name()), number(sameName.Number()), number(v.Number()), WireBreaking)
		case sameName != nil:
		case sameNumber != nil && new.ByName(sameNumber.Name()) == nil:
			c.add(EnumNumberRenamed, string(v.Name()), string(sameNumber.Name()), string(v.Name()), WireUnchanged)
		case sameNumber != nil:
			c.add(EnumNumberAdded, string(v.Name()), "", number(v.Number()), WireBreaking)
		default: // what it stands for has a verdict of its own in the schema
			c.add(EnumNumberAdded, string(v.Name()), "", number(v.Number()), WireAdditive)
		}
	}
	for i := range old.Len() {
		v := old.Get(i)
		if renamed := new.ByNumber(v.Number()); new.ByName(v.Name()) == nil && (renamed == nil || old.ByName(renamed.Name()) != nil) {
			c.add(EnumNumberRemoved, string(v.Name()), number(v.Number()), "", WireNarrowing)
		}
	}
}
