package agui_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"

	"github.com/aguigen/aguigen/generated/agui"
)

func ExampleCloneEvent() {
	sent := agui.NewTextMessageContentEvent("m1", "Hello")
	kept := agui.CloneEvent(sent)
	sent.Delta = "changed"
	fmt.Println(kept)
	// Output: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Hello"}
}

func ExampleCloneMessage() {
	m := agui.NewUserMessage("m1", agui.NewContentText("Hello"))
	kept := agui.CloneMessage(m)
	m.Content.Text = "changed"
	fmt.Println(kept)
	// Output: {"role":"user","id":"m1","content":"Hello"}
}

func ExampleCloneContentPart() {
	part := agui.NewTextPart("Hello")
	kept := agui.CloneContentPart(part)
	part.Text = "changed"
	fmt.Println(kept)
	// Output: {"type":"text","text":"Hello"}
}

func ExampleClonePartSource() {
	source := agui.NewURLSource("https://example.com/a.png")
	kept := agui.ClonePartSource(source)
	source.Value = "changed"
	fmt.Println(kept)
	// Output: {"type":"url","value":"https://example.com/a.png"}
}

func ExampleCloneJSONPatchOperation() {
	op := agui.NewAddOperation("/a", json.RawMessage("[1]"))
	kept := agui.CloneJSONPatchOperation(op)
	op.Value[1] = '2'
	fmt.Println(kept)
	// Output: {"op":"add","path":"/a","value":[1]}
}

func ExampleCloneRunFinishedOutcome() {
	outcome := agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*agui.NewInterrupt("i1", "confirm")})
	kept := agui.CloneRunFinishedOutcome(outcome)
	outcome.Interrupts[0].ID = "changed"
	fmt.Println(kept)
	// Output: {"type":"interrupt","interrupts":[{"id":"i1","reason":"confirm"}]}
}

func ExampleCloneSubagentFinishedOutcome() {
	kept := agui.CloneSubagentFinishedOutcome(agui.NewSubagentFinishedSuccessOutcome())
	fmt.Println(kept)
	// Output: {"type":"success"}
}

// A struct of your own holds unions as Messages and AnyEvent and their like: encoding/json and encoding/gob read and write it.
func ExampleMessages() {
	type checkpoint struct {
		Messages agui.Messages
		Last     agui.AnyEvent
	}
	saved := checkpoint{
		Messages: []agui.Message{agui.NewUserMessage("m1", agui.NewContentParts())},
		Last:     agui.AnyEvent{Value: agui.NewStepStartedEvent("plan")},
	}
	var file bytes.Buffer
	if err := gob.NewEncoder(&file).Encode(saved); err != nil {
		fmt.Println(err)
		return
	}
	var loaded checkpoint
	if err := gob.NewDecoder(&file).Decode(&loaded); err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(loaded)
	fmt.Println(string(text), err)
	// Output: {"Messages":[{"role":"user","id":"m1","content":[]}],"Last":{"type":"STEP_STARTED","stepName":"plan"}} <nil>
}
