package agui_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// traffic is a set of documents of one kind of traffic, made from a seed. values are what they were made from.
type traffic struct {
	name   string
	docs   [][]byte
	values []value
}

// value is what every type can do.
type value interface {
	AppendJSON([]byte) ([]byte, error)
	Validate() error
}

// decode reads a document of the corpus.
func (c *traffic) decode(d *agui.Decoder, doc []byte) (value, error) {
	if c.name == "input" {
		input := new(agui.RunAgentInput)
		return input, d.Unmarshal(doc, input)
	}
	return d.Event(doc)
}

func (c *traffic) size() (n int64) {
	for _, doc := range c.docs {
		n += int64(len(doc))
	}
	return n
}

// corpora makes every kind of traffic.
func corpora(t testing.TB) []*traffic {
	w := newWriter()
	var history value = agui.NewMessagesSnapshotEvent(w.messages(200))
	list := []*traffic{
		{name: "chat", values: w.chat(500)},
		{name: "tools", values: w.tools(20)},
		{name: "state", values: w.state(200)},
		{name: "history", values: []value{history}},
		{name: "input", values: []value{w.input(200)}},
		{name: "mixed", values: w.mixed(8)},
	}
	for _, c := range list {
		for _, v := range c.values {
			if err := v.Validate(); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			doc, err := v.AppendJSON(nil)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			c.docs = append(c.docs, doc)
		}
	}
	return list
}

// newWriter starts from the one seed.
func newWriter() *writer { return &writer{rand.New(rand.NewPCG(20, 26))} }

// writer makes up traffic.
type writer struct{ *rand.Rand }

// fragments is what models stream: words, punctuation, line ends, things to escape, other scripts.
var fragments = []string{
	" the", " run", " of", " an", " agent", " starts", " with", " one", " request", " and", " ends", " when", " its", " last",
	" event", " arrives", " at", " the", " other", " side", ".", ",", ":", " -", "\n", "\n\n", " \"so\"", " C:\\logs", "\t",
	" déjà", " über", " 東京", " 서울", " да", " 🙂", " 👍🏿", "",
}

func (w *writer) fragment() string { return fragments[w.IntN(len(fragments))] }

func (w *writer) text(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(w.fragment())
	}
	return b.String()
}

func (w *writer) id(prefix string) string {
	return fmt.Sprintf("%s_%016x%08x", prefix, w.Uint64(), w.Uint32())
}

func (w *writer) base64(n int) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	b := make([]byte, n/4*4)
	for i := range b {
		b[i] = alphabet[w.IntN(len(alphabet))]
	}
	return string(b)
}

// any makes a JSON value.
func (w *writer) any(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func (w *writer) object(n int) map[string]json.RawMessage {
	m := map[string]json.RawMessage{}
	for i := range n {
		m[fmt.Sprintf("key%d", i)] = w.any(w.text(2))
	}
	return m
}

func (w *writer) arguments() string {
	return string(w.any(map[string]any{"query": w.text(6), "limit": w.IntN(50), "path": `C:\data`, "exact": true, "since": nil}))
}

func (w *writer) usage() []agui.TokenUsage {
	u := agui.NewTokenUsage()
	u.Provider, u.Model = ptr("provider"), ptr("model-1")
	u.InputTokens, u.OutputTokens, u.TotalTokens = ptr(int64(1200)), ptr(int64(300)), ptr(int64(1500))
	return []agui.TokenUsage{*u}
}

func (w *writer) chat(n int) []value {
	thread, run, message := w.id("thread"), w.id("run"), w.id("msg")
	list := []value{agui.NewRunStartedEvent(thread, run), agui.NewTextMessageStartEvent(message)}
	for range n {
		list = append(list, agui.NewTextMessageContentEvent(message, w.fragment()))
	}
	end := agui.NewRunFinishedEvent(thread, run)
	end.Outcome, end.Usage = agui.NewRunFinishedSuccessOutcome(), w.usage()
	return append(list, agui.NewTextMessageEndEvent(message), end)
}

func (w *writer) tools(n int) []value {
	var list []value
	for i := range n {
		call := w.id("call")
		start := agui.NewToolCallStartEvent(call, "search")
		start.ParentMessageID = ptr(w.id("msg"))
		list = append(list, start)
		for rest := []rune(w.arguments()); len(rest) > 0; {
			cut := min(3+w.IntN(10), len(rest))
			list = append(list, agui.NewToolCallArgsEvent(call, string(rest[:cut])))
			rest = rest[cut:]
		}
		content := agui.NewContentText(w.arguments())
		if i%3 == 0 {
			content = agui.NewContentParts(agui.NewTextPart(w.text(20)), agui.NewImagePart(agui.NewDataSource(w.base64(600), "image/png")))
		}
		list = append(list, agui.NewToolCallEndEvent(call), agui.NewToolCallResultEvent(w.id("msg"), call, content))
	}
	return list
}

func (w *writer) state(n int) []value {
	var items []any
	for range 200 {
		items = append(items, map[string]any{"id": w.id("item"), "title": w.text(5), "done": w.IntN(2) == 0, "score": w.Float64(), "owner": nil})
	}
	list := []value{agui.NewStateSnapshotEvent(w.any(map[string]any{"version": 1, "items": items}))}
	for range n {
		list = append(list, agui.NewStateDeltaEvent(w.patch(1+w.IntN(4))))
	}
	return list
}

func (w *writer) patch(n int) agui.JSONPatch {
	patch := agui.JSONPatch{}
	for range n {
		path := fmt.Sprintf("/items/%d/title", w.IntN(200))
		switch w.IntN(5) {
		case 0:
			patch = append(patch, agui.NewAddOperation("/items/-", w.any(map[string]any{"title": w.text(4)})))
		case 1:
			patch = append(patch, agui.NewRemoveOperation(path))
		case 2:
			patch = append(patch, agui.NewMoveOperation(path, "/a~1b"))
		default:
			patch = append(patch, agui.NewReplaceOperation(path, w.any(w.text(4))))
		}
	}
	return patch
}

func (w *writer) messages(n int) []agui.Message {
	var list []agui.Message
	for len(list) < n {
		call := w.id("call")
		user := agui.NewUserMessage(w.id("msg"), agui.NewContentText(w.text(25)))
		if w.IntN(4) == 0 {
			user.Content = agui.NewContentParts(agui.NewTextPart(w.text(15)), agui.NewImagePart(agui.NewDataSource(w.base64(600), "image/png")),
				agui.NewDocumentPart(agui.NewURLSource("https://example.com/"+w.id("doc"))), agui.NewAudioPart(agui.NewFileSource(w.id("file"))))
		}
		reasoning := agui.NewReasoningMessage(w.id("msg"), w.text(30))
		reasoning.EncryptedValue = ptr(w.base64(200))
		calling := agui.NewAssistantMessage(w.id("msg"))
		calling.ToolCalls = []agui.ToolCall{*agui.NewToolCall(call, *agui.NewFunctionCall("search", w.arguments()))}
		saying := agui.NewAssistantMessage(w.id("msg"))
		saying.Content = ptr(w.text(80))
		list = append(list, user, reasoning, calling, agui.NewToolMessage(w.id("msg"), agui.NewContentText(w.text(40)), call),
			agui.NewActivityMessage(w.id("msg"), "search", w.object(3)), saying)
	}
	return list[:n]
}

func (w *writer) input(n int) value {
	in := agui.NewRunAgentInput(w.id("thread"), w.id("run"), w.messages(n))
	in.State, in.ForwardedProps = w.any(map[string]any{"text": w.text(400)}), w.any(map[string]any{"locale": "en"})
	for i := range 20 {
		tool := agui.NewTool(fmt.Sprintf("tool%d", i), w.text(12))
		tool.Parameters = w.any(map[string]any{"type": "object", "properties": map[string]any{"query": map[string]any{"type": "string"}}})
		in.Tools = append(in.Tools, *tool)
		in.Context = append(in.Context, *agui.NewContext(w.text(4), w.text(20)))
	}
	return in
}

// mixed makes events of many types, with what all events can have.
func (w *writer) mixed(n int) []value {
	var list []value
	for range n {
		m, call, sub := w.id("msg"), w.id("call"), w.id("sub")
		start := agui.NewTextMessageStartEvent(m)
		start.Role, start.Timestamp = ptr(agui.TextMessageRoleAssistant), ptr(int64(1790000000000))
		delta := agui.NewTextMessageContentEvent(m, w.fragment())
		delta.SubagentRunID, delta.Metadata = ptr(sub), w.object(2)
		custom := agui.NewCustomEvent("progress", w.any(map[string]any{"pct": 0.5}))
		custom.RawEvent = w.any(map[string]any{"id": w.id("raw"), "choices": []any{map[string]any{"index": 0}}})
		interrupted := agui.NewRunFinishedEvent(w.id("thread"), w.id("run"))
		interrupted.Outcome = agui.NewRunFinishedInterruptOutcome([]agui.Interrupt{*agui.NewInterrupt(w.id("int"), "approval")})
		failed := agui.NewRunErrorEvent(w.text(5))
		failed.Usage = w.usage()
		list = append(list, start, delta, custom, interrupted, failed, agui.NewStepStartedEvent("plan"),
			agui.NewReasoningMessageContentEvent(m, w.fragment()), agui.NewReasoningEncryptedValueEvent(agui.ReasoningEncryptedValueSubtypeMessage, m, w.base64(120)),
			agui.NewActivitySnapshotEvent(m, "search", w.object(2)), agui.NewSubagentStartedEvent(sub, "researcher"), agui.NewRawEvent(w.any(map[string]any{"i": 1})),
			agui.NewStateDeltaEvent(w.patch(2)), agui.NewMessagesSnapshotEvent(w.messages(6)), agui.NewToolCallArgsEvent(call, `{"q":"`))
	}
	return list
}
