package load

import (
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// StreamMap is the table of how events form a stream.
type StreamMap struct {
	File   string
	Header []*StreamEntry
	Events []*StreamEvent
}

// StreamEntry is a line of the table's header: a keyword and its words.
type StreamEntry struct {
	Keyword string
	Args    []string
	Pos     diag.Pos
}

// StreamEvent is the line of an event. A cell that says "-" is empty.
type StreamEvent struct {
	Name                        string
	Order, Lanes, Builds, Joins string
	Pos                         diag.Pos
}

// streamKeywords holds the number of words after each keyword; a negative one is a minimum.
var streamKeywords = map[string]int{
	"events": 1, "messages": 1, "request": 5, "run": 2, "tag": 1, "folded": 1, "origin": 1, "message": 2, "calls": 5,
	"answers": 2, "activities": 3, "sealed": -1, "patch": 5, "authority": 2, "interrupt": 2, "resume": 4, "content": 3,
	"space": -2, "entity": -4, "short": -5, "version": 1, "always": -1, "failure": 2, "deadline": 2,
}

// repeatedKeywords are the keywords with one line for each name.
var repeatedKeywords = map[string]bool{"space": true, "entity": true, "short": true}

// ReadStreamMap reads stream-map.txt: the header's entries and the events, one a line; "#" starts a comment. The file
// explains the words; the model resolves the names.
func ReadStreamMap(file string, data []byte) (*StreamMap, error) {
	table := &StreamMap{File: file}
	var found diag.List
	first := map[string]diag.Pos{}
	for _, line := range textLines(file, data) {
		key, complaint := table.line(line)
		if complaint != "" {
			found.Errorf(line.pos, "%s", complaint)
			continue
		}
		if at, twice := first[key]; twice {
			found.Errorf(line.pos, "%s stands here for the second time, first at %s: keep one of the two", key, at)
			continue
		}
		first[key] = line.pos
	}
	return table, found.Err()
}

// line parses a line, and returns its entry or an error.
func (t *StreamMap) line(line textLine) (key, complaint string) {
	if cells := strings.Split(line.text, "|"); len(cells) > 1 {
		if len(cells) != 5 {
			return "", "an event's line has 5 columns, EVENT | order | lanes | builds | joins, this one " + strconv.Itoa(len(cells))
		}
		for i, cell := range cells {
			if cells[i] = strings.Join(strings.Fields(cell), " "); cells[i] == "" {
				return "", "column " + strconv.Itoa(i+1) + " is empty: write \"-\" for nothing"
			}
			if cells[i] == "-" {
				cells[i] = ""
			}
		}
		t.Events = append(t.Events, &StreamEvent{cells[0], cells[1], cells[2], cells[3], cells[4], line.pos})
		return cells[0], ""
	}
	words := strings.Fields(line.text)
	e := &StreamEntry{words[0], words[1:], line.pos}
	want, known := streamKeywords[e.Keyword]
	switch {
	case !known:
		return "", strconv.Quote(e.Keyword) + " is no keyword of this table: its head explains those there are"
	case want >= 0 && len(e.Args) != want || len(e.Args) < -want:
		return "", strconv.Quote(e.Keyword) + " has another number of words behind it: the head of the table lists them"
	}
	t.Header = append(t.Header, e)
	if repeatedKeywords[e.Keyword] {
		return e.Keyword + " " + e.Args[0], ""
	}
	return e.Keyword, ""
}
