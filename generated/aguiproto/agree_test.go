package aguiproto_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
	"github.com/aguigen/aguigen/generated/internal/corpus"
)

// fixtures returns the valid documents by name, by definition.
func fixtures(t *testing.T) map[string]map[string][]byte {
	t.Helper()
	list := map[string]map[string][]byte{}
	for _, d := range corpus.Documents(t, agui.ProtocolVersion) {
		if d.Expect != nil {
			continue
		}
		definition := d.Definition()
		if list[definition] == nil {
			list[definition] = map[string][]byte{}
		}
		list[definition][definition+"/"+strings.TrimSuffix(path.Base(d.Path), ".json")] = []byte(d.Text)
	}
	return list
}

// exact decodes JSON with numbers as fractions, so that nothing is rounded.
func exact(t *testing.T, data []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	return fractions(v)
}

func fractions(v any) any {
	switch v := v.(type) {
	case json.Number:
		r, ok := new(big.Rat).SetString(string(v))
		if !ok {
			return string(v)
		}
		return "number " + r.RatString()
	case []any:
		for i := range v {
			v[i] = fractions(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = fractions(v[k])
		}
	}
	return v
}

// lossy are the valid documents that the binary form cannot carry, with the places that it names.
var lossy = map[string]string{
	"StateSnapshotEvent/snapshot-large-number": "/snapshot/big", // twenty digits
}

// TestEventsSurvive sends every valid event from JSON to bytes and back, directly and by the messages.
func TestEventsSurvive(t *testing.T) {
	met := map[string]bool{}
	count, kinds := 0, 0
	for definition, documents := range fixtures(t) {
		if !strings.HasSuffix(definition, "Event") || definition == "BaseEvent" { // which is no event by itself
			continue
		}
		kinds++
		for name, data := range documents {
			e, err := agui.UnmarshalEvent(data)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			want := exact(t, text(t, narrow(e)))
			b, err := aguiproto.Marshal(e)
			var loss *aguiproto.LossError
			if errors.As(err, &loss) {
				if met[name] = true; lossy[name] != loss.InstanceLocation {
					t.Errorf("%s: lost at %q: %v", name, loss.InstanceLocation, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			count++
			for way, read := range map[string]func([]byte) (agui.Event, error){"directly": aguiproto.Unmarshal, "by message": viaMessage} {
				back, err := read(b)
				if err != nil {
					t.Errorf("%s, %s: %v", name, way, err)
				} else if !reflect.DeepEqual(exact(t, text(t, back)), want) {
					t.Errorf("%s, %s:\n got %s\nwant %s", name, way, text(t, back), text(t, e))
				}
			}
		}
	}
	if count < 150 || kinds < 30 {
		t.Errorf("only %d events of %d kinds survive", count, kinds)
	}
	for name := range lossy {
		if !met[name] {
			t.Errorf("%s is not lossy any more: take it out", name)
		}
	}
}

// value is what every definition's Go type can do.
type value interface {
	AppendJSON([]byte) ([]byte, error)
}

// trip sends a document of a definition to its message and back.
type trip func(data []byte) (there, back value, err error)

func way[T value, M any](read func([]byte) (T, error), to func(T) (M, error), from func(M) (T, error)) trip {
	return func(data []byte) (value, value, error) {
		v, err := read(data)
		if err != nil {
			return nil, nil, err
		}
		m, err := to(v)
		if err != nil {
			return v, nil, err
		}
		back, err := from(m)
		return v, back, err
	}
}

var rules agui.Decoder

// object reads a definition that is not a union.
func object[T any, P interface {
	*T
	agui.Value
}](data []byte) (P, error) {
	v := P(new(T))
	return v, rules.Unmarshal(data, v)
}

// trips are the definitions that have a message, but for the events, which Event stands for.
var trips = map[string]trip{
	"ContentPart":        way(rules.ContentPart, aguiproto.ContentPartToProto, aguiproto.ContentPartFromProto),
	"TextPart":           way(object[agui.TextPart], aguiproto.TextPartToProto, aguiproto.TextPartFromProto),
	"ImagePart":          way(object[agui.ImagePart], aguiproto.ImagePartToProto, aguiproto.ImagePartFromProto),
	"AudioPart":          way(object[agui.AudioPart], aguiproto.AudioPartToProto, aguiproto.AudioPartFromProto),
	"VideoPart":          way(object[agui.VideoPart], aguiproto.VideoPartToProto, aguiproto.VideoPartFromProto),
	"DocumentPart":       way(object[agui.DocumentPart], aguiproto.DocumentPartToProto, aguiproto.DocumentPartFromProto),
	"PartSource":         way(rules.PartSource, aguiproto.PartSourceToProto, aguiproto.PartSourceFromProto),
	"DataSource":         way(object[agui.DataSource], aguiproto.DataSourceToProto, aguiproto.DataSourceFromProto),
	"UrlSource":          way(object[agui.URLSource], aguiproto.URLSourceToProto, aguiproto.URLSourceFromProto),
	"FileSource":         way(object[agui.FileSource], aguiproto.FileSourceToProto, aguiproto.FileSourceFromProto),
	"Message":            way(rules.Message, aguiproto.MessageToProto, aguiproto.MessageFromProto),
	"ToolCall":           way(object[agui.ToolCall], aguiproto.ToolCallToProto, aguiproto.ToolCallFromProto),
	"FunctionCall":       way(object[agui.FunctionCall], aguiproto.FunctionCallToProto, aguiproto.FunctionCallFromProto),
	"Tool":               way(object[agui.Tool], aguiproto.ToolToProto, aguiproto.ToolFromProto),
	"Context":            way(object[agui.Context], aguiproto.ContextToProto, aguiproto.ContextFromProto),
	"ResumeEntry":        way(object[agui.ResumeEntry], aguiproto.ResumeEntryToProto, aguiproto.ResumeEntryFromProto),
	"RunAgentInput":      way(object[agui.RunAgentInput], aguiproto.RunAgentInputToProto, aguiproto.RunAgentInputFromProto),
	"Interrupt":          way(object[agui.Interrupt], aguiproto.InterruptToProto, aguiproto.InterruptFromProto),
	"TokenUsage":         way(object[agui.TokenUsage], aguiproto.TokenUsageToProto, aguiproto.TokenUsageFromProto),
	"JsonPatchOperation": way(rules.JSONPatchOperation, aguiproto.JSONPatchOperationToProto, aguiproto.JSONPatchOperationFromProto),
	"ToolCallArgsEvent":  way(object[agui.ToolCallArgsEvent], aguiproto.ToolCallArgsEventToProto, aguiproto.ToolCallArgsEventFromProto),
}

func TestDefinitionsSurvive(t *testing.T) {
	documents := fixtures(t)
	for _, definition := range slices.Sorted(maps.Keys(trips)) {
		if len(documents[definition]) == 0 {
			t.Errorf("no document of %s", definition)
		}
		for name, data := range documents[definition] {
			there, back, err := trips[definition](data)
			var loss *aguiproto.LossError
			if errors.As(err, &loss) && lossyDefinitions[name] == loss.InstanceLocation {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			switch v := there.(type) {
			case *agui.RunAgentInput:
				narrow(&agui.RunStartedEvent{Input: v})
			case agui.Message:
				narrowMessages([]agui.Message{v})
			}
			a, errA := there.AppendJSON(nil)
			b, errB := back.AppendJSON(nil)
			if errA != nil || errB != nil || !reflect.DeepEqual(exact(t, a), exact(t, b)) {
				t.Errorf("%s:\n got %s\nwant %s", name, b, a)
			}
		}
	}
}

var lossyDefinitions = map[string]string{}
