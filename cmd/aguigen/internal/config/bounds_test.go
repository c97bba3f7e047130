package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBounds parses files that would keep the library busy for minutes. Each is refused where it goes too far, before the
// parser sees it.
func TestBounds(t *testing.T) {
	long := func(s string) string { return strings.Repeat(s, 200_000/len(s)) }
	for _, c := range []struct{ name, text, want string }{
		{"lists", long("["), "1:17: this is nested deeper than 16 levels"},
		{"maps", long("{a: "), "1:65: this is nested deeper than 16 levels"},
		{"lists in lines", long("- "), "1:33: this is nested deeper than 16 levels"},
		{"complex keys", long("? "), "1:33: this is nested deeper than 16 levels"},
		{"anchors", "out: " + long("&a "), "1:51: this is nested deeper than 16 levels"},
		{"keys", long("a: b\n"), "the file has more than 20000 words"},
		{"a list on one line", "definitions: [" + long("Tool, ") + "]", "1:10003: this line goes on after 10000 columns"},
		{"indentation", "names:\n" + strings.Repeat(" ", 300) + "a: b\n", "2:301: this line is indented by more than 200 columns"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse("aguigen.yaml", []byte(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 300 {
				t.Errorf("%.300s, want %s", fmt.Sprint(err), c.want)
			}
		})
	}
	var honest strings.Builder
	honest.WriteString("header: |\n" + strings.Repeat("  Copyright\n", 10_000) + "names:\n")
	for i := range 5_000 {
		fmt.Fprintf(&honest, "  Tool.member%d: Member%d\n", i, i)
	}
	if c, err := Parse("aguigen.yaml", []byte(honest.String())); err != nil || len(c.Names) != 5_000 {
		t.Errorf("a large file: %.300v", err)
	}
}

func TestFileThatIsTooLarge(t *testing.T) {
	file := filepath.Join(t.TempDir(), Name)
	if err := os.WriteFile(file, make([]byte, maxFile+1), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(file); err == nil || !strings.Contains(err.Error(), "aguigen.yaml: cannot read the configuration: the file is larger than 1 MiB") {
		t.Errorf("got %.300v", err)
	}
}

// TestFetchedWithCRLF takes a fetched schema and its lock for unchanged after a checkout that changed their line endings.
func TestFetchedWithCRLF(t *testing.T) {
	dir := t.TempDir()
	c := &Config{Dir: dir, Schema: "https://example.org/schema.json"}
	text := "{\n  \"$defs\": {}\n}\n"
	if _, _, err := c.Store([]byte(text)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{FetchedName, LockName} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.ReplaceAll(string(text), "\n", "\r\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if file, err := c.Fetched(); err != nil || file != filepath.Join(dir, FetchedName) {
		t.Errorf("%s, %v", file, err)
	}
}
