package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// trees reads our schema and the official one.
func (u *updater) trees() (ours, official *load.Node, err error) {
	var trees [2]*load.Node
	for i, name := range []string{u.folder(u.version, "schema.json"), u.spec} {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		if trees[i], err = load.Parse(name, data); err != nil {
			return nil, nil, err
		}
	}
	return trees[0], trees[1], nil
}

// compare holds our folder to the official files: all but the words must be equal, down to the order of keys and the
// spelling of numbers.
func (u *updater) compare() error {
	ours, official, err := u.trees()
	if err != nil {
		return err
	}
	var found diag.List
	compareNodes(&found, ours, official, false)
	names, err := u.wireFiles()
	if err != nil {
		return err
	}
	compared := 1
	for _, name := range names {
		theirs, err := os.ReadFile(u.beside(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		mine, err := u.read(u.version, name)
		if err != nil {
			return err
		}
		compareLines(&found, u.folder(u.version, name), mine, theirs)
		compared++
	}
	if err := found.Err(); err != nil {
		return err
	}
	if compared == 1 {
		fmt.Fprintln(u.out, "schema.json is the official one in all but the words; no other official file lies beside it")
	} else {
		fmt.Fprintf(u.out, "%d files are the official ones in all but the words\n", compared)
	}
	return nil
}

// compareNodes reports where two trees differ. Of a difference only its root is reported.
func compareNodes(found *diag.List, ours, official *load.Node, named bool) {
	mine, theirs := members(ours, named), members(official, named)
	switch {
	case ours.Kind != official.Kind || ours.Text != official.Text:
		found.Errorf(ours.Pos(), "is %s here, and %s at %s", show(ours), show(official), official.Pos())
		return
	case len(ours.Elems) != len(official.Elems):
		found.Errorf(ours.Pos(), "has %d elements here, and %d at %s", len(ours.Elems), len(official.Elems), official.Pos())
		return
	}
	for i, e := range ours.Elems {
		compareNodes(found, e, official.Elems[i], false)
	}
	same := slices.EqualFunc(mine, theirs, func(a, b load.Member) bool { return a.Key == b.Key })
	complete := true
	for _, m := range mine {
		if other := official.Get(m.Key); other != nil {
			compareNodes(found, m.Value, other, !named && slices.Contains(byName, m.Key))
		} else {
			complete = false
			found.Errorf(m.KeyPos(), "is not in the official file")
		}
	}
	for _, m := range theirs {
		if ours.Get(m.Key) == nil {
			complete = false
			found.Errorf(ours.Pos(), "lacks %q, which is at %s", m.Key, m.KeyPos())
		}
	}
	if complete && !same {
		found.Errorf(ours.Pos(), "has its keys in another order than at %s", official.Pos())
	}
}

// members leaves out what of a schema is words.
func members(n *load.Node, named bool) []load.Member {
	var list []load.Member
	for _, m := range n.Members {
		if named || m.Key != "description" && m.Key != "title" {
			list = append(list, m)
		}
	}
	return list
}

func show(n *load.Node) string {
	if n.Text == "" {
		return n.Kind.String()
	}
	return fmt.Sprintf("%q", n.Text)
}

// compareLines reports the first line of a text file in which more than the comments differs. The layout of a line does not
// count.
func compareLines(found *diag.List, name string, ours, official []byte) {
	mine, theirs := substance(ours), substance(official)
	for i := range max(len(mine), len(theirs)) {
		a, b := line{text: "nothing"}, line{text: "nothing"}
		if i < len(mine) {
			a = mine[i]
		}
		if i < len(theirs) {
			b = theirs[i]
		}
		if a.text != b.text {
			found.Errorf(diag.Pos{File: name, Line: a.number, Column: min(a.number, 1)}, "%q here is %q in the official file", a.text, b.text)
			return
		}
	}
}

// line is a line that says something.
type line struct {
	number int
	text   string
}

func substance(text []byte) []line {
	var list []line
	number := 0
	for l := range strings.Lines(string(text)) {
		number++
		if words := strings.Fields(uncommented(l)); len(words) > 0 {
			list = append(list, line{number, strings.Join(words, " ")})
		}
	}
	return list
}
