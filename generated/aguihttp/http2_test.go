package aguihttp_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
)

// Over HTTP/2, where runs share a connection, it is the same: a run, a client that leaves, a shutdown.
func TestHTTP2(t *testing.T) {
	noGoroutineLeft(t)
	left := make(chan error, 1)
	h := aguihttp.NewHandler(aguihttp.AgentFunc(func(ctx context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
		if in.RunID == "short" {
			return echo(ctx, in, send)
		}
		if err := send(agui.NewStateSnapshotEvent([]byte("1"))); err != nil {
			return err
		}
		<-ctx.Done()
		left <- context.Cause(ctx)
		return context.Cause(ctx)
	}))
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.ProtoMajor != 2 {
			t.Errorf("the request is %s", req.Proto)
		}
		h.ServeHTTP(w, req)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	client := &aguihttp.Client{URL: server.URL, HTTP: server.Client()}
	short := said("hello")
	short.RunID = "short"
	if got := outline(client.Run(context.Background(), short)); got != "RUN_STARTED, hello, RUN_FINISHED" {
		t.Error(got)
	}
	wait := func() error {
		select {
		case err := <-left:
			return err
		case <-time.After(patience):
			t.Fatal("the agent goes on")
			return nil
		}
	}
	for e, err := range client.Run(context.Background(), said("")) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type() == agui.EventTypeStateSnapshot {
			break
		}
	}
	if err := wait(); !errors.Is(err, context.Canceled) {
		t.Errorf("when the client left: %v", err)
	}
	var got []string
	for e, err := range client.Run(context.Background(), said("")) {
		if err != nil {
			t.Fatal(err)
		}
		if failed, ok := e.(*agui.RunErrorEvent); ok {
			got = append(got, failed.Message)
		}
		if e.Type() == agui.EventTypeStateSnapshot {
			go func() { _ = server.Config.Shutdown(context.Background()) }()
		}
	}
	if err := wait(); !errors.Is(err, aguihttp.ErrShutdown) || strings.Join(got, ",") != "the server is shutting down" {
		t.Errorf("at the shutdown: %v, %v", err, got)
	}
	server.Client().CloseIdleConnections()
}
