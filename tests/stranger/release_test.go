package stranger

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/semver"
)

// row is a line of the table in RELEASING.md.
type row struct{ version, protocol, embedded string }

func releases(t *testing.T) []row {
	t.Helper()
	page := content(t, "RELEASING.md")
	_, table, ok := strings.Cut(page, "| version | `agui.ProtocolVersion` | embedded in the command |\n| --- | --- | --- |\n")
	if !ok {
		t.Fatal("RELEASING.md has no table of versions")
	}
	var rows []row
	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		if len(cells) != 3 {
			break
		}
		rows = append(rows, row{strings.TrimPrefix(cells[0], "| "), cells[1], strings.TrimSuffix(strings.TrimSpace(cells[2]), " |")})
	}
	if len(rows) == 0 {
		t.Fatal("the table in RELEASING.md has no rows")
	}
	return rows
}

func content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// git runs git in the repository.
func git(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

var (
	protocolVersion = regexp.MustCompile(`ProtocolVersion\s*= "([^"]+)"`)
	embedLine       = regexp.MustCompile(`(?m)^//go:embed (.*)$`)
)

// holds returns the row that a state of the repository deserves, by its files.
func holds(t *testing.T, version string, read func(name string) string) row {
	t.Helper()
	protocol := protocolVersion.FindStringSubmatch(read("generated/agui/doc_gen.go"))
	embedded := embedLine.FindStringSubmatch(read("schema/schema.go"))
	if protocol == nil || embedded == nil {
		t.Fatalf("%s: the versions are not where they are looked for", version)
	}
	return row{version, protocol[1], strings.ReplaceAll(embedded[1], " ", ", ")}
}

// TestReleaseTable compares RELEASING.md with the tree and, for what has been released, with the tags.
func TestReleaseTable(t *testing.T) {
	rows := releases(t)
	now := holds(t, rows[0].version, func(name string) string { return content(t, name) })
	if rows[0] != now {
		t.Errorf("the first row is %v, but the tree is %v", rows[0], now)
	}
	for i, r := range rows {
		if !semver.IsValid(r.version) || i > 0 && semver.Compare(rows[i-1].version, r.version) <= 0 {
			t.Errorf("row %d: %s is no version, or not older than the one above", i+1, r.version)
		}
	}
	tags := strings.Fields(git(t, "tag", "--list", "v*", "generated/v*"))
	for _, tag := range tags {
		version := strings.TrimPrefix(tag, "generated/")
		for _, other := range []string{version, "generated/" + version} {
			if !slices.Contains(tags, other) {
				t.Errorf("there is a tag %s, but none %s", tag, other)
			}
		}
		i := slices.IndexFunc(rows, func(r row) bool { return r.version == version })
		if i < 0 {
			t.Errorf("RELEASING.md has no row for the tag %s", tag)
			continue
		}
		if was := holds(t, version, func(name string) string { return git(t, "show", tag+":"+name) }); rows[i] != was {
			t.Errorf("the row is %v, but %s is %v", rows[i], tag, was)
		}
	}
}

// TestReleaseScript runs the script in a clone, where go does nothing: what the script lets go do is run by make all.
func TestReleaseScript(t *testing.T) {
	clone, bin := t.TempDir(), t.TempDir()
	git(t, "clone", "--quiet", "--no-tags", ".", clone)
	for _, name := range []string{"RELEASING.md", ".ci/release"} { // as they are in the tree
		if err := os.WriteFile(filepath.Join(clone, name), []byte(content(t, name)), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = clone
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	must := func(name string, args ...string) {
		t.Helper()
		if out, err := run(name, args...); err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
	fails := func(want string, args ...string) {
		t.Helper()
		if out, err := run(".ci/release", args...); err == nil || !strings.Contains(out, want) {
			t.Errorf("release %v: %v, want %q\n%s", args, err, want, out)
		}
	}
	must("git", "add", "--all")
	must("git", "-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "--quiet", "--allow-empty", "--message=as in the tree")

	version := releases(t)[0].version
	fails(`"" is no version`)
	fails(`"1.0" is no version`, "1.0")
	fails("the first row in RELEASING.md is not for v99.0.0: | "+version, "v99.0.0")
	out, err := run(".ci/release", version)
	if err != nil || !strings.Contains(out, "git push origin "+version+" generated/"+version+"\n") {
		t.Errorf("%v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(clone, "stray"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	fails("the tree is not what is committed", version)
	must("git", "tag", "generated/"+version)
	fails("there is a tag generated/"+version+" already", version)
}
