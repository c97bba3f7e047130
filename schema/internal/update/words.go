package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// byName are the keywords whose members are schemas under a name, which may be "description".
var byName = []string{"properties", "$defs"}

// descriptions returns every description of the schemas in a tree, in the order of the file.
func descriptions(n *load.Node) []*load.Node {
	var all []*load.Node
	walk(n, false, func(n *load.Node) {
		if d := n.Get("description"); d != nil && d.Kind == load.String {
			all = append(all, d)
		}
	})
	return all
}

// walk visits every schema. The members of a keyword in byName are named, so that it is not a schema itself.
func walk(n *load.Node, named bool, visit func(*load.Node)) {
	if n.Kind == load.Object && !named {
		visit(n)
	}
	for _, m := range n.Members {
		walk(m.Value, !named && slices.Contains(byName, m.Key), visit)
	}
	for _, e := range n.Elems {
		walk(e, false, visit)
	}
}

// carryWords returns the official text with our descriptions in place of its own: those that ours have at the same pointer,
// of which the last that is not empty counts, and empty ones elsewhere. Nothing else changes, not even the layout.
func carryWords(name string, official []byte, ours ...[]byte) ([]byte, error) {
	words := map[string]string{}
	for _, text := range ours {
		if text == nil {
			continue
		}
		mine, err := load.Parse("schema.json", text)
		if err != nil {
			return nil, err
		}
		for _, d := range descriptions(mine) {
			words[d.Pos().Pointer] = cmp.Or(d.Text, words[d.Pos().Pointer])
		}
	}
	tree, err := load.Parse(name, official)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	done := 0
	for _, d := range descriptions(tree) {
		start := offset(official, d.Pos())
		dec := json.NewDecoder(bytes.NewReader(official[start:]))
		if _, err := dec.Token(); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Pos(), err)
		}
		out.Write(official[done:start])
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(words[d.Pos().Pointer]); err != nil {
			return nil, err
		}
		out.Truncate(out.Len() - 1) // the line break of the encoder
		done = start + int(dec.InputOffset())
	}
	out.Write(official[done:])
	return out.Bytes(), nil
}

// offset finds a place in the text of its file.
func offset(text []byte, pos diag.Pos) int {
	at := 0
	for range pos.Line - 1 {
		at += bytes.IndexByte(text[at:], '\n') + 1
	}
	return at + pos.Column - 1
}

// describe lists the places that the official file describes and ours does not, and the reverse.
func (u *updater) describe() error {
	ours, official, err := u.trees()
	if err != nil {
		return err
	}
	var found diag.List
	mine := map[string]*load.Node{}
	for _, d := range descriptions(ours) {
		mine[d.Pos().Pointer] = d
	}
	all := descriptions(official)
	for _, d := range all {
		pointer := d.Pos().Pointer
		if m := mine[pointer]; m == nil {
			found.Errorf(diag.Pos{File: u.folder(u.version, "schema.json"), Pointer: pointer}, "is missing: %s has it", d.Pos())
		} else if m.Text == "" {
			found.Errorf(m.Pos(), "is to be written: what the official file says is at %s", d.Pos())
		}
		delete(mine, pointer)
	}
	for _, d := range mine {
		found.Errorf(d.Pos(), "has no counterpart in the official file: drop it")
	}
	if n := len(found); n > 0 {
		return fmt.Errorf("%w\n%d of %d descriptions are missing or surplus", found.Err(), n, len(all))
	}
	fmt.Fprintf(u.out, "all %d descriptions are there\n", len(all))
	return nil
}
