package emit

import (
	"bytes"
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
)

// streamGen prints the package that reads, checks and applies streams of events: fixed code from templates/stream over
// a layer that says, for each event, what the table says of it.
type streamGen struct {
	*gen
	s     *model.Streams
	out   output
	body  bytes.Buffer
	rules []string
	at    map[string][]branch // by event: the rules for it
}

// streamPackage prints the package.
func (g *gen) streamPackage() ([]File, error) {
	w := &streamGen{gen: g, s: g.p.Streams, at: map[string][]branch{}, out: output{
		p: g.p, pkg: g.o.Package + "stream", path: g.out.path + "stream",
		moved: map[string]string{"github.com/aguigen/aguigen/templates/runtime": g.out.path},
	}}
	files := []File{w.doc()}
	w.tables()
	files = append(files, w.flush("rules"))
	w.eventLayer()
	w.shorthands()
	w.joins()
	files = append(files, w.flush("events"))
	w.retired()
	files = append(files, w.flush("retired"))
	w.messages()
	w.calls()
	w.others()
	files = append(files, w.flush("messages"))
	support, err := w.support()
	if err != nil {
		return nil, err
	}
	return w.out.prune(append(files, support...))
}

func (w *streamGen) doc() File {
	f := w.out.newFile()
	text := fmt.Sprintf("streams of the protocol version %s: they are read and written as server-sent events, checked, expanded, "+
		"applied and made short. The zero value of every type is ready, and none starts a goroutine.", w.p.Version)
	for _, line := range comment("Package "+w.out.pkg, "", text) {
		f.PackageComment("// " + line)
	}
	return w.out.render("doc", f)
}

func (w *streamGen) printf(format string, args ...any) { fmt.Fprintf(&w.body, format, args...) }

// noCases is a switch of which a subset has left no case: it does not compile.
var noCases = regexp.MustCompile(`switch \w+ := \w+\.\(type\) \{\n\}\n`)

// flush makes a file of what was printed.
func (w *streamGen) flush(name string) File {
	body := noCases.ReplaceAll(w.body.Bytes(), nil)
	w.body.Reset()
	ids := identifiers(body)
	imports := map[string]string{}
	for id, p := range map[string]string{"agui": w.gen.out.path, "json": jsonPath, "slices": "slices"} {
		if ids.plain[id] {
			imports[id] = p
		}
	}
	return w.out.text(name, imports, body)
}

// typ is a definition's Go type; an empty struct for one that a subset lacks.
func (w *streamGen) typ(d model.Definition) string {
	if d == nil {
		return "struct{}"
	}
	return "agui." + w.n.Type(d)
}

func (w *streamGen) part(name string) *model.StreamPart { return w.s.Parts[name] }

// object is the definition of a part, nil where a subset lacks it.
func (w *streamGen) object(part string) *model.Object {
	o, _ := w.part(part).Definition.(*model.Object)
	return o
}

func (w *streamGen) field(o *model.Object, member string) string {
	f := o.Field(member)
	if f == nil {
		return ""
	}
	return w.n.Field(o, f)
}

// callType is what a message holds in its list of calls.
func (w *streamGen) callType() *model.Object {
	if o := w.object("calls"); o != nil {
		return model.ElemOf(o, w.part("calls").Words[0])
	}
	return nil
}

// placeholders maps what templates/stream writes for a type of the schema to that type.
func (w *streamGen) placeholders() (names map[string]string, missing map[string]bool) {
	meta := "map[string]json.RawMessage"
	for _, l := range w.s.Lines {
		if f := l.Object.Field(w.s.Folded); f != nil {
			if ref, ok := f.Type.(*model.Ref); ok {
				meta = w.typ(ref.To)
			}
		}
	}
	names = map[string]string{
		"xItem": w.typ(w.s.Events), "xKind": "agui." + w.n.TagType(w.s.Events), "xEntry": w.typ(w.s.Messages), "xMeta": meta,
	}
	missing = map[string]bool{}
	put := func(name string, d model.Definition) {
		names[name] = w.typ(d)
		missing[name] = d == nil
	}
	put("xRequest", w.part("request").Definition)
	put("xQuestion", w.part("interrupt").Definition)
	put("xAnswer", w.part("resume").Definition)
	put("xWords", w.part("content").Definition)
	names["xCall"] = "struct{}"
	if o := w.callType(); o != nil {
		names["xCall"] = w.typ(o)
	}
	put("xOperations", w.part("patch").Definition)
	names["xOperation"] = "struct{}"
	if u := w.operations(); u != nil {
		names["xOperation"] = w.typ(u)
	} else {
		names["xOperations"] = "[]struct{}"
	}
	return names, missing
}

// operations is the union that a patch is a list of.
func (w *streamGen) operations() *model.Union {
	a, ok := w.part("patch").Definition.(*model.Alias)
	if !ok {
		return nil
	}
	if l, ok := model.Resolve(a.Type).Type.(*model.List); ok {
		if ref, ok := model.Resolve(l.Elem).Type.(*model.Ref); ok {
			u, _ := ref.To.(*model.Union)
			return u
		}
	}
	return nil
}

// notEmitted are the files of templates/stream that stand in for what is printed here.
var notEmitted = []string{"doc.go", "standin.go", "plan.go", "interpret.go"}

// support prints templates/stream with the types of the schema. What users call and a subset has no types for is left
// out.
func (w *streamGen) support() ([]File, error) {
	s, err := readSupport("stream")
	if err != nil {
		return nil, err
	}
	names, missing := w.placeholders()
	var files []File
	for _, file := range s.files {
		if slices.Contains(notEmitted, path.Base(file.name)) {
			continue
		}
		var body bytes.Buffer
		mentions := map[string]bool{}
		for _, d := range file.declarations {
			if d.exported && slices.ContainsFunc(d.declares, func(id string) bool { return missingIn(d, missing) && !w.isType(d) }) {
				continue
			}
			text := replaceNames(d.text, names)
			fmt.Fprintf(&body, "\n%s\n", text)
			for id := range identifiers([]byte(text)).plain {
				mentions[id] = true
			}
		}
		imports := map[string]string{}
		for id, p := range file.imports {
			if mentions[id] {
				imports[id] = p
			}
		}
		if mentions["agui"] {
			imports["agui"] = w.gen.out.path
		}
		if mentions["json"] {
			imports["json"] = jsonPath
		}
		files = append(files, w.out.text("support_"+strings.TrimSuffix(file.name, ".go"), imports, body.Bytes()))
	}
	return files, nil
}

func (w *streamGen) isType(d *declaration) bool {
	return strings.Contains(d.text, "\ntype ") || strings.HasPrefix(d.text, "type ")
}

func missingIn(d *declaration, missing map[string]bool) bool {
	for id := range d.mentions.plain {
		if missing[id] {
			return true
		}
	}
	return false
}

// replaceNames puts types in the place of their placeholders.
func replaceNames(src string, names map[string]string) string {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), nil, 0)
	var out strings.Builder
	done := 0
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		if to, ok := names[text]; ok && tok == token.IDENT {
			at := file.Offset(pos)
			out.WriteString(src[done:at])
			out.WriteString(to)
			done = at + len(text)
		}
	}
	out.WriteString(src[done:])
	return out.String()
}
