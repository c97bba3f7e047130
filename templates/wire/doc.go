// Package wire is the part of the generated binary codec that is the same for every schema: writing and reading
// protobuf's wire format, converting JSON values to google.protobuf.Value and back, frames and errors. It is compiled,
// tested and fuzzed here, and emitted into the package beside that of the types. In emitted code the package of the
// types replaces the import of package runtime.
package wire
