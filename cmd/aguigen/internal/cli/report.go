package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/judge"
	"github.com/aguigen/aguigen/generator/diag"
)

// report prints verdicts and counts them.
type report struct {
	out      io.Writer
	json     bool
	progress *progress

	file   string
	inFile int  // documents of the current file
	frames bool // it has no lines, so that a place is the number of a document

	documents, invalid, findings, notes int
	byMembers                           map[string]int
}

func newReport(s *streams, out io.Writer, asJSON bool) *report {
	return &report{out: out, json: asJSON, progress: newProgress(s.errOut), byMembers: map[string]int{}}
}

func (r *report) begin(file string) {
	r.file, r.inFile, r.frames = file, 0, false
	r.progress.begin(file)
}

func (r *report) document(v judge.Verdict) error {
	r.inFile++
	r.documents++
	if !v.Valid {
		r.invalid++
	}
	if v.ByMembers {
		r.byMembers[v.Definition]++
	}
	r.progress.show(r.documents)
	return r.print(v.Definition, v.Findings, v.More)
}

// endFile reports a file without documents, since that is more likely a mistake than a success.
func (r *report) endFile() error {
	if r.inFile > 0 {
		return nil
	}
	return r.whole(judge.Finding{Message: "there is no document in this file"})
}

// whole prints the findings about a file as a whole.
func (r *report) whole(f judge.Finding) error {
	documents := r.inFile
	r.inFile = 0
	err := r.print("", []judge.Finding{f}, 0)
	r.inFile = documents
	return err
}

// print writes the findings of a document, and how many more there are.
func (r *report) print(definition string, findings []judge.Finding, more int) error {
	var b bytes.Buffer
	for _, f := range findings {
		if f.Note {
			r.notes++
		} else {
			r.findings++
		}
		if r.json {
			b.Write(r.object(definition, f))
		} else {
			if r.frames && r.inFile > 0 {
				f.Message = fmt.Sprintf("event %d: %s", r.inFile, f.Message)
			}
			b.WriteString(line(r.file, f))
		}
	}
	if r.findings += more; more > 0 {
		if r.json {
			b.Write(marshal(jsonMore{"more", r.file, r.inFile, more}))
		} else {
			fmt.Fprintf(&b, "%s: and %s more in document %d\n", r.file, count(more, "finding"), r.inFile)
		}
	}
	if b.Len() == 0 {
		return nil
	}
	r.progress.clear()
	return say(r.out, b.String())
}

// line is a finding as text.
func line(file string, f judge.Finding) string {
	if f.Note {
		f.Message = "note: " + f.Message
	}
	if strings.ContainsFunc(f.Pointer, func(c rune) bool { return !unicode.IsPrint(c) }) {
		f.Pointer = strconv.Quote(f.Pointer)
	}
	at := diag.Pos{File: file, Line: f.Line, Column: f.Column, Pointer: f.Pointer}
	return diag.Diagnostic{Pos: at, Message: f.Message}.String() + "\n"
}

// jsonFinding is a finding for tools. The help names the members.
type jsonFinding struct {
	Kind             string `json:"kind"`
	File             string `json:"file"`
	Line             int    `json:"line,omitempty"`
	Column           int    `json:"column,omitempty"`
	Document         int    `json:"document,omitempty"`
	Definition       string `json:"definition,omitempty"`
	InstanceLocation string `json:"instanceLocation"`
	Keyword          string `json:"keyword,omitempty"`
	SchemaLocation   string `json:"schemaLocation,omitempty"`
	Property         string `json:"property,omitempty"`
	Message          string `json:"message"`
}

// jsonMore counts the findings of a document that are not printed.
type jsonMore struct {
	Kind     string `json:"kind"`
	File     string `json:"file"`
	Document int    `json:"document"`
	Findings int    `json:"findings"`
}

type jsonSummary struct {
	Kind            string         `json:"kind"`
	Documents       int            `json:"documents"`
	Valid           int            `json:"valid"`
	Invalid         int            `json:"invalid"`
	Findings        int            `json:"findings"`
	Notes           int            `json:"notes"`
	JudgedByMembers map[string]int `json:"judgedByMembers"`
}

func (r *report) object(definition string, f judge.Finding) []byte {
	kind := "finding"
	if f.Note {
		kind = "note"
	}
	return marshal(jsonFinding{kind, r.file, f.Line, f.Column, r.inFile, definition, f.Pointer, f.Keyword, f.Schema, f.Property, f.Message})
}

// marshal returns a line of JSON.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // texts and numbers can always be encoded
	}
	return b.Bytes()
}

// end prints the summary.
func (r *report) end() error {
	r.progress.clear()
	valid := r.documents - r.invalid
	if r.json {
		return say(r.out, string(marshal(jsonSummary{"summary", r.documents, valid, r.invalid, r.findings, r.notes, r.byMembers})))
	}
	text := fmt.Sprintf("%s: %d valid, %d invalid, %s", count(r.documents, "document"), valid, r.invalid, count(r.findings, "finding"))
	if r.notes > 0 {
		text += ", " + count(r.notes, "note")
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(r.byMembers)) {
		parts = append(parts, fmt.Sprintf("%d as %s", r.byMembers[name], name))
	}
	if len(parts) > 0 {
		text += " (judged by their members: " + strings.Join(parts, ", ") + ")"
	}
	return say(r.out, text+"\n")
}

// progress is a line on a terminal with the progress of reading a large input.
type progress struct {
	out   io.Writer // nil where nobody watches
	file  string
	bytes int64 // of the file
	last  int64 // when the line was printed
	shown bool
}

// step is how much is read between two lines.
const step = 16 << 20

func newProgress(w io.Writer) *progress {
	f, ok := w.(*os.File)
	if !ok {
		return &progress{}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return &progress{}
	}
	return &progress{out: w}
}

func (p *progress) begin(file string) { p.file, p.bytes, p.last = file, 0, 0 }

// count returns a reader that counts what is read from in.
func (p *progress) count(in io.Reader) io.Reader { return &counter{in, p} }

type counter struct {
	in io.Reader
	p  *progress
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.p.bytes += int64(n)
	return n, err
}

// show prints the line, if it is time.
func (p *progress) show(documents int) {
	if p.out == nil || p.bytes < p.last+step {
		return
	}
	p.last, p.shown = p.bytes, true
	fmt.Fprintf(p.out, "\r\x1b[K%s: %d MB read, %s so far", p.file, p.bytes>>20, count(documents, "document"))
}

// clear removes the line.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}
