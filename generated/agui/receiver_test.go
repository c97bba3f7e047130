package agui_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// received is one row: what a Decoder is given, what it reports (see outcome) and what is left, spelled.
type received struct {
	name       string
	definition string
	data       string
	want       string
	left       string // "" where there is an error
}

func (r received) check(t *testing.T, d agui.Decoder) {
	t.Helper()
	doc := document{r.name, r.definition, []byte(r.data)}
	if got := outcome(d, doc); got != r.want {
		t.Errorf("%s: got %s\nwant %s\nof %.300s", r.name, got, r.want, r.data)
	}
	v, ok, err := decodeAs(&d, r.definition, doc.data)
	if !ok {
		t.Errorf("%s: there is no method for %s", r.name, r.definition)
		return
	}
	left := ""
	if err == nil {
		left = encoded(t, v)
	}
	want := ""
	if r.left != "" {
		want = canonical(t, []byte(r.left))
	}
	if left != want {
		t.Errorf("%s: left is %s\nwant %s", r.name, left, want)
	}
}

// Pieces that the documents below are made of.
const (
	user    = `{"role":"user","id":"u","content":"c"}`
	started = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`
	ended   = `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`
)

func snapshot(messages string) string {
	return `{"type":"MESSAGES_SNAPSHOT","messages":[` + messages + `]}`
}

func parts(list string) string {
	return snapshot(`{"role":"user","id":"u","content":[` + list + `]}`)
}

func finished(outcome string) string {
	return `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":` + outcome + `}`
}

func runInput(members string) string {
	return `{"threadId":"t","runId":"r","messages":[]` + members + `}`
}

func TestUnknownProperties(t *testing.T) {
	call := func(inner, outer string) string {
		return snapshot(`{"role":"assistant","id":"a","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""` + inner + `}` + outer + `}]}`)
	}
	for _, r := range []received{
		{"event", "Event", `{"type":"STEP_STARTED","x":1,"stepName":"s"}`, "property /x", `{"type":"STEP_STARTED","stepName":"s"}`},
		{"before the type", "Event", `{"x":{"type":"RAW"},"type":"STEP_STARTED","stepName":"s"}`, "property /x", `{"type":"STEP_STARTED","stepName":"s"}`},
		{"escaped", "Event", `{"type":"STEP_STARTED","stepName":"s","a/b~c":[]}`, "property /a~1b~0c", `{"type":"STEP_STARTED","stepName":"s"}`},
		{"empty name", "Event", `{"type":"STEP_STARTED","stepName":"s","":0}`, "property /", `{"type":"STEP_STARTED","stepName":"s"}`},
		{"message", "Event", snapshot(user + `,{"role":"user","id":"u","content":"c","x":1}`), "property /messages/1/x", snapshot(user + "," + user)},
		{"part", "Event", parts(`{"type":"text","text":"a","x":1}`), "property /messages/0/content/0/x", parts(`{"type":"text","text":"a"}`)},
		{"source", "Event", parts(`{"type":"image","source":{"type":"url","value":"u","x":1}}`), "property /messages/0/content/0/source/x", parts(`{"type":"image","source":{"type":"url","value":"u"}}`)},
		{"tool call", "Event", call("", `,"x":1`), "property /messages/0/toolCalls/0/x", call("", "")},
		{"function", "Event", call(`,"x":1`, ""), "property /messages/0/toolCalls/0/function/x", call("", "")},
		{"outcome", "Event", finished(`{"type":"success","x":1}`), "property /outcome/x", finished(`{"type":"success"}`)},
		{"interrupt", "Event", finished(`{"type":"interrupt","interrupts":[{"id":"i","reason":"r","x":1}]}`), "property /outcome/interrupts/0/x", finished(`{"type":"interrupt","interrupts":[{"id":"i","reason":"r"}]}`)},
		{"usage", "Event", `{"type":"RUN_ERROR","message":"m","usage":[{},{"x":1}]}`, "property /usage/1/x", `{"type":"RUN_ERROR","message":"m","usage":[{},{}]}`},
		{"tool", "RunAgentInput", runInput(`,"tools":[{"name":"n","description":"d","x":1}]`), "property /tools/0/x", runInput(`,"tools":[{"name":"n","description":"d"}]`)},
		{"context", "RunAgentInput", runInput(`,"context":[{"value":"n","description":"d","x":1}]`), "property /context/0/x", runInput(`,"context":[{"value":"n","description":"d"}]`)},
		{"resume", "RunAgentInput", runInput(`,"resume":[{"interruptId":"n","status":"resolved","x":1}]`), "property /resume/0/x", runInput(`,"resume":[{"interruptId":"n","status":"resolved"}]`)},
		{"input of an event", "Event", `{"type":"RUN_STARTED","threadId":"t","runId":"r","input":` + runInput(`,"x":1`) + `}`, "property /input/x", `{"type":"RUN_STARTED","threadId":"t","runId":"r","input":` + runInput("") + `}`},
		{"capabilities", "AgentCapabilities", `{"multimodal":{"input":{"x":1,"pdf":true}}}`, "property /multimodal/input/x", `{"multimodal":{"input":{"pdf":true}}}`},
		{"an object before what is in it", "Event", `{"b":1,"type":"MESSAGES_SNAPSHOT","messages":[{"z":1,"role":"user","id":"u","content":"c"}],"a":1}`, "property /b, property /a, property /messages/0/z", snapshot(user)},
		{"open operation", "Event", `{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a","x":1}]}`, "ok", `{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a","x":1}]}`},
		{"open metadata", "Event", `{"type":"STEP_STARTED","stepName":"s","metadata":{"x":{"y":null}}}`, "ok", `{"type":"STEP_STARTED","stepName":"s","metadata":{"x":{"y":null}}}`},
		{"other case", "Event", `{"type":"STEP_STARTED","stepName":"s","STEPNAME":"t","Timestamp":"no"}`, "property /STEPNAME, property /Timestamp", `{"type":"STEP_STARTED","stepName":"s"}`},
		{"other case of a required one", "Event", `{"type":"STEP_STARTED","stepname":"t"}`, "property /stepname, error required (root) stepName", ""},
		{"folds to the same", "Event", `{"type":"STEP_STARTED","ſtepName":"t","stepName":"s"}`, "property /ſtepName", `{"type":"STEP_STARTED","stepName":"s"}`},
		{"other case of the type", "Event", `{"Type":"STEP_STARTED","type":"RUN_ERROR","message":"m"}`, "property /Type", `{"type":"RUN_ERROR","message":"m"}`},
	} {
		r.check(t, agui.Decoder{})
		if strings.HasPrefix(r.want, "property") && r.left != "" {
			r.left = r.data
			r.check(t, agui.Decoder{Keep: true})
		}
	}
}

func TestUnknownVariants(t *testing.T) {
	for _, r := range []received{
		{"event", "Event", `{"type":"FUTURE","messageId":5,"x":{"y":[1.50]}}`, "event (root)", `{"type":"FUTURE","messageId":5,"x":{"y":[1.50]}}`},
		{"event, type last", "Event", `{"messageId":5,"type":"FUTURE"}`, "event (root)", `{"messageId":5,"type":"FUTURE"}`},
		{"event, empty type", "Event", `{"type":""}`, "event (root)", `{"type":""}`},
		{"event in another case", "Event", `{"type":"raw","event":1}`, "event (root)", `{"type":"raw","event":1}`},
		{"message", "Event", snapshot(`{"role":"robot","id":5},` + user), "variant /messages/0", snapshot(user)},
		{"every message", "Event", snapshot(`{"role":"robot"},{"role":"thing"}`), "variant /messages/0, variant /messages/1", snapshot("")},
		{"part", "Event", parts(`{"type":"text","text":"a"},{"type":"binary","data":"x"},{"type":"text","text":"b"}`), "variant /messages/0/content/1", parts(`{"type":"text","text":"a"},{"type":"text","text":"b"}`)},
		{"only part", "Event", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"chart"}]}`, "variant /content/0", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[]}`},
		{"source", "Event", parts(`{"type":"image","source":{"type":"s3","x":1},"x":1}`), "variant /messages/0/content/0", parts("")},
		{"source before the type", "Event", parts(`{"source":{"bucket":"b","type":"s3"},"id":"i","type":"audio"}`), "variant /messages/0/content/0", parts("")},
		{"source, with faults beside", "Event", parts(`{"type":"image","source":{"type":"s3"},"id":5}`), "variant /messages/0/content/0", parts("")},
		{"operation", "Event", `{"type":"STATE_DELTA","delta":[{"op":"inc","path":"/a"},{"op":"remove","path":""}]}`, "variant /delta/0", `{"type":"STATE_DELTA","delta":[{"op":"remove","path":""}]}`},
		{"operation of an activity", "Event", `{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"a","patch":[{"op":"inc"}]}`, "variant /patch/0", `{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"a","patch":[]}`},
		{"optional outcome", "Event", finished(`{"type":"paused","x":[]}`), "variant /outcome", ended},
		{"optional outcome of a subagent", "Event", `{"type":"SUBAGENT_FINISHED","subagentRunId":"s","outcome":{"type":"paused"}}`, "variant /outcome", `{"type":"SUBAGENT_FINISHED","subagentRunId":"s"}`},
		{"in the input of an event", "Event", `{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[{"role":"user","id":"u","content":[{"type":"image","source":{"type":"s3"}},{"type":"chart"}]},{"role":"robot"}]}}`,
			"variant /input/messages/0/content/0, variant /input/messages/0/content/1, variant /input/messages/1",
			`{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","messages":[{"role":"user","id":"u","content":[]}]}}`},
	} {
		r.check(t, agui.Decoder{})
		if strings.Contains(r.want, "content/0") && strings.Contains(r.data, "s3") {
			continue // kept, it is the source that is unknown, not the part
		}
		r.left = r.data
		r.check(t, agui.Decoder{Keep: true})
	}
	// The part itself stays when its unknown source can.
	received{"kept source", "Event", parts(`{"type":"image","source":{"type":"s3","x":1},"x":1}`),
		"property /messages/0/content/0/x, variant /messages/0/content/0/source", parts(`{"type":"image","source":{"type":"s3","x":1},"x":1}`)}.check(t, agui.Decoder{Keep: true})
	// Unknown by itself, a source leaves nothing of the part that the caller asked for.
	received{"part as the document", "ImagePart", `{"type":"image","source":{"type":"s3"}}`, "variant /source, error oneOf /source", ""}.check(t, agui.Decoder{})
}

func TestUnknownDocuments(t *testing.T) {
	// The document as a whole is one of an unknown variant: that is no error, and nothing is lost.
	for _, r := range []received{
		{"message", "Message", `{"role":"robot","x":1}`, "variant (root)", `{"role":"robot","x":1}`},
		{"part", "ContentPart", `{"type":"chart"}`, "variant (root)", `{"type":"chart"}`},
		{"source", "PartSource", `{"type":"s3"}`, "variant (root)", `{"type":"s3"}`},
		{"operation", "JsonPatchOperation", `{"op":"inc"}`, "variant (root)", `{"op":"inc"}`},
		{"outcome", "RunFinishedOutcome", `{"type":"paused"}`, "variant (root)", `{"type":"paused"}`},
	} {
		r.check(t, agui.Decoder{})
		r.check(t, agui.Decoder{Keep: true})
	}
	e, err := agui.UnmarshalEvent([]byte(` {"a":1, "type":"FUTURE"} `))
	if err != nil {
		t.Fatal(err)
	}
	u, ok := e.(*agui.UnknownEvent)
	if !ok || u.Type() != "FUTURE" || string(u.Raw) != `{"a":1, "type":"FUTURE"}` {
		t.Errorf("got %#v", e)
	}
}

func TestMalformed(t *testing.T) {
	for _, r := range []received{
		{"no type", "Event", `{"messageId":"m"}`, "error oneOf (root)", ""},
		{"type is a number", "Event", `{"type":5}`, "error oneOf (root)", ""},
		{"event is a list", "Event", `[]`, "error oneOf (root)", ""},
		{"event is null", "Event", `null`, "error oneOf (root)", ""},
		{"no role", "Event", snapshot(`{"id":"u"}`), "error oneOf /messages/0", ""},
		{"message is a text", "Event", snapshot(`"hi"`), "error oneOf /messages/0", ""},
		{"part is null", "Event", parts(`null`), "error oneOf /messages/0/content/0", ""},
		{"source without type", "Event", parts(`{"type":"image","source":{}}`), "error oneOf /messages/0/content/0/source", ""},
		{"source is a text", "Event", parts(`{"type":"image","source":"u"}`), "error oneOf /messages/0/content/0/source", ""},
		{"no source", "Event", parts(`{"type":"image"}`), "error required /messages/0/content/0 source", ""},
		{"content is a number", "Event", snapshot(`{"role":"user","id":"u","content":5}`), "error oneOf /messages/0/content", ""},
		{"content is null", "Event", snapshot(`{"role":"user","id":"u","content":null}`), "error oneOf /messages/0/content", ""},
		{"outcome is a text", "Event", finished(`"success"`), "error oneOf /outcome", ""},
		{"empty interrupts", "Event", finished(`{"type":"interrupt","interrupts":[]}`), "error minItems /outcome/interrupts", ""},
		{"bad pointer", "Event", `{"type":"STATE_DELTA","delta":[{"op":"add","path":"/a~2","value":1}]}`, "error pattern /delta/0/path", ""},
		{"constant", "Event", `{"type":"REASONING_MESSAGE_START","messageId":"m","role":"user"}`, "error const /role", ""},
		{"constant in a tool call", "Event", snapshot(`{"role":"assistant","id":"a","toolCalls":[{"id":"c","type":"code","function":{"name":"f","arguments":""}}]}`), "error const /messages/0/toolCalls/0/type", ""},
		{"enum", "Event", `{"type":"TEXT_MESSAGE_START","messageId":"m","role":"tool"}`, "error enum /role", ""},
		{"enum in a list", "RunAgentInput", runInput(`,"resume":[{"interruptId":"i","status":"Resolved"}]`), "error enum /resume/0/status", ""},
		{"minimum", "Event", `{"type":"RUN_ERROR","message":"m","usage":[{"inputTokens":-1}]}`, "error minimum /usage/0/inputTokens", ""},
		{"several", "Event", `{"type":"RUN_ERROR","message":null,"usage":[{"model":1,"inputTokens":-1}],"x":1}`, "property /x, error type /message, error type /usage/0/model, error minimum /usage/0/inputTokens", ""},
		{"null in a list of texts", "Event", finished(`{"type":"success","pendingToolCallIds":["a",null]}`), "error type /outcome/pendingToolCallIds/1", ""},
		{"metadata", "Event", `{"type":"STEP_STARTED","stepName":"s","metadata":[]}`, "error type /metadata", ""},
		{"boolean", "Event", `{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"a","content":{},"replace":"true"}`, "error type /replace", ""},
		{"an unknown variant hides no fault beside it", "Event", snapshot(`{"role":"robot"},{"role":"user","id":1,"content":""}`), "variant /messages/0, error type /messages/1/id", ""},
	} {
		for _, d := range []agui.Decoder{{}, {Keep: true}, {AllowNull: true}} {
			r.check(t, d)
		}
	}
}

func TestAllowNull(t *testing.T) {
	optional := []received{
		{"event", "Event", `{"type":"STEP_STARTED","stepName":"s","timestamp":null,"rawEvent":null,"metadata":null,"subagentRunId":null}`, "null /timestamp, null /rawEvent, null /metadata, null /subagentRunId", `{"type":"STEP_STARTED","stepName":"s"}`},
		{"enum", "Event", `{"type":"TEXT_MESSAGE_START","messageId":"m","role":null}`, "null /role", `{"type":"TEXT_MESSAGE_START","messageId":"m"}`},
		{"constant", "Event", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"","role":null}`, "null /role", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":""}`},
		{"boolean", "Event", `{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"a","content":{},"replace":null}`, "null /replace", `{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"a","content":{}}`},
		{"union", "Event", finished(`null`), "null /outcome", ended},
		{"object", "Event", `{"type":"RUN_STARTED","threadId":"t","runId":"r","input":null}`, "null /input", started},
		{"list", "Event", `{"type":"RUN_ERROR","message":"m","usage":null}`, "null /usage", `{"type":"RUN_ERROR","message":"m"}`},
		{"list of texts", "Event", finished(`{"type":"success","pendingToolCallIds":null}`), "null /outcome/pendingToolCallIds", finished(`{"type":"success"}`)},
		{"integer in a list", "Event", `{"type":"RUN_ERROR","message":"m","usage":[{"inputTokens":null}]}`, "null /usage/0/inputTokens", `{"type":"RUN_ERROR","message":"m","usage":[{}]}`},
		{"message", "Event", snapshot(`{"role":"assistant","id":"a","content":null,"toolCalls":null}`), "null /messages/0/content, null /messages/0/toolCalls", snapshot(`{"role":"assistant","id":"a"}`)},
		{"part", "Event", parts(`{"type":"text","text":"a","metadata":null,"id":null}`), "null /messages/0/content/0/metadata, null /messages/0/content/0/id", parts(`{"type":"text","text":"a"}`)},
		{"source", "Event", parts(`{"type":"image","source":{"type":"url","value":"u","mimeType":null}}`), "null /messages/0/content/0/source/mimeType", parts(`{"type":"image","source":{"type":"url","value":"u"}}`)},
		{"input", "RunAgentInput", runInput(`,"state":null,"tools":null,"forwardedProps":null,"parentRunId":null`), "null /state, null /tools, null /forwardedProps, null /parentRunId", runInput("")},
		{"capabilities", "AgentCapabilities", `{"tools":null,"custom":null,"execution":{"sandboxed":null}}`, "null /tools, null /custom, null /execution/sandboxed", `{"execution":{}}`},
	}
	for _, r := range optional {
		r.check(t, agui.Decoder{AllowNull: true})
		r.check(t, agui.Decoder{AllowNull: true, Keep: true})
		for _, d := range []agui.Decoder{{}, {Keep: true}, {Strict: true}, {Strict: true, AllowNull: true}} {
			if got := outcome(d, document{r.name, r.definition, []byte(r.data)}); !strings.HasPrefix(got, "error ") {
				t.Errorf("%s: %+v takes null: %s", r.name, d, got)
			}
		}
	}
	for _, r := range []received{
		{"required", "Event", `{"type":"STEP_STARTED","stepName":null}`, "error type /stepName", ""},
		{"required union", "Event", parts(`{"type":"image","source":null}`), "error oneOf /messages/0/content/0/source", ""},
		{"required list", "Event", `{"type":"MESSAGES_SNAPSHOT","messages":null}`, "error type /messages", ""},
		{"element", "Event", snapshot(`null`), "error oneOf /messages/0", ""},
		{"allowed", "Event", `{"type":"STATE_SNAPSHOT","snapshot":null}`, "ok", `{"type":"STATE_SNAPSHOT","snapshot":null}`},
		{"allowed in metadata", "Event", `{"type":"STEP_STARTED","stepName":"s","metadata":{"a":null}}`, "ok", `{"type":"STEP_STARTED","stepName":"s","metadata":{"a":null}}`},
		{"allowed in an operation", "Event", `{"type":"STATE_DELTA","delta":[{"op":"add","path":"","value":null,"x":null}]}`, "ok", `{"type":"STATE_DELTA","delta":[{"op":"add","path":"","value":null,"x":null}]}`},
	} {
		r.check(t, agui.Decoder{AllowNull: true})
	}
}

func TestIntegers(t *testing.T) {
	event := func(n string) string { return `{"type":"STEP_STARTED","stepName":"s","timestamp":` + n + `}` }
	for _, n := range [][2]string{
		{"3.0", "3"}, {"1e3", "1000"}, {"1E+3", "1000"}, {"-0", "0"}, {"-0.0", "0"}, {"0e99999999999999999999", "0"}, {"1.7e12", "1700000000000"}, {"1200e-2", "12"},
		{"9007199254740991", "9007199254740991"}, {"-9007199254740991", "-9007199254740991"}, {"9007199254740991.000", "9007199254740991"},
		{"0.9007199254740991e16", "9007199254740991"}, {"90071992547409910000e-4", "9007199254740991"},
	} {
		received{n[0], "Event", event(n[0]), "ok", event(n[1])}.check(t, agui.Decoder{})
		received{n[0], "Event", event(n[0]), "ok", event(n[1])}.check(t, agui.Decoder{Strict: true})
	}
	for n, want := range map[string]string{
		"1e400": "maximum", "-1e400": "minimum", "1e99999999999999999999": "maximum", "9007199254740992": "maximum", "-9007199254740992": "minimum", "9223372036854775808": "maximum",
		"18446744073709551616": "maximum", "0.5": "type", "1e-1": "type", "1e-400": "type", "9007199254740991.5": "type", "1790000000.123": "type", `"1"`: "type", "true": "type", "null": "type",
	} {
		received{n, "Event", event(n), "error " + want + " /timestamp", ""}.check(t, agui.Decoder{})
	}
	for _, n := range []string{"01", "+1", "1.", ".5", "1e", "0x1", "NaN", "-", "--1", "1_000", "Infinity"} {
		want := "syntax /timestamp at byte 50"
		if n == "01" || n == "0x1" || n == "1_000" { // the number ends behind the first digit
			want = "syntax (root) at byte 51"
		}
		received{n, "Event", event(n), want, ""}.check(t, agui.Decoder{})
	}
	// A number that may be any stays as it is spelled.
	raw, err := agui.UnmarshalEvent([]byte(`{"type":"RAW","event":[9007199254740993,1.10,1e400,0.1234567890123456789012345678901]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(raw.(*agui.RawEvent).Event); got != `[9007199254740993,1.10,1e400,0.1234567890123456789012345678901]` {
		t.Errorf("got %s", got)
	}
}

func TestDuplicateKeys(t *testing.T) {
	step := `{"type":"STEP_STARTED","stepName":"b"}`
	for _, r := range []received{
		{"last wins", "Event", `{"type":"STEP_STARTED","stepName":"a","stepName":"b"}`, "ok", step},
		{"bad, then good", "Event", `{"type":"STEP_STARTED","stepName":5,"stepName":"b"}`, "ok", step},
		{"good, then bad", "Event", `{"type":"STEP_STARTED","stepName":"b","stepName":5}`, "error type /stepName", ""},
		{"spelled in two ways", "Event", `{"type":"STEP_STARTED","step\u004eame":5,"stepName":"b"}`, "ok", step},
		{"type twice", "Event", `{"type":"RUN_ERROR","stepName":"b","type":"STEP_STARTED"}`, "ok", step},
		{"type twice, first unknown", "Event", `{"type":"FUTURE","stepName":"b","type":"STEP_STARTED"}`, "ok", step},
		{"type twice, first no string", "Event", `{"type":1,"stepName":"b","type":"STEP_STARTED"}`, "ok", step},
		{"type twice, last unknown", "Event", `{"type":"STEP_STARTED","stepName":5,"type":"FUTURE"}`, "event (root)", `{"type":"FUTURE","stepName":5}`},
		{"type twice, last no string", "Event", `{"type":"STEP_STARTED","stepName":"b","type":null}`, "error oneOf (root)", ""},
		{"type three times", "Event", `{"type":"A","type":"RUN_ERROR","stepName":"b","type":"STEP_STARTED"}`, "ok", step},
		{"role twice", "Event", snapshot(`{"role":"robot","id":"u","content":"c","role":"user"}`), "ok", snapshot(user)},
		{"op twice", "Event", `{"type":"STATE_DELTA","delta":[{"op":"inc","path":"","op":"remove"}]}`, "ok", `{"type":"STATE_DELTA","delta":[{"op":"remove","path":""}]}`},
		{"an object does not merge", "Event", `{"type":"STEP_STARTED","stepName":"b","metadata":{"a":1},"metadata":{"b":2}}`, "ok", `{"type":"STEP_STARTED","stepName":"b","metadata":{"b":2}}`},
		{"nor a list", "Event", `{"type":"MESSAGES_SNAPSHOT","messages":[{"role":"robot"},5],"messages":[]}`, "ok", snapshot("")},
		{"an unknown property", "Event", `{"type":"STEP_STARTED","x":1,"stepName":"b","x":2}`, "property /x", step},
		{"deep inside", "Event", parts(`{"type":"text","text":1,"text":"a"}`), "ok", parts(`{"type":"text","text":"a"}`)},
		{"source, unknown first", "Event", parts(`{"type":"image","source":{"type":"s3"},"source":{"type":"url","value":"u"}}`), "ok", parts(`{"type":"image","source":{"type":"url","value":"u"}}`)},
		{"null, then a value", "Event", `{"type":"STEP_STARTED","timestamp":null,"stepName":"b","timestamp":1}`, "ok", `{"type":"STEP_STARTED","stepName":"b","timestamp":1}`},
		{"pointer counts the elements that are there", "Event", `{"type":"MESSAGES_SNAPSHOT","messages":[],"messages":[` + user + `,{"role":"user","id":1,"id":2,"content":""}]}`, "error type /messages/1/id", ""},
	} {
		r.check(t, agui.Decoder{})
	}
	received{"kept, the last one", "Event", `{"type":"STEP_STARTED","x":1,"stepName":"b","x":2}`, "property /x", `{"type":"STEP_STARTED","stepName":"b","x":2}`}.check(t, agui.Decoder{Keep: true})
}

// TestText follows the contract's table on what is not Unicode. In binary text below, \xff is the byte.
func TestText(t *testing.T) {
	content := func(text string) string {
		return `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"` + text + `"}`
	}
	state := func(value string) string { return `{"type":"STATE_SNAPSHOT","snapshot":` + value + `}` }
	meta := func(members string) string {
		return `{"type":"STEP_STARTED","stepName":"s","metadata":{` + members + `}}`
	}
	for _, r := range []received{
		{"half a pair", "Event", content(`a\ud83d`), "text /delta", content("a\ufffd")},
		{"half a pair in an id", "Event", `{"type":"STEP_STARTED","stepName":"\ude00"}`, "text /stepName", `{"type":"STEP_STARTED","stepName":"` + "\ufffd" + `"}`},
		{"bytes", "Event", content("a\xff\xc3b"), "text /delta", content("a\ufffd\ufffdb")},
		{"bytes in a raw value", "Event", state("{\"k\":[\"\xff\"]}"), "text /snapshot", state("{\"k\":[\"\ufffd\"]}")},
		{"bytes in a key of a raw value", "Event", state("{\"\xff\":1}"), "text /snapshot", state("{\"\ufffd\":1}")},
		{"bytes in a map's key", "Event", meta("\"\xff\":1"), "text /metadata/\ufffd", meta("\"\ufffd\":1")},
		{"keys that become one", "Event", meta("\"\xff\":1,\"\xfe\":2"), "text /metadata/\ufffd, syntax /metadata/\ufffd at byte 60", ""},
	} {
		t.Run(r.name, func(t *testing.T) { r.check(t, agui.Decoder{}) })
	}
	for _, r := range []received{
		{"kept half", "Event", content(`a\ud83d`), "text /delta", content(`a\ud83d`)},
		{"kept half as a key", "Event", meta(`"\ud83d":1,"\ud83e":2`), "", `{"type":"STEP_STARTED","metadata":{"\ud83d":1,"\ud83e":2},"stepName":"s"}`},
	} {
		e, err := (&agui.Decoder{Keep: true}).Event([]byte(r.data))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := e.MarshalJSON(); string(got) != r.left || err != nil {
			t.Errorf("%s: %s, %v", r.name, got, err)
		}
	}
	for _, data := range []string{content("\xff"), state("\"\xff\""), meta("\"\xff\":1"), meta("\"k\":\"\xff\"")} {
		_, err := (&agui.Decoder{Strict: true}).Event([]byte(data))
		verdict := agui.ValidateJSON("Event", []byte(data))
		if !errors.Is(err, agui.ErrSyntax) || !errors.Is(verdict, agui.ErrSyntax) || !strings.Contains(err.Error(), "found the byte 0xff: the text is not UTF-8") {
			t.Errorf("%q: strict says %v, ValidateJSON %v", data, err, verdict)
		}
	}
	raw, err := agui.NewStateSnapshotEvent([]byte("\"\xff\"")).AppendJSON(nil)
	if want := state("\"\ufffd\""); string(raw) != want || err != nil {
		t.Errorf("written is %q, %v", raw, err)
	}
}

// TestUnknownInWhatIsBroken reads with Keep whatever the default rules read: a part with an unknown source goes whole, and what
// else is wrong with it does not count.
func TestUnknownInWhatIsBroken(t *testing.T) {
	const part = `{"type":"image","id":7,"source":{"type":"ether"}}`
	received{"dropped", "Event", parts(part), "variant /messages/0/content/0", parts("")}.check(t, agui.Decoder{})
	received{"kept", "Event", parts(part), "variant /messages/0/content/0", parts(part)}.check(t, agui.Decoder{Keep: true})
	const whole = `{"type":"image","id":"7","source":{"type":"ether"}}`
	received{"whole and kept", "Event", parts(whole), "variant /messages/0/content/0/source", parts(whole)}.check(t, agui.Decoder{Keep: true})
}

// TestNilVariants asks nil values for their tags, as a careless log line does.
func TestNilVariants(t *testing.T) {
	for name, tag := range map[string]string{
		"event": string((*agui.UnknownEvent)(nil).Type()), "message": string((*agui.UnknownMessage)(nil).Role()),
		"part": string((*agui.UnknownContentPart)(nil).Type()), "operation": string((*agui.UnknownJSONPatchOperation)(nil).Op()),
	} {
		t.Run(name, func(t *testing.T) {
			if tag != "" {
				t.Errorf("a nil %s has the tag %q", name, tag)
			}
		})
	}
	if got := (*agui.StepStartedEvent)(nil).Type(); got != agui.EventTypeStepStarted {
		t.Error(got)
	}
}

func TestNesting(t *testing.T) {
	deep := func(n int) string {
		return `{"type":"RAW","event":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
	}
	for _, d := range []agui.Decoder{{}, {Keep: true}, {Strict: true}} {
		if got := outcome(d, document{"", "Event", []byte(deep(9_999))}); got != "ok" {
			t.Errorf("10,000 levels: %s", got)
		}
		want := "syntax /event" + strings.Repeat("/0", 247) + "…" + strings.Repeat("/0", 250) + " at byte "
		if got := outcome(d, document{"", "Event", []byte(deep(10_000))}); !strings.HasPrefix(got, want) {
			t.Errorf("10,001 levels: got %.60s (%d bytes), want %.60s (%d bytes)", got, len(got), want, len(want))
		}
	}
	unknown := func(n int) string {
		return `{"type":"FUTURE","x":` + strings.Repeat(`{"":`, n) + "0" + strings.Repeat("}", n) + `}`
	}
	if got := outcome(agui.Decoder{}, document{"", "Event", []byte(unknown(9_999))}); got != "event (root)" {
		t.Errorf("10,000 levels of something unknown: %s", got)
	}
	if got := outcome(agui.Decoder{}, document{"", "Event", []byte(unknown(10_000))}); !strings.HasPrefix(got, "event (root), syntax /x//") {
		t.Errorf("10,001 levels of something unknown: %.60s", got)
	}
}

func TestAroundTheValue(t *testing.T) {
	for data, want := range map[string]string{
		" \t\r\n" + started + " \t\r\n": "ok",
		started + "x":                   "syntax (root) at byte 49",
		started + " {}":                 "syntax (root) at byte 50",
		started + ",":                   "syntax (root) at byte 49",
		started + "\x00":                "syntax (root) at byte 49",
		"\ufeff" + started:              "syntax (root) at byte 0",
		"\v" + started:                  "syntax (root) at byte 0",
		"":                              "syntax (root) at byte 0",
		"  ":                            "syntax (root) at byte 2",
		started[:48]:                    "syntax (root) at byte 48",
		started[:47]:                    "syntax /runId at byte 47",
		"data: " + started:              "syntax (root) at byte 0",
	} {
		t.Run(data, func(t *testing.T) {
			for _, d := range []agui.Decoder{{}, {Strict: true}, {Keep: true, AllowNull: true}} {
				if got := outcome(d, document{"", "Event", []byte(data)}); got != want {
					t.Errorf("%q: got %s, want %s", data, got, want)
				}
			}
		})
	}
}
