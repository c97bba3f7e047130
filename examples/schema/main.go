package main

import (
	"log"
	"net/http"
)

func main() {
	http.HandleFunc("GET /schema", serve)
	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}
