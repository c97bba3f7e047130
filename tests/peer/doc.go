// Package peer lets the reference implementation, run by Node, read what the binary codec writes, and the codec read
// what the reference implementation writes. It compares the conversations that recorded runs leave, too. Over HTTP the
// official client talks to our handler and our client to the official encoder; in Chromium the official client talks to the
// agent of the chat page. make peer installs what it takes.
package peer
