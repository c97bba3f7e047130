package aguistream_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// asked is a conversation whose run has asked two things.
func asked(t testing.TB) *aguistream.Conversation {
	t.Helper()
	c := &aguistream.Conversation{}
	for _, e := range decoded(`{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m","metadata":{"a":1}}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"hi","metadata":{"b":1}}
{"type":"TEXT_MESSAGE_END","messageId":"m"}
{"type":"ACTIVITY_SNAPSHOT","messageId":"p","activityType":"PLAN","content":{}}
{"type":"STATE_SNAPSHOT","snapshot":{"n":1}}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i","reason":"x"},{"id":"j","reason":"y"}]}}`) {
		c.Apply(e)
	}
	if len(c.Pending) != 2 {
		t.Fatalf("pending %v", c.Pending)
	}
	return c
}

// R1: what starts a run has all that an agent may look for, and no activities.
func TestInput(t *testing.T) {
	c := asked(t)
	c.Pending = nil
	in, err := c.Input("r2")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"threadId":"t","runId":"r2","protocolVersion":"` + agui.ProtocolVersion + `","state":{"n":1},` +
		`"messages":[{"role":"assistant","metadata":{"a":1,"b":1},"id":"m","content":"hi"}],"tools":[],"context":[],"forwardedProps":{}}`
	if got := toJSON(t, in); !sameJSON(t, got, []byte(want)) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := in.Validate(); err != nil {
		t.Error(err)
	}
	before := toJSON(t, in)
	for _, e := range decoded(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"!","metadata":{"c":1}}
{"type":"STATE_DELTA","delta":[{"op":"add","path":"/n","value":2}]}`) {
		c.Apply(e)
	}
	if after := toJSON(t, in); string(after) != string(before) {
		t.Errorf("Apply has changed it to %s", after)
	}
}

// R1: without an id a run gets a new one, and without a thread there is none.
func TestInputIDs(t *testing.T) {
	c := aguistream.Conversation{ThreadID: "t"}
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[string]bool{}
	for range 10 {
		in, err := c.Input("")
		if err != nil || !uuid.MatchString(in.RunID) || seen[in.RunID] {
			t.Fatal(in, err)
		}
		seen[in.RunID] = true
	}
	if _, err := new(aguistream.Conversation).Input("r"); err == nil {
		t.Error("there is no thread, and no error")
	}
}

// R2: answers answer all that a run asked, and nothing else.
func TestInputAnswers(t *testing.T) {
	yes := agui.ResumeEntry{Status: agui.ResumeEntryStatusResolved, Payload: json.RawMessage("true")}
	no := agui.ResumeEntry{Status: agui.ResumeEntryStatusCancelled, Payload: json.RawMessage("true")}
	for _, tt := range []struct {
		name    string
		answers map[string]agui.ResumeEntry
		want    string
	}{
		{"all", map[string]agui.ResumeEntry{"j": no, "i": yes},
			`[{"interruptId":"i","status":"resolved","payload":true},{"interruptId":"j","status":"cancelled"}]`},
		{"one is missing", map[string]agui.ResumeEntry{"i": yes}, `nothing answers "j"`},
		{"one was not asked", map[string]agui.ResumeEntry{"i": yes, "j": yes, "k": no}, `"k" was not asked`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := asked(t)
			c.Answers = tt.answers
			in, err := c.Input("r2")
			switch {
			case err != nil && !strings.Contains(err.Error(), tt.want):
				t.Errorf("error %v, want %s", err, tt.want)
			case err == nil && !sameJSON(t, toJSON(t, in.Resume), []byte(tt.want)):
				t.Errorf("got %s, want %s", toJSON(t, in.Resume), tt.want)
			}
		})
	}
	c := asked(t)
	in, err := c.Input("r2")
	if err != nil || in.Resume != nil {
		t.Fatalf("%v, %v: nothing is answered yet", in, err)
	}
	if in.Resume, err = aguistream.Resume(c.Pending, map[string]agui.ResumeEntry{"i": yes, "j": no}); err != nil || in.Validate() != nil {
		t.Error(err, in.Validate())
	}
	c.Answers = map[string]agui.ResumeEntry{"i": yes, "j": no}
	for _, e := range decoded(`{"type":"RUN_STARTED","threadId":"t","runId":"r2"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r2"}`) {
		c.Apply(e)
	}
	if in, err := c.Input("r3"); err != nil || in.Resume != nil {
		t.Errorf("the answers stay: %v, %v", in, err)
	}
}

// R2: what has expired can only be cancelled.
func TestExpired(t *testing.T) {
	for _, tt := range []struct {
		at      string
		expired bool
	}{
		{"2000-01-01T00:00:00Z", true}, {"2000-01-01T00:00:00.5+02:00", true}, {time.Now().Add(time.Hour).Format(time.RFC3339), false},
		{"tomorrow", false}, {"", false},
	} {
		t.Run(tt.at, func(t *testing.T) {
			asked := []agui.Interrupt{{ID: "i", Reason: "x", ExpiresAt: &tt.at}}
			_, err := aguistream.Resume(asked, map[string]agui.ResumeEntry{"i": {Status: agui.ResumeEntryStatusResolved}})
			if (err != nil) != tt.expired {
				t.Errorf("%s: error %v", tt.at, err)
			}
			if _, err := aguistream.Resume(asked, map[string]agui.ResumeEntry{"i": {Status: agui.ResumeEntryStatusCancelled}}); err != nil {
				t.Errorf("%s: cancelled: %v", tt.at, err)
			}
		})
	}
}
