package aguiproto_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// One thing at a time that the binary form cannot carry, with its kind and place.
var losses = []struct {
	name string
	e    agui.Event
	want string // kinds and places
	rest string // what is left with AllowLoss
}{
	{"number", agui.NewCustomEvent("n", raw(`{"a":[9007199254740993]}`)), "number /value/a/0",
		`{"type":"CUSTOM","name":"n","value":{"a":[9007199254740992]}}`},
	{"number in metadata", &agui.TextMessageEndEvent{MessageID: "m", BaseEvent: agui.BaseEvent{Metadata: agui.Metadata{"x/y": raw(`1.00000000000000000001`)}}},
		"number /metadata/x~1y", `{"type":"TEXT_MESSAGE_END","metadata":{"x/y":1},"messageId":"m"}`},
	{"half a character", agui.NewStateSnapshotEvent(raw(`["\ud83d"]`)), "text /snapshot/0", `{"type":"STATE_SNAPSHOT","snapshot":["` + "\ufffd" + `"]}`},
	{"no text", agui.NewTextMessageContentEvent("m", "a\xffb"), "text /delta", `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"a` + "\ufffd" + `b"}`},
	{"member of an operation", agui.NewStateDeltaEvent(agui.JSONPatch{
		&agui.RemoveOperation{Path: "/a", Extra: map[string]json.RawMessage{"why": raw("1"), "value": raw("2"), "from": raw("3")}},
	}), "property /delta/0/from, property /delta/0/why", `{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a","value":2}]}`},
	{"kept property", &agui.RunErrorEvent{Message: "no", Extra: map[string]json.RawMessage{"b": raw("1"), "a": raw("2")}},
		"property /a, property /b", `{"type":"RUN_ERROR","message":"no"}`},
	{"kept property inside", &agui.RunFinishedEvent{ThreadID: "t", RunID: "r", Outcome: &agui.RunFinishedSuccessOutcome{Extra: map[string]json.RawMessage{"x": raw("1")}}},
		"property /outcome/x", `{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"success"}}`},
	{"unknown message", agui.NewMessagesSnapshotEvent([]agui.Message{
		&agui.UnknownMessage{Discriminator: "robot", Raw: raw(`{"role":"robot"}`)}, agui.NewSystemMessage("s", "x"),
	}), "variant /messages/0", `{"type":"MESSAGES_SNAPSHOT","messages":[{"role":"system","id":"s","content":"x"}]}`},
	{"unknown source", agui.NewToolCallResultEvent("m", "c", agui.NewContentParts(
		agui.NewTextPart("x"), agui.NewImagePart(&agui.UnknownPartSource{Discriminator: "tape", Raw: raw(`{"type":"tape"}`)}),
	)), "variant /content/1/source", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[{"type":"text","text":"x"}]}`},
	{"unknown outcome", &agui.RunFinishedEvent{ThreadID: "t", RunID: "r", Outcome: &agui.UnknownRunFinishedOutcome{Discriminator: "paused", Raw: raw(`{"type":"paused"}`)}},
		"variant /outcome", `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`},
	{"unknown operation", agui.NewActivityDeltaEvent("m", "P", agui.JSONPatch{&agui.UnknownJSONPatchOperation{Discriminator: "6", Raw: raw(`{"op":"6"}`)}}),
		"variant /patch/0", `{"type":"ACTIVITY_DELTA","messageId":"m","activityType":"P","patch":[]}`},
	{"unknown event", &agui.UnknownEvent{Discriminator: "NEW", Raw: raw(`{"type":"NEW"}`)}, "variant ", ""},
}

func TestLossIsNeverSilent(t *testing.T) {
	for _, c := range losses {
		t.Run(c.name, func(t *testing.T) {
			prefix := []byte("before")
			out, err := aguiproto.Append(prefix, c.e)
			var loss *aguiproto.LossError
			if !errors.As(err, &loss) || string(out) != "before" {
				t.Fatalf("%q, %v", out, err)
			}
			if first, _, _ := strings.Cut(c.want, ", "); string(loss.Kind)+" "+loss.InstanceLocation != first || loss.Message == "" {
				t.Errorf("%q %q: %v", loss.Kind, loss.InstanceLocation, err)
			}
			if _, err := aguiproto.EventToProto(c.e); !errors.As(err, &loss) {
				t.Errorf("EventToProto: %v", err)
			}
			var told []string
			encoder := &aguiproto.Encoder{AllowLoss: true, OnLoss: func(l aguiproto.Loss) { told = append(told, string(l.Kind)+" "+l.InstanceLocation) }}
			out, err = encoder.Append(nil, c.e)
			if got := strings.Join(told, ", "); got != c.want {
				t.Errorf("told of %s, want %s", got, c.want)
			}
			if c.rest == "" {
				if !errors.As(err, &loss) {
					t.Errorf("an event that is nothing but lost: %v", err)
				}
				return
			}
			back, errBack := aguiproto.Unmarshal(out)
			if err != nil || errBack != nil {
				t.Fatal(err, errBack)
			}
			if got := string(text(t, back)); got != c.rest {
				t.Errorf("left %s, want %s", got, c.rest)
			}
			quiet, err := (&aguiproto.Encoder{AllowLoss: true}).Append(nil, c.e)
			if err != nil || !same(quiet, out) {
				t.Errorf("without OnLoss: %x, %v", quiet, err)
			}
		})
	}
}

// OnLoss hears of everything also when that is an error.
func TestLossesAreAllReported(t *testing.T) {
	n := 0
	encoder := &aguiproto.Encoder{OnLoss: func(aguiproto.Loss) { n++ }}
	if _, err := encoder.AppendFrame(nil, agui.NewRawEvent(raw(`[9007199254740993,1,"\udead"]`))); err == nil || n != 2 {
		t.Errorf("%d losses, %v", n, err)
	}
}

// What is no value at all is told as AppendJSON tells it, with a place.
func TestNoValue(t *testing.T) {
	var none *agui.TextMessageEndEvent
	for _, c := range []struct {
		e    agui.Event
		want string
	}{
		{nil, ": Event is nil"},
		{none, ": TextMessageEndEvent is nil"},
		{agui.NewMessagesSnapshotEvent([]agui.Message{nil}), "/messages/0: Message is nil"},
		{agui.NewToolCallResultEvent("m", "c", agui.NewContentParts(agui.NewImagePart(nil))), "/content/0/source: PartSource is nil"},
		{&agui.RunFinishedEvent{Outcome: (*agui.RunFinishedSuccessOutcome)(nil)}, ": RunFinishedOutcome is nil"},
		{agui.NewRawEvent(raw(`{"a":nul}`)), "/event/a: the value is not JSON: byte 5: expected a value"},
		{agui.NewRawEvent(raw(``)), "/event: the value is not JSON: byte 0: the text ends inside a value"},
	} {
		t.Run(c.want, func(t *testing.T) {
			_, err := aguiproto.Marshal(c.e)
			var invalid agui.ValidationErrors
			if !errors.As(err, &invalid) || invalid[0].InstanceLocation+": "+invalid[0].Message != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
			if c.e != nil {
				if _, err := c.e.AppendJSON(nil); err == nil {
					t.Errorf("%s: JSON accepts it", c.want)
				}
			}
		})
	}
}

// What the bytes bring that this version does not know is treated as in JSON, and reported with its place there.
func TestReceiverRules(t *testing.T) {
	for _, c := range []struct{ name, hex, json, unknown string }{
		{"field of an event", "1a0e0a02080212016dd2050178d80505", `{"type":"TEXT_MESSAGE_END","messageId":"m"}`, "property /90, property /91"},
		{"field of base_event", "1a0a0a0508027a017812016d", `{"type":"TEXT_MESSAGE_END","messageId":"m"}`, "property /15"},
		{"field of another type", "1a060a0208021005", `{"type":"TEXT_MESSAGE_END","messageId":""}`, "property /2"},
		{"arm beside a known one", "1a070a02080212016dea04030a0178", `{"type":"TEXT_MESSAGE_END","messageId":"m"}`, "property /77"},
		{"part", "4a200a020808121a0a0175120475736572420532030a017842080a060a046b657074",
			`{"type":"MESSAGES_SNAPSHOT","messages":[{"role":"user","id":"u","content":[{"type":"text","text":"kept"}]}]}`, "variant /messages/0/content/0"},
		{"source", "4a1a0a02080812140a0175120475736572420912070a0522030a0178",
			`{"type":"MESSAGES_SNAPSHOT","messages":[{"role":"user","id":"u","content":[]}]}`, "variant /messages/0/content/0"},
		{"role", "4a130a020808120d0a01311205726f626f741a0178", `{"type":"MESSAGES_SNAPSHOT","messages":[]}`, "variant /messages/0"},
		{"operation", "420c0a0208071206080612022f61", `{"type":"STATE_DELTA","delta":[]}`, "variant /delta/0"},
		{"outcome", "6a1c0a02080c1201741a01722a0670617573656432080a01691203776879", `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`, "variant /outcome"},
		{"payload of another outcome", "6a1d0a02080c1201741a01722a077375636365737332080a01691203776879",
			`{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"success"}}`, "property /outcome/interrupts"},
		{"payload of none", "6a140a02080c1201741a017232080a01691203776879", `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`, "property /interrupts"},
		{"member of another role", "4a260a02080812200a01751204757365721a01782a120a0163120866756e6374696f6e1a030a0166",
			`{"type":"MESSAGES_SNAPSHOT","messages":[{"role":"user","id":"u","content":"x"}]}`, "property /messages/0/toolCalls"},
		{"field of an operation", "42100a020807120a08011a022f6250017801", `{"type":"STATE_DELTA","delta":[{"op":"remove","path":"","from":"/b"}]}`,
			"property /delta/0/10, property /delta/0/15"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var told []string
			d := &aguiproto.Decoder{Rules: agui.Decoder{OnUnknown: func(u agui.Unknown) { told = append(told, string(u.Kind)+" "+u.InstanceLocation) }}}
			e, err := d.Unmarshal(unhex(t, c.hex))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(text(t, e)); got != c.json {
				t.Errorf("%s, want %s", got, c.json)
			}
			if got := strings.Join(told, ", "); got != c.unknown {
				t.Errorf("told of %s, want %s", got, c.unknown)
			}
			strict := &aguiproto.Decoder{Rules: agui.Decoder{Strict: true}}
			var invalid agui.ValidationErrors
			if _, err := strict.Unmarshal(unhex(t, c.hex)); !errors.As(err, &invalid) && !strings.Contains(c.name, "operation") && !strings.Contains(c.name, "arm") {
				t.Errorf("strict: %v", err)
			}
			keep := &aguiproto.Decoder{Rules: agui.Decoder{Keep: true}}
			if _, err := keep.Unmarshal(unhex(t, c.hex)); err != nil {
				t.Errorf("keep: %v", err)
			}
		})
	}
}

func TestFutureEvent(t *testing.T) {
	data := unhex(t, "8202030a0178")
	for _, rules := range []agui.Decoder{{}, {Strict: true}, {Keep: true}} {
		var told []agui.Unknown
		rules.OnUnknown = func(u agui.Unknown) { told = append(told, u) }
		d := &aguiproto.Decoder{Rules: rules}
		if e, err := d.Unmarshal(data); e != nil || !errors.Is(err, aguiproto.ErrUnknownEvent) {
			t.Errorf("%v, %v", e, err)
		}
		if want := []agui.Unknown{{Definition: "Event", Kind: agui.UnknownKindEvent}}; !reflect.DeepEqual(told, want) {
			t.Errorf("told of %v", told)
		}
	}
}

func TestMalformedHasAPlace(t *testing.T) {
	for hex, want := range map[string]string{
		"1a1b0a160802100522100a0e0a0161120911000000000000f03f1201":   "byte 0: the message ends inside a field",
		"4a1a0a02080812140a01311205726f626f741a017842050a030a0174":   `byte 23 in /messages/0: "content" is there in two ways`,
		"4a1b0a02080812150a01311209617373697374616e7442050a030a0174": `byte 24 in /messages/0: this is not how "assistant" is carried`,
		"1a070a02080112016d": `byte 4: "type" is "TEXT_MESSAGE_CONTENT" in a message for "TEXT_MESSAGE_END"`,
		"3a290a020806122332210a0911000000000000f07f0a0911000000000000f0ff0a09110000000000000080": "byte 13 in /snapshot: JSON has no number for this double",
		"": "byte 0: there is no Event in these bytes",
	} {
		t.Run(hex, func(t *testing.T) {
			_, err := aguiproto.Unmarshal(unhex(t, hex))
			if !errors.Is(err, aguiproto.ErrMalformed) || err.Error() != want {
				t.Errorf("%s: %v, want %s", hex, err, want)
			}
		})
	}
	if _, err := aguiproto.EventFromProto(nil); !errors.Is(err, aguiproto.ErrMalformed) {
		t.Errorf("nil: %v", err)
	}
}

// A stream goes on behind a frame whose content is of no use.
func TestStreamGoesOn(t *testing.T) {
	good, err := aguiproto.AppendFrame(nil, agui.NewStepStartedEvent("s"))
	if err != nil {
		t.Fatal(err)
	}
	stream := append(append([]byte{}, good...), unhex(t, "000000068202030a0178"+"00000001ff")...)
	r := aguiproto.NewFrameReader(strings.NewReader(string(append(stream, good...))))
	var got []error
	for range 4 {
		_, err := r.Next()
		got = append(got, err)
	}
	if got[0] != nil || !errors.Is(got[1], aguiproto.ErrUnknownEvent) || !errors.Is(got[2], aguiproto.ErrMalformed) || got[3] != nil {
		t.Errorf("%v", got)
	}
}
