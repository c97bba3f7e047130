package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/generator"
)

var dumpCommand = command{
	name:  "dump",
	args:  "model|names|streams",
	short: "print the result of a stage",
	long: `Prints the result of a stage as text, for reviews and bug reports: "model" prints the parsed definitions, "names"
the Go name of everything that has one, and "streams" the effects of events on a stream and a conversation, as tables in
Markdown.`,
	bind: func(fs *pflag.FlagSet) run {
		f := &inputFlags{}
		f.bind(fs)
		return f.dump
	},
}

func (f *inputFlags) dump(s *streams, args []string) error {
	if len(args) != 1 {
		return errors.New("aguigen dump: name one stage: model, names or streams")
	}
	if err := f.configure(); err != nil {
		return err
	}
	var c generator.Config
	if err := f.read(s, &c, f.protos != ""); err != nil {
		return err
	}
	switch args[0] {
	case "model":
		proto, err := generator.Model(s.ctx, c)
		if err != nil {
			return err
		}
		return say(s.out, proto.Dump())
	case "streams":
		return f.dumpStreams(s, c)
	case "names":
		names, err := generator.Names(s.ctx, c)
		if err != nil {
			return err
		}
		return say(s.out, names.Dump())
	default:
		return fmt.Errorf("aguigen dump: there is no stage %q%s", args[0], hint(args[0], []string{"model", "names", "streams"}, "name model, names or streams"))
	}
}

func (f *inputFlags) dumpStreams(s *streams, c generator.Config) error {
	var err error
	if c.Stream, err = f.beside(streamName); err != nil {
		return err
	}
	if c.Stream == nil {
		return fmt.Errorf("aguigen dump: there is no %s beside the schema, so nothing says how its events make a stream", streamName)
	}
	proto, err := generator.Model(s.ctx, c)
	if err != nil {
		return err
	}
	if proto.Streams == nil {
		return errors.New("aguigen dump: the definitions that are asked for have no events or no messages, so nothing is a stream")
	}
	return say(s.out, proto.Streams.Dump())
}
