// Package config reads aguigen.yaml, the wishes of one project. The file comes in; values with their places go out, or
// everything that is wrong with it, so that the command can point at a line.
package config

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/model"
)

// Name is the file's name.
const Name = "aguigen.yaml"

// JSONSchema is a schema of the file, for editors.
//
//go:embed config.schema.json
var JSONSchema string

// Config is what the file says. What it does not say is empty.
type Config struct {
	File string // as messages name it
	Dir  string // its folder, which paths in it are relative to

	Schema, Proto, Out  string // as they stand there
	Package, Module     string
	Emit                []string
	Definitions         []model.Wish
	Initialisms         []string
	Names               map[string]string
	Aliases             []emit.Alias
	Header              string
	places, entryPlaces map[string]diag.Pos
}

// At gives the place of a key's value, and whether the key is there.
func (c *Config) At(key string) (diag.Pos, bool) {
	at, ok := c.places[key]
	return at, ok
}

// EntryAt gives the place of an entry of names or of initialisms.
func (c *Config) EntryAt(entry string) diag.Pos { return c.entryPlaces[entry] }

// Path gives a path of the file as seen from the current folder.
func (c *Config) Path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.Dir, filepath.FromSlash(p))
}

// Find gives the nearest file at or above a folder, as a path from there, or "". It goes no higher than the folder of
// the nearest go.mod: what stands above is another project's.
func Find(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at, up := abs, dir; ; at, up = filepath.Dir(at), filepath.Join(up, "..") {
		file := filepath.Join(up, Name)
		if isFile(file) {
			return file, nil
		}
		if other := filepath.Join(up, "aguigen.yml"); isFile(other) {
			return "", diag.List{{Pos: diag.Pos{File: other}, Message: "the configuration is read from " + Name + ": rename the file"}}
		}
		if isFile(filepath.Join(up, "go.mod")) || at == filepath.Dir(at) {
			return "", nil
		}
	}
}

// CheckOut refuses packages outside of the module that the file is part of; without a module, outside of its folder. A
// file that comes with a project may not write elsewhere; who runs the command may, with a flag.
func (c *Config) CheckOut() error {
	dir, err := resolved(c.Dir)
	if err != nil {
		return err
	}
	module := dir
	for at := dir; ; at = filepath.Dir(at) {
		if isFile(filepath.Join(at, "go.mod")) {
			module = at
			break
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	out, err := resolved(c.Path(c.Out))
	if err != nil {
		return err
	}
	if below, err := filepath.Rel(module, out); err != nil || !filepath.IsLocal(below) {
		return fmt.Errorf("%q leads out of %s, the folder of the module: choose a folder in it, or give this one as a flag", c.Out, module)
	}
	return nil
}

// resolved is the absolute path of a folder, which need not exist yet, without links.
func resolved(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if errors.Is(err, fs.ErrNotExist) && abs != filepath.Dir(abs) {
		parent, err := resolved(filepath.Dir(abs))
		return filepath.Join(parent, filepath.Base(abs)), err
	}
	return real, err
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

// Read reads the file. It reports everything that is wrong with it at once.
func Read(file string) (*Config, error) {
	text, err := readBounded(file)
	if err != nil {
		return nil, diag.List{{Pos: diag.Pos{File: file}, Message: whyNot(file, err)}}
	}
	return Parse(file, text)
}

// whyNot explains a file that cannot be read.
func whyNot(file string, err error) string {
	info, statErr := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR):
		return "there is no such file: aguigen init writes one"
	case statErr == nil && info.IsDir():
		return "this is a folder: name the file in it, such as " + filepath.Join(file, Name)
	}
	var onPath *fs.PathError
	if errors.As(err, &onPath) {
		err = onPath.Err
	}
	return "cannot read the configuration: " + err.Error()
}
