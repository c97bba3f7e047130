package generator

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/emit"
)

// TestRun compiles the golden cases that have a folder run/ and lets the code read what is in it. A document lies
// in a folder that is named by its definition; want.txt says what came of it, see runMain.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	cases, err := filepath.Glob("testdata/*/run")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	module := newModule(t)
	var imports, tables strings.Builder
	for i, dir := range cases {
		folder := filepath.Base(filepath.Dir(dir))
		_, files := results(t, filepath.Dir(dir))
		writeFiles(t, filepath.Join(module, folder), files)
		fmt.Fprintf(&imports, "\tp%d \"example.org/golden/%s/agui\"\n", i, folder)
		fmt.Fprintf(&tables, "\t%q: {\n", folder)
		for _, d := range definitionsIn(t, dir) {
			fmt.Fprintf(&tables, "\t\t%q: func(data []byte, m mode, tell func(...any)) (any, error) {\n", d)
			fmt.Fprintf(&tables, "\t\t\td := p%d.Decoder{Strict: m.strict, AllowNull: m.nulls, Keep: m.keep}\n", i)
			fmt.Fprintf(&tables, "\t\t\td.OnUnknown = func(u p%d.Unknown) { tell(u.Kind, u.Definition, u.InstanceLocation) }\n", i)
			if declares(files, "func (d *Decoder) "+d+"(") {
				fmt.Fprintf(&tables, "\t\t\treturn d.%s(data)\n\t\t},\n", d)
			} else {
				fmt.Fprintf(&tables, "\t\t\tv := new(p%d.%s)\n\t\t\treturn v, d.Unmarshal(data, v)\n\t\t},\n", i, d)
			}
		}
		tables.WriteString("\t},\n")
	}
	source := strings.Replace(runMain, "IMPORTS\n", imports.String(), 1) + "\nvar readers = map[string]map[string]reader{\n" + tables.String() + "}\n"
	if err := os.WriteFile(filepath.Join(module, "main.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(module, "program")
	if out, err := goCommand(module, "build", "-o", program, "."); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, dir := range cases {
		t.Run(filepath.Base(filepath.Dir(dir)), func(t *testing.T) { checkRun(t, program, dir) })
	}
}

// declares reports whether one of the files has the text.
func declares(files []emit.File, text string) bool {
	return slices.ContainsFunc(files, func(f emit.File) bool { return strings.Contains(string(f.Text), text) })
}

// definitionsIn returns the folders in dir.
func definitionsIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// checkRun compares what the program prints with want.txt, or rewrites it.
func checkRun(t *testing.T, program, dir string) {
	t.Helper()
	out, err := exec.Command(program, dir).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, word := range []string{"CHANGED", "NO TEXT"} {
		if strings.Contains(string(out), word) {
			t.Errorf("%s: a value does not stay what it is", word)
		}
	}
	want := filepath.Join(dir, "want.txt")
	if *update {
		if err := os.WriteFile(want, out, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(want)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != string(out) {
		t.Errorf("%s differs: run the tests with -update and read the diff\n%s", want, firstDifference(string(out), string(text)))
	}
}

// runMain is the program. For each document it prints what the decoder returns, encoded again, by the receiver's rules;
// and by each of the other ways to decode where that is something else. A valid value
// has to stay the same from then on, as its text.
const runMain = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

IMPORTS
)

type mode struct{ strict, nulls, keep bool }

type reader func(data []byte, m mode, tell func(...any)) (any, error)

func main() {
	folder := filepath.Base(filepath.Dir(os.Args[1]))
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*", "*.json"))
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		definition := filepath.Base(filepath.Dir(file))
		data, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s/%s\n", definition, filepath.Base(file))
		read := readers[folder][definition]
		first := outcome(read, data, mode{})
		show("", first)
		for _, m := range []struct {
			name string
			mode
		}{{"strict: ", mode{strict: true}}, {"nulls: ", mode{nulls: true}}, {"keep: ", mode{keep: true}}} {
			if o := outcome(read, data, m.mode); o != first {
				show(m.name, o)
			}
		}
	}
}

func show(name, text string) {
	for _, line := range strings.Split(text, "\n") {
		fmt.Printf("  %s%s\n", name, line)
	}
}

// outcome returns the reports, and the error or the text.
func outcome(read reader, data []byte, m mode) string {
	var lines []string
	tell := func(what ...any) { lines = append(lines, "unknown "+strings.TrimSuffix(fmt.Sprintln(what...), "\n")) }
	v, err := read(data, m, tell)
	if err != nil {
		return strings.Join(append(lines, strings.Split("error "+err.Error(), "\n")...), "\n")
	}
	lines = append(lines, fmt.Sprintf("returns %s", encode(v)))
	if c, ok := v.(interface{ Validate() error }); ok {
		if err := c.Validate(); err != nil {
			return strings.Join(append(lines, strings.Split("invalid "+err.Error(), "\n")...), "\n")
		}
	}
	again, err := read(encode(v), m, func(...any) {})
	if err != nil || !reflect.DeepEqual(v, again) || string(encode(v)) != string(encode(again)) {
		lines = append(lines, fmt.Sprintf("CHANGED: %s, %v", encode(again), err))
	}
	return strings.Join(lines, "\n")
}

func encode(v any) []byte {
	if a, ok := v.(interface{ AppendJSON([]byte) ([]byte, error) }); ok {
		text, err := a.AppendJSON(nil)
		if err != nil {
			return []byte("NO TEXT: " + err.Error())
		}
		return text
	}
	text, err := json.Marshal(v)
	if err != nil {
		return []byte("NO TEXT: " + err.Error())
	}
	return text
}
`
