package judge

import (
	"bytes"
	"io"
)

// events reads server-sent events, as defined by the HTML standard: the document is the data of one event, and the
// last one counts even without a blank line after it.
type events struct {
	lines lines
	doc   Document
	begun bool // there are data of an event that has not ended
}

func (r *events) next() (*Document, error) {
	if !r.begun {
		r.reset()
	}
	for {
		line, err := r.lines.next()
		if err == errTooLong {
			r.begun = true
			r.doc.tooLarge(r.lines.most, part{0, r.lines.number, 1})
			continue
		}
		if err == io.EOF && r.begun {
			r.begun = false
			r.doc.unended = true
			return &r.doc, nil
		}
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			if r.begun {
				r.begun = false
				return &r.doc, nil
			}
			r.reset()
			continue
		}
		if stray := r.field(line); stray != nil {
			return stray, nil
		}
	}
}

func (r *events) reset() {
	r.doc = Document{Text: r.doc.Text[:0], parts: r.doc.parts[:0], lines: eventLines}
}

// field takes one line. It returns a document of its own for a line that a reader skips, but that was surely meant to be
// data.
func (r *events) field(line []byte) *Document {
	name, value, _ := bytes.Cut(line, []byte(":"))
	column := len(line) - len(value) + 1
	if bytes.HasPrefix(value, []byte(" ")) {
		value = value[1:]
		column++
	}
	switch string(name) {
	case "data":
		if r.begun && r.doc.fault == nil {
			r.doc.Text = append(r.doc.Text, '\n')
		}
		r.begun = true
		if len(r.doc.Text)+len(value) > r.lines.most {
			r.doc.tooLarge(r.lines.most, part{0, r.lines.number, column})
		}
		if r.doc.fault != nil {
			return nil
		}
		r.doc.parts = append(r.doc.parts, part{len(r.doc.Text), r.lines.number, column})
		r.doc.Text = append(r.doc.Text, value...)
	case "event":
		r.doc.Name = string(value)
	default:
		return r.stray(line)
	}
	return nil
}

func (r *events) stray(line []byte) *Document {
	bare := bytes.TrimLeft(line, " \t\ufeff")
	var message string
	switch {
	case line[0] == '{' || line[0] == '[':
		message = `a reader of server-sent events skips this line: start it with "data:"`
	case len(bare) > 4 && bytes.EqualFold(bare[:4], []byte("data")) && (bare[4] == ':' || bare[4] == ' '):
		message = `a reader of server-sent events skips this line: "data:" in small letters, without a space, has to be the first thing in it`
	default:
		return nil
	}
	return &Document{
		lines: eventLines,
		parts: []part{{0, r.lines.number, 1}},
		fault: &fault{0, message},
	}
}

// eventField reports whether a line is a field of server-sent events that no JSON text starts with.
func eventField(line []byte) bool {
	name, _, found := bytes.Cut(line[:min(len(line), 8)], []byte(":"))
	switch string(name) {
	case "", "data", "event", "id", "retry":
		return found
	}
	return false
}
