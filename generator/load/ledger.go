package load

import (
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// Ledger lists every number that the binary form has ever used, including retired ones.
type Ledger struct {
	File    string
	Entries []*LedgerEntry
}

// LedgerEntry is one line: the number of a field or of a value of an enum. A field of a oneof has the oneof's name
// before its own.
type LedgerEntry struct {
	Name   string // "Event.event.raw", "EventType.RAW"
	Number int32
	Pos    diag.Pos
}

// ReadLedger reads wire-numbers.txt: one line "Message.field = 7" for each number; "#" starts a comment.
func ReadLedger(file string, data []byte) (*Ledger, error) {
	ledger := &Ledger{File: file}
	var found diag.List
	first := map[string]diag.Pos{}
	for _, line := range textLines(file, data) {
		entry, ok := ledgerEntry(line)
		if !ok {
			found.Errorf(line.pos, "%s is not an entry: write Message.field = 7, or # and a comment", strconv.Quote(line.text))
			continue
		}
		if at, twice := first[entry.Name]; twice {
			found.Errorf(line.pos, "%s has its number already, at %s: a number is for ever, so drop this line", entry.Name, at)
			continue
		}
		first[entry.Name] = line.pos
		ledger.Entries = append(ledger.Entries, entry)
	}
	return ledger, found.Err()
}

func ledgerEntry(line textLine) (*LedgerEntry, bool) {
	name, number, _ := strings.Cut(line.text, "=")
	name = strings.TrimSpace(name)
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 32)
	if err != nil || !dotted(name) || !strings.Contains(name, ".") {
		return nil, false
	}
	return &LedgerEntry{Name: name, Number: int32(n), Pos: line.pos}, true
}

// dotted reports whether s is identifiers with dots between.
func dotted(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || strings.ContainsFunc(part, notIdent) || '0' <= part[0] && part[0] <= '9' {
			return false
		}
	}
	return true
}

func notIdent(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// textLine is a line of a text file, without its comment and the space around it, and its place.
type textLine struct {
	text string
	pos  diag.Pos
}

// textLines returns the lines that are not empty.
func textLines(file string, data []byte) []textLine {
	var lines []textLine
	number := 0
	for line := range strings.SplitSeq(string(data), "\n") {
		number++
		line, _, _ = strings.Cut(line, "#")
		text := strings.TrimSpace(line)
		if text == "" {
			continue
		}
		column := strings.Index(line, text) + 1
		lines = append(lines, textLine{text, diag.Pos{File: file, Line: number, Column: column}})
	}
	return lines
}
