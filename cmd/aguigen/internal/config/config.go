// Package config reads aguigen.yaml, the wishes of one project. The file comes in; values with their places go out, or
// everything that is wrong with it, so that the command can point at a line.
package config

import (
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
)

// Name is the file's name.
const Name = "aguigen.yaml"

// JSONSchema is a schema of the file, for editors.
//
//go:embed config.schema.json
var JSONSchema string

// Config is the content of the file. Absent keys are empty.
type Config struct {
	File string // as messages name it
	Dir  string // its folder, which paths in it are relative to

	Schema, Proto, Out  string // as they stand there
	Package, Module     string
	Emit                []string
	Definitions         []model.Selection
	Unchecked           []load.Unchecked
	Initialisms         []string
	Names               map[string]string
	Aliases             []emit.FormerName
	Header              string
	ExactNumbers        bool
	places, entryPlaces map[string]diag.Pos
}

// At returns the place of a key's value, and whether the key is there.
func (c *Config) At(key string) (diag.Pos, bool) {
	at, ok := c.places[key]
	return at, ok
}

// EntryAt returns the place of an entry of names or of initialisms.
func (c *Config) EntryAt(entry string) diag.Pos { return c.entryPlaces[entry] }

// Path returns a path of the file as seen from the current folder.
func (c *Config) Path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.Dir, filepath.FromSlash(p))
}

// Find returns the nearest file at or above a folder, as a path from there, or "". It does not search above the folder
// of the nearest go.mod, since files there belong to another project.
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
