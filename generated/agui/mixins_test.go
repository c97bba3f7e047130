package agui_test

import (
	"bytes"
	"fmt"
	"log"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// The common fields of all events are read and set without a switch over the events.
func ExampleBaseEventOf() {
	e, err := agui.UnmarshalEvent([]byte(`{"type":"STEP_STARTED","timestamp":1700000000000,"stepName":"plan"}`))
	if err != nil {
		log.Fatal(err)
	}
	if base := agui.BaseEventOf(e); base != nil { // nil for an event that this version does not define
		fmt.Println(*base.Timestamp)
		base.Metadata = agui.Metadata{"node": []byte(`"a"`)}
	}
	fmt.Println(e)
	// Output:
	// 1700000000000
	// {"type":"STEP_STARTED","timestamp":1700000000000,"metadata":{"node":"a"},"stepName":"plan"}
}

// What a subagent did is told apart by one field of events, messages and interrupts.
func ExampleAttributableOf() {
	for _, e := range []agui.Event{agui.NewStepStartedEvent("plan"), agui.NewRunStartedEvent("t", "r")} {
		if a := agui.AttributableOf(e); a != nil {
			a.SubagentRunID = agui.Ptr("sub-1")
		}
		fmt.Println(e)
	}
	// Output:
	// {"type":"STEP_STARTED","subagentRunId":"sub-1","stepName":"plan"}
	// {"type":"RUN_STARTED","threadId":"t","runId":"r"}
}

// The messages that have a name and an id of the same kind share a struct.
func ExampleBaseMessageOf() {
	m := agui.NewUserMessage("u1", agui.NewContentText("hello"))
	agui.BaseMessageOf(m).Name = agui.Ptr("Ada")
	fmt.Println(m.ID, *m.Name, agui.BaseMessageOf(agui.NewActivityMessage("a1", "plan", nil)))
	// Output: u1 Ada <nil>
}

// Every event that the schema defines has the common fields, and what is set there is encoded at its place.
func TestBaseEventOf(t *testing.T) {
	met := map[agui.EventType]bool{}
	for _, f := range fixtures(t) {
		e, err := agui.UnmarshalEvent(f.data)
		if _, unknown := e.(*agui.UnknownEvent); err != nil || unknown || f.want != nil {
			continue
		}
		met[e.Type()] = true
		base := agui.BaseEventOf(e)
		if base == nil {
			t.Errorf("%s: %T has no BaseEvent", f.name, e)
			continue
		}
		before, copied := fmt.Sprint(e), base.Clone()
		*base = agui.BaseEvent{Timestamp: agui.Ptr(int64(7))}
		if got, err := e.AppendJSON(nil); err != nil || !bytes.HasPrefix(got, fmt.Appendf(nil, `{"type":%q,"timestamp":7`, e.Type())) {
			t.Errorf("%s: %s, %v", f.name, got, err)
		}
		*base = *copied
		if fmt.Sprint(e) != before {
			t.Errorf("%s: what Clone copied is not what there was:\n%s\n%s", f.name, e, before)
		}
	}
	const all = 31
	if len(met) != all {
		t.Errorf("%d events were looked at, of %d", len(met), all)
	}
}

func TestMixinOfNothing(t *testing.T) {
	var nothing *agui.StepStartedEvent
	for _, e := range []agui.Event{nil, nothing, &agui.UnknownEvent{Discriminator: "X", Raw: []byte(`{"type":"X"}`)}} {
		if base := agui.BaseEventOf(e); base != nil {
			t.Errorf("%#v has %v", e, base)
		}
	}
	for _, v := range []any{nil, nothing, agui.NewRunErrorEvent("m"), (*agui.Interrupt)(nil), "text", agui.Interrupt{}} {
		if a := agui.AttributableOf(v); a != nil {
			t.Errorf("%#v has %v", v, a)
		}
	}
	if i := agui.NewInterrupt("i", "why"); agui.AttributableOf(i) != &i.Attributable {
		t.Error("an interrupt names its subagent")
	}
	if m := agui.NewAssistantMessage("m"); agui.AttributableOf(m) != &m.Attributable || agui.BaseMessageOf(m) != &m.BaseMessage {
		t.Error("what is embedded in what is embedded")
	}
}
