package generator

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/emit"
)

var lint = flag.Bool("lint", false, "let go vet and staticcheck judge what the golden cases and subsets make, as make lint does")

// TestLint lets go vet and staticcheck, which finds unused code too, judge what every golden case and every subset makes.
// All lie in one module, since starting a tool takes longer than a package.
func TestLint(t *testing.T) {
	if !*lint {
		t.Skip("runs in make lint")
	}
	module := newModule(t)
	for _, dir := range goodCases(t) {
		_, files := results(t, dir)
		writeFiles(t, filepath.Join(module, filepath.Base(dir)), unmarked(files))
	}
	writeSubsets(t, filepath.Join(module, "subsets"))
	tools, err := filepath.Abs("../tools/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{
		{"vet", "./..."},
		{"tool", "-modfile=" + tools, "staticcheck", "-checks=inherit,-S1021", "-tests=false", "./..."},
	} {
		out, err := goCommand(module, command...)
		if left := findings(out); err != nil && left != "" {
			t.Errorf("go %s: %v\n%s", command[0], err, left)
		}
	}
}

// TestSubsets runs the tests of the subsets.
func TestSubsets(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles every subset")
	}
	module := newModule(t)
	writeSubsets(t, module)
	if out, err := goCommand(module, "test", "-vet=off", "./..."); err != nil {
		t.Error(out)
	}
}

// unmarked takes the mark of generated files from them: the tools judge those less strictly, and see nothing unused.
func unmarked(files []emit.File) []emit.File {
	for i := range files {
		files[i].Text = bytes.Replace(files[i].Text, []byte("; DO NOT EDIT."), nil, 1)
	}
	return files
}

// findings drops what the go command says of its own work, and what is said of unused parts of the support code, which
// is selected by name: a method stays where another one of its name is called, and a struct keeps all its fields.
func findings(out string) string {
	var left []string
	for line := range strings.Lines(out) {
		unused := strings.Contains(line, "support_") && strings.Contains(line, "(U1000)")
		if !unused && !strings.HasPrefix(line, "go: downloading ") {
			left = append(left, line)
		}
	}
	return strings.Join(left, "")
}

func TestFindings(t *testing.T) {
	const found = "agui/types_gen.go:9:6: func idle is unused (U1000)\n"
	const others = "go: downloading honnef.co/go/tools v0.7.0\nagui/support_scan_gen.go:3:2: field pos is unused (U1000)\n"
	if got := findings(others + found); got != found {
		t.Errorf("left are %q", got)
	}
	if got := findings(others); got != "" {
		t.Errorf("left are %q", got)
	}
}

// goodCases returns the golden folders that generate something.
func goodCases(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("testdata/*")
	if err != nil || len(all) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var good []string
	for _, dir := range all {
		if !strings.HasPrefix(filepath.Base(dir), "err-") {
			good = append(good, dir)
		}
	}
	return good
}

// newModule makes a folder that is a module, for generated code.
func newModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.org/golden\n\ngo "+goVersion+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

func writeFiles(t *testing.T, dir string, files []emit.File) {
	t.Helper()
	for _, f := range files {
		file := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// goCommand runs the go command in a folder, outside of any workspace. With -trimpath what was built once is found again,
// though the folder is another.
func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod -trimpath")
	out, err := cmd.CombinedOutput()
	return string(out), err
}
