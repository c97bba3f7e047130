package wire

// This file replaces, in tests, what is printed for a schema: its table, and the union that frames hold.

var shapes []message

const (
	// MediaType is the media type of a stream of frames.
	MediaType = "application/x-none"
	xShape    = 0
)

// xFrame is the union that frames hold.
type xFrame interface{ Validate() error }
