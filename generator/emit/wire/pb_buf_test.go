package wire

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/schema"
)

// TestMessagesEqualBuf compares what we print in process with what buf writes with the protoc-gen-go of go.mod, byte
// by byte below our header. Buf gets the sources under the path and package that we register them by.
func TestMessagesEqualBuf(t *testing.T) {
	if testing.Short() {
		t.Skip("builds buf")
	}
	root, err := filepath.Abs("../../..")
	must(t, err)
	buf := []string{"tool", "-modfile=" + filepath.Join("tools", "go.mod"), "buf"}
	if out, err := runIn(root, append(buf, "--version")...); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("buf cannot be built: %v\n%s", err, out)
		}
		t.Skipf("buf cannot be built: %v\n%s", err, out)
	}
	for _, version := range schema.Versions() {
		t.Run(version, func(t *testing.T) {
			o := pbOptions("github.com/aguigen/aguigen/generated/aguipb")
			stage, want := t.TempDir(), t.TempDir()
			stageSources(t, root, version, stage, o)
			out, err := runIn(root, append(buf, "generate", stage, "--template", "buf.gen.yaml", "--output", want)...)
			if err != nil {
				t.Fatalf("buf generate: %v\n%s", err, out)
			}
			p := paired(t, version)
			files, err := Messages(p, o)
			must(t, err)
			head := strings.Join(output.Header(p), "\n") + "\n\n"
			compared := 0
			for _, f := range files {
				if !strings.HasSuffix(f.Path, ".pb.go") {
					continue
				}
				theirs, err := os.ReadFile(filepath.Join(want, filepath.Base(f.Path)))
				must(t, err)
				if ours := strings.TrimPrefix(string(f.Text), head); ours != string(theirs) {
					t.Errorf("%s differs from buf's at line %d", f.Path, firstDifference(ours, string(theirs)))
				}
				compared++
			}
			if written, _ := filepath.Glob(filepath.Join(want, "*.pb.go")); compared != 3 || len(written) != compared {
				t.Errorf("compared %d files, buf wrote %d", compared, len(written))
			}
		})
	}
}

var (
	packageLine = regexp.MustCompile(`(?m)^package \w+;`)
	importLine  = regexp.MustCompile(`(?m)^import "(\w+\.proto)";`)
)

// stageSources writes the .proto files of a version under their registered names.
func stageSources(t *testing.T, root, version, stage string, o PBOptions) {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(root, "schema", version, "proto", "*.proto"))
	must(t, err)
	for _, source := range sources {
		text, err := os.ReadFile(source)
		must(t, err)
		text = packageLine.ReplaceAll(text, []byte("package "+o.registeredPackage()+";"))
		text = importLine.ReplaceAll(text, []byte(`import "`+o.ImportPath+`/$1";`))
		writeFiles(t, stage, []output.File{{Path: o.registered(filepath.Base(source)), Text: text}})
	}
}

func runIn(dir string, args ...string) (string, error) { return run(dir, "go", args...) }

func firstDifference(a, b string) int {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return i + 1
		}
	}
	return min(len(as), len(bs)) + 1
}
