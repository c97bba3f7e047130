package cli

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/tests/corpus"
)

const (
	began    = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}`
	finished = `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`
)

// event is an event of a message.
func event(kind, id string) string {
	text := `{"type":"` + kind + `","messageId":"` + id + `"`
	if strings.HasSuffix(kind, "CONTENT") {
		text += `,"delta":"x"`
	}
	return text + "}"
}

func lines(events ...string) string { return strings.Join(events, "\n") + "\n" }

func sse(events ...string) string { return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n" }

func TestValidateOrder(t *testing.T) {
	inFolder(t)
	const start, content, end = "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"
	for _, c := range []struct{ name, file, text, args, want string }{
		{"behind its end", "run.sse", sse(began, event(start, "m2"), event(end, "m2"), event(content, "m2"), event(content, "m2"), finished), "",
			"run.sse:7:7: TEXT_MESSAGE_CONTENT for \"m2\", which ended at line 5 (event 4)\n"},
		{"never started", "run.jsonl", lines(began, event(end, "m"), finished), "",
			"run.jsonl:2:1: TEXT_MESSAGE_END for \"m\", but no text message has started with that id (event 2)\n"},
		{"started twice", "run.jsonl", lines(began, event(start, "m"), event(start, "m"), event(end, "m"), finished), "",
			"run.jsonl:3:1: TEXT_MESSAGE_START for \"m\", which started at line 2 and has not ended (event 3)\n"},
		{"left open", "run.jsonl", lines(began, event(start, "m"), finished), "",
			"run.jsonl:3:1: RUN_FINISHED cannot come while a text message is open: \"m\"; text message \"m\" started at line 2 (event 3)\n"},
		{"behind the run", "run.jsonl", lines(began, finished, event(start, "m")), "",
			"run.jsonl:3:1: TEXT_MESSAGE_START behind a run that finished at line 2: only a new run can follow (event 3)\n"},
		{"two runs at once", "run.jsonl", lines(began, began, finished), "",
			"run.jsonl:2:1: RUN_STARTED, but the run that began at line 1 has not ended (event 2)\n"},
		{"a failed run", "run.jsonl", lines(began, `{"type":"RUN_ERROR","message":"m"}`, finished), "",
			"run.jsonl:3:1: RUN_FINISHED behind a run that failed at line 2: only a new run can follow (event 3)\n"},
		{"a subagent twice", "run.jsonl", lines(began, `{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"n"}`, `{"type":"SUBAGENT_FINISHED","subagentRunId":"s"}`,
			`{"type":"SUBAGENT_STARTED","subagentRunId":"s","name":"n"}`, finished), "", "run.jsonl:4:1: SUBAGENT_STARTED for \"s\", which ended at line 3 (event 4)\n"},
		{"another sender", "run.jsonl", lines(began, event(start, "m"), `{"type":"TEXT_MESSAGE_END","messageId":"m","subagentRunId":"s"}`, event(end, "m"), finished), "",
			"run.jsonl:3:1: TEXT_MESSAGE_END: \"m\" belongs to the run's own agent, but this comes from subagent \"s\" (it started at line 2) (event 3)\n"},
		{"a chunk too few", "run.jsonl", lines(began, `{"type":"TEXT_MESSAGE_CHUNK","delta":"x"}`, finished), "",
			"run.jsonl:2:1: TEXT_MESSAGE_CHUNK is the first of a text message, and lacks messageId (event 2)\n"},
		{"cut off", "run.jsonl", lines(began, event(start, "m")), "", "run.jsonl:2:1: note: the capture ends within the run that began at line 1\n"},
		{"no capture of a run", "run.jsonl", lines(event(end, "m"), event(end, "m")), "", ""},
		{"asked for", "run.jsonl", lines(event(end, "m"), event(end, "m")), "--order",
			"run.jsonl:1:1: TEXT_MESSAGE_END cannot be first: a stream begins with the start of a run (event 1)\n" +
				"run.jsonl:2:1: note: the capture has no run\n"},
		{"an array", "run.json", "[" + began + "," + event(end, "m") + "," + finished + "]", "", ""},
		{"an array, asked for", "run.json", "[" + began + ",\n" + event(end, "m") + "," + finished + "]", "--order",
			"run.json:2:1: TEXT_MESSAGE_END for \"m\", but no text message has started with that id (event 2)\n"},
		{"turned off", "run.jsonl", lines(began, event(end, "m"), finished), "--order=false", ""},
		{"wrapped", "run.jsonl", lines(`{"at":1,"event":`+began+`}`, `{"at":2}`, `{"at":3,"event":`+event(end, "m")+`}`, `{"event":`+finished+`}`), "--at /event",
			"run.jsonl:3:17: TEXT_MESSAGE_END for \"m\", but no text message has started with that id (event 2)\n" +
				"run.jsonl: note: 1 document without a value at /event\n"},
		{"nothing in the wrapping", "run.jsonl", lines(began, finished), "--at /event", "run.jsonl: 2 documents without a value at /event\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			put(t, c.file, c.text)
			r := call("", strings.Fields("validate "+c.args+" "+c.file)...)
			if findings, _, _ := strings.Cut(r.out, " document"); r.err != "" || findings[:strings.LastIndex(findings, "\n")+1] != c.want && !strings.HasPrefix(r.out, c.want) {
				t.Errorf("got\n%s%swant\n%s", r.out, r.err, c.want)
			}
			wrong := false
			for line := range strings.Lines(c.want) {
				wrong = wrong || !strings.Contains(line, ": note: ")
			}
			if wrong != (r.code == exitFindings) {
				t.Errorf("exit code %d\n%s", r.code, r.out)
			}
		})
	}
	put(t, "small/small.json", small)
	put(t, "run.jsonl", lines(began))
	if r := call("", "validate", "--order", "--schema", "small/small.json", "run.jsonl"); r.code != exitMisuse || !strings.Contains(r.err, "there is no stream-map.txt beside the schema") {
		t.Errorf("%+v", r)
	}
}

func TestValidateFollow(t *testing.T) {
	inFolder(t)
	put(t, "run.sse", sse(began, `{"type":"TEXT_MESSAGE_CHUNK","messageId":"m","delta":"Hel"}`, `{"type":"TEXT_MESSAGE_CHUNK","delta":"lo"}`,
		`{"type":"TOOL_CALL_START","toolCallId":"c","toolCallName":"look","parentMessageId":"m"}`, `{"type":"TOOL_CALL_ARGS","toolCallId":"c","delta":"{}"}`,
		`{"type":"TOOL_CALL_END","toolCallId":"c"}`, `{"type":"STATE_SNAPSHOT","snapshot":{"n":1}}`, `{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/x"}]}`,
		`{"type":"STATE_DELTA","delta":[{"op":"replace","path":"/n","value":2}]}`, finished))
	r := call("", "validate", "--follow", "run.sse")
	const want = `{
  "thread": "t",
  "messages": [
    {
      "role": "assistant",
      "id": "m",
      "content": "Hello",
      "toolCalls": [
        {
          "id": "c",
          "type": "function",
          "function": {
            "name": "look",
            "arguments": "{}"
          }
        }
      ]
    }
  ],
  "state": {
    "n": 2
  },
  "unanswered": [
    "c"
  ]
}
`
	if r.out != want || r.code != exitOK {
		t.Errorf("got %d\n%s%s", r.code, r.out, r.err)
	}
	if !strings.HasPrefix(r.err, "run.sse:15:7: note: STATE_DELTA had no effect: ") || !strings.Contains(r.err, "10 documents: 10 valid") {
		t.Errorf("standard error has\n%s", r.err)
	}
}

// frames puts events of the corpus into frames.
func frames(t *testing.T, names ...string) string {
	t.Helper()
	found := map[string]string{}
	for _, v := range corpus.Lines[struct{ Kind, Name, Hex string }](t, "proto") {
		found[v.Name] = v.Hex
	}
	var out []byte
	for _, name := range names {
		data, err := hex.DecodeString(found[name])
		if err != nil || len(data) == 0 {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(binary.BigEndian.AppendUint32(out, uint32(len(data))), data...)
	}
	return string(out)
}

func TestValidateFrames(t *testing.T) {
	inFolder(t)
	put(t, "a/run.frames", frames(t, "RunStartedEvent/valid/minimal", "TextMessageEndEvent/valid/minimal", "RunFinishedEvent/valid/minimal"))
	r := call("", "validate", "a")
	if r.code != exitFindings || !strings.HasPrefix(r.out, "a/run.frames: event 2: TEXT_MESSAGE_END for ") || !strings.Contains(r.out, "3 documents: 3 valid, 0 invalid, 1 finding") {
		t.Errorf("%+v", r)
	}
	put(t, "cut.frames", frames(t, "RunStartedEvent/valid/minimal")+"\x00\x00\x00\x05x")
	r = call("", "validate", "cut.frames")
	if r.code != exitFindings || !strings.Contains(r.out, "cut.frames: event 2: the file ends within a frame of 5 bytes: 1 are there\n") {
		t.Errorf("%+v", r)
	}
	put(t, "own/schema.json", small)
	if r = call("", "validate", "--schema", "own/schema.json", "cut.frames"); !strings.Contains(r.out, "frames cannot be read: there are no .proto files beside the schema") {
		t.Errorf("%+v", r)
	}
}

// A schema without a table of streams gets no package of streams, and the command says so.
func TestNoStreams(t *testing.T) {
	inFolder(t)
	put(t, "small.json", small)
	for _, c := range []struct {
		args string
		said bool
	}{
		{"generate --schema small.json --out a --module example.org/a", true},
		{"check --schema small.json --out a --module example.org/a", true},
		{"generate --schema small.json --out b --module example.org/b --emit types,json", false},
	} {
		t.Run(c.args, func(t *testing.T) {
			r := call("", strings.Fields(c.args)...)
			said := strings.Contains(r.out, "no package of streams: there is no stream-map.txt beside the schema")
			if r.code != exitOK || said != c.said {
				t.Errorf("%s: %+v", c.args, r)
			}
		})
	}
	if r := call("", "generate", "--schema", "small.json", "--out", "c", "--emit", "types,json,stream"); r.code != exitMisuse || !strings.Contains(r.err, "there is no stream-map.txt beside the schema") {
		t.Errorf("%+v", r)
	}
}

// A finding about what the protocol has retired says what stands for it today.
func TestValidateRetired(t *testing.T) {
	inFolder(t)
	put(t, "old.jsonl", lines(`{"type":"THINKING_END"}`, `{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m","role":"user","content":[{"type":"binary"}]}]}`, `{"type":"binary"}`))
	const want = "old.jsonl:1:9: Event has no variant with type \"THINKING_END\" any more: it is REASONING_END today, and readers that upgrade translate it\n" +
		"old.jsonl:2:84: /messages/0/content/0: ContentPart has no variant with type \"binary\" any more: it is image, audio, video or document today, and readers that upgrade translate it\n" +
		"old.jsonl:3:9: Event has no variant with type \"binary\": it belongs to another version or to another protocol\n"
	if r := call("", "validate", "old.jsonl"); !strings.HasPrefix(r.out, want) || r.code != exitFindings {
		t.Errorf("got\n%s%swant\n%s", r.out, r.err, want)
	}
}
