package runtime

import (
	"slices"
	"strings"
	"testing"
)

func TestShort(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"", ""},
		{"abc", "abc"},
		{strings.Repeat("a", 80), strings.Repeat("a", 80)},
		{strings.Repeat("a", 40) + "b" + strings.Repeat("c", 40), strings.Repeat("a", 40) + "…" + strings.Repeat("c", 40)},
		{strings.Repeat("a", 39) + "é" + strings.Repeat("b", 300) + "é" + strings.Repeat("c", 39), strings.Repeat("a", 39) + "…" + strings.Repeat("c", 39)},
	} {
		if got := short([]byte(test.in)); got != test.want {
			t.Errorf("%q: got %q", test.in, got)
		}
	}
}

func TestOtherSpelling(t *testing.T) {
	long := strings.Repeat("a", longestHint)
	for _, test := range []struct{ name, other, want string }{
		{"messageId", "message_id", "message_id"},
		{"messageId", "MESSAGE-ID", "MESSAGE-ID"},
		{"messageId", "messageID", "messageID"},
		{"messageId", "messageId", ""}, // it is the same name
		{"messageId", "message_ids", ""},
		{"typ\u00c9", "typ\u00e9", "typ\u00e9"},
		{long, "_" + long[1:] + "A", ""},
		{long, strings.ToUpper(long), strings.ToUpper(long)},
		{long + "a", strings.ToUpper(long + "a"), ""}, // too long to be compared
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := otherSpelling(test.name, []string{"else", test.other})
			if got != test.want || ok != (test.want != "") {
				t.Errorf("%q and %q: got %q, %v", test.name, test.other, got, ok)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	known := []string{"type", "messageId", "delta", "role", "id", "subagentRunId", "toolCallName"}
	for name, want := range map[string]string{
		"message_id": "messageId", "mesageId": "messageId", "messageIdx": "messageId", "mesasgeId": "messageId", "massageId": "messageId",
		"tpye": "type", "typo": "type", "Type": "type", "roles": "role", "rol": "role", "xy": "", "ix": "", "other": "", "": "",
		"i_d": "id", "subagentId": "subagentRunId", "subagent_run": "subagentRunId", "message": "messageId", "toolName": "", "runId": "", "d": "", "type": "", strings.Repeat("x", 1000): "",
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := nearest(name, known)
			if got != want || ok != (want != "") {
				t.Errorf("%q: got %q, %v, want %q", name, got, ok, want)
			}
		})
	}
}

func TestOneSlip(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"abc", "abc", true}, {"abc", "abd", true}, {"abc", "ab", true}, {"abc", "abcd", true}, {"abc", "xabc", true}, {"abc", "acb", true},
		{"abc", "bac", true}, {"abc", "cba", false}, {"abc", "a", false}, {"abc", "abxy", false}, {"abc", "axy", false}, {"abcd", "badc", false},
		{"aaa", "aaaa", true}, {"é", "e", true}, {"日", "", true}, {"", "", true}, {"a", "aé", true}, {"abc", "abcdefghij", false},
	} {
		t.Run(test.a, func(t *testing.T) {
			if oneSlip(test.a, test.b) != test.want || oneSlip(test.b, test.a) != test.want {
				t.Errorf("%q and %q: want %v", test.a, test.b, test.want)
			}
		})
	}
}

func TestKeys(t *testing.T) {
	for doc, want := range map[string][]string{
		`{"a":1,"b":{"c":2},"\u0064":[3]}`: {"a", "b", "d"},
		`{}`:                               nil,
		`[1]`:                              nil,
		``:                                 nil,
		`{"a":1,"b"`:                       {"a"}, // a document that breaks off has the keys before
		`{"a":1,"a":2}`:                    {"a", "a"},
	} {
		t.Run(doc, func(t *testing.T) {
			if got := keys([]byte(doc), 0); !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want %q", doc, got, want)
			}
		})
	}
	if many := keys([]byte("{"+strings.Repeat(`"a":0,`, 1000)+`"b":0}`), 0); len(many) > 64 {
		t.Errorf("%d keys are looked at", len(many))
	}
}
