package diff

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/name"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// side reads a schema file, and the .proto files beside it.
func side(t *testing.T, file string) Side {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && strings.Contains(file, "../shared/") {
		t.Skip("needs ../shared")
	}
	if err != nil {
		t.Fatal(err)
	}
	c := generator.Config{Schema: generator.Source{Name: "schema.json", Text: text}}
	if table, err := os.ReadFile(filepath.Join(filepath.Dir(file), "stream-map.txt")); err == nil {
		c.Stream = &generator.Source{Name: "stream-map.txt", Text: table}
	}
	s := sideFrom(t, c)
	folder := filepath.Join(filepath.Dir(file), "proto")
	if _, err := os.Stat(folder); err == nil {
		if s.Protos, err = load.CompileProtos(os.DirFS(folder), folder); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func sideOf(t *testing.T, text string) Side {
	t.Helper()
	return sideFrom(t, generator.Config{Schema: generator.Source{Name: "schema.json", Text: []byte(text)}, Unchecked: []load.Unchecked{load.All}})
}

func sideFrom(t *testing.T, c generator.Config) Side {
	t.Helper()
	p, err := generator.Model(context.Background(), c)
	if err != nil {
		t.Fatalf("%v\n%s", err, c.Schema.Text)
	}
	return Side{Protocol: p}
}

func compared(t *testing.T, old, new Side) *Report {
	t.Helper()
	r, err := Compare(old, new)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const draft = "../../../shared/upstream/spec/draft-2026-08-21/schema.json"

// TestGolden holds the reports on real versions, in all formats.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		wire           Wire
		goAPI          Go
	}{
		{"1.0-1.1", "../../schema/1.0/schema.json", "../../schema/1.1/schema.json", WireAdditive, GoCompatible},
		{"1.1-1.0", "../../schema/1.1/schema.json", "../../schema/1.0/schema.json", WireNarrowing, GoBreaking},
		{"draft-1.0", draft, "../../schema/1.0/schema.json", WireBreaking, GoBreaking},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compared(t, side(t, c.old), side(t, c.new))
			if r.Wire != c.wire || r.Go != c.goAPI {
				t.Errorf("wire %s, Go %s; want %s, %s", r.Wire, r.Go, c.wire, c.goAPI)
			}
			for _, format := range Formats {
				golden(t, c.name, format, r)
			}
		})
	}
}

func golden(t *testing.T, name, format string, r *Report) {
	t.Helper()
	got, err := r.Print(format)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+map[string]string{"text": ".txt", "markdown": ".md", "json": ".json"}[format])
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs: run go test ./generator/diff -update and read the diff\n%s", file, got)
	}
}

// A version compared with itself has nothing to say, and saying it twice makes the same bytes.
func TestSame(t *testing.T) {
	for _, file := range []string{"../../schema/1.0/schema.json", "../../schema/1.1/schema.json", draft} {
		t.Run(file, func(t *testing.T) {
			r := compared(t, side(t, file), side(t, file))
			if len(r.Changes) != 0 || r.Descriptions != 0 || r.Wire != WireUnchanged || r.Go != GoCompatible {
				t.Errorf("%+v", r)
			}
			if text, _ := r.Print("text"); !strings.Contains(text, "Wire: unchanged. Go: compatible.\n\nNo definition changed. No description changed.") {
				t.Error(text)
			}
		})
	}
}

func TestDeterministic(t *testing.T) {
	old, new := "../../schema/1.1/schema.json", draft
	for _, format := range Formats {
		first, _ := compared(t, side(t, old), side(t, new)).Print(format)
		for range 5 {
			if again, _ := compared(t, side(t, old), side(t, new)).Print(format); again != first {
				t.Fatalf("two reports as %s differ:\n%s\n%s", format, first, again)
			}
		}
	}
}

func TestNoSuchFormat(t *testing.T) {
	if _, err := (&Report{}).Print("yaml"); err == nil || err.Error() != `there is no format "yaml": it is one of text, markdown, json` {
		t.Error(err)
	}
}

// Schemas that have nothing to do with each other are compared as well: each change has its words, and the sides are left as
// they were.
func TestAnyPair(t *testing.T) {
	files, err := filepath.Glob("../testdata/*/in/schema.json")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d schemas: %v", len(files), err)
	}
	var sides []Side
	var dumps []string
	for _, file := range files {
		if !strings.Contains(file, "/err-") {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := sideOf(t, string(text))
			if s.Names, err = name.Assign(s.Protocol, name.Options{}, emit.Declared); err != nil {
				t.Fatal(err)
			}
			sides = append(sides, s)
			dumps = append(dumps, sides[len(sides)-1].Protocol.Dump())
		}
	}
	for i, old := range sides {
		for j, new := range sides {
			r := compared(t, old, new)
			for _, format := range Formats {
				if text, err := r.Print(format); err != nil || text == "" {
					t.Errorf("%d to %d as %s: %v", i, j, format, err)
				}
			}
			if i == j && len(r.Changes) > 0 {
				t.Errorf("%d to itself: %+v", i, r.Changes)
			}
		}
	}
	for i, s := range sides {
		if s.Protocol.Dump() != dumps[i] {
			t.Errorf("comparing changed schema %d", i)
		}
	}
}
