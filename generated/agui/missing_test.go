package agui_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// TestOnMissingRestores takes each member out of each object of each valid document. Where it was required, OnMissing is
// asked for it, and with what it had been the document is what it was.
func TestOnMissingRestores(t *testing.T) {
	restored := 0
	for _, f := range fixtures(t) {
		if f.want != nil {
			continue
		}
		whole, ok, err := decodeAs(&agui.Decoder{}, f.definition, f.data)
		if !ok || err != nil {
			continue
		}
		for _, hole := range holes(t, f.data) {
			if restore(t, f, hole, encoded(t, whole)) {
				restored++
			}
		}
	}
	if restored < 200 {
		t.Errorf("only %d members were restored", restored)
	}
	t.Logf("%d required members taken out and restored", restored)
}

// hole is a document that lacks one member.
type hole struct {
	data    []byte
	at, key string // the object and the member
	lacks   json.RawMessage
}

// holes returns the document without one member, for each one that it has.
func holes(t *testing.T, data []byte) []hole {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	text := func(v any) []byte {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var list []hole
	var walk func(v any, at string)
	walk = func(v any, at string) {
		switch v := v.(type) {
		case []any:
			for i, elem := range v {
				walk(elem, at+"/"+strconv.Itoa(i))
			}
		case map[string]any:
			for key, value := range v {
				delete(v, key)
				list = append(list, hole{data: text(tree), at: at, key: key, lacks: text(value)})
				v[key] = value
				walk(value, at+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
			}
		}
	}
	walk(tree, "")
	return list
}

// restore fills a hole, and reports whether it was one.
func restore(t *testing.T, f fixture, h hole, want string) (asked bool) {
	var told []string
	d := agui.Decoder{
		OnMissing: func(m agui.Missing) (json.RawMessage, bool) {
			if m.InstanceLocation != h.at || m.Property != h.key {
				t.Errorf("%s without %s/%s: asked for %+v", f.name, h.at, h.key, m)
				return nil, false
			}
			asked = true
			return h.lacks, true
		},
		OnUnknown: func(u agui.Unknown) {
			if u.Kind == agui.UnknownKindMissing {
				told = append(told, u.InstanceLocation)
			}
		},
	}
	_, _, without := decodeAs(&agui.Decoder{}, f.definition, h.data)
	v, _, err := decodeAs(&d, f.definition, h.data)
	if asked != errors.Is(without, agui.ErrMissing) {
		t.Errorf("%s without %s/%s: %v, and asked is %t", f.name, h.at, h.key, without, asked)
	}
	if !asked {
		return false
	}
	if err != nil {
		t.Errorf("%s without %s/%s: %v", f.name, h.at, h.key, err)
	} else if got := encoded(t, v); got != want {
		t.Errorf("%s without %s/%s: became\n%s\nnot\n%s", f.name, h.at, h.key, got, want)
	}
	if want := []string{h.at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(h.key)}; !slices.Equal(told, want) {
		t.Errorf("%s: reported %q, not %q", f.name, told, want)
	}
	return true
}

// TestOnMissingDiscriminator supplies what selects a variant, and then what that variant lacks.
func TestOnMissingDiscriminator(t *testing.T) {
	var asked []string
	d := agui.Decoder{OnMissing: func(m agui.Missing) (json.RawMessage, bool) {
		asked = append(asked, m.Definition+" "+m.InstanceLocation+" "+m.Property)
		if m.Property == "role" {
			return json.RawMessage(`"user"`), true
		}
		return json.RawMessage(`"supplied"`), true
	}}
	m, err := d.Message([]byte(`{"content":[{"type":"text"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"role":"user","id":"supplied","content":[{"type":"text","text":"supplied"}]}`; fmt.Sprint(m) != want {
		t.Errorf("got  %s\nwant %s", m, want)
	}
	if want := []string{"Message  role", "UserMessage  id", "TextPart /content/0 text"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q", asked)
	}
}

// TestRequestsWithoutIDs reads the recorded requests whose messages have no ids, which are errors else.
func TestRequestsWithoutIDs(t *testing.T) {
	requests, messages := 0, 0
	for _, file := range fieldFiles(t) {
		if path.Dir(file) != "dotnet-recorded" || !strings.HasSuffix(file, ".request.json") {
			continue
		}
		data := documents(t, file)[0].data
		if _, _, err := decodeAs(&agui.Decoder{}, "RunAgentInput", data); !errors.Is(err, agui.ErrMissing) {
			t.Errorf("%s: without OnMissing: %v", file, err)
		}
		next := 0
		d := agui.Decoder{OnMissing: func(m agui.Missing) (json.RawMessage, bool) {
			if m.Property != "id" || !strings.HasSuffix(m.Definition, "Message") {
				return nil, false
			}
			next++
			return strconv.AppendQuote(nil, fmt.Sprintf("message-%d", next)), true
		}}
		var in agui.RunAgentInput
		if err := d.Unmarshal(data, &in); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		requests++
		messages += len(in.Messages)
		supplied := 0
		for _, m := range in.Messages {
			if strings.Contains(fmt.Sprint(m), `"id":"message-`) {
				supplied++
			}
		}
		if supplied == 0 || supplied != next { // some have ids of their own
			t.Errorf("%s: %d of %d messages have a supplied id, and %d were asked for", file, supplied, len(in.Messages), next)
		}
	}
	if requests == 0 {
		t.Error("no request was read")
	}
	t.Logf("%d requests with %d messages read", requests, messages)
}

// FuzzOnMissing supplies whatever a document lacks, with one of a few values. What does not lack anything is read as ever, who
// supplies nothing gets the same error, and what was healed survives being written.
func FuzzOnMissing(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add([]byte(s[1]), byte(0))
	}
	f.Add([]byte(`{"content":[{"type":"text"},{}],"id":"a","id":"b"}`), byte(1))
	f.Add([]byte(`{"messages":[{},{"role":"tool"}],"tools":[{"name":"\ud800"}]}`), byte(2))
	supplies := []string{`"x"`, `"user"`, `{}`, `[]`, `[{},{"role":"tool"}]`, `"TEXT_MESSAGE_START"`, `{"type":"text","type":"image"}`, `7`, `"\ud83d"`, `{`, ` null `}
	f.Fuzz(func(t *testing.T, data []byte, which byte) {
		for _, definition := range []string{"Event", "Message", "RunAgentInput"} {
			plain, _, want := decodeAs(&agui.Decoder{}, definition, data)
			asked := 0
			refuse := agui.Decoder{OnMissing: func(agui.Missing) (json.RawMessage, bool) { asked++; return nil, false }}
			if v, _, err := decodeAs(&refuse, definition, data); fmt.Sprint(err) != fmt.Sprint(want) {
				t.Fatalf("%s: refusing makes %v of %v", definition, err, want)
			} else if err == nil && (asked > 0 || encoded(t, v) != encoded(t, plain)) {
				t.Fatalf("%s: refusing changes a document without errors, %d calls", definition, asked)
			}
			seen := map[agui.Missing]bool{}
			supply := agui.Decoder{OnMissing: func(m agui.Missing) (json.RawMessage, bool) {
				if seen[m] && len(m.InstanceLocation) < 900 { // longer places are shortened, and then look alike
					t.Fatalf("%s: asked twice for %+v", definition, m)
				}
				seen[m] = true
				return json.RawMessage(supplies[(int(which)+len(seen))%len(supplies)]), true
			}}
			v, _, err := decodeAs(&supply, definition, data)
			if err != nil {
				continue
			}
			checkAgain(t, definition, agui.Decoder{}, v)
		}
	})
}
