package linters

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

const (
	program = "./testdata/program"
	types   = "github.com/aguigen/aguigen/generated/agui"
)

// TestMissingCases runs the linters that tools/go.mod pins on a program that lacks one case of a union and one of an enum, and
// expects just these by name.
func TestMissingCases(t *testing.T) {
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin, "github.com/alecthomas/go-check-sumtype/cmd/go-check-sumtype",
		"github.com/nishanths/exhaustive/cmd/exhaustive")
	build.Dir = filepath.Join("..", "..", "tools")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range []struct {
		command []string
		want    string
	}{
		// It goes by the //sumtype:decl of the union, so it has to see the package of the types.
		{[]string{"go-check-sumtype", program, types}, `sum type "PartSource" .*: missing cases for FileSource$`},
		{[]string{"exhaustive", program}, `missing cases in expression switch: agui\.RoleReasoning$`},
	} {
		t.Run(c.want, func(t *testing.T) {
			cmd := exec.Command(filepath.Join(bin, c.command[0]), c.command[1:]...)
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Errorf("%s finds nothing", c.command[0])
			}
			found := regexp.MustCompile(`(?m)^.*/testdata/program/main\.go:.*$`).FindAllString(string(out), -1)
			if len(found) != 1 || !regexp.MustCompile(c.want).MatchString(found[0]) {
				t.Errorf("%s finds %q\n%s\nwant %s", c.command[0], found, out, c.want)
			}
		})
	}
}
