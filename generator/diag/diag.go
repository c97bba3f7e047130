// Package diag provides the diagnostics that every stage reports about an invalid input: the place, what was
// found and what to do next. Stages add diagnostics to a List; the command prints the list, sorted, one
// diagnostic a line.
package diag

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Pos is a place in an input file. Line and Column count from 1, columns in bytes; a zero Line means the file as a
// whole. Pointer is the place as a URI fragment, "#/$defs/Tool/properties/name", or empty.
type Pos struct {
	File         string
	Line, Column int
	Pointer      string
}

// String returns "file:line:col", or only the file.
func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Diagnostic is one finding.
type Diagnostic struct {
	Pos     Pos
	Message string
}

// String returns "file:line:col: pointer: message", without the unknown parts. Long parts are shortened. Messages quote
// what comes from an input, so a line break in a message is intended.
func (d Diagnostic) String() string {
	var parts []string
	if at := d.Pos.String(); at != "" {
		parts = append(parts, at)
	}
	if d.Pos.Pointer != "" {
		parts = append(parts, Line(d.Pos.Pointer, maxPointer))
	}
	return strings.Join(append(parts, Shorten(d.Message, maxMessage)), ": ")
}

// List collects the findings of a stage. The zero value is empty and ready to use. As an error it prints all of
// them, sorted by place, each once.
type List []Diagnostic

// Errorf adds a finding.
func (l *List) Errorf(pos Pos, format string, args ...any) {
	*l = append(*l, Diagnostic{pos, fmt.Sprintf(format, args...)})
}

// Err returns the list, sorted and without duplicates, as an error, or nil if it is empty.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l.sorted()
}

// Error prints one finding a line.
func (l List) Error() string {
	var lines []string
	for _, d := range l.sorted() {
		lines = append(lines, d.String())
	}
	return strings.Join(lines, "\n")
}

// Of returns the findings in err: its List, or one finding without a place.
func Of(err error) List {
	var l List
	if err == nil || errors.As(err, &l) {
		return l
	}
	return List{{Message: err.Error()}}
}

func (l List) sorted() List {
	sorted := slices.SortedStableFunc(slices.Values(l), func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.Compact(sorted)
}
