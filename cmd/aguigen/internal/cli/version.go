package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"
)

var versionCommand = command{
	name:  "version",
	short: "print the versions of aguigen and of the embedded protocols",
	long:  `Prints the version of this program, of the Go release that built it, and the embedded protocol versions.`,
	bind: func(*pflag.FlagSet) run {
		return func(s *streams, args []string) error {
			if err := noArgs("version", args); err != nil {
				return err
			}
			return say(s.out, fmt.Sprintf("aguigen %s\ngo %s %s/%s\nprotocol %s\n", ownVersion(),
				strings.TrimPrefix(runtime.Version(), "go"), runtime.GOOS, runtime.GOARCH, strings.Join(versions(), ", ")))
		}
	},
}

// ownVersion is the module's version as the go command recorded it, with the revision of a build from a work tree.
func ownVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
