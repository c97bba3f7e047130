package aguiproto_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguipb"
	"github.com/aguigen/aguigen/generated/aguiproto"
	"github.com/aguigen/aguigen/generated/internal/corpus"
)

// vector is a line of proto.jsonl; the kinds have different members.
type vector struct {
	Kind, Name, Fixture     string
	Invalid                 bool
	JSON, Decoded           json.RawMessage
	Hex                     *string
	FramedHex               string
	Error, DecodeError      *peerError
	Chunks                  []string
	Items                   []json.RawMessage
	Completed               bool
	Accept                  *string
	ContentType             *string
	Arms, Types             map[string]int32
	DecodedSpecial          []special
	Warnings, DecodeWarning []string
}

type peerError struct{ Kind, Message string }

type special struct{ At, Value string }

// vectors reads the lines of one kind.
func vectors(t testing.TB, kind string) []vector {
	t.Helper()
	var list []vector
	for _, v := range corpus.Lines[vector](t, "proto") {
		if v.Kind == kind {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		t.Fatalf("no vectors of kind %s", kind)
	}
	return list
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// differences are what is known to differ, by name, with the reason. An entry that is not met is stale.
type differences map[string]string

// check reports a difference unless it is a known one, and notes that it was met.
func (d differences) check(t *testing.T, met map[string]bool, name, format string, args ...any) {
	t.Helper()
	if _, known := d[name]; known {
		met[name] = true
		return
	}
	t.Errorf(name+": "+format, args...)
}

func (d differences) stale(t *testing.T, met map[string]bool) {
	t.Helper()
	for name := range d {
		if !met[name] {
			t.Errorf("%s: there is no difference any more: take the entry out", name)
		}
	}
}

// viaMessage reads bytes by way of the messages.
func viaMessage(data []byte) (agui.Event, error) {
	m := new(aguipb.Event)
	if err := (proto.UnmarshalOptions{RecursionLimit: 50_000}).Unmarshal(data, m); err != nil {
		return nil, err
	}
	return aguiproto.EventFromProto(m)
}

// sameJSON compares two JSON texts, numbers as doubles.
func sameJSON(t testing.TB, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return reflect.DeepEqual(x, y)
}

func text(t testing.TB, e agui.Event) []byte {
	t.Helper()
	b, err := e.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// narrow takes out what the binary form does not tell from absence: an optional list that is empty.
func narrow(e agui.Event) agui.Event {
	switch e := e.(type) {
	case *agui.MessagesSnapshotEvent:
		narrowMessages(e.Messages)
	case *agui.RunErrorEvent:
		drop(&e.Usage)
	case *agui.RunFinishedEvent:
		drop(&e.Usage)
		if o, ok := e.Outcome.(*agui.RunFinishedSuccessOutcome); ok {
			drop(&o.PendingToolCallIDs)
		}
	case *agui.RunStartedEvent:
		if e.Input != nil {
			narrowMessages(e.Input.Messages)
			drop(&e.Input.Tools)
			drop(&e.Input.Context)
			drop(&e.Input.Resume)
		}
	}
	return e
}

func narrowMessages(list []agui.Message) {
	for _, m := range list {
		if a, ok := m.(*agui.AssistantMessage); ok {
			drop(&a.ToolCalls)
		}
	}
}

func drop[T any](list *[]T) {
	if len(*list) == 0 {
		*list = nil
	}
}

func same(a, b []byte) bool { return bytes.Equal(a, b) }
