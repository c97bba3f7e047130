// Command update takes the repository to an official schema. The official file comes in; out comes a folder below schema
// with its structure and our words, and then what generating, testing and comparing make of it. It stops at the first step
// that needs a person, and says what to do.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"time"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 || os.Args[1] == "" {
		fmt.Fprintln(os.Stderr, "update: name the official file: make update SPEC=FILE [VERSION=x.y]")
		os.Exit(2)
	}
	u := &updater{root: ".", spec: os.Args[1], received: time.Now().Format("2006-01"), out: os.Stdout, run: execute}
	if len(os.Args) == 3 {
		u.version = os.Args[2]
	}
	if err := u.update(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// execute runs a command in the current folder, in front of the user.
func execute(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}
