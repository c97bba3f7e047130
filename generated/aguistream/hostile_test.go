package aguistream_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// allocated returns how many bytes work allocates.
func allocated(work func()) int {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

func id(i int) string { return fmt.Sprint("id-", i) }

// loads are what hostile streams are full of.
var loads = []struct {
	name string
	work func(t *testing.T, n int)
}{
	{"open messages", func(t *testing.T, n int) {
		var v aguistream.Verifier
		mustVerify(t, &v, agui.NewRunStartedEvent("t", "r"))
		for i := range n {
			mustVerify(t, &v, agui.NewTextMessageStartEvent(id(i)))
		}
		for i := range n {
			mustVerify(t, &v, agui.NewTextMessageContentEvent(id(i), "x"))
		}
		if err := v.Verify(agui.NewRunFinishedEvent("t", "r")); err == nil || len(err.Error()) > 1000 {
			t.Errorf("error %v", err)
		}
	}},
	{"open lanes", func(t *testing.T, n int) {
		var x aguistream.Expander
		for i := range n {
			tag := id(i)
			chunk := &agui.TextMessageChunkEvent{MessageID: &tag, Delta: &tag}
			chunk.SubagentRunID = &tag
			if out, err := x.Expand(chunk); err != nil || len(out) != 2 {
				t.Fatal(out, err)
			}
		}
		if out := x.Close(); len(out) != n {
			t.Errorf("%d ends", len(out))
		}
	}},
	{"messages", func(t *testing.T, n int) {
		var c aguistream.Conversation
		for i := range n {
			c.Apply(agui.NewTextMessageStartEvent(id(i)))
		}
		for i := range n {
			c.Apply(agui.NewTextMessageContentEvent(id(n-i-1), "x"))
		}
	}},
	{"a long message", func(t *testing.T, n int) {
		var c aguistream.Conversation
		c.Apply(agui.NewTextMessageStartEvent("m"))
		for range n {
			c.Apply(agui.NewTextMessageContentEvent("m", "0123456789"))
		}
	}},
	{"metadata", func(t *testing.T, n int) {
		var c aguistream.Conversation
		c.Apply(agui.NewTextMessageStartEvent("m"))
		c.Apply(agui.NewToolCallStartEvent("c", "f"))
		for i := range n {
			e, a := agui.NewTextMessageContentEvent("m", "x"), agui.NewToolCallArgsEvent("c", "x")
			e.Metadata = agui.Metadata{id(i): json.RawMessage("1")}
			a.Metadata = e.Metadata
			c.Apply(e)
			c.Apply(a)
		}
	}},
	{"calls and answers", func(t *testing.T, n int) {
		var c aguistream.Conversation
		for i := range n {
			e := agui.NewToolCallStartEvent(id(i), "f")
			e.ParentMessageID = agui.Ptr("m")
			c.Apply(e)
		}
		c.Apply(agui.NewTextMessageStartEvent("behind"))
		for i := range n {
			c.Apply(agui.NewToolCallResultEvent("r"+id(i), id(i), agui.NewContentText("x")))
		}
	}},
	{"operations", func(t *testing.T, n int) {
		var c aguistream.Conversation
		for i := range n {
			c.Apply(agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewAddOperation("/"+id(i), json.RawMessage("1"))}))
		}
		for i := range n {
			c.Apply(agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewRemoveOperation("/" + id(i))}))
		}
	}},
	{"a wide state", func(t *testing.T, n int) {
		var c aguistream.Conversation
		c.SetState(json.RawMessage("[0" + strings.Repeat(",0", n) + "]"))
		e := agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewAddOperation("/-", json.RawMessage("1"))})
		if size := allocated(func() { c.Apply(e) }); size > 90*n {
			t.Errorf("%d bytes to take %d items apart", size, n)
		}
	}},
	{"differences", func(t *testing.T, n int) {
		item := func(i int) string {
			return fmt.Sprintf(`,{"id":%d,"text":"some text that stays as it is","done":false}`, i)
		}
		var from, to strings.Builder
		for i := range n / 10 {
			from.WriteString(item(i))
			to.WriteString(strings.Replace(item(i), "false", "true", 1))
		}
		if p, err := aguistream.Diff(json.RawMessage("[0"+from.String()+"]"), json.RawMessage("[0"+to.String()+"]")); err != nil || len(p) != n/10 {
			t.Error(len(p), err)
		}
	}},
	{"a deep difference", func(t *testing.T, n int) {
		deep := func(inner string) json.RawMessage {
			return json.RawMessage(strings.Repeat(`[`, n/10) + inner + strings.Repeat(`]`, n/10))
		}
		if p, err := aguistream.Diff(deep("1"), deep("2")); err != nil || len(p) != 1 {
			t.Error(len(p), err)
		}
	}},
	{"compaction", func(t *testing.T, n int) {
		var c aguistream.Compacter
		for i := range n { // the content comes first, and the starts backwards
			c.Add(agui.NewTextMessageContentEvent(id(i), "x"))
		}
		for i := range n {
			e := agui.NewTextMessageStartEvent(id(n - i - 1))
			c.Add(e)
			c.Add(agui.NewStepStartedEvent("s"))
			e = agui.NewTextMessageStartEvent("again")
			e.Metadata = agui.Metadata{id(i): json.RawMessage("1")}
			c.Add(e)
		}
		if out := c.Close(); len(out) != 3*n+1 {
			t.Errorf("%d events of %d", len(out), 4*n)
		}
	}},
}

// Twice as much costs twice as much: what is done for a stream grows with its length, not with its square.
func TestLinear(t *testing.T) {
	for _, tt := range loads {
		t.Run(tt.name, func(t *testing.T) {
			const n = 10_000
			once, twice := allocated(func() { tt.work(t, n) }), allocated(func() { tt.work(t, 2*n) })
			t.Logf("%d kB and %d kB", once>>10, twice>>10)
			if float64(twice) > 2.6*float64(once) {
				t.Errorf("%d events allocate %d bytes, twice as many %d", n, once, twice)
			}
		})
	}
}

func mustVerify(t testing.TB, v *aguistream.Verifier, e agui.Event) {
	if err := v.Verify(e); err != nil {
		t.Fatal(err)
	}
}

// However long ids are, what a Verifier keeps of them is short, and two long ones stay two.
func TestLongIDs(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	var v aguistream.Verifier
	mustVerify(t, &v, agui.NewRunStartedEvent("t", "r"))
	var events []agui.Event
	for i := range 20 {
		events = append(events, agui.NewTextMessageStartEvent(long+fmt.Sprint(i)))
	}
	kept := allocated(func() {
		for _, e := range events {
			mustVerify(t, &v, e)
		}
	})
	if kept > 20*10_000 {
		t.Errorf("%d bytes for 20 ids", kept)
	}
	for _, e := range events {
		mustVerify(t, &v, agui.NewTextMessageContentEvent(e.(*agui.TextMessageStartEvent).MessageID, ""))
	}
	if err := v.Verify(events[0]); err == nil || len(err.Error()) > 1000 {
		t.Errorf("error of %d bytes", len(fmt.Sprint(err)))
	}
	if err := v.Verify(agui.NewTextMessageContentEvent(long, "")); err == nil {
		t.Error("an id that only begins alike is open")
	}
}

// A state that is copied into itself grows up to a limit, which can be set, and is what it was when it has been reached.
func TestCopyBomb(t *testing.T) {
	bomb := agui.JSONPatch{}
	for range 40 {
		bomb = append(bomb, agui.NewCopyOperation("", "/-"))
	}
	var notes []string
	c := aguistream.Conversation{MaxState: 10_000, OnNote: func(n aguistream.Note) { notes = append(notes, n.Message) }}
	c.SetState(json.RawMessage(`["0123456789"]`))
	work := allocated(func() { c.Apply(agui.NewStateDeltaEvent(bomb)) })
	if string(c.State()) != `["0123456789"]` || len(notes) != 1 || !strings.Contains(notes[0], "more than 10000 bytes") {
		t.Errorf("%s %s", c.State(), notes)
	}
	if work > 1<<20 {
		t.Errorf("%d bytes for a limit of 10000", work)
	}
	c.Apply(agui.NewActivitySnapshotEvent("a", "PLAN", map[string]json.RawMessage{"list": json.RawMessage(`["0123456789"]`)}))
	for i := range bomb {
		bomb[i] = agui.NewCopyOperation("/list", "/list/-")
	}
	c.Apply(agui.NewActivityDeltaEvent("a", "PLAN", bomb))
	if m := c.Messages[0].(*agui.ActivityMessage); len(notes) != 2 || string(m.Content["list"]) != `["0123456789"]` {
		t.Errorf("%v %s", m, notes)
	}
}

// Values nest as deep as JSON may; paths reach down a thousand of them, and a state stays what any reader can read.
func TestDeepStates(t *testing.T) {
	var c aguistream.Conversation
	var notes int
	c.OnNote = func(aguistream.Note) { notes++ }
	deep := strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000)
	c.Apply(agui.NewStateSnapshotEvent(json.RawMessage(deep)))
	if string(c.State()) != deep {
		t.Fatal("the state is another")
	}
	c.Apply(agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewReplaceOperation(strings.Repeat("/a", 500), json.RawMessage("1"))}))
	if want := strings.Repeat(`{"a":`, 500) + "1" + strings.Repeat("}", 500); string(c.State()) != want || notes != 0 {
		t.Errorf("a state of %d bytes, %d notes", len(c.State()), notes)
	}
	c.SetState(json.RawMessage(deep))
	c.Apply(agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewReplaceOperation(strings.Repeat("/a", 8_000), json.RawMessage("1"))}))
	if string(c.State()) != deep || notes != 1 {
		t.Error("a path of 8000 steps was followed")
	}
	notes = 0
	for range 3 {
		c.Apply(agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewCopyOperation("", strings.Repeat("/a", 900))}))
	}
	if !json.Valid(c.State()) || notes != 2 {
		t.Errorf("%d notes: a state that nests too deeply cannot be read", notes)
	}
	for range 50 {
		c.Apply(agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewMoveOperation("/a", "/b"), agui.NewAddOperation("/a", json.RawMessage("{}")),
			agui.NewMoveOperation("/b", "/a/c"), agui.NewMoveOperation("/a/c", "/b"), agui.NewRemoveOperation("/a"), agui.NewMoveOperation("/b", "/a")}))
	}
	if notes != 2 {
		t.Error("what is moved up again counts as if it were deeper")
	}
}

// A state delta costs what its path costs: nothing of a long state is copied.
func TestStateDeltaAllocates(t *testing.T) {
	for _, size := range []int{35, 35_000, 3_500_000} {
		var c aguistream.Conversation
		c.SetState(json.RawMessage(`{"big":"` + strings.Repeat("x", size) + `","list":[1,2,3],"at":{"n":0}}`))
		e := agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewReplaceOperation("/at/n", json.RawMessage("1"))})
		c.Apply(e)
		if each := allocated(func() {
			for range 100 {
				c.Apply(e)
			}
		}) / 100; each > 400 {
			t.Errorf("%d bytes for a delta of a state of %d", each, size)
		}
	}
}

// What a conversation holds keeps nothing alive of the memory that events share.
func TestConversationKeepsItsOwn(t *testing.T) {
	const rounds, value = 500, 200
	var lines []string
	add := func(e agui.Event) { lines = append(lines, fmt.Sprint(e)) }
	for i := range rounds {
		id := fmt.Sprint("message-", i)
		start := agui.NewTextMessageStartEvent(id)
		start.Metadata, start.Name = agui.Metadata{"k": json.RawMessage(`"` + id + `"`)}, agui.Ptr("name")
		start.SubagentRunID = agui.Ptr("s")
		add(start)
		add(agui.NewToolCallStartEvent("call-"+id, "f"))
		add(agui.NewToolCallResultEvent("result-"+id, "call-"+id, agui.NewContentText("ok")))
		add(agui.NewActivitySnapshotEvent("activity-"+id, "PLAN", map[string]json.RawMessage{"a": json.RawMessage(`[1]`)}))
		add(agui.NewStateDeltaEvent(agui.JSONPatch{agui.NewAddOperation("/"+id, json.RawMessage(`1`))}))
		for j := range 100 { // what no conversation holds
			add(agui.NewCustomEvent("custom", json.RawMessage(fmt.Sprintf(`"%0*d"`, value, j))))
		}
	}
	text := frames(lines...)
	lines = nil
	live := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := live()
	c := &aguistream.Conversation{}
	for _, err := range c.Follow(aguistream.NewReader(strings.NewReader(text)).All()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	held := (live() - before) / rounds
	t.Logf("%d bytes for each round of %d bytes", held, len(text)/rounds)
	if held > 6000 {
		t.Errorf("%d bytes for each round", held)
	}
	if len(c.Messages) != 4*rounds {
		t.Errorf("%d messages", len(c.Messages))
	}
	runtime.KeepAlive(text)
}
