package cli

import (
	"os"
	"testing"
)

// TestInitInABadFolder wants advice that can be followed: init has no flags for folders and names.
func TestInitInABadFolder(t *testing.T) {
	for folder, want := range map[string]string{
		"a b":      `"example.org/app/a b" cannot be imported by a Go program, because of "a b" in it`,
		"testdata": `the go command leaves out folders called "testdata", so the packages would not be built with the module`,
	} {
		t.Run(folder, func(t *testing.T) {
			inModule(t)
			if err := os.Mkdir(folder, 0o777); err != nil {
				t.Fatal(err)
			}
			t.Chdir(folder)
			want = "aguigen init: " + want + ": run it in another folder of the module\n"
			if r := call("", "init"); r != (result{exitMisuse, "", want}) {
				t.Errorf("got  %s\nwant %s", r.err, want)
			}
		})
	}
}
