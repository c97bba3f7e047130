package aguiproto_test

import (
	"encoding/json"
	"errors"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/aguigen/aguigen/generated/agui"
)

// samples are an event of every type, with the optional members left out.
func samples() []agui.Event {
	value := json.RawMessage(`{"a":[1,"x",null,true]}`)
	patch := agui.JSONPatch{agui.NewAddOperation("/a", value), agui.NewMoveOperation("/b", "/c"), agui.NewRemoveOperation("/d")}
	messages := []agui.Message{
		agui.NewUserMessage("u", agui.NewContentParts(agui.NewTextPart("hello"), agui.NewImagePart(agui.NewURLSource("https://example.org/x.png")))),
		&agui.AssistantMessage{BaseMessage: agui.BaseMessage{ID: "a"}, ToolCalls: []agui.ToolCall{*agui.NewToolCall("c", *agui.NewFunctionCall("f", "{}"))}},
		agui.NewToolMessage("t", agui.NewContentText("done"), "c"),
		agui.NewActivityMessage("p", "PLAN", map[string]json.RawMessage{"x": json.RawMessage("1")}),
	}
	return []agui.Event{
		agui.NewTextMessageStartEvent("m"),
		agui.NewTextMessageContentEvent("m", "hello"),
		agui.NewTextMessageEndEvent("m"),
		agui.NewTextMessageChunkEvent(),
		agui.NewToolCallStartEvent("c", "f"),
		agui.NewToolCallArgsEvent("c", `{"a":`),
		agui.NewToolCallEndEvent("c"),
		agui.NewToolCallChunkEvent(),
		agui.NewToolCallResultEvent("m", "c", agui.NewContentText("ok")),
		agui.NewStateSnapshotEvent(value),
		agui.NewStateDeltaEvent(patch),
		agui.NewMessagesSnapshotEvent(messages),
		agui.NewActivitySnapshotEvent("m", "PLAN", map[string]json.RawMessage{"x": value}),
		agui.NewActivityDeltaEvent("m", "PLAN", patch),
		agui.NewRawEvent(value),
		agui.NewCustomEvent("n", value),
		&agui.RunStartedEvent{ThreadID: "t", RunID: "r", Input: agui.NewRunAgentInput("t", "r", messages)},
		&agui.RunFinishedEvent{ThreadID: "t", RunID: "r", Outcome: agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*agui.NewInterrupt("i", "why")})},
		agui.NewRunErrorEvent("no"),
		agui.NewStepStartedEvent("s"),
		agui.NewStepFinishedEvent("s"),
		agui.NewReasoningStartEvent("m"),
		agui.NewReasoningMessageStartEvent("m"),
		agui.NewReasoningMessageContentEvent("m", "hm"),
		agui.NewReasoningMessageEndEvent("m"),
		agui.NewReasoningMessageChunkEvent(),
		agui.NewReasoningEndEvent("m"),
		agui.NewReasoningEncryptedValueEvent(agui.ReasoningEncryptedValueSubtypeMessage, "m", "xyz"),
		agui.NewSubagentStartedEvent("s", "n"),
		agui.NewSubagentFinishedEvent("s"),
		agui.NewSubagentErrorEvent("s", "no"),
	}
}

// sample returns the one of a type.
func sample(typ agui.EventType) agui.Event {
	for _, e := range samples() {
		if e.Type() == typ {
			return e
		}
	}
	return nil
}

// viaNumbers returns the number of the arm and that of the type in base_event.
func viaNumbers(b []byte) (numbers [2]int32, err error) {
	arm, _, n := protowire.ConsumeTag(b)
	inner, m := protowire.ConsumeBytes(b[max(n, 0):])
	_, _, n = protowire.ConsumeTag(inner)
	base, _ := protowire.ConsumeBytes(inner[max(n, 0):])
	if m < 0 || n < 0 {
		return numbers, errors.New("not an event")
	}
	typ := uint64(0)
	if len(base) > 0 {
		_, _, n = protowire.ConsumeTag(base)
		typ, _ = protowire.ConsumeVarint(base[n:])
	}
	return [2]int32{int32(arm), int32(typ)}, nil
}
