package aguihttp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguiproto"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// greeter is the agent of the examples.
var greeter = aguihttp.AgentFunc(func(_ context.Context, _ *agui.RunAgentInput, send func(agui.Event) error) error {
	for _, e := range []agui.Event{
		agui.NewTextMessageStartEvent("m"), agui.NewTextMessageContentEvent("m", "Hello"), agui.NewTextMessageEndEvent("m"),
	} {
		if err := send(e); err != nil {
			return err
		}
	}
	return nil
})

// printTypes prints what a run is.
func printTypes(a aguihttp.Agent) {
	for e, err := range a.Run(context.Background(), agui.NewRunAgentInput("t", "r", nil)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.Type())
	}
}

// An agent behind a URL, and a client in front of it. The handler starts and ends the run.
func Example() {
	server := httptest.NewServer(aguihttp.NewHandler(greeter))
	defer server.Close()
	client := &aguihttp.Client{URL: server.URL}
	for e, err := range client.Run(context.Background(), agui.NewRunAgentInput("t", "r", nil)) {
		if err != nil {
			log.Fatal(err)
		}
		if e, ok := e.(*agui.TextMessageContentEvent); ok {
			fmt.Println(e.Delta)
		}
	}
	// Output: Hello
}

func ExampleAgentFunc() {
	agent := aguihttp.AgentFunc(func(ctx context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
		return send(agui.NewCustomEvent("run", []byte(`"`+in.RunID+`"`)))
	})
	printTypes(agent)
	// Output: CUSTOM
}

// The fields of a Handler are set before it serves. OnError says what a client is told of an error.
func ExampleNewHandler() {
	h := aguihttp.NewHandler(aguihttp.AgentFunc(func(context.Context, *agui.RunAgentInput, func(agui.Event) error) error {
		return errors.New("the model at 10.0.0.7 is gone")
	}))
	h.OnError = func(_ context.Context, err error) string {
		fmt.Println("logged:", err)
		return "please try again"
	}
	server := httptest.NewServer(h)
	defer server.Close()
	for e := range (&aguihttp.Client{URL: server.URL}).Run(context.Background(), agui.NewRunAgentInput("t", "r", nil)) {
		if e, ok := e.(*agui.RunErrorEvent); ok {
			fmt.Println("told:", e.Message)
		}
	}
	// Output:
	// logged: the model at 10.0.0.7 is gone
	// told: please try again
}

// A Handler that answers in binary frames whom that suits better. Package aguiproto has all that a format takes.
func ExampleHandler() {
	h := aguihttp.NewHandler(greeter)
	h.Formats = append(h.Formats, aguistream.Format{
		MediaType: aguiproto.MediaType, Append: aguiproto.AppendFrame, Read: aguiproto.ReadFrames,
	})
	server := httptest.NewServer(h)
	defer server.Close()
	for _, accept := range []string{"*/*", aguiproto.MediaType} {
		request, err := http.NewRequest(http.MethodPost, server.URL, strings.NewReader(`{"threadId":"t","runId":"r","messages":[]}`))
		if err != nil {
			log.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", accept)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(response.Header.Get("Content-Type"))
		_ = response.Body.Close()
	}
	// Output:
	// text/event-stream
	// application/vnd.ag-ui.event+proto
}

// A Client is an Agent, so that a relay is a handler over a client. Raw leaves the runs as they are.
func ExampleClient() {
	agent := httptest.NewServer(aguihttp.NewHandler(greeter))
	defer agent.Close()
	relay := httptest.NewServer(aguihttp.NewHandler(&aguihttp.Client{URL: agent.URL, Raw: true}))
	defer relay.Close()
	printTypes(&aguihttp.Client{URL: relay.URL})
	// Output:
	// RUN_STARTED
	// TEXT_MESSAGE_START
	// TEXT_MESSAGE_CONTENT
	// TEXT_MESSAGE_END
	// RUN_FINISHED
}

// What is not a stream is an error, with what the server said.
func ExampleStatusError() {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for _, err := range (&aguihttp.Client{URL: server.URL}).Run(context.Background(), agui.NewRunAgentInput("t", "r", nil)) {
		var status *aguihttp.StatusError
		if errors.As(err, &status) {
			fmt.Printf("%d: %s", status.Code, status.Body)
		}
	}
	// Output: 404: 404 page not found
}

// Middleware is a function from Agent to Agent. This one counts the events.
func ExampleChain() {
	count := func(next aguihttp.Agent) aguihttp.Agent {
		return aguihttp.AgentFunc(func(ctx context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
			n := 0
			for e, err := range next.Run(ctx, in) {
				if err != nil {
					return err
				}
				n++
				if err := send(e); err != nil {
					return err
				}
			}
			fmt.Println(n, "events")
			return nil
		})
	}
	printTypes(aguihttp.Chain(greeter, count))
	// Output:
	// TEXT_MESSAGE_START
	// TEXT_MESSAGE_CONTENT
	// TEXT_MESSAGE_END
	// 3 events
}

func ExampleFilterToolCalls() {
	agent := sends(agui.NewToolCallStartEvent("1", "search"), agui.NewToolCallEndEvent("1"),
		agui.NewToolCallStartEvent("2", "delete"), agui.NewToolCallEndEvent("2"))
	printTypes(aguihttp.FilterToolCalls(func(name string) bool { return name != "delete" })(agent))
	// Output:
	// TOOL_CALL_START
	// TOOL_CALL_END
}

// A conversation follows the runs of a client.
func ExampleConverse() {
	server := httptest.NewServer(aguihttp.NewHandler(greeter))
	defer server.Close()
	var c aguistream.Conversation
	agent := aguihttp.Converse(&c)(&aguihttp.Client{URL: server.URL})
	for _, err := range agent.Run(context.Background(), agui.NewRunAgentInput("t", "r", nil)) {
		if err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(c.Messages[0])
	// Output: {"role":"assistant","id":"m","content":"Hello"}
}

func ExampleNegotiate() {
	other := aguistream.Format{MediaType: aguiproto.MediaType}
	for _, accept := range []string{"*/*", "application/vnd.ag-ui.event+proto, text/event-stream;q=0.5", "text/html"} {
		format, ok := aguihttp.Negotiate(accept, aguistream.SSE, other)
		fmt.Println(format.MediaType, ok)
	}
	// Output:
	// text/event-stream true
	// application/vnd.ag-ui.event+proto true
	//  false
}

// What curl says by itself is taken: curl -N -d @input.json URL.
func ExampleHandler_curl() {
	server := httptest.NewServer(aguihttp.NewHandler(greeter))
	defer server.Close()
	response, err := http.Post(server.URL, "application/x-www-form-urlencoded", strings.NewReader(`{"threadId":"t","runId":"r","messages":[]}`))
	if err != nil {
		log.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	fmt.Println(strings.Count(string(body), "data: "), "events")
	// Output: 5 events
}
