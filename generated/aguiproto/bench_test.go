package aguiproto_test

import (
	"encoding/json"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguipb"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// handToProto is the least that a mapper by hand does for a delta: the measure for the codec.
func handToProto(e *agui.TextMessageContentEvent) *aguipb.Event {
	return &aguipb.Event{Event: &aguipb.Event_TextMessageContent{TextMessageContent: &aguipb.TextMessageContentEvent{
		BaseEvent: &aguipb.BaseEvent{Type: aguipb.EventType_TEXT_MESSAGE_CONTENT, Timestamp: e.Timestamp},
		MessageId: e.MessageID, Delta: e.Delta, SubagentRunId: e.SubagentRunID,
	}}}
}

func handFromProto(m *aguipb.Event) *agui.TextMessageContentEvent {
	c := m.GetTextMessageContent()
	return &agui.TextMessageContentEvent{
		BaseEvent: agui.BaseEvent{Timestamp: c.GetBaseEvent().Timestamp}, MessageID: c.GetMessageId(), Delta: c.GetDelta(), Attributable: agui.Attributable{SubagentRunID: c.SubagentRunId},
	}
}

func benchEvents() map[string]agui.Event {
	state := map[string]any{}
	for i := range 200 {
		state[string(rune('a'+i%26))+string(rune('a'+i/26))] = map[string]any{"id": i, "name": "item", "tags": []string{"x", "y"}, "price": 1.25 * float64(i)}
	}
	text, err := json.Marshal(state)
	if err != nil {
		panic(err)
	}
	return map[string]agui.Event{"delta": delta(), "history": longHistory(), "state": agui.NewStateSnapshotEvent(text)}
}

func BenchmarkAppend(b *testing.B) {
	for name, e := range benchEvents() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			buf := make([]byte, 0, 1<<20)
			for b.Loop() {
				out, err := aguiproto.Append(buf, e)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(out)))
			}
		})
		b.Run(name+"/mapper", func(b *testing.B) {
			b.ReportAllocs()
			buf := make([]byte, 0, 1<<20)
			for b.Loop() {
				m, err := aguiproto.EventToProto(e)
				if err != nil {
					b.Fatal(err)
				}
				if _, err = (proto.MarshalOptions{}).MarshalAppend(buf, m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("delta/by-hand", func(b *testing.B) {
		b.ReportAllocs()
		e, buf := delta(), make([]byte, 0, 1<<10)
		for b.Loop() {
			if _, err := (proto.MarshalOptions{}).MarshalAppend(buf, handToProto(e)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkUnmarshal(b *testing.B) {
	for name, e := range benchEvents() {
		data, err := aguiproto.Marshal(e)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := aguiproto.Unmarshal(data); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/mapper", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m := new(aguipb.Event)
				if err := proto.Unmarshal(data, m); err != nil {
					b.Fatal(err)
				}
				if _, err := aguiproto.EventFromProto(m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	data, err := aguiproto.Marshal(delta())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("delta/by-hand", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m := new(aguipb.Event)
			if err := proto.Unmarshal(data, m); err != nil {
				b.Fatal(err)
			}
			if handFromProto(m).Delta == "" {
				b.Fatal("no delta")
			}
		}
	})
}
