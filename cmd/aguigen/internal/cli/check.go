package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/generator/write"
)

var checkCommand = command{
	name:  "check",
	short: "compare the Go packages with what generate would write",
	long: `Does what generate does with the same flags, but writes nothing: it prints the missing, surplus and changed
files as a unified diff and ends with exit code 1 when there are any.`,
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
	if changes.Empty() {
		return say(s.out, summary(changes, c, f.out))
	}
	if err := say(s.out, changes.Diff()); err != nil {
		return err
	}
	fmt.Fprintf(s.errOut, "%s: run %s\n", drift(changes, f.out), f.command())
	return errFindings
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
