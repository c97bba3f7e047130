package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/write"
)

var checkCommand = command{
	name:  "check",
	short: "compare the Go packages with what generate would write",
	long: `Compares the folder with what generate would write with the same flags. It prints the missing, surplus and
changed files as a unified diff, and exits with code 1 if there are any. It also lists folders of the same module with
files of aguigen that this configuration does not write; these do not affect the exit code, because another
configuration may write them.`,
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
	if err := f.elsewhere(s, c.Package); err != nil {
		return err
	}
	if changes.Empty() {
		return say(s.out, summary(changes, c, f.out)+f.unwritten())
	}
	if err := say(s.out, changes.Diff()); err != nil {
		return err
	}
	for _, p := range changes.Leftovers {
		fmt.Fprintf(s.errOut, "%s: a temporary file of a run that was killed: the next generate removes it\n", filepath.Join(f.out, p))
	}
	fmt.Fprintf(s.errOut, "%s: run %s\n", drift(changes, f.out), f.command())
	return errFindings
}

// elsewhere names what a former configuration, with another package or output folder, may have left in the module.
func (f *generateFlags) elsewhere(s *streams, pkg string) error {
	var written []string
	for _, folder := range generator.Folders(pkg) {
		abs, err := filepath.Abs(filepath.Join(f.out, folder))
		if err != nil {
			return err
		}
		written = append(written, abs)
	}
	found, err := write.Elsewhere(f.root, written...)
	if err != nil {
		return err
	}
	for _, dir := range found {
		if below, err := filepath.Rel(f.root, dir); err == nil {
			dir = below
		}
		fmt.Fprintf(s.errOut, "%s: holds files that aguigen wrote and that are not of this configuration: remove the folder if it is of a former "+
			"one; whether another one writes it cannot be known here\n", dir)
	}
	return nil
}

// drift counts the files that differ.
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
	leftover := len(changes.Leftovers)
	for _, p := range []struct {
		n    int
		what string
	}{{missing, "missing"}, {surplus, "surplus"}, {changed, "changed"}, {leftover, "left by a killed run"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return fmt.Sprintf("%s: generated files: %s", out, strings.Join(parts, ", "))
}
