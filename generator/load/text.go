package load

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

// Unix returns a text with the line ends of Unix. Where core.autocrlf is set, git puts a carriage return before each of
// them, in a checkout and perhaps in no other.
func Unix(text []byte) []byte {
	if !bytes.Contains(text, []byte("\r\n")) {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// Checksum returns the SHA-256 of a text in hexadecimal, whichever line ends git gave it.
func Checksum(text []byte) string {
	sum := sha256.Sum256(Unix(text))
	return hex.EncodeToString(sum[:])
}
