package agui_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

type validator interface{ Validate() error }

// findings returns violations in short: keyword, place, place in the schema.
func findings(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var found agui.ValidationErrors
	if !errors.As(err, &found) {
		t.Fatalf("%v is no list of violations", err)
	}
	var list []string
	for _, e := range found {
		if e.Message == "" {
			t.Errorf("%+v says nothing", *e)
		}
		list = append(list, strings.Join([]string{e.Keyword, orRoot(e.InstanceLocation), e.SchemaLocation, e.Property}, " "))
	}
	return list
}

func ptr[T any](v T) *T { return &v }

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func TestValidate(t *testing.T) {
	image := func(source agui.PartSource) *agui.MessagesSnapshotEvent {
		return agui.NewMessagesSnapshotEvent([]agui.Message{agui.NewUserMessage("u", agui.NewContentParts(agui.NewTextPart("a"), agui.NewImagePart(source)))})
	}
	outcome := func(o agui.RunFinishedOutcome) *agui.RunFinishedEvent {
		e := agui.NewRunFinishedEvent("t", "r")
		e.Outcome = o
		return e
	}
	step := func(change func(*agui.StepStartedEvent)) *agui.StepStartedEvent {
		e := agui.NewStepStartedEvent("s")
		change(e)
		return e
	}
	patch := func(o agui.JSONPatchOperation) *agui.StateDeltaEvent {
		return agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewRemoveOperation(""), o})
	}
	input := func(change func(*agui.RunAgentInput)) *agui.RunAgentInput {
		i := agui.NewRunAgentInput("t", "r", nil)
		change(i)
		return i
	}
	for _, c := range []struct {
		name  string
		value validator
		want  []string
	}{
		{"nil required union", image(nil), []string{"required /messages/0/content/1 #/$defs/ImagePart/required source"}},
		{"nil pointer in it", image((*agui.URLSource)(nil)), []string{"type /messages/0/content/1/source #/$defs/UrlSource/type "}},
		{"nil in a list", agui.NewMessagesSnapshotEvent([]agui.Message{nil}), []string{"oneOf /messages/0 #/$defs/Message/oneOf "}},
		{"nil pointer in a list", agui.NewMessagesSnapshotEvent([]agui.Message{(*agui.ToolMessage)(nil)}), []string{"type /messages/0 #/$defs/ToolMessage/type "}},
		{"nil pointer in an optional union", outcome((*agui.RunFinishedSuccessOutcome)(nil)), []string{"type /outcome #/$defs/RunFinishedSuccessOutcome/type "}},
		{"nil event", (*agui.RawEvent)(nil), []string{"type (root) #/$defs/RawEvent/type "}},
		{"nil unknown event", (*agui.UnknownEvent)(nil), []string{"oneOf (root) #/$defs/Event/oneOf "}},
		{"absent optional union", outcome(nil), nil},
		{"empty interrupts", outcome(agui.NewRunFinishedInterruptOutcome(nil)), []string{"minItems /outcome/interrupts #/$defs/RunFinishedInterruptOutcome/properties/interrupts/minItems "}},
		{"some interrupts", outcome(agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*agui.NewInterrupt("i", "r")})), nil},
		{"too late", step(func(e *agui.StepStartedEvent) { e.Timestamp = ptr(int64(9007199254740992)) }), []string{"maximum /timestamp #/$defs/BaseEvent/properties/timestamp/maximum "}},
		{"latest", step(func(e *agui.StepStartedEvent) { e.Timestamp = ptr(int64(9007199254740991)) }), nil},
		{"too early", step(func(e *agui.StepStartedEvent) { e.Timestamp = ptr(int64(-9007199254740992)) }), []string{"minimum /timestamp #/$defs/BaseEvent/properties/timestamp/minimum "}},
		{"negative count", &agui.RunErrorEvent{Usage: []agui.TokenUsage{{}, {InputTokens: ptr(int64(-1))}}}, []string{"minimum /usage/1/inputTokens #/$defs/TokenUsage/properties/inputTokens/minimum "}},
		{"pattern", patch(agui.NewMoveOperation("a", "/b~2")), []string{"pattern /delta/1/from #/$defs/JsonPointer/pattern ", "pattern /delta/1/path #/$defs/JsonPointer/pattern "}},
		{"good pattern", patch(agui.NewMoveOperation("/a~0~1/", "/")), nil},
		{"enum", &agui.TextMessageStartEvent{Role: ptr(agui.TextMessageRole("tool"))}, []string{"enum /role #/$defs/TextMessageRole/enum "}},
		{"required enum left empty", &agui.ReasoningEncryptedValueEvent{}, []string{"enum /subtype #/$defs/ReasoningEncryptedValueSubtype/enum "}},
		{"constant", &agui.ToolCallResultEvent{Role: ptr(agui.ToolCallResultEventRole("user"))}, []string{"const /role #/$defs/ToolCallResultEvent/properties/role/const "}},
		{"null where none may be", step(func(e *agui.StepStartedEvent) { e.RawEvent = raw(" null") }), []string{"not /rawEvent #/$defs/BaseEvent/properties/rawEvent/not "}},
		{"null state of an input", input(func(i *agui.RunAgentInput) { i.State = raw("null") }), []string{"not /state #/$defs/RunAgentInput/properties/state/not "}},
		{"null snapshot", agui.NewStateSnapshotEvent(raw("null")), nil},
		{"no snapshot, which is null", agui.NewStateSnapshotEvent(nil), nil},
		{"not JSON", agui.NewStateSnapshotEvent(raw("{")), []string{" /snapshot  "}},
		{"two values", agui.NewRawEvent(raw("1 2")), []string{" /event  "}},
		{"empty bytes", agui.NewCustomEvent("n", raw("")), []string{" /value  "}},
		{"not JSON in metadata", step(func(e *agui.StepStartedEvent) {
			e.Metadata = agui.Metadata{"b/~": raw("x"), "a": raw("1"), "c": nil, "d": raw("tru")}
		}), []string{" /metadata/b~1~0  ", " /metadata/d  "}},
		{"extra of a closed object", step(func(e *agui.StepStartedEvent) { e.Extra = map[string]json.RawMessage{"b": raw("1"), "a": raw("2")} }),
			[]string{"unevaluatedProperties (root) #/$defs/StepStartedEvent/unevaluatedProperties a", "unevaluatedProperties (root) #/$defs/StepStartedEvent/unevaluatedProperties b"}},
		{"extra deep inside", &agui.RunErrorEvent{Usage: []agui.TokenUsage{{Extra: map[string]json.RawMessage{"x": raw("1")}}}}, []string{"unevaluatedProperties /usage/0 #/$defs/TokenUsage/unevaluatedProperties x"}},
		{"extra of an open object", patch(&agui.RemoveOperation{Extra: map[string]json.RawMessage{"x": raw("1"), "y": nil}}), nil},
		{"extra that is not JSON", patch(&agui.RemoveOperation{Extra: map[string]json.RawMessage{"x": raw("}")}}), []string{" /delta/1/x  "}},
		{"extra named like a member", patch(&agui.RemoveOperation{Extra: map[string]json.RawMessage{"path": raw(`""`)}}), []string{"type /delta/1/path #/$defs/RemoveOperation/type "}},
		{"extra named like the discriminator", step(func(e *agui.StepStartedEvent) { e.Extra = map[string]json.RawMessage{"type": raw(`"RAW"`)} }), []string{"type /type #/$defs/StepStartedEvent/type "}},
		{"text and parts", agui.NewMessagesSnapshotEvent([]agui.Message{&agui.UserMessage{Content: agui.Content{Text: "t", Parts: []agui.ContentPart{}}}}), []string{"oneOf /messages/0/content #/$defs/UserMessage/properties/content/oneOf "}},
		{"no parts", agui.NewMessagesSnapshotEvent([]agui.Message{agui.NewUserMessage("", agui.NewContentParts())}), nil},
		{"unknown event", &agui.UnknownEvent{Discriminator: "FUTURE", Raw: raw(`{"type":"FUTURE"}`)}, []string{"oneOf (root) #/$defs/Event/oneOf "}},
		{"unknown part", agui.NewMessagesSnapshotEvent([]agui.Message{agui.NewUserMessage("u", agui.NewContentParts(&agui.UnknownContentPart{Discriminator: "x", Raw: raw(`{"type":"x"}`)}))}), []string{"oneOf /messages/0/content/0 #/$defs/ContentPart/oneOf "}},
		{"input of an event", &agui.RunStartedEvent{Input: input(func(i *agui.RunAgentInput) { i.Tools = []agui.Tool{{Parameters: raw("null")}} })}, []string{"not /input/tools/0/parameters #/$defs/Tool/properties/parameters/not "}},
		{"status", input(func(i *agui.RunAgentInput) { i.Resume = []agui.ResumeEntry{{}} }), []string{"enum /resume/0/status #/$defs/ResumeEntry/properties/status/enum "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := findings(t, c.value.Validate()); !slices.Equal(got, c.want) {
				t.Errorf("%s: got %q, want %q", c.name, got, c.want)
			}
		})
	}
}

// TestValidateAgrees checks that a value built in Go which Validate rejects is rejected as a document too, and the
// other way round.
func TestValidateAgrees(t *testing.T) {
	for _, f := range fixtures(t) {
		v, ok, err := decodeAs(&agui.Decoder{Keep: true}, f.definition, f.data)
		if !ok || err != nil {
			continue
		}
		value, ok := v.(validator)
		if !ok {
			continue
		}
		theirs, ours := agui.ValidateJSON(f.definition, f.data), value.Validate()
		if (theirs == nil) != (ours == nil) {
			t.Errorf("%s: the document: %v; the value: %v", f.name, theirs, ours)
		}
	}
}

// TestValidateAllocatesNothing measures good values of every event, and of everything else that is not a union.
func TestValidateAllocatesNothing(t *testing.T) {
	measured := 0
	for _, f := range fixtures(t) {
		v, ok, err := decodeAs(&agui.Decoder{}, f.definition, f.data)
		if f.want != nil || !ok || err != nil {
			continue
		}
		value, ok := v.(validator)
		if !ok {
			continue
		}
		measured++
		if n := testing.AllocsPerRun(5, func() {
			if value.Validate() != nil {
				panic(f.name)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", f.name, n)
		}
	}
	t.Logf("%d values measured", measured)
	if measured == 0 {
		t.Error("nothing was measured")
	}
}

// constructors are all of them, see TestConstructorsAreAll.
var constructors = map[string]any{
	"NewTextPart":                         agui.NewTextPart,
	"NewImagePart":                        agui.NewImagePart,
	"NewAudioPart":                        agui.NewAudioPart,
	"NewVideoPart":                        agui.NewVideoPart,
	"NewDocumentPart":                     agui.NewDocumentPart,
	"NewTextMessageStartEvent":            agui.NewTextMessageStartEvent,
	"NewTextMessageContentEvent":          agui.NewTextMessageContentEvent,
	"NewTextMessageEndEvent":              agui.NewTextMessageEndEvent,
	"NewTextMessageChunkEvent":            agui.NewTextMessageChunkEvent,
	"NewToolCallStartEvent":               agui.NewToolCallStartEvent,
	"NewToolCallArgsEvent":                agui.NewToolCallArgsEvent,
	"NewToolCallEndEvent":                 agui.NewToolCallEndEvent,
	"NewToolCallChunkEvent":               agui.NewToolCallChunkEvent,
	"NewToolCallResultEvent":              agui.NewToolCallResultEvent,
	"NewStateSnapshotEvent":               agui.NewStateSnapshotEvent,
	"NewStateDeltaEvent":                  agui.NewStateDeltaEvent,
	"NewMessagesSnapshotEvent":            agui.NewMessagesSnapshotEvent,
	"NewActivitySnapshotEvent":            agui.NewActivitySnapshotEvent,
	"NewActivityDeltaEvent":               agui.NewActivityDeltaEvent,
	"NewRawEvent":                         agui.NewRawEvent,
	"NewCustomEvent":                      agui.NewCustomEvent,
	"NewRunStartedEvent":                  agui.NewRunStartedEvent,
	"NewRunFinishedEvent":                 agui.NewRunFinishedEvent,
	"NewRunErrorEvent":                    agui.NewRunErrorEvent,
	"NewStepStartedEvent":                 agui.NewStepStartedEvent,
	"NewStepFinishedEvent":                agui.NewStepFinishedEvent,
	"NewReasoningStartEvent":              agui.NewReasoningStartEvent,
	"NewReasoningMessageStartEvent":       agui.NewReasoningMessageStartEvent,
	"NewReasoningMessageContentEvent":     agui.NewReasoningMessageContentEvent,
	"NewReasoningMessageEndEvent":         agui.NewReasoningMessageEndEvent,
	"NewReasoningMessageChunkEvent":       agui.NewReasoningMessageChunkEvent,
	"NewReasoningEndEvent":                agui.NewReasoningEndEvent,
	"NewReasoningEncryptedValueEvent":     agui.NewReasoningEncryptedValueEvent,
	"NewSubagentStartedEvent":             agui.NewSubagentStartedEvent,
	"NewSubagentFinishedEvent":            agui.NewSubagentFinishedEvent,
	"NewSubagentErrorEvent":               agui.NewSubagentErrorEvent,
	"NewAddOperation":                     agui.NewAddOperation,
	"NewRemoveOperation":                  agui.NewRemoveOperation,
	"NewReplaceOperation":                 agui.NewReplaceOperation,
	"NewMoveOperation":                    agui.NewMoveOperation,
	"NewCopyOperation":                    agui.NewCopyOperation,
	"NewTestOperation":                    agui.NewTestOperation,
	"NewDeveloperMessage":                 agui.NewDeveloperMessage,
	"NewSystemMessage":                    agui.NewSystemMessage,
	"NewAssistantMessage":                 agui.NewAssistantMessage,
	"NewUserMessage":                      agui.NewUserMessage,
	"NewToolMessage":                      agui.NewToolMessage,
	"NewActivityMessage":                  agui.NewActivityMessage,
	"NewReasoningMessage":                 agui.NewReasoningMessage,
	"NewDataSource":                       agui.NewDataSource,
	"NewURLSource":                        agui.NewURLSource,
	"NewFileSource":                       agui.NewFileSource,
	"NewRunFinishedSuccessOutcome":        agui.NewRunFinishedSuccessOutcome,
	"NewRunFinishedInterruptOutcome":      agui.NewRunFinishedInterruptOutcome,
	"NewRunFinishedCancelledOutcome":      agui.NewRunFinishedCancelledOutcome,
	"NewSubagentFinishedSuccessOutcome":   agui.NewSubagentFinishedSuccessOutcome,
	"NewSubagentFinishedSuspendedOutcome": agui.NewSubagentFinishedSuspendedOutcome,
	"NewContentText":                      agui.NewContentText,
	"NewContentParts":                     agui.NewContentParts,
	"NewFunctionCall":                     agui.NewFunctionCall,
	"NewToolCall":                         agui.NewToolCall,
	"NewResumeEntry":                      agui.NewResumeEntry,
	"NewContext":                          agui.NewContext,
	"NewTool":                             agui.NewTool,
	"NewRunAgentInput":                    agui.NewRunAgentInput,
	"NewInterrupt":                        agui.NewInterrupt,
	"NewTokenUsage":                       agui.NewTokenUsage,
	"NewSubagentInfo":                     agui.NewSubagentInfo,
	"NewIdentityCapabilities":             agui.NewIdentityCapabilities,
	"NewTransportCapabilities":            agui.NewTransportCapabilities,
	"NewToolsCapabilities":                agui.NewToolsCapabilities,
	"NewOutputCapabilities":               agui.NewOutputCapabilities,
	"NewStateCapabilities":                agui.NewStateCapabilities,
	"NewMultiAgentCapabilities":           agui.NewMultiAgentCapabilities,
	"NewReasoningCapabilities":            agui.NewReasoningCapabilities,
	"NewMultimodalInputCapabilities":      agui.NewMultimodalInputCapabilities,
	"NewMultimodalOutputCapabilities":     agui.NewMultimodalOutputCapabilities,
	"NewMultimodalCapabilities":           agui.NewMultimodalCapabilities,
	"NewExecutionCapabilities":            agui.NewExecutionCapabilities,
	"NewHumanInTheLoopCapabilities":       agui.NewHumanInTheLoopCapabilities,
	"NewAgentCapabilities":                agui.NewAgentCapabilities,
}

// constructedBroken are those whose zero arguments break a rule: an argument that is required has no good zero value.
var constructedBroken = map[string]string{
	"NewImagePart":                    "required source",
	"NewAudioPart":                    "required source",
	"NewVideoPart":                    "required source",
	"NewDocumentPart":                 "required source",
	"NewResumeEntry":                  "enum /status",
	"NewReasoningEncryptedValueEvent": "enum /subtype",
	"NewRunFinishedInterruptOutcome":  "minItems /interrupts",
}

func TestConstructorsAreAll(t *testing.T) {
	files, err := filepath.Glob("*_gen.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no generated files", err)
	}
	var declared []string
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "New") {
				declared = append(declared, f.Name.Name)
			}
		}
	}
	slices.Sort(declared)
	if listed := slices.Sorted(maps.Keys(constructors)); !slices.Equal(declared, listed) {
		t.Errorf("the package has %q, the list %q", declared, listed)
	}
}

// TestConstructors calls each with zero values: what comes out is valid, and encodes to a document that is, or lacks
// what only the caller can give.
func TestConstructors(t *testing.T) {
	for name, constructor := range constructors {
		f := reflect.ValueOf(constructor)
		var arguments []reflect.Value
		for i := range f.Type().NumIn() {
			if !f.Type().IsVariadic() || i < f.Type().NumIn()-1 {
				arguments = append(arguments, reflect.Zero(f.Type().In(i)))
			}
		}
		v := f.Call(arguments)[0]
		if v.Kind() != reflect.Pointer {
			p := reflect.New(v.Type())
			p.Elem().Set(v)
			v = p
		}
		got := ""
		var found agui.ValidationErrors
		if errors.As(v.Interface().(validator).Validate(), &found) {
			got = strings.TrimSpace(found[0].Keyword + " " + found[0].InstanceLocation + found[0].Property)
		}
		if want := constructedBroken[name]; got != want || len(found) > 1 {
			t.Errorf("%s: got %q (%v), want %q", name, got, found, want)
		}
		text, err := json.Marshal(v.Interface())
		if strings.HasPrefix(constructedBroken[name], "required") {
			if err == nil {
				t.Errorf("%s: encodes without what it needs: %s", name, text)
			}
			continue
		}
		definition := strings.TrimPrefix(name, "New")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if verdict := judged(definition, text); got == "" && verdict != nil {
			t.Errorf("%s: %s: %v", name, text, verdict)
		}
	}
}

// judged returns the verdict on a definition by its Go name. Content is only part of others.
func judged(name string, text []byte) error {
	for _, definition := range agui.Definitions() {
		if strings.EqualFold(definition, name) {
			return agui.ValidateJSON(definition, text)
		}
	}
	if strings.HasPrefix(name, "Content") {
		return agui.ValidateJSON("UserMessage", fmt.Appendf(nil, `{"id":"","role":"user","content":%s}`, text))
	}
	return fmt.Errorf("the schema has no %s", name)
}

// TestEncoding holds the rules of writing, text for text.
func TestEncoding(t *testing.T) {
	for _, c := range []struct {
		value json.Marshaler
		want  string
	}{
		{agui.NewMessagesSnapshotEvent(nil), `{"type":"MESSAGES_SNAPSHOT","messages":[]}`},
		{agui.NewStateDeltaEvent(nil), `{"type":"STATE_DELTA","delta":[]}`},
		{agui.NewRunAgentInput("t", "r", nil), `{"threadId":"t","runId":"r","messages":[]}`},
		{&agui.RunAgentInput{Tools: []agui.Tool{}}, `{"threadId":"","runId":"","messages":[],"tools":[]}`},
		{agui.NewRawEvent(nil), `{"type":"RAW","event":null}`},
		{agui.NewRawEvent(raw(` {"b":1.0, "a":null} `)), `{"type":"RAW","event": {"b":1.0, "a":null} }`},
		{agui.NewActivitySnapshotEvent("", "", nil), `{"type":"ACTIVITY_SNAPSHOT","messageId":"","activityType":"","content":{}}`},
		{&agui.ActivitySnapshotEvent{Replace: ptr(false)}, `{"type":"ACTIVITY_SNAPSHOT","messageId":"","activityType":"","content":{},"replace":false}`},
		{&agui.TextMessageChunkEvent{MessageID: ptr(""), BaseEvent: agui.BaseEvent{Timestamp: ptr(int64(0))}, Delta: ptr("")}, `{"type":"TEXT_MESSAGE_CHUNK","timestamp":0,"messageId":"","delta":""}`},
		{&agui.TokenUsage{InputTokens: ptr(int64(0))}, `{"inputTokens":0}`},
		{&agui.StepStartedEvent{StepName: "<a href='x'>&\u2028\"\\\n\x01\x7fé😀\xff"}, `{"type":"STEP_STARTED","stepName":"<a href='x'>&` + "\u2028" + `\"\\\n\u0001` + "\x7fé😀\ufffd" + `"}`},
		{&agui.StepStartedEvent{BaseEvent: agui.BaseEvent{Metadata: agui.Metadata{"b": raw("1"), "a": nil, "": raw("[]")}}}, `{"type":"STEP_STARTED","metadata":{"":[],"a":null,"b":1},"stepName":""}`},
		{&agui.StepStartedEvent{BaseEvent: agui.BaseEvent{Metadata: agui.Metadata{}}}, `{"type":"STEP_STARTED","metadata":{},"stepName":""}`},
		{&agui.StepStartedEvent{Extra: map[string]json.RawMessage{"b": raw("1"), "a": raw("2")}}, `{"type":"STEP_STARTED","stepName":"","a":2,"b":1}`},
		{agui.NewToolCall("c", *agui.NewFunctionCall("f", "{}")), `{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}`},
		{agui.NewContentText(""), `""`},
		{agui.NewContentParts(), `[]`},
		{agui.Content{}, `""`},
		{&agui.UnknownEvent{Discriminator: "X", Raw: raw(`{"a": 1,"type":"X"}`)}, `{"a": 1,"type":"X"}`},
	} {
		t.Run(c.want, func(t *testing.T) {
			text, err := c.value.MarshalJSON()
			if err != nil || string(text) != c.want {
				t.Errorf("got %s (%v), want %s", text, err, c.want)
			}
		})
	}
	byValue, err := json.Marshal(agui.StepStartedEvent{StepName: "s"})
	byPointer, errPointer := json.Marshal(&agui.StepStartedEvent{StepName: "s"})
	if err != nil || errPointer != nil || string(byValue) != string(byPointer) {
		t.Errorf("%s is not %s (%v, %v)", byValue, byPointer, err, errPointer)
	}
}

// TestEncodingErrors checks the place of what cannot be written, and that nothing is.
func TestEncodingErrors(t *testing.T) {
	source := func(s agui.PartSource) agui.Event {
		return agui.NewMessagesSnapshotEvent([]agui.Message{agui.NewDeveloperMessage("d", ""), agui.NewUserMessage("u", agui.NewContentParts(agui.NewAudioPart(s)))})
	}
	for _, c := range []struct {
		event agui.Event
		at    string
	}{
		{nil, ""},
		{(*agui.RawEvent)(nil), ""},
		{(*agui.UnknownEvent)(nil), ""},
		{&agui.UnknownEvent{Raw: raw("{")}, ""},
		{&agui.UnknownEvent{}, ""},
		{source(nil), "/messages/1/content/0/source"},
		{source((*agui.FileSource)(nil)), "/messages/1/content/0/source"},
		{agui.NewMessagesSnapshotEvent([]agui.Message{nil}), "/messages/0"},
		{agui.NewRawEvent(raw("{]")), "/event"},
		{agui.NewRawEvent(raw("")), "/event"},
		{agui.NewCustomEvent("n", raw("1,")), "/value"},
		{&agui.StepStartedEvent{BaseEvent: agui.BaseEvent{Metadata: agui.Metadata{"a": raw("1"), "b/c": raw("nul")}}}, "/metadata/b~1c"},
		{&agui.StepStartedEvent{Extra: map[string]json.RawMessage{"x~": raw("'")}}, "/x~0"},
		{&agui.RunStartedEvent{Input: &agui.RunAgentInput{State: raw(`"`)}}, "/input/state"},
	} {
		t.Run(c.at, func(t *testing.T) {
			dst := append(make([]byte, 0, 4096), "kept"...)
			out, err := agui.AppendEvent(dst, c.event)
			var e *agui.ValidationError
			if !errors.As(err, &e) || e.InstanceLocation != c.at {
				t.Errorf("%#v: got %v, want an error at %s", c.event, err, orRoot(c.at))
			}
			if string(out) != "kept" {
				t.Errorf("%#v: dst became %q", c.event, out)
			}
		})
	}
}
