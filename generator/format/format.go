// Package format formats the emitted files. It runs gofmt on Go files, and checks that they parse and begin with the
// header that marks generated code. It returns other files unchanged.
package format

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
)

// header matches the line by which Go's tools recognize generated code. It must be the first line of the
// file.
var header = regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.$`)

// around is the number of lines shown before and after an error.
const around = 5

// All formats the files concurrently and returns them in the same order. An error is a bug in an emitter, so
// it shows the source around the place.
func All(files []emit.File) ([]emit.File, error) {
	out := slices.Clone(files)
	problems := make([]diag.List, len(files))
	var pending sync.WaitGroup
	for i := range out {
		if path.Ext(out[i].Path) == ".go" {
			pending.Go(func() { out[i].Text = source(out[i], &problems[i]) })
		}
	}
	pending.Wait()
	if err := slices.Concat(problems...).Err(); err != nil {
		return nil, err
	}
	return out, nil
}

func source(f emit.File, problems *diag.List) []byte {
	first, _, _ := strings.Cut(string(f.Text), "\n")
	if !header.MatchString(first) {
		problems.Errorf(diag.Pos{File: f.Path, Line: 1, Column: 1},
			"the first line is %q, not a \"// Code generated ... DO NOT EDIT.\": mend the emitter of this file", first)
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, f.Path, f.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		broken(f, err, problems)
		return nil
	}
	text, err := printed(fset, tree)
	if err != nil {
		broken(f, err, problems)
	}
	return text
}

func printed(fset *token.FileSet, tree *ast.File) ([]byte, error) {
	var b bytes.Buffer
	err := format.Node(&b, fset, tree)
	return b.Bytes(), err
}

// broken reports the first syntax error, since the others usually follow from it.
func broken(f emit.File, err error, problems *diag.List) {
	pos := diag.Pos{File: f.Path}
	message := err.Error()
	var list scanner.ErrorList
	if errors.As(err, &list) {
		pos.Line, pos.Column, message = list[0].Pos.Line, list[0].Pos.Column, list[0].Msg
	}
	problems.Errorf(pos, "the emitted source does not parse, which is a fault in aguigen: %s%s", message, numbered(f.Text, pos.Line))
}

// numbered shows the lines around one, which is marked.
func numbered(text []byte, line int) string {
	if line == 0 {
		return ""
	}
	lines := strings.Split(string(text), "\n")
	var b strings.Builder
	for n := max(1, line-around); n <= min(len(lines), line+around); n++ {
		mark := " "
		if n == line {
			mark = ">"
		}
		fmt.Fprintf(&b, "\n%s %5d  %s", mark, n, lines[n-1])
	}
	return b.String()
}
