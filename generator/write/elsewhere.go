package write

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Elsewhere returns the folders below root, sorted, that contain generated files and are not written by a run. It skips
// nested modules and the folders that Go excludes from ./...
func Elsewhere(root string, written ...string) ([]string, error) {
	var found []string
	for i, dir := range written {
		written[i] = filepath.Clean(dir)
	}
	err := filepath.WalkDir(root, func(p string, e fs.DirEntry, err error) error {
		switch {
		case err != nil: // a folder that cannot be read was not written by us
			return fs.SkipDir
		case e.IsDir() && p != root && (isSkipped(e.Name()) || isModule(p)):
			return fs.SkipDir
		case e.Type().IsRegular() && isGeneratedName(e.Name()):
			dir := filepath.Dir(p)
			if !slices.Contains(written, dir) && !slices.Contains(found, dir) && isOurs(p) {
				found = append(found, dir)
			}
		}
		return nil
	})
	slices.Sort(found)
	return found, err
}

// isSkipped reports whether ./... excludes folders of that name.
func isSkipped(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || slices.Contains([]string{"testdata", "vendor", "node_modules"}, name)
}

func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// isOurs reports whether a file begins with our header.
func isOurs(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(mark))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == mark
}
