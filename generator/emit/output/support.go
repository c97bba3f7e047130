package output

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

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
	files, err := template(s.Folder)
	if err != nil {
		return err
	}
	for _, file := range files {
		if slices.Contains(s.Skip, file.name) {
			continue
		}
		f := p.file("support_" + strings.TrimSuffix(file.name, ".go"))
		for _, shared := range file.declarations {
			if s.leavesOut(shared) {
				continue
			}
			d := *shared
			if s.Replace != nil {
				replaced, err := parse([]byte("package " + p.Name + "\n\n" + Replace(d.text, s.Replace)))
				if err != nil {
					return err
				}
				d = *replaced[0]
				d.imports = shared.imports
			}
			d.fixed, d.silent = true, !s.Exported
			d.root = slices.ContainsFunc(d.declares, func(one decl.Decl) bool { return one.Of == "" && slices.Contains(s.Names, one.Name) })
			f.declarations = append(f.declarations, &d)
		}
	}
	return nil
}

// folders holds the templates that were parsed: a comparison of versions prints several packages.
var folders sync.Map

// template parses the files of a folder.
func template(folder string) ([]*file, error) {
	if known, ok := folders.Load(folder); ok {
		return known.([]*file), nil
	}
	names, err := fs.Glob(templates.FS, path.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*file
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := templates.FS.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list, err := parse(text)
		if err != nil {
			return nil, err
		}
		files = append(files, &file{name: path.Base(name), declarations: list})
	}
	folders.Store(folder, files)
	return files, nil
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
