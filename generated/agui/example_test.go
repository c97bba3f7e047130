package agui_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generated/agui"
)

// A consumer decodes each event of the stream and tells the kinds apart with a type switch.
func Example_consumer() {
	stream := []string{
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hello"}`,
		`{"type":"TEXT_MESSAGE_TINTED","messageId":"m1","colour":"blue"}`,
		`{"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}`,
	}
	for _, data := range stream {
		event, err := agui.UnmarshalEvent([]byte(data))
		if err != nil {
			fmt.Println(err)
			return
		}
		switch e := event.(type) {
		case *agui.TextMessageContentEvent:
			fmt.Println(e.Delta)
		case *agui.RunFinishedEvent:
			fmt.Println("end of run", e.RunID)
		case *agui.UnknownEvent:
			fmt.Println("ignored:", e.Type())
		}
	}
	// Output:
	// Hello
	// ignored: TEXT_MESSAGE_TINTED
	// end of run r1
}

// A producer builds values with the constructors, which take what is required, and appends their JSON to a buffer that it
// uses again.
func Example_producer() {
	var buf []byte
	for _, event := range []agui.Event{
		agui.NewRunStartedEvent("t1", "r1"),
		agui.NewTextMessageStartEvent("m1"),
		agui.NewTextMessageContentEvent("m1", "Hello"),
		agui.NewTextMessageEndEvent("m1"),
		agui.NewRunFinishedEvent("t1", "r1"),
	} {
		var err error
		if buf, err = agui.AppendEvent(buf[:0], event); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("data: %s\n", buf)
	}
	// Output:
	// data: {"type":"RUN_STARTED","threadId":"t1","runId":"r1"}
	// data: {"type":"TEXT_MESSAGE_START","messageId":"m1"}
	// data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hello"}
	// data: {"type":"TEXT_MESSAGE_END","messageId":"m1"}
	// data: {"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}
}

// The zero Decoder follows the protocol's receiver rules: it strips what it does not know.
func ExampleDecoder() {
	data := []byte(`{"type":"STEP_STARTED","stepName":"plan","colour":"blue"}`)
	var d agui.Decoder
	event, err := d.Event(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	out, _ := json.Marshal(event)
	fmt.Println(string(out))
	// Output: {"type":"STEP_STARTED","stepName":"plan"}
}

// OnUnknown hears of everything that was stripped: a newer peer becomes visible in the log.
func ExampleDecoder_onUnknown() {
	d := agui.Decoder{OnUnknown: func(u agui.Unknown) {
		fmt.Println(u.Kind, u.InstanceLocation, "in", u.Definition)
	}}
	var message agui.UserMessage
	err := d.Unmarshal([]byte(`{"role":"user","id":"m1","mood":"good",
		"content":[{"type":"text","text":"Look:"},{"type":"hologram","depth":3}]}`), &message)
	fmt.Println(len(message.Content.Parts), err)
	// Output:
	// property /mood in UserMessage
	// variant /content/1 in ContentPart
	// 1 <nil>
}

// With Keep, what is unknown is written back: a relay loses nothing.
func ExampleDecoder_keep() {
	data := []byte(`{"type":"STEP_STARTED","stepName":"plan","colour":{"name": "blue", "code": 9007199254740993}}`)
	d := agui.Decoder{Keep: true}
	var step agui.StepStartedEvent
	if err := d.Unmarshal(data, &step); err != nil {
		fmt.Println(err)
		return
	}
	step.StepName = "revised plan"
	out, _ := step.AppendJSON(nil)
	fmt.Println(string(step.Extra["colour"]))
	fmt.Println(string(out))
	// Output:
	// {"name": "blue", "code": 9007199254740993}
	// {"type":"STEP_STARTED","stepName":"revised plan","colour":{"name": "blue", "code": 9007199254740993}}
}

// A strict Decoder refuses everything that the schema does not allow: for tests of a producer.
func ExampleDecoder_strict() {
	d := agui.Decoder{Strict: true}
	_, err := d.Event([]byte(`{"type":"TEXT_MESSAGE_END","messageId":"m1","colour":"blue"}`))
	fmt.Println(err)
	_, err = d.Event([]byte(`{"type":"TEXT_MESSAGE_ENDS","messageId":"m1"}`))
	fmt.Println(errors.Is(err, agui.ErrUnknown))
	// Output:
	// TextMessageEndEvent has no property "colour"
	// true
}

// Some producers write null for what they mean to leave out. The protocol forbids it; AllowNull forgives it.
func ExampleDecoder_onMissing() {
	// Some producers send messages without ids.
	d := agui.Decoder{OnMissing: func(m agui.Missing) (json.RawMessage, bool) {
		if m.Property != "id" {
			return nil, false
		}
		return json.RawMessage(`"message-1"`), true
	}}
	message, err := d.Message([]byte(`{"role":"user","content":"Hello"}`))
	fmt.Println(message, err)
	// Output: {"role":"user","id":"message-1","content":"Hello"} <nil>
}

func ExampleDecoder_allowNull() {
	data := []byte(`{"type":"RUN_ERROR","message":"no model","code":null}`)
	_, err := new(agui.Decoder).Event(data)
	fmt.Println(err)

	d := agui.Decoder{AllowNull: true}
	event, err := d.Event(data)
	fmt.Println(event.(*agui.RunErrorEvent).Code == nil, err)
	// Output:
	// /code: expected a string, found null: leave the property out instead (a Decoder with AllowNull reads null as absent)
	// true <nil>
}

// Unmarshal reads every type of the package but the unions, which have a method of their own: an agent reads its request so.
func ExampleDecoder_Unmarshal() {
	var d agui.Decoder
	var input agui.RunAgentInput
	err := d.Unmarshal([]byte(`{"threadId":"t1","runId":"r1","messages":[
		{"role":"system","id":"m1","content":"Be brief."},
		{"role":"user","id":"m2","content":"What is Go?"}]}`), &input)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, message := range input.Messages {
		switch m := message.(type) {
		case *agui.SystemMessage:
			fmt.Println(m.Role(), m.Content)
		case *agui.UserMessage:
			fmt.Println(m.Role(), m.Content.Text)
		}
	}
	// Output:
	// system Be brief.
	// user What is Go?
}

func ExampleUnknown() {
	var newer []agui.Unknown
	d := agui.Decoder{OnUnknown: func(u agui.Unknown) { newer = append(newer, u) }}
	_, _ = d.Event([]byte(`{"type":"RUN_PAUSED"}`))
	_ = d.Unmarshal([]byte(`{"name":"search","description":"","a/b":1}`), new(agui.Tool))
	fmt.Printf("%q\n", newer)
	// Output: [{"" "Event" "event"} {"/a~1b" "Tool" "property"}]
}

// ValidateJSON judges a document by any definition, without building values. It knows no receiver rules: what the schema
// forbids is a violation.
func ExampleValidateJSON() {
	err := agui.ValidateJSON("Tool", []byte(`{"name":"search","parametres":{}}`))
	var violations agui.ValidationErrors
	if errors.As(err, &violations) {
		for _, v := range violations {
			fmt.Println(v.Keyword, v.SchemaLocation)
			fmt.Println("  ", v)
		}
	}
	// Output:
	// unevaluatedProperties #/$defs/Tool/unevaluatedProperties
	//    Tool has no property "parametres": did you mean "parameters"?
	// required #/$defs/Tool/required
	//    Tool: missing required property "description"
}

func ExampleJSONSchema() {
	// A tool that describes an interface can put this where it wants a schema.
	schema, err := agui.JSONSchema("FunctionCall")
	if err != nil {
		log.Fatal(err)
	}
	var parts struct {
		Type       string
		Required   []string
		Properties map[string]struct{ Type string }
	}
	if err := json.Unmarshal(schema, &parts); err != nil {
		log.Fatal(err)
	}
	fmt.Println(parts.Type, parts.Required, parts.Properties)
	// Output: object [name arguments] map[arguments:{string} name:{string}]
}

func ExampleDefinitions() {
	names := agui.Definitions()
	fmt.Println(slices.Contains(names, "RunAgentInput"), slices.Contains(names, "Runagentinput"))
	// Output: true false
}

// Validate finds what the types cannot prevent: bounds, patterns, empty lists, values outside an enum.
func ExampleTextMessageStartEvent_Validate() {
	start := agui.NewTextMessageStartEvent("m1")
	fmt.Println(start.Validate())
	start.Role = agui.Ptr(agui.TextMessageRole("wizard"))
	fmt.Println(start.Validate())
	// Output:
	// <nil>
	// /role: "wizard" is not one of the values allowed here
}

// A default of the schema is not written into the field, so a sender that left it out is told apart from one that did not.
func ExampleTextMessageStartEvent_RoleOrDefault() {
	start := agui.NewTextMessageStartEvent("m1")
	fmt.Println(start.Role == nil, start.RoleOrDefault())
	// Output: true assistant
}

// An optional field is a pointer, so that absence is told apart from any value.
func ExamplePtr() {
	failed := agui.NewRunErrorEvent("no model")
	failed.Code = agui.Ptr("timeout")
	out, err := agui.AppendEvent(nil, failed)
	fmt.Println(string(out), err)
	// Output: {"type":"RUN_ERROR","message":"no model","code":"timeout"} <nil>
}

func ExampleActivitySnapshotEvent_ReplaceOrDefault() {
	snapshot := agui.NewActivitySnapshotEvent("m1", "plan", map[string]json.RawMessage{"step": json.RawMessage("1")})
	fmt.Println(snapshot.ReplaceOrDefault())
	snapshot.Replace = agui.Ptr(false)
	out, _ := json.Marshal(snapshot) // an explicit false is written
	fmt.Println(snapshot.ReplaceOrDefault(), strings.Contains(string(out), `"replace":false`))
	// Output:
	// true
	// false true
}

// A ValidationError has the place in the document and the place of the rule, for programs; errors.Is tells the kinds of
// faults apart.
func ExampleValidationError() {
	_, err := agui.UnmarshalEvent([]byte(`{"type":"TOOL_CALL_START","tool_call_id":"c1","toolCallName":7}`))
	var first *agui.ValidationError
	if errors.As(err, &first) {
		fmt.Printf("%q %s %s\n", first.InstanceLocation, first.Keyword, first.Property)
	}
	fmt.Println(errors.Is(err, agui.ErrMissing), errors.Is(err, agui.ErrMalformed), errors.Is(err, agui.ErrSyntax))
	// Output:
	// "" required toolCallId
	// true true false
}

// All violations of a document come at once.
func ExampleValidationErrors() {
	_, err := agui.UnmarshalEvent([]byte(`{"type":"TOOL_CALL_START","tool_call_id":"c1","toolCallName":7}`))
	fmt.Println(err)
	// Output:
	// ToolCallStartEvent: missing required property "toolCallId": it has "tool_call_id", did you mean "toolCallId"?
	// /toolCallName: expected a string, found a number
}

// Bytes that are no JSON give a SyntaxError, never a partial value.
func ExampleSyntaxError() {
	_, err := agui.UnmarshalEvent([]byte(`{"type":"CUSTOM","name":"x","value":[1,2`))
	var syntax *agui.SyntaxError
	fmt.Println(errors.As(err, &syntax), errors.Is(err, agui.ErrSyntax))
	fmt.Println(syntax.Offset, syntax.InstanceLocation)
	// Output:
	// true true
	// 40 /value
}
