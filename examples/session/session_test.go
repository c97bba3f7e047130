package session

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

func ids() func() string {
	n := 0
	return func() string { n++; return fmt.Sprint("m", n) }
}

func chunkOf(kind Kind, text string) Update { return chunk(kind, text)[0] }

// by is an update of a subagent, at a time, with something else that is said of it.
func by(agent string, at int64, u Update) Update {
	u.Agent, u.At, u.Meta = agent, at, map[string]json.RawMessage{"trace": json.RawMessage(`"7"`)}
	return u
}

// turn is one of every kind of update, as the other direction makes them.
var turn = []Update{
	chunkOf(ThoughtChunk, "They want "), by("", 5, chunkOf(ThoughtChunk, "the file.")), chunkOf(MessageChunk, "I read it."),
	by("finder", 6, chunkOf(MessageChunk, "Where?")), chunkOf(MessageChunk, "In here."),
	{Kind: Plan, Entries: []Entry{{"read", "high", InProgress}, {"answer", "low", Pending}}},
	by("finder", 7, Update{Kind: Plan, Entries: []Entry{{"look", "high", Pending}}}),
	{Kind: ModeUpdate, Mode: "code"},
	by("finder", 8, Update{Kind: ToolCall, ToolCallID: "c1", Title: "read", Status: Pending, RawInput: json.RawMessage(`{"path":"a"}`)}),
	{Kind: ToolCall, ToolCallID: "c2", Title: "look", Status: Pending},
	by("finder", 9, Update{Kind: ToolCallUpdate, ToolCallID: "c1", Status: Completed, Output: []Block{
		Text("x"), {Type: "image", Data: "AA==", MIMEType: "image/png"}, {Type: "audio", Data: "AAA=", MIMEType: "audio/wav"}}}),
	by("", 10, Update{Kind: ToolCallUpdate, ToolCallID: "c2", Status: Failed, Output: []Block{Text("no such file")}}),
	chunkOf(MessageChunk, "Done."),
}

// sent is the events of a turn, read again from their JSON, every one of which must be valid.
func sent(t *testing.T, to *ToAGUI, stop Stop, asks ...Ask) []agui.Event {
	t.Helper()
	events := []agui.Event{to.Start()}
	for _, u := range turn {
		more, err := to.Update(u)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, more...)
	}
	more, err := to.Finish(stop, asks...)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range append(events, more...) {
		data, err := agui.AppendEvent(nil, e)
		if err != nil {
			t.Fatal(err)
		}
		strict := agui.Decoder{Strict: true}
		if e, err = strict.Event(data); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		events = append(events[:i], e)
	}
	return events
}

func TestThereAndBack(t *testing.T) {
	for _, stop := range []Stop{EndTurn, Cancelled, MaxTokens, Refusal} {
		from := NewFromAGUI()
		var got []Update
		var order aguistream.Verifier
		for _, e := range sent(t, NewToAGUI("t", "r", ids()), stop) {
			if err := order.Verify(e); err != nil {
				t.Error(err)
			}
			more, err := from.Event(e)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, more...)
		}
		if err := order.End(); err != nil {
			t.Error(err)
		}
		if !reflect.DeepEqual(got, turn) || from.Stop() != stop {
			t.Errorf("%s: got\n%+v, %s\nwant\n%+v", stop, got, from.Stop(), turn)
		}
	}
}

// What ends is marked with the agent that it belongs to, and what the next one begins with that one.
func TestAgents(t *testing.T) {
	var got []string
	for _, e := range sent(t, NewToAGUI("t", "r", ids()), EndTurn) {
		if a := agui.AttributableOf(e); a != nil && a.SubagentRunID != nil && strings.HasPrefix(string(e.Type()), "TEXT") {
			got = append(got, string(e.Type()), *a.SubagentRunID)
		}
	}
	const want = "TEXT_MESSAGE_START finder TEXT_MESSAGE_CONTENT finder TEXT_MESSAGE_END finder"
	if strings.Join(got, " ") != want {
		t.Errorf("got %s", got)
	}
}

func TestAsks(t *testing.T) {
	asks := []Ask{
		{ID: "q1", ToolCallID: "c1", Title: "Read it?", Agent: "finder", Options: []Option{{"y", "Yes", "allow_once"}, {"n", "No", "reject_once"}}},
		{ID: "q2", Title: "Go on?", Options: []Option{{"y", "Yes", "allow_once"}}},
	}
	from := NewFromAGUI()
	for _, e := range sent(t, NewToAGUI("t", "r", ids()), "", asks...) {
		if _, err := from.Event(e); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(from.Asks(), asks) || from.Stop() != "" {
		t.Errorf("got %+v, %q", from.Asks(), from.Stop())
	}
	entries, err := Resume([]Answer{{AskID: "q1", OptionID: "n"}, {AskID: "q2"}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `[{"interruptId":"q1","status":"resolved","payload":"n"} {"interruptId":"q2","status":"cancelled"}]`
	if got := fmt.Sprint(entries); got != want {
		t.Errorf("got %s", got)
	}
}

// A session that is loaded shows what the run left.
func TestHistory(t *testing.T) {
	var c aguistream.Conversation
	for _, e := range sent(t, NewToAGUI("t", "r", ids()), EndTurn) {
		c.Apply(e)
	}
	asked := agui.NewUserMessage("u", agui.NewContentText("Read a."))
	asked.Name = agui.Ptr("Ada")
	got, err := History(append([]agui.Message{agui.NewSystemMessage("s", "Be brief."), asked}, c.Messages...))
	if err != nil {
		t.Fatal(err)
	}
	kinds := ""
	for _, u := range got {
		kinds += strings.TrimSpace(fmt.Sprint(u.Kind, " ", u.Name, u.Agent)) + ", "
	}
	const want = "user_message_chunk Ada, agent_thought_chunk, agent_message_chunk, agent_message_chunk finder, agent_message_chunk, plan, " +
		"plan finder, tool_call finder, tool_call_update finder, tool_call, tool_call_update, agent_message_chunk, "
	if kinds != want {
		t.Errorf("got  %s\nwant %s", kinds, want)
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
