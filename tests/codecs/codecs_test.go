package codecs

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/tests/corpus"
)

// codec is a JSON library.
type codec struct {
	name      string
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
}

var codecs = append([]codec{
	{"encoding/json", json.Marshal, json.Unmarshal},
	{"goccy/go-json", goccy.Marshal, goccy.Unmarshal},
	{"jsoniter", jsoniter.Marshal, jsoniter.Unmarshal},
	{"jsoniter, like the standard library", jsoniter.ConfigCompatibleWithStandardLibrary.Marshal, jsoniter.ConfigCompatibleWithStandardLibrary.Unmarshal},
}, with64Bits...)

// row is what a user keeps: unions, alone and in lists, and objects.
type row struct {
	Messages agui.Messages
	Last     agui.AnyEvent
	Optional *agui.AnyMessage `json:"optional,omitempty"`
	Calls    []agui.ToolCall  `json:",omitempty"`
}

// rows makes a row of each valid event and message of the corpus, beside those that are easy to get wrong.
func rows(t *testing.T) []row {
	t.Helper()
	list := []row{
		{Messages: agui.Messages{}},
		{Messages: agui.Messages{&agui.AssistantMessage{BaseMessage: agui.BaseMessage{ID: "a"}, ToolCalls: []agui.ToolCall{}}}},
		{Last: agui.AnyEvent{Value: &agui.ActivitySnapshotEvent{Replace: agui.Ptr(false)}}},
		{Messages: agui.Messages{agui.NewUserMessage("m", agui.NewContentParts())}},
		{Messages: agui.Messages{agui.NewUserMessage("m", agui.NewContentText("<b> & \u2028 é \x00"))}},
		{Last: agui.AnyEvent{Value: agui.NewCustomEvent("n", json.RawMessage(`{"n": 9007199254740993.10, "k":null}`))}},
		{Last: agui.AnyEvent{Value: &agui.UnknownEvent{Discriminator: "NEW", Raw: json.RawMessage(`{"type":"NEW","x":[1.0]}`)}}},
		{Calls: []agui.ToolCall{*agui.NewToolCall("c", *agui.NewFunctionCall("f", "{}"))}},
	}
	for _, d := range corpus.Documents(t, agui.ProtocolVersion) {
		if len(d.Errors) > 0 {
			continue
		}
		if e, err := agui.UnmarshalEvent([]byte(d.Text)); err == nil && d.Definition() != "Message" {
			list = append(list, row{Messages: agui.Messages{}, Last: agui.AnyEvent{Value: e}})
		}
		m, err := agui.UnmarshalMessage([]byte(d.Text))
		if _, unknown := m.(*agui.UnknownMessage); err == nil && !unknown { // which a list leaves out when it is read
			list = append(list, row{Messages: agui.Messages{m, m}, Last: agui.AnyEvent{}, Optional: &agui.AnyMessage{Value: m}})
		}
	}
	return list
}

// TestBothWays writes every row with each library and reads it with each: no pair loses anything.
func TestBothWays(t *testing.T) {
	all := rows(t)
	if len(all) < 100 {
		t.Fatalf("only %d rows", len(all))
	}
	for _, writer := range codecs {
		for _, reader := range codecs {
			t.Run(writer.name+" to "+reader.name, func(t *testing.T) {
				for _, r := range all {
					there(t, writer, reader, r)
				}
			})
		}
	}
	t.Logf("%d rows", len(all))
}

func there(t *testing.T, writer, reader codec, r row) {
	t.Helper()
	text, err := writer.marshal(r)
	if err != nil {
		t.Errorf("%v: %v", r, err)
		return
	}
	var back row
	if err := reader.unmarshal(text, &back); err != nil {
		t.Errorf("%s: %v", text, err)
		return
	}
	want, got := spelled(t, r), spelled(t, back)
	if got != want {
		t.Errorf("became\n%s\nfrom\n%s", got, want)
	}
}

// spelled writes a row with the standard library, as which the others have to come out.
func spelled(t *testing.T, r row) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAlone writes and reads values that are no part of a struct, as values and through pointers.
func TestAlone(t *testing.T) {
	for _, c := range codecs {
		for _, v := range []any{
			agui.NewTextMessageContentEvent("m", "Hello"), *agui.NewTextMessageContentEvent("m", "Hello"),
			agui.Messages{agui.NewUserMessage("m", agui.NewContentText("Hello"))}, agui.AnyEvent{Value: agui.NewRunStartedEvent("t", "r")},
			agui.NewContentText("Hello"), agui.JSONPatch{agui.NewRemoveOperation("/a")},
		} {
			text, err := c.marshal(v)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			to := reflect.New(reflect.TypeOf(v))
			if reflect.TypeOf(v).Kind() == reflect.Pointer {
				to = reflect.New(reflect.TypeOf(v).Elem())
			}
			if err := c.unmarshal(text, to.Interface()); err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			want, err := json.Marshal(v)
			if got := fmt.Sprint(to.Interface()); err != nil || got != string(want) {
				t.Errorf("%s: %T became %s, not %s", c.name, v, got, want)
			}
		}
	}
}

// TestRefusals sees that what is wrong inside of a struct is an error with each library.
func TestRefusals(t *testing.T) {
	for _, c := range codecs {
		for _, text := range []string{
			`{"Messages":[{"role":"user"}],"Last":null}`, `{"Messages":[],"Last":{"stepName":"a"}}`, `{"Messages":{},"Last":null}`,
			`{"Messages":null,"Last":{"type":"STEP_STARTED","stepName":1}}`,
		} {
			if err := c.unmarshal([]byte(text), new(row)); err == nil {
				t.Errorf("%s takes %s", c.name, text)
			}
		}
		if _, err := c.marshal(row{Last: agui.AnyEvent{Value: agui.NewCustomEvent("n", json.RawMessage(`{`))}}); err == nil {
			t.Errorf("%s writes what is not JSON", c.name)
		}
	}
}
