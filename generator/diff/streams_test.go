package diff

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator"
)

// TestStreams changes one thing in the table of 1.0.
func TestStreams(t *testing.T) {
	schema, err := os.ReadFile("../../schema/1.0/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("../../schema/1.0/stream-map.txt")
	if err != nil {
		t.Fatal(err)
	}
	with := func(t *testing.T, table string, without ...string) Side {
		t.Helper()
		text := string(schema)
		for _, ref := range without {
			if !strings.Contains(text, ref) {
				t.Fatalf("the schema has no %s", ref)
			}
			text = strings.Replace(text, ref, "", 1)
		}
		return sideFrom(t, generator.Config{
			Schema: generator.Source{Name: "schema.json", Text: []byte(text)},
			Stream: &generator.Source{Name: "stream-map.txt", Text: []byte(table)},
		})
	}
	line := func(name string) string {
		for l := range strings.Lines(string(table)) {
			if strings.HasPrefix(l, name+" ") {
				return l
			}
		}
		t.Fatalf("the table has no line %s", name)
		return ""
	}
	const raw = "{ \"$ref\": \"#/$defs/RawEvent\" },"
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"an order from nothing", "RAW                       | -", "RAW                       | begins", []string{"stream-order-changed RAW narrowing"}},
		{"another order", "mints message messageId ", "mints activity messageId ", []string{"stream-order-changed TOOL_CALL_RESULT breaking"}},
		{"no order any more", "mints message messageId ", "- ", []string{"stream-order-changed TOOL_CALL_RESULT breaking"}},
		{"a condition", " unless replace=false    |", "    |", []string{"stream-builds-changed ACTIVITY_SNAPSHOT breaking"}},
		{"lanes", line("CUSTOM"), strings.Replace(line("CUSTOM"), "| own ", "| none", 1), []string{"stream-lanes-changed CUSTOM breaking"}},
		{"what is built", "state = snapshot ", "- ", []string{"stream-builds-changed STATE_SNAPSHOT narrowing"}},
		{"something else is built", "answer messageId to toolCallId", "text messageId", []string{"stream-builds-changed TOOL_CALL_RESULT breaking"}},
		{"joins", "| state\nSTATE_DELTA", "| -\nSTATE_DELTA", []string{"stream-joins-changed STATE_SNAPSHOT unchanged"}},
		{"an entity's owners", "entity span    messageId     reasoning", "entity span    messageId     message", []string{"stream-entity-changed span breaking"}},
		{"what a shorthand repeats", "same toolCallName parentMessageId", "same toolCallName", []string{"stream-shorthand-changed TOOL_CALL_CHUNK breaking"}},
		{"no shorthand", line("short TEXT_MESSAGE_CHUNK"), "", []string{"stream-shorthand-removed TEXT_MESSAGE_CHUNK narrowing"}},
		{"another member", "tag        subagentRunId", "tag        agentRunId", []string{"stream-header-changed tag breaking"}},
		{"one more that is kept", "sealed     encryptedValue", "sealed     encryptedValue name", []string{"stream-header-changed sealed additive"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(string(table), c.old) {
				t.Fatalf("the table has no %q", c.old)
			}
			changes := compareStreams(with(t, string(table)).Protocol.Streams, with(t, strings.Replace(string(table), c.old, c.new, 1)).Protocol.Streams)
			checkStreams(t, changes, c.want)
		})
	}
	t.Run("an event comes and goes", func(t *testing.T) {
		shorter := strings.Replace(string(table), line("RAW"), "", 1)
		small := with(t, shorter, strings.TrimSuffix(raw, ",")+",")
		whole := with(t, string(table))
		checkStreams(t, compareStreams(small.Protocol.Streams, whole.Protocol.Streams), []string{"stream-line-added RAW additive"})
		checkStreams(t, compareStreams(whole.Protocol.Streams, small.Protocol.Streams), []string{"stream-line-removed RAW narrowing"})
	})
	t.Run("an entity and a shorthand come and go", func(t *testing.T) {
		more := strings.Replace(string(table), "entity child ", "entity phase   stepName      -         phase\nentity child ", 1)
		more = strings.NewReplacer("| opens step ", "| opens phase", "| closes step ", "| closes phase").Replace(more)
		more = strings.Replace(more, line("entity step"), "", 1)
		less := strings.Replace(string(table), line("short TEXT_MESSAGE_CHUNK"), "", 1)
		checkStreams(t, compareStreams(with(t, less).Protocol.Streams, with(t, more).Protocol.Streams), []string{
			"stream-order-changed STEP_STARTED breaking", "stream-order-changed STEP_FINISHED breaking", "stream-entity-added phase additive",
			"stream-entity-removed step narrowing", "stream-shorthand-added TEXT_MESSAGE_CHUNK additive"})
	})
}

func checkStreams(t *testing.T, changes []Change, want []string) {
	t.Helper()
	var got []string
	for _, change := range changes {
		got = append(got, string(change.Kind)+" "+change.Definition+" "+change.Wire.String())
		if text := sentence(change, show); change.Producers == "" || change.Consumers == "" || !strings.Contains(text, "; producers ") {
			t.Errorf("what it means is missing: %s", text)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
