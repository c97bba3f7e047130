package generator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLocate(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"plain/go.mod":  "// a comment\nmodule example.org/plain // another\n\ngo 1.24\n",
		"quoted/go.mod": "module \"example.org/quoted\"\n\ngo 1.26.1\n",
		"block/go.mod":  "module (\n\texample.org/block // why not\n)\n\ngo 1.24.0\n",
		"empty/go.mod":  "go 1.24\n",
		"old/go.mod":    "module example.org/old\n\ngo 1.23.4\n",
		"older/go.mod":  "module example.org/older\n",
		"broken/go.mod": "module example.org/broken\n\nrequire (\n",
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
	for _, c := range []struct{ dir, module, path, err string }{
		{dir: "plain", path: "example.org/plain"},
		{dir: "plain/a/b", path: "example.org/plain/a/b"},
		{dir: "plain/a", module: "example.org/plain/a", path: "example.org/plain/a"},
		{dir: "plain/a", module: "other", err: "belongs to the module example.org/plain"},
		{dir: "plain/my dir", err: `because of "my dir" in it: choose another folder`},
		{dir: "quoted/x", path: "example.org/quoted/x"},
		{dir: "block/x", path: "example.org/block/x"},
		{dir: "empty/x", err: "this go.mod names no module"},
		{dir: "old/x", err: "old/go.mod:3:1: the module asks for Go 1.23.4, and the generated code needs Go 1.24: run go mod edit -go=1.24"},
		{dir: "older/x", err: "older/go.mod: the module asks for Go 1.16"},
		{dir: "broken/x", err: "broken/go.mod:4:"},
		{dir: "plain/testdata/x", err: `leaves out folders called "testdata"`},
		{dir: "plain/vendor", err: `leaves out folders called "vendor"`},
		{dir: "plain/a/_x", err: `leaves out folders called "_x"`},
		{dir: "plain/.x/b", err: `leaves out folders called ".x"`},
		{dir: "no-module/out", path: "out"},
		{dir: "my out!", path: "my-out"},
		{dir: "!!", path: "agui"},
		{dir: "out", module: "example.org/m", path: "example.org/m"},
		{dir: "out", module: "exa mple", err: `because of "exa mple" in it: give another one with --module`},
		{dir: "plain/go.mod/x", path: "example.org/plain/go.mod/x"}, // a file in the way is for write to report
	} {
		t.Run(c.dir, func(t *testing.T) {
			place, err := Locate(filepath.Join(root, c.dir), c.module)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("%s: %v, want %s", c.dir, err, c.err)
				}
				return
			}
			module, _, _ := strings.Cut(c.dir, "/")
			_, known := map[string]bool{"plain": true, "quoted": true, "block": true}[module]
			want := Place{ImportPath: c.path, NewModule: !known, Root: filepath.Join(root, module)}
			if want.NewModule {
				want.Root = filepath.Join(root, c.dir)
			}
			if err != nil || place != want {
				t.Errorf("%s: %+v, %v, want %+v", c.dir, place, err, want)
			}
		})
	}
}

func TestGoModRequiresOurProtobuf(t *testing.T) {
	own, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(own), "google.golang.org/protobuf "+protobufVersion) {
		t.Errorf("go.mod has another version of protobuf than %s", protobufVersion)
	}
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range moduleFiles(Config{ImportPath: "x", Parts: Parts}) {
		for line := range strings.Lines(string(file.Text)) {
			if file.Path == "go.sum" && !strings.Contains(string(sums), line) {
				t.Errorf("our own go.sum does not have the line %s", line)
			}
		}
	}
	got := string(moduleFiles(Config{ImportPath: "m", Parts: []string{Types, JSON, Proto}})[0].Text)
	if want := "module m\n\ngo 1.24\n\nrequire google.golang.org/protobuf " + protobufVersion + "\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := string(moduleFiles(Config{ImportPath: "m", Parts: []string{Types, JSON}})[0].Text); got != "module m\n\ngo 1.24\n" {
		t.Errorf("without protobuf: %q", got)
	}
}

func TestCheckPackage(t *testing.T) {
	for pkg, ok := range map[string]bool{
		"agui": true, "a1": true, "": false, "_": false, "_x": false, "Agui": false, "main": false, "func": false, "a-b": false,
		"testdata": false, "vendor": false,
	} {
		t.Run(pkg, func(t *testing.T) {
			if err := CheckPackage(pkg); (err == nil) != ok {
				t.Errorf("%q: %v", pkg, err)
			}
		})
	}
}

func TestParseParts(t *testing.T) {
	for list, want := range map[string]string{
		"types": "types", "json, types": "json types", "types,json,validate,proto": "types json validate proto",
		"types,jsn": "! there is no part \"jsn\": the parts are types, json, validate, proto, stream, http; did you mean json?",
		"":          "! there is no part \"\"", "types,types": "! part \"types\" is listed twice",
		"json": "! the part \"json\" needs \"types\", which \"json\" lacks: add it", "types,validate": "! the part \"validate\" needs \"json\"",
		"types,json,http": "! the part \"http\" needs \"stream\"", "types,json,stream,http": "types json stream http",
		"types,proto": "! the part \"proto\" needs \"json\"", "types,json,proto": "! the part \"proto\" needs \"validate\"",
	} {
		t.Run(list, func(t *testing.T) {
			parts, err := ParseParts(list)
			if message, isError := strings.CutPrefix(want, "! "); isError {
				if err == nil || !strings.Contains(err.Error(), message) {
					t.Errorf("%q: %v, want %s", list, err, message)
				}
			} else if got := strings.Join(parts, " "); err != nil || got != want {
				t.Errorf("%q: %q, %v", list, got, err)
			}
		})
	}
}
