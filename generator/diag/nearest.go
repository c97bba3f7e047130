package diag

import "github.com/aguigen/aguigen/templates/runtime"

// Nearest returns the candidate that s most likely was meant to be, "" when none is close: the same letters and digits, or a
// slip of one letter. The emitted code looks for likenesses in the same way.
func Nearest(s string, candidates []string) string { return runtime.Nearest(s, candidates) }
