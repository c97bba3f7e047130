package load

import (
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// RetiredMap is the table of shapes that the protocol has retired and their replacements.
type RetiredMap struct {
	File   string
	Events []*RetiredEvent
	Nulls  []*RetiredNull
	Part   *RetiredPart // nil where the table has none
	Fills  [][]Assignment
	Carry  []Assignment
	Wire   *RetiredWire // nil where the table has no such line
}

// RetiredWire describes the old part in the binary encoding.
type RetiredWire struct {
	New   string
	Marks []Assignment // of JSON
	Pos   diag.Pos
}

// RetiredEvent is a renamed event.
type RetiredEvent struct {
	Old, New string
	Lost     []string // members
	With     []Assignment
	Pos      diag.Pos
}

// RetiredNull names members of a definition in which null meant absent.
type RetiredNull struct {
	Definition string
	Members    []string
	Pos        diag.Pos
}

// RetiredPart is a retired part of messages. Its replacement depends on the start of a member's value.
type RetiredPart struct {
	Old, By string
	Kinds   []Assignment // Path is the start, "" for any
	Pos     diag.Pos
}

// Assignment assigns to a path a value, or the value of a member of the old shape.
type Assignment struct {
	Path, Value, Member string
	Pos                 diag.Pos
}

// ReadRetiredMap reads retired-map.txt; "#" starts a comment. The file explains the words; the model resolves the
// names.
func ReadRetiredMap(file string, data []byte) (*RetiredMap, error) {
	table := &RetiredMap{File: file}
	var found diag.List
	first := map[string]diag.Pos{}
	for _, line := range textLines(file, data) {
		words := strings.Fields(line.text)
		key, complaint := table.line(words[0], words[1:], line.pos)
		if complaint != "" {
			found.Errorf(line.pos, "%s", complaint)
			continue
		}
		if at, twice := first[key]; twice && key != "" {
			found.Errorf(line.pos, "%s stands here for the second time, first at %s: keep one of the two", key, at)
			continue
		}
		first[key] = line.pos
	}
	if table.Part == nil && (len(table.Fills)+len(table.Carry) > 0 || table.Wire != nil) {
		found.Errorf(diag.Pos{File: file, Line: 1, Column: 1}, "\"fill\", \"carry\" and \"wire\" say how a part gets its members, and no line \"part\" names one")
	}
	return table, found.Err()
}

// line parses a line, and returns its entry or an error.
func (t *RetiredMap) line(keyword string, args []string, pos diag.Pos) (key, complaint string) {
	switch keyword {
	case "event":
		return t.event(args, pos)
	case "null":
		if len(args) < 2 {
			return "", "\"null\" needs a definition and members of it"
		}
		t.Nulls = append(t.Nulls, &RetiredNull{args[0], args[1:], pos})
		return "null " + args[0], ""
	case "part":
		return t.part(args, pos)
	case "wire":
		if len(args) == 0 {
			return "", "\"wire\" needs the part that the old one is written as"
		}
		list, complaint := assignments(args[1:], pos)
		t.Wire = &RetiredWire{args[0], list, pos}
		return "wire", complaint
	case "fill", "carry":
		list, complaint := assignments(args, pos)
		if complaint == "" && len(list) == 0 {
			complaint = strconv.Quote(keyword) + " needs assignments: PATH=VALUE or PATH<MEMBER"
		}
		if keyword == "fill" {
			t.Fills = append(t.Fills, list)
		} else {
			t.Carry = append(t.Carry, list...)
		}
		return "", complaint
	}
	return "", strconv.Quote(keyword) + " is no keyword of this table: its head explains those there are"
}

func (t *RetiredMap) event(args []string, pos diag.Pos) (key, complaint string) {
	if len(args) < 2 {
		return "", "\"event\" needs the old name and that of today"
	}
	e := &RetiredEvent{Old: args[0], New: args[1], Pos: pos}
	mode := ""
	for _, word := range args[2:] {
		switch {
		case word == "lost" || word == "with":
			mode = word
		case mode == "lost":
			e.Lost = append(e.Lost, word)
		case mode == "with":
			list, complaint := assignments([]string{word}, pos)
			if complaint != "" {
				return "", complaint
			}
			e.With = append(e.With, list...)
		default:
			return "", strconv.Quote(word) + " stands before \"lost\" and \"with\""
		}
	}
	t.Events = append(t.Events, e)
	return "event " + e.Old, ""
}

func (t *RetiredMap) part(args []string, pos diag.Pos) (key, complaint string) {
	if len(args) < 4 || args[1] != "by" {
		return "", "a part's line is part OLD by MEMBER START=NEW… *=NEW"
	}
	p := &RetiredPart{Old: args[0], By: args[2], Pos: pos}
	list, complaint := assignments(args[3:], pos)
	for i := range list {
		if list[i].Member != "" {
			return "", strconv.Quote(args[3+i]) + " names no part: write START=NEW"
		}
		if list[i].Path == "*" {
			list[i].Path = ""
		}
	}
	p.Kinds = list
	t.Part = p
	return "part", complaint
}

// assignments reads PATH=VALUE and PATH<MEMBER.
func assignments(words []string, pos diag.Pos) (list []Assignment, complaint string) {
	for _, word := range words {
		at := strings.IndexAny(word, "=<")
		if at <= 0 || at == len(word)-1 {
			return nil, strconv.Quote(word) + " is no assignment: write PATH=VALUE or PATH<MEMBER"
		}
		a := Assignment{Path: word[:at], Pos: pos}
		if word[at] == '=' {
			a.Value = word[at+1:]
		} else {
			a.Member = word[at+1:]
		}
		list = append(list, a)
	}
	return list, ""
}
