package aguiproto_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguipb"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// The methods for all definitions do what the functions for one do.
func TestAnyDefinition(t *testing.T) {
	tool := agui.NewTool("n", "d")
	m := new(aguipb.Tool)
	if err := (&aguiproto.Encoder{}).ToProto(tool, m); err != nil {
		t.Fatal(err)
	}
	if want, err := aguiproto.ToolToProto(tool); err != nil || !proto.Equal(m, want) {
		t.Errorf("%v, want %v (%v)", m, want, err)
	}
	back, err := (&aguiproto.Decoder{}).FromProto(m)
	if got, ok := back.(*agui.Tool); err != nil || !ok || got.Name != "n" {
		t.Errorf("%v, %v", back, err)
	}
	message := new(aguipb.Message)
	if err := (&aguiproto.Encoder{}).ToProto(agui.NewUserMessage("u", agui.NewContentText("x")), message); err != nil || message.GetRole() != "user" {
		t.Errorf("%v, %v", message, err)
	}
	if back, err = (&aguiproto.Decoder{}).FromProto(message); err != nil || back.(agui.Message).Role() != agui.RoleUser {
		t.Errorf("%v, %v", back, err)
	}
}

// An event's message is read like the bytes of a frame.
func TestAnyEvent(t *testing.T) {
	e := delta()
	m := new(aguipb.Event)
	if err := (&aguiproto.Encoder{}).ToProto(e, m); err != nil {
		t.Fatal(err)
	}
	back, err := (&aguiproto.Decoder{}).FromProto(m)
	if err != nil || back.(agui.Event).Type() != e.Type() {
		t.Errorf("%v, %v", back, err)
	}
	if back, err = (&aguiproto.Decoder{}).FromProto(&aguipb.Event{}); back != nil || !errors.Is(err, aguiproto.ErrMalformed) {
		t.Errorf("%v, %v", back, err)
	}
	future := new(aguipb.Event)
	if err := proto.Unmarshal(unhex(t, "8202030a0178"), future); err != nil {
		t.Fatal(err)
	}
	if back, err = (&aguiproto.Decoder{}).FromProto(future); back != nil || !errors.Is(err, aguiproto.ErrUnknownEvent) {
		t.Errorf("%v, %v", back, err)
	}
}

// What does not belong together is an error, not a panic.
func TestAnyDefinitionRefuses(t *testing.T) {
	var none *agui.Tool
	for _, c := range []struct {
		v    any
		m    proto.Message
		want string
	}{
		{agui.NewTool("n", "d"), new(aguipb.Context), "*aguipb.Context does not carry *agui.Tool"},
		{"text", new(aguipb.Event), "*aguipb.Event does not carry string"},
		{nil, new(aguipb.Tool), "*aguipb.Tool does not carry <nil>"},
		{none, new(aguipb.Tool), "Tool is nil"},
		{agui.NewTool("n", "d"), new(aguipb.BaseEvent), "*aguipb.BaseEvent is not a message of a definition"},
		{agui.NewTool("n", "d"), nil, "<nil> is not a message of a definition"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if err := (&aguiproto.Encoder{}).ToProto(c.v, c.m); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%T: %v, want %s", c.v, err, c.want)
			}
		})
	}
	for _, m := range []proto.Message{nil, new(aguipb.BaseEvent), (*aguipb.Tool)(nil)} {
		if v, err := (&aguiproto.Decoder{}).FromProto(m); v != nil || err == nil {
			t.Errorf("%T: %v, %v", m, v, err)
		}
	}
}

// The methods have the options of bytes.
func TestAnyDefinitionLoses(t *testing.T) {
	tool := agui.NewTool("n", "d")
	tool.Parameters = json.RawMessage(`{"n":1e999}`)
	var loss *aguiproto.LossError
	if err := (&aguiproto.Encoder{}).ToProto(tool, new(aguipb.Tool)); !errors.As(err, &loss) || loss.InstanceLocation != "/parameters/n" {
		t.Errorf("%v", err)
	}
	told := 0
	c := &aguiproto.Encoder{AllowLoss: true, OnLoss: func(aguiproto.Loss) { told++ }}
	m := new(aguipb.Tool)
	if err := c.ToProto(tool, m); err != nil || m.GetParameters() == nil || told != 1 {
		t.Errorf("%v, %v, told %d times", m, err, told)
	}
}
