package agui_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/internal/corpus"
)

// vector is what the reference client made of an event, a run input or a run.
type vector struct {
	Kind, Name     string
	Input          json.RawMessage
	Output         json.RawMessage // null where there is none
	Warnings       []string
	Dropped, Fatal bool
}

// result is what a receiver makes of a document, in a form that can be compared.
type result struct {
	output  string // canonical, "" for none
	paths   []string
	dropped bool
	fatal   bool
}

// String shows a result on a line.
func (r result) String() string {
	return fmt.Sprintf("output %s, removed %q, dropped %v, fatal %v", r.output, r.paths, r.dropped, r.fatal)
}

// theirs returns the peer's result.
func (v vector) theirs(t *testing.T) result {
	r := result{dropped: v.Dropped, fatal: v.Fatal}
	if string(v.Output) != "null" {
		r.output = canonical(t, v.Output)
	}
	if v.Kind == "run" {
		r.paths = removed.all(v.Warnings)
		return r
	}
	var input any
	if err := json.Unmarshal(v.Input, &input); err != nil {
		t.Fatal(err)
	}
	for _, path := range v.Warnings {
		at, ok := escapePath(input, path)
		if !ok {
			t.Errorf("%s: the input has nothing at %s", v.Name, path)
		}
		r.paths = append(r.paths, at)
	}
	r.paths = set(r.paths)
	return r
}

// warning finds the path in what the client prints during a run.
type warning struct{ *regexp.Regexp }

var removed = warning{regexp.MustCompile(`Removed unrecognised material at '([^']*)'`)}

func (w warning) all(lines []string) []string {
	var paths []string
	for _, line := range lines {
		if m := w.FindStringSubmatch(line); m != nil {
			paths = append(paths, m[1])
		}
	}
	return set(paths)
}

func set(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// escapePath makes a JSON Pointer of a path that the peer joined with slashes and did not escape: it follows the
// keys that the document has.
func escapePath(v any, path string) (string, bool) {
	if path == "" {
		return "", true
	}
	switch v := v.(type) {
	case []any:
		step, rest, _ := strings.Cut(path[1:], "/")
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= len(v) {
			return "", false
		}
		if rest != "" {
			rest = "/" + rest
		}
		at, ok := escapePath(v[i], rest)
		return "/" + step + at, ok
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			rest, ok := strings.CutPrefix(path[1:], key)
			if !ok || rest != "" && rest[0] != '/' {
				continue
			}
			if at, ok := escapePath(v[key], rest); ok {
				return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key) + at, true
			}
		}
	}
	return "", false
}

// ours returns the result of the zero Decoder, but for what it reports.
func (v vector) ours(t *testing.T) result {
	var r result
	d := agui.Decoder{OnUnknown: func(u agui.Unknown) {
		if u.Kind != agui.UnknownKindEvent {
			r.paths = append(r.paths, u.InstanceLocation)
		}
	}}
	switch v.Kind {
	case "event":
		e, err := d.Event(v.Input)
		r.dropped, r.fatal = unknownEvent(e), err != nil
		if err == nil && !r.dropped {
			r.output = encoded(t, e)
		}
	case "outgoing":
		input := new(agui.RunAgentInput)
		err := d.Unmarshal(v.Input, input)
		r.fatal = err != nil
		if err == nil {
			r.output = encoded(t, input)
		}
	case "run":
		r.output, r.fatal = runOutput(t, &d, v.Input)
	default:
		t.Fatalf("%s: nobody knows the kind %q", v.Name, v.Kind)
	}
	r.paths = set(r.paths)
	return r
}

// runOutput reads the events of a run until one is malformed, and leaves the unknown ones out.
func runOutput(t *testing.T, d *agui.Decoder, run []byte) (output string, fatal bool) {
	var documents []json.RawMessage
	if err := json.Unmarshal(run, &documents); err != nil {
		t.Fatal(err)
	}
	kept := []agui.Event{}
	for _, data := range documents {
		e, err := d.Event(data)
		if err != nil {
			fatal = true
			break
		}
		if !unknownEvent(e) {
			kept = append(kept, e)
		}
	}
	return encoded(t, kept), fatal
}

func unknownEvent(e agui.Event) bool {
	_, unknown := e.(*agui.UnknownEvent)
	return unknown
}

func encoded(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return canonical(t, text)
}

func (r result) equal(other result) bool {
	return r.String() == other.String()
}

// but returns the result with another output.
func (r result) but(output string) result {
	r.output = output
	return r
}

// TestEnforcement compares the receiver's rules with the reference client. Where they differ, the difference is
// listed.
func TestEnforcement(t *testing.T) {
	differences := map[string]string{}
	for reason, names := range enforcementDifferences {
		for _, name := range names {
			differences[name] = reason
		}
	}
	agreed := map[string]int{}
	differed := map[string]int{}
	for _, v := range corpus.Lines[vector](t, "enforce") {
		theirs, ours := v.theirs(t), v.ours(t)
		reason, listed := differences[v.Name]
		delete(differences, v.Name)
		switch {
		case theirs.equal(ours) && listed:
			t.Errorf("%s: no difference any more (%s)", v.Name, reason)
		case theirs.equal(ours):
			agreed[v.Kind]++
		case !listed:
			t.Errorf("%s: %s\nthe peer: %v\nours:     %v", v.Name, v.Input, theirs, ours)
		case reason == filledLists && !theirs.but(ours.output).equal(ours):
			t.Errorf("%s: more than the lists differs\nthe peer: %v\nours:     %v", v.Name, theirs, ours)
		default:
			differed[reason]++
		}
	}
	for name := range differences {
		t.Run(name, func(t *testing.T) {
			t.Errorf("%s is listed but not in the vectors", name)
		})
	}
	t.Logf("agreed: %v", agreed)
	for _, reason := range slices.Sorted(maps.Keys(differed)) {
		t.Logf("%d differ: %s", differed[reason], reason)
	}
}

// The reasons for which the package differs from the reference client.
const (
	noDiscriminator       = "an event without a type, or with one that is no string, is malformed; the peer drops it as unknown"
	noDiscriminatorInside = "so is a message, part, source, outcome or operation without; the peer removes it as unknown"
	filledLists           = "the peer fills in tools and context of a run input; a default is never written in"
	nullState             = "the schema forbids null for the state of a run input; the peer takes it for absent"
	nullOutgoing          = "null for an absent optional needs AllowNull; the peer's client removes it before it looks"
	translated            = "the peer's client translates retired forms; here they are unknown"
	order                 = "the peer's client checks the order of events too, which no schema states"
)

// enforcementDifferences names every vector whose result is another, by reason.
var enforcementDifferences = map[string][]string{
	noDiscriminator: {
		"unknownType/type-missing",
		"unknownType/type-number",
		"unknownType/type-null",
		"ActivityDeltaEvent/invalid/type-missing",
		"ActivitySnapshotEvent/invalid/type-missing",
		"Event/invalid/type-missing",
		"Event/invalid/type-null",
		"MessagesSnapshotEvent/invalid/type-constant-null",
		"MessagesSnapshotEvent/invalid/type-missing",
		"ReasoningEncryptedValueEvent/invalid/type-constant-null",
		"ReasoningEncryptedValueEvent/invalid/type-missing",
		"ReasoningEndEvent/invalid/type-missing",
		"ReasoningMessageChunkEvent/invalid/type-missing",
		"ReasoningMessageContentEvent/invalid/type-constant-null",
		"ReasoningMessageContentEvent/invalid/type-missing",
		"ReasoningMessageEndEvent/invalid/type-missing",
		"ReasoningMessageStartEvent/invalid/type-missing",
		"ReasoningStartEvent/invalid/type-missing",
		"RunErrorEvent/invalid/type-missing",
		"RunFinishedEvent/invalid/type-missing",
		"RunStartedEvent/invalid/type-missing",
		"StateDeltaEvent/invalid/type-missing",
		"StateSnapshotEvent/invalid/type-missing",
		"StepFinishedEvent/invalid/type-missing",
		"StepStartedEvent/invalid/type-constant-null",
		"StepStartedEvent/invalid/type-missing",
		"SubagentErrorEvent/invalid/type-constant-null",
		"SubagentErrorEvent/invalid/type-missing",
		"SubagentFinishedEvent/invalid/type-missing",
		"TextMessageChunkEvent/invalid/type-constant-null",
		"TextMessageChunkEvent/invalid/type-missing",
		"TextMessageContentEvent/invalid/type-missing",
		"TextMessageEndEvent/invalid/type-missing",
		"TextMessageStartEvent/invalid/type-missing",
		"ToolCallArgsEvent/invalid/type-missing",
		"ToolCallChunkEvent/invalid/type-constant-null",
		"ToolCallChunkEvent/invalid/type-missing",
		"ToolCallResultEvent/invalid/type-missing",
		"ToolCallStartEvent/invalid/type-missing",
	},
	noDiscriminatorInside: {
		"member/role-null-in-list",
		"member/role-number-in-list",
		"member/part-type-missing",
		"member/source-type-missing",
		"member/outcome-type-missing",
		"member/outcome-type-null",
		"member/op-missing",
		"ToolCallResultEvent/invalid/part-source-type-missing",
	},
	filledLists: {
		"property/input",
		"property/input-tool",
		"property/input-tool-parameters-open",
		"property/input-context",
		"property/input-resume",
		"property/input-message-part",
		"property/input-state-open",
		"member/input-message",
		"member/input-part-and-source",
		"RunStartedEvent/invalid/input-tool-extra",
		"outgoing/extra",
		"outgoing/message-extra",
		"outgoing/role-unknown",
		"outgoing/part-unknown",
		"outgoing/part-binary",
		"outgoing/source-unknown",
		"outgoing/tool-extra",
		"outgoing/context-extra",
		"outgoing/resume-extra",
		"outgoing/null-opaque",
		"outgoing/every-message",
		"outgoing/usage-like-extra",
	},
	nullState: {
		"malformed/input-state-null",
		"RunStartedEvent/invalid/input-state-null",
	},
	nullOutgoing: {
		"outgoing/null-inside",
		"run/null-outcome",
	},
	translated: {
		"run/retired-thinking",
		"run/binary-part",
	},
	order: {
		"run/no-run-started",
	},
}
