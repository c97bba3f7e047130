package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/config"
	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/name"
)

const configFlag = "config"

// settings are the configuration file and the flags that go before it.
type settings struct {
	name  string // --config
	file  *config.Config
	flags *pflag.FlagSet
	from  map[string]bool // the flags whose value is the file's
}

func (s *settings) bind(fs *pflag.FlagSet) {
	fs.StringVar(&s.name, configFlag, "",
		"`file` with the configuration (default: the nearest "+config.Name+" at or above the current folder, in its module)")
	s.flags = fs
}

// read finds and reads the file. It returns false if there is none.
func (s *settings) read() (bool, error) {
	file := s.name
	var err error
	if file == "" && !s.flags.Changed(configFlag) {
		if file, err = config.Find("."); err != nil || file == "" {
			return false, err
		}
	}
	s.from = map[string]bool{}
	s.file, err = config.Read(file)
	return err == nil, err
}

// take lets the file say what its key of the flag's name says, unless the flag was given.
func (s *settings) take(flag string, into *string, value string) {
	if _, ok := s.file.At(flag); ok && !s.flags.Changed(flag) {
		*into, s.from[flag] = value, true
	}
}

// blame prefixes an error about a value with the place of its key in the file.
func (s *settings) blame(flag string, err error) error {
	if err == nil || !s.from[flag] {
		return err
	}
	at, _ := s.file.At(flag)
	var l diag.List
	for _, d := range diag.Of(err) {
		text := strings.ReplaceAll(strings.TrimPrefix(d.String(), "--"+flag+": "), "--", "")
		l.Errorf(at, "%s", text)
	}
	return l.Err()
}

// wishes sets the options without a flag.
func (s *settings) selections(c *generator.Config) {
	if s.file == nil {
		return
	}
	c.Definitions, c.Aliases, c.Header = s.file.Definitions, s.file.Aliases, s.file.Header
	c.Unchecked = s.unchecked()
	c.ExactNumbers = s.file.ExactNumbers
	c.Names = name.Options{Initialisms: s.file.Initialisms, Names: s.file.Names, At: s.file.EntryAt}
}

// unchecked returns what the file says of its own schema.
func (s *settings) unchecked() []load.Unchecked {
	if s.file == nil || s.flags.Changed(schemaFlag) {
		return nil
	}
	return s.file.Unchecked
}

// configure fills in from the file what the flags do not say.
func (f *inputFlags) configure() error {
	found, err := f.settings.read()
	if err != nil || !found {
		return err
	}
	file := f.settings.file
	schema := file.Schema
	switch {
	case f.settings.flags.Changed(schemaFlag) || schema == "":
	case config.IsAddress(schema):
		if schema, err = file.Fetched(); err != nil {
			return err
		}
	case !version.MatchString(schema) || isFile(file.Path(schema)):
		schema = file.Path(schema)
	}
	f.settings.take(schemaFlag, &f.schema, schema)
	f.settings.take(protoFlag, &f.protos, file.Path(file.Proto))
	if f.settings.from[protoFlag] {
		if _, err := os.ReadDir(f.protos); err != nil {
			return f.settings.blame(protoFlag, fmt.Errorf("%s: cannot read the folder of .proto files: %w%s", f.protos, unwrapPath(err), nearFile(f.protos)))
		}
	}
	return nil
}

// configure sets the options without a given flag from the file. By default the packages are written to the
// folder of the file.
func (f *generateFlags) configure() error {
	if err := f.input.configure(); err != nil {
		return err
	}
	s := &f.input.settings
	if s.file == nil {
		return nil
	}
	if !s.flags.Changed(outFlag) {
		f.out = s.file.Path(s.file.Out)
		if err := s.insideModule(f.out); err != nil {
			return err
		}
	}
	s.take(outFlag, &f.out, f.out)
	s.take(packageFlag, &f.pkg, s.file.Package)
	s.take(moduleFlag, &f.module, s.file.Module)
	s.take(emitFlag, &f.emit, strings.Join(s.file.Emit, ","))
	return nil
}

// insideModule rejects an output folder in the file that is outside of the file's module, since a checked-in line
// should not write into other projects. A flag may.
func (s *settings) insideModule(out string) error {
	root, err := generator.ModuleRoot(s.file.Dir)
	if err != nil {
		return err
	}
	abs, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if below, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(below) {
		return nil
	}
	at, _ := s.file.At(outFlag)
	return diag.List{{Pos: at, Message: fmt.Sprintf("%q leads out of %s, the folder of the module: choose a folder in it, or give this one "+
		"with --%s", s.file.Out, root, outFlag)}}
}
