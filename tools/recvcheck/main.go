// Command recvcheck finds types whose methods have receivers of both kinds, as the command of that name does, but for methods
// that have to be of the other kind: what writes and prints a value also does so where the value is not addressable, as in a
// list, and what reads or collects one changes it.
package main

import (
	"github.com/raeperd/recvcheck"
	"golang.org/x/tools/go/analysis/singlechecker"
)

func main() {
	singlechecker.Main(recvcheck.NewAnalyzer(recvcheck.Settings{Exclusions: []string{
		"*.MarshalJSON", "*.GobEncode", "*.String", // these write
		"*.unmarshal", "List.Errorf", // and these change
	}}))
}
