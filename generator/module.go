package generator

import (
	"errors"
	"fmt"
	"go/token"
	"go/version"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

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

// Place is where the packages of an output folder belong.
type Place struct {
	ImportPath string // of the folder
	NewModule  bool   // no module holds the folder: it becomes one
}

// Locate finds the nearest go.mod at or above the folder, which need not exist yet. Without one the folder becomes a
// module called module or, where that is empty, after the folder.
func Locate(dir, module string) (Place, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Place{}, err
	}
	for at := abs; ; at = filepath.Dir(at) {
		file := filepath.Join(at, "go.mod")
		text, err := os.ReadFile(file)
		if err == nil {
			return inModule(file, string(text), at, abs, module)
		}
		// Where a file stands in the place of a folder, writing will say so.
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			return Place{}, diag.List{{Pos: diag.Pos{File: file}, Message: "cannot read the module that the output belongs to: " + err.Error()}}
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if module == "" {
		module = moduleName(filepath.Base(abs))
	}
	if err := checkImportPath(module); err != nil {
		return Place{}, fmt.Errorf("%w: give another one with --module", err)
	}
	return Place{ImportPath: module, NewModule: true}, nil
}

func inModule(file, text, root, abs, module string) (Place, error) {
	own := directive(text, "module")
	if own == "" {
		return Place{}, diag.List{{Pos: diag.Pos{File: file}, Message: "this go.mod names no module: add a line \"module PATH\""}}
	}
	if asked := directive(text, "go"); version.Compare(version.Lang("go"+asked), "go"+goVersion) < 0 {
		return Place{}, diag.List{{Pos: diag.Pos{File: file}, Message: fmt.Sprintf("the output needs the language of go %s, and this go.mod asks for %s: "+
			"run go mod edit -go=%s beside it, or choose a folder outside of the module", goVersion, describeGo(asked), goVersion)}}
	}
	below, err := filepath.Rel(root, abs)
	if err != nil {
		return Place{}, err
	}
	at := path.Join(own, filepath.ToSlash(below))
	if module != "" && module != at {
		return Place{}, fmt.Errorf("the output folder belongs to the module %s (%s), so its packages are below %s: leave out --module, "+
			"or choose a folder outside of the module", own, file, at)
	}
	err = checkImportPath(at)
	if err == nil {
		err = checkSeen(filepath.ToSlash(below))
	}
	if err != nil {
		return Place{}, fmt.Errorf("%w: choose another folder with --out", err)
	}
	return Place{ImportPath: at}, nil
}

func describeGo(asked string) string {
	if asked == "" {
		return "none, which means go 1.16"
	}
	return "go " + asked
}

// directive reads the value of a line of a go.mod, "" if there is none. "module (" may stand on a line of its own, with
// the path and the closing bracket below it.
func directive(text, verb string) string {
	block := "" // the verb of the block that the line is in
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(strings.ReplaceAll(line, "(", " ( "))
		switch {
		case len(words) == 2 && words[1] == "(":
			block = words[0]
		case len(words) == 1 && words[0] == ")":
			block = ""
		case len(words) == 2 && words[0] == verb && block == "":
			return strings.Trim(words[1], "\"`")
		case len(words) == 1 && block == verb:
			return strings.Trim(words[0], "\"`")
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

// checkSeen refuses a folder of a module that the go command passes over.
func checkSeen(below string) error {
	for step := range strings.SplitSeq(below, "/") {
		if step != "." && emit.PassedOver(step) {
			return fmt.Errorf("the go command passes over a folder called %q, so that ./... would miss the packages in %s", step, below)
		}
	}
	return nil
}

func inImportPath(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-._~", r)
}

// CheckPackage refuses what cannot be the name of a package.
func CheckPackage(pkg string) error {
	if !token.IsIdentifier(pkg) || pkg != strings.ToLower(pkg) || pkg == "main" {
		return fmt.Errorf("%q cannot be the name of the packages: choose a word in small letters, as in \"agui\"", pkg)
	}
	if emit.PassedOver(pkg) {
		return fmt.Errorf("the go command passes over a folder called %q, so that ./... would miss the package: choose another word, as in \"agui\"", pkg)
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
