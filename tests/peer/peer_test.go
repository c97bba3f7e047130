package peer

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

type request struct {
	Decode string          `json:"decode,omitempty"`
	Encode json.RawMessage `json:"encode,omitempty"`
}

type answer struct {
	JSON             json.RawMessage
	Hex, Type, Error string
}

// ask runs the script once for all requests.
func ask(t *testing.T, requests []request) []answer {
	t.Helper()
	var in, complaints bytes.Buffer
	for _, r := range requests {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command("node", "peer.mjs")
	cmd.Stdin, cmd.Stderr = &in, &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node peer.mjs: %v\n%s\nrun make peer, which installs the packages", err, complaints.Bytes())
	}
	if complaints.Len() > 0 {
		t.Errorf("the peer warns: %s", complaints.Bytes())
	}
	var answers []answer
	for line := range bytes.Lines(out) {
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(requests) {
		t.Fatalf("%d answers to %d requests", len(answers), len(requests))
	}
	return answers
}

// events returns events of all types, with and without their optional members.
func events(t *testing.T) (list []agui.Event, texts []json.RawMessage) {
	t.Helper()
	data, err := os.ReadFile("testdata/events.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	types := map[agui.EventType]bool{}
	strict := agui.Decoder{Strict: true}
	for line := range bytes.Lines(data) {
		e, err := strict.Event(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		types[e.Type()] = true
		list, texts = append(list, e), append(texts, bytes.TrimSpace(line))
	}
	if len(types) != 31 {
		t.Fatalf("events of %d types, want 31", len(types))
	}
	return list, texts
}

// TestPeerReads lets the peer decode what is written here.
func TestPeerReads(t *testing.T) {
	list, texts := events(t)
	var requests []request
	for _, e := range list {
		frame, err := aguiproto.AppendFrame(nil, e)
		if err != nil {
			t.Fatalf("%s: %v", e.Type(), err)
		}
		requests = append(requests, request{Decode: hex.EncodeToString(frame[4:])})
	}
	for i, a := range ask(t, requests) {
		if a.Error != "" {
			t.Errorf("%s: the peer refuses it: %s", texts[i], a.Error)
		} else if !equal(t, a.JSON, texts[i]) {
			t.Errorf("the peer reads\n%s\nin what was written for\n%s", a.JSON, texts[i])
		}
	}
}

// TestPeerWrites decodes what the peer writes, a stream of all events.
func TestPeerWrites(t *testing.T) {
	_, texts := events(t)
	var requests []request
	for _, text := range texts {
		requests = append(requests, request{Encode: text})
	}
	var stream bytes.Buffer
	for i, a := range ask(t, requests) {
		frame, err := hex.DecodeString(a.Hex)
		if err != nil || a.Error != "" || a.Type != aguiproto.MediaType {
			t.Fatalf("%s: %+v, %v", texts[i], a, err)
		}
		stream.Write(frame)
	}
	r := (&aguiproto.Decoder{Rules: agui.Decoder{Strict: true}}).NewFrameReader(&stream)
	for _, text := range texts {
		e, err := r.Next()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got, err := e.AppendJSON(nil)
		if err != nil || !equal(t, got, text) {
			t.Errorf("read\n%s\nin what the peer wrote for\n%s\n%v", got, text, err)
		}
	}
}

// TestRefusals lets the peer judge an arm that neither side knows, and bytes that are none.
func TestRefusals(t *testing.T) {
	for i, a := range ask(t, []request{{Decode: "8202030a0178"}, {Decode: "1a1b0a1608"}}) {
		if a.Error == "" {
			t.Errorf("%d: the peer reads %s", i, a.JSON)
		}
	}
}

func equal(t *testing.T, a, b []byte) bool {
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
