package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What would take the library minutes and gigabytes is refused before it sees it.
func TestLimits(t *testing.T) {
	const n = mostBytes - 100
	fill := func(start, part, end string) string { return start + strings.Repeat(part, n/len(part)) + end }
	for name, c := range map[string]struct{ text, want string }{
		"brackets":     {fill("emit: ", "[", ""), "f:1:23: this nests deeper than 16 levels: remove it"},
		"braces":       {fill("emit: ", "{a: ", ""), "nests deeper than 16 levels"},
		"lists":        {fill("emit:\n  ", "- ", ""), "f:2:35: this nests deeper than 16 levels"},
		"maps":         {fill("", "a: ", ""), "nests deeper than 16 levels"},
		"complex keys": {fill("", "? ", ""), "nests deeper than 16 levels"},
		"tags":         {fill("", "!a ", ""), "nests deeper than 16 levels"},
		"anchors":      {fill("", "&a\n", ""), "more YAML than is understood here: shorten the file"},
		"keys":         {fill("names:\n", "  some: text\n", ""), "f:10001:7: there are more than 10000 entries"},
		"items":        {fill("emit:\n", "- x\n", ""), "f:10001:1: there are more than 10000 entries"},
		"flow items":   {fill("emit: [", "a,", "]"), "f:1:20007: there are more than 10000 entries"},
		"documents":    {fill("", "a\n---\n", ""), "more YAML than is understood here: shorten the file"},
		"size":         {fill("header: |\n", "  text\n", strings.Repeat("  text\n", 100)), "f:1:1: the file is larger than 1 MiB: shorten it"},
		"a header":     {fill("header: |\n", "  [[[[ {{{{ ---- ????\n", ""), ""},
		"a comment":    {fill("out: .\n", "# [[[[\n", ""), ""},
		"a text":       {fill("out: '", "[", "'"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("f", []byte(c.text))
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestReadBounded(t *testing.T) {
	file := filepath.Join(t.TempDir(), Name)
	if err := os.WriteFile(file, make([]byte, 20*mostBytes), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := readBounded(file); err != nil || len(text) != mostBytes+1 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if _, err := Read(file); err == nil || !strings.Contains(err.Error(), "larger than 1 MiB") {
		t.Errorf("got %v", err)
	}
}
