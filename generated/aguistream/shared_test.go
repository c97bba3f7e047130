package aguistream_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
	"github.com/aguigen/aguigen/generated/internal/corpus"
)

// shared returns the path of the reference data, which lies beside the repository.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	root := os.Getenv("AGUIGEN_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	if _, err := os.Stat(root); err != nil {
		t.Skip("needs ../shared, the reference data beside the repository")
	}
	return filepath.Join(append([]string{root}, parts...)...)
}

// leftOut are words of vectors that are about what a part of the protocol lacks. Another file can set them.
var leftOut []string

// vector is a line of the reference implementation's answers.
type vector struct {
	Kind, Name, Function string
	Input                []json.RawMessage
	Output               json.RawMessage
	Accepted             int
	OK                   bool
	Error                json.RawMessage
	Messages             json.RawMessage
	PendingInterrupts    json.RawMessage
	Fatal                bool
	Initial              struct {
		InitialMessages []json.RawMessage
		InitialState    json.RawMessage
	}
	State         json.RawMessage
	Result        json.RawMessage
	NewMessageIDs []string `json:"newMessageIds"`
	Arguments     []json.RawMessage
	Chunks        []struct {
		Hex, Text string
		Repeat    int
	}
	Items      []json.RawMessage
	ItemRepeat int
	Completed  bool
	JSON       json.RawMessage
	SSE        string
}

// vectors returns the lines of a file that have one of the kinds.
func vectors(t testing.TB, file string, kinds ...string) (list []vector) {
	t.Helper()
	for _, line := range corpus.Lines[json.RawMessage](t, file) {
		var head struct{ Kind string }
		if err := json.Unmarshal(line, &head); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(kinds, head.Kind) || isLeftOut(line) {
			continue
		}
		var v vector
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

func isLeftOut(line []byte) bool {
	return slices.ContainsFunc(leftOut, func(word string) bool { return bytes.Contains(line, []byte(word)) })
}

// events decodes the events of a vector, as far as they can be decoded.
func events(input []json.RawMessage) (list []agui.Event, err error) {
	for _, data := range input {
		e, err := (&agui.Decoder{Keep: true, AllowNull: true}).Event(data)
		if err != nil {
			return list, err
		}
		list = append(list, e)
	}
	return list, nil
}

// begin returns the conversation that a vector begins with.
func begin(t testing.TB, v vector) *aguistream.Conversation {
	t.Helper()
	c := &aguistream.Conversation{}
	for _, data := range v.Initial.InitialMessages {
		m, err := (&agui.Decoder{Keep: true, AllowNull: true}).Message(data)
		if err != nil {
			t.Fatal(err)
		}
		c.Messages = append(c.Messages, m)
	}
	if v.Initial.InitialState != nil {
		c.SetState(v.Initial.InitialState)
	}
	return c
}

func toJSON(t testing.TB, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// sameJSON reports whether two documents are the same but for the order of keys.
func sameJSON(t testing.TB, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatalf("%v in %s", err, a)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return reflect.DeepEqual(x, y)
}
