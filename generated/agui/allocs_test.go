package agui_test

import (
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// TestDecodeAllocations counts what single events cost: one allocation for the event, one for all its strings, kept
// values and integers, one for its optional strings, and two for every map.
func TestDecodeAllocations(t *testing.T) {
	for _, test := range []struct {
		doc  string
		want float64
	}{
		{`{"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_1","delta":" word"}`, 2},
		{`{"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_1","delta":" \"quoted\" \u00e9 naïve"}`, 2},
		{`{"messageId":"msg_1","delta":" word","type":"TEXT_MESSAGE_CONTENT"}`, 2},
		{`{"type":"TEXT_MESSAGE_CONTENT","timestamp":1790000000000,"messageId":"msg_1","delta":" word"}`, 2},
		{`{"type":"TEXT_MESSAGE_CONTENT","subagentRunId":"sub_1","messageId":"msg_1","delta":" word"}`, 3},
		{`{"type":"TEXT_MESSAGE_CONTENT","metadata":{"a":1,"b":2},"messageId":"msg_1","delta":" word"}`, 4},
		{`{"type":"TEXT_MESSAGE_START","messageId":"msg_1","role":"assistant","name":"bot"}`, 3},
		{`{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/a"},{"op":"add","path":"/b","value":1}]}`, 5},
		{`{"type":"CUSTOM","name":"n","value":{"a":[1,2,3]}}`, 2},
		{`{"type":"STEP_STARTED","stepName":"s","unknown":{"a":1}}`, 2},
	} {
		t.Run(test.doc, func(t *testing.T) {
			var d agui.Decoder
			got := testing.AllocsPerRun(100, func() {
				if _, err := d.Event([]byte(test.doc)); err != nil {
					t.Fatal(err)
				}
			})
			if got -= conversion(test.doc); got != test.want {
				t.Errorf("%s: %v allocations, want %v", test.doc, got, test.want)
			}
		})
	}
}

// conversion is what the conversion of a constant to bytes costs in the measured function.
func conversion(doc string) float64 {
	var sink []byte
	n := testing.AllocsPerRun(100, func() { sink = []byte(doc) })
	_ = sink
	return n
}

// TestCorpusAllocations holds the averages that docs/performance.md states, for each kind of traffic.
func TestCorpusAllocations(t *testing.T) {
	most := map[string]float64{"chat": 2.02, "tools": 2.2, "state": 5.4, "history": 370, "input": 385, "mixed": 4.3}
	for _, c := range corpora(t) {
		var d agui.Decoder
		total := 0.0
		for _, doc := range c.docs {
			total += testing.AllocsPerRun(5, func() {
				if _, err := c.decode(&d, doc); err != nil {
					t.Fatal(err)
				}
			})
		}
		each := total / float64(len(c.docs))
		t.Logf("%s: %.2f allocations for a document", c.name, each)
		if each > most[c.name] {
			t.Errorf("%s: %.2f allocations for a document, at most %v are allowed", c.name, each, most[c.name])
		}
	}
}

// TestNoAllocations encodes into a reused buffer and validates: both cost nothing.
func TestNoAllocations(t *testing.T) {
	for _, c := range corpora(t) {
		buf := make([]byte, 0, 1<<20)
		for _, v := range c.values {
			if n := testing.AllocsPerRun(5, func() { buf, _ = v.AppendJSON(buf[:0]) }); n != 0 {
				t.Errorf("%s: encoding %T: %v allocations", c.name, v, n)
			}
			if n := testing.AllocsPerRun(5, func() { _ = v.Validate() }); n != 0 {
				t.Errorf("%s: validating %T: %v allocations", c.name, v, n)
			}
		}
	}
}
