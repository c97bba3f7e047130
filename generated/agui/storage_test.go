package agui_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// checkpoint is a struct of a user's, as it goes into a column or a file.
type checkpoint struct {
	Messages agui.Messages
	Last     agui.AnyEvent
	None     agui.AnyMessage
	Patch    agui.JSONPatch
}

func sample(t *testing.T) checkpoint {
	t.Helper()
	var c checkpoint
	for _, text := range []string{
		`{"role":"user","id":"1","content":[]}`,
		`{"role":"assistant","id":"2","toolCalls":[]}`,
		`{"role":"oracle","id":"3","mood":{"b":1.0,"a":9007199254740993}}`,
	} {
		m, err := agui.UnmarshalMessage([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		c.Messages = append(c.Messages, m)
	}
	e, err := agui.UnmarshalEvent([]byte(`{"type":"ACTIVITY_SNAPSHOT","messageId":"a","activityType":"plan","content":{},"replace":false}`))
	if err != nil {
		t.Fatal(err)
	}
	c.Last.Value = e
	c.Patch = []agui.JSONPatchOperation{agui.NewRemoveOperation("/a")}
	return c
}

const sampleText = `{"Messages":[{"role":"user","id":"1","content":[]},{"role":"assistant","id":"2","toolCalls":[]},` +
	`{"role":"oracle","id":"3","mood":{"b":1.0,"a":9007199254740993}}],` +
	`"Last":{"type":"ACTIVITY_SNAPSHOT","messageId":"a","activityType":"plan","content":{},"replace":false},` +
	`"None":null,"Patch":[{"op":"remove","path":"/a"}]}`

func TestUnionsInUsersStructs(t *testing.T) {
	c := sample(t)
	t.Run("encoding/json", func(t *testing.T) {
		text, err := json.Marshal(c)
		if err != nil || string(text) != sampleText {
			t.Fatalf("%s, %v\nwant %s", text, err, sampleText)
		}
		var back checkpoint
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		want := c.Messages[:2] // a message that this version does not define is left out, as in any list
		if !reflect.DeepEqual(back.Messages, want) || !reflect.DeepEqual(back.Last, c.Last) || back.None.Value != nil {
			t.Errorf("%+v", back)
		}
	})
	t.Run("encoding/gob", func(t *testing.T) {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(c); err != nil {
			t.Fatal(err)
		}
		var back checkpoint
		if err := gob.NewDecoder(&b).Decode(&back); err != nil {
			t.Fatal(err)
		}
		if text, err := json.Marshal(back); err != nil || string(text) != sampleText {
			t.Errorf("%s, %v\nwant %s", text, err, sampleText)
		}
	})
	t.Run("null", func(t *testing.T) {
		back := c
		if err := json.Unmarshal([]byte(`{"Messages":null,"Last":null}`), &back); err != nil || back.Messages != nil || back.Last.Value != nil {
			t.Errorf("%+v, %v", back, err)
		}
	})
	t.Run("nil", func(t *testing.T) {
		if text, err := json.Marshal(checkpoint{}); err != nil || string(text) != `{"Messages":[],"Last":null,"None":null,"Patch":[]}` {
			t.Errorf("%s, %v", text, err)
		}
	})
	t.Run("wrong", func(t *testing.T) {
		back := c
		if err := json.Unmarshal([]byte(`{"Messages":[{"role":"user"}]}`), &back); err == nil || !reflect.DeepEqual(back, c) {
			t.Errorf("%v, %+v", err, back)
		}
	})
}

func TestUnmarshalUnknown(t *testing.T) {
	const text = `{"type":"RUN_PAUSED","n":1.50}`
	var e agui.UnknownEvent
	if err := json.Unmarshal([]byte(text), &e); err != nil || e.Discriminator != "RUN_PAUSED" || e.String() != text {
		t.Errorf("%v, %v", e, err)
	}
	if err := json.Unmarshal([]byte(`{"n":1}`), &e); err == nil {
		t.Error("an event without a type is read")
	}
	if err := new(agui.Decoder).Unmarshal([]byte(`{"type":"A","type":"B"}`), &e); err != nil || e.Discriminator != "B" {
		t.Errorf("%v, %v", e, err)
	}
	if err := new(agui.Decoder).Unmarshal([]byte(text), nil); err == nil {
		t.Error("nil takes a document")
	}
	if err := new(agui.Decoder).Unmarshal([]byte(text), (*agui.UnknownEvent)(nil)); err == nil {
		t.Error("a nil pointer takes a document")
	}
}

func TestStringIsJSON(t *testing.T) {
	call := agui.NewToolCall("1", *agui.NewFunctionCall("f", "{}"))
	const want = `{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}`
	for _, got := range []string{call.String(), fmt.Sprint(call), fmt.Sprintf("%+v", *call), fmt.Sprintf("%v", []agui.ToolCall{*call})} {
		if got != want && got != "["+want+"]" {
			t.Errorf("got %s", got)
		}
	}
	broken := agui.AssistantMessage{Extra: map[string]json.RawMessage{"a": json.RawMessage("{")}}
	if got := broken.String(); !strings.HasPrefix(got, "!(") {
		t.Errorf("got %s", got)
	}
}

// Clone shares nothing: each thing that can be reached in the copy is changed, and the original stays.
func TestCloneIsDeep(t *testing.T) {
	count := 0
	for _, f := range fixtures(t) {
		if f.want != nil {
			continue
		}
		v, ok, err := decodeAs(&agui.Decoder{Keep: true}, f.definition, f.data)
		if !ok || err != nil {
			continue
		}
		twin, _, _ := decodeAs(&agui.Decoder{Keep: true}, f.definition, f.data)
		clone := reflect.ValueOf(v).MethodByName("Clone")
		if !clone.IsValid() {
			clone = reflect.ValueOf(v).Elem().MethodByName("Clone")
		}
		c := clone.Call(nil)[0]
		if got := c.Interface(); !reflect.DeepEqual(got, v) && !reflect.DeepEqual(got, reflect.ValueOf(v).Elem().Interface()) {
			t.Errorf("%s: the copy differs: %v", f.name, got)
		}
		n := spoil(c)
		if !reflect.DeepEqual(v, twin) {
			t.Errorf("%s: the copy shares something with the original", f.name)
		}
		if n > 0 {
			count++
		}
	}
	if count < 50 {
		t.Errorf("only %d values have something to change", count)
	}
}

// spoil changes everything that can be reached, and returns how much that was.
func spoil(v reflect.Value) int {
	n := 0
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return spoil(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += spoil(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			n += spoil(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			n += spoil(v.MapIndex(key)) + 1
			v.SetMapIndex(key, reflect.Zero(v.Type().Elem()))
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(v.String() + "!")
			n++
		}
	case reflect.Int64:
		v.SetInt(v.Int() + 1)
		n++
	case reflect.Uint8:
		v.SetUint(v.Uint() + 1)
		n++
	case reflect.Bool:
		v.SetBool(!v.Bool())
		n++
	case reflect.Float64:
		v.SetFloat(v.Float() + 1)
		n++
	}
	return n
}

func TestCloneOfNil(t *testing.T) {
	if agui.CloneEvent(nil) != nil || (*agui.Tool)(nil).Clone() != nil || agui.Messages(nil).Clone() != nil {
		t.Error("a copy of nil is something")
	}
	m := agui.Messages{agui.NewDeveloperMessage("1", "a")}
	c := m.Clone()
	c[0].(*agui.DeveloperMessage).ID = "2"
	if m[0].(*agui.DeveloperMessage).ID != "1" || !slices.Equal(agui.Messages{}.Clone(), agui.Messages{}) {
		t.Error("the copy shares a message")
	}
}
