// Package stream is the part of the emitted stream packages that is the same for every schema. It is emitted beside a
// thin layer that describes the schema's events. Here that layer is a stand-in (standin.go), whose events hold their
// own description.
package stream
