// Package cli implements the command line of aguigen. It takes arguments and streams and returns an exit code, so that
// a test can call the whole program as a function.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/generator/diag"
)

// The exit codes.
const (
	exitOK       = 0
	exitFindings = 1   // drift, invalid documents
	exitMisuse   = 2   // misuse or bad input
	exitSignal   = 128 // and the signal's number, as shells have it
)

// command is one subcommand, in a file of its own.
type command struct {
	name  string
	args  string // what follows the flags, for the usage line
	short string // one line for the list of commands
	long  string // for its help
	// bind declares the flags and returns the function to run once they are read.
	bind func(fs *pflag.FlagSet) run
}

// run does the work. An error is printed on stderr; the exit code is that of exitCode.
type run func(s *streams, args []string) error

// commands in the order of the list. A new one is a file and a line here.
var commands = []*command{
	&initCommand,
	&generateCommand,
	&checkCommand,
	&validateCommand,
	&diffCommand,
	&dumpCommand,
	&schemaCommand,
	&versionCommand,
}

// streams is what a command may touch beside the files that its flags name.
type streams struct {
	ctx    context.Context
	in     io.Reader
	out    io.Writer
	errOut io.Writer
	whole  *sync.Mutex // is held while files are written, which a signal must not cut short
}

// errFindings ends a command that has already printed what it found.
var errFindings = errors.New("findings")

// Run is the program.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	defer signal.Stop(signals)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	s := &streams{ctx, stdin, stdout, stderr, &sync.Mutex{}}
	done := make(chan error, 1)
	go func() { done <- dispatch(s, args) }()
	select {
	case err := <-done:
		return s.exit(err)
	case sig := <-signals: // the command may wait for input that never comes, so it is left where it is
		s.whole.Lock()
		return exitSignal + int(sig.(syscall.Signal))
	}
}

// exit prints the error and returns the exit code.
func (s *streams) exit(err error) int {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFindings):
		return exitFindings
	}
	fmt.Fprintln(s.errOut, diag.Of(err).Error())
	return exitMisuse
}

// write runs what writes files, all of it or, once a signal has come, nothing.
func (s *streams) write(do func() error) error {
	s.whole.Lock()
	defer s.whole.Unlock()
	return do()
}

func dispatch(s *streams, args []string) error {
	if len(args) == 0 {
		fmt.Fprint(s.errOut, usage())
		return errors.New("aguigen: no command given")
	}
	name, rest := args[0], args[1:]
	if name == "help" || name == "--help" || name == "-h" {
		if len(rest) == 0 {
			return say(s.out, usage())
		}
		name, rest = rest[0], []string{"--help"}
	}
	if name == "--version" {
		name = "version"
	}
	c := find(name)
	if c == nil {
		return fmt.Errorf("aguigen: there is no command %q%s", name, hint(name, commandNames(), "run aguigen help for the list"))
	}
	return c.call(s, rest)
}

// call reads the flags and runs the command.
func (c *command) call(s *streams, args []string) error {
	fs := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.SortFlags = false
	do := c.bind(fs)
	err := fs.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		return say(s.out, c.help(fs))
	}
	if err != nil {
		return c.flagError(fs, err)
	}
	return do(s, fs.Args())
}

func (c *command) flagError(fs *pflag.FlagSet, err error) error {
	more := fmt.Sprintf("aguigen %s --help lists the flags", c.name)
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return fmt.Errorf("aguigen %s: %w: %s", c.name, err, more)
	}
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return fmt.Errorf("aguigen %s: there is no flag -%s: %s", c.name, name, more)
	}
	var known []string
	fs.VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	return fmt.Errorf("aguigen %s: there is no flag --%s%s", c.name, name, hint("--"+name, known, more))
}

// hint is the nearest thing that was meant, or else.
func hint(given string, known []string, otherwise string) string {
	if near := diag.Nearest(given, known); near != "" {
		return ": did you mean " + near + "?"
	}
	return ": " + otherwise
}

func find(name string) *command {
	for _, c := range commands {
		if c.name == name {
			return c
		}
	}
	return nil
}

func commandNames() []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

func usage() string {
	var b strings.Builder
	b.WriteString("aguigen generates Go code from the schema of the AG-UI protocol.\n\nUsage:\n  aguigen COMMAND [flags]\n\nCommands:\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.short)
	}
	b.WriteString("\nRun aguigen help COMMAND for its flags. Exit codes: 0 fine, 1 findings, 2 misuse or bad input.\n")
	return b.String()
}

func (c *command) help(fs *pflag.FlagSet) string {
	args := c.args
	if fs.HasFlags() {
		args = strings.TrimSpace("[flags] " + args)
	}
	text := fmt.Sprintf("%s\n\nUsage:\n  %s\n", strings.TrimSpace(c.long), strings.TrimSpace("aguigen "+c.name+" "+args))
	if fs.HasFlags() {
		text += "\nFlags:\n" + fs.FlagUsagesWrapped(100)
	}
	return text
}

// say prints a result. A reader that has gone away is not worth an error of its own.
func say(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return fmt.Errorf("cannot write to standard output: %w", unwrapPath(err))
}

// report prints what was done to files. Where that fails, the error says it: it is done all the same.
func (s *streams) report(text string) error {
	if err := say(s.out, text); err != nil {
		return fmt.Errorf("%w; what was to be printed: %s", err, strings.TrimSpace(text))
	}
	return nil
}

// noArgs returns an error if a command without arguments has any.
func noArgs(name string, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("aguigen %s: unexpected %q: it takes flags only, see aguigen %s --help", name, args[0], name)
}
