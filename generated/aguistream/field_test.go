package aguistream_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// The recorded runs of other producers leave the conversations that they leave the reference client: tests/peer has recorded
// their checksums, and "error" where the client stops before the end.
func TestFieldRuns(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "field.json"))
	if err != nil {
		t.Fatal(err)
	}
	var sums map[string]string
	if err := json.Unmarshal(data, &sums); err != nil {
		t.Fatal(err)
	}
	whole, broken := 0, 0
	for name, want := range sums {
		data, err := os.ReadFile(shared(t, "field", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		c, err := fieldRun(t, name, bytes.TrimPrefix(data, []byte("\ufeff")))
		if err != nil {
			if broken++; want != "error" {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		whole++
		if got := fieldSum(t, c); got != want {
			t.Errorf("%s leaves another conversation than the client has: %s", name, toJSON(t, c.Messages))
		}
	}
	t.Logf("%d runs leave the client's conversation, %d stop with an error as the client does", whole, broken)
}

// fieldRun receives the events of a file.
func fieldRun(t *testing.T, name string, data []byte) (*aguistream.Conversation, error) {
	t.Helper()
	var list []json.RawMessage
	if strings.HasSuffix(name, ".json") {
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatal(err)
		}
	} else {
		for line := range bytes.Lines(data) {
			if line = bytes.TrimSpace(line); len(line) > 0 && json.Valid(line) {
				list = append(list, line)
			}
		}
	}
	var c aguistream.Conversation
	_, err := follow(&c, aguistream.Verifier{}, list)
	return &c, err
}

func fieldSum(t *testing.T, c *aguistream.Conversation) string {
	t.Helper()
	var pair [2]any
	if c.Messages == nil {
		c.Messages = []agui.Message{}
	}
	for i, text := range [][]byte{toJSON(t, c.Messages), c.State()} {
		if err := json.Unmarshal(text, &pair[i]); err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Sprintf("%x", sha256.Sum256(toJSON(t, pair)))
}
