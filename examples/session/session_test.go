package session

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

func ids() func() string {
	n := 0
	return func() string { n++; return fmt.Sprint("m", n) }
}

func chunkOf(kind Kind, text string) Update { return chunk(kind, text)[0] }

// turn is one of every kind of update, as the other direction makes them.
var turn = []Update{
	chunkOf(ThoughtChunk, "They want "), chunkOf(ThoughtChunk, "the file."), chunkOf(MessageChunk, "I read it."),
	{Kind: Plan, Entries: []Entry{{"read", "high", InProgress}, {"answer", "low", Pending}}},
	{Kind: ToolCall, ToolCallID: "c1", Title: "read", Status: Pending, RawInput: json.RawMessage(`{"path":"a"}`)},
	{Kind: ToolCall, ToolCallID: "c2", Title: "look", Status: Pending},
	{Kind: ToolCallUpdate, ToolCallID: "c1", Status: Completed, Output: []Block{Text("x"), {Type: "image", Data: "AA==", MIMEType: "image/png"}}},
	{Kind: ToolCallUpdate, ToolCallID: "c2", Status: Failed, Output: []Block{Text("no such file")}},
	chunkOf(MessageChunk, "Done."),
}

// TestThereAndBack sends a turn through the JSON of its events, every one of which must be valid.
func TestThereAndBack(t *testing.T) {
	for _, stop := range []Stop{EndTurn, Cancelled, MaxTokens, Refusal} {
		to, from := NewToAGUI("t", "r", ids()), NewFromAGUI()
		events := []agui.Event{to.Start()}
		for _, u := range turn {
			more, err := to.Update(u)
			if err != nil {
				t.Fatal(err)
			}
			events = append(events, more...)
		}
		var got []Update
		var kinds []string
		for _, e := range append(events, to.Finish(stop)...) {
			data, err := agui.AppendEvent(nil, e)
			if err != nil {
				t.Fatal(err)
			}
			strict := agui.Decoder{Strict: true}
			back, err := strict.Event(data)
			if err != nil {
				t.Fatalf("%s: %v", data, err)
			}
			kinds = append(kinds, string(back.Type()))
			more, err := from.Event(back)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, more...)
		}
		if !reflect.DeepEqual(got, turn) || from.Stop() != stop {
			t.Errorf("%s: got\n%+v, %s\nwant\n%+v", stop, got, from.Stop(), turn)
		}
		const want = "RUN_STARTED REASONING_START REASONING_MESSAGE_START REASONING_MESSAGE_CONTENT REASONING_MESSAGE_CONTENT " +
			"REASONING_MESSAGE_END REASONING_END TEXT_MESSAGE_START TEXT_MESSAGE_CONTENT ACTIVITY_SNAPSHOT TEXT_MESSAGE_END TOOL_CALL_START"
		if got := strings.Join(kinds, " "); !strings.HasPrefix(got, want) {
			t.Errorf("the events are %s", got)
		}
	}
}

func TestNoCounterpart(t *testing.T) {
	to := NewToAGUI("t", "r", ids())
	for _, u := range []Update{
		{Kind: "mode"}, {Kind: MessageChunk, Content: &Block{Type: "image"}}, {Kind: ThoughtChunk},
		{Kind: ToolCallUpdate, ToolCallID: "x", Status: Completed},
	} {
		if events, err := to.Update(u); err == nil {
			t.Errorf("%+v: %v", u, events)
		}
	}
	from := NewFromAGUI()
	for _, e := range []agui.Event{
		agui.NewCustomEvent("n", json.RawMessage("1")), agui.NewToolCallArgsEvent("x", "{}"), agui.NewToolCallEndEvent("x"),
		agui.NewActivitySnapshotEvent("m", "map", map[string]json.RawMessage{}),
		agui.NewToolCallResultEvent("m", "c", agui.NewContentParts(agui.NewImagePart(agui.NewURLSource("https://a.example")))),
	} {
		if updates, err := from.Event(e); err == nil {
			t.Errorf("%s: %+v", e.Type(), updates)
		}
	}
}

// A model's arguments need not be JSON.
func TestArguments(t *testing.T) {
	from := NewFromAGUI()
	for _, e := range []agui.Event{agui.NewToolCallStartEvent("c", "f"), agui.NewToolCallArgsEvent("c", `{"a":`)} {
		if _, err := from.Event(e); err != nil {
			t.Fatal(err)
		}
	}
	got, err := from.Event(agui.NewToolCallEndEvent("c"))
	if err != nil || len(got) != 1 || string(got[0].RawInput) != `"{\"a\":"` {
		t.Errorf("%+v, %v", got, err)
	}
}
