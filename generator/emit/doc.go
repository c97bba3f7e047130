// Package emit prints the model as Go. Model and names come in, unformatted files go out, one emitter for each kind of output.
package emit
