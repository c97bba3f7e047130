package load

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

// Unix returns a text with Unix line endings. With core.autocrlf, git adds carriage returns in a checkout.
func Unix(text []byte) []byte {
	if !bytes.Contains(text, []byte("\r\n")) {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// Checksum returns the SHA-256 of a text in hexadecimal, regardless of its line endings.
func Checksum(text []byte) string {
	sum := sha256.Sum256(Unix(text))
	return hex.EncodeToString(sum[:])
}
