// Package judge validates the documents of a capture against a schema. It takes a schema and a stream of bytes (JSON,
// JSON Lines or server-sent events), and returns a verdict for each document, with the place in the file of every
// fault.
package judge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Finding is one finding about a document.
type Finding struct {
	Line, Column int    // in the file, from 1, columns in bytes
	Pointer      string // the place in the document, a JSON Pointer
	Keyword      string // the rule that is broken, a keyword of JSON Schema, or Syntax
	Schema       string // the rule's place in the schema: "#/$defs/Name/required"
	Property     string // the missing or unexpected property
	Message      string // one sentence
	Note         bool   // worth knowing, but the document is valid
}

// Syntax is the Keyword of a text that is not JSON.
const Syntax = "syntax"

// Verdict holds the findings about one document.
type Verdict struct {
	Definition string // the document was judged by, "" for the schema as a whole
	ByMembers  bool   // the definition was found by the document's members
	Valid      bool
	Value      []byte // the value that was validated, nil if it is not JSON; valid until the next document is read
	Line       int    // where it begins
	Column     int
	Absent     bool      // the document has nothing at the place that Within named: nothing was judged
	Findings   []Finding // the first ones, in the order of the document
	More       int       // how many there are beside them
}

// Judge returns the verdict on a document, with most findings at most.
func (s *Schema) Judge(d *Document, most int) Verdict {
	if d.fault != nil {
		return d.broken(*d.fault)
	}
	root, bad := parse(d.Text)
	if bad != nil {
		return d.broken(d.explain(*bad))
	}
	end := int(root.end)
	if root = root.below(s.within); root == nil {
		return Verdict{Valid: true, Absent: true}
	}
	c := s.choose(root)
	v := Verdict{Definition: c.name, ByMembers: c.byMembers, Value: d.Text[root.at:root.end]}
	v.Line, v.Column = d.place(int(root.at))
	w := &walk{schema: s, doc: d, root: root, most: most}
	if v.Valid = w.check(c); !v.Valid {
		w.settle()
		if w.sure.count+w.doubts.count == 0 {
			w.add(int(root.at), Finding{Keyword: "$ref", Schema: fragment(c.narrow.Location), Message: "the schema does not allow this document"})
		}
	}
	w.name(c)
	if d.unended {
		w.add(end, Finding{Note: true, Message: "no blank line ends the last event: a reader that follows the standard drops it"})
	}
	v.Findings, v.More = w.findings()
	for i := range v.Findings {
		v.Findings[i].Pointer = s.prefix + v.Findings[i].Pointer
	}
	return v
}

// below returns the value at a path, or nil.
func (n *node) below(path []string) *node {
	for _, step := range path {
		if n.members == nil {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(n.elems) {
				return nil
			}
			n = &n.elems[i]
			continue
		}
		next, is := n.members[step]
		if !is {
			return nil
		}
		n = next
	}
	return n
}

// broken is the verdict on a text that is not a document.
func (d *Document) broken(f fault) Verdict {
	line, column := d.place(f.at)
	return Verdict{Findings: []Finding{{Line: line, Column: column, Keyword: Syntax, Message: f.message}}}
}

// explain says more about a text that is not JSON.
func (d *Document) explain(f fault) fault {
	text := string(d.Text[:min(len(d.Text), 16)])
	switch {
	case d.lines == eventLines && len(d.Text) == 0:
		return fault{0, `the event's data is empty, and a reader expects JSON: to keep a connection alive, send a comment (":")`}
	case text == "[DONE]":
		return fault{0, `found "[DONE]", the end mark of another protocol: leave it out, the stream ends with its last event`}
	case d.lines == wholeLines && f.at == 0 && eventField(d.Text):
		return fault{0, "this looks like a line of server-sent events: read it with the format sse"}
	}
	f.message = "this is not JSON: " + f.message
	if d.cut {
		f.message += "; the rest of the file is not read"
	}
	return f
}

// name reports an event name that differs from the type in the document.
func (w *walk) name(c choice) {
	if w.doc.Name == "" || c.union == nil || !slices.Contains(c.union.values, w.doc.Name) {
		return
	}
	tag := w.root.members[c.union.tag]
	if text, ok := tag.text(); ok && text != w.doc.Name {
		w.add(int(tag.at), Finding{Note: true, Pointer: pointer([]string{c.union.tag}), Message: fmt.Sprintf(
			"the event is named %s, but its %q is %s: readers go by the latter", quote(w.doc.Name), c.union.tag, quote(text))})
	}
}

// quote shortens and quotes what comes from a document.
func quote(s string) string {
	const most = 80
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return strconv.Quote(s)
}
