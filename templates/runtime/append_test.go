package runtime

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// appended runs an append and checks what holds for all: what was there stays, and on an error nothing is added.
func appended(t *testing.T, do func([]byte) ([]byte, error)) (string, error) {
	t.Helper()
	dst := append(make([]byte, 0, 100), "before"...)
	out, err := do(dst)
	if !strings.HasPrefix(string(out), "before") {
		t.Errorf("dst became %q", out)
	}
	if err != nil && string(out) != "before" {
		t.Errorf("an error left %q", out)
	}
	return strings.TrimPrefix(string(out), "before"), err
}

func TestAppendAny(t *testing.T) {
	for _, test := range []struct {
		raw, want string
	}{
		{`{"a": [1, 2]}`, `{"a": [1, 2]}`},
		{` 9007199254740993 `, ` 9007199254740993 `},
		{`null`, `null`},
	} {
		t.Run(test.raw, func(t *testing.T) {
			got, err := appended(t, func(dst []byte) ([]byte, error) { return appendAny(dst, json.RawMessage(test.raw)) })
			if err != nil || got != test.want {
				t.Errorf("%s: got %s, %v", test.raw, got, err)
			}
		})
	}
	if got, err := appended(t, func(dst []byte) ([]byte, error) { return appendAny(dst, nil) }); got != "null" || err != nil {
		t.Errorf("none: got %s, %v", got, err)
	}
	for raw, want := range map[string]string{
		``:     "the value is not JSON: byte 0: unexpected end of the document",
		`{`:    "the value is not JSON: byte 1: expected a quoted key",
		`1 2`:  "the value is not JSON: byte 2: unexpected data after the document",
		`"`:    "the value is not JSON: byte 1: unterminated string",
		`nope`: "the value is not JSON: byte 0: expected a value",
	} {
		t.Run(raw, func(t *testing.T) {
			if _, err := appended(t, func(dst []byte) ([]byte, error) { return appendAny(dst, json.RawMessage(raw)) }); err == nil || err.Error() != want {
				t.Errorf("%s: %v", raw, err)
			}
		})
	}
}

func TestAppendMap(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	for _, test := range []struct {
		m    map[string]json.RawMessage
		want string
	}{
		{nil, `{}`},
		{map[string]json.RawMessage{}, `{}`},
		{map[string]json.RawMessage{"b": raw("1"), "a": raw(`"x"`), "": nil}, `{"":null,"a":"x","b":1}`},
		{map[string]json.RawMessage{"a\"\n": raw("{}")}, `{"a\"\n":{}}`},
	} {
		t.Run(test.want, func(t *testing.T) {
			got, err := appended(t, func(dst []byte) ([]byte, error) { return appendMap(dst, test.m) })
			if err != nil || got != test.want {
				t.Errorf("%s: got %s, %v", test.want, got, err)
			}
		})
	}
	bad := map[string]json.RawMessage{"a": raw("1"), "b/c": raw("x")}
	if _, err := appended(t, func(dst []byte) ([]byte, error) { return appendMap(dst, bad) }); err == nil ||
		err.Error() != "/b~1c: the value is not JSON: byte 0: expected a value" {
		t.Error(err)
	}
	many := map[string]json.RawMessage{}
	for i := range 100 {
		many[strings.Repeat("k", i)] = raw("1")
	}
	got, err := appended(t, func(dst []byte) ([]byte, error) { return appendMap(dst, many) })
	if err != nil || strings.Count(got, ":1") != 100 || !json.Valid([]byte(got)) {
		t.Errorf("100 members: %s, %v", got, err)
	}
}

func TestAppendScalars(t *testing.T) {
	for want, got := range map[string][]byte{
		"-9223372036854775808": appendInteger(nil, math.MinInt64), "0": appendInteger(nil, 0), "true": appendBoolean(nil, true), "false": appendBoolean(nil, false),
		`[]`: appendStrings(nil, nil), `["a","\n",""]`: appendStrings(nil, []string{"a", "\n", ""}), `""`: appendString(nil, ""),
	} {
		t.Run(want, func(t *testing.T) {
			if string(got) != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	for n, valid := range map[json.Number]bool{"1.50": true, "-0e5": true, "": false, "1.": false, "NaN": false, "+1": false, "1 ": false, "0x1": false} {
		got, err := appended(t, func(dst []byte) ([]byte, error) { return appendNumber(dst, n) })
		if valid && (got != string(n) || err != nil) || !valid && err == nil {
			t.Errorf("%q: got %s, %v", n, got, err)
		}
	}
}

func TestNotJSON(t *testing.T) {
	if notJSON(json.RawMessage(" {} "), 0) != "" || notJSON(json.RawMessage(" "), 0) == "" || notJSON(nil, 0) == "" {
		t.Error("white space alone is no value, and around one it is nothing")
	}
}
