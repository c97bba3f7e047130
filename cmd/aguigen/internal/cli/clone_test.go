package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestClone looks at a clone that git makes with core.autocrlf. The command that is built there finds everything as it
// should be: with our .gitattributes nothing changes, and without them, as in the repository of a user who vendors this
// one, it does not count.
func TestClone(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command twice")
	}
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("this is no checkout, so there is nothing to clone")
	}
	for _, c := range []struct {
		name       string
		attributes bool
	}{{"attributes", true}, {"no attributes", false}} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "clone")
			clone(t, root, dir, c.attributes)
			for _, name := range []string{"schema/1.0/schema.json", "generated/agui/types_gen.go", "templates/runtime/scan.go"} {
				text, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil || bytes.Contains(text, []byte("\r\n")) == c.attributes {
					t.Fatalf("%s has not the line ends that it should have here: %v", name, err)
				}
			}
			run := func(args ...string) {
				t.Helper()
				cmd := exec.Command("go", args...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath -buildvcs=false") // what is built in one folder serves another
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("go %v: %v\n%.2000s", args, err, out)
				}
			}
			run("run", "./cmd/aguigen", "check", "--out", "generated")
			if c.attributes { // what the README begins with: our tests do not see the output
				run("run", "./cmd/aguigen", "generate", "--out", "DIR")
				run("test", "./generator", "-run", "TestArchitecture")
			}
		})
	}
}

// clone makes a repository of what git tracks in root, as it stands there, and clones it with core.autocrlf.
func clone(t *testing.T, root, dir string, attributes bool) {
	t.Helper()
	git := func(in string, args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", in, "-c", "user.name=t", "-c", "user.email=t@example.org"}, args...)...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return string(out)
	}
	origin := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(git(root, "ls-files", "-z"), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) || !attributes && name == ".gitattributes" {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(origin, name), string(text))
	}
	git(origin, "init", "-q")
	git(origin, "add", "-A", "-f")
	git(origin, "commit", "-q", "-m", "all")
	git(origin, "-c", "core.autocrlf=true", "clone", "-q", ".", dir)
}
