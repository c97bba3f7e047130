package generator

import (
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const modulePrefix = "github.com/aguigen/aguigen/"

// TestArchitecture compares the table of imports in ARCHITECTURE.md with what the packages import.
func TestArchitecture(t *testing.T) {
	rows, tracked := importTable(t), trackedFolders(t)
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		folder := strings.TrimPrefix(words[0], modulePrefix)
		row, ok := rows[folder]
		if !ok && tracked != nil && !tracked[folder] {
			continue // output that somebody has written here
		}
		if !ok {
			t.Errorf("the table lacks a row for %s", folder)
			continue
		}
		delete(rows, folder)
		used := map[string]bool{}
		for _, imported := range words[1:] {
			if own, isOwn := strings.CutPrefix(imported, modulePrefix); isOwn {
				if used[own] = true; !slices.Contains(row.ours, own) {
					t.Errorf("%s imports %s, which its row does not allow", folder, own)
				}
			} else if first, _, _ := strings.Cut(imported, "/"); strings.Contains(first, ".") {
				i := slices.IndexFunc(row.libraries, func(l string) bool { return imported == l || strings.HasPrefix(imported, l+"/") })
				if i < 0 {
					t.Errorf("%s imports %s, which its row does not allow", folder, imported)
					continue
				}
				used[row.libraries[i]] = true
			}
		}
		for _, allowed := range append(row.ours, row.libraries...) {
			if !used[allowed] {
				t.Errorf("%s does not import %s: take it out of its row", folder, allowed)
			}
		}
	}
	for folder := range rows {
		t.Errorf("the table has a row for %s, where no package is", folder)
	}
}

// trackedFolders has the folders in which git tracks Go files; it is nil where the tree is no checkout.
func trackedFolders(t *testing.T) map[string]bool {
	t.Helper()
	if _, err := os.Stat("../.git"); err != nil {
		return nil
	}
	cmd := exec.Command("git", "ls-files", "*.go")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	folders := map[string]bool{}
	for name := range strings.Lines(string(out)) {
		folders[path.Dir(strings.TrimSpace(name))] = true
	}
	return folders
}

type importRow struct{ ours, libraries []string }

func importTable(t *testing.T) map[string]importRow {
	t.Helper()
	page, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "| folder | of ours | libraries |\n| --- | --- | --- |\n")
	if !found {
		t.Fatal("ARCHITECTURE.md has no table of imports")
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	names := func(cell string) []string {
		var names []string
		for _, m := range quoted.FindAllStringSubmatch(cell, -1) {
			names = append(names, m[1])
		}
		return names
	}
	rows := map[string]importRow{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			break
		}
		rows[names(cells[1])[0]] = importRow{names(cells[2]), names(cells[3])}
	}
	return rows
}

// Every file that the page sends a reader to is there.
func TestArchitectureLeadsSomewhere(t *testing.T) {
	page, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "| X | where |\n")
	paths := regexp.MustCompile("`([a-z]+/[^`<]*)`").FindAllStringSubmatch(table, -1)
	if len(paths) < 10 {
		t.Fatalf("only %d paths in the table", len(paths))
	}
	for _, m := range paths {
		if _, err := os.Stat("../" + m[1]); err != nil {
			t.Errorf("%s: %v", m[1], err)
		}
	}
}
