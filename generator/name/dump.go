package name

import (
	"fmt"
	"strings"
)

type entry struct{ wire, id string }

func (n *namer) line(wire, id string) {
	n.table.entries = append(n.table.entries, entry{wire, id})
}

// Dump prints the table, one wire thing a line: first the types, then what is in them, in the protocol's order.
func (t *Table) Dump() string {
	var b strings.Builder
	for _, e := range t.entries {
		wire := e.wire
		if strings.ContainsFunc(wire, func(r rune) bool { return r < ' ' || r == '\u2028' || r == '\u2029' }) {
			wire = fmt.Sprintf("%q", wire)
		}
		fmt.Fprintf(&b, "%s → %s\n", wire, e.id)
	}
	return b.String()
}
