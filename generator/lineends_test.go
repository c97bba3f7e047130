package generator

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// How the lines of the input end does not count: every case makes the same of it, faults and their places too.
func TestLineEnds(t *testing.T) {
	cases, err := filepath.Glob("testdata/*")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, dir := range cases {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			windows := t.TempDir()
			for name, text := range readTree(t, filepath.Join(dir, "in")) {
				file := filepath.Join(windows, "in", name)
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "\n", "\r\n")), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, _ := results(t, dir)
			got, _ := results(t, windows)
			for _, name := range slices.Sorted(maps.Keys(want)) {
				if got[name] != want[name] {
					t.Errorf("%s differs: got\n%q\nwant\n%q", name, got[name], want[name])
				}
			}
		})
	}
}
