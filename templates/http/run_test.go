package http

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"strings"
	"testing"
)

func TestBrackets(t *testing.T) {
	for _, tt := range []struct {
		name string
		a    Agent
		want string
	}{
		{"nothing", sends(), "begin r|end r"},
		{"no start and no end", sends(event("state")), "begin r|state|end r"},
		{"a start", sends(event("begin", "own")), "begin own|end own"},
		{"both", sends(event("begin", "own"), event("end", "other")), "begin own|end other"},
		{"an end", sends(event("end", "own")), "begin r|end own"},
		{"two runs", sends(event("begin", "1"), event("end", "1"), event("begin", "2")), "begin 1|end 1|begin 2|end 2"},
		{"a failure", sends(event("fail", "", "mine")), "begin r|fail  mine"},
		{"a failure, then a run", sends(event("fail", "", "mine"), event("begin", "2")), "begin r|fail  mine|begin 2|end 2"},
		{"a shorthand is ended by the end", sends(event("note", "n", "a")), "begin r|note n a|end r"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			same(t, answer(t, NewHandler(tt.a)), strings.Split(tt.want, "|")...)
		})
	}
	response := post(t, serve(t, NewHandler(sends(event("begin", "own")))).URL, input)
	if body, _ := io.ReadAll(response.Body); strings.Contains(string(body), `"value"`) {
		t.Errorf("a start that was sent is changed: %s", body)
	}
	response = post(t, serve(t, NewHandler(sends())).URL, input)
	if body, _ := io.ReadAll(response.Body); !strings.Contains(string(body), `"value":"1"`) {
		t.Errorf("the start that was added has no version: %s", body)
	}
}

// yields is an agent that yields the errors too.
func yields(f func(yield func(xItem, error) bool)) Agent {
	return sequence(func(context.Context, *xRequest) iter.Seq2[xItem, error] { return f })
}

func TestFailures(t *testing.T) {
	broken := errors.New("secret")
	for _, tt := range []struct {
		name string
		a    Agent
		want string
		told string
	}{
		{"an error at once", yields(func(yield func(xItem, error) bool) { yield(nil, broken) }), "begin r|fail  FAIL", "secret"},
		{"an error later", yields(func(yield func(xItem, error) bool) { _ = yield(event("state"), nil) && yield(nil, broken) }), "begin r|state|fail  FAIL", "secret"},
		{"an error after the end", yields(func(yield func(xItem, error) bool) { _ = yield(event("end", "r"), nil) && yield(nil, broken) }), "begin r|end r|fail  FAIL", "secret"},
		{"an error after a failure", yields(func(yield func(xItem, error) bool) { _ = yield(event("fail", "", "mine"), nil) && yield(nil, broken) }), "begin r|fail  mine", "secret"},
		{"a panic", yields(func(func(xItem, error) bool) { panic(broken) }), "begin r|fail  FAIL", "panic: secret"},
		{"a panic later", yields(func(yield func(xItem, error) bool) { yield(event("state"), nil); panic("text") }), "begin r|state|fail  FAIL", "panic: text"},
		{"nil", sends(nil), "begin r|fail  FAIL", "which is no event"},
		{"out of order", sends(event("more", "n", "x")), "begin r|fail  FAIL", `event 2: more: there is no open note with the id "n"`},
		{"after the end", sends(event("end", "r"), event("state")), "begin r|end r|fail  FAIL", "cannot come after a run has finished"},
		{"left open", sends(event("open", "n")), "begin r|open n|fail  FAIL", `while a note is open: "n"`},
		{"a shorthand without an id", sends(event("note")), "begin r|fail  FAIL", "note"},
		{"what cannot be written", sends(noJSON()), "begin r|fail  FAIL", "json"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var told []error
			h := NewHandler(tt.a)
			h.OnError = func(ctx context.Context, err error) string {
				if ctx == nil {
					t.Error("no context")
				}
				told = append(told, err)
				return "FAIL"
			}
			same(t, answer(t, h), strings.Split(tt.want, "|")...)
			if len(told) != 1 || !strings.Contains(told[0].Error(), tt.told) {
				t.Errorf("told %v, want %s", told, tt.told)
			}
			if panicked := new(PanicError); errors.As(told[0], &panicked) && len(panicked.Stack) == 0 {
				t.Error("a panic without its stack")
			}
			h.OnError = func(context.Context, error) string { return "" }
			same(t, answer(t, h), strings.Split(strings.ReplaceAll(tt.want, "FAIL", "the run failed"), "|")...)
		})
	}
}

// noJSON is an event that cannot be written.
func noJSON() xItem {
	e := event("state")
	e.Value = json.RawMessage("{")
	return e
}

// An agent that is trusted is not checked, but begun and ended.
func TestTrust(t *testing.T) {
	h := NewHandler(sends(event("more", "n", "x"), event("open", "n")))
	h.Trust = true
	same(t, answer(t, h), "begin r", "more n x", "open n", "end r")
}

func TestAbort(t *testing.T) {
	server := serve(t, NewHandler(yields(func(yield func(xItem, error) bool) {
		yield(event("state"), nil)
		panic(http.ErrAbortHandler)
	})))
	response := post(t, server.URL, input)
	if _, err := io.ReadAll(response.Body); err == nil {
		t.Error("the response of an aborted handler ends well")
	}
}
