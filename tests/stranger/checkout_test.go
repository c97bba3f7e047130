package stranger

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// oldestGo is the toolchain that the output promises to compile with, as in the Makefile.
const oldestGo = "go1.24.11"

// TestCheckoutWithCRLF checks out the tree as git does under core.autocrlf where .gitattributes is not heeded, with CR LF in every
// file, the embedded ones included. What is generated there is what is generated here.
func TestCheckoutWithCRLF(t *testing.T) {
	dir := t.TempDir()
	for _, name := range tracked(t) {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.ContainsRune(text, 0) {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		target := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"check", "--out", "generated"},
		{"check", "--out", "generated", "--schema", "schema/1.0/schema.json"},
	} {
		cmd := exec.Command("go", append([]string{"run", "./cmd/aguigen"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("aguigen %s: %v\n%.3000s", strings.Join(args, " "), err, out)
		}
	}
}

// tracked lists the files of the tree that git knows or would.
func tracked(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "cmd", "generator/*.go", "schema", "templates", "generated", "go.mod", "go.sum")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Skip("takes a checkout by git")
	}
	var names []string
	for _, name := range strings.Fields(string(out)) {
		if !strings.Contains(name, "/testdata/") {
			names = append(names, name)
		}
	}
	return names
}

// TestOutputWithTheOldestGo builds and vets what generate writes with the oldest release of Go that it promises.
func TestOutputWithTheOldestGo(t *testing.T) {
	env := append(os.Environ(), "GOTOOLCHAIN="+oldestGo)
	probe := exec.Command("go", "version")
	probe.Env = env
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("needs the toolchain %s, which cannot be downloaded here: %s", oldestGo, out)
	}
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil || !strings.Contains(string(makefile), "OLDEST_GO = "+oldestGo+"\n") {
		t.Errorf("the Makefile names another toolchain than %s: %v", oldestGo, err)
	}
	dir := t.TempDir()
	cmd := exec.Command("go", "run", "./cmd/aguigen", "generate", "--schema", "1.1", "--out", dir, "--module", "example.org/old")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if version := oldestGo[len("go"):strings.LastIndexByte(oldestGo, '.')]; err != nil || !strings.Contains(string(mod), "\ngo "+version+"\n") {
		t.Errorf("go.mod asks for another release: %v\n%s", err, mod)
	}
	for _, args := range [][]string{{"build", "./..."}, {"vet", "./..."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%.3000s", args[0], err, out)
		}
	}
}
