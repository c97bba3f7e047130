package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// maxFindings is where a list of violations is cut: a hostile document does not make it long.
const maxFindings = 10_000

// finding is a violation whose place is still an offset into the document.
type finding struct {
	offset int
	error  *ValidationError
}

// unknown is a report whose place is still an offset: of the value, or of the object that has the property.
type unknown struct {
	offset   int
	property string
	report   Unknown
}

// note records a violation at the value at hand. The keyword belongs to the subschema at location.
func (r *reader) note(keyword, location, property, message string) {
	r.noteAt(r.pos, keyword, location, property, message)
}

func (r *reader) noteAt(offset int, keyword, location, property, message string) {
	if r.err != nil || len(r.findings) > maxFindings {
		return
	}
	if len(r.findings) == maxFindings {
		r.findings = append(r.findings, finding{offset, &ValidationError{Message: "there is more that breaks the schema: the list ends here"}})
		return
	}
	r.findings = append(r.findings, finding{offset, &ValidationError{
		Keyword: keyword, SchemaLocation: location + "/" + keyword, Property: property, Message: message,
	}})
}

// mismatch notes that the value at hand is not of the type that belongs here, and steps over it.
func (r *reader) mismatch(location, want string) {
	r.note("type", location, "", fmt.Sprintf("found %s where %s belongs", kindOf(r.peek()), want))
	r.skip()
}

// kindOf names the type of the value that starts with c.
func kindOf(c byte) string {
	switch c {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	default:
		return "a number"
	}
}

// missing notes the required members of the object at at that are not among those seen.
func (r *reader) missing(s *shape, at int, seen uint64) {
	if r.err != nil {
		return
	}
	var others []string
	for i, m := range s.members {
		if len(m.requiredAt) == 0 || seen&(1<<i) != 0 {
			continue
		}
		if others == nil {
			others = unknownKeys(r.data, at, s)
		}
		message := fmt.Sprintf("%q is missing", m.name)
		if near, ok := otherSpelling(m.name, others); ok {
			message += fmt.Sprintf(": it has %q, did you mean %q?", near, m.name)
		}
		for _, location := range m.requiredAt {
			r.noteAt(at, "required", strings.TrimSuffix(location, "/required"), m.name, message)
		}
	}
}

// foreign handles a member that the object at at does not define, and steps over its value.
func (r *reader) foreign(s *shape, at int, extra *map[string]json.RawMessage) {
	switch {
	case s.closed != "" && r.strict:
		key := string(r.key)
		message := fmt.Sprintf("%s has no property %q", s.definition, short(r.key))
		if near, ok := nearest(key, names(s.members)); ok {
			message += fmt.Sprintf(": did you mean %q?", near)
		}
		r.noteAt(at, s.closed, s.location(), key, message)
		r.skip()
		return
	case s.closed != "":
		r.report(at, string(r.key), s.definition, UnknownKindProperty)
		if !r.keep {
			r.skip()
			return
		}
	}
	if *extra == nil {
		*extra = map[string]json.RawMessage{}
	}
	key := text(r.hold(r.key))
	(*extra)[key] = r.any()
}

// report records something unknown, if somebody listens.
func (r *reader) report(offset int, property, definition string, kind UnknownKind) {
	if r.opts.OnUnknown != nil && !r.strict && r.err == nil {
		r.unknowns = append(r.unknowns, unknown{offset, property, Unknown{Definition: definition, Kind: kind}})
	}
}

// marks is what had been noted before a value was read.
type marks struct{ findings, unknowns int }

// marks remembers how much has been noted; forget drops what was noted since.
func (r *reader) marks() marks { return marks{len(r.findings), len(r.unknowns)} }

func (r *reader) forget(m marks) {
	r.findings, r.unknowns = r.findings[:m.findings], r.unknowns[:m.unknowns]
}

// fail records where the document stops being JSON, once, and leaves no more data.
func (r *reader) fail(why fault) {
	if r.err != nil {
		return
	}
	if r.pos >= len(r.data) && why != badString {
		why = badEnd
	}
	r.err = &SyntaxError{Offset: int64(r.pos), Message: faults[why], kind: ErrSyntax}
	if why == badDepth {
		r.err.kind = ErrTooDeep
	}
	r.err.InstanceLocation = locate(r.data, []int{r.pos})[0]
	r.data, r.pos = nil, 0
}

// done ends the reading of a document: nothing may follow. It tells what was unknown and gives the error, if any.
func (r *reader) done() error {
	r.space()
	if r.err == nil && r.pos < len(r.data) {
		r.fail(badTail)
	}
	r.tell()
	if r.err != nil {
		return r.err
	}
	if len(r.findings) > 0 {
		return r.violations()
	}
	return nil
}

// tell hands the unknown things to the caller, in the order of the document.
func (r *reader) tell() {
	if len(r.unknowns) == 0 {
		return
	}
	offsets := make([]int, len(r.unknowns))
	for i, u := range r.unknowns {
		offsets[i] = u.offset
	}
	for i, at := range locate(r.text, offsets) {
		u := r.unknowns[i]
		u.report.InstanceLocation = at
		if u.report.Kind == UnknownKindProperty {
			u.report.InstanceLocation += "/" + escapePointer(u.property)
		}
		r.opts.OnUnknown(u.report)
	}
}

// violations gives the findings with their places.
func (r *reader) violations() ValidationErrors {
	slices.SortStableFunc(r.findings, func(a, b finding) int { return a.offset - b.offset })
	offsets := make([]int, len(r.findings))
	for i, f := range r.findings {
		offsets[i] = f.offset
	}
	errs := make(ValidationErrors, len(r.findings))
	for i, at := range locate(r.text, offsets) {
		errs[i] = r.findings[i].error
		errs[i].InstanceLocation = at
	}
	return errs
}
