package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/schema"
)

var schemaCommand = command{
	name:  "schema",
	args:  "list | print VERSION",
	short: "list or print the embedded schemas",
	long:  `"list" prints the protocol versions that are embedded, "print" the JSON Schema of one of them.`,
	bind:  func(*pflag.FlagSet) run { return showSchema },
}

func showSchema(s *streams, args []string) error {
	switch {
	case len(args) == 1 && args[0] == "list":
		return say(s.out, strings.Join(versions(), "\n")+"\n")
	case len(args) == 2 && args[0] == "print":
		source, _, err := embedded(strings.TrimPrefix(args[1], "v"))
		if err != nil {
			return err
		}
		return say(s.out, string(source.Text))
	case len(args) > 0 && args[0] == "print":
		return fmt.Errorf("aguigen schema print: name one version of %s", strings.Join(schema.Versions(), ", "))
	case len(args) > 0 && args[0] != "list":
		return fmt.Errorf("aguigen schema: there is no %q%s", args[0], hint(args[0], []string{"list", "print"}, "say list or print VERSION"))
	default:
		return errors.New("aguigen schema: say list or print VERSION")
	}
}

// versions are the embedded ones, the default marked.
func versions() []string {
	all := schema.Versions()
	for i, v := range all {
		if v == schema.Default {
			all[i] += " (default)"
		}
	}
	return all
}
