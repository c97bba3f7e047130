// Package stranger holds tests that use this project from outside, as somebody does who has never seen it. The files
// of the tree come in, served by a module proxy in a folder; out comes whether a new module can use the tool and the published
// packages, and what it has to download for them.
package stranger
