package emit

import (
	"fmt"
	"strings"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// httpGen prints the package that serves and calls agents over HTTP: fixed code from templates/http over a layer that
// says how a run begins, ends and fails.
type httpGen struct{ *streamGen }

// httpPackage prints the package.
func (g *gen) httpPackage() ([]File, error) {
	const templates = "github.com/aguigen/aguigen/templates/"
	streams := g.out.Path + "stream"
	w := httpGen{&streamGen{gen: g, s: g.p.Streams, out: &output.Package{
		Name: g.o.Package + "http", Path: g.out.Path + "http", Header: header(g.p),
		Moved: map[string]string{templates + "runtime": g.out.Path, templates + "stream": streams},
		Known: map[string]string{"agui": g.out.Path, "aguistream": streams, "json": jsonPath, "slices": "slices"},
	}}}
	g.packages = append(g.packages, w.out)
	w.doc()
	w.runs()
	w.calls()
	w.requests()
	w.questions()
	w.flush("runs")
	if err := w.out.AddSupport(output.Support{
		Folder: "http", Exported: true, Skip: []string{"standin.go", "doc.go"},
		Replace: map[string]string{"xItem": w.typ(w.s.Events), "xRequest": w.typ(w.part("request").Definition)},
	}); err != nil {
		return nil, err
	}
	if err := w.out.Finish(); err != nil {
		return nil, err
	}
	return w.out.Files(), nil
}

func (w httpGen) doc() {
	text := fmt.Sprintf("Package %s runs agents of AG-UI protocol %s over HTTP: a Handler serves an Agent, a Client calls one. "+
		"Middleware wraps either.", w.out.Name, w.p.Version)
	w.out.Doc(comment("Package", "", text))
}

// runs prints how runs begin, end and fail.
func (w httpGen) runs() {
	events := "agui." + w.n.Type(w.s.Events)
	begins, ends, fails := w.s.Line("begins").Object, w.s.Line("ends").Object, w.s.Line("fails").Object
	run := w.part("run").Words // thread run
	w.printf("\nfunc phaseOf(e %s) (does phase, thread, run string) {\nswitch e := e.(type) {\n", events)
	w.printf("case *%s:\nreturn begun, e.%s, e.%s\n", w.typ(begins), w.field(begins, run[0]), w.field(begins, run[1]))
	w.printf("case *%s:\nreturn finished, \"\", \"\"\ncase *%s:\nreturn failed, \"\", \"\"\n}\nreturn within, \"\", \"\"\n}\n", w.typ(ends), w.typ(fails))
	w.make("startOf(thread, run string) "+events, begins, w.set(begins, run[0], "thread")+w.set(begins, run[1], "run")+w.version("e", begins))
	w.make("endOf(thread, run string) "+events, ends, w.set(ends, run[0], "thread")+w.set(ends, run[1], "run"))
	words := w.part("failure").Words
	w.make("failureOf(message, code string) "+events, fails,
		w.set(fails, words[0], "message")+"if code != \"\" {\n"+w.set(fails, words[1], "code")+"}\n")
}

// make prints a function that makes an event.
func (w httpGen) make(signature string, o *model.Object, body string) {
	w.printf("\nfunc %s {\ne := new(%s)\n%sreturn e\n}\n", signature, w.typ(o), body)
}

// set prints an assignment of a text to a member.
func (w httpGen) set(o *model.Object, member, value string) string {
	if !o.Field(member).Required {
		value = "&" + value
	}
	return fmt.Sprintf("e.%s = %s\n", w.field(o, member), value)
}

// version prints the assignment of the protocol's version, "" for an object without that member.
func (w httpGen) version(x string, o *model.Object) string {
	part := w.part("version")
	if part == nil || o.Field(part.Words[0]) == nil {
		return ""
	}
	f := o.Field(part.Words[0])
	if f.Required {
		return fmt.Sprintf("%s.%s = agui.ProtocolVersion\n", x, w.n.Field(o, f))
	}
	return fmt.Sprintf("version := agui.ProtocolVersion\n%s.%s = &version\n", x, w.n.Field(o, f))
}

// calls prints which call an event is about.
func (w httpGen) calls() {
	w.printf("\n// callOf returns the id of the call that an event belongs to, and its name if the event begins it.\n")
	w.printf("func callOf(e agui.%s) (id, name *string) {\nswitch e := e.(type) {\n", w.n.Type(w.s.Events))
	for _, l := range w.s.Lines {
		id, called := "", "nil"
		for _, v := range l.Builds {
			switch v.Form {
			case "call I D in I":
				id, called = w.text("e", l.Object, v.Args[0]), w.text("e", l.Object, v.Args[1])
			case "args I", "args I += D":
				id = w.text("e", l.Object, v.Args[0])
			case "answer I to I":
				id = w.text("e", l.Object, v.Args[1])
			}
		}
		if id != "" {
			w.printf("case *%s:\nreturn %s, %s\n", w.typ(l.Object), id, called)
		}
	}
	w.printf("}\nreturn nil, nil\n}\n")
}

// requests prints how what starts a run is read, written and made complete.
func (w httpGen) requests() {
	o := w.object("request")
	typ, words := w.typ(o), w.part("request").Words // thread run messages state
	thread, run, messages := w.field(o, words[0]), w.field(o, words[1]), w.field(o, words[2])
	w.printf("\nfunc idsOf(in *%s) (thread, run string) { return in.%s, in.%s }\n", typ, thread, run)
	w.printf("\nfunc readRequest(d *agui.Decoder, data []byte) (*%s, error) {\nin := new(%s)\nif err := d.Unmarshal(data, in); err != nil {\nreturn nil, err\n}\nreturn in, nil\n}\n", typ, typ)
	w.printf("\nfunc appendRequest(dst []byte, in *%s) ([]byte, error) { return in.AppendJSON(dst) }\n", typ)
	w.printf("\n// prepared returns a completed copy.\nfunc prepared(in *%s, newID func() string) *%s {\nout := *in\n", typ, typ)
	for _, id := range []string{thread, run} {
		w.printf("if out.%s == \"\" {\nout.%s = newID()\n}\n", id, id)
	}
	if part := w.part("version"); part != nil {
		if f := o.Field(part.Words[0]); f.Required {
			w.printf("if out.%s == \"\" {\n%s}\n", w.n.Field(o, f), w.version("out", o))
		} else {
			w.printf("if out.%s == nil {\n%s}\n", w.n.Field(o, f), w.version("out", o))
		}
	}
	if part := w.part("always"); part != nil {
		for _, member := range part.Words {
			w.printf("%s", w.always(o, o.Field(member)))
		}
	}
	if a := w.object("activities"); a != nil {
		w.printf("out.%s = slices.DeleteFunc(slices.Clone(out.%s), func(m %s) bool {\n_, is := m.(*%s)\nreturn is\n})\n", messages, messages, w.entry(), w.typ(a))
	}
	w.printf("return &out\n}\n")
}

// always prints how an absent member becomes an empty one. A null that the schema forbids is absent too.
func (w httpGen) always(o *model.Object, f *model.Field) string {
	id := w.n.Field(o, f)
	absent, empty := "out."+id+" == nil", "json.RawMessage(\"{}\")"
	switch r := model.Resolve(f.Type); t := r.Type.(type) {
	case *model.List:
		empty = fmt.Sprintf("%#v{}", w.goType(t, false))
		if ref, ok := t.Elem.(*model.Ref); ok {
			empty = "[]" + w.typ(ref.To) + "{}"
		}
	case *model.OpenMap:
		empty = "map[string]json.RawMessage{}"
	case *model.Any:
		if r.NotNull {
			absent += " || string(out." + id + ") == \"null\""
		}
	}
	return fmt.Sprintf("if %s {\nout.%s = %s\n}\n", absent, id, empty)
}

// questions prints what a run asks, and what a request answers.
func (w httpGen) questions() {
	request, asked, answer := w.object("request"), w.object("interrupt"), w.object("resume")
	part := w.part("deadline")
	w.printf("\nfunc askedOf(c *aguistream.Conversation) (list []question) {\n")
	if asked != nil {
		expires := ""
		if part != nil {
			expires = ", " + w.text("q", asked, part.Words[0])
		} else {
			expires = ", nil"
		}
		w.printf("for _, q := range c.Pending {\nlist = append(list, question{q.%s%s})\n}\n", w.field(asked, w.part("interrupt").Words[0]), expires)
	}
	w.printf("return list\n}\n\nfunc answersOf(in *%s) map[string]bool {\nanswers := map[string]bool{}\n", w.typ(request))
	if answer != nil && part != nil {
		words := w.part("resume").Words
		status, value, _ := strings.Cut(words[2], "=")
		w.printf("for _, a := range in.%s {\nanswers[a.%s] = a.%s == %q\n}\n", w.field(request, part.Words[1]), w.field(answer, words[0]), w.field(answer, status), value)
	}
	w.printf("return answers\n}\n")
}
