package order

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/schema"
	"github.com/aguigen/aguigen/templates/stream"
	"github.com/aguigen/aguigen/tests/corpus"
)

// use makes the tables of a version those that are gone by.
func use(t testing.TB, version string) *stream.Plan {
	t.Helper()
	fsys, err := schema.FS(version)
	if err != nil {
		t.Fatal(err)
	}
	c := generator.Config{Stream: &generator.Source{}}
	for name, into := range map[string]*generator.Source{"schema.json": &c.Schema, "stream-map.txt": c.Stream} {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		*into = generator.Source{Name: name, Text: text}
	}
	p, err := generator.Model(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	plan := Plan(p.Streams)
	stream.Use(plan)
	return plan
}

// vector is a stream with what the reference client makes of it.
type vector struct {
	Kind, Name        string
	Input             []json.RawMessage
	Accepted          int
	OK                bool
	Output            json.RawMessage
	Error             json.RawMessage
	Messages, State   json.RawMessage
	Result            json.RawMessage
	PendingInterrupts json.RawMessage
	Initial           struct {
		InitialMessages []json.RawMessage
		InitialState    json.RawMessage
	}
}

// lenient are the vectors in which an event is broken in a way that the client finds, and that reading for the order alone
// does not: the schema's judgement on the event finds it.
var lenient = map[string]bool{"verify/tag-null": true, "verify/tag-null-in-snapshot": true, "verify/tag-null-in-interrupt": true}

// What Verifier says of the vectors is what the reference client says, and so what the generated package does.
func TestVerifyVectors(t *testing.T) {
	plan := use(t, "1.0")
	for _, file := range []string{"streams", "random-streams"} {
		agree, differ := 0, 0
		for _, v := range corpus.Lines[vector](t, file) {
			if v.Kind != "verify" {
				continue
			}
			var verifier stream.Verifier
			accepted := 0
			var err error
			for _, data := range v.Input {
				var e stream.Item
				if e, err = plan.Read(data); err == nil {
					err = verifier.Verify(e)
				}
				if err != nil {
					break
				}
				accepted++
			}
			same := accepted == v.Accepted && (err == nil) == v.OK
			switch {
			case same && lenient[v.Name]:
				t.Errorf("%s agrees: remove it", v.Name)
			case same:
				agree++
			case lenient[v.Name]:
				differ++
			default:
				t.Errorf("%s: %d accepted, %v; want %d, %s\n%s", v.Name, accepted, err, v.Accepted, v.Error, v.Input)
			}
		}
		t.Logf("%s: %d agree, %d are left to the schema", file, agree, differ)
	}
}

func TestApplyVectors(t *testing.T) {
	plan := use(t, "1.0")
	for _, file := range []string{"streams", "random-streams"} {
		agree, differ := 0, 0
		for _, v := range corpus.Lines[vector](t, file) {
			if v.Kind != "apply" || len(v.Initial.InitialMessages) > 0 || v.Initial.InitialState != nil {
				continue
			}
			complaint := v.apply(plan)
			switch {
			case complaint == "" && lenient[v.Name]:
				t.Errorf("%s agrees: remove it", v.Name)
			case complaint == "":
				agree++
			case lenient[v.Name]:
				differ++
			default:
				t.Errorf("%s: %s\n%s", v.Name, complaint, v.Input)
			}
		}
		t.Logf("%s: %d agree, %d are left to the schema", file, agree, differ)
	}
}

func (v *vector) apply(plan *stream.Plan) string {
	var c stream.Conversation
	err := func() error {
		var x stream.Expander
		var verifier stream.Verifier
		for _, data := range v.Input {
			e, err := plan.Read(data)
			if err != nil {
				return err
			}
			list, err := x.Expand(e)
			if err != nil {
				return err
			}
			for _, e := range list {
				if err := verifier.Verify(e); err != nil {
					return err
				}
				c.Apply(e)
			}
		}
		return nil
	}()
	if (err == nil) != v.OK {
		return fmt.Sprintf("error %v, want %s", err, v.Error)
	}
	messages := any(c.Messages)
	if c.Messages == nil {
		messages = []any{}
	}
	if got, err := sameJSON(messages, v.Messages); err != nil {
		return fmt.Sprintf("messages %s, want %s", got, v.Messages)
	}
	if got, err := sameJSON(c.State(), v.State); err != nil && v.State != nil {
		return fmt.Sprintf("state %s, want %s", got, v.State)
	}
	if got, err := sameJSON(c.Pending, v.PendingInterrupts); err != nil && v.PendingInterrupts != nil {
		return fmt.Sprintf("pending %s, want %s", got, v.PendingInterrupts)
	}
	return ""
}

func sameJSON(got any, want []byte) (string, error) {
	text, err := json.Marshal(got)
	if err != nil {
		return "", err
	}
	var a, b any
	if err := errors.Join(json.Unmarshal(text, &a), json.Unmarshal(want, &b)); err != nil {
		return string(text), err
	}
	if !reflect.DeepEqual(a, b) {
		return strings.TrimSpace(string(text)), errors.New("they differ")
	}
	return "", nil
}

// What is kept does not grow with the events of a message, nor with messages that ended beyond a bound.
func TestMemory(t *testing.T) {
	tables := &Tables{use(t, "1.0")}
	c := tables.New(false)
	var before, after runtime.MemStats
	event := func(i int, text string) {
		if found := c.Event([]byte(text), Place{i + 1, i + 1}); len(found) > 0 {
			t.Fatal(found)
		}
	}
	event(0, `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`)
	event(1, `{"type":"TEXT_MESSAGE_START","messageId":"m"}`)
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 50_000 {
		event(i+2, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"some text"}`)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("%d bytes are kept", grown)
	}
	runtime.KeepAlive(c)
}

// A rule that an id breaks is said once, and again in the next run.
func TestOnce(t *testing.T) {
	tables := &Tables{use(t, "1.1")}
	c := tables.New(false)
	n := 0
	for run := range 2 {
		for i, text := range []string{`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`, `{"type":"TEXT_MESSAGE_END","messageId":"a"}`,
			`{"type":"TEXT_MESSAGE_END","messageId":"a"}`, `{"type":"TOOL_CALL_END","toolCallId":"a"}`, `{"type":"TEXT_MESSAGE_END","messageId":"b"}`,
			`{"type":"TEXT_MESSAGE_END"}`, `{"type":"NEWER","messageId":"a"}`, `5`, `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`} {
			n += len(c.Event([]byte(text), Place{Event: 9*run + i + 1}))
		}
	}
	if _, whole := c.End(); n != 6 || !whole {
		t.Errorf("%d findings, whole is %v", n, whole)
	}
}

// Whatever the events are, nothing panics, and what they leave can be written.
func FuzzChecker(f *testing.F) {
	for _, v := range corpus.Lines[vector](f, "streams") {
		var b bytes.Buffer
		for _, e := range v.Input {
			b.Write(append(e, '\n'))
		}
		f.Add(b.Bytes())
	}
	tables := &Tables{use(f, "1.0")}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := tables.New(true)
		n := 0
		for line := range bytes.Lines(data) {
			n++
			c.Event(line, Place{n, n})
		}
		c.End()
		if text, err := c.Conversation(); err != nil || !json.Valid(text) {
			t.Errorf("%q leaves %s, %v", data, text, err)
		}
	})
}

// What cannot be expanded is what the reference client cannot expand.
func TestChunkVectors(t *testing.T) {
	plan := use(t, "1.0")
	for _, file := range []string{"streams", "random-streams"} {
		agree := 0
		for _, v := range corpus.Lines[vector](t, file) {
			if v.Kind != "chunks" {
				continue
			}
			var x stream.Expander
			var failed error
			got := []string{}
			for _, data := range v.Input {
				e, err := plan.Read(data)
				if err != nil {
					failed = err
					break
				}
				list, err := x.Expand(e)
				for _, e := range list {
					got = append(got, string(e.Kind))
				}
				if failed = err; err != nil {
					break
				}
			}
			var want []struct{ Type string }
			if err := json.Unmarshal(v.Output, &want); err != nil {
				t.Fatal(err)
			}
			types := []string{}
			for _, e := range want {
				types = append(types, e.Type)
			}
			if (failed == nil) != v.OK || !slices.Equal(got, types) {
				t.Errorf("%s: %v, %v; want %v, %s", v.Name, got, failed, types, v.Error)
				continue
			}
			agree++
		}
		t.Logf("%s: %d agree", file, agree)
	}
}

// A hostile capture takes memory that grows as it does, and is given up after so many findings.
func TestHostile(t *testing.T) {
	tables := &Tables{use(t, "1.0")}
	for name, events := range map[string]func(i, n int) string{
		"messages that stay open": func(i, n int) string { return fmt.Sprintf(`{"type":"TEXT_MESSAGE_START","messageId":"%d"}`, i) },
		"ends of what stays open": func(i, n int) string {
			if i < n/2 {
				return fmt.Sprintf(`{"type":"STEP_STARTED","stepName":"%d"}`, i)
			}
			return `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`
		},
		"ends of what never began": func(i, n int) string {
			if i < n/2 {
				return fmt.Sprintf(`{"type":"STEP_STARTED","stepName":"%d"}`, i)
			}
			return fmt.Sprintf(`{"type":"STEP_FINISHED","stepName":"other %d"}`, i)
		},
	} {
		t.Run(name, func(t *testing.T) {
			allocated := func(n int) uint64 {
				c := tables.New(false)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				c.Event([]byte(`{"type":"RUN_STARTED","threadId":"t","runId":"r"}`), Place{1, 1})
				found := 0
				for i := range n {
					found += len(c.Event([]byte(events(i, n)), Place{i + 2, i + 2}))
				}
				if found > 1001 { // a thousand, and that it is enough
					t.Errorf("%d findings", found)
				}
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc
			}
			if small, large := allocated(5_000), allocated(40_000); large > 12*small {
				t.Errorf("8 times as many events allocate %d bytes rather than %d", large, small)
			}
		})
	}
}
