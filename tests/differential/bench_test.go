package differential

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// BenchmarkVerdict times the compiled verdict and the interpreter's on the same documents, of the kinds of traffic in
// the reference data.
func BenchmarkVerdict(b *testing.B) {
	interpreter := compile(b)
	for _, kind := range []string{"chat", "tools", "mixed", "history", "input"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "bench", "corpus", kind+".jsonl"))
		if err != nil {
			b.Skip("needs ../shared, the reference data beside the repository")
		}
		docs := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
		definition := "Event"
		if kind == "input" {
			definition = "RunAgentInput"
		}
		for name, judge := range map[string]func([]byte) bool{
			"compiled":    func(doc []byte) bool { return agui.ValidateJSON(definition, doc) == nil },
			"interpreted": func(doc []byte) bool { return interpreter.accepts(definition, doc) },
		} {
			b.Run(kind+"/"+name, func(b *testing.B) {
				for b.Loop() {
					for _, doc := range docs {
						if !judge(doc) {
							b.Fatal("refused")
						}
					}
				}
			})
		}
	}
}
