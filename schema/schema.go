// Package schema holds the protocol versions that aguigen can generate from without being given any file. A version
// number comes in, the version's folder goes out: schema.json, proto/ and wire-numbers.txt.
package schema

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// Default is the version to use where none is named.
const Default = "1.0"

//go:embed 1.0 1.1
var versions embed.FS

// Versions lists the embedded protocol versions, oldest first.
func Versions() []string {
	entries, err := versions.ReadDir(".")
	if err != nil {
		panic(err) // an embedded root can always be read
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	slices.SortFunc(names, byNumber)
	return names
}

// FS returns the folder of one version. The error for a version that is not embedded names those that are.
func FS(version string) (fs.FS, error) {
	known := Versions()
	if !slices.Contains(known, version) {
		return nil, fmt.Errorf("protocol version %q is not embedded: known are %s; the nearest is %s",
			version, strings.Join(known, ", "), nearest(version, known))
	}
	return fs.Sub(versions, version)
}

// nearest returns the newest known version that is not newer than the one asked for. An older one gets the oldest,
// and what is no version number at all gets the default.
func nearest(version string, known []string) string {
	if _, _, ok := parse(version); !ok {
		return Default
	}
	best := known[0]
	for _, k := range known {
		if byNumber(k, version) <= 0 {
			best = k
		}
	}
	return best
}

// byNumber orders versions by their numbers, so that 1.10 comes after 1.9.
func byNumber(a, b string) int {
	aMajor, aMinor, _ := parse(a)
	bMajor, bMinor, _ := parse(b)
	return cmp.Or(cmp.Compare(aMajor, bMajor), cmp.Compare(aMinor, bMinor))
}

// parse reads "1.0" and what people write for it: "v1.0", "1", "1.0.3".
func parse(version string) (major, minor uint64, ok bool) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	second, _, _ := strings.Cut(cmp.Or(rest, "0"), ".")
	major, errMajor := strconv.ParseUint(first, 10, 32)
	minor, errMinor := strconv.ParseUint(second, 10, 32)
	return major, minor, errMajor == nil && errMinor == nil
}
