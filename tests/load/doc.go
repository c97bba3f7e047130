// Package load measures a server with many runs at once: ours, one of net/http alone that writes the same bytes, and one with the
// writer of the community SDK. A server is a process of its own, so that its memory is told from that of the clients.
package load
