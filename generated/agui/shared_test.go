package agui_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// shared returns the path of what tests/corpus does not hold of the reference data, which lies beside the repository.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	root := os.Getenv("AGUIGEN_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	if _, err := os.Stat(root); err != nil {
		t.Skip("needs ../shared, the reference data beside the repository")
	}
	return filepath.Join(append([]string{root}, parts...)...)
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// readLines decodes a JSON Lines file.
func readLines[T any](t testing.TB, path string) []T {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(readFile(t, path)))
	d.UseNumber()
	var list []T
	for {
		var v T
		err := d.Decode(&v)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		list = append(list, v)
	}
}

// values are the types of the definitions that are not unions. TestValuesAreComplete compares them with Definitions.
var values = []agui.Value{
	(*agui.TextPart)(nil), (*agui.ImagePart)(nil), (*agui.AudioPart)(nil), (*agui.VideoPart)(nil),
	(*agui.DocumentPart)(nil), (*agui.TextMessageStartEvent)(nil), (*agui.TextMessageContentEvent)(nil),
	(*agui.TextMessageEndEvent)(nil), (*agui.TextMessageChunkEvent)(nil), (*agui.ToolCallStartEvent)(nil),
	(*agui.ToolCallArgsEvent)(nil), (*agui.ToolCallEndEvent)(nil), (*agui.ToolCallChunkEvent)(nil),
	(*agui.ToolCallResultEvent)(nil), (*agui.StateSnapshotEvent)(nil), (*agui.StateDeltaEvent)(nil),
	(*agui.MessagesSnapshotEvent)(nil), (*agui.ActivitySnapshotEvent)(nil), (*agui.ActivityDeltaEvent)(nil),
	(*agui.RawEvent)(nil), (*agui.CustomEvent)(nil), (*agui.RunStartedEvent)(nil), (*agui.RunFinishedEvent)(nil),
	(*agui.RunErrorEvent)(nil), (*agui.StepStartedEvent)(nil), (*agui.StepFinishedEvent)(nil),
	(*agui.ReasoningStartEvent)(nil), (*agui.ReasoningMessageStartEvent)(nil), (*agui.ReasoningMessageContentEvent)(nil),
	(*agui.ReasoningMessageEndEvent)(nil), (*agui.ReasoningMessageChunkEvent)(nil), (*agui.ReasoningEndEvent)(nil),
	(*agui.ReasoningEncryptedValueEvent)(nil), (*agui.SubagentStartedEvent)(nil), (*agui.SubagentFinishedEvent)(nil),
	(*agui.SubagentErrorEvent)(nil), (*agui.AddOperation)(nil), (*agui.RemoveOperation)(nil),
	(*agui.ReplaceOperation)(nil), (*agui.MoveOperation)(nil), (*agui.CopyOperation)(nil), (*agui.TestOperation)(nil),
	(*agui.DeveloperMessage)(nil), (*agui.SystemMessage)(nil), (*agui.AssistantMessage)(nil), (*agui.UserMessage)(nil),
	(*agui.ToolMessage)(nil), (*agui.ActivityMessage)(nil), (*agui.ReasoningMessage)(nil), (*agui.DataSource)(nil),
	(*agui.URLSource)(nil), (*agui.FileSource)(nil), (*agui.RunFinishedSuccessOutcome)(nil),
	(*agui.RunFinishedInterruptOutcome)(nil), (*agui.RunFinishedCancelledOutcome)(nil),
	(*agui.SubagentFinishedSuccessOutcome)(nil), (*agui.SubagentFinishedSuspendedOutcome)(nil), (*agui.Content)(nil),
	(*agui.JSONPatch)(nil), (*agui.FunctionCall)(nil), (*agui.ToolCall)(nil), (*agui.ResumeEntry)(nil),
	(*agui.Context)(nil), (*agui.Tool)(nil), (*agui.RunAgentInput)(nil), (*agui.Interrupt)(nil), (*agui.TokenUsage)(nil),
	(*agui.SubagentInfo)(nil), (*agui.IdentityCapabilities)(nil), (*agui.TransportCapabilities)(nil),
	(*agui.ToolsCapabilities)(nil), (*agui.OutputCapabilities)(nil), (*agui.StateCapabilities)(nil),
	(*agui.MultiAgentCapabilities)(nil), (*agui.ReasoningCapabilities)(nil), (*agui.MultimodalInputCapabilities)(nil),
	(*agui.MultimodalOutputCapabilities)(nil), (*agui.MultimodalCapabilities)(nil), (*agui.ExecutionCapabilities)(nil),
	(*agui.HumanInTheLoopCapabilities)(nil), (*agui.AgentCapabilities)(nil),
}

// fresh makes an empty value of a definition that is not a union; nil if it has no type of its own.
func fresh(definition string) agui.Value {
	for _, v := range values {
		if typ := reflect.TypeOf(v).Elem(); strings.EqualFold(typ.Name(), definition) {
			return reflect.New(typ).Interface().(agui.Value)
		}
	}
	return nil
}

// decodeAs reads a document as a definition of the schema. ok is false for one without a Go type that is read on its own:
// enums, scalars and mixins.
func decodeAs(d *agui.Decoder, definition string, data []byte) (v any, ok bool, err error) {
	if method := unionMethod(d, definition); method.IsValid() {
		out := method.Call([]reflect.Value{reflect.ValueOf(data)})
		err, _ := out[1].Interface().(error)
		return out[0].Interface(), true, err
	}
	to := fresh(definition)
	if to == nil {
		return nil, false, nil
	}
	if err := d.Unmarshal(data, to); err != nil {
		return nil, true, err
	}
	return to, true, nil
}

// unionMethod is the Decoder's method for a union of the schema; the zero Value if the definition is none.
func unionMethod(d *agui.Decoder, definition string) reflect.Value {
	decoder := reflect.ValueOf(d)
	for i := range decoder.NumMethod() {
		name := decoder.Type().Method(i).Name
		if strings.EqualFold(name, definition) && name != "Unmarshal" {
			return decoder.Method(i)
		}
	}
	return reflect.Value{}
}

func TestValuesAreComplete(t *testing.T) {
	var without []string
	for _, definition := range agui.Definitions() {
		if !unionMethod(&agui.Decoder{}, definition).IsValid() && fresh(definition) == nil {
			without = append(without, definition)
		}
	}
	want := []string{ // enums, strings, mixins and what is any value
		"EventType", "Metadata", "BaseEvent", "SubagentRunId", "Attributable", "TextMessageRole", "State", "JsonPointer", "Role",
		"BaseMessage", "ReasoningEncryptedValueSubtype",
	}
	if !slices.Equal(without, want) {
		t.Errorf("these definitions are neither unions nor among the values: %q\nwant %q", without, want)
	}
}

// canonical spells a document so that equal documents are equal text: sorted keys, numbers by value, digit by digit.
func canonical(t testing.TB, data []byte) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	text, err := json.Marshal(exact(t, v))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exact(t testing.TB, v any) any {
	switch v := v.(type) {
	case json.Number:
		r, ok := new(big.Rat).SetString(string(v))
		if !ok {
			t.Fatalf("%s is no number", v)
		}
		return map[string]string{"number": r.String()}
	case []any:
		for i := range v {
			v[i] = exact(t, v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = exact(t, v[k])
		}
	}
	return v
}
