package agui_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// perEvent reports the time for one document and the throughput beside that for the whole corpus.
func perEvent(b *testing.B, c *traffic, run func()) {
	b.Run(c.name, func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(c.size())
		for b.Loop() {
			run()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.docs)), "ns/event")
	})
}

// BenchmarkFloor is what encoding/json needs to say that the documents are JSON: the unit of docs/performance.md.
func BenchmarkFloor(b *testing.B) {
	for _, c := range corpora(b) {
		perEvent(b, c, func() {
			for _, doc := range c.docs {
				if !json.Valid(doc) {
					b.Fatal("not JSON")
				}
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) { benchmarkDecode(b, agui.Decoder{}) }

func BenchmarkDecodeStrict(b *testing.B) { benchmarkDecode(b, agui.Decoder{Strict: true}) }

func benchmarkDecode(b *testing.B, d agui.Decoder) {
	for _, c := range corpora(b) {
		perEvent(b, c, func() {
			for _, doc := range c.docs {
				if _, err := c.decode(&d, doc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	var buf []byte
	for _, c := range corpora(b) {
		perEvent(b, c, func() {
			for _, v := range c.values {
				var err error
				if buf, err = v.AppendJSON(buf[:0]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkValidate(b *testing.B) {
	for _, c := range corpora(b) {
		perEvent(b, c, func() {
			for _, v := range c.values {
				if err := v.Validate(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkValidateJSON(b *testing.B) {
	for _, c := range corpora(b) {
		definition := "Event"
		if c.name == "input" {
			definition = "RunAgentInput"
		}
		perEvent(b, c, func() {
			for _, doc := range c.docs {
				if err := agui.ValidateJSON(definition, doc); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkScale decodes a small and a large document of each kind: the throughput should be the same.
func BenchmarkScale(b *testing.B) {
	w := newWriter()
	snapshot := func(n int) []byte { return mustAppend(b, agui.NewMessagesSnapshotEvent(w.messages(n))) }
	delta := func(n int) []byte {
		return mustAppend(b, agui.NewTextMessageContentEvent("m", strings.Repeat("word ", n)))
	}
	for _, doc := range []struct {
		name string
		data []byte
	}{
		{"snapshot-100kB", snapshot(300)},
		{"snapshot-50MB", snapshot(150_000)},
		{"string-100kB", delta(20_000)},
		{"string-10MB", delta(2_000_000)},
	} {
		benchmarkEvent(b, doc.name, doc.data)
	}
}

// BenchmarkHostile decodes what an attacker would send; compare the throughput with that of BenchmarkScale. Most of it
// is refused or stripped.
func BenchmarkHostile(b *testing.B) {
	const size = 1 << 20
	fill := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	parts := strings.TrimSuffix(fill(`{"type":"text","text":""},`), ",")
	var unknown strings.Builder
	for i := range 1000 {
		unknown.WriteString(`,"key` + strings.Repeat("x", i%60) + `":"` + strings.Repeat("v", size/1000) + `"`)
	}
	for _, doc := range []struct{ name, data string }{
		{"plain", `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"` + fill("word ") + `"}`},
		{"nested", `{"type":"RAW","event":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`},
		{"parts", `{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":[` + parts + `]}`},
		{"escapes", `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"` + fill(`\u00e9`) + `"}`},
		{"escapes-short", `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"` + fill(`\n`) + `"}`},
		{"type-last", `{"messageId":"m","delta":"` + fill("word ") + `","type":"TEXT_MESSAGE_CONTENT"}`},
		{"unknown-keys", `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"d"` + unknown.String() + `}`},
		{"repeated-keys", `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m",` + fill(`"delta":"word word word word",`) + `"delta":"d"}`},
	} {
		benchmarkEvent(b, doc.name, []byte(doc.data))
	}
}

func benchmarkEvent(b *testing.B, name string, data []byte) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, err := agui.UnmarshalEvent(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func mustAppend(t testing.TB, v value) []byte {
	text, err := v.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
