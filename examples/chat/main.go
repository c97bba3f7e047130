// Command chat serves a page to talk to an agent, and the agent. The page uses the official client, @ag-ui/client.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/aguigen/aguigen/generated/aguihttp"
)

//go:embed index.html
var page string

// officialClient is where the page gets the official client from.
const officialClient = "https://esm.sh/@ag-ui/client@1.0.0"

// site is the page at / and the agent at /agent. With a folder, its files are served below /lib/, and the client is
// /lib/client.js.
func site(pause time.Duration, folder string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/agent", aguihttp.NewHandler(aguihttp.AgentFunc(shopping{pause}.Run)))
	text := page
	if folder != "" {
		text = strings.Replace(page, officialClient, "/lib/client.js", 1)
		mux.Handle("GET /lib/", http.StripPrefix("/lib/", http.FileServer(http.Dir(folder))))
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(text))
	})
	return mux
}

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "address to listen on")
	pause := flag.Duration("pause", 80*time.Millisecond, "time between two words")
	folder := flag.String("lib", "", "folder with a client.js, which stands for "+officialClient)
	flag.Parse()
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	server := http.Server{Handler: site(*pause, *folder), ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}
