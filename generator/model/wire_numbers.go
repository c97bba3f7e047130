package model

import (
	"fmt"
	"path"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// numbered is what has a number: a field, or a value of an enum.
type numbered struct {
	name   string // as in the ledger
	owner  string // the message or enum
	number int32
	pos    diag.Pos
}

// checkNumbers compares the numbers with the ledger, which has the last word. What the ledger knows and the files do
// not is retired: its number has to be reserved, so that nobody takes it.
func (w *pairer) checkNumbers(ledger *load.Ledger) {
	file := path.Base(ledger.File)
	byName, byNumber := w.indexLedger(ledger)
	declared := map[string]bool{}
	for _, n := range w.numbers() {
		declared[n.name] = true
		entry, other := byName[n.name], byNumber[numberKey(n.owner, n.number)]
		switch {
		case entry != nil && entry.Number != n.number:
			w.found.Errorf(n.pos, "%s has number %d, but %s says %d (%s): numbers never change",
				n.name, n.number, file, entry.Number, entry.Pos)
		case entry == nil && other != nil:
			w.found.Errorf(n.pos, "%s has number %d, which belongs to %s (%s): numbers are never reused, take a new one",
				n.name, n.number, other.Name, other.Pos)
		case entry == nil:
			w.found.Errorf(n.pos, "%s with number %d is not in %s: if the number is the official one, add \"%s = %d\" there",
				n.name, n.number, file, n.name, n.number)
		}
	}
	for _, entry := range ledger.Entries {
		if !declared[entry.Name] {
			w.checkRetired(entry)
		}
	}
}

// indexLedger returns the entries by name and by number, and reports a number that stands for two names.
func (w *pairer) indexLedger(ledger *load.Ledger) (byName, byNumber map[string]*load.LedgerEntry) {
	byName, byNumber = map[string]*load.LedgerEntry{}, map[string]*load.LedgerEntry{}
	for _, entry := range ledger.Entries {
		byName[entry.Name] = entry
		key := numberKey(w.owner(entry.Name), entry.Number)
		if first, twice := byNumber[key]; twice {
			w.found.Errorf(entry.Pos, "%s has number %d, which %s has already (%s)", entry.Name, entry.Number, first.Name, first.Pos)
			continue
		}
		byNumber[key] = entry
	}
	return byName, byNumber
}

func numberKey(owner string, number int32) string { return fmt.Sprint(owner, "=", number) }

// owner is the message or enum of a name in the ledger: the longest beginning that is one, else all but the last part.
func (w *pairer) owner(name string) string {
	parts := strings.Split(name, ".")
	for i := len(parts) - 1; i > 0; i-- {
		owner := strings.Join(parts[:i], ".")
		if _, enum := w.enum(owner); w.descriptors[owner] != nil || enum {
			return owner
		}
	}
	return strings.Join(parts[:len(parts)-1], ".")
}

func (w *pairer) enum(name string) (protoreflect.EnumDescriptor, bool) {
	for _, e := range w.protos.Enums() {
		if w.protos.Name(e) == name {
			return e, true
		}
	}
	return nil, false
}

// checkRetired demands that the number of a retired field or value is reserved. Those of a message that is gone
// altogether cannot be taken by mistake.
func (w *pairer) checkRetired(entry *load.LedgerEntry) {
	owner := w.owner(entry.Name)
	reserved := true
	if m := w.descriptors[owner]; m != nil {
		reserved = m.ReservedRanges().Has(protoreflect.FieldNumber(entry.Number))
	} else if e, ok := w.enum(owner); ok {
		reserved = e.ReservedRanges().Has(protoreflect.EnumNumber(entry.Number))
	}
	if !reserved {
		w.found.Errorf(entry.Pos, "the .proto files have no %s: if it is retired, write \"reserved %d;\" in %s; wire-numbers.txt and "+
			".proto files must be of one version", entry.Name, entry.Number, owner)
	}
}

// numbers lists everything that has a number.
func (w *pairer) numbers() []numbered {
	var list []numbered
	for _, m := range w.protos.Messages() {
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			owner := w.protos.Name(m)
			name := owner + "." + string(f.Name())
			if oneof := f.ContainingOneof(); oneof != nil && !oneof.IsSynthetic() {
				name = owner + "." + string(oneof.Name()) + "." + string(f.Name())
			}
			list = append(list, numbered{name, owner, int32(f.Number()), w.protos.Pos(f)})
		}
	}
	for _, e := range w.wire.Enums {
		for _, v := range e.Values {
			list = append(list, numbered{e.Name + "." + v.Name, e.Name, v.Number, v.Pos})
		}
	}
	return list
}
