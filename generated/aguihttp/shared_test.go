package aguihttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguiproto"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// patience is how long something may take that takes no time.
const patience = 20 * time.Second

// frames is the binary format.
var frames = aguistream.Format{MediaType: aguiproto.MediaType, Append: aguiproto.AppendFrame, Read: aguiproto.ReadFrames}

// sends is an agent that sends events.
func sends(events ...agui.Event) aguihttp.Agent {
	return aguihttp.AgentFunc(func(_ context.Context, _ *agui.RunAgentInput, send func(agui.Event) error) error {
		for _, e := range events {
			if err := send(e); err != nil {
				return err
			}
		}
		return nil
	})
}

func serve(t testing.TB, h http.Handler) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

func said(text string) *agui.RunAgentInput {
	return agui.NewRunAgentInput("t", "r", []agui.Message{agui.NewUserMessage("u", agui.NewContentText(text))})
}

// outline tells what events are: their types without those that begin and end texts, the texts, and an error.
func outline(in iter.Seq2[agui.Event, error]) string {
	var out []string
	for e, err := range in {
		switch e := e.(type) {
		case nil:
			out = append(out, "error: "+err.Error())
		case *agui.TextMessageContentEvent:
			out = append(out, e.Delta)
		case *agui.RunErrorEvent:
			out = append(out, "RUN_ERROR: "+e.Message)
		case *agui.TextMessageStartEvent, *agui.TextMessageEndEvent:
		default:
			out = append(out, string(e.Type()))
		}
	}
	return strings.Join(out, ", ")
}

// noGoroutineLeft checks at the end of a test that there are no more goroutines than now.
func noGoroutineLeft(t testing.TB) {
	t.Helper()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
			http.DefaultTransport.(*http.Transport).CloseIdleConnections()
			if runtime.NumGoroutine() <= before {
				return
			}
			if time.Now().After(deadline) {
				buf := make([]byte, 1<<20)
				t.Errorf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
				return
			}
		}
	})
}

// vector is a line of the reference implementation's answers.
type vector struct {
	Kind, Name  string
	ContentType string
	Accept      *string
	Chunks      []json.RawMessage
	Items       []json.RawMessage
	Completed   bool
	Error       json.RawMessage
}

// vectors returns the lines of a file that have a kind.
func vectors(t testing.TB, file, kind string) []vector {
	t.Helper()
	root := os.Getenv("AGUIGEN_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	if _, err := os.Stat(root); err != nil {
		t.Skip("needs ../shared, the reference data beside the repository")
	}
	data, err := os.ReadFile(filepath.Join(root, "upstream", "vectors", file))
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	for line := range bytes.Lines(data) {
		var head struct{ Kind string }
		if err := json.Unmarshal(line, &head); err != nil {
			t.Fatal(err)
		}
		if head.Kind != kind {
			continue
		}
		v := vector{}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	if len(list) == 0 {
		t.Fatalf("%s has no vectors of the kind %s", file, kind)
	}
	return list
}

// tally compares complaints with the named differences.
func tally(t *testing.T, list []vector, check func(v vector) string) {
	t.Helper()
	agree, differ := 0, 0
	for _, v := range list {
		complaint := check(v)
		why, named := differences[v.Name]
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

// every difference is about a vector that there is.
func TestDifferencesAreUsed(t *testing.T) {
	var names []string
	for file, kind := range map[string]string{"sse.jsonl": "http", "proto.jsonl": "http"} {
		for _, v := range vectors(t, file, kind) {
			names = append(names, v.Name)
		}
	}
	for _, v := range vectors(t, "proto.jsonl", "accept") {
		names = append(names, v.Name)
	}
	for name := range differences {
		if !slices.Contains(names, name) {
			t.Errorf("there is no vector %s", name)
		}
	}
}
