package stranger

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// stranger is somebody's machine: a module cache with nothing in it, and a folder for a module.
type stranger struct {
	t          *testing.T
	dir, cache string
	env        []string
}

// newStranger returns a machine to which the proxy serves this project. All else comes from what this machine has downloaded
// before, so that no network is needed.
func newStranger(t *testing.T, p proxy) *stranger {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	modules, builds, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	s := &stranger{t: t, dir: t.TempDir(), cache: emptyCache(t)}
	s.env = append(os.Environ(), "GOENV=off", "GOWORK=off", "GOSUMDB=off", "GOTOOLCHAIN=local",
		"GOPRIVATE=", "GONOPROXY=", "GOCACHE="+builds, "GOMODCACHE="+s.cache,
		"GOPROXY="+fileURL(p.dir)+","+fileURL(filepath.Join(modules, "cache", "download")),
		// A temporary cache must be deletable, and what is compiled should be found again in the next run: see emptyCache.
		"GOFLAGS=-modcacherw -trimpath")
	return s
}

// emptyCache returns a folder for a module cache. It is the same one in every run, unless another run has it: what go tool
// compiles is filed under its place, and without -trimpath, which go tool does not take, each run would compile all anew.
func emptyCache(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(os.TempDir(), "aguigen-stranger")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// try runs a command, and returns what it prints and its exit code.
func (s *stranger) try(line ...string) (string, int) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), line[0], line[1:]...)
	cmd.Dir, cmd.Env = s.dir, s.env
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// run runs a command that must end well.
func (s *stranger) run(line ...string) string {
	s.t.Helper()
	out, code := s.try(line...)
	if code != 0 {
		s.t.Fatalf("%s: exit code %d\n%s", strings.Join(line, " "), code, out)
	}
	return out
}

// finds runs a command that must end with exit code 1.
func (s *stranger) finds(line ...string) string {
	s.t.Helper()
	out, code := s.try(line...)
	if code != 1 {
		s.t.Fatalf("%s: exit code %d, not 1\n%s", strings.Join(line, " "), code, out)
	}
	return out
}

func (s *stranger) read(name string) string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

func (s *stranger) write(name, text string) {
	s.t.Helper()
	file := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		s.t.Fatal(err)
	}
}

// edit replaces the one place where a text stands in a file.
func (s *stranger) edit(name, old, new string) {
	s.t.Helper()
	text := s.read(name)
	if n := strings.Count(text, old); n != 1 {
		s.t.Fatalf("%s has %q %d times\n%s", name, old, n, text)
	}
	s.write(name, strings.Replace(text, old, new, 1))
}

// program writes one of the programs below testdata into a folder of the module.
func (s *stranger) program(name string) {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name, "main.go"))
	if err != nil {
		s.t.Fatal(err)
	}
	s.write(name+"/main.go", string(text))
}

// contains reports what a text lacks.
func (s *stranger) contains(text string, parts ...string) {
	s.t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			s.t.Errorf("%q is missing in\n%s", part, text)
		}
	}
}

// foreign lists the packages, neither of the standard library nor of the module itself, that are linked into what stands in
// the folder.
func (s *stranger) foreign() string {
	s.t.Helper()
	return s.run("go", "list", "-deps", "-f", "{{if not .Standard}}{{if not .Module.Main}}{{.ImportPath}}{{end}}{{end}}", "./...")
}

// downloads lists the modules of which the cache has a file of this kind: .zip if the code was downloaded, .mod if its
// go.mod was read.
func (s *stranger) downloads(kind string) []string {
	s.t.Helper()
	var list []string
	top := filepath.Join(s.cache, "cache", "download")
	err := filepath.WalkDir(top, func(name string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == kind {
			name, err = filepath.Rel(top, strings.TrimSuffix(name, kind))
			list = append(list, strings.Replace(filepath.ToSlash(name), "/@v/", "@", 1))
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

// same fails where a file is not what it was.
func (s *stranger) same(name, before string) {
	s.t.Helper()
	if now := s.read(name); now != before {
		s.t.Errorf("%s was\n%s\nand is now\n%s", name, before, now)
	}
}
