package model

import (
	"path"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/aguigen/aguigen/generator/load"
)

// wireTable is the table of differences with a note of what was used: an entry that no pairing needed is out of date.
type wireTable struct {
	entries []*load.WireEntry
	used    map[*load.WireEntry]bool
}

func newWireTable(table *load.WireMap) *wireTable {
	t := &wireTable{used: map[*load.WireEntry]bool{}}
	if table != nil {
		t.entries = table.Entries
	}
	return t
}

// all returns the entries of a keyword and counts them as used.
func (t *wireTable) all(keyword string) []*load.WireEntry {
	var list []*load.WireEntry
	for _, e := range t.entries {
		if e.Keyword == keyword {
			t.used[e] = true
			list = append(list, e)
		}
	}
	return list
}

// peek returns the entry of a keyword about a subject, nil if there is none.
func (t *wireTable) peek(keyword, subject string) *load.WireEntry {
	for _, e := range t.entries {
		if e.Keyword == keyword && e.Args[0] == subject {
			return e
		}
	}
	return nil
}

// get is peek that counts the entry as used.
func (t *wireTable) get(keyword, subject string) *load.WireEntry {
	e := t.peek(keyword, subject)
	if e != nil {
		t.used[e] = true
	}
	return e
}

// match is get with an entry whose subject is a pattern as of path.Match: "*Capabilities".
func (t *wireTable) match(keyword, subject string) *load.WireEntry {
	for _, e := range t.entries {
		if matched, err := path.Match(e.Args[0], subject); e.Keyword == keyword && matched && err == nil {
			t.used[e] = true
			return e
		}
	}
	return nil
}

// unusedEntries reports the unused entries of the table, and stores the members that it declares as not
// carried.
func (w *pairer) unusedEntries() {
	for _, e := range w.table.entries {
		if !w.table.used[e] {
			w.found.Errorf(e.Pos, "\"%s %s\" fits nothing in the schema and the .proto files: remove it or correct it",
				e.Keyword, strings.Join(e.Args, " "))
		} else if e.Reason != "" {
			w.wire.Gaps = append(w.wire.Gaps, &WireGap{e.Keyword, e.Args[0], e.Reason, e.Pos})
		}
	}
}

// leftovers reports the messages, fields and values of enums that carry nothing.
func (w *pairer) leftovers() {
	paired := map[string]bool{}
	for _, m := range w.wire.Messages {
		paired[m.Name] = true
	}
	for _, m := range w.protos.Messages() {
		name := w.protos.Name(m)
		switch {
		case w.broken[name]:
		case paired[name]:
			w.leftoverFields(m)
		case w.table.match("no-definition", name) == nil:
			w.found.Errorf(w.protos.Pos(m), "message %s carries no definition of the schema: add the definition, or to "+
				"the table \"message DEFINITION %s\" or \"no-definition %s REASON\"", name, name, name)
		}
	}
	for _, enum := range w.wire.Enums {
		for _, v := range enum.Values {
			if key := enum.Name + "." + v.Name; v.Value == "" && len(w.broken) == 0 && w.table.get("no-member", key) == nil {
				w.found.Errorf(v.Pos, "%s stands for no string of the schema: add the string, or to the table "+
					"\"no-member %s REASON\"", key, key)
			}
		}
	}
}

func (w *pairer) leftoverFields(m protoreflect.MessageDescriptor) {
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		key := w.protos.Name(m) + "." + string(f.Name())
		if !w.carried[f.FullName()] && w.table.get("no-member", key) == nil {
			w.found.Errorf(w.protos.Pos(f), "field %s carries no member of the schema: add the member there, or to the "+
				"table \"no-member %s REASON\"; schema and .proto files must be of one version", key, key)
		}
	}
}
