// Command client talks to an AG-UI agent from a terminal: lines typed in become messages, streamed text is printed as it
// comes, and a run that stops to ask is resumed with the answer.
package main

import (
	"context"
	"crypto/rand"
	"flag"
	"log"
	"os"
	"os/signal"

	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguiproto"
	"github.com/aguigen/aguigen/generated/aguistream"
)

// agent is the one behind a URL.
func agent(url string, frames bool) aguihttp.Agent {
	client := &aguihttp.Client{URL: url}
	if frames {
		client.Format = aguistream.Format{MediaType: aguiproto.MediaType, Read: aguiproto.ReadFrames}
	}
	return client
}

func main() {
	log.SetFlags(0)
	url := flag.String("url", "http://127.0.0.1:8080", "URL of the agent")
	frames := flag.Bool("frames", false, "ask for binary frames instead of server-sent events")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := NewClient(agent(*url, *frames), rand.Text(), os.Stdout).Chat(ctx, os.Stdin); err != nil {
		log.Fatal(err)
	}
}
