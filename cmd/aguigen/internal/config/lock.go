package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// The files beside the configuration with a fetched schema, and with its address and checksum.
const (
	FetchedName = "aguigen.schema.json"
	LockName    = "aguigen.lock"
)

// lock is the content of LockName.
type lock struct{ address, sha256 string }

// Fetched returns the path of the stored schema, once it is known to be the one that was fetched from the address that
// the configuration names.
func (c *Config) Fetched() (string, error) {
	wrong := func(format string, args ...any) error {
		return diag.List{{Pos: c.places["schema"], Message: fmt.Sprintf(format, args...)}}
	}
	locked, err := c.readLock()
	if errors.Is(err, fs.ErrNotExist) {
		return "", wrong("the schema at this address is not here yet, and generation does not use the network: run aguigen schema fetch, "+
			"and commit %s and %s", FetchedName, LockName)
	}
	if err != nil {
		return "", err
	}
	if locked.address != c.Schema {
		return "", wrong("%s holds the schema of another address, %s: run aguigen schema fetch", c.Path(FetchedName), locked.address)
	}
	text, err := os.ReadFile(c.Path(FetchedName))
	if errors.Is(err, fs.ErrNotExist) {
		return "", wrong("%s is missing: run aguigen schema fetch, or restore the file", c.Path(FetchedName))
	}
	if err != nil {
		return "", diag.List{{Pos: diag.Pos{File: c.Path(FetchedName)}, Message: "cannot read the fetched schema: " + err.Error()}}
	}
	if got := load.Checksum(text); got != locked.sha256 {
		return "", diag.List{{Pos: diag.Pos{File: c.Path(FetchedName)}, Message: fmt.Sprintf("the file has changed since it was fetched: its "+
			"sha256 is %s, and %s says %s: run aguigen schema fetch, or name the file itself as schema to keep the changes",
			got, c.Path(LockName), locked.sha256)}}
	}
	return c.Path(FetchedName), nil
}

// Store keeps a schema that was fetched from the configuration's address. It reports whether anything
// changed.
func (c *Config) Store(text []byte) (changed bool, sha256 string, err error) {
	sha256 = load.Checksum(text)
	if old, err := c.readLock(); err == nil && old == (lock{c.Schema, sha256}) {
		if _, err := c.Fetched(); err == nil {
			return false, sha256, nil
		}
	}
	note := fmt.Sprintf("# Written by aguigen schema fetch, with %s. Commit both.\naddress %s\nsha256 %s\n", FetchedName, c.Schema, sha256)
	for _, f := range []struct {
		name string
		text []byte
	}{{FetchedName, text}, {LockName, []byte(note)}} {
		if err := replace(c.Path(f.name), f.text); err != nil {
			return false, "", diag.List{{Pos: diag.Pos{File: c.Path(f.name)}, Message: "cannot write here: " + err.Error()}}
		}
	}
	return true, sha256, nil
}

// replace writes a file as a whole or not at all.
func replace(name string, text []byte) error {
	temporary := name + ".new"
	if err := os.WriteFile(temporary, text, 0o666); err != nil {
		return err
	}
	if err := os.Rename(temporary, name); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

func (c *Config) readLock() (lock, error) {
	text, err := os.ReadFile(c.Path(LockName))
	if err != nil {
		return lock{}, err
	}
	var l lock
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		word, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "" || strings.HasPrefix(word, "#"):
		case word == "address" && l.address == "" && value != "":
			l.address = value
		case word == "sha256" && l.sha256 == "" && value != "":
			l.sha256 = value
		default:
			return lock{}, diag.List{{Pos: diag.Pos{File: c.Path(LockName), Line: n, Column: 1},
				Message: "this line is not what aguigen schema fetch writes: run it again"}}
		}
	}
	if l.address == "" || l.sha256 == "" {
		return lock{}, diag.List{{Pos: diag.Pos{File: c.Path(LockName)}, Message: "the address or the sha256 is missing: run aguigen schema fetch"}}
	}
	return l, nil
}
