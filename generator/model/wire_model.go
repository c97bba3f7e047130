package model

// Wire is the binary form of the protocol: the messages that carry its definitions.
type Wire struct{}
