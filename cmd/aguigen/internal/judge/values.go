package judge

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"strconv"
)

// perLine reads JSON Lines: every line that is not blank is a document.
type perLine struct {
	lines lines
	doc   Document
}

func (r *perLine) next() (*Document, error) {
	for {
		line, err := r.lines.next()
		if err == errTooLong {
			r.doc = Document{lines: wholeLines}
			r.doc.tooLarge(r.lines.most, part{0, r.lines.number, 1})
			return &r.doc, nil
		}
		if err != nil {
			return nil, err
		}
		text := bytes.Trim(line, " \t")
		if len(text) == 0 {
			continue
		}
		column := len(line) - len(bytes.TrimLeft(line, " \t")) + 1
		r.doc = Document{Text: text, lines: wholeLines, parts: append(r.doc.parts[:0], part{0, r.lines.number, column})}
		return &r.doc, nil
	}
}

// values reads JSON values that follow one another. With split, the elements of an array at the top are the documents.
type values struct {
	r            *bufio.Reader
	most         int  // bytes of a document
	line, column int  // of the next byte
	cr           bool // the last byte was CR

	split  bool
	inside bool // an array at the top
	some   bool // element of it has been read
	done   bool
	due    []byte // the closing brackets to come
	doc    Document
}

func (r *values) next() (*Document, error) {
	if r.done {
		return nil, io.EOF
	}
	r.doc = Document{Text: r.doc.Text[:0], parts: r.doc.parts[:0]}
	c, err := r.begin()
	if err == io.EOF && r.inside {
		return r.stop("the file ends inside the array that holds the documents"), nil
	}
	if err != nil || r.done {
		return &r.doc, err
	}
	r.doc.parts = append(r.doc.parts, part{0, r.line, r.column})
	if err := r.value(c); err != nil {
		return nil, err
	}
	r.some = true
	return &r.doc, nil
}

// stop ends the reading with a fault at the next byte.
func (r *values) stop(message string) *Document {
	r.done = true
	r.doc.parts = append(r.doc.parts, part{0, r.line, r.column})
	r.doc.fault = &fault{0, "this is not JSON: " + message + "; the rest of the file is not read"}
	return &r.doc
}

// begin returns the first byte of a document, without taking it. Where none can begin it stops.
func (r *values) begin() (byte, error) {
	for {
		c, err := r.space()
		switch {
		case err != nil:
			return 0, err
		case r.inside && c == ']':
			r.take()
			r.inside = false
		case r.inside && r.some:
			if c != ',' {
				r.stop("found " + strconv.QuoteRune(rune(c)) + " where ',' or ']' should be")
				return 0, nil
			}
			r.take()
			if c, err = r.space(); err == nil && (c == ',' || c == ']') {
				r.stop("found " + strconv.QuoteRune(rune(c)) + " where a value should start")
			}
			return c, err
		case !r.inside && r.split && c == '[':
			r.take()
			r.inside, r.some = true, false
		default:
			return c, nil
		}
	}
}

// space skips white space and returns the byte behind it, without taking it.
func (r *values) space() (byte, error) {
	for {
		next, err := r.r.Peek(1)
		if err != nil {
			return 0, err
		}
		if !isSpace(next[0]) {
			return next[0], nil
		}
		r.take()
	}
}

// take drops the next byte, which is buffered.
func (r *values) take() {
	chunk, _ := r.r.Peek(1)
	r.move(chunk)
}

// move counts the lines in what is buffered, and drops it.
func (r *values) move(chunk []byte) {
	for _, c := range chunk {
		switch {
		case c == '\r', c == '\n' && !r.cr:
			r.line++
			r.column = 1
		case c != '\n':
			r.column++
		}
		r.cr = c == '\r'
	}
	if _, err := r.r.Discard(len(chunk)); err != nil {
		panic(err)
	}
}

// keep moves what is buffered into the document, as long as there is room.
func (r *values) keep(chunk []byte) error {
	if len(r.doc.Text)+len(chunk) > r.most {
		return errTooLong
	}
	r.doc.Text = append(r.doc.Text, chunk...)
	r.move(chunk)
	return nil
}

// value takes the value that starts with c. It only looks for the end; whether the text is JSON is seen later. Where
// the end cannot be found the document is cut.
func (r *values) value(c byte) error {
	var err error
	if c == '{' || c == '[' || c == '"' {
		err = r.closed()
	} else {
		err = r.word()
	}
	switch err {
	case io.EOF, errCut:
		r.doc.cut, r.done = true, true
		return nil
	case errTooLong:
		r.doc.tooLarge(r.most, r.doc.parts[0])
		r.doc.fault.message += "; the rest of the file is not read"
		r.done = true
		return nil
	}
	return err
}

// errCut says that a value has no end that could be found.
var errCut = errors.New("no end")

// chunk returns what is buffered, at least a byte.
func (r *values) chunk() ([]byte, error) {
	if _, err := r.r.Peek(1); err != nil {
		return nil, err
	}
	return r.r.Peek(r.r.Buffered())
}

// closed takes an object, an array or a string up to the byte that closes it.
func (r *values) closed() error {
	r.due = r.due[:0]
	inString, escaped := false, false
	for {
		chunk, err := r.chunk()
		if err != nil {
			return err
		}
		for i, c := range chunk {
			ends := false
			switch {
			case inString && c < ' ':
				return cmp.Or(r.keep(chunk[:i+1]), errCut)
			case escaped:
				escaped = false
			case inString:
				escaped = c == '\\'
				inString = c != '"'
				ends = !inString && len(r.due) == 0
			case c == '"':
				inString = true
			case c == '{' || c == '[':
				r.due = append(r.due, c+2) // the closing bracket, in ASCII
			case c == '}' || c == ']':
				last := len(r.due) - 1
				if r.due[last] != c {
					return cmp.Or(r.keep(chunk[:i+1]), errCut)
				}
				r.due = r.due[:last]
				ends = last == 0
			}
			if ends {
				return r.keep(chunk[:i+1])
			}
		}
		if err := r.keep(chunk); err != nil {
			return err
		}
	}
}

// word takes a number, a literal, or what is neither.
func (r *values) word() error {
	for {
		chunk, err := r.chunk()
		if err != nil && err != io.EOF {
			return err
		}
		end := bytes.IndexAny(chunk, " \t\r\n,]}{[\"")
		if end == 0 && len(r.doc.Text) == 0 {
			end = 1
		}
		if end >= 0 {
			chunk = chunk[:end]
		}
		if err := r.keep(chunk); err != nil {
			return err
		}
		if end < 0 && err == nil {
			continue
		}
		if !json.Valid(r.doc.Text) {
			return errCut
		}
		return nil
	}
}
