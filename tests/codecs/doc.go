// Package codecs holds tests that put the types into structs of a user's own and let other JSON libraries than the
// standard one write and read those: sonic, goccy/go-json and jsoniter. docs/storage.md uses the YAML and BSON libraries
// that this module pins.
package codecs
