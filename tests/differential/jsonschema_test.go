package differential

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/tests/corpus"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestJSONSchema lets the interpreter judge every document by what JSONSchema returns for its definition alone.
func TestJSONSchema(t *testing.T) {
	whole := compile(t)
	alone := judges{}
	for _, definition := range agui.Definitions() {
		text, err := agui.JSONSchema(definition)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", definition, err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("https://example.org/alone.json", doc); err != nil {
			t.Fatal(err)
		}
		if alone[definition], err = c.Compile("https://example.org/alone.json"); err != nil {
			t.Errorf("%s: %v", definition, err)
		}
	}
	valid, invalid := 0, 0
	for _, d := range corpus.Documents(t, agui.ProtocolVersion) {
		want := whole.accepts(d.Definition(), []byte(d.Text))
		if got := alone.accepts(d.Definition(), []byte(d.Text)); got != want {
			t.Errorf("%s: valid is %t by the whole schema, %t by that of the definition", d.Path, want, got)
		}
		if want {
			valid++
		} else {
			invalid++
		}
	}
	if valid == 0 || invalid == 0 {
		t.Errorf("%d valid and %d invalid documents", valid, invalid)
	}
	t.Logf("%d valid and %d invalid documents judged", valid, invalid)
}

// TestJSONSchemaCostsNothing builds a program that calls JSONSchema and one that does not: only the first contains the schema.
func TestJSONSchemaCostsNothing(t *testing.T) {
	const words = `{"description":"EventType names a kind of event.`
	for call, want := range map[string]bool{
		`agui.JSONSchema("Tool")`:       true,
		`agui.UnmarshalEvent([]byte{})`: false,
	} {
		t.Run(call, func(t *testing.T) {
			dir := t.TempDir()
			source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
			text := "package main\n\nimport \"github.com/aguigen/aguigen/generated/agui\"\n\nfunc main() {\n\t_, err := " + call + "\n\tprintln(err)\n}\n"
			if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			binary, err := os.ReadFile(program)
			if err != nil {
				t.Fatal(err)
			}
			if got := bytes.Contains(binary, []byte(words)); got != want {
				t.Errorf("%s: the program contains the schema: %t", call, got)
			}
		})
	}
}
