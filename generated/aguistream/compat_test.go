package aguistream_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/aguistream"
	"github.com/aguigen/aguigen/generated/internal/corpus"
)

const (
	eraShim   = "O4: what peers of an era lacked is not taken from today's events"
	nullEntry = "O5: what is no message is left alone, where the client fails"
)

// eras are the vectors of the shims for old peers in which we differ, and the one that the client does not survive.
var eras = map[string]string{
	"boundary/modern/malformed-left-alone": nullEntry,

	"0.0.39/text-parts":                eraShim,
	"0.0.39/media-dropped":             eraShim,
	"0.0.39/media-only":                eraShim,
	"0.0.39/empty-parts":               eraShim,
	"0.0.39/string-kept":               eraShim,
	"0.0.39/binary-dropped":            eraShim,
	"0.0.39/malformed-text-left":       eraShim,
	"0.0.39/assistant-without-content": eraShim,
	"0.0.39/parent-run-id-removed":     eraShim,
	"0.0.57/lifecycle-dropped":         eraShim,
	"0.0.57/tags-stripped":             eraShim,
	"0.0.57/snapshot-messages":         eraShim,
	"0.0.57/interrupt-tags":            eraShim,
	"0.0.57/run-started-input":         eraShim,
	"0.0.57/input-messages":            eraShim,
	"0.0.57/state-untouched":           eraShim,
}

// compatVector is a stream of an older producer, or the input for an older agent, and what is to be made of it.
type compatVector struct {
	Kind, Name   string
	Input        []json.RawMessage
	Output       json.RawMessage
	RunInput     json.RawMessage `json:"runInput"`
	RunInputSent json.RawMessage `json:"runInputSent"`
	Warnings     []string
}

func TestCompatVectors(t *testing.T) {
	var agree, differ int
	for _, v := range corpus.Lines[compatVector](t, "compat") {
		complaint := v.upgrade(t)
		why, named := eras[v.Name]
		switch {
		case complaint == "" && named:
			t.Errorf("%s agrees, so it is no difference (%s): remove it", v.Name, why)
		case complaint == "":
			agree++
		case named:
			differ++
		default:
			t.Errorf("%s: %s", v.Name, complaint)
		}
	}
	t.Logf("%d agree, %d are named differences", agree, differ)
}

var madeID = regexp.MustCompile(`"\$id\d+"`)

func (v *compatVector) upgrade(t *testing.T) string {
	made, notes := 0, 0
	u := aguistream.Upgrader{
		OnNote: func(aguistream.Note) { notes++ },
		NewID:  func() string { made++; return fmt.Sprintf("$id%d", made) },
	}
	out := []json.RawMessage{}
	for _, e := range v.Input {
		out = append(out, u.Event(e))
	}
	if got := toJSON(t, out); !sameJSON(t, got, v.Output) {
		return fmt.Sprintf("got  %s\nwant %s", got, v.Output)
	}
	if strings.HasPrefix(v.Name, "boundary/") && len(v.RunInput) == 0 && (notes == 0) != (len(v.Warnings) == 0) {
		return fmt.Sprintf("%d notes, and the warnings are %q", notes, v.Warnings)
	}
	if ids := madeID.FindAll(v.Output, -1); made > 0 != (len(ids) > 0) {
		return fmt.Sprintf("%d ids were made, %d are in %s", made, len(ids), v.Output)
	}
	if len(v.RunInput) == 0 {
		return ""
	}
	if got := u.Input(v.RunInput); !sameJSON(t, got, v.RunInputSent) {
		return fmt.Sprintf("input\n     %s\nwant %s", got, v.RunInputSent)
	}
	return ""
}
