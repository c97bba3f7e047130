package stranger

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// toolModules is what a stranger downloads to have the tool: this project and what the command imports. A module that is
// new here is one that every user has to trust, so it has to be worth it.
var toolModules = []string{
	"github.com/aguigen/aguigen",
	"github.com/bufbuild/protocompile",
	"github.com/dave/jennifer",
	"github.com/goccy/go-yaml",
	"github.com/santhosh-tekuri/jsonschema/v6",
	"github.com/spf13/pflag",
	"golang.org/x/mod",
	"golang.org/x/sync",
	"golang.org/x/text",
	"google.golang.org/protobuf",
}

// TestTool follows a stranger from an empty folder to the upgrade.
func TestTool(t *testing.T) {
	if imported := commandImports(t); !slices.Equal(imported, toolModules) {
		t.Errorf("the command imports from\n\t%s\nknown are\n\t%s", strings.Join(imported, "\n\t"), strings.Join(toolModules, "\n\t"))
	}
	p := publish(t)
	s := newStranger(t, p)
	s.run("go", "mod", "init", "example.com/stranger")
	s.run("go", "get", "-tool", tool+"/cmd/aguigen@"+p.version)
	s.contains(s.run("go", "tool", "aguigen", "version"), "aguigen "+p.version+"\n", "protocol 1.0")
	downloadsOnlyWhatIsImported(s, p)
	mod, sum := s.read("go.mod"), s.read("go.sum")

	s.contains(s.run("go", "tool", "aguigen", "init"), "go get -tool "+tool+"/cmd/aguigen@latest", "go generate ./...")
	s.run("go", "generate", "./...")
	s.program("first")
	s.run("go", "vet", "./...")
	s.run("go", "build", "./...")
	speaks(s)
	checks(s)
	upgrade(s)
	onlyJSON(s)

	s.same("go.mod", mod)
	s.same("go.sum", sum)
	downloadsOnlyWhatIsImported(s, p)
}

// downloadsOnlyWhatIsImported compares the cache with the list above, and the versions with those that our go.mod asks for.
func downloadsOnlyWhatIsImported(s *stranger, p proxy) {
	s.t.Helper()
	t := s.t
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(mod.Replace) > 0 || len(mod.Tool) > 0 {
		t.Errorf("go.mod replaces modules or has tools, which a user of it does not get or should not download")
	}
	want := []string{p.tool()}
	for _, r := range mod.Require {
		want = append(want, r.Mod.Path+"@"+r.Mod.Version)
	}
	slices.Sort(want)
	got := s.downloads(".zip")
	if !slices.Equal(got, want) {
		t.Errorf("downloaded were %d modules\n\t%s\ngo.mod and the module itself make %d\n\t%s",
			len(got), strings.Join(got, "\n\t"), len(want), strings.Join(want, "\n\t"))
	}
	for i, m := range got {
		got[i], _, _ = strings.Cut(m, "@")
	}
	if !slices.Equal(got, toolModules) {
		t.Errorf("downloaded were\n\t%s\nknown are\n\t%s", strings.Join(got, "\n\t"), strings.Join(toolModules, "\n\t"))
	}
}

// commandImports lists the modules that the command is built from here. To know that, the go command downloads those which
// this machine does not have yet.
func commandImports(t *testing.T) []string {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./cmd/aguigen")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Compact(slices.Sorted(slices.Values(strings.Fields(string(out)))))
}

// speaks runs the program, and lets the tool judge what it says.
func speaks(s *stranger) {
	s.t.Helper()
	out := s.run("go", "run", "./first")
	want := []string{
		`{"type":"RUN_STARTED","threadId":"thread-1","runId":"run-1"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"message-1"}`,
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"message-1","delta":"Grüße"}`,
		`{"type":"TEXT_MESSAGE_END","messageId":"message-1"}`,
		`{"type":"CUSTOM","name":"big","value":9007199254740993}`,
		`{"type":"RUN_FINISHED","threadId":"thread-1","runId":"run-1"}`,
	}
	if stream := "data: " + strings.Join(want, "\n\ndata: ") + "\n\n"; out != stream {
		s.t.Errorf("the program says\n%s\nnot\n%s", out, stream)
	}
	s.write("stream.txt", out)
	s.run("go", "tool", "aguigen", "validate", "--format", "sse", "stream.txt")
	s.write("stream.txt", strings.Replace(out, `"messageId"`, `"message_id"`, 1))
	s.contains(s.finds("go", "tool", "aguigen", "validate", "--format", "sse", "stream.txt"), "stream.txt:3:", "messageId")
	s.write("stream.txt", strings.Replace(out, `"TEXT_MESSAGE_END"`, `"TEXT_MESSAGE_START"`, 1)) // the order is judged too
	s.contains(s.finds("go", "tool", "aguigen", "validate", "--format", "sse", "stream.txt"), "stream.txt:7:", "message-1")
}

// checks does what the stranger's CI does, before and after somebody edits a generated file.
func checks(s *stranger) {
	s.t.Helper()
	const file, was, becomes = "agui/types_gen.go", "type RunAgentInput struct {", "type RunAgentInput struct { // by hand"
	s.run("go", "tool", "aguigen", "check")
	s.edit(file, was, becomes)
	s.contains(s.finds("go", "tool", "aguigen", "check"), file, "-"+becomes, "+"+was, "aguigen generate")
	s.run("go", "generate", "./...")
	s.run("go", "tool", "aguigen", "check")
	if strings.Contains(s.read(file), "by hand") {
		s.t.Errorf("generate left the edit in %s", file)
	}
}

// upgrade goes from protocol 1.0 to 1.1: one line, and the program is none the wiser.
func upgrade(s *stranger) {
	s.t.Helper()
	changes := s.run("go", "tool", "aguigen", "diff", "1.0", "1.1", "--fail-on", "breaking")
	s.contains(changes, "additive", "compatible", "encryptedValueType", "EncryptedValueType")
	s.edit("aguigen.yaml", `schema: "1.0"`, `schema: "1.1"`)
	s.finds("go", "tool", "aguigen", "check")
	s.run("go", "generate", "./...")
	s.run("go", "tool", "aguigen", "check")
	s.program("newer")
	s.run("go", "vet", "./...")
	s.run("go", "build", "./...")
	speaks(s)
	const want = `1.1 {"role":"reasoning","id":"message-1","content":"hm","encryptedValue":"c2VjcmV0","encryptedValueType":"signature"}` + "\n"
	if got := s.run("go", "run", "./newer"); got != want {
		s.t.Errorf("the new program says\n%s\nnot\n%s", got, want)
	}
}

// onlyJSON returns up the binary form: what is left needs no module, here or anywhere else.
func onlyJSON(s *stranger) {
	s.t.Helper()
	s.edit("aguigen.yaml", "emit: [types, json, validate, proto, stream, http]", "emit: [types, json, validate]")
	if err := os.RemoveAll(filepath.Join(s.dir, "first")); err != nil { // it speaks binary
		s.t.Fatal(err)
	}
	if out, code := s.try("go", "generate", "./..."); code != 0 { // go itself misses the files that are gone
		s.contains(out, "removed", "run it again")
		s.run("go", "generate", "./...")
	}
	for _, folder := range []string{"aguipb", "aguiproto"} {
		if left, err := filepath.Glob(filepath.Join(s.dir, folder, "*")); err != nil || len(left) > 0 {
			s.t.Errorf("left behind: %v %v", left, err)
		}
	}
	s.run("go", "tool", "aguigen", "check")
	s.run("go", "vet", "./...")
	if foreign := s.foreign(); foreign != "" {
		s.t.Errorf("the program links\n%s", foreign)
	}

	other := *s
	other.dir = s.t.TempDir()
	other.env = append(slices.Clone(s.env), "GOPROXY=off")
	if err := os.CopyFS(filepath.Join(other.dir, "agui"), os.DirFS(filepath.Join(s.dir, "agui"))); err != nil {
		s.t.Fatal(err)
	}
	other.run("go", "mod", "init", "example.com/stranger")
	mod := other.read("go.mod")
	other.program("newer")
	other.run("go", "mod", "tidy")
	other.run("go", "build", "./...")
	other.same("go.mod", mod)
	if _, err := os.Stat(filepath.Join(other.dir, "go.sum")); err == nil {
		s.t.Error("the module needs a go.sum")
	}
}

// TestTypes is a stranger who wants the published types and nothing else.
func TestTypes(t *testing.T) {
	p := publish(t)
	s := newStranger(t, p)
	s.run("go", "mod", "init", "example.com/stranger")
	s.run("go", "get", packages+"/agui@"+p.version)
	s.program("published")
	s.run("go", "vet", "./...")
	const want = `1.0 {"type":"TEXT_MESSAGE_END","messageId":"message-1"}` + "\n"
	if got := s.run("go", "run", "./published"); got != want {
		t.Errorf("the program says\n%s\nnot\n%s", got, want)
	}
	if got, want := s.foreign(), packages+"/agui\n"; got != want {
		t.Errorf("the program links\n%sand not just\n%s", got, want)
	}
	mod, err := modfile.Parse("go.mod", []byte(s.read("go.mod")), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(mod.Require) != 1 || mod.Require[0].Mod.Path != packages {
		t.Errorf("go.mod requires more than the types:\n%s", s.read("go.mod"))
	}
	// The go command looks whether the package is in the module above it, too. Whoever builds from this go.mod does not.
	if got := s.downloads(".zip"); !slices.Equal(got, []string{p.tool(), p.packages()}) {
		t.Errorf("downloaded were %v", got)
	}
	colleague := newStranger(t, p)
	colleague.dir = s.dir
	colleague.run("go", "vet", "./...")
	if got := colleague.downloads(".zip"); !slices.Equal(got, []string{p.packages()}) {
		t.Errorf("a colleague downloads %v", got)
	}
}
