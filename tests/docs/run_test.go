package docs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// nested is set while a document runs, so that a command that tests everything does not begin anew.
const nested = "AGUIGEN_DOCUMENT_RUNS"

// TestBlocks executes every block of every document.
func TestBlocks(t *testing.T) {
	if os.Getenv(nested) != "" {
		t.Skip("a document runs this")
	}
	bin := t.TempDir()
	(&execution{t: t}).program(repository, nil, "go", "build", "-o", bin, "./cmd/aguigen")
	for _, name := range documents(t) {
		t.Run(name, func(t *testing.T) {
			blocks, err := parse(read(t, name))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			e := newExecution(t, bin)
			for _, b := range blocks {
				if b.skip != "" {
					t.Logf("%s:%d: not run: %s", name, b.line, b.skip)
					e.last = nil
				} else if err := e.block(b); err != nil {
					t.Errorf("%s:%d: %v", name, b.line, err)
				}
			}
		})
	}
}

// execution is what the blocks of one document share.
type execution struct {
	t         *testing.T
	bin       string // folder with the program
	root, app string // the copy of the repository, and the module of a user
	last      []byte // what the last block printed; nil where it printed nothing that could be compared
	piped     []byte // what the last program printed
	programs  int
	ports     []string // those in the document, each with the one that stands for it
}

func newExecution(t *testing.T, bin string) *execution {
	t.Helper()
	e := &execution{t: t, bin: bin, root: filepath.Join(t.TempDir(), "aguigen"), app: filepath.Join(t.TempDir(), "app")}
	copyTree(t, repository, e.root)
	e.makeApp()
	return e
}

// copyTree copies what git tracks of the repository, but not its history. What else somebody has left there does not count.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = from
	out, err := list.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v: the test works on a copy of what git tracks, so it needs a clone", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		source, target := filepath.Join(from, name), filepath.Join(to, name)
		info, err := os.Stat(source)
		if errors.Is(err, fs.ErrNotExist) {
			continue // somebody is at work
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, data, info.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
}

var (
	moduleLine = regexp.MustCompile(`(?m)^module .*$`)
	libraries  = regexp.MustCompile(`(?ms)^require \(\n[^)]*\)`)
)

// makeApp writes the module of a user who has aguigen as a tool. The modules are those of the copy.
func (e *execution) makeApp() {
	e.t.Helper()
	data, err := os.ReadFile(filepath.Join(e.root, "go.mod"))
	if err != nil {
		e.t.Fatal(err)
	}
	const head = `module example.com/app

tool github.com/aguigen/aguigen/cmd/aguigen

require (
	github.com/aguigen/aguigen v0.0.0
	github.com/aguigen/aguigen/generated v0.0.0
)

replace (
	github.com/aguigen/aguigen => ../aguigen
	github.com/aguigen/aguigen/generated => ../aguigen/generated
)`
	replaced := strings.ReplaceAll(head, "../aguigen", e.root)
	// tests/codecs pins the libraries that docs/storage.md shows, and sees that they work.
	codecs, err := os.ReadFile(filepath.Join(e.root, "tests", "codecs", "go.mod"))
	if err != nil {
		e.t.Fatal(err)
	}
	replaced += "\n" + strings.Join(libraries.FindAllString(string(codecs), -1), "\n")
	e.write(e.app, "go.mod", moduleLine.ReplaceAllLiteralString(string(data), replaced))
	var sums []byte
	for _, module := range []string{".", "generated", "tests/codecs"} {
		data, err := os.ReadFile(filepath.Join(e.root, module, "go.sum"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			e.t.Fatal(err)
		}
		sums = append(sums, data...)
	}
	e.write(e.app, "go.sum", string(sums))
}

func (e *execution) write(folder, name, text string) {
	e.t.Helper()
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		e.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		e.t.Fatal(err)
	}
}

// program runs a command that has to end well, and returns its output.
func (e *execution) program(folder string, stdin []byte, name string, args ...string) []byte {
	e.t.Helper()
	out, err := e.run(folder, stdin, nil, name, args...)
	if err != nil {
		e.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

// run runs a command within five minutes, and returns what it prints on either stream.
func (e *execution) run(folder string, stdin []byte, env []string, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(e.t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), nested+"=1", "GOPROXY=off", "GOFLAGS=-mod=mod -trimpath", "GOWORK=off",
		"GOROOT="+build.Default.GOROOT, // which a test that type-checks code does not know of itself with -trimpath
		"PATH="+e.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Env = append(cmd.Env, env...)
	cmd.Stdin = bytes.NewReader(stdin)
	return cmd.CombinedOutput()
}

// block executes one block.
func (e *execution) block(b block) error {
	b.text = strings.NewReplacer(e.ports...).Replace(b.text)
	if b.save != "" {
		e.write(e.folder(b), b.save, b.text)
		return nil
	}
	switch b.language {
	case "sh":
		return e.shell(b, b.text)
	case "console":
		return e.console(b)
	case "go":
		return e.golang(b)
	case "json":
		if !json.Valid([]byte(b.text)) {
			return errors.New("this is not JSON")
		}
		return nil
	case "yaml":
		folder := filepath.Join(e.t.TempDir(), "config")
		e.write(folder, "aguigen.yaml", b.text)
		e.write(folder, "go.mod", "module example.com/config\n\ngo 1.24\n")
		out, err := e.run(folder, nil, nil, filepath.Join(e.bin, "aguigen"), "generate")
		return failure(err, out)
	case "text", "diff", "markdown":
		if e.last == nil {
			return errors.New("there is no output that this could be: the block before prints none")
		}
		return compare(string(e.last), b.text)
	}
	return fmt.Errorf("what is to be done with the language %q? See doc.go", b.language)
}

func (e *execution) folder(b block) string {
	if b.app {
		return e.app
	}
	return e.root
}

// shell runs commands, in the folder of the document.
func (e *execution) shell(b block, commands string) error {
	var env []string
	if b.dry {
		env = append(env, "MAKEFLAGS=n")
	}
	out, err := e.run(e.folder(b), nil, env, "bash", "-euo", "pipefail", "-c", commands)
	e.last = append([]byte{}, out...)
	var exit *exec.ExitError
	if b.exit != 0 && errors.As(err, &exit) && exit.ExitCode() == b.exit {
		return nil
	}
	if b.exit != 0 && err == nil {
		err = fmt.Errorf("ended with exit code 0, not %d", b.exit)
	}
	return failure(err, out)
}

func failure(err error, out []byte) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w\n%s", err, out)
}

// console runs the lines behind "$ ", and compares what stands below each. An exit code counts for the last.
func (e *execution) console(b block) error {
	commands := strings.Split("\n"+strings.TrimSuffix(b.text, "\n"), "\n$ ")
	if commands[0] != "" || len(commands) < 2 {
		return errors.New(`it does not begin with "$ "`)
	}
	for i, command := range commands[1:] {
		one := b
		if i < len(commands)-2 {
			one.exit = 0
		}
		command, want, _ := strings.Cut(command, "\n")
		if err := e.shell(one, command); err != nil {
			return err
		}
		if err := compare(string(e.last), want); err != nil {
			return fmt.Errorf("%s: %w", command, err)
		}
	}
	return nil
}

// compare holds an output against what is written. A line "..." stands for any lines, and spaces at the end of a line do
// not count.
func compare(got, want string) error {
	var pattern strings.Builder
	for line := range strings.Lines(strings.TrimSpace(want) + "\n") {
		if strings.TrimSpace(line) == "..." {
			pattern.WriteString(`(?:.*\n)*?`)
		} else {
			pattern.WriteString(regexp.QuoteMeta(strings.TrimRight(line, " \n")) + ` *\n`)
		}
	}
	if !regexp.MustCompile(`^` + pattern.String() + `$`).MatchString(strings.TrimSpace(got) + "\n") {
		return fmt.Errorf("the output is\n%s\nbut it says here\n%s", got, want)
	}
	return nil
}

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		got, want string
		equal     bool
	}{
		{"a\nb\n", "a\nb", true},
		{"a \n\nb\n", "a\n\nb\n", true},
		{"a\nb\nc\n", "a\n...\n", true},
		{"a\nb\nc\n", "...\nc\n", true},
		{"a\nb\nc\n", "a\n...\nb\n", false},
		{"a\nb\n", "a\n", false},
		{"abc", "a.c", false},
		{"", "", true},
		{"a", "", false},
	} {
		t.Run(test.got, func(t *testing.T) {
			if err := compare(test.got, test.want); (err == nil) != test.equal {
				t.Errorf("%q and %q: %v", test.got, test.want, err)
			}
		})
	}
}
