package judge

import "fmt"

// Document is one JSON text of a capture. Text is good until the next one is read.
type Document struct {
	Text []byte
	Name string // the event's name, where server-sent events have one

	lines   lineKind
	parts   []part
	cut     bool   // the reader could not find the document's end, and gave up behind it
	unended bool   // the last event, without a blank line behind it
	fault   *fault // what the reader found wrong, instead of a text to judge
}

// lineKind is the layout of a document in its file.
type lineKind int

const (
	freeLines  lineKind = iota // over any number of lines
	wholeLines                 // one line is one document
	eventLines                 // the data of a server-sent event
	noLines                    // in a file without lines
)

// part is a part of the text and its place in the file.
type part struct {
	at           int // the first byte of the stretch
	line, column int // its place in the file
}

// tooLarge replaces a document that is larger than it may be by a fault, at the given place if it has none yet.
func (d *Document) tooLarge(most int, at part) {
	if len(d.parts) > 0 {
		at = d.parts[0]
	}
	d.parts, d.Text = append(d.parts[:0], at), nil
	d.fault = &fault{0, fmt.Sprintf("the document is larger than %d bytes: raise the limit with --max-document", most)}
}

// place returns the line and column in the file for an offset into the text.
func (d *Document) place(at int) (line, column int) {
	c := d.cursor()
	return c.place(at)
}

// cursor finds places one after the other in one pass over the text.
type cursor struct {
	doc          *Document
	next         int // the part that begins behind at
	at           int
	line, column int
}

func (d *Document) cursor() *cursor { return &cursor{doc: d, line: 1, column: 1} }

// place returns the line and column of an offset that is not before the last one.
func (c *cursor) place(at int) (line, column int) {
	d := c.doc
	if d.lines == noLines {
		return 0, 0
	}
	if len(d.parts) == 0 {
		return 1, 1
	}
	at = min(at, len(d.Text))
	for c.next < len(d.parts) && d.parts[c.next].at <= at {
		p := d.parts[c.next]
		c.at, c.line, c.column = p.at, p.line, p.column
		c.next++
	}
	for ; c.at < at; c.at++ {
		c.column++
		switch b := d.Text[c.at]; {
		case b == '\n', b == '\r' && (c.at+1 == len(d.Text) || d.Text[c.at+1] != '\n'):
			c.line++
			c.column = 1
		}
	}
	return c.line, c.column
}
