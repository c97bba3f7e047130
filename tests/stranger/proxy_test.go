package stranger

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const (
	root     = "../.."
	tool     = "github.com/aguigen/aguigen"
	packages = tool + "/generated"
)

// proxy is a module proxy in a folder, which serves what is in the tree as one version.
type proxy struct{ dir, version string }

func (p proxy) tool() string     { return tool + "@" + p.version }
func (p proxy) packages() string { return packages + "@" + p.version }

// publish makes a proxy for both modules, of the files in the tree that git does not ignore. The version depends on what is
// in them, since the go command takes for granted that a version never changes, in what it remembers between runs too.
func publish(t *testing.T) proxy {
	t.Helper()
	files := tracked(t)
	sum := sha256.New()
	for _, name := range files {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(sum, "%s %d\n%s", name, len(data), data)
	}
	p := proxy{t.TempDir(), fmt.Sprintf("v1.0.0-tree.%x", sum.Sum(nil)[:8])}
	p.serve(t, tool, "", files)
	p.serve(t, packages, "generated", files)
	return p
}

// fileURL is the address of a folder.
func fileURL(dir string) string {
	p := filepath.ToSlash(dir)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}

// tracked lists the files that a clone of this repository would have if what git tracks in the tree were committed.
func tracked(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v: the test publishes what git tracks, so it needs a clone", err)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	return slices.DeleteFunc(names, func(name string) bool {
		_, err := os.Lstat(filepath.Join(root, name))
		return errors.Is(err, fs.ErrNotExist)
	})
}

// serve writes the four files by which a proxy offers one version of a module that lives in a folder of the repository.
func (p proxy) serve(t *testing.T, modulePath, folder string, files []string) {
	t.Helper()
	escaped, err := module.EscapePath(modulePath)
	if err != nil {
		t.Fatal(err)
	}
	versions := filepath.Join(p.dir, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(versions, 0o777); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, folder, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	info, err := json.Marshal(map[string]any{"Version": p.version, "Time": time.Unix(0, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"list": []byte(p.version + "\n"), p.version + ".info": info, p.version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(versions, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	archive, err := os.Create(filepath.Join(versions, p.version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	err = zip.Create(archive, module.Version{Path: modulePath, Version: p.version}, contents(folder, files))
	if err := errors.Join(err, archive.Close()); err != nil {
		t.Fatalf("%s cannot be published: %v", modulePath, err)
	}
}

// contents are the files below a folder that belong to the module there: not those of the modules within it. The licence of
// the repository is part of each module, as the go command does it.
func contents(folder string, files []string) []zip.File {
	var inner []string
	for _, name := range files {
		if dir := path.Dir(name); path.Base(name) == "go.mod" && dir != path.Clean("./"+folder) {
			inner = append(inner, dir+"/")
		}
	}
	var list []zip.File
	for _, name := range files {
		short, inside := strings.CutPrefix(name, folder+"/")
		if folder == "" {
			short, inside = name, true
		}
		foreign := slices.ContainsFunc(inner, func(dir string) bool {
			return strings.HasPrefix(name, dir) && !strings.HasPrefix(folder+"/", dir)
		})
		if inside && !foreign {
			list = append(list, tracking{short, filepath.Join(root, name)})
		}
	}
	hasLicence := slices.ContainsFunc(list, func(f zip.File) bool { return f.Path() == "LICENSE" })
	if !hasLicence {
		list = append(list, tracking{"LICENSE", filepath.Join(root, "LICENSE")})
	}
	return list
}

// tracking is a file with its name in the module.
type tracking struct{ name, file string }

func (f tracking) Path() string                 { return f.name }
func (f tracking) Lstat() (fs.FileInfo, error)  { return os.Lstat(f.file) }
func (f tracking) Open() (io.ReadCloser, error) { return os.Open(f.file) }
