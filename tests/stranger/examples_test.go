package stranger

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// TestExamples copies each example out of the tree, where it has to build and pass its tests with what is published: by
// its own go.mod, which asks for the version of the first row of the release table. The proxy has that version of the
// packages under another name.
func TestExamples(t *testing.T) {
	p := publish(t)
	release := releases(t)[0].version
	folders, err := filepath.Glob(filepath.Join(root, "examples", "*", "go.mod"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range folders {
		example := filepath.Dir(file)
		t.Run(filepath.Base(example), func(t *testing.T) {
			s := newStranger(t, p)
			if err := os.CopyFS(s.dir, os.DirFS(example)); err != nil {
				t.Fatal(err)
			}
			mod, err := modfile.Parse(file, []byte(s.read("go.mod")), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(mod.Replace) > 0 {
				t.Error("go.mod replaces a module, so that a copy elsewhere does not build")
			}
			for _, r := range mod.Require {
				if r.Mod.Path == packages && r.Mod.Version != release {
					t.Errorf("go.mod asks for %s, and the next release is %s", r.Mod.Version, release)
				}
			}
			if n := strings.Count(s.read("README.md"), "\n"); n > 20 {
				t.Errorf("the README has %d lines", n)
			}
			s.run("go", "mod", "edit", "-require="+p.packages())
			s.run("go", "mod", "tidy")
			s.run("go", "build", "./...")
			s.run("go", "test", "./...")
		})
	}
}
