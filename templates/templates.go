// Package templates holds the parts of the output that no schema changes, as source.
package templates

import "embed"

// FS has a folder for each package of fixed code.
//
//go:embed runtime wire stream http
var FS embed.FS
