package agui_test

import (
	"encoding/json"
	"fmt"

	"github.com/aguigen/aguigen/generated/agui"
)

func ExampleUnmarshalEvent() {
	event, err := agui.UnmarshalEvent([]byte(`{"type":"CUSTOM","name":"weather","value":{"celsius":21.50}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	custom := event.(*agui.CustomEvent)
	fmt.Println(custom.Type(), custom.Name, string(custom.Value))
	// Output: CUSTOM weather {"celsius":21.50}
}

func ExampleAppendEvent() {
	out, err := agui.AppendEvent([]byte("data: "), agui.NewCustomEvent("weather", json.RawMessage(`"sunny"`)))
	fmt.Println(string(out), err)
	out, err = agui.AppendEvent([]byte("data: "), nil) // an error leaves the buffer as it was
	fmt.Println(string(out), err != nil)
	// Output:
	// data: {"type":"CUSTOM","name":"weather","value":"sunny"} <nil>
	// data:  true
}

// An event of a newer protocol is held as it came.
func ExampleUnknownEvent() {
	event, err := agui.UnmarshalEvent([]byte(`{"type": "RUN_PAUSED", "until": "tomorrow"}`))
	if unknown, ok := event.(*agui.UnknownEvent); ok {
		fmt.Println(unknown.Type(), unknown.Type().Valid(), err)
		fmt.Println(string(unknown.Raw))
	}
	// Output:
	// RUN_PAUSED false <nil>
	// {"type": "RUN_PAUSED", "until": "tomorrow"}
}

func ExampleUnmarshalMessage() {
	message, err := agui.UnmarshalMessage([]byte(`{"role":"tool","id":"m3","toolCallId":"c1","content":"42"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	result := message.(*agui.ToolMessage)
	fmt.Println(result.ToolCallID, result.Content.Text)
	// Output: c1 42
}

func ExampleAppendMessage() {
	call := agui.NewToolCall("c1", *agui.NewFunctionCall("search", `{"q":"go"}`))
	message := agui.NewAssistantMessage("m2")
	message.ToolCalls = []agui.ToolCall{*call}
	out, err := agui.AppendMessage(nil, message)
	fmt.Println(string(out), err)
	// Output: {"role":"assistant","id":"m2","toolCalls":[{"id":"c1","type":"function","function":{"name":"search","arguments":"{\"q\":\"go\"}"}}]} <nil>
}

func ExampleUnmarshalContentPart() {
	part, err := agui.UnmarshalContentPart([]byte(`{"type":"image","source":{"type":"url","value":"https://example.com/a.png"}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	switch source := part.(*agui.ImagePart).Source.(type) {
	case *agui.URLSource:
		fmt.Println("at", source.Value)
	case *agui.DataSource:
		fmt.Println("inline", source.MIMEType)
	}
	// Output: at https://example.com/a.png
}

func ExampleAppendContentPart() {
	out, err := agui.AppendContentPart(nil, agui.NewTextPart("a < b")) // HTML is not escaped
	fmt.Println(string(out), err)
	// Output: {"type":"text","text":"a < b"} <nil>
}

func ExampleUnmarshalPartSource() {
	source, err := agui.UnmarshalPartSource([]byte(`{"type":"file","value":"file-1","provider":"openai"}`))
	fmt.Println(source.Type(), err)
	// Output: file <nil>
}

func ExampleAppendPartSource() {
	out, err := agui.AppendPartSource(nil, agui.NewDataSource("iVBORw0KGgo=", "image/png"))
	fmt.Println(string(out), err)
	// Output: {"type":"data","value":"iVBORw0KGgo=","mimeType":"image/png"} <nil>
}

// A run that ends with an interrupt waits for answers.
func ExampleUnmarshalRunFinishedOutcome() {
	outcome, err := agui.UnmarshalRunFinishedOutcome([]byte(`{"type":"interrupt","interrupts":[{"id":"i1","reason":"approval"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, interrupt := range outcome.(*agui.RunFinishedInterruptOutcome).Interrupts {
		fmt.Println(interrupt.ID, interrupt.Reason)
	}
	// Output: i1 approval
}

func ExampleAppendRunFinishedOutcome() {
	out, err := agui.AppendRunFinishedOutcome(nil, agui.NewRunFinishedCancelledOutcome())
	fmt.Println(string(out), err)
	// Output: {"type":"cancelled"} <nil>
}

func ExampleUnmarshalSubagentFinishedOutcome() {
	outcome, err := agui.UnmarshalSubagentFinishedOutcome([]byte(`{"type":"suspended","interruptIds":["i1"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(outcome.(*agui.SubagentFinishedSuspendedOutcome).InterruptIDs)
	// Output: [i1]
}

func ExampleAppendSubagentFinishedOutcome() {
	out, err := agui.AppendSubagentFinishedOutcome(nil, agui.NewSubagentFinishedSuccessOutcome())
	fmt.Println(string(out), err)
	// Output: {"type":"success"} <nil>
}

func ExampleUnmarshalJSONPatchOperation() {
	operation, err := agui.UnmarshalJSONPatchOperation([]byte(`{"op":"replace","path":"/count","value":2}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	replace := operation.(*agui.ReplaceOperation)
	fmt.Println(replace.Op(), replace.Path, string(replace.Value))
	// Output: replace /count 2
}

func ExampleAppendJSONPatchOperation() {
	out, err := agui.AppendJSONPatchOperation(nil, agui.NewRemoveOperation("/items/0"))
	fmt.Println(string(out), err)
	// Output: {"op":"remove","path":"/items/0"} <nil>
}

// Content is a text or a list of parts. Parts that are not nil win, also when there are none.
func ExampleContent() {
	for _, content := range []agui.Content{
		agui.NewContentText("Hello"),
		agui.NewContentParts(),
		{},
	} {
		out, err := json.Marshal(content)
		fmt.Println(content.Parts != nil, string(out), err)
	}
	// Output:
	// false "Hello" <nil>
	// true [] <nil>
	// false "" <nil>
}

func ExampleNewContentText() {
	out, _ := json.Marshal(agui.NewUserMessage("m1", agui.NewContentText("Hello")))
	fmt.Println(string(out))
	// Output: {"role":"user","id":"m1","content":"Hello"}
}

func ExampleNewContentParts() {
	content := agui.NewContentParts(
		agui.NewTextPart("What is this?"),
		agui.NewImagePart(agui.NewURLSource("https://example.com/a.png")),
	)
	out, _ := json.Marshal(content)
	fmt.Println(string(out))
	// Output: [{"type":"text","text":"What is this?"},{"type":"image","source":{"type":"url","value":"https://example.com/a.png"}}]
}

// What is optional is a pointer or nil: nothing is written for it.
func ExampleNewRunFinishedEvent() {
	finished := agui.NewRunFinishedEvent("t1", "r1")
	finished.Outcome = agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*agui.NewInterrupt("i1", "approval")})
	out, _ := json.Marshal(finished)
	fmt.Println(string(out))
	// Output: {"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"approval"}]}}
}

// A required list is written as [] where it is nil.
func ExampleNewRunAgentInput() {
	input := agui.NewRunAgentInput("t1", "r1", nil)
	input.Resume = []agui.ResumeEntry{*agui.NewResumeEntry("i1", agui.ResumeEntryStatusResolved)}
	out, _ := json.Marshal(input)
	fmt.Println(string(out))
	// Output: {"threadId":"t1","runId":"r1","messages":[],"resume":[{"interruptId":"i1","status":"resolved"}]}
}

func ExampleNewStateDeltaEvent() {
	delta := agui.NewStateDeltaEvent(agui.JSONPatch{
		agui.NewAddOperation("/items/-", json.RawMessage(`"milk"`)),
		agui.NewMoveOperation("/a", "/b"),
	})
	out, _ := json.Marshal(delta)
	fmt.Println(string(out))
	// Output: {"type":"STATE_DELTA","delta":[{"op":"add","path":"/items/-","value":"milk"},{"op":"move","from":"/a","path":"/b"}]}
}
