package generator

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	gover "go/version"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/mod/modfile"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
)

const (
	// goVersion is the oldest release whose language and library the output compiles with.
	goVersion = "1.24"
	// protobufVersion is the one that our own go.mod requires; a test compares them.
	protobufVersion = "v1.36.12"
	protobufSum     = "h1:pJOKDDOyeXErUroCihFAd5LQuwXBSpVnKGrj5o/fwxc="
	protobufModSum  = "h1:HTf+CrKn2C3g5S8VImy6tdcUvCska2kB7j23XfzDpco="
)

// Place is the module and import path of an output folder.
type Place struct {
	ImportPath string // of the folder
	NewModule  bool   // no module holds the folder: it becomes one
	Root       string // the folder of the module's go.mod; the output folder itself where it becomes a module
}

// Locate finds the nearest go.mod at or above the folder, which need not exist yet. Without one the folder becomes a
// module called module or, where that is empty, after the folder.
func Locate(dir, module string) (Place, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Place{}, err
	}
	root, text, err := findModule(abs)
	if err != nil {
		return Place{}, err
	}
	if root != "" {
		return inModule(filepath.Join(root, "go.mod"), text, root, abs, module)
	}
	if module == "" {
		module = moduleName(filepath.Base(abs))
	}
	if err := checkImportPath(module); err != nil {
		return Place{}, fmt.Errorf("%w: give another one with --module", err)
	}
	return Place{ImportPath: module, NewModule: true, Root: abs}, nil
}

// ModuleRoot returns the folder of the nearest go.mod at or above dir, or dir itself.
func ModuleRoot(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	root, _, err := findModule(abs)
	return cmp.Or(root, abs), err
}

// findModule looks for a go.mod at or above a folder. The root is empty if there is none.
func findModule(abs string) (root, text string, err error) {
	for at := abs; ; at = filepath.Dir(at) {
		file := filepath.Join(at, "go.mod")
		text, err := os.ReadFile(file)
		if err == nil {
			return at, string(text), nil
		}
		// Where a file stands in the place of a folder, writing will say so.
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			return "", "", diag.List{{Pos: diag.Pos{File: file}, Message: "cannot read the module that the output belongs to: " + err.Error()}}
		}
		if at == filepath.Dir(at) {
			return "", "", nil
		}
	}
}

// FolderError is the error for a folder of a module that cannot contain the packages, regardless of their
// names.
type FolderError struct {
	Problem string // what is wrong, without what to do
}

func (e *FolderError) Error() string { return e.Problem + ": choose another folder with --out" }

func inModule(file, text, root, abs, module string) (Place, error) {
	mod, err := modfile.ParseLax(file, []byte(text), nil)
	if err != nil {
		return Place{}, unreadable(file, err)
	}
	if mod.Module == nil || mod.Module.Mod.Path == "" {
		return Place{}, diag.List{{Pos: diag.Pos{File: file}, Message: "this go.mod names no module: add a line \"module PATH\""}}
	}
	if err := checkGo(file, mod.Go); err != nil {
		return Place{}, err
	}
	own := mod.Module.Mod.Path
	below, err := filepath.Rel(root, abs)
	if err != nil {
		return Place{}, err
	}
	if step := skippedStep(filepath.ToSlash(below)); step != "" {
		return Place{}, &FolderError{fmt.Sprintf("the go command leaves out folders called %q, so the packages would not be built with the module", step)}
	}
	at := path.Join(own, filepath.ToSlash(below))
	if module != "" && module != at {
		return Place{}, fmt.Errorf("the output folder belongs to the module %s (%s), so its packages are below %s: leave out --module, "+
			"or choose a folder outside of the module", own, file, at)
	}
	if err := checkImportPath(at); err != nil {
		return Place{}, &FolderError{err.Error()}
	}
	return Place{ImportPath: at, Root: root}, nil
}

// unreadable reports what keeps a go.mod from being read, at its place.
func unreadable(file string, err error) error {
	var found diag.List
	var all modfile.ErrorList
	if !errors.As(err, &all) {
		return diag.List{{Pos: diag.Pos{File: file}, Message: err.Error()}}
	}
	for _, e := range all {
		found.Errorf(diag.Pos{File: file, Line: e.Pos.Line, Column: max(e.Pos.LineRune, 1)}, "%v", e.Err)
	}
	return found.Err()
}

// checkGo rejects a module whose Go version cannot compile the output. A go.mod without a go line means Go 1.16.
func checkGo(file string, asked *modfile.Go) error {
	version, at := "1.16", diag.Pos{File: file}
	if asked != nil {
		version, at.Line, at.Column = asked.Version, asked.Syntax.Start.Line, asked.Syntax.Start.LineRune
	}
	if gover.Compare("go"+version, "go"+goVersion) >= 0 {
		return nil
	}
	return diag.List{{Pos: at, Message: fmt.Sprintf("the module asks for Go %s, and the generated code needs Go %s: run go mod edit -go=%s",
		version, goVersion, goVersion)}}
}

// skippedStep returns the first folder on a path below the module that ./... skips, or "".
func skippedStep(below string) string {
	for step := range strings.SplitSeq(below, "/") {
		if strings.HasPrefix(step, "_") || strings.HasPrefix(step, ".") && step != "." && step != ".." || step == "testdata" || step == "vendor" {
			return step
		}
	}
	return ""
}

// moduleName makes a module path of a folder's name.
func moduleName(folder string) string {
	name := strings.Map(func(r rune) rune {
		if !inImportPath(r) {
			return '-'
		}
		return r
	}, folder)
	if name = strings.Trim(name, "-."); name == "" {
		return "agui"
	}
	return name
}

func checkImportPath(p string) error {
	for step := range strings.SplitSeq(p, "/") {
		bad := strings.IndexFunc(step, func(r rune) bool { return !inImportPath(r) })
		if step == "" || step[0] == '.' || strings.HasSuffix(step, ".") || bad >= 0 {
			return fmt.Errorf("%q cannot be imported by a Go program, because of %q in it", p, step)
		}
	}
	return nil
}

func inImportPath(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-._~", r)
}

// CheckPackage returns an error if a name cannot be the name of a package.
func CheckPackage(pkg string) error {
	if !token.IsIdentifier(pkg) || pkg != strings.ToLower(pkg) || pkg == "main" || pkg[0] == '_' || skippedStep(pkg) != "" {
		return fmt.Errorf("%q cannot be the name of the packages: choose a word in small letters, as in \"agui\"", pkg)
	}
	return nil
}

// moduleFiles are the go.mod of an output folder that is a module of its own, and the go.sum without which it would not
// build before go mod tidy.
func moduleFiles(c Config) []emit.File {
	text := fmt.Sprintf("module %s\n\ngo %s\n", c.ImportPath, goVersion)
	if !slices.Contains(c.Parts, Proto) {
		return []emit.File{{Path: "go.mod", Text: []byte(text)}}
	}
	const protobuf = "google.golang.org/protobuf"
	text += fmt.Sprintf("\nrequire %s %s\n", protobuf, protobufVersion)
	sums := fmt.Sprintf("%s %s %s\n%s %s/go.mod %s\n", protobuf, protobufVersion, protobufSum, protobuf, protobufVersion, protobufModSum)
	return []emit.File{{Path: "go.mod", Text: []byte(text)}, {Path: "go.sum", Text: []byte(sums)}}
}
