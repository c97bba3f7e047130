package config

import (
	"fmt"
	"io"
	"os"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"github.com/aguigen/aguigen/generator/diag"
)

// What a file may be, far above what any needs: the time that the library takes grows with the square of some of these.
const (
	mostBytes   = 1 << 20
	mostEntries = 10_000
	mostLevels  = 16
)

// readBounded reads a file, of one that is too large only so much that Parse refuses it.
func readBounded(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostBytes+1))
}

// tokens are the words and signs of a text; none where the library panics, as parse reports then.
func tokens(text []byte) (list token.Tokens) {
	defer func() {
		if recover() != nil {
			list = nil
		}
	}()
	return lexer.Tokenize(string(text))
}

// bounded reports whether the parser may see the text. What nests are brackets, and the signs of one line, as in "- - -".
func (r *reader) bounded(text []byte) bool {
	if len(text) > mostBytes {
		r.d.Errorf(diag.Pos{File: r.c.File, Line: 1, Column: 1}, "the file is larger than 1 MiB: shorten it")
		return false
	}
	var entries, brackets, signs, line int
	for _, t := range tokens(text) {
		if t.Position.Line != line {
			line, signs = t.Position.Line, 0
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			brackets++
			signs = 0
		case token.SequenceEndType, token.MappingEndType:
			brackets--
			signs = 0
		case token.CollectEntryType:
			entries++
			signs = 0
		case token.SequenceEntryType, token.MappingValueType, token.MappingKeyType:
			entries++
			signs++
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType, token.DirectiveType, token.DocumentHeaderType,
			token.DocumentEndType:
			entries += mostEntries / mostLevels // nothing that we read has more than one
			signs++
		}
		problem := ""
		switch {
		case brackets > mostLevels || signs > mostLevels:
			problem = fmt.Sprintf("this nests deeper than %d levels: remove it", mostLevels)
		case entries > mostEntries:
			problem = fmt.Sprintf("there are more than %d entries, or signs of more YAML than is understood here: shorten the file", mostEntries)
		default:
			continue
		}
		r.d.Errorf(r.place(t), "%s", problem)
		return false
	}
	return true
}
