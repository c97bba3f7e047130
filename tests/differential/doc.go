// Package differential holds tests that compare the generated validator with jsonschema/v6, an interpreter of
// schemas, on documents that nobody wrote. In go good documents and the schema, out comes every document on which the
// two disagree.
package differential
