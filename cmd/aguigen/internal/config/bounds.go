package config

import (
	"fmt"
	"io"
	"os"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// The bounds of a file. The longest honest one has a few hundred lines, and nothing in it is nested deeper than a map in
// a list in a map. The library needs time and memory by the square of the nesting, and we by that of the words on a line.
const (
	maxFile    = 1 << 20 // bytes
	maxWords   = 20_000
	maxNesting = 16
	maxIndent  = 200    // columns before the first word of a line
	maxColumn  = 10_000 // of a word's start
)

// readBounded reads a file that may be endless.
func readBounded(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(text) > maxFile {
		return nil, fmt.Errorf("the file is larger than %d MiB", maxFile>>20)
	}
	return text, err
}

// excess returns the token at which a text goes beyond the bounds, and which one; nil if it keeps them. Only the lexer has
// run by then, which is linear.
func excess(text []byte) (*token.Token, string) {
	flow, entries, line := 0, 0, 0
	for i, t := range lexer.Tokenize(string(text)) {
		if t.Position.Line != line {
			line, entries = t.Position.Line, 0
			if flow == 0 && t.Position.Column > maxIndent {
				return t, fmt.Sprintf("this line is indented by more than %d columns", maxIndent)
			}
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow = max(flow-1, 0)
		case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType, token.AnchorType, token.TagType, token.AliasType:
			if flow == 0 { // in a list on one line, many keys are siblings
				entries++
			}
		}
		switch {
		case flow > maxNesting || entries > maxNesting:
			return t, fmt.Sprintf("this is nested deeper than %d levels: the keys take texts, and lists and maps of texts", maxNesting)
		case t.Position.Column > maxColumn:
			return t, fmt.Sprintf("this line goes on after %d columns: break it", maxColumn)
		case i >= maxWords:
			return t, fmt.Sprintf("the file has more than %d words: shorten it", maxWords)
		}
	}
	return nil, ""
}
