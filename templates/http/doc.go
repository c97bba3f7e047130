// Package http is the part of the HTTP packages that no schema changes: it is emitted beside a thin layer that says how
// runs begin, end and fail. Here the layer is a stand-in (standin.go) over that of templates/stream.
package http
