package load

import (
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// WireMap is the table of the differences in names and shapes between the messages and the schema.
type WireMap struct {
	File    string
	Entries []*WireEntry
}

// WireEntry is one line of the table: a keyword and its words.
type WireEntry struct {
	Keyword string
	Args    []string
	Reason  string // the rest of the line, for the keywords that need one
	Pos     diag.Pos
}

// wireKeywords lists the words after each keyword; "REASON" is the rest of the line.
var wireKeywords = map[string]string{
	"frame":         "UNION",
	"media-type":    "TYPE",
	"message":       "DEFINITION MESSAGE",
	"nested":        "MIXIN FIELD",
	"merged":        "UNION FIELD",
	"field":         "DEFINITION.member FIELD",
	"split":         "DEFINITION.member TEXT LIST",
	"flat":          "DEFINITION.member FIELD",
	"value":         "DEFINITION.member",
	"no-message":    "DEFINITION REASON",
	"no-definition": "MESSAGE REASON",
	"no-field":      "DEFINITION.member REASON",
	"no-member":     "MESSAGE.field REASON",
}

// ReadWireMap reads wire-map.txt: one entry a line, "#" starts a comment. The file explains the keywords; names
// are resolved when messages are paired with definitions.
func ReadWireMap(file string, data []byte) (*WireMap, error) {
	table := &WireMap{File: file}
	var found diag.List
	first := map[string]diag.Pos{}
	for _, line := range textLines(file, data) {
		entry, complaint := wireEntry(line)
		if complaint != "" {
			found.Errorf(line.pos, "%s", complaint)
			continue
		}
		key := entry.Keyword + " " + entry.Args[0]
		if at, twice := first[key]; twice {
			found.Errorf(line.pos, "%s stands here for the second time, first at %s: keep one of the two", key, at)
			continue
		}
		first[key] = line.pos
		table.Entries = append(table.Entries, entry)
	}
	return table, found.Err()
}

// wireEntry returns the entry of a line, or an error.
func wireEntry(line textLine) (*WireEntry, string) {
	words := strings.Fields(line.text)
	entry := &WireEntry{Keyword: words[0], Pos: line.pos}
	form, known := wireKeywords[entry.Keyword]
	if !known {
		return nil, strconv.Quote(entry.Keyword) + " is no keyword of this table: its head explains those there are"
	}
	form, reason := strings.CutSuffix(form, " REASON")
	want := strings.Fields(form)
	words = words[1:]
	if len(words) < len(want) || !reason && len(words) > len(want) || reason && len(words) == len(want) {
		return nil, "write: " + entry.Keyword + " " + wireKeywords[entry.Keyword]
	}
	entry.Args, entry.Reason = words[:len(want)], strings.Join(words[len(want):], " ")
	for i, arg := range entry.Args {
		if member := strings.Contains(want[i], "."); member && !strings.Contains(arg, ".") {
			return nil, strconv.Quote(arg) + " names no member: write " + entry.Keyword + " " + wireKeywords[entry.Keyword]
		}
	}
	return entry, ""
}
