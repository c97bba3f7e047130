package judge

import "slices"

// Document is one JSON text of a capture. Text is good until the next one is read.
type Document struct {
	Text []byte
	Name string // the event's name, where server-sent events have one

	lines   lineKind
	parts   []part
	cut     bool   // the reader could not find the document's end, and gives up behind it
	unended bool   // the last event, without a blank line behind it
	fault   *fault // what the reader found wrong, instead of a text to judge
}

// lineKind says how a document lies in its file.
type lineKind int

const (
	freeLines  lineKind = iota // over any number of lines
	wholeLines                 // one line is one document
	eventLines                 // the data of a server-sent event
)

// part is a stretch of the text and where it stands in the file.
type part struct {
	at           int // the first byte of the stretch
	line, column int // its place in the file
}

// place gives the line and column in the file for an offset into the text.
func (d *Document) place(at int) (line, column int) {
	if len(d.parts) == 0 {
		return 1, 1
	}
	at = min(at, len(d.Text))
	i, exact := slices.BinarySearchFunc(d.parts, at, func(p part, at int) int { return p.at - at })
	if !exact {
		i--
	}
	p := d.parts[max(i, 0)]
	line, column = p.line, p.column
	for i := p.at; i < at; i++ {
		column++
		switch c := d.Text[i]; {
		case c == '\n', c == '\r' && (i+1 == len(d.Text) || d.Text[i+1] != '\n'):
			line++
			column = 1
		}
	}
	return line, column
}
