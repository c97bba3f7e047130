package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/config"
	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/schema"
)

const (
	schemaFlag = "schema"
	protoFlag  = "proto"
)

// The files of a protocol version, as in the folder schema of this repository.
const (
	schemaName  = "schema.json"
	protoName   = "proto"
	ledgerName  = "wire-numbers.txt"
	tableName   = "wire-map.txt"
	streamName  = "stream-map.txt"
	retiredName = "retired-map.txt"
)

// version is what --schema takes for a protocol version rather than a file.
var version = regexp.MustCompile(`^v?[0-9]+(\.[0-9]+)*$`)

// inputFlags say what to read.
type inputFlags struct {
	schema, protos string
	settings       settings
}

func (f *inputFlags) bind(fs *pflag.FlagSet) {
	fs.StringVar(&f.schema, schemaFlag, schema.Default,
		"`schema` to read: an embedded version ("+strings.Join(schema.Versions(), ", ")+"), a file, or - for standard input")
	fs.StringVar(&f.protos, protoFlag, "",
		"`folder` with the .proto files (default: those of the embedded version, or the folder proto beside the schema file)")
	f.settings.bind(fs)
}

// read fills in the inputs. Without wire the .proto files are left alone.
func (f *inputFlags) read(s *streams, c *generator.Config, wire bool) error {
	source, folder, err := f.readSchema(s)
	if err != nil {
		return err
	}
	c.Schema = source
	f.settings.selections(c)
	if slices.Contains(c.Parts, generator.Stream) || slices.Contains(c.Parts, generator.Proto) {
		if c.Stream, err = f.beside(streamName); err != nil {
			return err
		}
		if c.Retired, err = f.beside(retiredName); err != nil {
			return err
		}
	}
	if !wire {
		return nil
	}
	if f.protos != "" {
		folder = &versionFolder{os.DirFS(f.protos), f.protos, "."}
		if parent := filepath.Dir(filepath.Clean(f.protos)); !exists(folder.fsys, ledgerName) {
			folder = &versionFolder{os.DirFS(parent), parent, filepath.Base(filepath.Clean(f.protos))}
		}
	}
	if folder == nil {
		return errNoProtos
	}
	c.Wire, err = folder.wire()
	return err
}

// errNoProtos is what a schema that stands alone lacks.
var errNoProtos = fmt.Errorf("there are no .proto files beside the schema: name their folder with --%s, or leave the part %q out of --%s",
	protoFlag, generator.Proto, emitFlag)

// versionFolder holds a schema's companions.
type versionFolder struct {
	fsys   fs.FS
	name   string
	protos string // the folder of the .proto files in it
}

func (v *versionFolder) wire() (*generator.Wire, error) {
	protos, err := fs.Sub(v.fsys, v.protos)
	if err != nil {
		return nil, err
	}
	w := &generator.Wire{Protos: protos, Name: filepath.Join(v.name, v.protos)}
	for name, into := range map[string]**generator.Source{ledgerName: &w.Ledger, tableName: &w.Table} {
		text, err := fs.ReadFile(v.fsys, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		*into = &generator.Source{Name: filepath.Join(v.name, name), Text: text}
	}
	return w, nil
}

// beside reads a table beside the schema, or returns nil.
func (f *inputFlags) beside(name string) (*generator.Source, error) {
	dir := filepath.Dir(f.schema)
	fsys := os.DirFS(dir)
	if f.schema == "-" {
		return nil, nil
	}
	if version.MatchString(f.schema) && !isFile(f.schema) {
		v := strings.TrimPrefix(f.schema, "v")
		var err error
		if fsys, err = schema.FS(v); err != nil {
			return nil, err
		}
		dir = "schema/" + v
	}
	text, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return &generator.Source{Name: filepath.Join(dir, name), Text: text}, err
}

// errNoStreams is what a schema without a table of streams lacks.
var errNoStreams = fmt.Errorf("there is no %s beside the schema, so nothing says how its events make a stream: write one, or leave "+
	"the part %q out of --%s", streamName, generator.Stream, emitFlag)

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return err == nil
}

// readSchema finds the schema, and the folder of its companions where there is one.
func (f *inputFlags) readSchema(s *streams) (generator.Source, *versionFolder, error) {
	if f.schema == "-" {
		text, err := io.ReadAll(s.in)
		if err != nil {
			return generator.Source{}, nil, fmt.Errorf("cannot read the schema from standard input: %w", err)
		}
		source := generator.Source{Name: "<stdin>", Text: text}
		return source, nil, notYAML(source)
	}
	if strings.Contains(f.schema, "://") {
		return generator.Source{}, nil, fmt.Errorf("--%s: generation does not use the network: put the address into %s as schema and run "+
			"aguigen schema fetch, or fetch the file yourself and name it", schemaFlag, config.Name)
	}
	if version.MatchString(f.schema) && !isFile(f.schema) {
		source, folder, err := embedded(strings.TrimPrefix(f.schema, "v"))
		return source, folder, f.settings.blame(schemaFlag, err)
	}
	text, err := os.ReadFile(f.schema)
	if err != nil {
		return generator.Source{}, nil, f.settings.blame(schemaFlag, f.noSchema(err))
	}
	source := generator.Source{Name: f.schema, Text: text}
	dir := filepath.Dir(f.schema)
	folder := &versionFolder{os.DirFS(dir), dir, protoName}
	if !exists(folder.fsys, protoName) {
		folder = nil
	}
	return source, folder, notYAML(source)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

func embedded(v string) (generator.Source, *versionFolder, error) {
	fsys, err := schema.FS(v)
	if err != nil {
		return generator.Source{}, nil, fmt.Errorf("--%s: %w", schemaFlag, err)
	}
	text, err := fs.ReadFile(fsys, schemaName)
	dir := "schema/" + v
	return generator.Source{Name: dir + "/" + schemaName, Text: text}, &versionFolder{fsys, dir, protoName}, err
}

// noSchema explains a file that cannot be read.
func (f *inputFlags) noSchema(err error) error {
	at := diag.Pos{File: f.schema}
	versions := strings.Join(schema.Versions(), ", ")
	info, statErr := os.Stat(f.schema)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return diag.List{{Pos: at, Message: fmt.Sprintf("there is no such file: --%s takes a file, - for standard input, or an embedded "+
			"version (%s)%s", schemaFlag, versions, nearFile(f.schema))}}
	case statErr == nil && info.IsDir():
		return diag.List{{Pos: at, Message: "this is a folder: name the schema file in it, such as " + filepath.Join(f.schema, schemaName)}}
	default:
		var onPath *fs.PathError
		if errors.As(err, &onPath) {
			err = onPath.Err
		}
		return diag.List{{Pos: at, Message: "cannot read the schema: " + err.Error()}}
	}
}

// nearFile looks for a neighbour with nearly that name.
func nearFile(name string) string {
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return ""
	}
	var known []string
	for _, e := range entries {
		known = append(known, e.Name())
	}
	if near := diag.Nearest(filepath.Base(name), known); near != "" {
		return "; did you mean " + filepath.Join(filepath.Dir(name), near) + "?"
	}
	return ""
}

var yamlLine = regexp.MustCompile(`^(---|%YAML|[$\w"'-]+\s*:(\s|$))`)

// notYAML says what to do about a schema in the other notation, which the JSON parser would only call broken.
func notYAML(s generator.Source) error {
	yamlName := slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(s.Name)))
	line := 0
	for text := range bytes.Lines(s.Text) {
		line++
		text = bytes.TrimSpace(text)
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		if text[0] != '{' && (yamlName || yamlLine.Match(text)) {
			return diag.List{{Pos: diag.Pos{File: s.Name, Line: line, Column: 1}, Message: "this is YAML, and a schema is read as JSON: " +
				"convert the file first, for example with yq -o=json"}}
		}
		return nil
	}
	return nil
}
