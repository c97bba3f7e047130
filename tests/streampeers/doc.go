// Package streampeers holds tests and benchmarks that compare streams with what else reads them in Go: the clients of
// other libraries for server-sent events, and another implementation of JSON Patch. The same bytes go in; what comes out
// must be the same, or a difference that is named.
package streampeers
