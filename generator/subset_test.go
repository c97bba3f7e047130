package generator

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/schema"
)

// subset generates a part of the default protocol version.
func subset(t *testing.T, parts string, definitions ...string) []emit.File {
	t.Helper()
	files, err := Generate(context.Background(), subsetConfig(t, parts, definitions...))
	if err != nil {
		t.Fatalf("%q: %v", definitions, err)
	}
	return files
}

func subsetConfig(t *testing.T, parts string, definitions ...string) Config {
	t.Helper()
	fsys, err := schema.FS(schema.Default)
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(fsys, "schema.json")
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Schema: Source{"schema.json", text}, Package: "agui", ImportPath: "example.org/golden"}
	if c.Parts, err = ParseParts(parts); err != nil {
		t.Fatal(err)
	}
	for _, name := range definitions {
		c.Definitions = append(c.Definitions, model.Selection{Name: name})
	}
	return c
}

// Whatever a user asks for compiles.
func TestEveryDefinitionAloneCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("generates a package for each definition")
	}
	proto, err := Model(context.Background(), subsetConfig(t, Types))
	if err != nil {
		t.Fatal(err)
	}
	check := newChecker()
	for _, d := range proto.Definitions {
		if d.Base().Inline == "" {
			check.files(t, subset(t, "types,json,validate", d.Base().Name))
		}
	}
}

// subsetCases are packages as people would want them: what they ask for, and a test of what they get.
var subsetCases = []struct {
	name        string
	definitions []string
	test        string
}{
	{"closure", []string{"RunAgentInput"}, `
	const doc = ` + "`" + `{"threadId":"t","runId":"r","state":{},"messages":[{"id":"1","role":"user","content":"hi"},
		{"id":"2","role":"robot","content":"?"}],"tools":[],"context":[],"forwardedProps":{}}` + "`" + `
	var in RunAgentInput
	err := new(Decoder).Unmarshal([]byte(doc), &in)
	if err != nil || len(in.Messages) != 1 || in.Messages[0].Role() != RoleUser {
		t.Errorf("%+v, %v", in, err)
	}
	if err := in.Validate(); err != nil {
		t.Error(err)
	}
	if ValidateJSON("RunAgentInput", []byte("{}")) == nil {
		t.Error("an empty input is valid")
	}
	has := func(name string) bool { return slices.Contains(Definitions(), name) }
	if !has("Message") || !has("ToolMessage") || !has("Tool") || has("Event") || has("RunStartedEvent") {
		t.Errorf("%q", Definitions())
	}`},
	{"variants", []string{"Event", "TextMessageStartEvent", "TextMessageContentEvent"}, `
	e, err := UnmarshalEvent([]byte(` + "`" + `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"x"}` + "`" + `))
	if content, ok := e.(*TextMessageContentEvent); err != nil || !ok || content.Delta != "x" {
		t.Errorf("%T %v", e, err)
	}
	const other = ` + "`" + `{"type":"RUN_STARTED","threadId":"t","runId":"r"}` + "`" + `
	e, err = UnmarshalEvent([]byte(other))
	if u, ok := e.(*UnknownEvent); err != nil || !ok || string(u.Raw) != other || u.Type() != EventTypeRunStarted {
		t.Errorf("%T %v", e, err)
	}
	if _, err := (&Decoder{Strict: true}).Event([]byte(other)); err == nil {
		t.Error("strict decoding takes what the package does not have")
	}
	if ValidateJSON("Event", []byte(other)) == nil {
		t.Error("the package's verdict knows what it does not have")
	}
	if slices.Contains(Definitions(), "RunStartedEvent") {
		t.Errorf("%q", Definitions())
	}`},
	{"in-field", []string{"RunAgentInput", "UserMessage", "AssistantMessage"}, `
	const doc = ` + "`" + `{"threadId":"t","runId":"r","state":{},"messages":[{"id":"1","role":"user","content":"hi"},
		{"id":"2","role":"system","content":"?"}],"tools":[],"context":[],"forwardedProps":{}}` + "`" + `
	dropped := 0
	var in RunAgentInput
	err := (&Decoder{OnUnknown: func(u Unknown) { dropped++ }}).Unmarshal([]byte(doc), &in)
	if err != nil || len(in.Messages) != 1 || dropped != 1 {
		t.Errorf("%+v, %v, %d dropped", in, err, dropped)
	}
	err = (&Decoder{Keep: true}).Unmarshal([]byte(doc), &in)
	if err != nil || len(in.Messages) != 2 || in.Messages[1].Role() != RoleSystem {
		t.Errorf("%+v, %v", in, err)
	}`},
	{"one", []string{"Tool"}, `
	if got := Definitions(); !slices.Contains(got, "Tool") || slices.Contains(got, "Message") {
		t.Errorf("%q", got)
	}`},
	{"enum", []string{"EventType"}, `
	if got := Definitions(); !slices.Equal(got, []string{"EventType"}) || !EventTypeRunStarted.Valid() {
		t.Errorf("%q", got)
	}`},
	{"variant-alone", []string{"RunErrorEvent"}, `
	e := NewRunErrorEvent("m")
	text, err := e.MarshalJSON()
	if err != nil || ValidateJSON("RunErrorEvent", text) != nil {
		t.Errorf("%s %v", text, err)
	}`},
}

// writeSubsets writes a package for each case, with its test.
func writeSubsets(t *testing.T, folder string) {
	t.Helper()
	for _, c := range subsetCases {
		imports := "\"testing\"\n"
		if strings.Contains(c.test, "slices.") {
			imports = "\"slices\"\n\t" + imports
		}
		test := fmt.Sprintf("package agui\n\nimport (\n\t%s)\n\nfunc TestSubset(t *testing.T) {%s\n}\n", imports, c.test)
		files := unmarked(subset(t, "types,json,validate", c.definitions...))
		writeFiles(t, filepath.Join(folder, c.name), append(files, emit.File{Path: "agui/subset_test.go", Text: []byte(test)}))
	}
}

// The whole protocol, asked for by name, is what comes without a selection.
func TestSubsetOfEverything(t *testing.T) {
	proto, err := Model(context.Background(), subsetConfig(t, Types))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, d := range proto.Definitions {
		if d.Base().Inline == "" {
			all = append(all, d.Base().Name)
		}
	}
	whole := subset(t, "types,json,validate")
	for _, f := range subset(t, "types,json,validate", all...) {
		same := func(g emit.File) bool { return g.Path == f.Path && bytes.Equal(g.Text, f.Text) }
		if !strings.HasSuffix(f.Path, "/doc_gen.go") && !slices.ContainsFunc(whole, same) {
			t.Errorf("%s differs", f.Path)
		}
	}
}

// What was cut from the binary side is to the package what a later version would send.
func TestSubsetOfTheWire(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a module")
	}
	fsys, err := schema.FS(schema.Default)
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) *Source {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		return &Source{name, text}
	}
	protos, err := fs.Sub(fsys, "proto")
	if err != nil {
		t.Fatal(err)
	}
	c := subsetConfig(t, "types,json,validate,proto", "Event", "TextMessageContentEvent", "RunAgentInput", "UserMessage")
	c.Wire = &Wire{Protos: protos, Name: "proto", Ledger: read("wire-numbers.txt"), Table: read("wire-map.txt")}
	c.NewModule = true
	files, err := Generate(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	module := t.TempDir()
	writeFiles(t, module, append(files, emit.File{Path: "go.sum", Text: sums}, emit.File{Path: "aguiproto/subset_test.go", Text: []byte(subsetWireTest)}))
	if out, err := goCommand(module, "test", "./..."); err != nil { // it vets too
		t.Errorf("%v\n%s", err, out)
	}
}

const subsetWireTest = `package aguiproto

import (
	"errors"
	"testing"

	"google.golang.org/protobuf/proto"

	"example.org/golden/agui"
	"example.org/golden/aguipb"
)

func TestSubset(t *testing.T) {
	data, err := Marshal(agui.NewTextMessageContentEvent("m", "x"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := Unmarshal(data)
	if content, ok := e.(*agui.TextMessageContentEvent); err != nil || !ok || content.Delta != "x" {
		t.Errorf("%T %v", e, err)
	}
	runStarted := []byte{12<<3 | 2, 0} // an arm that the package does not have
	if e, err := Unmarshal(runStarted); !errors.Is(err, ErrUnknownEvent) {
		t.Errorf("%T %v", e, err)
	}
	if n := new(aguipb.Event).ProtoReflect().Descriptor().Fields().Len(); n != 1 {
		t.Errorf("the message has %d arms", n)
	}
	in := agui.NewRunAgentInput("t", "r", []agui.Message{agui.NewUserMessage("1", agui.NewContentText("hi"))})
	m, err := RunAgentInputToProto(in)
	if err != nil {
		t.Fatal(err)
	}
	text, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	back := new(aguipb.RunAgentInput)
	if err := proto.Unmarshal(text, back); err != nil {
		t.Fatal(err)
	}
	again, err := RunAgentInputFromProto(back)
	if err != nil || len(again.Messages) != 1 || again.Messages[0].Role() != agui.RoleUser {
		t.Errorf("%+v %v", again, err)
	}
}
`
