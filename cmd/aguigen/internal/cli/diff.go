package cli

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/diff"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/schema"
)

const (
	failOnFlag    = "fail-on"
	schemaDirFlag = "schema-dir"
)

// failOns are what --fail-on takes.
var failOns = []string{"breaking"}

var diffCommand = command{
	name:  "diff",
	args:  "OLD NEW",
	short: "compare two versions, on the wire and in Go",
	long: `Compares two versions of a schema: what was added, removed, renamed and changed, what each change does to documents
on the wire (additive, narrowing or breaking), and what it does to code that uses the generated package (compatible or
breaking). If both have .proto files, the numbers of the binary encoding are compared too; if both have a stream-map.txt,
so are the rules of streams.

OLD and NEW are each an embedded version, a schema file (with the folder proto beside it, if it exists), - for
standard input, or the folder of a generated package. A package records the checksum of its schema, which is
looked up among the embedded versions and the files below --` + schemaDirFlag + `.

With --` + failOnFlag + ` breaking, the exit code is 1 if a change is breaking, on the wire or in Go.`,
	bind: func(fs *pflag.FlagSet) run {
		f := &diffFlags{}
		f.bind(fs)
		return f.diff
	},
}

type diffFlags struct{ format, failOn, schemaDir string }

func (f *diffFlags) bind(fs *pflag.FlagSet) {
	fs.StringVar(&f.format, formatFlag, diff.Formats[0], "`form` of the report, of "+strings.Join(diff.Formats, ", "))
	fs.StringVar(&f.failOn, failOnFlag, "", "`verdict` that leads to exit code 1: "+strings.Join(failOns, ", "))
	fs.StringVar(&f.schemaDir, schemaDirFlag, "", "`folder` to search for the schema of a generated package")
}

func (f *diffFlags) diff(s *streams, args []string) error {
	if err := f.check(args); err != nil {
		return err
	}
	var sides [2]diff.Side
	var problems diag.List
	for i, arg := range args {
		side, err := f.side(s, arg)
		problems = append(problems, diag.Of(err)...)
		sides[i] = side
	}
	if err := problems.Err(); err != nil {
		return err
	}
	report, err := diff.Compare(sides[0], sides[1])
	if err != nil {
		return err
	}
	text, err := report.Print(f.format)
	if err != nil {
		return err
	}
	if err := say(s.out, text); err != nil {
		return err
	}
	if f.failOn == "breaking" && report.Breaking() {
		return errFindings
	}
	return nil
}

// check refuses what can be told from the command line alone.
func (f *diffFlags) check(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("aguigen diff: it compares two things, not %d: name OLD and NEW, each an embedded version (%s), a schema file or "+
			"the folder of a generated package", len(args), strings.Join(schema.Versions(), ", "))
	}
	if args[0] == "-" && args[1] == "-" {
		return errors.New("aguigen diff: standard input can be read only once: give a file instead of one of the -")
	}
	if !slices.Contains(diff.Formats, f.format) {
		return fmt.Errorf("--%s: there is no %q%s", formatFlag, f.format, hint(f.format, diff.Formats, "it takes "+strings.Join(diff.Formats, ", ")))
	}
	if f.failOn != "" && !slices.Contains(failOns, f.failOn) {
		return fmt.Errorf("--%s: there is no %q%s", failOnFlag, f.failOn, hint(f.failOn, failOns, "it takes "+strings.Join(failOns, ", ")))
	}
	if f.schemaDir != "" {
		if info, err := os.Stat(f.schemaDir); err != nil || !info.IsDir() {
			message := "there is no such folder: --" + schemaDirFlag + " takes one that holds schema files"
			return diag.List{{Pos: diag.Pos{File: f.schemaDir}, Message: message}}
		}
	}
	return nil
}

// side reads one of the two versions.
func (f *diffFlags) side(s *streams, arg string) (diff.Side, error) {
	source, folder, err := f.find(s, arg)
	if err != nil {
		return diff.Side{}, err
	}
	if err := notYAML(source); err != nil {
		return diff.Side{}, err
	}
	side := diff.Side{}
	c := generator.Config{Schema: source, Unchecked: []load.Unchecked{load.All}}
	if c.Stream, err = streamTable(source); err != nil {
		return side, err
	}
	if side.Protocol, err = generator.Model(s.ctx, c); err != nil || folder == nil {
		return side, err
	}
	protos, err := fs.Sub(folder.fsys, folder.protos)
	if err != nil {
		return side, err
	}
	side.Protos, err = load.CompileProtos(protos, filepath.Join(folder.name, folder.protos))
	return side, err
}

// streamTable reads the table of streams beside a schema, or returns nil.
func streamTable(source generator.Source) (*generator.Source, error) {
	f := inputFlags{schema: source.Name}
	if v, embedded := strings.CutPrefix(path.Dir(source.Name), "schema/"); embedded && !isFile(source.Name) {
		f.schema = v
	}
	return f.beside(streamName)
}

// find returns the schema that an argument names, and the folder of its companions where there is one.
func (f *diffFlags) find(s *streams, arg string) (generator.Source, *versionFolder, error) {
	info, err := os.Stat(arg)
	switch {
	case arg == "-":
		text, err := io.ReadAll(s.in)
		return generator.Source{Name: "<stdin>", Text: text}, nil, err
	case err == nil && info.IsDir():
		return f.fromPackage(arg)
	case err != nil && version.MatchString(arg):
		return fromVersion(strings.TrimPrefix(arg, "v"))
	}
	return fromFile(arg)
}

func fromVersion(v string) (generator.Source, *versionFolder, error) {
	fsys, err := schema.FS(v)
	if err != nil {
		return generator.Source{}, nil, err
	}
	dir := "schema/" + v
	text, err := fs.ReadFile(fsys, schemaName)
	return generator.Source{Name: dir + "/" + schemaName, Text: text}, &versionFolder{fsys, dir, protoName}, err
}

func fromFile(name string) (generator.Source, *versionFolder, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return generator.Source{}, nil, diag.List{{Pos: diag.Pos{File: name}, Message: fmt.Sprintf("there is no such file or folder: give a schema "+
			"file, the folder of a generated package, or an embedded version (%s)%s", strings.Join(schema.Versions(), ", "), nearFile(name))}}
	}
	if err != nil {
		return generator.Source{}, nil, diag.List{{Pos: diag.Pos{File: name}, Message: whyNot(name, err).Error()}}
	}
	dir := filepath.Dir(name)
	folder := &versionFolder{os.DirFS(dir), dir, protoName}
	if !exists(folder.fsys, protoName) {
		folder = nil
	}
	return generator.Source{Name: name, Text: text}, folder, nil
}

// record is what a generated package records about its schema.
type record struct {
	id, version, sum string
	at               diag.Pos // of sum
}

// fromPackage finds the schema that a package was made from, by its checksum.
func (f *diffFlags) fromPackage(dir string) (generator.Source, *versionFolder, error) {
	r, err := recorded(dir)
	if err != nil {
		return generator.Source{}, nil, err
	}
	for _, v := range schema.Versions() {
		source, folder, err := fromVersion(v)
		if err != nil || load.Checksum(source.Text) == r.sum {
			return source, folder, err
		}
	}
	if f.schemaDir != "" {
		if file := fileWithSum(f.schemaDir, r.sum); file != "" {
			return fromFile(file)
		}
	}
	message := fmt.Sprintf("the package was made from %s (version %s), and no embedded version (%s) has the checksum of that file", r.id,
		r.version, strings.Join(schema.Versions(), ", "))
	wayOut := fmt.Sprintf("give the schema file instead of the folder, or a folder that holds it with --%s", schemaDirFlag)
	if f.schemaDir != "" {
		message += ", nor has any .json file below " + f.schemaDir
		wayOut = "give the schema file instead of the folder"
	}
	return generator.Source{}, nil, diag.List{{Pos: r.at, Message: message + ": " + wayOut}}
}

// fileWithSum looks for a .json file below dir, in the order of names. What cannot be read is not it.
func fileWithSum(dir, sum string) string {
	found := ""
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".json" {
			return nil
		}
		if text, err := os.ReadFile(name); err == nil && load.Checksum(text) == sum {
			found = name
			return fs.SkipAll
		}
		return nil
	})
	return found
}

const recordName = "doc_gen.go"

// recorded reads the constants of a package in dir, or in the only folder of dir that holds one.
func recorded(dir string) (*record, error) {
	files := []string{filepath.Join(dir, recordName)}
	if !isFile(files[0]) {
		files, _ = filepath.Glob(filepath.Join(escapeGlob(dir), "*", recordName))
	}
	var found []*record
	for _, file := range files {
		if r := readRecord(file); r != nil {
			found = append(found, r)
		}
	}
	at := diag.Pos{File: dir}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, diag.List{{Pos: at, Message: "this folder holds several generated packages: name one of them, such as " +
			filepath.Dir(found[0].at.File)}}
	case isFile(filepath.Join(dir, schemaName)):
		return nil, diag.List{{Pos: at, Message: "this is a folder: name the schema file in it, " + filepath.Join(dir, schemaName)}}
	}
	return nil, diag.List{{Pos: at, Message: "this folder holds no package with the types that aguigen generates: its " + recordName +
		" would declare SchemaSHA256"}}
}

// escapeGlob makes a pattern that matches the name alone.
func escapeGlob(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// readRecord returns nil for a file that records nothing.
func readRecord(file string) *record {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	r := &record{}
	into := map[string]*string{"SchemaID": &r.id, "ProtocolVersion": &r.version, "SchemaSHA256": &r.sum}
	ast.Inspect(tree, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 || into[spec.Names[0].Name] == nil {
			return true
		}
		if value, ok := spec.Values[0].(*ast.BasicLit); ok {
			*into[spec.Names[0].Name], _ = strconv.Unquote(value.Value)
			if at := fset.Position(spec.Pos()); spec.Names[0].Name == "SchemaSHA256" {
				r.at = diag.Pos{File: file, Line: at.Line, Column: at.Column}
			}
		}
		return true
	})
	if r.sum == "" {
		return nil
	}
	return r
}
