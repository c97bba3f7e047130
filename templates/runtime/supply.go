package runtime

import (
	"encoding/json"
	"slices"
	"sort"
)

// Missing is a required property that a document lacks.
type Missing struct {
	InstanceLocation string // JSON Pointer of the object that lacks it: "/messages/0"
	Definition       string // the definition of that object, by its name in the schema
	Property         string
}

// supplier inserts what OnMissing returns into the document, which is then read again, so that a supplied value is
// validated like any other. Its offsets are those of the text that is read next.
type supplier struct {
	ask    func(Missing) (json.RawMessage, bool)
	rounds int
	asked  map[gap]bool
	given  []span // supplied text, in which OnMissing is not called
	notes  []note // of properties that were supplied, or cannot be
}

// gap is a missing required property of the object at offset.
type gap struct {
	offset   int
	property string
}

// maxRounds is how often a document is read again for missing properties. A second time is needed only below an object
// whose discriminator was supplied.
const maxRounds = 64

// gap marks the last recorded violation, unless the list was full, as one that OnMissing may resolve.
func (r *reader) gap(before int, definition, property string) {
	if r.supplier != nil && len(r.notes) > before {
		last := &r.notes[len(r.notes)-1]
		last.unknown.Definition, last.property = definition, property
		r.lacks = true
	}
}

// supply calls OnMissing for what the last pass found missing, and returns to the start of the document if
// anything was supplied.
func (r *reader) supply() bool {
	s := r.supplier
	if s.rounds == maxRounds {
		return false
	}
	s.rounds++
	gaps := s.gaps(r.notes)
	if len(gaps) == 0 {
		return false
	}
	var inserts []insert
	refused := len(s.notes)
	for i, at := range r.places(gaps) {
		n := gaps[i]
		s.asked[gap{n.offset, n.property}] = true
		raw, ok := s.ask(Missing{InstanceLocation: at, Definition: n.unknown.Definition, Property: n.property})
		if !ok {
			continue
		}
		if message := notJSON(raw, 0); message != "" {
			s.notes = append(s.notes, note{offset: n.offset, error: &ValidationError{
				Message: "OnMissing returned no value of " + n.property + ": " + message, kind: ErrMalformed}})
			continue
		}
		inserts = addMember(inserts, r.text, n, raw)
		if r.onUnknown != nil {
			s.notes = append(s.notes, note{offset: n.offset, property: n.property,
				unknown: Unknown{Definition: n.unknown.Definition, Kind: UnknownKindMissing}})
		}
	}
	if len(inserts) == 0 {
		r.notes = append(r.notes, s.notes[refused:]...)
		return false
	}
	r.text = s.put(r.text, inserts)
	r.restart(r.text)
	return true
}

// gaps returns the marked notes that OnMissing was not called for yet, in document order.
func (s *supplier) gaps(notes []note) []note {
	if s.asked == nil {
		s.asked = map[gap]bool{}
	}
	var list []note
	for _, n := range notes {
		if n.error != nil && n.unknown.Definition != "" && !s.asked[gap{n.offset, n.property}] && !s.supplied(n.offset) {
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(a, b note) int { return a.offset - b.offset })
	return list
}

// places returns the JSON Pointer of each note.
func (r *reader) places(notes []note) []string {
	offsets := make([]int, len(notes))
	for i, n := range notes {
		offsets[i] = n.offset
	}
	return locate(r.text, offsets)
}

// supplied reports whether an offset is in supplied text.
func (s *supplier) supplied(offset int) bool {
	i := sort.Search(len(s.given), func(i int) bool { return s.given[i].end > offset })
	return i < len(s.given) && s.given[i].start <= offset
}

// insert is text to be inserted after an opening brace.
type insert struct {
	at   int
	text []byte
}

// addMember adds the property that the object of n lacks. The properties of one object are inserted together.
func addMember(list []insert, text []byte, n note, raw json.RawMessage) []insert {
	at := n.offset + 1
	if len(list) == 0 || list[len(list)-1].at != at {
		list = append(list, insert{at: at})
	}
	in := &list[len(list)-1]
	empty := text[skipSpace(text, at)] == '}'
	if empty && len(in.text) > 0 {
		in.text = append(in.text, ',')
	}
	in.text = append(append(appendString(in.text, n.property), ':'), raw...)
	if !empty {
		in.text = append(in.text, ',')
	}
	return list
}

// put returns the text with the inserts, which are in document order, and adjusts the offsets in s.
func (s *supplier) put(text []byte, inserts []insert) []byte {
	var out []byte
	var given []span
	last := 0
	for _, in := range inserts {
		out = append(append(out, text[last:in.at]...), in.text...)
		given = append(given, span{len(out) - len(in.text), len(out)})
		last = in.at
	}
	out = append(out, text[last:]...)
	ends := make([]int, len(inserts)) // how much longer the text is after each
	for i := range inserts {
		ends[i] = given[i].end - inserts[i].at
	}
	moved := func(offset int) int {
		if i := sort.Search(len(inserts), func(i int) bool { return inserts[i].at > offset }); i > 0 {
			return offset + ends[i-1]
		}
		return offset
	}
	asked := make(map[gap]bool, len(s.asked))
	for g := range s.asked {
		asked[gap{moved(g.offset), g.property}] = true
	}
	for i := range s.notes {
		s.notes[i].offset = moved(s.notes[i].offset)
	}
	for _, g := range s.given {
		given = append(given, span{moved(g.start), moved(g.end-1) + 1})
	}
	slices.SortFunc(given, func(a, b span) int { return a.start - b.start })
	s.asked, s.given = asked, given
	return out
}

// original returns the offset in the original document.
func (s *supplier) original(offset int) int {
	if s == nil {
		return offset
	}
	more := 0
	for _, g := range s.given {
		if g.start >= offset {
			break
		}
		more += min(g.end, offset) - g.start
	}
	return offset - more
}
