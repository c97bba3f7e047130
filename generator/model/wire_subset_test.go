package model

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// descriptors links the files of a wire, which fails if one of them mentions what is not there.
func descriptors(t *testing.T, w *Wire) map[string]protoreflect.MessageDescriptor {
	t.Helper()
	files, err := protodesc.NewFiles(&descriptorpb.FileDescriptorSet{File: w.Files})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]protoreflect.MessageDescriptor{}
	var add func(protoreflect.MessageDescriptors)
	add = func(list protoreflect.MessageDescriptors) {
		for i := range list.Len() {
			m := list.Get(i)
			all[strings.TrimPrefix(string(m.FullName()), w.Package+".")] = m
			add(m.Messages())
		}
	}
	for _, source := range w.Sources {
		f, err := files.FindFileByPath(source)
		if err != nil {
			t.Fatal(err)
		}
		add(f.Messages())
	}
	return all
}

// commentsOf returns what is said of each message and field.
func commentsOf(all map[string]protoreflect.MessageDescriptor) map[string]string {
	said := map[string]string{}
	for name, m := range all {
		said[name] = m.ParentFile().SourceLocations().ByDescriptor(m).LeadingComments
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			said[name+"."+string(f.Name())] = f.ParentFile().SourceLocations().ByDescriptor(f).LeadingComments
		}
	}
	return said
}

// fieldsIn returns all fields of a message's pairing, those in groups too.
func fieldsIn(m *WireMessage) []*WireField {
	all := append([]*WireField{}, m.Fields...)
	for _, v := range m.Variants {
		all = append(append(append(all, v.Fields...), v.Conflicts...), v.Surplus...)
	}
	for _, f := range all {
		all = append(all, f.Group...)
	}
	return all
}

// checkWire holds the pairing of a subset against its definitions and its .proto files.
func checkWire(t *testing.T, p *Protocol, before map[string]string) {
	t.Helper()
	there, messages := map[Definition]bool{}, map[*WireMessage]bool{}
	for _, d := range p.Definitions {
		there[d] = true
	}
	for _, m := range p.Wire.Messages {
		messages[m] = true
	}
	all := descriptors(t, p.Wire)
	for _, m := range p.Wire.Messages {
		if !there[m.Definition] || all[m.Name] == nil {
			t.Errorf("%v: message %s is left over", p.Only, m.Name)
			continue
		}
		for _, a := range m.Arms {
			fd := all[m.Name].Fields().ByNumber(protoreflect.FieldNumber(a.Number))
			if fd == nil || string(fd.Name()) != a.Name || !messages[a.Message] || fd.ContainingOneof() == nil {
				t.Errorf("%v: arm %s.%s", p.Only, m.Name, a.Name)
			}
		}
		if m.Shape == OneofShape && all[m.Name].Fields().Len() != len(m.Arms) {
			t.Errorf("%v: message %s has arms of what was cut", p.Only, m.Name)
		}
		for _, f := range fieldsIn(m) {
			ref, isRef := f.Type.(*Ref)
			if f.Message != nil && !messages[f.Message] || isRef && !there[ref.To] || f.Union != nil && !there[f.Union] {
				t.Errorf("%v: field %s.%s carries what is gone", p.Only, m.Name, f.Name)
			}
			if f.Part == PartPayload && (len(f.Owners) == 0 || f.Field != f.Owners[0].Field) {
				t.Errorf("%v: payload %s.%s", p.Only, m.Name, f.Name)
			}
		}
	}
	for name, text := range commentsOf(all) {
		if was, known := before[name]; !known || was != text {
			t.Errorf("%v: %s is explained by %q, was %q", p.Only, name, text, was)
		}
	}
}

func TestWireOfSubsets(t *testing.T) {
	for name, files := range map[string]wireFiles{"zoo": zoo(), "1.0": ours(t, "1.0", "1.0")} {
		t.Run(name, func(t *testing.T) {
			whole, err := files.pair(t)
			if err != nil {
				t.Fatal(err)
			}
			before := commentsOf(descriptors(t, whole.Wire))
			said := 0
			for _, text := range before {
				said += len(text)
			}
			if name == "1.0" && said == 0 {
				t.Error("there are no comments to compare")
			}
			asked := []string{"Birth Gift", "Arrival Gift", "Arrival Birth Well", "Arrival Ill", "Animal Fish", "Animal Cat", "Food Meat Ticket"}
			if name == "1.0" {
				asked = []string{"Event RunStartedEvent", "RunAgentInput UserMessage", "Message ToolMessage TextPart", "JsonPatchOperation AddOperation"}
				for _, d := range whole.Definitions {
					if d.Base().Inline == "" {
						asked = append(asked, d.Base().Name)
					}
				}
			}
			for _, wish := range asked {
				p, err := files.pair(t)
				if err != nil {
					t.Fatal(err)
				}
				if err := Subset(p, selections(wish)); err != nil {
					t.Fatal(err)
				}
				checkWire(t, p, before)
			}
		})
	}
}

func TestWireOfASubset(t *testing.T) {
	p, err := zoo().pair(t)
	if err != nil {
		t.Fatal(err)
	}
	if err := Subset(p, selections("Arrival Birth Well Fish")); err != nil {
		t.Fatal(err)
	}
	if got := p.Wire.Dump(); got != zooCut {
		t.Errorf("got\n%s", got)
	}
}

const zooCut = `package zoo
frame Arrival

message Common: object Common
  1 kind: kind, enum Kind
  2 at: at, optional int64

message Animal: merged Animal
  variant "fish" Fish
    1 is: is, enum Species "fish"
    2 name: name, string
    4 furry: fur, optional bool

message Birth: object Birth
  1 common: members of Common
    1 kind: kind, enum Kind "zoo-birth"
    2 at: at, optional int64
  2 young: young, list of message Animal
  3 end: end.state, string
  4 names: names of end "well", list of string
  6 weight: weight, optional double

message Arrival: oneof Arrival
  1 arrival.zoo_birth: Birth "zoo-birth"

enum Kind
  0 ZOO_BIRTH: "zoo-birth"
  1 ZOO_GIFT: "zoo-gift"

enum Species
  0 CAT: "cat"
  1 FISH: "fish"

no-message Tick*: paper
`
