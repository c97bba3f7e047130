package emit

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// streamGen prints the package that reads, checks and applies streams of events: fixed code from templates/stream over
// a layer that says, for each event, what the table says of it.
type streamGen struct {
	*gen
	s     *model.Streams
	out   *output.Package
	body  bytes.Buffer
	rules []string
	at    map[string][]branch // by event: the rules for it
}

// streamPackage prints the package.
func (g *gen) streamPackage() ([]File, error) {
	w := &streamGen{gen: g, s: g.p.Streams, at: map[string][]branch{}, out: &output.Package{
		Name: g.o.Package + "stream", Path: g.out.Path + "stream", Header: header(g.p),
		Moved: map[string]string{"github.com/aguigen/aguigen/templates/runtime": g.out.Path},
		Known: map[string]string{"agui": g.out.Path, "json": jsonPath, "slices": "slices", "strings": "strings"},
	}}
	g.packages = append(g.packages, w.out)
	w.doc()
	w.tables()
	w.flush("rules")
	w.eventLayer()
	w.shorthands()
	w.joins()
	w.flush("events")
	w.retired()
	w.flush("retired")
	w.messages()
	w.calls()
	w.others()
	w.flush("messages")
	names, missing := w.placeholders()
	if err := w.out.AddSupport(output.Support{
		Folder: "stream", Exported: true, Skip: []string{"standin.go", "doc.go", "plan.go", "interpret.go", "interpret_messages.go"}, Replace: names,
		Without: missing,
	}); err != nil {
		return nil, err
	}
	if err := w.out.Finish(); err != nil {
		return nil, err
	}
	return w.out.Files(), nil
}

func (w *streamGen) doc() {
	text := fmt.Sprintf("Package %s reads and writes streams of AG-UI protocol %s as server-sent events, and checks their order, expands "+
		"chunks, and applies and compacts events. The zero value of every type is ready to use, and none starts a goroutine.",
		w.out.Name, w.p.Version)
	w.out.Doc(comment("Package", "", text))
}

func (w *streamGen) printf(format string, args ...any) { fmt.Fprintf(&w.body, format, args...) }

// noCases is a switch of which a subset has left no case: it does not compile.
var noCases = regexp.MustCompile(`switch \w+ := \w+\.\(type\) \{\n\}\n`)

// flush makes a file of what was printed.
func (w *streamGen) flush(name string) {
	w.out.AddText(name, decl.Origin{}, noCases.ReplaceAll(w.body.Bytes(), nil))
	w.body.Reset()
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
