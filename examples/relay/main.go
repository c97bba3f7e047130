// Command relay stands between clients and an agent. Requests go through as they are; every event of the answer gets an
// entry in its metadata, and nothing else of it changes, whether this version of the protocol knows it or not.
package main

import (
	"encoding/json"
	"flag"
	"log"
	"net/http"
	"time"

	"github.com/aguigen/aguigen/generated/agui"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8081", "address to listen on")
	upstream := flag.String("upstream", "http://127.0.0.1:8080", "URL of the agent")
	name := flag.String("name", "relay", "key of the entry in the metadata")
	flag.Parse()

	server := http.Server{
		Addr:              *listen,
		Handler:           relay(*upstream, agui.Metadata{*name: json.RawMessage("true")}),
		ReadHeaderTimeout: 10 * time.Second,
	}
	log.Printf("listening on http://%s for %s", *listen, *upstream)
	log.Fatal(server.ListenAndServe())
}
