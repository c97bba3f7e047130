package emit

import (
	"bytes"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
)

// FormerName is a former name in the package of types, with its current name: a type, a constant, a variable
// or a function.
type FormerName struct {
	Old, New       string
	OldPos, NewPos diag.Pos
}

// deprecated prints the old names.
func (g *gen) deprecated() error {
	aliases := slices.SortedFunc(slices.Values(g.o.Aliases), func(a, b FormerName) int { return strings.Compare(a.Old, b.Old) })
	if err := checkAliases(aliases, g.out.Exported()); err != nil {
		return err
	}
	for _, a := range aliases {
		g.out.Alias("deprecated", a.Old, a.New)
	}
	return nil
}

// checkAliases finds old names that are invalid or taken, and new names that do not exist.
func checkAliases(aliases []FormerName, known []string) error {
	var d diag.List
	for _, a := range aliases {
		if !token.IsIdentifier(a.Old) || !token.IsExported(a.Old) {
			d.Errorf(a.OldPos, "aliases: %q is not an exported Go identifier: start with a capital letter and use letters and digits", a.Old)
		} else if slices.Contains(known, a.Old) {
			d.Errorf(a.OldPos, "aliases: the package has a %s of its own: an old name has to be free", a.Old)
		}
		if slices.Contains(known, a.New) {
			continue
		}
		hint := "it has to be a type, a constant, a variable or a function"
		if near := diag.Nearest(a.New, known); near != "" {
			hint = "did you mean " + near + "?"
		}
		d.Errorf(a.NewPos, "aliases: the package has no %q that could bear the old name %s: %s", a.New, a.Old, hint)
	}
	return d.Err()
}

// headed puts the user's header behind the first lines of every Go file.
func headed(files []File, text string) []File {
	if text == "" {
		return files
	}
	var b strings.Builder
	b.WriteString("//\n")
	for line := range strings.Lines(strings.TrimRight(text, " \t\r\n")) {
		b.WriteString(strings.TrimRight("// "+strings.TrimRight(line, " \t\r\n"), " ") + "\n")
	}
	for i, f := range files {
		head := 0
		for line := range bytes.Lines(f.Text) {
			if !bytes.HasPrefix(line, []byte("//")) {
				break
			}
			head += len(line)
		}
		if path.Ext(f.Path) == ".go" {
			files[i].Text = slices.Concat(f.Text[:head], []byte(b.String()), f.Text[head:])
		}
	}
	return files
}
