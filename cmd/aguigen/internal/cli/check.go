package cli

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/config"
	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/write"
)

var checkCommand = command{
	name:  "check",
	short: "compare the Go packages with what generate would write",
	long: `Does what generate does with the same flags, but writes nothing: it prints the missing, surplus and changed
files as a unified diff and ends with exit code 1 when there are any.

Beside the folders of the configuration, and beside aguigen.yaml and below it, it names folders that hold files
of aguigen which the configuration does not write: a former package or out may have left them. Whether one did,
or another configuration writes them, it cannot know, so that they do not count. What was written with another
--out, to a folder elsewhere, is not looked for.`,
	bind: func(fs *pflag.FlagSet) run {
		f := &generateFlags{}
		f.bind(fs)
		return f.check
	},
}

func (f *generateFlags) check(s *streams, args []string) error {
	if err := noArgs("check", args); err != nil {
		return err
	}
	changes, c, err := f.plan(s)
	if err != nil {
		return err
	}
	if err := f.former(s, c); err != nil {
		return err
	}
	if changes.Empty() {
		return say(s.out, summary(changes, c, f.out))
	}
	if err := say(s.out, changes.Diff()); err != nil {
		return err
	}
	fmt.Fprintf(s.errOut, "%s: run %s\n", drift(changes, f.out), f.command())
	return errFindings
}

// former names what a former configuration may have left behind.
func (f *generateFlags) former(s *streams, c generator.Config) error {
	roots := map[string]int{f.out: 1}
	if file := f.input.settings.file; file != nil {
		roots[file.Dir] = math.MaxInt
	}
	found := map[string]int{}
	for root, levels := range roots {
		known := func(dir string) bool {
			return slices.ContainsFunc(generator.Folders(c.Package), func(own string) bool {
				return sameFolder(filepath.Join(f.out, own), filepath.Join(root, filepath.FromSlash(dir)))
			})
		}
		left, err := write.Elsewhere(root, levels, known, config.Name, "go.mod")
		if err != nil {
			return err
		}
		for _, l := range left {
			found[filepath.Join(root, filepath.FromSlash(l.Dir))] = l.Files
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(s.errOut, "%s: %s of aguigen that this configuration does not write: remove the folder, if a former package or out left it\n",
			dir, count(found[dir], "file"))
	}
	return nil
}

func sameFolder(a, b string) bool {
	one, err := filepath.Abs(a)
	other, otherErr := filepath.Abs(b)
	return err == nil && otherErr == nil && one == other
}

// drift counts what is not as it should be.
func drift(changes *write.Changes, out string) string {
	var missing, surplus, changed int
	for _, f := range changes.Files {
		switch {
		case f.Missing():
			missing++
		case f.Stale():
			surplus++
		default:
			changed++
		}
	}
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{missing, "missing"}, {surplus, "surplus"}, {changed, "changed"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return fmt.Sprintf("%s: %s of generated files", out, strings.Join(parts, ", "))
}
