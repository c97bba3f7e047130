package generator

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// trial is a document, the definition of a generated package that judges it, and the verdict that it deserves.
type trial struct {
	Package, Definition, Data string
	Name                      string
	Valid                     bool
	Survives                  bool     // it has to come back from decoding, Validate and encoding as well
	Places                    []string // of findings; nil where they are not known
}

// group is an entry of the JSON Schema Test Suite.
type group struct {
	name   string
	Schema json.RawMessage
	Tests  []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// refusedGroups says how many groups of the suite are refused, by the keyword or reason: what cannot be checked in
// generated code, and references to other documents.
var refusedGroups = map[string]int{"$dynamicRef": 16, "dependentSchemas": 7, "if": 19, "unevaluatedItems": 26}

// TestSuite generates the schemas of the JSON Schema Test Suite, each at a property of an object, and lets the generated
// code judge the suite's documents: no verdict is wrong.
func TestSuite(t *testing.T) {
	groups := suite(t)
	refused := map[string][]string{}
	batches := []*batch{}
	for _, g := range groups {
		if err := generates(batchOf(g)); err != nil {
			reason := reasonOf(err)
			refused[reason] = append(refused[reason], g.name+": "+err.Error())
			continue
		}
		i := slices.IndexFunc(batches, func(b *batch) bool { return b.takes(g) })
		if i < 0 {
			i = len(batches)
			batches = append(batches, batchOf())
		}
		batches[i].add(g)
	}
	var all []trial
	var files []emit.File
	generated, packages := 0, map[string]string{}
	for i, b := range batches {
		name := fmt.Sprintf("suite%d", i)
		made, err := Generate(context.Background(), b.config(name))
		if err != nil {
			t.Fatalf("schemas that can be generated alone cannot be together: %v", err)
		}
		files = append(files, made...)
		all = append(all, b.trials(name)...)
		generated += len(b.groups)
		packages[name] = entry(b.config(name))
	}
	wrong := judgeTrials(t, files, packages, all, false)
	for _, w := range wrong {
		t.Error(w)
	}
	counts := map[string]int{}
	for _, reason := range slices.Sorted(maps.Keys(refused)) {
		counts[reason] = len(refused[reason])
		for _, line := range refused[reason] {
			t.Logf("refused (%s) %s", reason, line)
		}
	}
	t.Logf("%d groups are generated, with %d documents, of which %d are judged wrongly; %d are refused: %v",
		generated, len(all), len(wrong), len(groups)-generated, counts)
	if !maps.Equal(counts, refusedGroups) {
		t.Errorf("refused are %v, should be %v", counts, refusedGroups)
	}
}

// suite reads the groups.
func suite(t *testing.T) []group {
	t.Helper()
	files, _ := filepath.Glob("../../shared/peers/json-schema-test-suite/draft2020-12/*.json")
	if len(files) == 0 {
		t.Skip("needs ../shared, the JSON Schema Test Suite")
	}
	var all []group
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list []group
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		for i, g := range list {
			g.name = fmt.Sprintf("%s[%d]", strings.TrimSuffix(filepath.Base(file), ".json"), i)
			all = append(all, g)
		}
	}
	return all
}

// reasonOf names the keyword that a refusal is about.
func reasonOf(err error) string {
	found := diag.Of(err)
	if len(found) == 0 {
		return err.Error()
	}
	_, text, _ := strings.Cut(found[0].Message, `"`)
	word, _, _ := strings.Cut(text, `"`)
	switch {
	case strings.Contains(found[0].Message, "leads out of this file"):
		return "reference to another document"
	case strings.Contains(word, "(?"):
		return "pattern with lookaround"
	}
	return word
}

func generates(b *batch) error {
	_, err := Generate(context.Background(), b.config("suite"))
	return err
}

// batch is groups that share a package, so that the compiler has less to do.
type batch struct {
	groups    []group
	addresses map[string]bool
}

func batchOf(groups ...group) *batch {
	b := &batch{addresses: map[string]bool{}}
	for _, g := range groups {
		b.add(g)
	}
	return b
}

const mostGroups = 200

// takes reports whether a group has no address that another one of the batch has.
func (b *batch) takes(g group) bool {
	return len(b.groups) < mostGroups && !slices.ContainsFunc(addressesIn(g.Schema), func(id string) bool { return b.addresses[id] })
}

func (b *batch) add(g group) {
	b.groups = append(b.groups, g)
	for _, id := range addressesIn(g.Schema) {
		b.addresses[id] = true
	}
}

// addressesIn returns every "$id" in a schema.
func addressesIn(schema json.RawMessage) []string {
	var list []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if id, ok := v["$id"].(string); ok {
				list = append(list, id)
			}
			for _, sub := range v {
				walk(sub)
			}
		case []any:
			for _, sub := range v {
				walk(sub)
			}
		}
	}
	var v any
	if json.Unmarshal(schema, &v) == nil {
		walk(v)
	}
	return list
}

func definition(i int) string { return fmt.Sprintf("Group%d", i) }

// config is a schema with a definition for each group. A group's schema becomes a resource of its own, so that its
// references keep their meaning.
func (b *batch) config(pkg string) Config {
	var text bytes.Buffer
	text.WriteString(`{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {`)
	for i, g := range b.groups {
		schema := bytes.TrimSpace(g.Schema)
		var members map[string]json.RawMessage
		if json.Unmarshal(schema, &members) == nil {
			delete(members, "$schema")
			if members["$id"] == nil {
				members["$id"] = fmt.Appendf(nil, `"https://suite.example/%s/%d"`, pkg, i)
			}
			schema, _ = json.Marshal(members)
		}
		if i > 0 {
			text.WriteString(",\n")
		}
		fmt.Fprintf(&text, `%q: {"type": "object", "required": ["value"], "properties": {"value": %s}, "additionalProperties": false}`,
			definition(i), schema)
	}
	text.WriteString("}}")
	return Config{
		Schema: Source{"suite.json", text.Bytes()}, Package: pkg, ImportPath: "example.org/suite", Parts: []string{Types, JSON, Validate},
	}
}

func (b *batch) trials(pkg string) []trial {
	var list []trial
	for i, g := range b.groups {
		for _, test := range g.Tests {
			list = append(list, trial{
				Package: pkg, Definition: definition(i), Data: fmt.Sprintf(`{"value": %s}`, test.Data), Valid: test.Valid,
				Name: fmt.Sprintf("%s, %q: schema %.200s", g.name, test.Description, g.Schema),
			})
		}
	}
	return list
}

// judgeTrials builds the packages, each with its entry for the program, and returns a line for each wrong verdict.
func judgeTrials(t *testing.T, files []emit.File, packages map[string]string, trials []trial, vet bool) []string {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, text []byte) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		write(f.Path, f.Text)
	}
	data, err := json.Marshal(trials)
	if err != nil {
		t.Fatal(err)
	}
	write("trials.json", data)
	write("go.mod", []byte("module example.org/suite\n\ngo 1.24\n"))
	var imports, entries strings.Builder
	for _, pkg := range slices.Sorted(maps.Keys(packages)) {
		fmt.Fprintf(&imports, "\t%q\n", "example.org/suite/"+pkg)
		fmt.Fprintf(&entries, "\t%q: %s,\n", pkg, packages[pkg])
	}
	write("main.go", []byte(strings.NewReplacer("IMPORTS", imports.String(), "ENTRIES", entries.String()).Replace(trialProgram)))
	run := func(args ...string) []byte {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%.3000s", strings.Join(args, " "), err, out)
		}
		return out
	}
	if vet {
		run("vet", "./...")
	}
	out := strings.TrimSpace(string(run("run", "-gcflags=-N -l", "-ldflags=-w", "."))) // which takes less time to compile than to run
	if out == "" {
		return nil
	}
	return strings.Split(out, "\n")
}

// entry is how the program of the trials calls a package.
func entry(c Config) string {
	pkg := c.Package
	proto, names, err := named(context.Background(), c)
	if err != nil || proto.Root == "" {
		return fmt.Sprintf("{judge: %s.ValidateJSON}", pkg)
	}
	i := slices.IndexFunc(proto.Definitions, func(d model.Definition) bool { return d.Base().Name == proto.Root && d.Base().Inline == "" })
	root := proto.Definitions[i]
	typ := pkg + "." + names.Type(root)
	if u, ok := root.(*model.Union); ok && u.Discriminator != "" {
		return fmt.Sprintf("{%s.ValidateJSON, again(%s.%s)}", pkg, pkg, name.Unmarshal(names.Type(root)))
	}
	return fmt.Sprintf("{%s.ValidateJSON, again(read[%s])}", pkg, typ)
}

// trialProgram prints a line for each wrong verdict in trials.json. What it needs of the packages stands at IMPORTS and
// ENTRIES.
const trialProgram = `package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"

IMPORTS)

type entry struct {
	judge func(string, []byte) error
	again func([]byte) ([]byte, error)
}

var packages = map[string]entry{
ENTRIES}

func read[T any](data []byte) (*T, error) {
	v := new(T)
	return v, json.Unmarshal(data, v)
}

// again decodes, validates and encodes.
func again[T any](decode func([]byte) (T, error)) func([]byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		v, err := decode(data)
		if err != nil {
			return nil, fmt.Errorf("decoding: %w", err)
		}
		if v, ok := any(v).(interface{ Validate() error }); ok {
			if err := v.Validate(); err != nil {
				return nil, fmt.Errorf("Validate: %w", err)
			}
		}
		return json.Marshal(v)
	}
}

// value is a document with its numbers as what they are worth.
func value(text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return err
	}
	return worth(v)
}

func worth(v any) any {
	switch v := v.(type) {
	case json.Number:
		r, _ := new(big.Rat).SetString(string(v))
		return r.RatString()
	case []any:
		for i := range v {
			v[i] = worth(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = worth(v[key])
		}
	}
	return v
}

type trial struct {
	Package, Definition, Data, Name string
	Valid, Survives                 bool
	Places                          []string
}

// wrong says what is wrong with what the package does.
func (t trial) wrong() string {
	p := packages[t.Package]
	err := p.judge(t.Definition, []byte(t.Data))
	if (err == nil) != t.Valid {
		return fmt.Sprintf("valid %v, got %v", t.Valid, err)
	}
	if !t.Survives {
		return t.misplaced(err)
	}
	text, err := p.again([]byte(t.Data))
	if err != nil {
		return err.Error()
	}
	if !reflect.DeepEqual(value(text), value([]byte(t.Data))) {
		return "encoded again it is " + string(text)
	}
	return ""
}

// misplaced returns a finding that is none of those that are known.
func (t trial) misplaced(err error) string {
	list, ok := err.(interface{ Unwrap() []error })
	if !ok || t.Places == nil {
		return ""
	}
	for _, one := range list.Unwrap() {
		var where struct{ Keyword, InstanceLocation, SchemaLocation string }
		v := reflect.Indirect(reflect.ValueOf(one))
		where.Keyword = v.FieldByName("Keyword").String()
		where.InstanceLocation = v.FieldByName("InstanceLocation").String()
		where.SchemaLocation, _ = url.PathUnescape(v.FieldByName("SchemaLocation").String())
		place := fmt.Sprintf("%s at %q by %s", where.Keyword, where.InstanceLocation, where.SchemaLocation)
		if !slices.Contains(t.Places, place) {
			return fmt.Sprintf("%s (%v) is none of %q", place, one, t.Places)
		}
	}
	return ""
}

func main() {
	text, err := os.ReadFile("trials.json")
	var trials []trial
	if err = errors.Join(err, json.Unmarshal(text, &trials)); err != nil {
		panic(err)
	}
	for _, t := range trials {
		if wrong := t.wrong(); wrong != "" {
			fmt.Println(strings.ReplaceAll(fmt.Sprintf("%s: %s: %s", t.Name, t.Data, wrong), "\n", " "))
		}
	}
}
`
