package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/binary"
	"github.com/aguigen/aguigen/cmd/aguigen/internal/judge"
	"github.com/aguigen/aguigen/cmd/aguigen/internal/order"
	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/load"
)

const (
	orderFlag  = "order"
	followFlag = "follow"
)

// captureNames are the endings of the files that a folder stands for.
var captureNames = []string{".json", ".jsonl", ".ndjson", ".sse", ".frames"}

// captures lists the files of an argument.
func (f *validateFlags) captures(arg string) ([]string, error) {
	if info, err := os.Stat(arg); arg == "-" || err != nil || !info.IsDir() {
		return []string{arg}, nil
	}
	var list []string
	err := filepath.WalkDir(arg, func(name string, entry fs.DirEntry, err error) error {
		if hidden := strings.HasPrefix(entry.Name(), ".") && name != arg; err != nil || hidden {
			if err == nil && entry.IsDir() {
				err = filepath.SkipDir
			}
			return err
		}
		known := slices.Contains(captureNames, strings.ToLower(filepath.Ext(name))) || f.format != string(judge.Auto)
		if entry.Type().IsRegular() && known {
			list = append(list, name)
		}
		return nil
	})
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("no file in this folder ends in %s: name the files, or give --%s", strings.Join(captureNames, ", "), formatFlag)
	}
	return list, err
}

// asked reports whether the order was asked for on the command line.
func (f *validateFlags) asked() bool { return f.follow || f.order }

// loadTables reads the tables of streams, if there are any.
func (f *validateFlags) loadTables(s *streams, source generator.Source) error {
	if err := f.loadRetired(); err != nil {
		return err
	}
	table, err := f.input.beside(streamName)
	if err != nil {
		return err
	}
	if table == nil {
		if f.asked() {
			return fmt.Errorf("--%s: there is no %s beside the schema, so nothing says how its events make a stream", orderFlag, streamName)
		}
		return nil
	}
	f.proto, err = generator.Model(s.ctx, generator.Config{Schema: source, Stream: table, Unchecked: f.input.settings.unchecked()})
	if err != nil {
		if f.asked() {
			return err
		}
		return nil // the schema judges all the same
	}
	f.tables = order.Load(f.proto.Streams)
	return nil
}

// loadRetired reads the replacements of retired shapes, for the findings.
func (f *validateFlags) loadRetired() error {
	source, err := f.input.beside(retiredName)
	if err != nil || source == nil {
		return err
	}
	table, err := load.ReadRetiredMap(source.Name, source.Text)
	if err != nil {
		return err
	}
	values := map[string][]string{}
	for _, e := range table.Events {
		values[e.Old] = []string{e.New}
	}
	if table.Part != nil {
		for _, k := range table.Part.Kinds {
			values[table.Part.Old] = append(values[table.Part.Old], k.Value)
		}
	}
	f.rules.Retired(values)
	return nil
}

// message returns what reads a message of the binary encoding. It loads the .proto files when the first one is met.
func (f *validateFlags) message(s *streams) func([]byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		if f.binary == nil {
			if err := f.loadProtos(s); err != nil {
				return nil, fmt.Errorf("frames cannot be read: %w", err)
			}
		}
		return f.binary.JSON(data)
	}
}

func (f *validateFlags) loadProtos(s *streams) error {
	if f.input.schema == "-" {
		return errors.New("a schema from standard input has no .proto files")
	}
	source, folder, err := f.input.readSchema(s)
	if err != nil {
		return err
	}
	if folder == nil {
		return errors.New("there are no .proto files beside the schema")
	}
	c := generator.Config{Schema: source, Unchecked: f.input.settings.unchecked()}
	if c.Wire, err = folder.wire(); err != nil {
		return err
	}
	p, err := generator.Model(s.ctx, c)
	if err != nil {
		return err
	}
	f.binary, err = binary.New(p.Wire)
	return err
}

// capture is a file whose events may have an order.
type capture struct {
	flags   *validateFlags
	format  judge.Format
	report  *report
	checker *order.Checker
	decided bool // whether there is one
	absent  int  // documents without the value that is judged
	last    judge.Verdict
}

// decide looks at the first value of a file.
func (c *capture) decide(v judge.Verdict) {
	f := c.flags
	c.decided = true
	if f.tables == nil || f.flags.Changed(orderFlag) && !f.order && !f.follow {
		return
	}
	if f.asked() || c.format != judge.JSON && f.tables.Begins(v.Value) {
		c.checker = f.tables.New(f.follow)
	}
}

// order adds the findings about the order of an event to those about the event.
func (c *capture) order(v judge.Verdict) judge.Verdict {
	if v.Value == nil {
		return v
	}
	if !c.decided {
		c.decide(v)
	}
	if c.checker == nil {
		return v
	}
	at := order.Place{Line: v.Line, Event: c.report.inFile + 1}
	for _, found := range c.checker.Event(v.Value, at) {
		v.Findings = append(v.Findings, judge.Finding{
			Line: v.Line, Column: v.Column, Keyword: found.Rule, Message: found.Message, Note: found.Note,
		})
	}
	c.last = v
	return v
}

// end reports the findings about the file as a whole.
func (c *capture) end(s *streams) error {
	r := c.report
	if c.absent > 0 {
		f := judge.Finding{Note: r.inFile > 0, Message: fmt.Sprintf("%s without a value at %s", count(c.absent, "document"), c.flags.at)}
		if err := r.whole(f); err != nil || !f.Note {
			return err
		}
	}
	if c.checker == nil {
		return r.endFile()
	}
	if f, whole := c.checker.End(); !whole && r.inFile > 1 {
		note := judge.Finding{Line: c.last.Line, Column: c.last.Column, Keyword: f.Rule, Message: f.Message, Note: true}
		if err := r.print("", []judge.Finding{note}, 0); err != nil {
			return err
		}
	}
	if c.flags.follow {
		text, err := c.checker.Conversation()
		if err != nil {
			return err
		}
		return say(s.out, string(text)+"\n")
	}
	return nil
}
