package peer

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguistream"
)

var update = flag.Bool("update", false, "write what was measured anew, and the screenshot of the page to docs")

// golden is what generated/aguistream tests against where there is no Node.
const golden = "../../generated/aguistream/testdata/field.json"

// left is the conversation that the reference client has behind a stream.
type left struct {
	Messages, State json.RawMessage
	Error           string
}

// recorded returns the streams of ../shared/field that are whole runs, by name.
func recorded(t *testing.T) map[string][]json.RawMessage {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "field")
	if _, err := os.Stat(root); err != nil {
		t.Skip("needs ../shared, the recorded runs beside the repository")
	}
	streams := map[string][]json.RawMessage{}
	for _, pattern := range []string{"langgraph-dojo-trace/*.jsonl", "ag-ui-validate/*.jsonl", "dotnet-recorded/*.response.json"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			name, err := filepath.Rel(root, file)
			if err != nil {
				t.Fatal(err)
			}
			data = bytes.TrimPrefix(data, []byte("\ufeff"))
			var events []json.RawMessage
			if strings.HasSuffix(file, ".json") {
				err = json.Unmarshal(data, &events)
			} else {
				for line := range bytes.Lines(data) {
					if line = bytes.TrimSpace(line); len(line) > 0 && json.Valid(line) {
						events = append(events, line)
					}
				}
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			streams[filepath.ToSlash(name)] = events
		}
	}
	return streams
}

// The recorded runs leave us the conversation that they leave the client.
func TestFollow(t *testing.T) {
	streams := recorded(t)
	var names []string
	var in, complaints bytes.Buffer
	for name, events := range streams {
		names = append(names, name)
		line, err := json.Marshal(events)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command("node", "follow.mjs")
	cmd.Stdin, cmd.Stderr = &in, &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node follow.mjs: %v\n%s\nrun make peer, which installs the packages", err, complaints.Bytes())
	}
	answers := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if len(answers) != len(names) {
		t.Fatalf("%d answers to %d streams", len(answers), len(names))
	}
	sums := map[string]string{}
	whole := 0
	for i, name := range names {
		var theirs left
		if err := json.Unmarshal(answers[i], &theirs); err != nil {
			t.Fatal(err)
		}
		c, err := follow(streams[name])
		if (err != nil) != (theirs.Error != "") {
			t.Errorf("%s: error %v, the client's is %q", name, err, theirs.Error)
			continue
		}
		if sums[name] = "error"; err != nil {
			continue
		}
		whole++
		sums[name] = sum(t, theirs.Messages, theirs.State)
		if got := sum(t, toJSON(t, c.Messages), c.State()); got != sums[name] {
			t.Errorf("%s leaves\n%s %s\nand the client has\n%s %s", name, toJSON(t, c.Messages), c.State(), theirs.Messages, theirs.State)
		}
	}
	t.Logf("%d streams, of which %d end well", len(names), whole)
	record(t, sums)
}

func follow(events []json.RawMessage) (*aguistream.Conversation, error) {
	var c aguistream.Conversation
	var u aguistream.Upgrader
	var v aguistream.Verifier
	decoded := func(yield func(agui.Event, error) bool) {
		for _, data := range events {
			e, err := agui.UnmarshalEvent(u.Event(data))
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
	for e, err := range aguistream.Expanded(decoded) {
		if err == nil {
			err = v.Verify(e)
		}
		if err != nil {
			return nil, err
		}
		c.Apply(e)
	}
	return &c, nil
}

func toJSON(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if string(data) == "null" {
		return []byte("[]")
	}
	return data
}

// sum is the checksum of a conversation, whatever the order of keys.
func sum(t *testing.T, messages, state []byte) string {
	t.Helper()
	var pair [2]any
	for i, text := range [][]byte{messages, state} {
		if err := json.Unmarshal(text, &pair[i]); err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Sprintf("%x", sha256.Sum256(toJSON(t, pair)))
}

// record compares the checksums with those that are recorded, or records them.
func record(t *testing.T, sums map[string]string) {
	t.Helper()
	if *update {
		text, err := json.MarshalIndent(sums, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]string
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(sums, want) {
		t.Errorf("%s is not what the client says: run the test with -update", golden)
	}
}
