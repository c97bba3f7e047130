// Package http is the part of the emitted HTTP packages that is the same for every schema. It is emitted beside a thin
// layer that depends on the schema and defines how runs begin, end and fail. Here that layer is a stand-in
// (standin.go), on top of the one in templates/stream.
package http
