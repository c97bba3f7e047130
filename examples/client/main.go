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
)

func main() {
	log.SetFlags(0)
	url := flag.String("url", "http://127.0.0.1:8080", "URL of the agent")
	frames := flag.Bool("frames", false, "ask for binary frames instead of server-sent events")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	client := NewClient(*url, rand.Text(), os.Stdout)
	client.Frames = *frames
	if err := client.Chat(ctx, os.Stdin); err != nil {
		log.Fatal(err)
	}
}
