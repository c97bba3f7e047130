package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/core/events"
	"github.com/ag-ui-protocol/ag-ui/sdks/community/go/pkg/encoding/sse"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
)

// serverName says in the environment which server a process is.
const serverName = "AGUIGEN_LOAD_SERVER"

func TestMain(m *testing.M) {
	if name := os.Getenv(serverName); name != "" {
		serve(name)
		return
	}
	os.Exit(m.Run())
}

// servers are what is compared.
var servers = map[string]http.Handler{
	"net/http":  http.HandlerFunc(plain),
	"aguihttp":  aguihttp.NewHandler(aguihttp.AgentFunc(agent)),
	"trusting":  trusting(),
	"community": http.HandlerFunc(community),
}

// serve is a server, until its standard input ends. It prints its address.
func serve(name string) {
	mux := http.NewServeMux()
	mux.Handle("POST /", servers[name])
	mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) {
		runtime.GC()
		runtime.GC() // what pools hold goes with the second one
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		_ = json.NewEncoder(w).Encode(stats{m.HeapInuse + m.StackInuse, runtime.NumGoroutine()})
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(listener.Addr())
	go func() {
		_, _ = io.ReadAll(os.Stdin)
		os.Exit(0)
	}()
	_ = http.Serve(listener, mux)
}

// stats is what a server takes.
type stats struct {
	Memory     uint64 // bytes of heap and stacks
	Goroutines int
}

// order is what a client wants: so many deltas, with a pause between two. It is the id of its run.
func order(run string) (deltas int, pause time.Duration, err error) {
	n, ms, _ := strings.Cut(run, " ")
	deltas, err = strconv.Atoi(n)
	number, failed := strconv.Atoi(ms)
	return deltas, time.Duration(number) * time.Millisecond, errors.Join(err, failed)
}

const filler = " and a few words, as a model would send them"

// text is a delta: when it was sent, and words.
func text() string { return strconv.FormatInt(time.Now().UnixNano(), 10) + filler }

// wait waits, unless the client leaves.
func wait(ctx context.Context, pause time.Duration) error {
	if pause == 0 {
		return nil
	}
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func trusting() http.Handler {
	h := aguihttp.NewHandler(aguihttp.AgentFunc(agent))
	h.Trust = true
	return h
}

func agent(ctx context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
	deltas, pause, err := order(in.RunID)
	if err != nil {
		return err
	}
	if err := send(agui.NewTextMessageStartEvent("m")); err != nil {
		return err
	}
	for range deltas {
		if err := send(agui.NewTextMessageContentEvent("m", text())); err != nil {
			return err
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
	return send(agui.NewTextMessageEndEvent("m"))
}

// input reads a request in the two handlers that are not ours.
func input(w http.ResponseWriter, req *http.Request) (deltas int, pause time.Duration, err error) {
	var in struct{ RunID string }
	if err := json.NewDecoder(req.Body).Decode(&in); err != nil {
		return 0, 0, err
	}
	_, _ = io.Copy(io.Discard, req.Body)
	w.Header().Set("Content-Type", "text/event-stream")
	return order(in.RunID)
}

// plain writes the same bytes with net/http alone.
func plain(w http.ResponseWriter, req *http.Request) {
	deltas, pause, err := input(w, req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	flusher := w.(http.Flusher)
	write := func(text string) bool {
		_, err := io.WriteString(w, "data: "+text+"\n\n")
		flusher.Flush()
		return err == nil
	}
	if !write(`{"type":"RUN_STARTED","threadId":"t","runId":"r","protocolVersion":"1.0"}`) || !write(`{"type":"TEXT_MESSAGE_START","messageId":"m"}`) {
		return
	}
	for range deltas {
		if !write(`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"`+text()+`"}`) || wait(req.Context(), pause) != nil {
			return
		}
	}
	write(`{"type":"TEXT_MESSAGE_END","messageId":"m"}`)
	write(`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`)
}

// community writes the same events with the community SDK.
func community(w http.ResponseWriter, req *http.Request) {
	deltas, pause, err := input(w, req)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	out, ctx := sse.NewSSEWriter(), req.Context()
	list := []events.Event{events.NewRunStartedEvent("t", "r"), events.NewTextMessageStartEvent("m")}
	for _, e := range list {
		if out.WriteEvent(ctx, w, e) != nil {
			return
		}
	}
	for range deltas {
		if out.WriteEvent(ctx, w, events.NewTextMessageContentEvent("m", text())) != nil || wait(ctx, pause) != nil {
			return
		}
	}
	_ = out.WriteEvent(ctx, w, events.NewTextMessageEndEvent("m"))
	_ = out.WriteEvent(ctx, w, events.NewRunFinishedEvent("t", "r"))
}
