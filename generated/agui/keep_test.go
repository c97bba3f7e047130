package agui_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// future adds what a newer protocol may bring: a property to every object, and behind every list of things that are told
// apart a thing of another kind. It returns how much it added.
func future(v any) (any, int) {
	added := 0
	switch v := v.(type) {
	case []any:
		for i := range v {
			var n int
			v[i], n = future(v[i])
			added += n
		}
		if stranger := strangerFor(v); stranger != nil {
			return append(v, stranger), added + 1
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			var n int
			v[key], n = future(v[key])
			added += n
		}
		v["x-future/~"] = map[string]any{"n": json.Number("1.50"), "l": []any{nil, json.Number("9007199254740993")}, "type": "text"}
		return v, added + 1
	}
	return v, added
}

// strangerFor makes an element of an unknown kind for a list whose elements have a discriminator.
func strangerFor(list []any) any {
	for _, element := range list {
		object, ok := element.(map[string]any)
		if !ok {
			return nil
		}
		if _, isCall := object["function"]; isCall {
			return nil // a tool call's type tells nothing apart
		}
		for _, tag := range []string{"role", "op", "type"} {
			if _, ok := object[tag]; ok {
				return map[string]any{tag: "from the future", "id": json.Number("5"), "nested": []any{map[string]any{"type": "text"}}}
			}
		}
	}
	return nil
}

// TestKeep adds unknown things everywhere to every valid document. What is read with Keep and written again is equal;
// without Keep, what is left is what was there before.
func TestKeep(t *testing.T) {
	documents, things, reported := 0, 0, 0
	for _, f := range fixtures(t) {
		if f.want != nil {
			continue
		}
		d := json.NewDecoder(bytes.NewReader(f.data))
		d.UseNumber()
		var tree any
		if err := d.Decode(&tree); err != nil {
			t.Fatal(err)
		}
		tree, added := future(tree)
		data, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		keep := agui.Decoder{Keep: true, OnUnknown: func(agui.Unknown) { reported++ }}
		v, ok, err := decodeAs(&keep, f.definition, data)
		if !ok {
			continue
		}
		if err != nil {
			t.Errorf("%s: %v\nin %s", f.name, err, data)
			continue
		}
		documents++
		things += added
		if got, want := encoded(t, v), canonical(t, data); got != want {
			t.Errorf("%s: became\n%s\nfrom\n%s", f.name, got, want)
		}
		checkStripped(t, f, data)
	}
	t.Logf("%d documents with %d unknown things, %d of them in places that the schema closes", documents, things, reported)
	if reported == 0 {
		t.Error("nothing was reported")
	}
}

// checkStripped reads without Keep: what is left is all known.
func checkStripped(t *testing.T, f fixture, data []byte) {
	v, _, err := decodeAs(&agui.Decoder{}, f.definition, data)
	if err != nil {
		t.Errorf("%s: without Keep: %v", f.name, err)
		return
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := agui.ValidateJSON(f.definition, text); err != nil {
		t.Errorf("%s: what is left is not valid: %v\n%s", f.name, err, text)
	}
}

// TestRelay sends events of a newer protocol through, unchanged to the byte where the value is unknown as a whole.
func TestRelay(t *testing.T) {
	for _, data := range []string{
		`{"type":"FUTURE", "x":1.50,"x":2}`,
		`{ "messages": [], "type": "FUTURE" }`,
	} {
		e, err := (&agui.Decoder{Keep: true}).Event([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := agui.AppendEvent(nil, e); err != nil || string(text) != data {
			t.Errorf("%s became %s (%v)", data, text, err)
		}
	}
	// Known things keep their order: members of the schema, then the others, sorted.
	e, err := (&agui.Decoder{Keep: true}).Event([]byte(`{"z":1,"stepName":"s","a":{"b":1.0},"type":"STEP_STARTED"}`))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := agui.AppendEvent(nil, e); err != nil || string(text) != `{"type":"STEP_STARTED","stepName":"s","a":{"b":1.0},"z":1}` {
		t.Errorf("got %s (%v)", text, err)
	}
}

// TestReportsMatch checks that what is stripped and what is kept is reported alike, but where Keep can keep more.
func TestReportsMatch(t *testing.T) {
	data := []byte(`{"type":"MESSAGES_SNAPSHOT","x":1,"messages":[{"role":"robot"},{"role":"user","id":"u","y":1,"content":[{"type":"chart"}]}]}`)
	var reports [2][]string
	for i, d := range []agui.Decoder{{}, {Keep: true}} {
		d.OnUnknown = func(u agui.Unknown) {
			reports[i] = append(reports[i], fmt.Sprintf("%s %s %s", u.Kind, u.InstanceLocation, u.Definition))
		}
		if _, err := d.Event(data); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"property /x MessagesSnapshotEvent", "variant /messages/0 Message", "property /messages/1/y UserMessage", "variant /messages/1/content/0 ContentPart"}
	for _, got := range reports {
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
