// Package output prints Go packages. Code comes in, as statements of jennifer, as source or as a folder of templates, each
// with what in the schema it comes from; the files of a package go out, and the list of what they declare.
package output

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
)

// Package is a package that is printed. Its fields are set before the first Add.
type Package struct {
	Name   string            // and that of its folder
	Path   string            // to import it by
	Header []string          // the first lines of every file
	Others map[string]string // import path → name, of the packages that are printed beside it
	// Moved is what stands for the packages that the templates import: "runtime" became part of the package of types.
	Moved map[string]string
	Known map[string]string // name → import path, of what source may use without saying so

	files []*file
	err   error
}

// file is a file of the package.
type file struct {
	name         string
	doc          []string // of the package
	declarations []*declaration
}

// mostLines is how long a file may get before editors grow slow with it.
const mostLines = 2900

// Add prints declarations at the end of a file, which is named without its ending: "event_decode".
func (p *Package) Add(name string, from decl.Origin, code ...jen.Code) {
	if len(code) == 0 {
		return
	}
	f := jen.NewFilePathName(p.Path, p.Name)
	f.ImportNames(p.Others)
	f.NoFormat = true // a later stage does that, once
	for _, c := range code {
		f.Line()
		f.Add(c)
	}
	var b bytes.Buffer
	if err := f.Render(&b); err != nil {
		panic(fmt.Sprintf("emit: %s cannot be printed: %v", name, err))
	}
	p.parse(name, from, b.Bytes())
}

// AddText is Add for source. It imports what it mentions of Known.
func (p *Package) AddText(name string, from decl.Origin, body []byte) {
	if len(bytes.TrimSpace(body)) > 0 {
		p.parse(name, from, slices.Concat([]byte("package "+p.Name+"\n\n"), body))
	}
}

// Doc is the package's documentation, as lines of a comment. It stands in doc_gen.go.
func (p *Package) Doc(lines []string) { p.file("doc").doc = lines }

func (p *Package) parse(name string, from decl.Origin, text []byte) {
	list, err := parse(text)
	if err != nil {
		if p.err == nil {
			p.err = fmt.Errorf("emit: %s: %w", name, err)
		}
		return
	}
	f := p.file(name)
	for _, d := range list {
		d.from = from
		f.declarations = append(f.declarations, d)
	}
}

func (p *Package) file(name string) *file {
	for _, f := range p.files {
		if f.name == name {
			return f
		}
	}
	f := &file{name: name}
	p.files = append(p.files, f)
	return f
}

// Finish drops what nothing in the package needs: an enum that no member has needs no reader, a list that is only a
// document of its own no check, and a package for a few definitions no function that nothing calls.
func (p *Package) Finish() error {
	if p.err != nil {
		return p.err
	}
	n := newNeed(p.files)
	for _, f := range p.files {
		for _, d := range f.declarations {
			if d.exported() && !d.silent || d.receiver != "" && !d.fixed || d.root {
				n.want(d)
			}
		}
	}
	n.methods()
	for _, f := range p.files {
		f.declarations = slices.DeleteFunc(f.declarations, func(d *declaration) bool { return !n.wanted[d] })
	}
	return nil
}

// Declared returns what the package declares, in the order of its files.
func (p *Package) Declared() []decl.Decl {
	var list []decl.Decl
	for _, f := range p.files {
		for _, d := range f.declarations {
			for _, one := range d.declares {
				one.From = d.from
				list = append(list, one)
			}
		}
	}
	return list
}

// Files prints the package.
func (p *Package) Files() []File {
	var list []File
	for _, f := range p.files {
		list = append(list, p.print(f.name, f)...)
	}
	return list
}

// print prints a file, in several where it would be too long.
func (p *Package) print(name string, f *file) []File {
	if len(f.declarations) == 0 && f.doc == nil {
		return nil
	}
	var body bytes.Buffer
	imports := map[string]string{}
	for _, d := range f.declarations {
		fmt.Fprintf(&body, "\n%s\n", d.text)
		for id := range d.mentions.plain {
			if to, ok := d.imports[id]; ok {
				imports[id] = to
			} else if to, ok := p.Known[id]; ok {
				imports[id] = to
			}
		}
	}
	if half := len(f.declarations) / 2; half > 0 && bytes.Count(body.Bytes(), []byte("\n")) > mostLines {
		for half > 1 && linesOf(f.declarations[:half]) > mostLines { // only what is behind it is split again
			half /= 2
		}
		return append(p.print(name, &file{doc: f.doc, declarations: f.declarations[:half]}),
			p.print(name+"_more", &file{declarations: f.declarations[half:]})...)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n\n", strings.Join(p.Header, "\n"))
	for _, line := range f.doc {
		fmt.Fprintf(&out, "// %s\n", line)
	}
	fmt.Fprintf(&out, "package %s\n\n%s", p.Name, p.imports(imports))
	out.Write(body.Bytes())
	return []File{{Path: p.Name + "/" + name + "_gen.go", Text: out.Bytes()}}
}

// imports prints the imports of a file: those of the standard library, then others.
func (p *Package) imports(imports map[string]string) string {
	var standard, others []string
	for _, id := range slices.Sorted(maps.Keys(imports)) {
		to := imports[id]
		if moved, ok := p.Moved[to]; ok {
			to = moved
		}
		line := fmt.Sprintf("%q", to)
		if path.Base(to) != id {
			line = id + " " + line
		}
		if first, _, _ := strings.Cut(to, "/"); strings.Contains(first, ".") {
			others = append(others, line)
		} else {
			standard = append(standard, line)
		}
	}
	slices.Sort(standard)
	slices.Sort(others)
	switch len(imports) {
	case 0:
		return ""
	case 1:
		return "import " + append(standard, others...)[0] + "\n"
	}
	return fmt.Sprintf("import (\n%s\n\n%s\n)\n", strings.Join(standard, "\n"), strings.Join(others, "\n"))
}

// linesOf returns how many lines declarations take.
func linesOf(list []*declaration) int {
	lines := 0
	for _, d := range list {
		lines += strings.Count(d.text, "\n") + 2
	}
	return lines
}
