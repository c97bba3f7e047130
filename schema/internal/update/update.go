package main

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

	"github.com/aguigen/aguigen/generator/load"
)

// updater is one run: what it was given, and what the first steps found out.
type updater struct {
	root     string // of the repository
	spec     string // the official schema.json
	version  string // as given, then as found
	received string // the month for SOURCES.md
	out      io.Writer
	run      func(name string, args ...string) error

	before string // the version that precedes it, if any
	id     string // the $id of the official file
}

// step is a part of the work, and what a person should do where it fails.
type step struct {
	name string
	do   func() error
	next string
}

func (u *updater) steps() []step {
	return []step{
		{"version", u.findVersion, "give the official schema.json as SPEC, and as VERSION what stands in its $id, or nothing"},
		{"folder", u.create, "see to what is in the way, and run this again"},
		{"structure", u.compare, "make the folder what the official files say, in all but the words, and run this again; " +
			"git checkout brings back what was edited here"},
		{"words", u.describe, "write them, in words of our own, and run this again"},
		{"generate", u.generate, "the message says what is not understood: give a .proto file or wire-map.txt of the folder " +
			"what it lacks, or teach the generator, where ARCHITECTURE.md says, and run this again"},
		{"test", u.test, "read what fails; a golden case that changed is rewritten by make golden"},
		{"diff", u.diff, "the two versions cannot be compared: the message says why"},
	}
}

// update does one step after the other.
func (u *updater) update() error {
	for i, s := range u.steps() {
		fmt.Fprintf(u.out, "== %d %s\n", i+1, s.name)
		if err := s.do(); err != nil {
			return fmt.Errorf("%w\nmake update stopped at step %d, %s. Next: %s", err, i+1, s.name, s.next)
		}
	}
	fmt.Fprintf(u.out, "== done. Next: commit schema/, then what changed in the generator, then generated/; RELEASING.md is about tags\n")
	return nil
}

var versionOfID = regexp.MustCompile(`/(\d+\.\d+)/schema\.json$`)

// findVersion reads the version from the official file, and finds the one before it.
func (u *updater) findVersion() error {
	data, err := os.ReadFile(u.spec)
	if err != nil {
		return err
	}
	tree, err := load.Parse(u.spec, data)
	if err != nil {
		return err
	}
	id := tree.Get("$id")
	if id == nil || !versionOfID.MatchString(id.Text) {
		return fmt.Errorf("%s: its $id does not end in /VERSION/schema.json", u.spec)
	}
	found := versionOfID.FindStringSubmatch(id.Text)[1]
	if u.version != "" && u.version != found {
		return fmt.Errorf("%s: it is version %s, not %s", id.Pos(), found, u.version)
	}
	u.version, u.id = found, id.Text
	if u.before, err = u.precursor(); err != nil {
		return err
	}
	fmt.Fprintf(u.out, "%s follows %s\n", u.version, named(u.before))
	return nil
}

func named(version string) string {
	if version == "" {
		return "no version that is here"
	}
	return version
}

// precursor returns the highest version below the one that is made.
func (u *updater) precursor() (string, error) {
	folders, err := filepath.Glob(filepath.Join(u.root, "schema", "*", "schema.json"))
	if err != nil {
		return "", err
	}
	best := ""
	for _, f := range folders {
		v := filepath.Base(filepath.Dir(f))
		if less(v, u.version) && (best == "" || less(best, v)) {
			best = v
		}
	}
	return best, nil
}

// less orders versions by their numbers: 1.9 comes before 1.10.
func less(a, b string) bool {
	return slices.Compare(numbers(a), numbers(b)) < 0
}

func numbers(version string) []int {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil {
		return nil
	}
	return []int{major, minor}
}

// folder is the place of a version's file, or of the version.
func (u *updater) folder(version string, name ...string) string {
	return filepath.Join(append([]string{u.root, "schema", version}, name...)...)
}

// create makes the folder where it is missing: the official structure, with what we wrote about the version before. Where
// an official file is not the one that the folder was made from, the folder follows it, and what we wrote stays.
func (u *updater) create() error {
	dir := u.folder(u.version)
	_, err := os.Stat(dir)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return err
	}
	refreshed := ""
	if !isNew {
		if refreshed, err = u.refreshed(); err != nil {
			return err
		}
		if refreshed == "" {
			fmt.Fprintf(u.out, "%s is there\n", dir)
			return nil
		}
		fmt.Fprintf(u.out, "%s was made from another %s\n", dir, refreshed)
	}
	if err := u.write(); err != nil {
		return err
	}
	if isNew {
		return u.register()
	}
	return u.registerAgain()
}

// write brings the folder's files in line with the official ones.
func (u *updater) write() error {
	files, err := u.files()
	if err != nil {
		return err
	}
	for _, f := range files {
		name := u.folder(u.version, filepath.FromSlash(f.name))
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, f.text) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.text, 0o666); err != nil {
			return err
		}
		fmt.Fprintf(u.out, "%s: %s\n", name, f.origin)
	}
	return nil
}

// file is one that create writes.
type file struct {
	name   string // below the version's folder
	text   []byte
	origin string // in words
}

// files makes the contents of the folder. Only schema.json has to be given: what does not lie beside it stays as it is in
// the folder or, in a new one, is taken from the version before. Our words come from the folder too, then from there.
func (u *updater) files() ([]file, error) {
	official, err := os.ReadFile(u.spec)
	if err != nil {
		return nil, err
	}
	older, written, err := u.ours("schema.json")
	if err != nil {
		return nil, err
	}
	text, err := carryWords(u.spec, official, older, written)
	if err != nil {
		return nil, err
	}
	source := named(u.before)
	if written != nil {
		source = "the folder and of " + source
	}
	files := []file{{"schema.json", text, "the official structure with the words of " + source}}
	names, err := u.wireFiles()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		older, written, err := u.ours(name)
		if err != nil {
			return nil, err
		}
		text, origin := written, "that of the folder"
		if text == nil {
			text, origin = older, "that of "+named(u.before)
		}
		if theirs, err := os.ReadFile(u.beside(name)); err == nil {
			text, origin = carryComments(theirs, older, written), "the official one with the comments of "+source
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if text != nil {
			files = append(files, file{name, text, origin})
		}
	}
	return files, nil
}

// beside is where an official file lies if it came with the schema.
func (u *updater) beside(name string) string {
	return filepath.Join(filepath.Dir(u.spec), filepath.FromSlash(name))
}

// wireFiles names what a folder has beside the schema: the protos here and there, the numbers and our tables.
func (u *updater) wireFiles() ([]string, error) {
	names := []string{"wire-map.txt", "wire-numbers.txt", "stream-map.txt", "retired-map.txt"}
	for _, dir := range []string{filepath.Dir(u.spec), u.folder(u.before), u.folder(u.version)} {
		protos, err := filepath.Glob(filepath.Join(dir, "proto", "*.proto"))
		if err != nil {
			return nil, err
		}
		for _, p := range protos {
			names = append(names, "proto/"+filepath.Base(p))
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// ours returns a file as the version before has it, under the new number, and as the folder has it.
func (u *updater) ours(name string) (older, written []byte, err error) {
	older, err = u.read(u.before, name)
	if err != nil {
		return nil, nil, err
	}
	if older != nil && name != "schema.json" {
		older = renumber(older, u.before, u.version)
	}
	written, err = u.read(u.version, name)
	return older, written, err
}

// read returns a file of one of our versions, nil where the version or the file is missing.
func (u *updater) read(version, name string) ([]byte, error) {
	if version == "" {
		return nil, nil
	}
	data, err := os.ReadFile(u.folder(version, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// renumber puts the new version where a comment names the old one.
func renumber(text []byte, old, version string) []byte {
	return bytes.ReplaceAll(text, []byte("AG-UI "+old+" "), []byte("AG-UI "+version+" "))
}

func (u *updater) generate() error {
	dir, err := os.MkdirTemp("", "aguigen-update-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := u.run("go", "run", "./cmd/aguigen", "generate", "--schema", u.version, "--out", dir, "--module", "example.org/update"); err != nil {
		return fmt.Errorf("the generator refuses %s: %w", u.version, err)
	}
	if err := u.run("make", "generate"); err != nil {
		return fmt.Errorf("make generate: %w", err)
	}
	return nil
}

func (u *updater) test() error {
	if err := u.run("make", "test"); err != nil {
		return fmt.Errorf("make test: %w", err)
	}
	return nil
}

func (u *updater) diff() error {
	if u.before == "" {
		fmt.Fprintln(u.out, "there is no version before", u.version)
		return nil
	}
	return u.run("go", "run", "./cmd/aguigen", "diff", u.before, u.version)
}
