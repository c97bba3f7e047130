// Package peer lets the reference implementation, run by Node, read what the binary codec writes, and the codec read
// what the reference implementation writes. It compares the conversations that recorded runs leave, too. make peer installs
// what it takes.
package peer
