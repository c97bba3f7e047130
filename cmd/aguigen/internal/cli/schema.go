package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/config"
	"github.com/aguigen/aguigen/schema"
)

const schemaWords = "say list, print VERSION, config or fetch"

var schemaCommand = command{
	name:  "schema",
	args:  "list | print VERSION | config | fetch",
	short: "show the embedded schemas, or fetch one",
	long: `"list" prints the embedded protocol versions, "print" the JSON Schema of one of them, and "config" the JSON Schema of
aguigen.yaml, for editors.

"fetch" downloads the schema whose https address aguigen.yaml names, and stores it beside that file as
` + config.FetchedName + `, with its checksum in ` + config.LockName + `. It is the only command that uses the network. Commit both files:
generate and check read them.`,
	bind: func(fs *pflag.FlagSet) run {
		f := &settings{}
		f.bind(fs)
		return f.schema
	},
}

func (f *settings) schema(s *streams, args []string) error {
	if len(args) == 1 && args[0] == "fetch" {
		return f.fetch(s)
	}
	if f.name != "" {
		return fmt.Errorf("aguigen schema: --%s is for fetch only", configFlag)
	}
	return showSchema(s, args)
}

func showSchema(s *streams, args []string) error {
	switch {
	case len(args) == 1 && args[0] == "config":
		return say(s.out, config.JSONSchema)
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
	case len(args) > 1 && slices.Contains([]string{"list", "config", "fetch"}, args[0]):
		return fmt.Errorf("aguigen schema %s: unexpected %q", args[0], args[1])
	case len(args) > 0:
		return fmt.Errorf("aguigen schema: there is no %q%s", args[0], hint(args[0], []string{"list", "print", "config", "fetch"}, schemaWords))
	default:
		return errors.New("aguigen schema: " + schemaWords)
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
