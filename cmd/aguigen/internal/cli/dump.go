package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/generator"
)

var dumpCommand = command{
	name:  "dump",
	args:  "model|names",
	short: "print what a stage makes of the schema",
	long: `Prints the result of a stage as text, for reviews and bug reports: "model" the definitions as they were
understood, "names" the Go name of everything that has one.`,
	bind: func(fs *pflag.FlagSet) run {
		f := &inputFlags{}
		f.bind(fs)
		return f.dump
	},
}

func (f *inputFlags) dump(s *streams, args []string) error {
	if len(args) != 1 {
		return errors.New("aguigen dump: name one stage: model or names")
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
	case "names":
		names, err := generator.Names(s.ctx, c)
		if err != nil {
			return err
		}
		return say(s.out, names.Dump())
	default:
		return fmt.Errorf("aguigen dump: there is no stage %q%s", args[0], hint(args[0], []string{"model", "names"}, "name model or names"))
	}
}
