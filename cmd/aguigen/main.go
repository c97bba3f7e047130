// Command aguigen generates Go types, JSON code, validators and protobuf mappers from the AG-UI protocol's schema.
package main

import (
	"os"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
