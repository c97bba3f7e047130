package output

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/templates"
)

// Support is a folder of templates. Of it the package gets what its other declarations need.
type Support struct {
	Folder   string
	Exported bool     // print what users call as well
	Names    []string // printed in any case
	Skip     []string // files that only stand for what is printed
	// Replace maps identifiers of the templates to what is printed for them. What users call is left out where it
	// mentions one of Without; a type is not.
	Replace map[string]string
	Without map[string]bool
}

// AddSupport adds files named support_*.
func (p *Package) AddSupport(s Support) error {
	names, err := fs.Glob(templates.FS, path.Join(s.Folder, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		base := path.Base(name)
		if strings.HasSuffix(base, "_test.go") || slices.Contains(s.Skip, base) {
			continue
		}
		text, err := templates.FS.ReadFile(name)
		if err != nil {
			return err
		}
		list, err := parse(text)
		if err != nil {
			return err
		}
		f := p.file("support_" + strings.TrimSuffix(base, ".go"))
		for _, d := range list {
			if s.leavesOut(d) {
				continue
			}
			if s.Replace != nil {
				d.text = Replace(d.text, s.Replace)
				d.mentions = identifiers([]byte(d.text))
			}
			d.fixed, d.silent = true, !s.Exported
			d.root = slices.ContainsFunc(d.declares, func(one decl.Decl) bool { return one.Of == "" && slices.Contains(s.Names, one.Name) })
			f.declarations = append(f.declarations, d)
		}
	}
	return nil
}

// leavesOut reports whether users call the declaration with a type that the schema lacks.
func (s *Support) leavesOut(d *declaration) bool {
	if !d.exported() || d.isType() {
		return false
	}
	for id := range d.mentions.plain {
		if s.Without[id] {
			return true
		}
	}
	return false
}
