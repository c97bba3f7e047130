package aguistream_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/aguigen/aguigen/generated/internal/corpus"
)

const (
	byWHATWG  = "S1, S4: we follow the WHATWG, as the streams of real producers need it"
	noEvent   = "S10: the vector is about JSON values, and a Reader returns events: what is none is an error, as the client has it a stage later"
	noNull    = "the Decoder refuses this null, a stage earlier"
	absent    = "a null of an optional member reads as absent"
	byRFC6901 = "A23: RFC 6901 forbids an index with leading zeros"
)

// differences are the vectors in which we differ from the reference implementation, each with the reason.
var differences = map[string]string{
	"parse/data-empty":       byWHATWG,
	"parse/data-one-space":   byWHATWG,
	"parse/crlf-two-events":  byWHATWG,
	"parse/cr-two-events":    byWHATWG,
	"parse/json-null":        noEvent,
	"parse/json-number":      noEvent,
	"parse/json-string":      noEvent,
	"parse/json-array":       noEvent,
	"parse/json-no-type":     noEvent,
	"parse/json-empty-type":  noEvent,
	"parse/json-type-number": noEvent,

	"text/null-usage-members": noNull,
	"text/null-in-messages":   noNull,
	"text/null-in-tool-call":  noNull,
	"chunks/tool-null-parent": absent,

	"apply/state-index-leading-zero": byRFC6901,
}

// A difference of a vector that is no longer there is none. The tests of each kind say which of those that are there have
// come to agree.
func TestDifferencesExist(t *testing.T) {
	if leftOut != nil {
		t.Skip("a part of the protocol has a part of the vectors")
	}
	missing, missingDrafts := maps.Clone(differences), maps.Clone(drafts)
	for _, file := range []string{"streams", "random-streams", "sse", "enforce"} {
		for _, v := range corpus.Lines[struct{ Name string }](t, file) {
			delete(missing, v.Name)
		}
	}
	for _, doc := range corpus.Lines[struct{ Name string }](t, "conformance") {
		delete(missing, "conformance/"+doc.Name)
		delete(missingDrafts, doc.Name)
	}
	if len(missing) > 0 {
		t.Errorf("there are no vectors %q", slices.Sorted(maps.Keys(missing)))
	}
	if len(missingDrafts) > 0 {
		t.Errorf("there are no streams %q", slices.Sorted(maps.Keys(missingDrafts)))
	}
}
