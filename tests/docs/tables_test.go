package docs

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// table returns the rows of the table with this head, cell by cell.
func table(t *testing.T, document, head string) [][]string {
	t.Helper()
	_, rest, ok := strings.Cut(document, "\n"+head+"\n")
	if !ok {
		t.Fatalf("there is no table with the head %s", head)
	}
	var rows [][]string
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		line = strings.ReplaceAll(line, `\|`, "\x00")
		var row []string
		for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			row = append(row, strings.ReplaceAll(strings.TrimSpace(cell), "\x00", "|"))
		}
		rows = append(rows, row)
	}
	return rows[1:] // the first is the line of dashes
}

// code returns what stands between backticks.
func code(cell string) string {
	_, rest, _ := strings.Cut(cell, "`")
	text, _, _ := strings.Cut(rest, "`")
	return text
}

// TestReceiverTable reads every example of the table by the receiver rules.
func TestReceiverTable(t *testing.T) {
	rows := table(t, read(t, "docs/receiver-rules.md"), "| met | example | read as | reported, or the error |")
	if len(rows) < 15 {
		t.Errorf("the table has %d rows", len(rows))
	}
	for _, row := range rows {
		if len(row) != 4 {
			t.Fatalf("%s: %d cells", row[0], len(row))
		}
		readAs, reported := receive(t, code(row[1]), strings.Contains(row[0], "OnMissing"))
		if want := code(row[2]); readAs != want {
			t.Errorf("%s: read as %q, but the table says %q", row[0], readAs, want)
		}
		if want := code(row[3]); reported != want {
			t.Errorf("%s: reported is %q, but the table says %q", row[0], reported, want)
		}
	}
}

// receive returns what a document is read as, and what is reported, or the error. What is missing can be supplied.
func receive(t *testing.T, document string, supply bool) (readAs, reported string) {
	t.Helper()
	var reports []string
	d := agui.Decoder{OnUnknown: func(u agui.Unknown) {
		reports = append(reports, strings.TrimSpace(string(u.Kind)+" "+u.InstanceLocation))
	}}
	if supply {
		d.OnMissing = func(agui.Missing) (json.RawMessage, bool) { return json.RawMessage(`"new"`), true }
	}
	var value json.Marshaler
	var err error
	if strings.HasPrefix(document, `{"role"`) {
		value, err = d.Message([]byte(document))
	} else {
		value, err = d.Event([]byte(document))
	}
	if err != nil {
		return "", err.Error()
	}
	if _, unknown := value.(*agui.UnknownEvent); unknown {
		return "*agui.UnknownEvent", strings.Join(reports, ", ")
	}
	text, err := value.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(text), strings.Join(reports, ", ")
}

// TestKindsTable holds that the example of a kind of fault is of that kind, and of no other.
func TestKindsTable(t *testing.T) {
	kinds := map[string]error{
		"agui.ErrMissing": agui.ErrMissing, "agui.ErrMalformed": agui.ErrMalformed, "agui.ErrUnknown": agui.ErrUnknown,
		"agui.ErrSyntax": agui.ErrSyntax, "agui.ErrTooDeep": agui.ErrTooDeep, "agui.ErrTooMany": agui.ErrTooMany,
	}
	rows := table(t, read(t, "docs/receiver-rules.md"), "| kind, for `errors.Is` | when | example |")
	if len(rows) != len(kinds) {
		t.Errorf("the table has %d kinds of %d", len(rows), len(kinds))
	}
	for _, row := range rows {
		document := code(row[2])
		switch code(row[0]) {
		case "agui.ErrTooDeep":
			document = `{"type":"RAW","event":` + strings.Repeat("[", 10_001)
		case "agui.ErrTooMany":
			document = `{"type":"STATE_DELTA","delta":[` + strings.Repeat("1,", 10_001) + `1]}`
		}
		d := agui.Decoder{Strict: code(row[0]) == "agui.ErrUnknown"} // a receiver sets it aside
		_, err := d.Event([]byte(document))
		for name, kind := range kinds {
			alone := code(row[0]) != "agui.ErrTooMany"
			if got, want := errors.Is(err, kind), name == code(row[0]); got != want && (want || alone) {
				t.Errorf("%s: %v is %s: %t", row[0], document[:min(40, len(document))], name, got)
			}
		}
	}
}

// TestCommandTable compares the table of commands with what the program lists.
func TestCommandTable(t *testing.T) {
	e := &execution{t: t}
	help := string(e.program(repository, nil, "go", "run", "./cmd/aguigen", "help"))
	_, list, _ := strings.Cut(help, "Commands:\n")
	list, _, _ = strings.Cut(list, "\n\n")
	want := map[string]bool{}
	for line := range strings.Lines(list) {
		want["aguigen "+strings.Fields(line)[0]] = true
	}
	if len(want) < 5 {
		t.Fatalf("the program lists %v", want)
	}
	for _, row := range table(t, read(t, "README.md"), "| command | what it does |") {
		if name := code(row[0]); !want[name] {
			t.Errorf("README.md lists %q, the program does not", name)
		}
		delete(want, code(row[0]))
	}
	for name := range want {
		t.Run(name, func(t *testing.T) {
			t.Errorf("the program has %q, the table in README.md does not: add a row", name)
		})
	}
}

var link = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

// TestLinks looks for what the documents link to in the repository.
func TestLinks(t *testing.T) {
	for _, name := range documents(t) {
		for _, match := range link.FindAllStringSubmatch(read(t, name), -1) {
			if _, err := os.Stat(filepath.Join(repository, filepath.Dir(name), match[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// needless are functions and types that one of their kind shows: a constructor or a pair of mappers for each definition.
var needless = regexp.MustCompile(`^New[A-Z]\w+$|^\w+(To|From)Proto$`)

// TestEntryPointsHaveExamples looks for a godoc example of every function of the published packages, and of the types that
// no schema changes.
func TestEntryPointsHaveExamples(t *testing.T) {
	for pkg, types := range map[string][]string{
		"agui":      {"Decoder", "Unknown", "UnknownEvent", "Content", "ValidationError", "ValidationErrors", "SyntaxError"},
		"aguiproto": {"Decoder", "Encoder"},
		"aguihttp":  {"AgentFunc", "Handler", "Client", "StatusError"},
	} {
		t.Run(pkg, func(t *testing.T) {
			d := documentation(t, pkg)
			found := 0
			functions := d.Funcs
			for _, typ := range d.Types {
				functions = append(functions, typ.Funcs...)
				for _, name := range types {
					if name == typ.Name {
						found++
						if len(typ.Examples) == 0 {
							t.Errorf("%s.%s has no example", pkg, name)
						}
					}
				}
			}
			if found != len(types) {
				t.Errorf("%s has %d of the types %v", pkg, found, types)
			}
			for _, f := range functions {
				if len(f.Examples) == 0 && !needless.MatchString(f.Name) {
					t.Errorf("%s.%s has no example", pkg, f.Name)
				}
			}
		})
	}
}

func documentation(t *testing.T, pkg string) *doc.Package {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(repository, "generated", pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	d, err := doc.NewFromFiles(fset, files, "github.com/aguigen/aguigen/generated/"+pkg)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
