// Package runtime is the part of the generated code that is the same for every schema: the JSON scanner, the
// decoder's state, errors and encoding. It is compiled, tested and fuzzed here, and emitted under the target's
// package name.
package runtime
