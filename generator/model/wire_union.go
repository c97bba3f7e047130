package model

import (
	"cmp"
	"slices"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/aguigen/aguigen/generator/load"
)

// buildOneof pairs the variants of a union with the arms of the message's oneof.
func (w *pairer) buildOneof(m *WireMessage, u *Union, message protoreflect.MessageDescriptor) {
	oneof := soleOneof(message)
	if oneof == nil {
		w.breakAt(m.Name, m.Pos, "message %s carries the union %s, so it has to be one oneof and nothing else; if all variants "+
			"share its fields, add to the table \"merged %s FIELD\"", m.Name, u.Name, u.Name)
		return
	}
	m.Oneof = string(oneof.Name())
	for _, v := range u.Variants {
		name := armName(v.Value)
		if entry := w.table.get("field", u.Name+"."+v.Value); entry != nil {
			name = entry.Args[1]
		}
		fd := oneof.Fields().ByName(protoreflect.Name(name))
		if fd == nil {
			w.found.Errorf(v.Pos, "message %s has no arm %s for %q: add it, and its number to wire-numbers.txt",
				m.Name, name, v.Value)
			continue
		}
		w.carried[fd.FullName()] = true
		arm := &WireArm{Name: name, Number: int32(fd.Number()), Variant: v, Message: w.byDef[v.Object], Pos: w.protos.Pos(fd)}
		if arm.Message == nil || fd.Message() == nil || w.protos.Name(fd.Message()) != arm.Message.Name {
			w.found.Errorf(arm.Pos, "arm %s.%s has to be the message of %s", m.Name, name, v.Object.Name)
			continue
		}
		m.Arms = append(m.Arms, arm)
	}
	slices.SortFunc(m.Arms, func(a, b *WireArm) int { return cmp.Compare(a.Number, b.Number) })
}

// soleOneof returns the oneof that is all of a message, nil if there is none. ("optional" is a oneof too, of a kind.)
func soleOneof(m protoreflect.MessageDescriptor) protoreflect.OneofDescriptor {
	if m.Oneofs().Len() != 1 || m.Oneofs().Get(0).IsSynthetic() {
		return nil
	}
	oneof := m.Oneofs().Get(0)
	if oneof.Fields().Len() != m.Fields().Len() {
		return nil
	}
	return oneof
}

// buildMerged pairs the variants of a union with the fields that they share.
func (w *pairer) buildMerged(m *WireMessage, u *Union, message protoreflect.MessageDescriptor) {
	entry := w.table.get("merged", u.Name)
	tag := message.Fields().ByName(protoreflect.Name(entry.Args[1]))
	if tag == nil || tag.Kind() != protoreflect.StringKind && tag.Kind() != protoreflect.EnumKind || presence(tag) != Implicit {
		w.breakAt(m.Name, entry.Pos, "message %s has no field %s that is a plain string or enum", m.Name, entry.Args[1])
		return
	}
	fields := map[int32]*WireField{}
	for _, v := range u.Variants {
		members := &fieldPairer{pairer: w, object: v.Object, message: message, merged: true}
		members.pairAll()
		variant := &WireVariant{Variant: v, Fields: members.sorted()}
		m.Variants = append(m.Variants, variant)
		for _, f := range variant.Fields {
			if first, ok := fields[f.Number]; !ok {
				fields[f.Number] = f
				m.Fields = append(m.Fields, f)
			} else if first.Form != f.Form {
				w.found.Errorf(f.Pos, "field %s.%s carries %s (%s) in one way and %s (%s) in another", m.Name, f.Name,
					first.Field.Name, first.Field.Pos, f.Field.Name, f.Field.Pos)
			}
		}
	}
	m.Fields = byNumber(m.Fields)
	m.Tag = fields[int32(tag.Number())]
	m.strangers()
	w.checkMergedTag(m, u, entry)
	w.checkMergedPresence(m)
}

// strangers sorts the fields that a variant does not use: those that clash with its members, and the rest.
func (m *WireMessage) strangers() {
	for _, v := range m.Variants {
		for _, f := range m.Fields {
			if slices.ContainsFunc(v.Fields, func(own *WireField) bool { return own.Number == f.Number }) {
				continue
			}
			if slices.ContainsFunc(v.Variant.Object.Fields, func(own *Field) bool { return own.Name == f.Field.Name }) {
				v.Conflicts = append(v.Conflicts, f)
			} else {
				v.Surplus = append(v.Surplus, f)
			}
		}
	}
}

// checkMergedTag demands that every variant has its discriminator in the field that the table names.
func (w *pairer) checkMergedTag(m *WireMessage, u *Union, entry *load.WireEntry) {
	for _, v := range m.Variants {
		i := slices.IndexFunc(v.Fields, func(f *WireField) bool { return f.Name == entry.Args[1] })
		if i < 0 || v.Fields[i].Field.Name != u.Discriminator {
			w.found.Errorf(entry.Pos, "field %s.%s does not carry %s.%s, which tells the variants apart",
				m.Name, entry.Args[1], v.Variant.Object.Name, u.Discriminator)
		}
	}
}

// checkMergedPresence compares presence over all variants: a field may do without it if and only if every variant
// requires its member.
func (w *pairer) checkMergedPresence(m *WireMessage) {
	for _, f := range m.Fields {
		always, missing := true, ""
		for _, v := range m.Variants {
			i := slices.IndexFunc(v.Fields, func(own *WireField) bool { return own.Number == f.Number })
			switch {
			case i < 0:
				always, missing = false, cmp.Or(missing, v.Variant.Object.Name)
			case v.Fields[i].Part != PartWhole || !v.Fields[i].Field.Required:
				always = false // checked where the variant was paired
			}
		}
		switch {
		case f.Presence == Implicit && missing != "":
			w.found.Errorf(f.Pos, "field %s.%s has no presence, but %s has no such member: write \"optional\" before its type",
				m.Name, f.Name, missing)
		case f.Presence == Explicit && always:
			w.found.Errorf(f.Pos, "field %s.%s is optional, but the schema requires %s of every variant (%s): remove "+
				"\"optional\", which changes the bytes of an empty value", m.Name, f.Name, f.Field.Name, f.Field.Pos)
		}
	}
}

// flat pairs a member that holds a union with a string of the owner's message, which names the variant, and the
// variants' members with the fields beside it.
func (m *fieldPairer) flat(f *Field, entry *load.WireEntry) {
	ref, _ := Resolve(f.Type).Type.(*Ref)
	var u *Union
	if ref != nil {
		u, _ = ref.To.(*Union)
	}
	fd, message := m.message.Fields().ByName(protoreflect.Name(entry.Args[1])), m.protos.Name(m.message)
	switch {
	case u == nil || u.Discriminator == "":
		m.breakAt(message, entry.Pos, "%s does not hold a union with a discriminator", entry.Args[0])
		return
	case fd == nil || fd.Kind() != protoreflect.StringKind || presence(fd) != Implicit:
		m.breakAt(message, entry.Pos, "message %s has no field %s that is a plain string", message, entry.Args[1])
		return
	}
	tag := m.newField(fd, f, PartFlatTag)
	tag.Form, tag.Union = FormString, u
	for _, v := range u.Variants {
		for _, member := range v.Object.Fields {
			if member.Name != u.Discriminator {
				m.payload(f, u, v, member)
			}
		}
	}
}

// payload pairs a member of a flattened variant with a field, which several variants may share.
func (m *fieldPairer) payload(holder *Field, u *Union, v *Variant, f *Field) {
	key := v.Object.Name + "." + f.Name
	if m.table.get("no-field", key) != nil {
		return
	}
	fd := m.lookup(f, key)
	if fd == nil {
		return
	}
	owner := &WireOwner{Variant: v, Field: f}
	for _, w := range m.fields {
		if w.Number == int32(fd.Number()) && w.Part == PartPayload && w.Union == u {
			w.Owners = append(w.Owners, owner)
			return
		}
	}
	w := m.newField(fd, f, PartPayload)
	w.Holder, w.Union, w.Owners = holder, u, []*WireOwner{owner}
	m.carry(w, fd, key)
	if w.Presence == Implicit {
		m.found.Errorf(w.Pos, "field %s.%s has no presence, but it belongs to one variant of %s only: write \"optional\" "+
			"before its type", m.protos.Name(m.message), w.Name, u.Name)
	}
}
