// Command agent serves an AG-UI agent that keeps notes: it streams text, calls a tool, and asks before it deletes. It answers
// with server-sent events, or with binary frames for who asks for them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguiproto"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// handler serves the agent.
func handler(n *Notes) http.Handler {
	h := aguihttp.NewHandler(aguihttp.AgentFunc(n.Run))
	h.Formats = append(h.Formats, aguistream.Format{
		MediaType: aguiproto.MediaType, Append: aguiproto.AppendFrame, Read: aguiproto.ReadFrames,
	})
	h.OnError = func(_ context.Context, err error) string {
		log.Print(err)
		if answer := errAnswer(""); errors.As(err, &answer) {
			return answer.Error()
		}
		return "" // the others are none of the client's business
	}
	return h
}

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "address to listen on")
	pause := flag.Duration("pause", 100*time.Millisecond, "time between two words")
	flag.Parse()
	notes := NewNotes("milk", "taxes")
	notes.Pause = *pause
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	server := http.Server{Handler: handler(notes), ReadHeaderTimeout: 10 * time.Second}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	done := make(chan error)
	go func() {
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		done <- server.Shutdown(last) // tells the runs that they end
	}()
	fmt.Printf("listening on http://%s\n", listener.Addr())
	if err := server.Serve(listener); err != http.ErrServerClosed {
		log.Fatal(err)
	}
	if err := <-done; err != nil {
		log.Fatal(err)
	}
}
