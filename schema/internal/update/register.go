package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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
	if err := replace(page, regexp.MustCompile(`(?m)(?:^\| \d+\.\d+/.*\n)+`), func(rows string) string { return rows + tableOf(sums) }); err != nil {
		return err
	}
	fmt.Fprintf(u.out, "%s embeds it, %s names its source\n", code, page)
	return nil
}

// refreshed returns the name of an official file that is not the one that SOURCES.md has for the folder, "" if all are.
func (u *updater) refreshed() (string, error) {
	recorded, err := u.recorded()
	if err != nil {
		return "", err
	}
	rows, err := u.sums()
	if err != nil {
		return "", err
	}
	for _, r := range rows {
		if sum := recorded[r.name]; sum != "" && sum != r.sum {
			return r.name, nil
		}
	}
	return "", nil
}

// sumRow is a row of SOURCES.md: an official file, below our folder of schemas, and its checksum.
type sumRow struct{ name, sum string }

func (r sumRow) String() string { return fmt.Sprintf("| %s | %s |\n", r.name, r.sum) }

var sumLine = regexp.MustCompile(`(?m)^\| (\d+\.\d+/\S+) \| ([0-9a-f]{64}) \|\n`)

// recorded returns the checksums of SOURCES.md by the names of the files.
func (u *updater) recorded() (map[string]string, error) {
	page, err := os.ReadFile(u.folder("SOURCES.md"))
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	for _, m := range sumLine.FindAllSubmatch(page, -1) {
		sums[string(m[1])] = string(m[2])
	}
	return sums, nil
}

// registerAgain puts the checksums of the official files in place of those that the folder was made from. A file that did
// not come again keeps its own.
func (u *updater) registerAgain() error {
	rows, err := u.sums()
	if err != nil {
		return err
	}
	page := u.folder("SOURCES.md")
	of := regexp.MustCompile(`(?m)(?:^\| ` + regexp.QuoteMeta(u.version) + `/.*\n)+`)
	if err := replace(page, of, func(old string) string {
		for _, m := range sumLine.FindAllStringSubmatch(old, -1) {
			if !slices.ContainsFunc(rows, func(r sumRow) bool { return r.name == m[1] }) {
				rows = append(rows, sumRow{m[1], m[2]})
			}
		}
		return tableOf(rows)
	}); err != nil {
		return err
	}
	fmt.Fprintf(u.out, "%s names what it is made from now\n", page)
	return nil
}

func tableOf(rows []sumRow) string {
	var text strings.Builder
	for _, r := range rows {
		text.WriteString(r.String())
	}
	return text.String()
}

// sums are the rows of SOURCES.md for the official files.
func (u *updater) sums() ([]sumRow, error) {
	names, err := u.wireFiles()
	if err != nil {
		return nil, err
	}
	var rows []sumRow
	for _, name := range append([]string{filepath.Base(u.spec)}, names...) {
		data, err := os.ReadFile(u.beside(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if name == filepath.Base(u.spec) {
			name = "schema.json"
		}
		rows = append(rows, sumRow{u.version + "/" + name, load.Checksum(data)})
	}
	return rows, nil
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
