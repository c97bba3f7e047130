package wire

// What follows stands for what is printed for a schema: its table, and the union that frames hold.

var shapes []message

const (
	// MediaType is that of a stream of frames.
	MediaType = "application/x-none"
	xShape    = 0
)

// xFrame is the union.
type xFrame interface{ Validate() error }
