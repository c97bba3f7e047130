// Package wire is the part of the generated binary codec that no schema changes: writing and reading protobuf's wire
// format, JSON values as google.protobuf.Value and back, frames and errors. It is compiled, tested and fuzzed here, and
// emitted into the package beside that of the types, which stands in for the package runtime.
package wire
