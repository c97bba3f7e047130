package generator

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/schema"
)

// streamConfig generates the types and streams of a version.
func streamConfig(t *testing.T, version, pkg string, definitions ...string) Config {
	t.Helper()
	fsys, err := schema.FS(version)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Package: pkg, ImportPath: "example.org/golden", NewModule: true, Parts: []string{Types, JSON, Stream, HTTP}}
	c.Stream, c.Retired = &Source{}, &Source{}
	for name, into := range map[string]*Source{"schema.json": &c.Schema, "stream-map.txt": c.Stream, "retired-map.txt": c.Retired} {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		*into = Source{name, text}
	}
	for _, name := range definitions {
		c.Definitions = append(c.Definitions, model.Selection{Name: name})
	}
	return c
}

// The streams of another version, of another package name, and of a part of the protocol compile and work, and so do
// those over HTTP, where the part has what starts, ends and fails a run.
func TestStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command on packages of its own")
	}
	part := []string{"Event", "RunStartedEvent", "RunFinishedEvent", "RunErrorEvent", "TextMessageStartEvent", "TextMessageContentEvent",
		"TextMessageEndEvent", "TextMessageChunkEvent", "StateSnapshotEvent", "StateDeltaEvent", "UserMessage", "AssistantMessage", "DeveloperMessage",
		"SystemMessage"}
	for _, tt := range []struct {
		name, version, pkg string
		definitions        []string
	}{
		{"1.1 under another name", "1.1", "wire", nil},
		{"a part", "1.0", "tiny", part},
		{"one event", "1.0", "agui", []string{"Event", "TextMessageContentEvent", "UserMessage"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files, err := Generate(context.Background(), streamConfig(t, tt.version, tt.pkg, tt.definitions...))
			if err != nil {
				t.Fatal(err)
			}
			module := t.TempDir()
			if len(tt.definitions) != 3 {
				test := strings.NewReplacer("PKG", tt.pkg).Replace(streamTest)
				files = append(files, emit.File{Path: tt.pkg + "stream/stream_test.go", Text: []byte(test)})
			}
			served := slices.ContainsFunc(files, func(f emit.File) bool { return f.Path == tt.pkg+"http/support_handler_gen.go" })
			if want := len(tt.definitions) != 3; served != want {
				t.Errorf("the package over HTTP is there: %v, want %v", served, want)
			}
			if served {
				test := strings.NewReplacer("PKG", tt.pkg, "VERSION", tt.version).Replace(httpTest)
				files = append(files, emit.File{Path: tt.pkg + "http/http_test.go", Text: []byte(test)})
			}
			writeFiles(t, module, files)
			if out, err := goCommand(module, "test", "./..."); err != nil { // it vets too
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// The tests of the published package of streams pass with the types of another version, under another name; and those on
// vectors with a part of the protocol, as far as the vectors need no more.
func TestStreamVectors(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command on packages of its own")
	}
	t.Run("1.1 under another name", func(t *testing.T) {
		c := streamConfig(t, "1.1", "wire")
		c.Parts = []string{Types, JSON, Validate, Stream}
		publishedTests(t, c, "")
	})
	t.Run("a part", func(t *testing.T) {
		c := streamConfig(t, "1.0", "agui")
		c.Parts = []string{Types, JSON, Stream}
		whole := streamConfig(t, "1.0", "agui")
		c.Definitions = without(t, whole, "Event", "Reasoning", "Activity", "Subagent")
		c.Definitions = append(c.Definitions, without(t, whole, "Message", "Reasoning", "Activity")...)
		c.Definitions = append(c.Definitions, model.Selection{Name: "RunAgentInput"}, model.Selection{Name: "JsonPatch"})
		publishedTests(t, c, `package aguistream_test

func init() { leftOut = []string{"REASONING", "reasoning", "ACTIVITY", "activity", "SUBAGENT", "THINKING", "encryptedValue"} }
`, "shared_test.go", "differences_test.go", "vectors_test.go", "streams_test.go")
	})
}

// without selects a union and those of its variants whose names have none of the words.
func without(t *testing.T, c Config, union string, words ...string) []model.Selection {
	t.Helper()
	p, err := Model(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	list := []model.Selection{{Name: union}}
	for _, u := range p.Unions() {
		for _, v := range u.Variants {
			if u.Name == union && !slices.ContainsFunc(words, func(word string) bool { return strings.Contains(v.Object.Name, word) }) {
				list = append(list, model.Selection{Name: v.Object.Name})
			}
		}
	}
	return list
}

// publishedTests runs tests of the published package on what c generates: all of them where none are named.
func publishedTests(t *testing.T, c Config, extra string, names ...string) {
	t.Helper()
	files, err := Generate(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	const published = "../generated/aguistream"
	add := func(to, from string, replace bool) {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if replace {
			text = renamed(text, c.Package)
		}
		files = append(files, emit.File{Path: to, Text: text})
	}
	add("internal/corpus/corpus.go", "../generated/internal/corpus/corpus.go", false)
	entries, err := filepath.Glob(published + "/*_test.go")
	if err != nil || len(entries) == 0 {
		t.Fatal(err, entries)
	}
	for _, entry := range entries {
		name := filepath.Base(entry)
		if len(names) == 0 || slices.Contains(names, name) {
			add(c.Package+"stream/"+name, entry, true)
		}
	}
	err = filepath.WalkDir(filepath.Join(published, "testdata"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			add(c.Package+"stream/testdata/"+filepath.ToSlash(strings.TrimPrefix(path, filepath.Join(published, "testdata"))), path, false)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if extra != "" {
		files = append(files, emit.File{Path: c.Package + "stream/extra_test.go", Text: renamed([]byte(extra), c.Package)})
	}
	module := t.TempDir()
	writeFiles(t, module, files)
	corpus, err := filepath.Abs("../tests/corpus")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("AGUIGEN_CORPUS", corpus)
	out, err := goCommand(module, "test", "-v", "-run", "Test|Fuzz", "./"+c.Package+"stream")
	if err != nil || !strings.Contains(out, "--- PASS: TestApplyVectors") || strings.Contains(out, "--- SKIP: TestApplyVectors") {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, line := range regexp.MustCompile(`(?m)\w+_test\.go:\d+: \d+ agree.*`).FindAllString(out, -1) {
		t.Log(line)
	}
}

// renamed puts another package in the place of the published one.
func renamed(text []byte, pkg string) []byte {
	text = bytes.ReplaceAll(text, []byte("github.com/aguigen/aguigen/generated/"), []byte("example.org/golden/"))
	return regexp.MustCompile(`\bagui(stream)?(_test|"|\.|\n)`).ReplaceAll(text, []byte(pkg+"$1$2"))
}

const streamTest = `package PKGstream

import (
	"strings"
	"testing"
)

func TestStream(t *testing.T) {
	const text = "data: {\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n\n" +
		"data: {\"type\":\"TEXT_MESSAGE_CHUNK\",\"messageId\":\"m\",\"delta\":\"a\"}\n\n" +
		"data: {\"type\":\"TEXT_MESSAGE_CHUNK\",\"delta\":\"b\"}\n\n" +
		"data: {\"type\":\"STATE_DELTA\",\"delta\":[{\"op\":\"add\",\"path\":\"/x\",\"value\":1}]}\n\n" +
		"data: {\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"r\",\"outcome\":null}\n\ndata: [DONE]\n\n"
	var c Conversation
	r := NewReader(strings.NewReader(text))
	r.Upgrade = true
	for _, err := range c.Follow(Received(r.All())) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(c.Messages) != 1 || string(c.State()) != "{\"x\":1}" || c.ThreadID != "t" {
		t.Fatalf("%v %s %s", c.Messages, c.State(), c.ThreadID)
	}
	if text := *textAt(c.Messages[0]); text != "ab" {
		t.Errorf("text %q", text)
	}
	if err := new(Verifier).End(); err == nil {
		t.Error("a stream without a run is no error")
	}
}
`

const httpTest = `package PKGhttp

import (
	"context"
	"net/http/httptest"
	"testing"

	"example.org/golden/PKG"
)

func TestHTTP(t *testing.T) {
	server := httptest.NewServer(NewHandler(AgentFunc(func(_ context.Context, in *PKG.RunAgentInput, send func(PKG.Event) error) error {
		if in.ProtocolVersion == nil || *in.ProtocolVersion != "VERSION" {
			t.Errorf("the client is of %v", in.ProtocolVersion)
		}
		return send(PKG.NewTextMessageStartEvent("m"))
	})))
	defer server.Close()
	var types []PKG.EventType
	for e, err := range (&Client{URL: server.URL}).Run(context.Background(), PKG.NewRunAgentInput("t", "r", nil)) {
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, e.Type())
	}
	if len(types) != 3 || types[0] != "RUN_STARTED" || types[1] != "TEXT_MESSAGE_START" || types[2] != "RUN_ERROR" {
		t.Error(types)
	}
}
`

// What is wrong with a table is said with its place.
func TestStreamMapErrors(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"a line for no event", "CUSTOM ", "CUSTUM ", `has no variant "CUSTUM"; did you mean CUSTOM?`},
		{"an event without a line", "\nRAW ", "\n# RAW ", "RAW has no line in stream-map.txt"},
		{"no such member", "+= delta", "+= deltas", `TextMessageContentEvent has no member "deltas"`},
		{"a member of another type", "+= delta", "+= metadata", "metadata of TextMessageContentEvent is not a string"},
		{"no such verb", "opens step", "begets step", `"begets step" is no verb of the column order`},
		{"no such entity", "opens step", "opens stop", `there is no entity "stop"`},
		{"what no event closes", "closes step", "continues step", `STEP_STARTED opens "step", but no event closes it`},
		{"no such space", "mints activity", "mints activities", `there is no space "activities"`},
		{"no such lane", "| tagged |", "| taged  |", `"taged" says nothing of lanes`},
		{"no such value", "subtype=message", "subtype=massage", `subtype of ReasoningEncryptedValueEvent cannot be "massage"`},
		{"no such message", "space activity  ActivityMessage", "space activity  Activity", `"Activity" is none of the variants of Message`},
		{"no such keyword", "\ntag ", "\ntug ", `"tug" is no keyword of this table`},
		{"a column too few", "| edge\n", "\n", "an event's line has 5 columns"},
		{"no such union", "events     Event", "events     Happening", `"Happening" is no union`},
		{"no such version", "\nversion    protocolVersion", "\nversion    version", `RunAgentInput has no member "version"`},
		{"a version that is no text", "\nversion    protocolVersion", "\nversion    messages", "messages of RunAgentInput is not a string"},
		{"an empty text", "always     state", "always     runId", "runId of RunAgentInput is not a list, an object or any JSON value"},
		{"no such failure", "failure    message code", "failure    message number", `RunErrorEvent has no member "number"`},
		{"no such deadline", "deadline   expiresAt resume", "deadline   until resume", `Interrupt has no member "until"`},
		{"answers that are none", "deadline   expiresAt resume", "deadline   expiresAt tools", `tools of RunAgentInput is not a list of what "resume" names`},
		{"a line twice", "\nRAW ", "\nCUSTOM ", "CUSTOM stands here for the second time, first at stream-map.txt:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := streamConfig(t, "1.0", "agui")
			text := strings.Replace(string(c.Stream.Text), tt.old, tt.new, 1)
			if text == string(c.Stream.Text) {
				t.Fatalf("the table has no %q", tt.old)
			}
			c.Stream.Text = []byte(text)
			_, err := Model(context.Background(), c)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), ".txt:") && !strings.Contains(err.Error(), ".json:") {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// So is what is wrong with the table of retired shapes.
func TestRetiredMapErrors(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"no such keyword", "\nnull Tool", "\nnil Tool", `"nil" is no keyword of this table`},
		{"a line twice", "\nnull Tool ", "\nnull RunAgentInput ", "null RunAgentInput stands here for the second time"},
		{"an event of today", "event THINKING_START", "event REASONING_START", "REASONING_START is not retired: Event has it"},
		{"no event of today", "REASONING_START ", "REASONING_STARTS ", `has no variant "REASONING_STARTS"; did you mean REASONING_START?`},
		{"an event without an id", "REASONING_START ", "CUSTOM ", "CUSTOM neither opens nor continues nor closes anything"},
		{"a member that stays", "lost title", "lost messageId", "messageId is not lost: ReasoningStartEvent has that member"},
		{"a constant that is missing", "with role=reasoning", "", "REASONING_MESSAGE_START needs role: add with role=reasoning"},
		{"another constant", "role=reasoning", "role=assistant", `role of ReasoningMessageStartEvent cannot be "assistant"`},
		{"no assignment", "role=reasoning", "role", `"role" is no assignment`},
		{"neither lost nor with", "lost title", "title", `"title" stands before "lost" and "with"`},
		{"no such definition", "null Tool ", "null Tolo ", `there is no object "Tolo" in the schema`},
		{"no such member", "parameters", "parameter", `Tool has no member "parameter"`},
		{"a required member", "null Tool                  parameters", "null Tool name", "name of Tool is required or may be null"},
		{"another union", "null Event ", "null Message ", "Message is not the union of events"},
		{"out of reach", "null Tool                  parameters", "null AgentCapabilities tools", "AgentCapabilities is neither an event, nor in what starts a run"},
		{"a part of today", "part  binary", "part  image", "image is not retired: ContentPart has it"},
		{"no such part", "audio/=audio", "audio/=sound", `ContentPart has no variant "sound"`},
		{"no such source", "source.type=url", "source.type=uri", "source of ImagePart cannot hold what source.type says"},
		{"no such path", "source.value<data", "source.text<data", `DataSource has no member "text"`},
		{"no part", "\npart ", "\n# part ", `no line "part" names one`},
		{"no such part on the wire", "wire  document", "wire  documents", `ContentPart has no variant "documents"`},
		{"a mark that is no JSON", "legacyBinary=true", "legacyBinary=yes", `"yes" is not JSON`},
		{"no way to fill it", "\nfill ", "\ncarry ", "cannot hold what"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := streamConfig(t, "1.0", "agui")
			text := strings.ReplaceAll(string(c.Retired.Text), tt.old, tt.new)
			if text == string(c.Retired.Text) {
				t.Fatalf("the table has no %q", tt.old)
			}
			c.Retired.Text = []byte(text)
			_, err := Model(context.Background(), c)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "retired-map.txt:") {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}
