package cli

import (
	"errors"
	"fmt"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/config"
	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/schema"
)

// directiveName is the file with the go:generate line.
const directiveName = "generate.go"

var initCommand = command{
	name:  "init",
	short: "write aguigen.yaml and generate.go into the current folder",
	long: `Sets up a Go module to use aguigen: writes ` + config.Name + `, with every option and its default, and ` + directiveName + `, with the
line that go generate runs. It never overwrites a file.`,
	bind: func(*pflag.FlagSet) run { return initialize },
}

func initialize(s *streams, args []string) error {
	if err := noArgs("init", args); err != nil {
		return err
	}
	if inside, err := insideModule("."); err != nil {
		return err
	} else if !inside {
		return errors.New("aguigen init: there is no go.mod at or above this folder: run go mod init MODULE first")
	}
	pkg, err := packageOf(".")
	if err != nil {
		return err
	}
	files := []struct{ name, text string }{
		{config.Name, config.Template(schema.Default, defaultParts)},
		{directiveName, "package " + pkg + "\n\n//go:generate go tool aguigen generate\n"},
	}
	var there []string
	for _, f := range files {
		if _, err := os.Lstat(f.name); err == nil {
			there = append(there, f.name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if len(there) > 0 {
		return fmt.Errorf("aguigen init: %s in the way: nothing was written; remove what is in the way, or keep it and write the rest by hand "+
			"(aguigen help init)", are(there))
	}
	err = s.write(func() error {
		for _, f := range files {
			if err := create(f.name, f.text); err != nil {
				return fmt.Errorf("aguigen init: cannot write %s: %w", f.name, unwrapPath(err))
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.report(fmt.Sprintf("%s and %s written. Next:\n\n  go get -tool github.com/aguigen/aguigen/cmd/aguigen@latest\n  go generate ./...\n",
		config.Name, directiveName))
}

// are says what is there.
func are(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return strings.Join(names, " and ") + " are"
}

// create writes a file that is not there yet.
func create(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// insideModule looks for a go.mod at or above the folder.
func insideModule(dir string) (bool, error) {
	place, err := generator.Locate(dir, "")
	var bad *generator.FolderError
	if errors.As(err, &bad) { // init has no flag for another one
		return false, fmt.Errorf("aguigen init: %s: run it in another folder of the module", bad.Problem)
	}
	return err == nil && !place.NewModule, err
}

// packageOf returns the package that a new Go file in the folder belongs to: that of its Go files, or one named after it.
func packageOf(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return "", err
	}
	fromTest := ""
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil || file.Name == nil {
			continue // another tool's concern
		}
		ignored := false
		for _, group := range file.Comments {
			for _, c := range group.List {
				expr, err := constraint.Parse(c.Text)
				ignored = ignored || err == nil && !expr.Eval(func(tag string) bool { return tag != "ignore" && tag != "tools" })
			}
		}
		switch {
		case ignored:
		case strings.HasSuffix(name, "_test.go"):
			fromTest = strings.TrimSuffix(file.Name.Name, "_test")
		default:
			return file.Name.Name, nil
		}
	}
	if fromTest != "" {
		return fromTest, nil
	}
	abs, err := filepath.Abs(dir)
	return packageName(filepath.Base(abs)), err
}

// packageName makes a package's name of a folder's.
func packageName(folder string) string {
	name := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(folder))
	if name = strings.TrimLeft(name, "0123456789"); generator.CheckPackage(name) != nil {
		return "gen"
	}
	return name
}
