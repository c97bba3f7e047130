package write

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/emit"
)

// named reports whether a file has a name that we choose for Go files.
func named(file string) bool {
	return strings.HasSuffix(file, "_gen.go") || strings.HasSuffix(file, ".pb.go")
}

// Left is a folder that holds files of ours.
type Left struct {
	Dir   string // slash-separated, below where the search began
	Files int
}

// Elsewhere looks for files that some run wrote, in dir and so many levels of folders below it. It does not look into
// the folders that known names, nor into those that hold one of the files named in owners: they are the business of
// others.
func Elsewhere(dir string, levels int, known func(dir string) bool, owners ...string) ([]Left, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, folderError(dir, err)
	}
	defer root.Close()
	found := map[string]int{}
	err = fs.WalkDir(root.FS(), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir // it can hold none of ours
		case d.IsDir():
			if p != "." && (strings.Count(p, "/") >= levels || emit.PassedOver(d.Name()) || d.Name() == "node_modules" || ownedByOthers(root, p, owners)) {
				return fs.SkipDir
			}
		case d.Type().IsRegular() && named(d.Name()) && !known(path.Dir(p)) && marked(root, p):
			found[path.Dir(p)]++
		}
		return nil
	})
	var list []Left
	for _, dir := range slices.Sorted(maps.Keys(found)) {
		list = append(list, Left{dir, found[dir]})
	}
	return list, err
}

func ownedByOthers(root *os.Root, dir string, owners []string) bool {
	return slices.ContainsFunc(owners, func(name string) bool {
		_, err := root.Stat(filepath.FromSlash(path.Join(dir, name)))
		return err == nil
	})
}

// marked reports whether a file starts as ours do. No more of it is read.
func marked(root *os.Root, p string) bool {
	f, err := root.Open(filepath.FromSlash(p))
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, len(mark))
	_, err = io.ReadFull(f, start)
	return err == nil && bytes.Equal(start, []byte(mark))
}
