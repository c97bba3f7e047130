package diag

import "github.com/aguigen/aguigen/templates/runtime"

// Nearest returns the candidate that s most likely means, or "": one with the same letters and digits, or with a typo
// in one letter. The emitted code uses the same function.
func Nearest(s string, candidates []string) string { return runtime.Nearest(s, candidates) }
