package cli

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFolders is about where the output may go: inside the module of the configuration, where ./... reaches it, and in a module
// that is new enough. A refusal writes nothing.
func TestFolders(t *testing.T) {
	for _, c := range []struct {
		name, config, mod string
		args              []string
		want              string // the start of what is said
	}{
		{"out of the module", "out: ../other\n", "", nil, `aguigen.yaml:1:6: "../other" leads out of `},
		{"out by an absolute path", "out: /nowhere/else\n", "", nil, `aguigen.yaml:1:6: "/nowhere/else" leads out of `},
		{"testdata", "out: testdata/x\n", "", nil, `aguigen.yaml:1:6: the go command leaves out folders called "testdata"`},
		{"a flag to testdata", "", "", []string{"--out", "a/_x"}, `the go command leaves out folders called "_x"`},
		{"a package that is hidden", "package: _x\n", "", nil, `aguigen.yaml:1:10: "_x" cannot be the name of the packages`},
		{"a package by flag", "", "", []string{"--package", "_x"}, `"_x" cannot be the name of the packages`},
		{"an old module", "", "module example.org/app\n\ngo 1.22\n", nil, "go.mod:3:1: the module asks for Go 1.22, and the generated code needs Go 1.24: run go mod edit -go=1.24\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inModule(t)
			if c.mod != "" {
				put(t, "go.mod", c.mod)
			}
			put(t, "aguigen.yaml", c.config+"emit: [types]\n")
			before := files(t, ".")
			r := call("", append([]string{"generate"}, c.args...)...)
			dir, err := os.Getwd()
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.ReplaceAll(r.err, dir+string(filepath.Separator), ""); r.code != exitMisuse || r.out != "" || !strings.HasPrefix(said, c.want) {
				t.Errorf("%+v, want %s", r, c.want)
			}
			if !maps.Equal(files(t, "."), before) {
				t.Error("something was written")
			}
		})
	}
}

// TestFlagOutOfTheModule may, since it is not checked in.
func TestFlagOutOfTheModule(t *testing.T) {
	inFolder(t)
	put(t, "app/go.mod", "module example.org/app\n\ngo 1.24\n")
	put(t, "app/small.json", small)
	put(t, "app/aguigen.yaml", "schema: small.json\nemit: [types]\n")
	t.Chdir("app")
	if r := call("", "generate", "--out", "../other"); r.code != exitOK {
		t.Errorf("%+v", r)
	}
}

// TestFormerConfiguration changes the package and the folder: check names what the former ones left in the module, and does not
// call it wrong, since another configuration may write it.
func TestFormerConfiguration(t *testing.T) {
	inModule(t)
	put(t, "small.json", small)
	for _, config := range []string{"out: gen\npackage: old\n", "out: there\n", "out: gen\npackage: new\n"} {
		put(t, "aguigen.yaml", "schema: small.json\nemit: [types]\n"+config)
		if r := call("", "generate"); r.code != exitOK {
			t.Fatalf("%+v", r)
		}
	}
	const left = ": holds files that aguigen wrote and that are not of this configuration: remove the folder if it is of a former one; " +
		"whether another one writes it cannot be known here\n"
	r := call("", "check")
	if want := filepath.Join("gen", "old") + left + filepath.Join("there", "agui") + left; r.code != exitOK || r.err != want {
		t.Errorf("%+v, want %s", r, want)
	}
}

// TestKilledRun leaves temporary files. check names them, generate removes them.
func TestKilledRun(t *testing.T) {
	inModule(t)
	put(t, "small.json", small)
	put(t, "aguigen.yaml", "schema: small.json\nemit: [types]\n")
	if r := call("", "generate"); r.code != exitOK {
		t.Fatalf("%+v", r)
	}
	made := files(t, ".")
	put(t, "agui/.aguigen-999999999-1f-0-new.tmp", "half")
	r := call("", "check")
	want := "agui/.aguigen-999999999-1f-0-new.tmp: a temporary file of a run that was killed: the next generate removes it\n" +
		".: generated files: 1 left by a killed run: run aguigen generate\n"
	if r.code != exitFindings || r.err != want {
		t.Errorf("%+v, want %s", r, want)
	}
	if r := call("", "generate"); r.code != exitOK || !strings.HasSuffix(r.out, ", 1 file of a run that was killed removed\n") {
		t.Errorf("%+v", r)
	}
	if !maps.Equal(files(t, "."), made) {
		t.Error("something else changed")
	}
}
