package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
)

// register makes the folder known: schema.go embeds it, and SOURCES.md says where it is from.
func (u *updater) register() error {
	code, page := u.folder("schema.go"), u.folder("SOURCES.md")
	if err := replace(code, regexp.MustCompile(`(?m)^//go:embed .*$`), func(line string) string { return line + " " + u.version }); err != nil {
		return err
	}
	row := fmt.Sprintf("| %s | %s | as received %s |\n", u.version, u.id, u.received)
	if err := replace(page, regexp.MustCompile(`(?m)(?:^\| \d+\.\d+ \|.*\n)+`), func(rows string) string { return rows + row }); err != nil {
		return err
	}
	sums, err := u.sums()
	if err != nil {
		return err
	}
	if err := replace(page, regexp.MustCompile(`(?m)(?:^\| \d+\.\d+/.*\n)+`), func(rows string) string { return rows + sums }); err != nil {
		return err
	}
	fmt.Fprintf(u.out, "%s embeds it, %s names its source\n", code, page)
	return nil
}

// sums are the rows of SOURCES.md for the official files.
func (u *updater) sums() (string, error) {
	names, err := u.wireFiles()
	if err != nil {
		return "", err
	}
	var rows strings.Builder
	for _, name := range append([]string{filepath.Base(u.spec)}, names...) {
		data, err := os.ReadFile(u.beside(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if name == filepath.Base(u.spec) {
			name = "schema.json"
		}
		fmt.Fprintf(&rows, "| %s/%s | %s |\n", u.version, name, load.Checksum(data))
	}
	return rows.String(), nil
}

// replace edits the one place of a file that an expression finds.
func replace(file string, place *regexp.Regexp, edit func(string) string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	at := place.FindIndex(data)
	if at == nil {
		return fmt.Errorf("%s: nothing looks like %s, where the new version is to be entered", file, place)
	}
	text := string(data)
	return os.WriteFile(file, []byte(text[:at[0]]+edit(text[at[0]:at[1]])+text[at[1]:]), 0o666)
}
