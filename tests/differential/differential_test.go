package differential

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/tests/corpus"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// judges are the compiled definitions, by name.
type judges map[string]*jsonschema.Schema

// schemaFile is the schema that the package was generated from.
func schemaFile() string {
	return filepath.Join("..", "..", "schema", agui.ProtocolVersion, "schema.json")
}

func compile(t testing.TB) judges {
	t.Helper()
	data, err := os.ReadFile(schemaFile())
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(agui.SchemaID, doc); err != nil {
		t.Fatal(err)
	}
	j := judges{}
	for name := range doc.(map[string]any)["$defs"].(map[string]any) {
		j[name], err = c.Compile(agui.SchemaID + "#/$defs/" + name)
		if err != nil {
			t.Fatal(err)
		}
	}
	return j
}

// accepts returns the interpreter's verdict. Text that is no JSON is not valid.
func (j judges) accepts(definition string, data []byte) bool {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	return err == nil && j[definition].Validate(doc) == nil
}

// TestDefinitions compares the names: a definition that nobody judges would never disagree.
func TestDefinitions(t *testing.T) {
	want := slices.Sorted(maps.Keys(compile(t)))
	got := agui.Definitions()
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the package judges %q, the schema defines %q", got, want)
	}
}

// seed is a document to start from.
type seed struct {
	definition string
	tree       *node
	data       []byte
}

// literals are there without the reference data too.
var literals = [][2]string{
	{"Event", `{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant","timestamp":1,"metadata":{"a":null}}`},
	{"Event", `{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a~1b","value":1},{"op":"move","from":"/a","path":"","x":1}]}`},
	{"Event", `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"r"}]},"usage":[{"inputTokens":3}]}`},
	{"Event", `{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[{"id":"u","role":"user","content":[{"type":"image","source":{"type":"url","value":"u"}}]}]}}`},
	{"Message", `{"id":"a","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}`},
	{"AgentCapabilities", `{"tools":{"items":[{"name":"n","description":"d","parameters":{}}]},"execution":{"maxIterations":3}}`},
	{"BaseMessage", `{"id":"a","role":"anything","extra":1}`},
}

// seeds reads the literals and the valid documents of the corpus.
func seeds(t testing.TB) []seed {
	t.Helper()
	var list []seed
	grow := func(definition string, data []byte) {
		tree, err := parse(data)
		if err != nil {
			t.Fatalf("%v in %s", err, data)
		}
		list = append(list, seed{definition, tree, data})
	}
	for _, l := range literals {
		grow(l[0], []byte(l[1]))
	}
	for _, d := range corpus.Documents(t, agui.ProtocolVersion) {
		if d.Expect == nil && len(d.Text) < 20_000 {
			grow(d.Definition(), []byte(d.Text))
		}
	}
	return list
}

// words collects the property names, constants and enum values of the schema, quoted.
func words(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile(schemaFile())
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{`"x"`: true, `"Type"`: true, `""`: true, `"a/b~c"`: true, `"message_id"`: true}
	collectWords(doc.Defs, found)
	return slices.Sorted(maps.Keys(found))
}

func collectWords(v any, found map[string]bool) {
	object, ok := v.(map[string]any)
	if !ok {
		if list, ok := v.([]any); ok {
			for _, member := range list {
				collectWords(member, found)
			}
		}
		return
	}
	for key, member := range object {
		switch member := member.(type) {
		case string:
			if key == "const" {
				found[quote(member)] = true
			}
		case []any:
			for _, word := range member {
				if s, ok := word.(string); ok && key == "enum" {
					found[quote(s)] = true
				}
			}
		case map[string]any:
			if key == "properties" {
				for name := range member {
					found[quote(name)] = true
				}
			}
		}
		collectWords(member, found)
	}
}

// knob reads a number from the environment, which asks for longer runs and other seeds.
func knob(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s is %q, not a number", name, text)
	}
	return n
}

// TestDifferential mutates good documents and compares the verdicts. DIFFERENTIAL_N says how many, DIFFERENTIAL_SEED
// where the random numbers start.
func TestDifferential(t *testing.T) {
	judges, seeds := compile(t), seeds(t)
	m := &mutator{Rand: rand.New(rand.NewPCG(uint64(knob(t, "DIFFERENTIAL_SEED", 1)), 0)), words: words(t)}
	for _, s := range seeds {
		m.seeds = append(m.seeds, s.tree)
	}
	definitions := agui.Definitions()
	slices.Sort(definitions)
	valid, wrong := 0, 0
	n := knob(t, "DIFFERENTIAL_N", 20_000)
	for range n {
		s := pick(m, seeds)
		definition := s.definition
		switch m.IntN(20) {
		case 0:
			definition = pick(m, definitions)
		case 1, 2:
			definition = pick(m, []string{"Event", "Message", "RunAgentInput"})
		}
		text := m.document(s.tree)
		ours := agui.ValidateJSON(definition, []byte(text))
		theirs := utf8.ValidString(text) && judges.accepts(definition, []byte(text)) // the interpreter replaces what is not UTF-8
		if theirs {
			valid++
		}
		if (ours == nil) != theirs {
			if wrong++; wrong <= 20 {
				t.Errorf("%s: the interpreter accepts it: %v; we say %v\n%q", definition, theirs, ours, text)
			}
		}
	}
	t.Logf("%d documents, %d of them valid, %d disagreements", n, valid, wrong)
	if valid < n/10 || valid > n*9/10 {
		t.Errorf("%d of %d documents are valid: the mutations are too fierce or too tame to tell anything", valid, n)
	}
}

// hugeExponent is what the interpreter would write out digit by digit.
var hugeExponent = regexp.MustCompile(`[eE][+-]?[0-9]{4,}`)

// FuzzVerdict lets the fuzzer change the bytes.
func FuzzVerdict(f *testing.F) {
	judges := compile(f)
	definitions := agui.Definitions()
	slices.Sort(definitions)
	for _, s := range seeds(f) {
		f.Add(byte(slices.Index(definitions, s.definition)), s.data)
	}
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		if hugeExponent.Match(data) || len(data) > 100_000 {
			t.Skip()
		}
		definition := definitions[int(which)%len(definitions)]
		ours, theirs := agui.ValidateJSON(definition, data), judges.accepts(definition, data)
		if (ours == nil) != theirs {
			t.Errorf("%s: the interpreter accepts it: %v; we say %v\n%q", definition, theirs, ours, data)
		}
	})
}
