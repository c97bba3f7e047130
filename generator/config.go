package generator

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// Config is the configuration of Generate: the input and the packages to write.
type Config struct {
	Schema Source
	Wire   *Wire   // nil without .proto files
	Stream *Source // stream-map.txt, or nil
	// Retired is retired-map.txt, which is used only with Stream, or nil.
	Retired *Source

	Package    string   // of the types; the others are named after it
	ImportPath string   // of the folder of the packages, the prefix of their import paths
	NewModule  bool     // the folder becomes a module
	Parts      []string // of Parts

	Unchecked   []load.Unchecked  // keywords of the schema that the code does not check
	Definitions []model.Selection // what to generate, with what it needs; all if empty
	Names       name.Options
	// ExactNumbers preserves the spelling of a "number" in a json.Number; otherwise it is a float64.
	ExactNumbers bool
	Aliases      []emit.FormerName // old names that the package keeps
	Header       string            // a comment for every Go file, such as a licence
}

// Source is an input file: its bytes, and its name in messages.
type Source struct {
	Name string
	Text []byte
}

// Wire is the binary side of a protocol version.
type Wire struct {
	Protos fs.FS // a folder with .proto files at its top
	Name   string
	Ledger *Source // wire-numbers.txt, or nil
	Table  *Source // wire-map.txt, or nil
}

// The parts that can be generated.
const (
	Types    = "types"
	JSON     = "json"
	Validate = "validate"
	Proto    = "proto"
	Stream   = "stream"
	HTTP     = "http"
)

// Parts lists all of them.
var Parts = []string{Types, JSON, Validate, Proto, Stream, HTTP}

// needs lists the parts whose code a part calls.
var needs = map[string][]string{JSON: {Types}, Validate: {Types, JSON}, Proto: {Types, JSON, Validate}, Stream: {Types, JSON},
	HTTP: {Types, JSON, Stream}}

// ParseParts parses a list as passed to --emit: "types,json".
func ParseParts(list string) ([]string, error) {
	var parts []string
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(Parts, word) {
			return nil, fmt.Errorf("there is no part %q: the parts are %s%s", word, strings.Join(Parts, ", "), didYouMean(word, Parts))
		}
		if slices.Contains(parts, word) {
			return nil, fmt.Errorf("part %q is listed twice", word)
		}
		parts = append(parts, word)
	}
	for _, part := range parts {
		for _, needed := range needs[part] {
			if !slices.Contains(parts, needed) {
				return nil, fmt.Errorf("the part %q needs %q, which %q lacks: add it", part, needed, list)
			}
		}
	}
	return parts, nil
}

func didYouMean(word string, known []string) string {
	if near := diag.Nearest(word, known); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	return ""
}
