// Package stream is the part of the stream packages that no schema changes: it is emitted beside a thin layer that
// says what the events are. Here the layer is a stand-in (standin.go), whose events are what the layer tells of them.
package stream
