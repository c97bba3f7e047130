package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/binary"
	"github.com/aguigen/aguigen/cmd/aguigen/internal/judge"
	"github.com/aguigen/aguigen/cmd/aguigen/internal/order"
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/schema"
)

const (
	defFlag         = "def"
	formatFlag      = "format"
	outputFlag      = "output"
	maxFindingsFlag = "max-findings"
	maxDocumentFlag = "max-document"
	atFlag          = "at"
)

// The defaults of what bounds the work on a document.
const (
	defaultMaxFindings = 100
	defaultMaxDocument = 64 // MiB
)

// outputs are what --output takes.
var outputs = []string{"text", "json"}

var validateCommand = command{
	name:  "validate",
	args:  "FILE...|-",
	short: "validate documents against a schema",
	long: `Validates the documents in files, or in standard input ("-"), against a schema, and exits with code 1 if one is
invalid. A file contains JSON values, an array of documents, JSON Lines, recorded server-sent events, or frames of the
binary encoding. It is read document by document, so it may be of any size. For a folder, the captures in it and in its
subfolders are read: files whose names end in .json, .jsonl, .ndjson, .sse or .frames, or all files if --format is
given. With --at /event only the value at that place in each document is validated.

The schema is that of aguigen.yaml, unless --schema names another. Keywords that aguigen.yaml lists as unchecked are
not checked.

Without --def, a document is validated against the schema as a whole. An object that lacks the discriminator of the
schema's union is validated against the definition that has the most members in common with it; the summary names it.

Each finding is a line "file:line:column: pointer: message". Line and column are those in the file; columns count bytes,
without a byte order mark. The pointer is the place in the document, and omitted for the document as a whole. A finding
marked "note" does not make the document invalid. If a document has more findings than --max-findings, the first ones
are printed and the others are counted.

In server-sent events, JSON Lines and frames that begin with a run, the order of the events is checked by the
stream-map.txt beside the schema; --order checks it in any file, and --order=false in none. A finding names the place of
the related event, and is printed once for each id. A run that the end of a file cuts off is a note. --follow prints, for
each file, the conversation that results from its events, as JSON, and prints the findings to standard error; events out
of order have no effect on it.

With --output json, each line is an object. "kind" is finding, note or summary. Findings and notes have "file", "line",
"column", "document" (its number in the file), "definition" (that it was validated against), "instanceLocation" (the pointer),
"keyword" (of the schema, a rule of the order, or syntax), "schemaLocation", "property" (missing or unexpected) and
"message"; unknown values are omitted. A line of the kind "more" has "file", "document" and "findings", the number of
findings that are not printed. The summary has "documents", "valid", "invalid", "findings", "notes" and "judgedByMembers", a
count for each definition.`,
	bind: func(fs *pflag.FlagSet) run {
		f := &validateFlags{}
		f.bind(fs)
		return f.validate
	},
}

type validateFlags struct {
	input                    inputFlags
	def, format, output, at  string
	maxFindings, maxDocument int
	order, follow            bool
	flags                    *pflag.FlagSet

	rules  *judge.Schema
	tables *order.Tables // nil where there are none
	binary *binary.Decoder
	proto  *model.Protocol // what the two are of, nil until it is asked for
}

func (f *validateFlags) bind(fs *pflag.FlagSet) {
	f.flags = fs
	fs.StringVar(&f.input.schema, schemaFlag, schema.Default,
		"`schema` to validate against: an embedded version ("+strings.Join(schema.Versions(), ", ")+"), a file, or - for standard input")
	f.input.settings.bind(fs)
	fs.StringVar(&f.def, defFlag, "", "`name` of the definition to validate every document against")
	fs.StringVar(&f.format, formatFlag, string(judge.Auto), "`format` of the files, of "+strings.Join(judge.Formats, ", "))
	fs.StringVar(&f.at, atFlag, "", "`place` in each document of the value to validate, a JSON Pointer (default: the document)")
	fs.BoolVar(&f.order, orderFlag, false, "check the order of events (default: if a capture begins with a run)")
	fs.BoolVar(&f.follow, followFlag, false, "print the conversation that results from the events of each file")
	fs.StringVar(&f.output, outputFlag, outputs[0], "`form` of the findings, of "+strings.Join(outputs, ", "))
	fs.IntVar(&f.maxFindings, maxFindingsFlag, defaultMaxFindings, "`number` of findings to print for a document; the others are counted")
	fs.IntVar(&f.maxDocument, maxDocumentFlag, defaultMaxDocument, "maximum size of a document in `MiB`")
}

func (f *validateFlags) validate(s *streams, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	if err := f.input.configure(); err != nil {
		return err
	}
	if err := f.load(s); err != nil {
		return err
	}
	out := s.out
	if f.follow {
		out = s.errOut
	}
	r := newReport(s, out, f.output == "json")
	var unreadable diag.List
	for _, arg := range args {
		names, err := f.captures(arg)
		if err != nil {
			unreadable.Errorf(diag.Pos{File: arg}, "%v", err)
		}
		for _, name := range names {
			if err := f.file(s, name, r); err != nil {
				if s.ctx.Err() != nil {
					return s.ctx.Err()
				}
				unreadable.Errorf(diag.Pos{File: name}, "%v", err)
			}
		}
	}
	if err := r.end(); err != nil {
		return err
	}
	if err := unreadable.Err(); err != nil {
		return err
	}
	if r.invalid > 0 || r.findings > 0 {
		return errFindings
	}
	return nil
}

// check refuses what can be told from the command line alone.
func (f *validateFlags) check(args []string) error {
	if len(args) == 0 {
		return errors.New("aguigen validate: name the files to judge, or - for standard input")
	}
	for _, c := range []struct {
		flag, given string
		known       []string
	}{{formatFlag, f.format, judge.Formats}, {outputFlag, f.output, outputs}} {
		if !slices.Contains(c.known, c.given) {
			return fmt.Errorf("--%s: there is no %q%s", c.flag, c.given, hint(c.given, c.known, "it takes "+strings.Join(c.known, ", ")))
		}
	}
	if f.maxFindings < 1 {
		return fmt.Errorf("--%s: %d is not a number of findings: give 1 or more", maxFindingsFlag, f.maxFindings)
	}
	if f.maxDocument < 1 || f.maxDocument > math.MaxInt32>>20 {
		return fmt.Errorf("--%s: %d is not a size in MiB: give 1 to %d", maxDocumentFlag, f.maxDocument, math.MaxInt32>>20)
	}
	inputs := args
	if f.input.schema == "-" {
		inputs = append(slices.Clone(args), "-")
	}
	if first := slices.Index(inputs, "-"); first >= 0 && slices.Contains(inputs[first+1:], "-") {
		return errors.New("aguigen validate: standard input can be read only once: give a file instead of one of the -")
	}
	return nil
}

// load reads what to judge by.
func (f *validateFlags) load(s *streams) error {
	source, _, err := f.input.readSchema(s)
	if err != nil {
		return err
	}
	if f.rules, err = judge.Load(source.Name, source.Text, f.input.settings.unchecked()...); err != nil {
		return err
	}
	if err := f.rules.Within(f.at); err != nil {
		return fmt.Errorf("--%s: %w", atFlag, err)
	}
	if f.def != "" {
		if err := f.rules.Use(f.def); err != nil {
			return fmt.Errorf("--%s: %w", defFlag, err)
		}
	}
	return f.loadTables(s, source)
}

// file judges the documents of one file.
func (f *validateFlags) file(s *streams, name string, r *report) error {
	in := s.in
	if name == "-" {
		name = "<stdin>"
	} else {
		file, err := os.Open(name)
		if err != nil {
			return whyNot(name, err)
		}
		defer file.Close()
		in = file
	}
	r.begin(name)
	documents, format := judge.Open(r.progress.count(in), name, judge.Options{
		Format: judge.Format(f.format), Arrays: f.rules.TakesArrays(), Most: f.maxDocument << 20, Message: f.message(s),
	})
	r.frames = format == judge.Frames
	c := &capture{flags: f, format: format, report: r}
	for {
		d, err := judge.Next(documents)
		if err == nil {
			err = s.ctx.Err()
		}
		if err == io.EOF {
			return c.end(s)
		}
		if err != nil {
			return whyNot(name, err)
		}
		v := f.rules.Judge(d, f.maxFindings)
		if v.Absent {
			c.absent++
			continue
		}
		if err := r.document(c.order(v)); err != nil {
			return err
		}
	}
}

// whyNot explains a file that cannot be read. The file's name comes in front.
func whyNot(name string, err error) error {
	var onPath *os.PathError
	if errors.As(err, &onPath) {
		err = onPath.Err
	}
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("there is no such file" + nearFile(name))
	}
	if info, statErr := os.Stat(name); statErr == nil && info.IsDir() {
		return errors.New("this is a folder")
	}
	return fmt.Errorf("cannot read the file: %w", err)
}
