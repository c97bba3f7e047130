package emit

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// supportFiles prints the part of templates/wire that the emitted files need. There it imports the support code of the
// types, here the package that this became part of.
func (w *wireGen) supportFiles(files []File) ([]File, error) {
	s, err := readSupport("wire")
	if err != nil {
		return nil, err
	}
	s.exported()
	for _, f := range files {
		s.need(identifiers(f.Text))
	}
	s.methods()
	var out []File
	for _, file := range s.files {
		if text := w.printSupport(file, s.wanted); text != nil {
			name := w.pkg() + "/support_" + strings.TrimSuffix(file.name, ".go") + "_gen.go"
			out = append(out, File{Path: name, Text: text})
		}
	}
	return out, nil
}

func (w *wireGen) printSupport(file *supportFile, wanted map[*declaration]bool) []byte {
	var body bytes.Buffer
	mentions := map[string]bool{}
	for _, d := range file.declarations {
		if !wanted[d] {
			continue
		}
		fmt.Fprintf(&body, "\n%s\n", d.text)
		maps.Copy(mentions, d.mentions.plain)
	}
	if body.Len() == 0 {
		return nil
	}
	const types = "agui" // what templates/wire calls the package of the types
	var standard, others []string
	for name, p := range file.imports {
		switch {
		case path.Base(p) == "runtime":
			if mentions[types] {
				line := fmt.Sprintf("%q", w.path)
				if w.o.Package != types {
					line = types + " " + line
				}
				others = append(others, line)
			}
		case !mentions[name]:
		case strings.Contains(p, "."):
			others = append(others, fmt.Sprintf("%q", p))
		default:
			standard = append(standard, fmt.Sprintf("%q", p))
		}
	}
	slices.Sort(standard)
	slices.Sort(others)
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n\npackage %s\n\nimport (\n%s\n\n%s\n)\n", strings.Join(header(w.p), "\n"), w.pkg(),
		strings.Join(standard, "\n"), strings.Join(others, "\n"))
	out.Write(body.Bytes())
	return out.Bytes()
}
