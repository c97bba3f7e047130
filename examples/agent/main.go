// Command agent is an AG-UI agent without a model: it keeps notes, and asks before it deletes one. Requests come in over
// HTTP, events go out as server-sent events or, when the client asks for them, as binary frames.
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "address to listen on")
	flag.Parse()

	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	mux := http.NewServeMux()
	mux.Handle("POST /", NewAgent("milk", "taxes"))
	server := http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}
