package docs

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// golang compiles a block of Go in a module of its own, and runs it if it is a program.
func (e *execution) golang(b block) error {
	e.last = nil
	if b.serve != "" {
		port, err := freePort()
		if err != nil {
			return err
		}
		e.ports = append(e.ports, ":"+b.serve, ":"+port)
		b.text = strings.NewReplacer(e.ports...).Replace(b.text)
	}
	source, err := complete(b)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(token.NewFileSet(), "block.go", source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	e.programs++
	folder := filepath.Join(e.app, "internal", fmt.Sprintf("block%d", e.programs))
	name := "block.go"
	if strings.Contains(source, "\nfunc Test") || strings.Contains(source, "\nfunc Example") {
		name = "block_test.go"
	}
	e.write(folder, name, source)
	switch {
	case b.serve != "":
		return e.serve(folder, b)
	case name == "block_test.go":
		out, err := e.run(folder, nil, nil, "go", "test", "-vet=off", ".")
		return failure(err, out)
	case file.Name.Name == "main" && hasMain(file):
		if b.exit != 0 {
			return errors.New("go run hides exit codes")
		}
		out, err := e.run(folder, e.piped, nil, "go", "run", ".")
		e.last, e.piped = append([]byte{}, out...), out
		return failure(err, out)
	default:
		out, err := e.run(folder, nil, nil, "go", "build", "-o", filepath.Join(e.t.TempDir(), "out"), ".")
		return failure(err, out)
	}
}

func hasMain(file *ast.File) bool {
	return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Recv == nil && f.Name.Name == "main"
	})
}

// known are the packages that a piece of Go can use without importing them.
var known = map[string]string{
	"agui": "github.com/aguigen/aguigen/generated/agui", "aguiproto": "github.com/aguigen/aguigen/generated/aguiproto",
	"aguipb": "github.com/aguigen/aguigen/generated/aguipb", "aguistream": "github.com/aguigen/aguigen/generated/aguistream",
	"aguihttp": "github.com/aguigen/aguigen/generated/aguihttp", "slog": "log/slog", "iter": "iter", "expvar": "expvar", "sync": "sync",
	"bufio": "bufio", "bytes": "bytes", "context": "context", "errors": "errors", "fmt": "fmt", "http": "net/http",
	"io": "io", "json": "encoding/json", "log": "log", "os": "os", "slices": "slices", "strings": "strings", "time": "time",
	"proto": "google.golang.org/protobuf/proto",
}

var selector = regexp.MustCompile(`\b([a-z]+)\.[A-Z]`)

// complete makes a file of a block: as it stands, as declarations, or as the body of a function.
func complete(b block) (string, error) {
	if strings.HasPrefix(b.text, "package ") || strings.Contains(b.text, "\npackage ") {
		return b.text, nil
	}
	head := "package block\n\n" + imports(b)
	declarations := head + b.text
	if _, err := parser.ParseFile(token.NewFileSet(), "block.go", declarations, parser.SkipObjectResolution); err == nil {
		return declarations, nil
	}
	body := head + "func _(" + strings.Join(b.given, ", ") + ") error {\n" + b.text + "\nreturn nil\n}\n"
	if _, err := parser.ParseFile(token.NewFileSet(), "block.go", body, parser.SkipObjectResolution); err != nil {
		return "", fmt.Errorf("neither declarations nor statements: %w", err)
	}
	return body, nil
}

func imports(b block) string {
	used := map[string]bool{}
	for _, match := range selector.FindAllStringSubmatch(b.text+strings.Join(b.given, "\n"), -1) {
		if known[match[1]] != "" {
			used[match[1]] = true
		}
	}
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(used)) {
		fmt.Fprintf(&out, "import %s %q\n", name, known[name])
	}
	return out.String()
}

func TestComplete(t *testing.T) {
	for text, want := range map[string]string{
		"package main\n\nfunc main() {}\n":   "package main\n\nfunc main() {}\n",
		"func f() error { return io.EOF }\n": "package block\n\nimport io \"io\"\nfunc f() error { return io.EOF }\n",
		"if x > 0 {\nreturn io.EOF\n}\n":     "package block\n\nimport io \"io\"\nfunc _(x int) error {\nif x > 0 {\nreturn io.EOF\n}\n\nreturn nil\n}\n",
	} {
		t.Run(text, func(t *testing.T) {
			if got, err := complete(block{text: text, given: []string{"x int"}}); err != nil || got != want {
				t.Errorf("got %q, %v\nwant %q", got, err, want)
			}
		})
	}
	if got, err := complete(block{text: "if {"}); err == nil {
		t.Errorf("got %q", got)
	}
}
