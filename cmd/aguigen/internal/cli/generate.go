package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/write"
)

const (
	outFlag     = "out"
	packageFlag = "package"
	moduleFlag  = "module"
	emitFlag    = "emit"
)

// defaultPackage is the name of the types' package, defaultParts what is written when --emit is not given.
const defaultPackage = "agui"

var defaultParts = generator.Parts

var generateCommand = command{
	name:  "generate",
	short: "write the Go packages",
	long: `Reads a schema of the AG-UI protocol and writes Go packages below a folder.

Files that are up to date are not written. Files of an earlier run that are no longer generated are removed;
files that aguigen did not write are kept. On error the folder is left unchanged.

The import paths of the packages start with the path of the nearest go.mod above the folder. If there is none, the
folder becomes a module.

Options without a flag are read from the nearest aguigen.yaml at or above the current folder, up to the folder of
go.mod. Flags take precedence. aguigen init writes this file.`,
	bind: func(fs *pflag.FlagSet) run {
		f := &generateFlags{}
		f.bind(fs)
		return f.generate
	},
}

// generateFlags are the flags of generate and check.
type generateFlags struct {
	input                  inputFlags
	out, pkg, module, emit string
	root                   string // of the module that contains the output
	noStreams              bool   // there is no stream-map.txt, so no package of streams is written
}

func (f *generateFlags) bind(fs *pflag.FlagSet) {
	f.input.bind(fs)
	fs.StringVar(&f.out, outFlag, ".", "`folder` to write the packages to")
	fs.StringVar(&f.pkg, packageFlag, defaultPackage, "`name` of the package with the types; the others are named after it")
	fs.StringVar(&f.module, moduleFlag, "", "module `path` for a folder without a go.mod above it (default: the folder's name)")
	fs.StringVar(&f.emit, emitFlag, strings.Join(defaultParts, ","), "`parts` to write, of "+strings.Join(generator.Parts, ", ")+
		"; proto by default only if there are .proto files")
}

func (f *generateFlags) generate(s *streams, args []string) error {
	if err := noArgs("generate", args); err != nil {
		return err
	}
	changes, c, err := f.plan(s)
	if err != nil {
		return err
	}
	if err := s.write(changes.Apply); err != nil {
		return err
	}
	if err := s.report(summary(changes, c, f.out) + f.unwritten()); err != nil {
		return err
	}
	if os.Getenv("GOFILE") != "" && slices.ContainsFunc(changes.Files, write.Change.Stale) {
		return say(s.errOut, "go generate listed its files before some were removed, and may say now that they are missing: run it again")
	}
	return nil
}

// plan runs the pipeline and compares its result with the folder.
func (f *generateFlags) plan(s *streams) (*write.Changes, generator.Config, error) {
	var c generator.Config
	err := f.configure()
	if err != nil {
		return nil, c, err
	}
	c.Package = f.pkg
	if c.Parts, err = generator.ParseParts(f.emit); err != nil {
		return nil, c, fmt.Errorf("--%s: %w", emitFlag, err)
	}
	if f.out == "" {
		return nil, c, errors.New("--out: the folder has no name: give . for the current one")
	}
	place, err := generator.Locate(f.out, f.module)
	if err != nil {
		return nil, c, f.input.settings.blame(concerns(err, moduleFlag, outFlag), err)
	}
	f.root = place.Root
	c.ImportPath, c.NewModule = place.ImportPath, place.NewModule
	err = f.input.read(s, &c, slices.Contains(c.Parts, generator.Proto))
	settings := &f.input.settings
	switch {
	case errors.Is(err, errNoProtos) && !settings.flags.Changed(emitFlag) && !settings.from[emitFlag]:
		c.Parts = slices.DeleteFunc(slices.Clone(c.Parts), func(part string) bool { return part == generator.Proto })
	case errors.Is(err, errNoProtos):
		return nil, c, settings.blame(schemaFlag, err)
	case err != nil:
		return nil, c, err
	}
	if c.Stream == nil && slices.Contains(c.Parts, generator.Stream) {
		if settings.flags.Changed(emitFlag) || settings.from[emitFlag] {
			return nil, c, settings.blame(schemaFlag, errNoStreams)
		}
		f.noStreams = true
		c.Parts = slices.DeleteFunc(slices.Clone(c.Parts), func(part string) bool { return part == generator.Stream || part == generator.HTTP })
	}
	files, err := generator.Generate(s.ctx, c)
	if err != nil {
		return nil, c, err
	}
	changes, err := write.Plan(f.out, files, generator.Folders(c.Package)...)
	return changes, c, err
}

// unwritten returns what is not written, and why.
func (f *generateFlags) unwritten() string {
	if !f.noStreams {
		return ""
	}
	return fmt.Sprintf("no package of streams: there is no %s beside the schema, so nothing says how its events make a stream\n", streamName)
}

// concerns returns the first of the flags that the error names, or else the last.
func concerns(err error, flags ...string) string {
	for _, flag := range flags {
		if strings.Contains(err.Error(), "--"+flag) {
			return flag
		}
	}
	return flags[len(flags)-1]
}

// summary returns one line about what was done.
func summary(changes *write.Changes, c generator.Config, out string) string {
	var written, removed int
	for _, f := range changes.Files {
		if f.Stale() {
			removed++
		} else {
			written++
		}
	}
	if changes.Empty() {
		return fmt.Sprintf("%s is up to date: %s\n", filepath.Join(out, c.Package), count(changes.Unchanged, "file"))
	}
	text := fmt.Sprintf("%s written to %s", count(written, "file"), out)
	if changes.Unchanged > 0 {
		text += fmt.Sprintf(", %d unchanged", changes.Unchanged)
	}
	if removed > 0 {
		text += fmt.Sprintf(", %d stale removed", removed)
	}
	if n := len(changes.Leftovers); n > 0 {
		text += fmt.Sprintf(", %s of a run that was killed removed", count(n, "file"))
	}
	if c.NewModule {
		text += ", as module " + c.ImportPath
	}
	return text + "\n"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// command is the line that does what these flags say.
func (f *generateFlags) command() string {
	line := "aguigen generate"
	f.input.settings.flags.Visit(func(flag *pflag.Flag) { line += " --" + flag.Name + " " + quoted(flag.Value.String()) })
	return line
}

// quoted is a word as a shell takes it.
func quoted(word string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_./,:=@%+", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
