package openai

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// newIDs returns m0, m1, ...
func newIDs() func() string {
	n := -1
	return func() string { n++; return fmt.Sprintf("m%d", n) }
}

func whats(losses []Loss) []string {
	out := []string{}
	for _, l := range losses {
		out = append(out, l.String())
	}
	return out
}

// chat is what can go both ways without a loss.
const chat = `[
	{"role":"developer","content":"Be brief.","name":"dev"},
	{"role":"system","content":""},
	{"role":"user","content":"Hello","name":"Ada"},
	{"role":"user","content":[]},
	{"role":"user","content":[
		{"type":"text","text":""},
		{"type":"image_url","image_url":{"url":"https://example.com/a.png"}},
		{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}},
		{"type":"input_audio","input_audio":{"data":"BBBB","format":"mp3"}},
		{"type":"file","file":{"file_id":"file-1"}},
		{"type":"file","file":{"file_data":"data:application/pdf;base64,CCCC"}}]},
	{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"search","arguments":"{not json"}}]},
	{"role":"tool","content":"","tool_call_id":"c1"},
	{"role":"assistant","content":"Done."}]`

func TestThereAndBack(t *testing.T) {
	var before []Message
	if err := json.Unmarshal([]byte(chat), &before); err != nil {
		t.Fatal(err)
	}
	messages, lost := ToAGUI(before, newIDs())
	if len(lost) != 0 {
		t.Errorf("lost on the way there: %v", lost)
	}
	for i, m := range messages {
		if err := m.Validate(); err != nil {
			t.Errorf("message %d: %v", i, err)
		}
	}
	after, lost := FromAGUI(messages)
	if len(lost) != 0 {
		t.Errorf("lost on the way back: %v", lost)
	}
	got, _ := json.Marshal(after)
	var want, have any
	if json.Unmarshal([]byte(chat), &want) != nil || json.Unmarshal(got, &have) != nil || !reflect.DeepEqual(want, have) {
		t.Errorf("came back as %s", got)
	}
}

func TestLossesToAGUI(t *testing.T) {
	var chat []Message
	err := json.Unmarshal([]byte(`[
		{"role":"function","content":"42","name":"old"},
		{"role":"tool","content":"42"},
		{"role":"assistant","refusal":"No.","tool_calls":[{"id":"c1","type":"custom","custom":{"name":"sql","input":"x"}}]},
		{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"refusal","refusal":"No."},{"type":"text","text":"b"}]},
		{"role":"user","content":[
			{"type":"image_url","image_url":{"url":"data:,x","detail":"high"}},
			{"type":"input_audio","input_audio":{"data":"BBBB","format":"opus"}},
			{"type":"file","file":{"file_id":"f","filename":"a.pdf"}}]}]`), &chat)
	if err != nil {
		t.Fatal(err)
	}
	messages, lost := ToAGUI(chat, newIDs())
	want := []string{
		`message 0: a message of the role "function"`,
		`message 1: a message of the role "tool"`,
		`message 2: the refusal`,
		`message 2: a tool call of the type "custom"`,
		`message 3: a part of the type "refusal"`,
		`message 4: the detail of an image`,
		`message 4: a part of the type "input_audio"`,
		`message 4: the name of a file`,
	}
	if got := whats(lost); !slices.Equal(got, want) {
		t.Errorf("lost:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got, _ := json.Marshal(messages)
	const left = `[{"role":"assistant","id":"m0"},{"role":"assistant","id":"m1","content":"ab"},` +
		`{"role":"user","id":"m2","content":[{"type":"image","source":{"type":"url","value":"data:,x"}},` +
		`{"type":"document","source":{"type":"file","value":"f","provider":"openai"}}]}]`
	if string(got) != left {
		t.Errorf("left: %s\nwant: %s", got, left)
	}
}

func TestLossesFromAGUI(t *testing.T) {
	d := agui.Decoder{Keep: true}
	var snapshot agui.MessagesSnapshotEvent
	err := d.Unmarshal([]byte(`{"type":"MESSAGES_SNAPSHOT","messages":[
		{"role":"reasoning","id":"1","content":"Hm."},
		{"role":"activity","id":"2","activityType":"plan","content":{}},
		{"role":"oracle","id":"3"},
		{"role":"tool","id":"4","toolCallId":"c","content":"","error":"down","subagentRunId":"s","encryptedValue":"e"},
		{"role":"assistant","id":"5","metadata":{"k":1},"mood":"good",
			"toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":""},"metadata":{"k":1}}]},
		{"role":"user","id":"6","content":[
			{"type":"text","text":"a","metadata":0,"new":1},
			{"type":"hologram"},
			{"type":"video","source":{"type":"url","value":"u"}},
			{"type":"image","source":{"type":"file","value":"f"}},
			{"type":"image","source":{"type":"url","value":"u","mimeType":"image/png"}},
			{"type":"audio","source":{"type":"data","value":"","mimeType":"audio/ogg"}},
			{"type":"document","source":{"type":"file","value":"f","provider":"openai","mimeType":"text/plain"}},
			{"type":"document","source":{"type":"file","value":"f","provider":"google"}}]}]}`), &snapshot)
	if err != nil {
		t.Fatal(err)
	}
	chat, lost := FromAGUI(snapshot.Messages)
	want := []string{
		`message 0: a message of the role "reasoning"`,
		`message 1: a message of the role "activity"`,
		`message 2: a message of the role "oracle"`,
		`message 3: the subagent run`,
		`message 3: the encrypted value`,
		`message 3: the error of a tool`,
		`message 4: the metadata`,
		`message 4: properties of a newer protocol`,
		`message 4: the metadata`,
		`message 5: the metadata of a part`,
		`message 5: properties of a newer protocol`,
		`message 5: a part of the type "hologram"`,
		`message 5: a part of the type "video"`,
		`message 5: a part of the type "image"`,
		`message 5: the media type of an image`,
		`message 5: a part of the type "audio"`,
		`message 5: the media type of a document`,
		`message 5: a part of the type "document"`,
	}
	if got := whats(lost); !slices.Equal(got, want) {
		t.Errorf("lost:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got, _ := json.Marshal(chat)
	const left = `[{"role":"tool","content":"","tool_call_id":"c"},` +
		`{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":""}}]},` +
		`{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"u"}},` +
		`{"type":"file","file":{"file_id":"f"}}]}]`
	if string(got) != left {
		t.Errorf("left: %s\nwant: %s", got, left)
	}
}
